// Lessons and puzzles. The room judges what is played and answers; here it is shown, and what was done is remembered.
import {board, flipTool, go, panel, say, show, showLine, sound, strips, title, toast, tool, views} from "agon/app.js";
import {address} from "agon/address.js";
import {close, open, room, send} from "agon/connection.js";
import {action, now, other} from "agon/game.js";
import {kindName, moveText, sideName, variantName} from "agon/parts.js";
import {begin} from "agon/play.js";
import {keep, kept} from "agon/storage.js";
import {$, button, crown, fig, fill, h, icon, row, seg, select, status, tools} from "agon/ui.js";
import {t, w} from "agon/words.js";

const strings = value => Array.isArray(value) && value.every(each => typeof each === "string");
const counts = value => Array.isArray(value) && value.every(Number.isInteger);
const EMPTY = {on: {}, caught: [], turn: "w", reserve: [0, 0]};

/** Tells a verdict, and gives the keyboard to the one button that goes on. */
function tell(good, text) {
  sound(good ? "good" : "no");
  say(text);
  panel.querySelector(".go")?.focus({preventScroll: true});
}

/** The address of what is shown takes the place of the one that led here. */
function settle(view, more) {
  history.replaceState(null, "", address(view, more));
  views.current.route = {view, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)]))};
}

/** What both views are to the frame: `kind` of their tasks; `ask()` for the one that is shown; `draw(fresh, acted)`: another
    one, something was played; `told(state, before, message)`: what the room says; `failed(text)`: there is no such task. */
function study({kind, ask, told, draw, failed}) {
  const fits = game => game.task?.kind === kind;
  let state;
  const live = () => room.game && fits(room.game);
  return {
    fits, draw, rejoin: ask, leave: close, idle: () => ["right", "judging"].includes(state) ? "wait" : "taskIdle",
    act: text => send({do: "play", action: text, ply: room.line.actions.length}),
    update(message) {
      const before = message.base === undefined ? undefined : state;
      ({state} = room.game.task);
      draw(before === undefined, Boolean(message.actions));
      if (message.notice) toast(message.notice);
      told(state, before, message);
    },
    refused(message) {
      if (message.gone) ask();
      else if (!live()) failed(message.text);
      else {
        draw(); // a piece that was dropped glides home
        return false;
      }
      return true;
    },
  };
}

// --- lessons ---

const lessonWords = ({key, title, text, goal, praise, nudge}) => w("lessons." + key) ?? [title, text, goal, praise, nudge];

export function learn(route) {
  const rules = route.variant ?? route.record?.variant ?? kept("lesson rules", "classic"), done = () => kept("lessons", [], strings);
  const learnt = key => done().includes(`${rules} ${key}`);
  let number = /^\d+$/.test(route.n) ? Math.max(0, route.n - 1) : done().filter(each => each.startsWith(rules + " ")).length;
  let shownHow = false, fault = "", tried = false;

  const ask = () => open({do: "learn", variant: rules, lesson: number});
  const turnTo = n => go("learn", {variant: rules, n: n + 1});

  function failed(text) {
    if (tried) {
      fault = text;
      return draw();
    }
    tried = true;
    number = 0;
    ask();
  }

  function told(state, before) {
    const {key, praise, nudge} = words();
    if (state === before) return;
    shownHow = false;
    if (state === "done") {
      if (!learnt(key)) keep("lessons", [...done(), `${rules} ${key}`]);
      keep("lesson rules", rules);
      draw();
      tell(true, praise);
    } else if (state === "missed") tell(false, t("notYet", nudge));
    else if (state === "right") say(t("right"));
  }

  function words() {
    const {task} = room.game, [name, text, goal, praise, nudge] = lessonWords(task);
    return {key: task.key, name, text, goal, praise, nudge};
  }

  const pips = ({course, number}) => h("ol", {cls: "pips", "aria-label": t("learn")}, course.map(([key, english], i) => {
    const name = w("lessons." + key)?.[0] ?? english;
    return h("li", {}, h("button", {type: "button", cls: learnt(key) ? "done" : "", title: name, "aria-label": `${t("lessonOf", i + 1, course.length)}: ${name}${learnt(key) ? ", " + t("done") : ""}`,
      "aria-current": i === number && "step", "data-key": "pip" + i, click: () => turnTo(i)}, h("i")));
  }));

  const others = () => room.lobby && row(select("rules", t("rulesOf"), Object.fromEntries(room.lobby.variants.map(({name}) => [name, variantName(name)])), rules, value => go("learn", {variant: value})));

  function draw(fresh) {
    if (fault) return show(title(t("learn")), h("p", {cls: "soft"}, fault), row(button(t("learnNow"), () => go("learn", {variant: "classic", n: 1}), "go", "learn")));
    if (!room.game || room.game.task?.kind !== "lesson") return show(title(t("learn")), status("again", t("wait")));
    const {game, line} = room, {task} = game, state = now(line), {name, text, goal, praise, nudge} = words(), {answer, course} = task;
    const {from, to} = answer ? action(answer) : {}, open = ["open", "right"].includes(task.state), last = task.number + 1 === course.length, good = task.state === "done";
    number = task.number;
    if (fresh) settle("learn", {variant: rules, n: number + 1});
    strips(state, {names: {w: [t("you")]}, on: open ? "w" : undefined});
    fill($("#top"), pips(task));
    showLine(line, {can: room.state === "open" && open ? game.legal : [], lit: shownHow && !from && to ? [to] : task.state === "open" ? task.lit : [], arrows: shownHow && from ? [[from, to, "hint"]] : [], won: good && game.ending?.key === "throne" && game.ending.winner});
    show(h("div", {cls: "hero", "data-key": "hero"}, title(name), open && h("p", {}, text)),
      good ? status("good", praise, "", "good") : !open ? status("again", t("notYet", nudge), "", "gold") : h("p", {cls: "task", "data-key": "task"}, goal),
      task.state === "right" && status("good", t("right"), "", "good"),
      row(good ? last ? button(t("playGame"), () => begin({level: 2, variant: rules}), "go", "play", "on") : button(t("nextLesson"), () => turnTo(number + 1), "go", undefined, "on")
        : open ? button(t("showMe"), showMe, "", "eye") : button(t("again"), () => send({do: "undo"}), "go", "again", "on"),
      !last && !good && button(t("nextLesson"), () => turnTo(number + 1), "plain"), last && good && button(t("puzzles"), () => go("puzzles", {variant: rules}), "plain", "puzzles")),
      h("div", {cls: "small", "data-key": "others"}, others()));
  }

  function showMe() {
    const {answer} = room.game.task;
    if (!answer) return;
    shownHow = true;
    draw();
    board.take(action(answer).from);
    say(moveText(answer));
  }

  ask();
  draw();
  return {...study({kind: "lesson", ask, told, draw, failed}), lobby: draw, keys: {h: showMe}};
}

