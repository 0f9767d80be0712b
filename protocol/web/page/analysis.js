// The analysis board: any position, variations with comments, an engine that looks along.
import {board, flipTool, menu, show, showLine, strips, title, toast, tool, views, worded} from "agon/app.js";
import {address, addRules, note, openGame, recordOf, requestOf, route as readAddress} from "agon/address.js";
import {open, room, rulesOf, send, worker} from "agon/connection.js";
import {THRONE, action, format, now, parse} from "agon/game.js";
import {moveText, sideName} from "agon/parts.js";
import {chooseFile, copy, seats} from "agon/play.js";
import {safeMarks, safeStatus} from "agon/safe.js";
import {keep, kept} from "agon/storage.js";
import {treeList} from "agon/tree.js";
import {$, button, fig, fill, h, icon, row, seg, select, status, tools} from "agon/ui.js";
import {lineThrough, pathTo, treePgn, treeText} from "agon/variations.js";
import {t, w} from "agon/words.js";

const isKept = value => typeof value?.pgn === "string" && typeof value.variant === "string";

/** Begins an analysis as it was left here last, or of the usual rules. */
function begin() {
  const saved = kept("analysis", undefined, isKept);
  if (!saved) return open({...requestOf({variant: "classic"}), analysis: true});
  open(...saved.rules ? [addRules("kept", saved.rules)] : [], {do: "open", pgn: saved.pgn, analysis: true});
}

