// Looking back at a game: the curve of White's chances, the mistakes, and another try at each of one's own.
import {actList, board, flipTool, focusPanel, go, panel, say, show, showLine, sound, strips, title, tool, views, worded} from "agon/app.js";
import {address, note as mark, openGame, recordOf, route as readAddress} from "agon/address.js";
import {open, room, send, worker} from "agon/connection.js";
import {curve, glyph, kindWord, lossText, mistakeArrows, percent, reasonText, tone} from "agon/curve.js";
import {action, now} from "agon/game.js";
import {moveText} from "agon/parts.js";
import {seats} from "agon/play.js";
import {safeLinks, safeMarks, safeStatus} from "agon/safe.js";
import {button, fig, h, row, status, tools} from "agon/ui.js";
import {t} from "agon/words.js";

export function review(route) {
  let told;           // the room's last message about this game
  let past;           // while one tries again: {game, line, mistake} of the game
  let verdict, shown; // of the try: "done" or "missed"; whether the better action is shown
  let failed = "", noting, asked, wanted = route.record?.ply ?? route.ply;
  const here = openGame(route);

  const fits = game => past ? game.game === past.game.game || game.task?.kind === "mistake" : !game.task && !game.analysis;
  const line = () => room.line;
  /** What it has found; undefined where that is of other actions than there are now. */
  const found = () => told?.chances.length === line()?.actions.length + 1 ? told : undefined;
  const mistakeAt = ply => found()?.mistakes.find(mistake => mistake.ply === ply);

  // --- what the room says ---

  function update() {
    const {game} = room;
    failed = "";
    if (game.task) return judged();
    if (past) { // back from a try
      line().ply = Math.min(past.ply, line().actions.length);
      if (past.game.game !== game.game) told = undefined;
      past = verdict = undefined;
      focusSoon();
    } else if (wanted !== undefined) {
      if (/^\d+$/.test(wanted)) line().ply = Math.min(+wanted, line().actions.length);
      wanted = undefined;
    }
    noting ??= setTimeout(note, 300);
    if (game.review === "none") told = undefined; // any action ends a review
    if (asked !== game.actions && room.state === "open" && line().actions.length) {
      asked = game.actions; // once for these
      if (game.review === "none") send({do: "review"});
    }
    draw();
  }

  function reviewed(message) {
    if (message.game !== (past?.game ?? room.game)?.game) return;
    told = message;
    draw();
  }

  function refused(message) {
    if (room.game && !message.gone) {
      draw(); // a piece that was dropped glides home
      return false;
    }
    if (message.gone) return go("gone", {}, {replace: true}), true;
    failed = worded(message);
    draw();
    return true;
  }

  /** The room has judged a try. */
  function judged() {
    const {state} = room.game.task, before = verdict;
    verdict = state === "done" || state === "missed" ? state : undefined;
    draw();
    if (!verdict || verdict === before) return;
    sound(verdict === "done" ? "good" : "no");
    say(t(verdict === "done" ? "foundIt" : "notBetter"));
    focusPanel();
  }

  // --- where one looks ---

  function look(ply) {
    if (past || !line() || ply < 0 || ply > line().actions.length) return;
    line().ply = ply;
    noting ??= setTimeout(note, 300);
    draw();
  }

  function note() {
    noting = undefined;
    if (past || !room.game || views.current.leave !== leave) return;
    const {game, line} = room, {ply} = line, {side} = views.current.route;
    mark(game.game, address("review", worker ? {side} : {side, game: game.game, ply}, worker ? recordOf(game, {ply, players: true}) : ""));
    views.current.route = readAddress();
  }

  // --- what is shown ---

  const heading = () => title(t("review"), "quiet");
  const who = (side, {names, me, plays}) => plays.length === 1 && side === me ? t("you") : names[side][0];

  function draw() {
    if (past) return drawTry();
    if (failed) return show(title(t("badLink")), h("p", {cls: "soft"}, failed));
    if (!room.game || !fits(room.game)) return show(heading(), here ? status("again", t("wait")) : [h("p", {cls: "soft"}, t("noGameMore")), row(button(t("newGame"), () => go("home", {}), "go", "play"))]);
    const {game} = room, {ply} = line(), seat = seats(game, views.current.route.side), {me, names} = seat, state = now(line()), review = found(), share = review?.chances[ply], mistake = mistakeAt(ply), safe = review?.safe[ply] ?? [], marks = safeMarks(safe, state);
    showLine(line(), {me, ...marks, arrows: mistake ? mistakeArrows(mistake, line().actions[ply]) : marks.arrows, won: ply === line().actions.length && game.ending?.key === "throne" && game.ending.winner});
    strips(state, {me, names, on: ply < line().actions.length ? state.turn : undefined, bar: share === undefined || share === null ? undefined : Math.round(100 * share)});
    if (!line().actions.length) return show(heading(), status("eye", t("none")));
    const {state: course, done = 0, all = 1, mistakes = []} = review ?? {}, running = !review || course === "running";
    show(heading(), curve(review ?? {chances: Array(line().actions.length + 1).fill(null), mistakes: []}, line().states, ply, look),
      course !== "done" && h("div", {cls: "row small", "data-key": "course"}, h("div", {cls: "meter"}, h("i", {style: `width:${100 * done / all}%`})), h("span", {cls: "soft"}, t("looked", done, all)), button(t(running ? "stop" : "lookMore"), () => send({do: running ? "stop review" : "review"}), "plain", undefined, "search")),
      tools(t("review"), tool("undo", t("back"), () => look(ply - 1), {disabled: !ply}), tool("redo", t("ahead"), () => look(ply + 1), {disabled: ply === line().actions.length}), flipTool(draw),
        tool("analyse", t("analyse"), () => go("analyse", {}, {record: recordOf({...game, tree: undefined, analysis: undefined}, {ply}) + "&analysis=1"})), tool("save", t("keepIt"), () => send({do: "page"}), {title: t("savePage"), "aria-label": t("savePage")})),
      safeStatus(safe, state), review && safeLinks(review.safe, line().states, look),
      review && h("p", {cls: "small soft totals", "data-key": "totals"}, ["w", "b"].map((side, i) => h("span", {}, h("b", {}, who(side, seat)), " ", t("totals", ...review.totals[i])))),
      h("ul", {cls: "cards", "data-key": "mistakes", "aria-label": t("mistakes")}, mistakes.map(each => card(each, (mistake ?? mistakeAt(ply - 1))?.ply, seat))), course === "done" && !mistakes.length && h("p", {cls: "empty"}, t("noMistakes")),
      actList(line(), look, i => review && lossText(review, i)));
  }

  function card(mistake, current, seat) {
    const {ply: at, kind, side, better, loss} = mistake, played = line().actions[at], own = seat.plays.includes(side) || !seat.plays.length;
    return h("li", {cls: "card mistake", "data-key": "mistake" + at, "aria-current": at === current && "true"},
      h("div", {cls: "row"}, h("b", {cls: "chip " + tone(kind)}, glyph(kind), " ", kindWord(kind)), h("span", {cls: "soft small"}, `${t("turnN", line().states[at].number)} \u00b7 \u2212${percent(loss)}`), h("span", {cls: "end"}, button(t("show"), () => look(at), "plain", "eye", "show" + at), own && button(t("tryIt"), () => tryIt(mistake), "plain", "again", "try" + at))),
      h("p", {}, t("better", who(side, seat), moveText(played), moveText(better)), " ", reasonText(mistake)));
  }

  // --- another try ---

  /** What the side may expect with the better action: then others that keep it are right, too. */
  function chancesOf({ply, side}) {
    const white = found()?.chances[ply];
    return typeof white === "number" ? side === "w" ? white : 1 - white : undefined;
  }

  function tryIt(mistake) {
    const {game} = room, seat = seats(game, views.current.route.side);
    clearTimeout(noting);
    note();
    const {side, game: name, ply} = views.current.route;
    history.pushState({...history.state, tries: true}, "", address("review", {side, game: name, ply, try: mistake.ply}, location.hash.slice(1)));
    views.current.route = readAddress();
    past = {game, line: line(), mistake, ply: mistake.ply + 1, me: seat.me};
    verdict = shown = undefined;
    open({do: "task", variant: game.variant, setup: game.setup, position: game.first ?? "", moves: past.line.actions.slice(0, mistake.ply).map(({text}) => text).join(" "), accept: [mistake.better], chances: chancesOf(mistake)});
    past.line.ply = mistake.ply;
    drawTry();
    focusSoon();
  }

  /** A try has an address of its own, so Back ends it. */
  const leaveTry = () => history.state?.tries ? history.back() : endTry();
  function endTry() {
    open({do: "watch", game: past.game.game});
    drawTry();
  }

  function still(to) {
    if (to.view !== "review" || (to.game ?? history.state?.game) !== (past?.game ?? room.game)?.game || views.current.route.side !== to.side) return false;
    if (past && to.try === undefined) endTry();
    else if (!past && to.try !== undefined) return false;
    return true;
  }
  const focusSoon = () => queueMicrotask(() => panel.querySelector("h1")?.focus({preventScroll: true}));

  function drawTry() {
    const {mistake, me} = past, at = room.game?.task && line(), last = at ?? past.line, state = now(last), open = at && !verdict, better = action(mistake.better), {ply} = last;
    showLine(last, {me, can: open && room.state === "open" ? room.game.legal ?? [] : [], arrows: shown && ply === mistake.ply && better.from ? [[better.from, better.to, "engine"]] : []});
    strips(state, {me, on: open && mistake.side});
    show(title(t("tryIt")), verdict === "done" ? status("good", t("foundIt"), t("foundItMore"), "good") : room.game?.task?.state === "judging" ? status("again", t("judging")) : verdict ? status("again", t("notBetter"), t("notBetterMore"), "gold")
      : status(fig(mistake.side === "w" ? "G" : "g"), t("findBetter"), [t("findBetterMore", moveText(past.line.actions[mistake.ply])), reasonText(mistake)].filter(Boolean).join(" ")),
    row(verdict === "missed" && button(t("again"), () => {
      verdict = undefined;
      send({do: "undo"});
    }, "go", "again", "on"), !verdict && at && button(t("showMe"), () => {
      shown = true;
      board.take(better.from);
      say(moveText(mistake.better));
      drawTry();
    }, "", "eye", "show"), button(t("backTo"), leaveTry, verdict === "done" ? "go" : "", undefined, "back")));
  }

  function leave() {
    clearTimeout(noting);
    if (past && room.game?.task) open({do: "watch", game: past.game.game});
  }

  const step = by => () => line() && look(line().ply + by);
  queueMicrotask(() => {
    if (views.current.leave !== leave) return;
    if (room.game && fits(room.game)) update();
    else draw();
  });
  return {fits, update, reviewed, refused, draw, leave, keys: {",": step(-1), ".": step(1)},
    act: text => past && send({do: "play", action: text, ply: line().actions.length}),
    lobby: () => {}, rejoin: () => (room.game ?? past) && open({do: "watch", game: (past?.game ?? room.game).game}), still};
}
