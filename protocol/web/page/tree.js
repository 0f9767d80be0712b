// A game with its variations: its nodes, its texts, and the list that shows it.
import {act, action, format, parse} from "agon/game.js";
import {actButton} from "agon/parts.js";
import {h} from "agon/ui.js";
import {language, t} from "agon/words.js";

/** The nodes by number, from what a message or a saved page has as `tree`: {node, text, state, comment, up, next: the
    main one first, number: of the turn, root at 0}. Positions of `known`, the tree before, stay the same objects. */
export function readTree(first, words, known) {
  const root = {node: 0, state: parse(first), next: [], comment: "", number: Number(first.split(" ")[5]) || 1}, nodes = new Map([[0, root]]), aside = [];
  const old = known?.first === first ? known.nodes : new Map();
  root.state = old.get(0)?.state ?? root.state;
  let at = root;
  for (const word of words) {
    if (word === "(") {
      aside.push(at);
      at = at.up;
    } else if (word === ")") at = aside.pop();
    else {
      const [node, text, comment = ""] = word, same = old.get(node);
      if (!node) {
        root.comment = comment;
        continue;
      }
      const state = same?.text === text && same.up.state === at.state ? same.state : act(at.state, text);
      const child = {node, text, state, comment, up: at, next: [], number: at.number + (at.state.turn === "b" && state.turn === "w" ? 1 : 0)};
      at.next.push(child);
      nodes.set(node, child);
      at = child;
    }
  }
  return {first, words, nodes, root};
}

/** A game without variations as the words of a tree. */
export const treeWords = actions => actions.map((text, i) => [i + 1, text]);

/** The nodes from the first action to `node`. */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.up; at = at.up) path.unshift(at);
  return path;
}

/** The actions as a link has them, "a1b2 ( a1b1 l11k10 ) l11k10". */
export const treeText = words => words.filter(word => typeof word === "string" || word[0]).map(word => typeof word === "string" ? word : action(word[1]).text).join(" ");

const inBraces = comment => comment && `{${comment.replace(/[{}]/g, brace => brace === "{" ? "(" : ")")}} `;
/** All of it as PGN that the room reads again. */
export function treePgn({variant, first}, words) {
  const moves = words.map(word => typeof word === "string" ? word + " " : (word[0] ? action(word[1]).text + " " : "") + inBraces(word[2] ?? "")).join("");
  return `[Variant "${variant}"]\n[SetUp "1"]\n[FEN "${first}"]\n\n${moves}*\n`;
}

const lists = new WeakMap();

/** The tree as actions that can be clicked. It is made anew only when the tree has changed: an engine reports often.
    `more(node)`: what stands behind an action; `after(node)`: elements below it. */
export function treeList(tree, node, pick, {more = () => undefined, after = () => undefined, key = ""} = {}) {
  let known = lists.get(tree);
  if (known?.key !== language + key) lists.set(tree, known = {key: language + key, list: makeList(tree, child => known.pick(child), more, after)});
  known.pick = pick;
  const {list} = known, current = list.querySelector(`[data-key=node${node}]`), old = list.querySelector("[aria-current]");
  if (current === old) return list;
  old?.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "step");
  requestAnimationFrame(() => {
    if (current?.isConnected) list.scrollTop = Math.min(Math.max(list.scrollTop, current.offsetTop - list.offsetTop + current.offsetHeight - list.clientHeight), current.offsetTop - list.offsetTop);
  });
  return list;
}

function makeList({words, nodes, root}, pick, more, after) {
  const list = h("div", {cls: "tree", role: "group", tabindex: 0, "aria-label": t("tree"), "data-key": "tree"}), boxes = [list];
  list.own = true;
  const note = comment => comment && boxes.at(-1).append(h("span", {cls: "note"}, comment), " ");
  let broken = true; // a number stands before Black's action where White's is not just before it
  note(root.comment);
  for (const word of words) {
    if (word === "(") {
      const item = h("li");
      boxes.at(-1).append(h("ul", {}, item));
      boxes.push(item);
      broken = true;
    } else if (word === ")") {
      boxes.pop();
      broken = true;
    } else if (word[0]) {
      const child = nodes.get(word[0]), {up, text, comment} = child, white = up.state.turn === "w";
      boxes.at(-1).append(h("span", {}, (white || broken) && h("span", {cls: "soft small"}, `${up.number}${white ? "." : "\u2026"} `), actButton(up.state, text, () => pick(child), false, "node" + child.node, more(child))), " ");
      broken = Boolean(comment);
      note(comment);
      boxes.at(-1).append(...[after(child)].flat().filter(Boolean));
    }
  }
  if (!words.some(word => word[0] && word !== "(")) list.append(h("p", {cls: "empty"}, t("treeEmpty")));
  return list;
}

/** The text of a position with the number of its turn. */
export const positionOf = ({state, number}) => format(state).replace(/\d+$/, number);