export function analyse(route) {
  let tree, mine = [], pen = false, penFrom, piece = "Q", noting, begun = false, failed = "", fault = "", writing;
  let wanted = route.record?.ply ?? route.ply;
  const {record} = route, saved = kept("analysis", undefined, isKept);

  if (!record && !route.game && room.game?.analysis) begun = true;
  else if (record && saved?.link === linkOf(record)) begin(); // with its comments, which an address has not
  else if (!record && !route.game) begin();
  else openGame(route, {analysis: true});

  function linkOf({variant, setup, position, moves}) {
    return [variant, setup, position, moves].join(" ");
  }

  const fits = game => Boolean(game.analysis);
  const current = () => tree?.nodes.get(room.game.node) ?? tree?.root;
  const draft = () => room.game.analysis.draft;

  // --- what the room says ---

  function update(message = {}) {
    const {game} = room, before = tree;
    failed = "";
    tree = room.tree;
    if (before && current() !== before.nodes.get(shownNode)) mine = [];
    if (game.node !== shownNode) mine = [], penFrom = undefined;
    shownNode = game.node;
    fault = "";
    if (drafting && !draft() && history.state?.setUp) history.back(); // it had an address of its own
    drafting = Boolean(draft());
    if (wanted !== undefined) {
      const main = lineThrough(tree.root), at = /^\d+$/.test(wanted) ? main[Math.min(+wanted, main.length) - 1] : undefined;
      wanted = undefined;
      if (at) visit(at);
    }
    noting ??= setTimeout(remember, 300);
    if (game.notice && game.notice !== told) toast(game.notice);
    told = game.notice ?? "";
    draw();
  }
  let shownNode = -1, told = "", drafting = false;

  /** The address and the storage follow the board. */
  function remember() {
    noting = undefined;
    if (views.current.leave !== leave || !room.game || !fits(room.game)) return;
    if (draft()) return;
    const {game} = room, text = recordOf(game, {moves: treeText(tree)});
    note(game.game, address("analyse", worker ? {} : {game: game.game}, worker ? text : ""));
    views.current.route = readAddress();
    if (tree.root.next.length || tree.root.comment || kept("analysis")) keep("analysis", {variant: game.variant, pgn: treePgn(game, tree), link: linkOf(Object.fromEntries(new URLSearchParams(text))), rules: room.rulesFiles.get(game.variant)});
  }

  function refused(message) {
    if (message.gone || !room.game) {
      if (begun || !message.gone) failed = worded(message);
      else {
        begun = true;
        begin();
      }
      draw();
      return true;
    }
    if (draft()) fault = worded(message);
    draw(); // a piece that was dropped glides home
    return Boolean(fault);
  }

  // --- what one does ---

  const visit = node => node && send({do: "node", node: node.node});
  const change = (what, more = {}) => send({do: "node", node: room.game.node, what, ...more});
  const ask = more => send({do: "analyse", ...more});
  const edit = (what, more = {}) => send({do: "edit", what, ...more});
  const play = text => send({do: "play", action: text, ply: pathTo(current()).length});

  function openPgn() {
    chooseFile(".pgn,.txt", (file, pgn) => {
      begun = true;
      tree = undefined;
      open({do: "open", pgn, analysis: true});
      draw();
    });
  }

  function comment(event) {
    const {value} = event.target, text = value.trim().replace(/\s+/g, " ");
    if (text !== current().comment) change("comment", {text});
  }

  // --- what is shown ---

  function draw() {
    if (failed) return show(title(t("badLink")), h("p", {cls: "soft"}, failed), row(button(t("analyse"), () => {
      failed = "";
      begun = true;
      open({...requestOf({variant: "classic"}), analysis: true});
      draw();
    }, "go", "analyse")));
    if (!room.game || !fits(room.game) || !tree) return show(title(t("analyse"), "quiet"), status("again", t("wait")));
    if (draft()) return setUp();
    const {game, line} = room, {analysis} = game, found = game.found ?? [], state = now(line), away = room.state !== "open", node = current(), {safe = []} = game, marks = safeMarks(safe, state);
    const lines = analysis.on ? found.filter(([, , , line]) => line.length) : [], share = analysis.on && !analysis.threat ? found[0]?.[2] : undefined;
    const arrows = lines.map(([, , , [first]], i) => [action(first), i]).filter(([{from}]) => from).map(([{from, to}, i]) => [from, to, i ? "engine second" : "engine"]);
    showLine(line, {can: away || pen ? [] : game.legal ?? [], draws: true, pen, arrows: [...marks.arrows, ...arrows, ...mine], sure: marks.sure, lit: penFrom ? [penFrom] : []});
    strips(state, {names: seats(game).names, on: game.result ? undefined : game.chooser ?? game.turn, bar: share === undefined ? undefined : Math.round(100 * share)});
    show(row(title(t("analyse"), "quiet"),
      h("label", {cls: "switch"}, h("input", {type: "checkbox", role: "switch", checked: analysis.on, "data-key": "engine", change: () => ask({on: !room.game.analysis.on})}), t("engine")),
      analysis.on && h("select", {"data-key": "lines", "aria-label": t("lines"), change: event => ask({lines: +event.target.value})}, [1, 2, 3, 4, 5].map(count => h("option", {value: count, selected: count === analysis.lines}, t("linesN", count)))),
      analysis.on && h("button", {type: "button", cls: "btn plain", "data-key": "threat", "aria-pressed": String(analysis.threat), title: t("threatMore"), click: () => ask({threat: !room.game.analysis.threat})}, t("threat"))),
    analysis.on && h("div", {cls: "lines", "data-key": "found", "aria-label": t("lines"), role: "group"}, lines.length ? lines.map((each, i) => lineRow(each, i, state, analysis.threat)) : h("p", {cls: "soft small"}, t(analysis.searching ? "searching" : "nothingToSearch"))),
    analysis.threat && analysis.on && h("p", {cls: "small soft"}, t("threatMore")),
    tools(t("analyse"), tool("undo", t("back"), () => visit(current().up), {disabled: !node.up}), tool("redo", t("ahead"), () => visit(current().next[0]), {disabled: !node.next.length}), flipTool(draw),
      tool("pen", t("pen"), () => {
        pen = !pen;
        penFrom = undefined;
        draw();
      }, {"aria-pressed": String(pen), cls: pen ? "tool on" : "tool"}),
      tool("gear", t("setUp"), beginSetUp), tool("menu", t("more"), () => {}, {popovertarget: "game-box"})),
    safeStatus(safe, state), pen && h("p", {cls: "soft small", "data-key": "arrows"}, t("penOn")), treeList(tree, node.node, visit), noteRow(node), !pen && matchMedia("(pointer: fine)").matches && h("p", {cls: "soft small", "data-key": "arrows"}, t("drawArrows")));
    menu(box);
  }

  function lineRow([score, depth, share, actions], i, state, threat) {
    const [first, ...rest] = actions, {from} = action(first), piece = from && state.on[from];
    return h("div", {cls: "found", "data-key": "found" + i}, h("button", {type: "button", cls: "line", "data-key": "line" + i, disabled: threat, title: t("depthOf", depth), "aria-label": `${score}: ${actions.map(moveText).join(", ")}`, click: () => play(first)},
      h("span", {cls: "chip"}, score.replace("-", "\u2212")), h("span", {}, h("b", {}, piece && fig(piece), " ", moveText(first)), " ", rest.map(moveText).join(" "))),
    rest.length > 0 && !threat && h("button", {type: "button", cls: "round", "data-key": "take" + i, "aria-label": t("takeLine"), title: t("takeLine"), click: () => play(actions.join(" "))}, icon("add")));
  }

  function noteRow(node) {
    const key = `${room.game.game} ${tree.first} ${node.node}`, open = writing === key || node.comment;
    return [open && h("label", {cls: "small soft comment", "data-key": "comment " + key}, t("comment"), h("textarea", {rows: 2, maxlength: 1000, cls: "text", "data-key": "text " + key, change: comment}, node.comment)),
      row(!open && button(t("comment"), () => {
        writing = key;
        draw();
        $("#view textarea")?.focus();
      }, "plain", "note", "write"),
      pathTo(node).some(at => at.up.next[0] !== at) && button(t("promote"), () => change("promote"), "plain", "up", "promote"),
      node.up && button(t("deleteIt"), () => change("delete"), "plain", "wipe", "delete"))];
  }

  function box() {
    const {game} = room, item = (symbol, text, click) => h("button", {type: "button", cls: "item", "data-key": symbol + text, click: event => {
      event.currentTarget.closest("[popover]").hidePopover();
      click();
    }}, icon(symbol), text);
    const link = () => new URL(address("analyse", {}, recordOf(room.game, {ply: pathTo(current()).length || undefined, moves: treeText(tree)})), location.href).href;
    fill($("#game-box"), item("analyse", t("newAnalysis"), () => {
      tree = undefined;
      open({...requestOf({variant: game.variant, setup: game.setup}), analysis: true});
      draw();
    }), item("link", t("copy"), () => copy(link())), item("save", t("save"), () => send({do: "save"})), item("save", t("savePage"), () => send({do: "page"})), item("file", t("openFile"), openPgn),
    item("text", t("copyPosition"), () => copy(format(current().state))));
  }

  // --- setting a position up ---

  function beginSetUp() {
    clearTimeout(noting);
    remember();
    history.pushState({...history.state, setUp: true}, "", address("analyse", {game: views.current.route.game, setUp: 1}, location.hash.slice(1)));
    views.current.route = readAddress();
    edit("begin");
  }

  /** Back ends setting up, and Forward begins it again. */
  function still(to) {
    if (to.view !== "analyse" || !room.game || (to.game ?? history.state?.game) !== room.game.game) return false;
    if (!to.setUp !== !draft()) edit(to.setUp ? "begin" : "cancel");
    return true;
  }

  const PIECES = {Q: fig("Q"), G: fig("G"), q: fig("q"), g: fig("g"), x: icon("caught"), "": icon("wipe")};

  function setUp() {
    const {game} = room, {position, fault: wrong} = draft(), state = parse(position), rules = rulesOf(game.variant), places = state.reserve.some(Boolean) || game.setup === "placement" || /placement/.test(rules.setup ?? "") || parse(game.first).reserve.some(Boolean);
    board.show({state, can: [], me: "w", setup: true, turned: board.shown().turned});
    strips(state, {on: state.turn});
    const text = h("input", {value: position, "aria-label": t("text"), spellcheck: "false", autocapitalize: "none", cls: "text", "data-key": "position", change: event => edit("take", {position: event.target.value.trim()})});
    const count = (letter, i) => select("reserve" + letter, sideName("wb"[i]), Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map(n => [n, n])), state.reserve[i], value => edit("reserve", {piece: letter, count: +value}));
    const says = fault || wrong && faultText(wrong);
    show(title(t("setUp")), h("p", {cls: "soft"}, t("wantsCell")),
      h("div", {cls: "palette", role: "radiogroup", "aria-label": t("wantsCell")}, Object.entries(PIECES).map(([name, picture]) => h("label", {}, h("input", {type: "radio", name: "piece", checked: piece === name, "data-key": "piece" + name, change: () => {
        piece = name;
      }}), picture.cloneNode(true), h("span", {}, t(name === "x" ? "caughtPiece" : name || "x"))))),
      row(h("span", {cls: "small soft"}, t("toMove")), seg("turn", t("toMove"), {w: sideName("w"), b: sideName("b")}, state.turn, side => side !== state.turn && edit("turn")),
        button(t("startPosition"), () => edit("start"), "plain", undefined, "start"), button(t("wipe"), () => edit("clear"), "plain", undefined, "clear")),
      places && row(h("span", {cls: "small soft"}, t("inReserve")), count("G", 0), count("g", 1)),
      row(text), says && status("warn", says, "", "gold"),
      row(h("button", {type: "button", cls: "btn go", "data-key": "use", disabled: Boolean(wrong), click: () => edit("done")}, t("useIt")), button(t("cancel"), () => history.state?.setUp ? history.back() : edit("cancel"), "", undefined, "cancel")));
  }

  const faultText = ({key, side, count, text}) => Object.hasOwn(w("faults"), key) ? t("faults." + key, side ? sideName(side) : "", count) : text;

  function put(cell) {
    if (room.game?.analysis?.draft) {
      if (/g/i.test(piece) && cell === THRONE) fault = t("whyThrone"), draw();
      else edit("put", {cell, piece});
    } else if (pen) { // by the keyboard, or by two taps
      if (penFrom && penFrom !== cell) arrow([penFrom, cell]);
      else penFrom = penFrom ? undefined : cell, draw();
    }
  }

  /** An arrow of one's own: what is there already goes. */
  function arrow([from, to]) {
    penFrom = undefined;
    const known = mine.findIndex(one => one[0] === from && one[1] === to);
    if (from === to) mine = [];
    else if (known < 0) mine = [...mine, [from, to, "user"]];
    else mine = mine.filter((_, i) => i !== known);
    draw();
  }

  function leave() {
    if (noting) {
      clearTimeout(noting);
      remember();
    }
  }

  queueMicrotask(() => {
    if (views.current.leave !== leave) return;
    if (room.game && fits(room.game)) update();
    else draw();
  });
  const back = () => tree && !draft() && visit(current().up), ahead = () => tree && !draft() && visit(current().next[0]);
  return {fits, update, refused, draw: own => own ? arrow(own) : draw(), leave, put, act: play, lobby: () => {},
    rejoin: () => room.game && open({do: "watch", game: room.game.game}),
    still,
    keys: {",": back, ".": ahead, p: () => $("#view [data-key=toolpen]")?.click()}};
}
