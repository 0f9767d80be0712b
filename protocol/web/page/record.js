// A game as a page of its own: the viewer, with variations and comments, and with what a review has found. It needs no
// other file and no server.
import {curve, glyph, kindWord, lossText, mistakeArrows, percent, reasonText, tone} from "agon/curve.js";
import {moveText, personName, sideName, variantName} from "agon/parts.js";
import {treeList} from "agon/tree.js";
import {$, button, fill, h, row, select} from "agon/ui.js";
import {lineThrough, pathTo, readTree, treeWords} from "agon/variations.js";
import {makeViewer} from "agon/viewer.js";
import {tables} from "agon/viewer.words.js";
import {setLanguage, t, w} from "agon/words.js";

const games = JSON.parse($("#data").textContent);
let game, tree, path = [], main = [], mainPly = new Map();

/** A person without a name is called by the side. */
const seatName = (i, {names} = game) => /^(person(-[12])?)?$/.test(names?.[i] ?? "") ? sideName("wb"[i]) : personName(names[i]);
const ended = ({key, text, winner} = {}) => key && key !== "other" && Object.hasOwn(w("endings") ?? {}, key) ? t("endings." + key, winner ? sideName(winner) : "") : text ?? "";
/** Where the line that is shown leaves the main one. */
const common = () => path.findIndex((at, i) => at !== main[i]);
const onMain = ply => common() < 0 || ply <= common();
const nodeAt = ply => path[ply - 1] ?? tree.root;
const mistakeAt = ply => onMain(ply) ? game.review?.mistakes.find(mistake => mistake.ply === ply) : undefined;

const viewer = makeViewer({
  arrows(ply) {
    const mistake = mistakeAt(ply);
    return mistake && main[ply] ? mistakeArrows(mistake, main[ply].text) : [];
  },
  safe: ply => game.safe[nodeAt(ply).node] ?? [],
  more: ply => nodeAt(ply).comment && h("p", {cls: "note", "data-key": "note"}, nodeAt(ply).comment),
  curve: ({ply}) => game.review && curve(game.review, [tree.root, ...main].map(({state}) => state), onMain(ply) ? ply : common(), look),
  list: ({ply}) => treeList(tree, nodeAt(ply).node, visit, {more: child => game.review && mainPly.has(child) ? lossText(game.review, mainPly.get(child)) : undefined}),
});

/** Shows a node; its line goes on along the first actions. */
function visit(to) {
  const before = path;
  path = lineThrough(to);
  if (path.length !== before.length || path.some((at, i) => at !== before[i])) viewer.open(asGame(), pathTo(to).length);
  else viewer.show(pathTo(to).length);
}
const look = ply => visit(ply ? main[Math.min(ply, main.length) - 1] : tree.root);
const asGame = () => ({...game, names: [seatName(0), seatName(1)], actions: path.map(({text}) => [text]), reason: ended(game.ending ?? undefined)});

function open(number) {
  game = games[number];
  tree = readTree(game.first, game.tree ?? treeWords(game.actions));
  main = lineThrough(tree.root);
  mainPly = new Map(main.map((at, i) => [at, i]));
  path = main;
  viewer.open(asGame(), 0);
  frame(number);
}

function frame(number) {
  document.title = $("#title").textContent = `${seatName(0)} \u2013 ${seatName(1)}`;
  $("#rules").textContent = [variantName(game.variant), game.result].filter(Boolean).join(", ").replaceAll("1/2", "\u00bd");
  fill($("#choice"), games.length > 1 && select("game", "", Object.fromEntries(games.map((each, i) => [i, `${i + 1}. ${seatName(0, each)} \u2013 ${seatName(1, each)}`])), number, value => open(+value)));
  const {mistakes = []} = game.review ?? {};
  fill($("#found"), game.review && [h("h2", {}, t("mistakes")), mistakes.length ? h("ol", {cls: "cards"}, mistakes.map(card)) : h("p", {cls: "soft"}, t("noMistakes"))]);
}

function card(mistake) {
  const {ply, kind, side, better, line, loss} = mistake;
  return h("li", {cls: "card"}, h("p", {}, h("b", {cls: "chip " + tone(kind)}, glyph(kind), " ", kindWord(kind)), h("span", {cls: "soft small"}, ` ${t("turnN", main[ply].up.state.number)} \u00b7 \u2212${percent(loss)}`)),
    h("p", {}, t("better", seatName("wb".indexOf(side)), moveText(main[ply].text), moveText(better)), " ", reasonText(mistake)),
    line.length > 1 && h("p", {cls: "small soft"}, line.map(moveText).join(" ")),
    row(button(t("show"), () => {
      look(ply);
      $("#game").scrollIntoView({block: "nearest"});
    }, "", "eye", "show" + ply)));
}

await setLanguage(navigator.language.slice(0, 2), tables);
document.body.classList.add("doc");
$("#game").append(viewer.element);
open(0);
