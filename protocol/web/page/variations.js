// A game with its variations: its nodes, what changes them, and its texts.
import {act, action, parse} from "agon/game.js";

/** The nodes by number, from what a message or a saved page has as `tree`: {node, text, state, comment, up, next: the
    main one first, root at 0}. */
export function readTree(first, words) {
  const root = {node: 0, state: parse(first), next: [], comment: ""};
  const tree = {first, root, nodes: new Map([[0, root]]), version: 0}, aside = [];
  let at = root;
  for (const word of words) {
    if (word === "(") {
      aside.push(at);
      at = at.up;
    } else if (word === ")") at = aside.pop();
    else {
      const [node, text, comment = ""] = word;
      if (node) at = add(tree, node, at, text);
      (node ? at : root).comment = comment;
    }
  }
  return tree;
}

function add({nodes}, node, up, text) {
  const child = {node, text, state: act(up.state, text), comment: "", up, next: []};
  up.next.push(child);
  nodes.set(node, child);
  return child;
}

/** Makes `changes` of a message; what they do not name stays the same object. */
export function changeTree(tree, changes) {
  ++tree.version;
  for (const [what, number, value, text] of changes) {
    const node = tree.nodes.get(number);
    if (what === "add") add(tree, number, tree.nodes.get(value), text);
    else if (what === "comment") node.comment = value;
    else {
      const beside = node.up.next;
      beside.splice(beside.indexOf(node), 1);
      if (what === "promote") beside.unshift(node);
      else for (const gone = [node]; gone.length;) {
        const {node, next} = gone.pop();
        tree.nodes.delete(node);
        gone.push(...next);
      }
    }
  }
}

/** The nodes from the first action to `node`. */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.up; at = at.up) path.push(at);
  return path.reverse();
}

/** The nodes from the first action through `node` to the end of its line. */
export function lineThrough(node) {
  const line = pathTo(node);
  for (let at = node; at.next.length; line.push(at)) at = at.next[0];
  return line;
}

/** A game without variations as the words of a tree. */
export const treeWords = actions => actions.map((text, i) => [i + 1, text]);

/** The words of a tree: nodes, and parentheses around those beside the one before. */
function words({root}) {
  const list = [], todo = [root];
  while (todo.length) {
    const word = todo.pop(); // a word, or a node whose continuation it stands for
    if (typeof word === "string" || word.said) list.push(word.said ?? word);
    else {
      const [main, ...beside] = word.next;
      if (!main) continue;
      todo.push(main);
      for (const each of beside.reverse()) todo.push(")", each, {said: each}, "(");
      todo.push({said: main});
    }
  }
  return list;
}

/** The actions as a link has them, "a1b2 ( a1b1 l11k10 ) l11k10". */
export const treeText = tree => words(tree).map(word => word.text ? action(word.text).text : word).join(" ");

const inBraces = comment => comment && `{${comment.replace(/[{}]/g, brace => brace === "{" ? "(" : ")")}} `;
/** All of it as PGN that the room reads again. */
export function treePgn({variant, first, players = []}, tree) {
  const names = ["White", "Black"].map((side, i) => players[i]?.name && `[${side} "${players[i].name.replace(/["\\]/g, "\\$&")}"]\n`).filter(Boolean).join("");
  const moves = words(tree).map(word => word.text ? `${action(word.text).text} ${inBraces(word.comment)}` : word + " ").join("");
  return `${names}[Variant "${variant}"]\n[SetUp "1"]\n[FEN "${first}"]\n\n${inBraces(tree.root.comment)}${moves}*\n`;
}
