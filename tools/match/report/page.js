"use strict";
// Shows a match: tables and curves from the numbers in the page's data (report.hpp), and games. The
// data says what each action changes (games.hpp), and what a board looks like is copied from the
// picture in the page: this script does not know the rules.

(() => {
  const byId = id => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const games = data.games;
  const SIDES = { w: "white", b: "black" };
  const other = side => (side === "w" ? "b" : "w");
  const capital = text => text[0].toUpperCase() + text.slice(1);

  // --- tables ---

  const sum = counts => counts.reduce((total, count) => total + count, 0);
  const percent = share => `${(share * 100).toFixed(1)} %`;
  // Games are counted as [lost, drawn, won].
  const points = ([, drawn, won]) => (won + drawn / 2).toFixed(1);
  const pointsOf = games => `${points(games)}/${sum(games)}`;
  const wonDrawnLost = ([lost, drawn, won]) => `+${won} =${drawn} -${lost}`;
  const SCORES = { "0-1": 0, "1/2-1/2": 1, "1-0": 2 }; // white's half points

  /** Adds a table to the section; the first cell of each row is its heading. */
  function table(section, caption, head, rows) {
    // What scrolls must take the focus, or the keyboard could not scroll it.
    const scroll = add(byId(section), "div",
                       { class: "scroll", role: "region", tabindex: 0, "aria-label": caption });
    const grid = add(scroll, "table");
    add(grid, "caption", {}, caption);
    const headings = add(add(grid, "thead"), "tr");
    for (const text of head) add(headings, "th", { scope: "col" }, text);
    const body = add(grid, "tbody");
    for (const [name, ...cells] of rows) {
      const line = add(body, "tr");
      add(line, "th", { scope: "row" }, name);
      for (const text of cells) add(line, "td", {}, text);
    }
  }

  /** A value of the settings in words: "movenumber 34, movecount 8". */
  function words(value) {
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (Array.isArray(value)) return value.map(words).join(" ") || "none";
    if (value === null || typeof value !== "object") return String(value);
    return Object.entries(value).map(([key, item]) => `${key} ${words(item)}`).join(", ") || "none";
  }

  function showTables() {
    const { settings, ranks } = data;
    const engines = settings.engines;
    const names = engines.map(engine => engine.name);
    const byName = names.map(name => ranks.find(rank => rank.name === name));
    const paired = ranks[0].pairs !== undefined;
    byId("summary").textContent = `${settings.event ? settings.event + ": " : ""}${games.length}` +
      ` games of ${data.variant}, setup ${data.setup}`;

    table("result", "Ranks",
          ["engine", "rank", "Elo", "nElo", "LOS", "games", "won", "drawn", "lost", "points", "score",
           ...(paired ? ["pairs by points 0 to 2"] : [])],
          ranks.map(({ name, elo, nElo, los, games: [lost, drawn, won], pairs }, i) => {
            const count = lost + drawn + won;
            return [name, i + 1, elo, nElo, los, count, won, drawn, lost, points([lost, drawn, won]),
                    count ? percent((won + drawn / 2) / count) : "", ...(paired ? [pairs.join(" ")] : [])];
          }));

    const cross = names.map(() => names.map(() => [0, 0, 0]));
    const endings = new Map(); // counts by white's half points
    for (const { white, black, result, ending } of games) {
      const [one, two] = [names.indexOf(white), names.indexOf(black)];
      ++cross[one][two][SCORES[result]];
      ++cross[two][one][2 - SCORES[result]];
      if (!endings.has(ending)) endings.set(ending, [0, 0, 0]);
      ++endings.get(ending)[SCORES[result]];
    }
    table("result", "Points against each other", ["engine", ...names], names.map((name, i) =>
      [name, ...cross[i].map(games => (sum(games) ? `${pointsOf(games)} (${wonDrawnLost(games)})` : ""))]));
    if (data.verdict) add(byId("result"), "p", {}, data.verdict);

    table("endings", "Endings", ["ending", "white won", "black won", "drawn", "games"],
          [...endings].sort().map(([ending, count]) => [ending, count[2], count[0], count[1], sum(count)]));
    table("endings", "By side", ["engine", "as white", "", "as black", ""], byName.map(({ name, bySide }) =>
      [name, ...bySide.flatMap(games => [pointsOf(games), wonDrawnLost(games)])]));
    const faulty = byName.filter(({ faults }) => sum(Object.values(faults)));
    if (faulty.length)
      table("endings", "Faults", ["engine", ...Object.keys(faulty[0].faults)],
            faulty.map(({ name, faults }) => [name, ...Object.values(faults)]));

    const keys = [...new Set(["name", ...engines.flatMap(Object.keys)])];
    table("settings", "Engines", keys, engines.map(engine =>
      keys.map(key => (key in engine ? words(engine[key]) : ""))));
    table("settings", "Settings", ["setting", "value"], Object.entries(settings)
      .filter(([key]) => key !== "engines").map(([key, value]) => [key, words(value)]));
  }

  // --- curves ---

  function showCurves() {
    const names = data.settings.engines.map(engine => engine.name);
    chart(byId("result"), names.length === 2 ? `Elo of ${names[0]} against ${names[1]}, with its 95 % interval`
                             : "Elo of each engine",
          data.elo.map((points, i) => ({ name: names[i], points })));
    if (data.llr)
      chart(byId("result"), "Log likelihood ratio of the SPRT, between its bounds", [{ points: data.llr }],
            [["H1 is accepted above", data.bounds[1]], ["H0 is accepted below", data.bounds[0]]]);
  }

  // --- the board ---

  const svg = document.querySelector("#board svg");
  const hexagons = new Map([...svg.querySelectorAll(".hex")].map(hex => [hex.dataset.cell, hex]));

  function centre(cell) {
    const points = [...hexagons.get(cell).points];
    const mean = axis => points.reduce((total, point) => total + point[axis], 0) / points.length;
    return { x: mean("x"), y: mean("y") };
  }

  function take(selector) {
    const found = [...svg.querySelectorAll(selector)];
    for (const element of found) element.remove();
    return found[0];
  }

  const guard = side => {
    const copy = svg.querySelector(`.reserve.${side}`).cloneNode(true);
    copy.classList.remove("reserve");
    return copy;
  };
  const pieces = { G: guard("white"), g: guard("black"), Q: take(".queen.white"), q: take(".queen.black") };
  const reserves = { w: svg.querySelectorAll(".reserve.white"), b: svg.querySelectorAll(".reserve.black") };
  const captureMark = take(".captured");
  // The picture has a last action from one end of the middle row to the other.
  const lastMarks = [...svg.querySelectorAll(".last")].map(mark => centre(mark.dataset.cell));
  const tail = Math.min(...lastMarks.map(mark => mark.x));
  const tip = Math.max(...lastMarks.map(mark => mark.x));
  take(".last");
  const arrowShape = take(".arrow");
  const layer = document.createElementNS(svg.namespaceURI, "g");
  svg.insertBefore(layer, svg.querySelector(".label"));

  function put(shape, cell) {
    const { x, y } = centre(cell);
    const copy = shape.cloneNode(true);
    copy.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)})`);
    copy.dataset.cell = cell;
    layer.append(copy);
  }

  function mark(cell) {
    const copy = hexagons.get(cell).cloneNode();
    copy.setAttribute("class", "last");
    layer.append(copy);
  }

  /** The picture's arrow with its two ends moved: each point goes with the end it is nearer to. */
  function arrow(from, to) {
    const [a, b] = [centre(from), centre(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const copy = arrowShape.cloneNode();
    const along = point => (point.x < (tail + tip) / 2 ? point.x - tail : point.x - tip + length);
    copy.setAttribute("points", [...arrowShape.points]
      .map(point => `${along(point).toFixed(1)},${point.y.toFixed(1)}`).join(" "));
    const angle = Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
    copy.setAttribute("transform", `translate(${a.x.toFixed(1)},${a.y.toFixed(1)}) rotate(${angle.toFixed(2)})`);
    layer.append(copy);
  }

  function draw(state) {
    layer.replaceChildren();
    for (const cell of state.cells) mark(cell);
    if (state.cells.length === 2) arrow(...state.cells);
    for (const [cell, content] of Object.entries(state.on)) put(pieces[content[0]], cell);
    for (const cell of captured(state)) put(captureMark, cell);
    for (const side of "wb")
      reserves[side].forEach((piece, i) => {
        piece.style.display = i < state.reserve[side] ? "" : "none";
      });
  }

  // --- positions ---

  const row = cell => Number(cell.slice(1));
  const rows = []; // from row 11 on, each from its lowest file
  for (const cell of hexagons.keys()) (rows[11 - row(cell)] ??= []).push(cell);

  /** Row by row upward, as a position text lists them. */
  function captured(state) {
    return [...rows].reverse().flat().filter(cell => state.on[cell]?.endsWith("*"));
  }

  function parsePosition(text) {
    const [board, turn, marked, reserve, clock, number] = text.split(" ");
    const on = {};
    board.split("/").forEach((line, i) => {
      let at = 0;
      for (const [word] of line.matchAll(/\d+|\D/g))
        if (/\d/.test(word)) at += Number(word);
        else on[rows[i][at++]] = word;
    });
    if (marked !== "-") for (const cell of marked.split(",")) on[cell] += "*";
    return {
      on, turn, clock: Number(clock), number: Number(number), cells: [],
      reserve: { w: reserve.split("G").length - 1, b: reserve.split("g").length - 1 },
    };
  }

  function positionText(state) {
    const board = rows.map(line => line.map(cell => state.on[cell]?.[0] ?? " ").join("")
      .replace(/ +/g, run => run.length)).join("/");
    const reserve = "G".repeat(state.reserve.w) + "g".repeat(state.reserve.b);
    return [board, state.turn, captured(state).join() || "-", reserve || "-", state.clock,
            state.number].join(" ");
  }

  const CHANGE = /^(pass|(?:[a-l]\d+){1,2})((?::[a-l]\d+[.GQgq]\*?)*)(!?)(=?)(~?)$/;

  /** The state after an action, and what was said of it. */
  function after(state, text) {
    const [change, ...said] = text.split(",");
    const [, action, corrections, reset, same, handedOver] = CHANGE.exec(change);
    const cells = action === "pass" ? [] : action.match(/[a-l]\d+/g);
    const next = {
      action, cells, said, on: { ...state.on }, reserve: { ...state.reserve }, time: { ...state.time },
      chooser: handedOver ? other(state.turn) : state.turn,
      turn: same ? state.turn : other(state.turn),
      clock: reset ? 0 : state.clock + 1,
    };
    next.number = state.number + (state.turn === "b" && next.turn === "w" ? 1 : 0);
    if (cells.length === 2) {
      next.on[cells[1]] = next.on[cells[0]][0];
      delete next.on[cells[0]];
    }
    if (cells.length === 1) {
      next.on[cells[0]] = state.turn === "w" ? "G" : "g";
      --next.reserve[state.turn];
    }
    for (const [, cell, content] of corrections.matchAll(/:([a-l]\d+)([^:]+)/g))
      if (content === ".") delete next.on[cell];
      else next.on[cell] = content;
    if (said[5]) next.time[next.chooser] = said[5];
    return next;
  }

  // --- the game shown ---

  let game, states, ply;

  function comment(said) {
    if (said[0] === "book") return "from the opening";
    const [score, depth, time, nodes] = said;
    return [score && `score ${score}`, depth && `depth ${depth}`, time && `${time} s`,
            nodes && `${nodes} nodes`].filter(Boolean).join(", ");
  }

  function status(state) {
    const lines = [];
    if (ply > 0) {
      const forfeited = game.forfeited?.[ply];
      const what = forfeited ? `forfeits the turn (${forfeited})` : state.action;
      lines.push(`Action ${ply} of ${states.length - 1}, ${SIDES[state.chooser]}: ${what}` +
                 (state.said.length ? ` (${comment(state.said)})` : ""));
    } else {
      lines.push(`Beginning of game ${game.game}, ${states.length - 1} actions`);
    }
    const next = states[ply + 1];
    if (!next) lines.push(`${game.result}: ${game.reason}`);
    else if (next.chooser === state.turn) lines.push(`${capital(SIDES[state.turn])} to act`);
    else lines.push(`${capital(SIDES[state.turn])}'s turn, ${SIDES[next.chooser]} to act`);
    if (state.clock > 0) lines.push(`${state.clock} actions without progress`);
    return lines.join(". ") + ".";
  }

  function timeText(seconds) {
    if (!seconds) return "";
    const tenths = Math.floor(Number(seconds) * 10);
    const rest = (tenths % 600 / 10).toFixed(1).padStart(4, "0");
    return `${Math.floor(tenths / 600)}:${rest}`;
  }

  let addressTimer;

  function show(to) {
    ply = Math.max(0, Math.min(to, states.length - 1));
    const state = states[ply];
    draw(state);
    svg.querySelector("title").textContent = `The board after ${ply} actions of game ${game.game}`;
    const words = status(state);
    byId("status").textContent = words;
    const names = { G: "white guard", g: "black guard", Q: "white queen", q: "black queen" };
    byId("captured").textContent = "Captured: " +
      (captured(state).map(cell => `${names[state.on[cell][0]]} ${cell}`).join(", ") || "none");
    byId("position").textContent = positionText(state);
    for (const [side, name] of Object.entries(SIDES)) {
      const seat = byId(name);
      seat.classList.toggle("acts", states[ply + 1]?.chooser === side);
      seat.querySelector(".time").textContent = timeText(state.time[side]);
    }
    const list = byId("actions");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.querySelectorAll("tbody tr")[ply - 1];
    current?.setAttribute("aria-current", "step");
    list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
    byId("first").disabled = byId("back").disabled = ply === 0;
    byId("ahead").disabled = byId("last").disabled = ply === states.length - 1;
    clearTimeout(addressTimer); // browsers refuse many changes at once
    addressTimer = setTimeout(() => history.replaceState(null, "", address(ply)), 200);
  }

  const address = at => `#game=${game.game}&ply=${at}`;

  function open(index, to) {
    game = games[index];
    const state = parsePosition(game.first);
    state.time = { w: game.clocks[0], b: game.clocks[1] };
    states = [state];
    for (const text of game.actions.split(" ").filter(Boolean)) states.push(after(states.at(-1), text));
    for (const name of Object.values(SIDES)) byId(name).querySelector(".name").textContent = game[name];
    byId("game").value = index;
    byId("previous").disabled = index === 0;
    byId("next").disabled = index === games.length - 1;
    byId("actions").querySelector("tbody").replaceChildren(...states.slice(1).map((state, i) => {
      const line = document.createElement("tr");
      const [score = "", depth = "", time = "", nodes = ""] = state.said;
      const book = score === "book";
      for (const text of [i + 1, "", book ? "book" : score, depth, time, nodes])
        line.insertCell().textContent = text;
      const link = document.createElement("a");
      link.href = address(i + 1);
      link.textContent = `${SIDES[state.chooser]} ${game.forfeited?.[i + 1] ? "forfeits" : state.action}`;
      line.cells[1].append(link);
      return line;
    }));
    show(to);
  }

  const openNext = by => {
    const index = games.indexOf(game) + by;
    if (games[index]) open(index, 0);
  };

  function followAddress() {
    const [, number, at] = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash) ?? [];
    const index = games.findIndex(each => each.game === Number(number));
    if (index >= 0) open(index, Number(at ?? 0));
    return index >= 0;
  }

  // --- what the user does ---

  showTables();
  showCurves();

  byId("game").append(...games.map((each, index) =>
    new Option(`${each.game}. ${each.white} - ${each.black} ${each.result} ${each.reason}`, index)));
  byId("game").addEventListener("change", event => open(Number(event.target.value), 0));

  const commands = {
    first: [() => show(0), "Home"],
    back: [() => show(ply - 1), "ArrowLeft"],
    ahead: [() => show(ply + 1), "ArrowRight"],
    last: [() => show(states.length - 1), "End"],
    previous: [() => openNext(-1), "p"],
    next: [() => openNext(1), "n"],
  };
  for (const [id, [action]] of Object.entries(commands)) byId(id).addEventListener("click", action);

  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("select, .scroll")) return; // these have keys of their own
    const seen = svg.getBoundingClientRect();
    if (seen.bottom < 0 || seen.top > innerHeight) return;
    const command = Object.values(commands).find(([, key]) => key === event.key);
    if (!command) return;
    event.preventDefault();
    command[0]();
  });

  addEventListener("hashchange", followAddress);
  if (followAddress()) byId("games").scrollIntoView();
  else open(0, 0);
})();
