// The list that shows a game with its variations.
import {actButton} from "agon/parts.js";
import {h} from "agon/ui.js";
import {language, t} from "agon/words.js";

const lists = new WeakMap();

/** The tree as actions that can be clicked. Of a tree that has changed only what has changed is made: a long one costs
    little more than a short one. `more(node)`: what stands behind an action. */
export function treeList(tree, node, pick, {more = () => undefined, key = ""} = {}) {
  let known = lists.get(tree);
  if (known?.key !== language + key) lists.set(tree, known = {key: language + key, shown: new Map(), list: h("div", {cls: "tree", role: "group", tabindex: 0, "aria-label": t("tree"), "data-key": "tree"})});
  const {list, shown} = known;
  list.own = true;
  known.pick = pick;
  if (known.version !== tree.version) arrangeTree(tree, known, more);
  known.version = tree.version;
  const old = known.current, fresh = shown.get(node)?.button;
  if (fresh === old) return list;
  old?.removeAttribute("aria-current");
  fresh?.setAttribute("aria-current", "step");
  known.current = fresh;
  requestAnimationFrame(() => {
    if (fresh?.isConnected) list.scrollTop = Math.min(Math.max(list.scrollTop, fresh.offsetTop - list.offsetTop + fresh.offsetHeight - list.clientHeight), fresh.offsetTop - list.offsetTop);
  });
  return list;
}

const blank = () => document.createTextNode(" ");

/** The elements of a node: {item, button, note, aside: of a variation that begins with it}. A number stands before each
    action of White; that before one of Black is seen where White's is not just before it (agon.css). */
function makeShown({up, text, node}, pick, more) {
  const white = up.state.turn === "w", button = actButton(up.state, text, pick, false, "node" + node, more);
  return {button, item: [h("span", {cls: "ply"}, h("span", {cls: white ? "soft small" : "soft small again"}, `${up.state.number}${white ? "." : "\u2026"} `), button), blank()]};
}

function arrangeTree({root, nodes}, known, more) {
  const {list, shown} = known;
  for (const node of shown.keys()) if (!nodes.has(node)) shown.delete(node);
  const elements = node => {
    let made = shown.get(node.node);
    if (!made) shown.set(node.node, made = node.up ? makeShown(node, () => known.pick(node), more(node)) : {item: []});
    if (!node.comment) made.note = undefined;
    else if (made.note?.[0].textContent !== node.comment) made.note = [h("span", {cls: "note"}, node.comment), blank()];
    return [...made.item, ...made.note ?? []];
  };
  const boxes = [[list, [...elements(root), ...root.next.length ? [] : [known.empty ??= h("p", {cls: "empty"}, t("treeEmpty"))]], root]];
  for (const [box, inside, begin] of boxes) {
    for (let at = begin; at.next.length; at = at.next[0]) {
      inside.push(...elements(at.next[0]));
      for (const beside of at.next.slice(1)) {
        const own = elements(beside), made = shown.get(beside.node);
        inside.push(made.aside ??= h("ul", {}, h("li")));
        boxes.push([made.aside.firstChild, own, beside]);
      }
    }
    arrange(box, inside);
  }
}

/** Makes the children of `box` those, and touches none that is in its place. */
function arrange(box, children) {
  const wanted = new Set(children);
  let place = box.firstChild;
  for (const child of children) {
    while (place && !wanted.has(place)) {
      const gone = place;
      place = place.nextSibling;
      gone.remove();
    }
    if (child === place) place = place.nextSibling;
    else box.insertBefore(child, place);
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}
