// Looking back at a game, and the analysis board.
import {START, CELLS, act, format, legal, other, parse, result, sideOf} from "agon/game.js";
import {button, fig, h, icon, row, seg, select, status, tools} from "agon/ui.js";
import {t, w} from "agon/words.js";
import {sound} from "agon/sound.js";
import {CHANCES, GAME, MISTAKES, lines} from "agon/data.js";
import {actButton, actList, add, board, current, flipTool, go, line, now, panel, say, show, showLine, sideName, strips, title, toast, tool} from "agon/app.js";

const written = ([from, to]) => `${from}\u2013${to}`;

// --- review ---

export function review(route) {
  const shown = line(parse(START), GAME), me = "w";
  let searched = 46, timer, attempt, found;
  shown.ply = Number(route.ply) || 41;

  function curve() {
    const count = CHANCES.length - 1, x = i => i / count * 300, y = share => 100 - share, known = CHANCES.slice(0, searched + 1), edge = known.map((share, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(share)}`).join("");
    const mark = h("line", {cls: "now", x1: x(shown.ply), x2: x(shown.ply), y1: 0, y2: 100}), to = event => {
      const box = event.currentTarget.getBoundingClientRect();
      look(Math.round((event.clientX - box.left) / box.width * count));
    };
    return h("div", {cls: "curve"}, h("svg", {viewBox: "0 0 300 100", preserveAspectRatio: "none", role: "img", "aria-label": t("chances"), click: to},
      h("defs", {}, h("pattern", {id: "hatch", width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"}, h("rect", {width: 7, height: 7, fill: "var(--sunk)"}), h("rect", {width: 2.5, height: 7, fill: "var(--line)"}))),
      h("rect", {cls: "ground", width: x(searched), height: 100}), h("path", {cls: "area", d: `M0 100${edge.replace("M", "L")}L${x(searched)} 100Z`}), h("path", {cls: "edge", d: edge}),
      h("rect", {fill: "url(#hatch)", x: x(searched), width: 300 - x(searched), height: 100}), h("line", {cls: "even", x1: 0, x2: 300, y1: 50, y2: 50}), mark),
    MISTAKES.filter(({ply}) => ply < searched).map(({ply, kind}) => h("button", {type: "button", cls: ["", "gold", "coral"][kind], "data-key": "mark" + ply, "aria-label": `${w("kinds")[kind]}, ${ply + 1}`, style: `left:clamp(.75rem,${x(ply + 1) / 3}%,100% - .75rem);top:clamp(.8rem,${y(CHANCES[ply + 1])}%,100% - .8rem)`, click: () => look(ply + 1)}, w("glyphs")[kind])),
    searched < count && h("span", {cls: "chip"}, t("notLooked")));
  }

  function look(ply) {
    shown.ply = Math.max(0, Math.min(GAME.length, ply));
    attempt = undefined;
    draw();
  }

  function draw() {
    const last = attempt ?? shown, state = now(last), mistake = MISTAKES.find(({ply}) => ply === shown.ply - 1 && ply < searched), open = attempt && !found;
    showLine(last, {can: open ? legal(state) : [], arrows: !attempt && mistake ? [[...mistake.better, "engine"]] : []});
    strips(state, {names: {[me]: [t("you")], [other(me)]: [t("agon"), t("level", 3)]}, on: open && state.turn, bar: CHANCES[shown.ply] ?? 50});
    if (attempt) return show(title(t("tryIt")), found ? found === "good" ? status("good", t("foundIt"), t("foundItMore"), "good") : status("again", t("notBetter"), t("notBetterMore"), "gold") : status(fig("G"), t("findBetter"), t("findBetterMore", written(GAME[attempt.at]))),
      row(found === "no" ? button(t("again"), () => tryIt(attempt.at), "go", "again", "on") : "", button(t("backTo"), () => look(attempt.at + 1), found === "good" ? "go" : "", undefined, "back")));
    const count = CHANCES.length - 1, part = searched < count;
    show(title(t("review"), "quiet"), curve(),
      part && h("div", {cls: "row small"}, h("div", {cls: "meter"}, h("i", {style: `width:${searched / count * 100}%`})), h("span", {cls: "soft"}, t("looked", searched, count)), button(t(timer ? "stop" : "lookMore"), search, "plain", undefined, "search")),
      tools(t("review"), tool("undo", t("back"), () => look(shown.ply - 1), {disabled: !shown.ply}), tool("redo", t("ahead"), () => look(shown.ply + 1), {disabled: shown.ply === GAME.length}), flipTool(draw), tool("analyse", t("analyse"), () => go("analyse", {ply: shown.ply})), tool("play", t("rematch"), () => go("play", {new: "agon"}))),
      h("ul", {cls: "cards"}, MISTAKES.filter(({ply}) => ply < searched).map(({ply, kind, better}) => h("li", {cls: "card", "aria-current": shown.ply === ply + 1 && "true"},
        h("p", {}, h("b", {cls: "chip " + ["", "gold", "coral"][kind]}, w("glyphs")[kind], " ", w("kinds")[kind]), h("span", {cls: "soft small"}, ` ${ply + 1}`)), h("p", {}, t("better", ply % 2 ? t("agon") : t("you"), written(GAME[ply]), written(better))),
        row(button(t("show"), () => look(ply + 1), "", "eye", "show" + ply), ply % 2 === 0 && button(t("tryIt"), () => tryIt(ply), shown.ply === ply + 1 ? "go" : "", "again", "try" + ply))))), actList(shown, look));
  }

  function tryIt(ply) {
    found = undefined;
    attempt = {...line(shown.states[ply]), at: ply};
    shown.ply = ply;
    draw();
    panel.querySelector("h1").focus({preventScroll: true});
  }

  function search() {
    if (timer) clearInterval(timer), timer = undefined;
    else timer = setInterval(() => {
      if (++searched >= CHANCES.length - 1) clearInterval(timer), timer = undefined;
      if (!attempt) draw();
    }, 350);
    draw();
  }

  draw();
  return {leave: () => clearInterval(timer), keys: {",": () => look(shown.ply - 1), ".": () => look(shown.ply + 1)}, act(move) {
    found = String(move) === String(MISTAKES.find(({ply}) => ply === attempt.at).better) ? "good" : "no";
    add(attempt, move);
    draw();
    sound(found);
    say(t(found === "good" ? "foundIt" : "notBetter"));
    panel.querySelector(".go")?.focus({preventScroll: true});
  }};
}

// --- analysis ---

export function analyse(route) {
  let root = {state: parse(START), next: []}, node = root, engine = true, count = 2, mine = [], piece = "Q", draft;
  const grow = move => {
    let child = node.next.find(({move: known}) => String(known) === String(move));
    if (!child) node.next.push(child = {move, state: act(node.state, move), next: [], up: node});
    node = child;
  };
  const game = route.from && current()?.line, upTo = game ? game.ply : Number(route.ply ?? 12);
  if (game) node = root = {state: game.states[0], next: []};
  for (const move of (game?.actions ?? GAME).slice(0, upTo)) grow(move);
  if (!game && !route.ply) { // a variation to look at
    node = node.up.up;
    for (const move of lines(node.state, 2)[1][1].slice(0, 3)) grow(move);
    node = root.next[0];
    while (node.next[0]) node = node.next[0];
  }

  function path() {
    const made = {states: [], actions: [], ply: -1};
    for (let at = node; at; at = at.up) made.states.unshift(at.state), at.move && made.actions.unshift(at.move), ++made.ply;
    return made;
  }

  function tree(from, number) {
    const parts = [];
    for (let at = from, i = number; at.next.length; at = at.next[0], ++i) {
      const word = child => h("span", {}, h("span", {cls: "soft small"}, i % 2 ? i === number ? `${(i >> 1) + 1}\u2026 ` : "" : `${(i >> 1) + 1}. `), actButton(at.state, child.move, child.state.took, () => visit(child), child === node, "node" + i + child.move));
      parts.push(word(at.next[0]), " ");
      for (const side of at.next.slice(1)) parts.push(h("ul", {}, h("li", {}, word(side), " ", tree(side, i + 1))));
    }
    return parts;
  }

  const visit = next => {
    if (!next) return;
    node = next;
    mine = [];
    draw();
  };

  function draw() {
    if (draft) return setUp();
    const shown = path(), found = engine ? lines(node.state, count) : [], score = found[0] && +found[0][0] * (node.state.turn === "w" ? 1 : -1);
    showLine(shown, {can: legal(node.state), draws: true, arrows: [...found.map(([, line], i) => [...line[0], i ? "engine second" : "engine"]), ...mine]});
    strips(node.state, {on: node.state.turn, bar: engine && score !== undefined ? Math.round(100 / (1 + Math.exp(-score / 2))) : undefined});
    show(row(title(t("analyse"), "quiet"), h("label", {cls: "switch"}, h("input", {type: "checkbox", role: "switch", checked: engine, "data-key": "engine", change: () => {
      engine = !engine;
      draw();
    }}), t("engine")), select("lines", t("lines"), {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}, count, value => {
      count = +value;
      draw();
    })),
    engine && h("div", {}, found.map(([value, line], i) => h("button", {type: "button", cls: "line", "data-key": "line" + i, click: () => {
      grow(line[0]);
      draw();
    }}, h("span", {cls: "chip"}, (+value * (node.state.turn === "w" ? 1 : -1) >= 0 ? "+" : "\u2212") + Math.abs(value)), h("span", {}, h("b", {}, fig(node.state.on[line[0][0]]), " ", written(line[0])), " ", line.slice(1).map(written).join(" "))))),
    tools(t("analyse"), tool("undo", t("back"), () => visit(node.up), {disabled: !node.up}), tool("redo", t("ahead"), () => visit(node.next[0]), {disabled: !node.next.length}), flipTool(draw),
      tool("gear", t("setUp"), () => {
        draft = {on: {...node.state.on}, caught: [], turn: node.state.turn};
        draw();
      }), tool("wipe", t("x"), () => {
        const {up} = node;
        up.next = up.next.filter(child => child !== node);
        visit(up);
      }, {disabled: !node.up})),
    h("h3", {}, t("tree")), h("div", {cls: "tree", role: "group", "aria-label": t("tree")}, root.next.length ? tree(root, 0) : h("p", {cls: "empty"}, t("treeEmpty"))), h("p", {cls: "soft small"}, t("drawArrows")));
  }

  function setUp() {
    const pieces = Object.values(draft.on), queens = ["Q", "q"].every(queen => pieces.filter(p => p === queen).length === 1), fault = !queens ? t("oneQueen") : ["G", "g"].some(guard => pieces.filter(p => p === guard).length > 6) ? t("fullGuards") : "";
    board.show({state: draft, can: [], me: "w", setup: true});
    strips(draft, {on: draft.turn});
    const text = h("input", {value: format(draft), "aria-label": t("text"), spellcheck: "false", cls: "text", change: event => {
      const read = parse(event.target.value);
      if (Object.keys(read.on).every(cell => CELLS.includes(cell))) draft = read;
      draw();
    }});
    show(title(t("setUp")), h("p", {cls: "soft"}, t("wantsCell")), h("div", {cls: "palette", role: "radiogroup", "aria-label": t("wantsCell")}, ["Q", "G", "q", "g", "x"].map(name => h("label", {}, h("input", {type: "radio", name: "piece", checked: piece === name, "data-key": "piece" + name, change: () => {
      piece = name;
    }}), name === "x" ? icon("wipe") : fig(name), h("span", {}, t(name))))),
    row(h("span", {cls: "small soft"}, t("toMove")), seg("turn", t("toMove"), {w: sideName("w"), b: sideName("b")}, draft.turn, side => {
      draft.turn = side;
      draw();
    }), button(t("startPosition"), () => {
      draft = parse(START);
      draw();
    }, "plain"), button(t("wipe"), () => {
      draft.on = {};
      draw();
    }, "plain")),
    row(text), fault && status("warn", fault, "", "gold"), row(h("button", {type: "button", cls: "btn go", disabled: Boolean(fault), click: () => {
      node = root = {state: draft, next: []};
      draft = undefined;
      draw();
    }}, t("useIt")), button(t("cancel"), () => {
      draft = undefined;
      draw();
    })));
  }

  draw();
  return {keys: {",": () => visit(node.up), ".": () => visit(node.next[0])}, act(move) {
    mine = [];
    grow(move);
    draw();
  }, put(cell) {
    draft = {...draft, on: {...draft.on}};
    if (piece === "x" || draft.on[cell] === piece) delete draft.on[cell];
    else {
      if (/q/i.test(piece)) for (const old in draft.on) if (draft.on[old] === piece) delete draft.on[old];
      draft.on[cell] = piece;
    }
    draw();
  }, draw([from, to]) {
    const known = mine.findIndex(arrow => arrow[0] === from && arrow[1] === to);
    if (from === to) mine = [];
    else if (known < 0) mine.push([from, to, "user"]);
    else mine.splice(known, 1);
    draw();
  }};
}