// --- puzzles ---

let known; // rule set -> [easy, medium, hard], each the numbers of its puzzles

export function puzzles(route) {
  let rules = route.variant ?? kept("puzzle rules", kept("lesson rules", "classic")), level = +(route.level ?? kept("puzzle level", 0)) || 0;
  let number = /^\d+$/.test(route.n) ? route.n - 1 : undefined, helped = 0, aided = false, fault = "", streak = kept("streak", 0, Number.isInteger);
  const solved = () => kept("solved", [], counts);

  /** The numbers of those that fit, easy ones first. */
  function fitting() {
    const from = rules === "any" ? Object.values(known) : known[rules] ? [known[rules]] : [];
    return [1, 2, 3].filter(each => !level || each === level).flatMap(each => from.flatMap(of => of[each - 1]).sort((one, two) => one - two));
  }

  const ask = () => {
    if (!known) return send({do: "puzzles"});
    if (number !== undefined) open({do: "puzzle", number});
  };

  function listed(numbers) {
    known = numbers;
    if (number === undefined) return choose();
    const at = Object.keys(known).find(name => known[name].flat().includes(number));
    if (at && !fitting().includes(number)) {
      rules = at;
      level = 0;
    }
    ask();
    draw();
  }

  /** The next that has not been solved; once all are, the next. */
  function choose(after) {
    const all = fitting(), from = all.indexOf(after) + 1, order = [...all.slice(from), ...all.slice(0, from)];
    number = order.find(each => !solved().includes(each) && each !== after) ?? order[0];
    helped = 0;
    fault = "";
    if (number === undefined) {
      close();
      settle("puzzles", {variant: rules, level});
    } else ask();
    draw();
  }

  function told(state, before, message) {
    const {task, legal} = room.game;
    if (state === "done" && before !== "done") {
      if (!solved().includes(number)) keep("solved", [...solved(), number]);
      count(aided ? 0 : streak + 1);
      tell(true, t("solved"));
    } else if (state === "missed" && before !== "missed") {
      count(0);
      tell(false, t("wrong"));
    } else if (state === "shown" && message.result) tell(true, t("shown"));
    else if (state === "right" && before === "right" && message.actions && legal.length) tell(true, t("rightMore", sideName(other(task.side))));
    else if (state === "judging") say(t("judging"));
  }

  function count(value) {
    keep("streak", streak = value);
    draw();
  }

  function hint() {
    const {answer} = room.game.task;
    if (!answer || helped > 1) return;
    ++helped;
    if (helped > 1) {
      aided = true;
      count(0);
    }
    draw();
    board.take(action(answer).from);
    say(helped === 1 ? `${t("hintPiece")} ${action(answer).from ?? ""}` : moveText(answer));
  }

  function solve() {
    count(0);
    send({do: "solve"});
  }

  function filters() {
    const names = Object.keys(known ?? {}), first = kept("lesson rules", "classic"), of = name => names.includes(name) ? known[name].flat().length : 0;
    const order = [...new Set([first, rules, ...names])].filter(name => name !== "any"), all = known ? fitting() : [];
    const options = Object.fromEntries([...order.map(name => [name, `${variantName(name)} (${of(name)})`]), ["any", `${t("any")} (${names.reduce((sum, name) => sum + of(name), 0)})`]]);
    return h("div", {cls: "filters", "data-key": "filters"}, row(select("rules", t("rulesOf"), options, rules, value => {
      keep("puzzle rules", rules = value);
      choose();
    }), seg("level", t("difficulty"), [t("any"), t("level1"), t("level2"), t("level3")], level, value => {
      keep("puzzle level", level = +value);
      choose();
    })), h("p", {cls: "soft small"}, t("ofPuzzles", all.length, all.filter(each => solved().includes(each)).length)));
  }

  function nothing() {
    board.show({state: EMPTY, can: [], me: "w"});
    strips(EMPTY);
    show(title(t("puzzles")), h("div", {cls: "card", "data-key": "none"}, h("b", {}, fault || t("noPuzzle")), h("p", {cls: "soft"}, t("noPuzzleMore"))), row(button(t("showAll"), () => {
      keep("puzzle rules", rules = "any");
      keep("puzzle level", level = 0);
      choose();
    }, "go")), filters());
  }

  function draw(fresh, acted) {
    if (fault || known && number === undefined) return nothing();
    if (!room.game || room.game.task?.kind !== "puzzle") return show(title(t("puzzles"), "quiet"), status("again", t("wait")), known && filters());
    const {game, line} = room, {task} = game, {side, answer, within} = task, state = now(line), mine = room.state === "open" && game.legal.length > 0, over = Boolean(game.result);
    if (fresh) {
      number = task.number;
      aided = false;
      settle("puzzles", {n: number + 1});
    }
    if (fresh || acted) helped = 0;
    const {from, to} = answer ? action(answer) : {}, told = {
      right: mine ? ["good", t("right"), t("rightMore", sideName(other(side))), "good"] : ["good", t("right"), "", "good"], judging: ["again", t("judging")], done: [crown(), t("solved"), t("solvedMore"), "gold"],
      missed: ["again", t("wrong"), t("wrongMore", within), "gold"], shown: ["eye", t("shown"), over ? t("shownMore") : ""],
    }[task.state];
    const again = button(t("again"), () => send({do: "undo"}), "go", "again", "on"), next = button(t("nextPuzzle"), () => choose(number), "go", "next", "on");
    showLine(line, {me: side, can: mine ? game.legal : [], lit: mine && helped === 1 && from ? [from] : [], arrows: mine && helped > 1 && from ? [[from, to, "hint"]] : [], won: over && game.ending?.key === "throne" && game.ending.winner});
    strips(state, {me: side, names: {[side]: [t("you")]}, on: over || task.state === "missed" ? undefined : game.chooser});
    show(title(t("puzzles"), "quiet"),
      helped && mine ? status("hint", helped === 1 ? t("hintPiece") : `${from ? kindName(state.on[from]) : t("guard")} ${moveText(answer)}`, t("within", within), "good") : told ? status(...told) : status(fig(side === "w" ? "Q" : "q"), t("findWin", sideName(side)), t("within", within)),
      row(task.state === "missed" ? again : task.state === "done" || task.state === "shown" && over ? next : undefined),
      tools(t("puzzles"), tool("hint", t("hint"), hint, {disabled: !mine || !answer || helped > 1}), tool("eye", t("solution"), solve, {disabled: !mine}), flipTool(draw), tool("next", t("nextPuzzle"), () => choose(number))),
      h("p", {cls: "soft small", "data-key": "about"}, [`${t("puzzle")} ${number + 1}`, variantName(game.variant), t("level" + task.difficulty), solved().includes(number) && t("solvedBefore")].filter(Boolean).join(" \u00b7 ")),
      filters(), streak > 0 && h("p", {cls: "row", "data-key": "streak"}, h("span", {cls: "chip gold"}, icon("flame"), t("streak", streak))));
  }

  function failed(text) {
    fault = text;
    draw();
  }

  if (known) queueMicrotask(() => listed(known)); // once the view is the current one
  else ask();
  draw();
  return {...study({kind: "puzzle", ask, told, draw, failed}), listed, keys: {h: hint}};
}
