// Lessons and puzzles.
import {START, act, legal, other, parse, result, sideOf} from "agon/game.js";
import {$, button, crown, fig, fill, h, icon, row, seg, select, status, tools} from "agon/ui.js";
import {t, w} from "agon/words.js";
import {sound} from "agon/sound.js";
import {LESSONS, PUZZLES, lay} from "agon/data.js";
import {add, begin, board, flipTool, go, keep, kept, line, now, panel, say, show, showLine, sideName, strips, title, tool} from "agon/app.js";

/** Tells a verdict, and gives the keyboard to the one button that goes on. */
function tell(good, text) {
  sound(good ? "good" : "no");
  say(text);
  panel.querySelector(".go")?.focus({preventScroll: true});
}

// --- lessons ---

export function learn(route) {
  const words = w("lessons");
  let number, shown, verdict, shownHow;

  function open(next) {
    number = next;
    shown = line(LESSONS[number].state ?? parse(START));
    verdict = shownHow = undefined;
    history.replaceState(null, "", `?view=learn&n=${number + 1}`);
    draw();
  }

  function draw() {
    const [name, text, task, praise, nudge] = words[number], {lit = []} = LESSONS[number], done = kept("lessons", []), over = number + 1 === words.length;
    showLine(shown, {can: verdict ? [] : legal(now(shown)), lit: shown.ply ? [] : lit, arrows: shownHow && !shown.ply ? [[...shownHow, "hint"]] : []});
    strips(now(shown), {names: {w: [t("you")]}, on: verdict ? undefined : "w"});
    fill($("#top"), h("ol", {cls: "pips", "aria-label": t("learn")}, words.map(([name], i) => h("li", {}, h("button", {type: "button", cls: done.includes(i) ? "done" : "", title: name, "aria-label": `${t("lessonOf", i + 1, words.length)}: ${name}${done.includes(i) ? ", " + t("done") : ""}`, "aria-current": i === number && "step", "data-key": "pip" + i, click: () => go("learn", {n: i + 1})}, h("i"))))));
    show(h("div", {cls: "hero"}, title(name), !verdict && h("p", {}, text)),
      verdict ? verdict === "good" ? status("good", praise, "", "good") : status("again", t("notYet", nudge), "", "gold") : h("p", {cls: "task"}, task),
      row(verdict === "good" ? over ? button(t("playGame"), () => begin({level: 2}), "go", "play", "on") : button(t("nextLesson"), () => go("learn", {n: number + 2}), "go", undefined, "on")
        : verdict ? button(t("again"), () => open(number), "go", "again", "on") : button(t("showMe"), showMe, "", "eye"),
      !over && verdict !== "good" && button(t("nextLesson"), () => go("learn", {n: number + 2}), "plain")));
  }

  function showMe() {
    const state = now(shown);
    shownHow = legal(state).find(move => LESSONS[number].ok(state, move));
    board.take(shownHow[0]);
    draw();
  }

  open(Math.min(words.length, Math.max(1, Number(route.n) || kept("lessons", []).length % words.length + 1)) - 1);
  return {act(move) {
    const good = LESSONS[number].ok(now(shown), move);
    add(shown, move);
    verdict = good ? "good" : "wrong";
    if (good) keep("lessons", [...new Set([...kept("lessons", []), number])]);
    draw();
    tell(good, good ? words[number][3] : t("notYet", words[number][4]));
  }};
}

// --- puzzles ---

