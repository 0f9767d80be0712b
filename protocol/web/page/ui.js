// Elements, icons, figurines: what every view is made of.
import {AROUND, CELLS, SIZE, THRONE, progress, ring, sideOf, spot} from "agon/game.js";

const SVG = new Set(["svg", "path", "g", "use", "polygon", "circle", "text", "line", "polyline", "rect", "pattern", "defs"]);

const dispatch = event => event.currentTarget.on[event.type]?.(event);

/** An element; functions among the attributes are listeners, `cls` is its class. */
export function h(name, attributes = {}, ...children) {
  const element = SVG.has(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  element.on = {};
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") listen(element, key, value);
    else if (value !== undefined && value !== false && value !== null) element.setAttribute(key === "cls" ? "class" : key, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter(shown));
  return element;
}

const shown = child => child !== undefined && child !== false && child !== null && child !== "";
function listen(element, type, use) {
  if (!element.on[type]) element.addEventListener(type, dispatch);
  element.on[type] = use;
}

/** Makes the children of `box` those. What is there already stays the same element, so that nothing changes under a
    finger and the keyboard stays where it is: elements with a data-key are known by it, others by their order. An
    element with `own` is never made into another one. */
export function fill(box, ...children) {
  const focus = box.contains(document.activeElement) && document.activeElement.dataset.key;
  const next = children.flat(9).filter(shown).map(child => child instanceof Node ? child : document.createTextNode(child));
  const key = node => node.dataset?.key, wanted = new Set(next.map(key).filter(Boolean)), keyed = new Map();
  for (const child of box.childNodes) if (key(child)) keyed.set(key(child), child);
  let place = box.firstChild;
  const drop = () => {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  };
  for (const child of next) {
    while (place && key(place) && !wanted.has(key(place))) drop();
    const known = key(child) ? keyed.get(key(child)) : place;
    let between = known && place;
    while (between && between !== known && !(key(between) && wanted.has(key(between)))) between = between.nextSibling;
    if (known && between === known) while (place !== known) drop();
    if (known && alike(known, child)) {
      if (known === place) place = place.nextSibling;
      else box.insertBefore(known, place);
      if (known !== child) become(known, child);
    } else box.insertBefore(child, place);
  }
  while (place) drop();
  if (focus && !box.contains(document.activeElement)) box.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({preventScroll: true});
}

const alike = (one, two) => one === two || !one.own && !two.own && one.nodeName === two.nodeName && one.dataset?.key === two.dataset?.key;

function become(old, next) {
  if (old.nodeType === 3) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const {name} of [...old.attributes]) if (!next.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  for (const {name, value} of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  // What somebody has typed is not in the attribute; where they still type it stays.
  const value = old.nodeName === "INPUT" && next.getAttribute("value");
  if (typeof value === "string" && old.value !== value && old !== document.activeElement) old.value = value;
  if ("checked" in next && old.checked !== next.checked) old.checked = next.checked;
  for (const type in old.on) if (!next.on?.[type]) delete old.on[type];
  for (const type in next.on) listen(old, type, next.on[type]);
  fill(old, ...next.childNodes);
  if (old.nodeName === "SELECT" && old.value !== next.value) old.value = next.value;
}

export const $ = selector => document.querySelector(selector);
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const ICONS = {
  begin: "M6 5v14M19 5 9 12l10 7Z", prev: "M15 5l-7 7 7 7", run: "M8 5l11 7-11 7Z", finish: "M18 5v14M5 5l10 7-10 7Z",
  play: "M12 3.5 19.4 7.75v8.5L12 20.5 4.6 16.25v-8.5ZM10 9v6l5-3Z", learn: "M12 6c-2-1.6-5-2-8-2v14c3 0 6 .4 8 2 2-1.6 5-2 8-2V4c-3 0-6 .4-8 2Zm0 0v14",
  puzzles: "M5 8h4a2.3 2.3 0 1 1 4 0h4v4a2.3 2.3 0 1 1 0 4v4H5Z", analyse: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 21 21M8 11l2-2.5 2 2.5 1.5-2",
  undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4", redo: "M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h4", hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z",
  flip: "M7 4v14M7 4 4 7m3-3 3 3M17 20V6m0 14 3-3m-3 3-3-3", sound: "M4 10v4h3l5 4V6L7 10ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11", mute: "M4 10v4h3l5 4V6L7 10ZM16 10l5 5M21 10l-5 5",
  menu: "M4 12h2M11 12h2M18 12h2", gear: "M4 7h9m4 0h3M4 17h3m4 0h9M15 4.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4ZM9 14.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z",
  close: "M6 6l12 12M18 6 6 18", next: "M9 5l7 7-7 7", good: "M4 12.5 9.5 18 20 6.5", again: "M4 12a8 8 0 1 0 3-6.2M4 4v4.5h4.5", warn: "M12 4 21 20H3ZM12 10v4M12 17h.01",
  flag: "M6 21V4h11l-2 4 2 4H6", link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1", save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  flame: "M12 21a6 6 0 0 1-6-6c0-4 4-6 4-11 4 2 8 6 8 11a6 6 0 0 1-6 6Z", eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  pen: "M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3", add: "M12 5v14M5 12h14", note: "M4 5h16v11H11l-5 4v-4H4Z", up: "M12 20V5M6 11l6-6 6 6", text: "M5 6h14M12 6v13", caught: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM8.5 12h7",
  pause: "M8 5v14M16 5v14", picture: "M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15.5 8.5h.01", file: "M6 3h8l4 4v14H6ZM14 3v4h4M9 13h6M9 17h6",
  wipe: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
};

export const icon = name => h("svg", {cls: "icon", viewBox: "0 0 24 24", "aria-hidden": "true"}, h("path", {d: ICONS[name]}));
export const fig = piece => h("svg", {cls: "fig", viewBox: "-18 -18 36 36", "aria-hidden": "true"}, h("use", {href: `#p-${piece}`, x: -18, y: -18, width: 36, height: 36}));
export const crown = () => h("svg", {cls: "crownpic", viewBox: "-10 -9 20 16", "aria-hidden": "true"}, h("use", {href: "#crown"}));

export const button = (text, click, cls = "", symbol, key = text) =>
  h("button", {type: "button", cls: `btn ${cls}`, click, "data-key": key}, symbol && icon(symbol), text);

/** A message that stands on its own: an icon or a figurine, one line, and one more. */
export const status = (symbol, title, text = "", tone = "") =>
  h("div", {cls: `status ${tone}`, "data-key": "status"}, typeof symbol === "string" ? icon(symbol) : symbol, h("b", {}, title), text && h("p", {}, text));

export const hexagon = (x, y, size, turn = 0) => [0, 1, 2, 3, 4, 5].map(i => {
  const angle = (i + turn) * Math.PI / 3;
  return `${(x + size * Math.cos(angle)).toFixed(1)},${(y + size * Math.sin(angle)).toFixed(1)}`;
}).join(" ");

/** A small picture of a position. */
export const mini = ({on}) => h("svg", {cls: "mini", viewBox: "-174 -196 348 392", "aria-hidden": "true"},
  h("polygon", {points: hexagon(0, 0, 194, .5)}), h("polygon", {cls: "t", points: hexagon(0, 0, 20)}),
  Object.entries(on).map(([cell, piece]) => {
    const [x, y] = spot(cell);
    return h("circle", {cx: x, cy: y, r: /q/i.test(piece) ? 21 : 15, cls: sideOf(piece)});
  }));

/** A position as a diagram: the pieces of the board itself. */
export const diagram = ({on, caught = []}, label) => h("svg", {cls: "diagram", viewBox: "-174 -196 348 392", role: label ? "img" : undefined, "aria-label": label, "aria-hidden": label ? undefined : "true"},
  CELLS.map(cell => h("polygon", {cls: "cell", style: `--c:var(--r${ring(cell)})`, points: hexagon(...spot(cell), SIZE * .86)})), h("use", {href: "#crown", cls: "throne"}),
  Object.entries(on).map(([cell, piece]) => {
    const [x, y] = spot(cell);
    return h("g", {cls: caught.includes(cell) ? "caught" : "", transform: `translate(${x} ${y})`}, h("circle", {cls: "ring", r: 17.4}), h("use", {href: `#p-${piece}`, x: -18, y: -18, width: 36, height: 36}));
  }));

/** How near a side is to winning: the throne and the six cells around it, as a flower. */
export function flower(state, side, name, turned) {
  const {guards, seated} = progress(state, side);
  return h("svg", {cls: "flower", viewBox: "-12 -12 24 24", role: "img", "aria-label": name(guards, seated)},
    AROUND.concat(THRONE).map(cell => {
      const [x, y] = spot(cell, turned), full = cell === THRONE ? seated : state.on[cell] === (side === "w" ? "G" : "g");
      return h("path", {d: `M${hexagon(x * .205, y * .205, 3.4).replaceAll(" ", "L")}Z`, cls: (full ? "full " : "") + (cell === THRONE ? "seat" : "")});
    }));
}

export const row = (...children) => h("div", {cls: "row"}, children);
export const tools = (name, ...children) => h("div", {cls: "tools", role: "toolbar", "aria-label": name, "data-key": "tools"}, children);

/** One of a few: radio buttons side by side. `options` is {value: text}. */
export const seg = (name, label, options, chosen, change) => h("div", {cls: "seg", role: "radiogroup", "aria-label": label}, Object.entries(options).map(([value, text]) =>
  h("label", {}, h("input", {type: "radio", name, value, checked: value === String(chosen), "data-key": name + value, change: () => change(value)}), h("span", {}, text))));

/** One of many: a list that opens. */
export const select = (name, label, options, chosen, change) => h("label", {cls: "small soft"}, label, " ", h("select", {"data-key": name, change: event => change(event.target.value)},
  Object.entries(options).map(([value, text]) => h("option", {value, selected: value === String(chosen)}, text))));