export function puzzles(route) {
  let rules = kept("puzzle rules", "classic"), level = 0, number, shown, verdict, streak = kept("streak", 0), helped = 0, timer;
  const fits = () => PUZZLES.filter(puzzle => (rules === "any" || puzzle.rules === rules) && (!level || puzzle.level === level));

  function open(next) {
    clearTimeout(timer);
    number = next;
    verdict = undefined;
    helped = 0;
    const puzzle = fits()[number % fits().length];
    shown = puzzle && {...line(puzzle.first), puzzle};
    draw();
  }

  function draw() {
    const filters = row(select("rules", t("rulesOf"), {classic: "classic", ham: "ham", german: "german", csiro: "csiro", any: t("any")}, rules, value => {
      keep("puzzle rules", rules = value);
      open(0);
    }), seg("level", t("difficulty"), [t("any"), t("level1"), t("level2"), t("level3")], level, value => {
      level = +value;
      open(0);
    }));
    if (!shown) {
      board.show({state: {on: {}, caught: [], turn: "w"}, can: [], me: "w"});
      strips(parse(START));
      return show(title(t("puzzles")), filters, h("div", {cls: "card"}, h("b", {}, t("noPuzzle")), h("p", {cls: "soft"}, t("noPuzzleMore"))), row(button(t("showAll"), () => {
        rules = "any";
        level = 0;
        open(0);
      }, "go")));
    }
    const state = now(shown), {puzzle} = shown, side = puzzle.first.turn, open_ = !verdict || verdict === "right", mine = open_ && state.turn === side, step = puzzle.line[shown.ply], mate = Math.ceil(puzzle.line.length / 2);
    showLine(shown, {me: side, can: mine ? legal(state) : [], lit: mine && helped === 1 ? [step[0]] : [], arrows: mine && helped > 1 ? [[...step, "hint"]] : []});
    strips(state, {me: side, names: {[side]: [t("you")]}, on: mine ? side : verdict ? undefined : state.turn});
    const tells = {right: ["good", t("right"), t("rightMore", sideName(other(side))), "good"], solved: [crown(), t("solved"), t("solvedMore"), "gold"], wrong: ["again", t("wrong"), t("wrongMore"), "gold"], shown: ["eye", t("shown"), t("shownMore"), ""]}[verdict];
    show(title(t("puzzles"), "quiet"),
      tells ? status(...tells) : helped === 1 ? status("hint", t("hintPiece"), t("within", mate), "good") : status(fig(side === "w" ? "Q" : "q"), t("findWin", sideName(side)), t("within", mate)),
      row(verdict === "wrong" ? button(t("again"), back, "go", "again", "on") : verdict === "solved" || verdict === "shown" ? button(t("nextPuzzle"), () => open(number + 1), "go", "next", "on") : undefined),
      tools(t("puzzles"), tool("hint", t("hint"), () => {
        streak = helped ? 0 : streak;
        ++helped;
        draw();
        say(t("hintPiece") + " " + step[0]);
      }, {disabled: !mine || helped > 1}), tool("eye", t("solution"), solve, {disabled: !open_}), flipTool(draw), tool("next", t("nextPuzzle"), () => open(number + 1))), filters, streak > 0 && h("p", {cls: "row"}, h("span", {cls: "chip gold"}, icon("flame"), t("streak", streak))));
  }

  function back() {
    shown.ply = shown.states.length - 2;
    verdict = shown.ply ? "right" : undefined;
    draw();
  }

  /** Plays on what the book says, for both sides or until it is your turn again. */
  function playOut(all, then) {
    timer = setTimeout(() => {
      add(shown, shown.puzzle.line[shown.ply]);
      draw();
      if (shown.ply < shown.puzzle.line.length && (all || now(shown).turn !== shown.puzzle.first.turn)) playOut(all, then);
      else then();
    }, 700);
  }

  function solve() {
    streak = 0;
    keep("streak", 0);
    verdict = "shown";
    playOut(true, () => tell(true, t("shown")));
    draw();
  }

  open(0);
  return {leave: () => clearTimeout(timer), act(move) {
    const {puzzle} = shown, wanted = String(puzzle.line[shown.ply]), state = now(shown);
    const right = String(move) === wanted || result(act(state, move))?.winner === state.turn;
    add(shown, move);
    helped = 0;
    if (!right) {
      verdict = "wrong";
      keep("streak", streak = 0);
      draw();
      return tell(false, t("wrong"));
    }
    if (result(now(shown))) {
      verdict = "solved";
      keep("streak", ++streak);
      draw();
      return tell(true, t("solved"));
    }
    verdict = "right";
    draw();
    playOut(false, () => tell(true, t("rightMore", sideName(now(shown).turn === "w" ? "b" : "w"))));
  }};
}
