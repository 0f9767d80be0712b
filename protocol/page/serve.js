"use strict";
// The page of a game. It knows no rules: the room sends the picture, the legal actions and every
// sentence; the page lets one of the actions be chosen. The room is a server behind a WebSocket, or
// where the page names one, a worker. Without a server the address has the whole game.
(() => {
  const byId = id => document.getElementById(id);
  const board = byId("board");
  const begin = byId("begin");
  const SIDES = ["white", "black"];

  const worker = document.querySelector("meta[name=room]")?.content;
  const PEOPLE = { white: "person", black: "person", levels: [0, 0] };

  let post = () => {}; // a text to the room
  let game, lobby;
  let joined = false;  // since the room is open
  let asked = null;    // who plays the game that has been asked for
  const seats = {};    // who plays, by the name of the game
  const rulesFiles = {}; // texts of rules files, by the names of rules
  let given = {};        // as rulesFiles, of the file that the room has not taken yet
  let chosen = null;   // the cell of the piece that has been taken up
  let focused = null;  // the cell that the keyboard is at
  let turned = false;
  let retry = 500;     // milliseconds until the next attempt to connect

  const send = request => post(JSON.stringify(request));

  // --- what the game is called ---

  /** The address says which game this is, or is the record of one. */
  const address = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const words = moves => (moves ?? "").replaceAll("-", " ");

  /** The game as an address, to be opened by people or by `players`. */
  function record(players = PEOPLE) {
    const parts = { variant: game.variant, setup: game.setup };
    if (game.first) parts.position = game.first;
    if (players.white !== "person") parts.white = `${players.white} ${players.levels[0]}`;
    if (players.black !== "person") parts.black = `${players.black} ${players.levels[1]}`;
    parts.moves = game.actions.map(action => action[1]).join("-");
    if (rulesFiles[game.variant]) parts.rules = rulesFiles[game.variant];
    return "#" + new URLSearchParams(parts);
  }
  const recordLink = () => new URL(record(), location.href).href;

  function join() {
    const { game: name, variant, setup, position, moves, rules, ...players } = address();
    if (name) return send({ do: "watch", game: name });
    if (!variant) return beginGame();
    if (rules) addRules("the link", rules);
    const wish = { ...PEOPLE, levels: [0, 0] };
    SIDES.forEach((side, i) => {
      const [player, level] = (players[side] ?? "person").split(" ");
      if (lobby.players.includes(player)) [wish[side], wish.levels[i]] = [player, Number(level) || 0];
    });
    begun(wish, { variant, setup: setup ?? "preset", position: position ?? "", moves: words(moves) });
  }

  function begun(players, rest) {
    asked = players;
    turned = players.white !== "person" && players.black === "person";
    send({ do: "new", ...players, ...rest });
    if (turned) send({ do: "look", turned });
  }

  /** Begins what the form says. What has been begun is kept, for when the server was restarted. */
  function beginGame() {
    const form = Object.fromEntries(new FormData(begin));
    const players = { white: form.white, black: form.black, levels: [Number(form.whiteLevel), Number(form.blackLevel)] };
    const rest = { variant: form.variant, setup: form.setup, moves: "" };
    sessionStorage.setItem("wish", JSON.stringify([players, rest]));
    begun(players, rest);
  }

  /** The server knows the game no more: it goes on from what this window remembers. */
  function beginAgain() {
    const wish = JSON.parse(sessionStorage.getItem("wish") ?? "null");
    if (!wish || !address().game || sessionStorage.getItem("game") !== address().game) return false;
    history.replaceState(null, "", location.pathname);
    const view = turned;
    begun(wish[0], { ...wish[1], moves: sessionStorage.getItem("moves") ?? "" });
    if (view !== turned) send({ do: "look", turned: view });
    return true;
  }

  // --- files ---

  let wanted; // rules to be chosen when the lobby has them

  /** The rules of a file: its sections are [NAME:PARENT]. The last file that has a name counts. */
  function addRules(file, text) {
    const names = [...text.matchAll(/^\s*\[\s*([^:\]\s]+)/gm)].map(found => found[1]);
    given = Object.fromEntries(names.map(name => [name, text]));
    send({ do: "rules", file, text });
    return names;
  }

  /** Calls `take` with the name and the text of a file that is chosen from the disk. */
  function onFile(id, take) {
    byId(id).addEventListener("change", async ({ target }) => {
      const file = target.files[0];
      if (!file) return;
      say("");
      if (!worker && file.size > 60000) say(`${file.name} has ${file.size} bytes; the server takes at most 60000.`);
      else take(file.name, await file.text());
      target.value = ""; // so that the same file can be chosen again
    });
  }
  onFile("open", (file, pgn) => send({ do: "open", pgn }));
  onFile("rules", (file, text) => { wanted = addRules(file, text)[0]; });

  function save({ file, pgn }) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([pgn], { type: "application/x-chess-pgn" }));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  // --- the form ---

  function showLobby() {
    const fill = (name, values, value) => {
      const select = begin.elements[name];
      const before = select.value || value;
      select.replaceChildren(...values.map(([value, text]) => new Option(text ?? value, value)));
      select.value = before;
    };
    const players = lobby.players.map(player => [player]);
    const levels = [[0, "its own"], ...Array.from({ length: 10 }, (_, i) => [i + 1])];
    fill("variant", lobby.variants.map(({ name, book }) => [name, `${name} (${book})`]), "classic");
    if (lobby.variants.some(({ name }) => name === wanted)) begin.elements.variant.value = wanted;
    wanted = undefined;
    byId("rules").closest("label").hidden = !lobby.takesRules;
    fill("setup", lobby.setups.map(setup => [setup, setup === "preset" ? "that of the rules" : setup]), "preset");
    fill("white", players, "person");
    fill("black", players, lobby.players[1]);
    fill("whiteLevel", levels, "3");
    fill("blackLevel", levels, "3");
    showLevels();
    byId("others").hidden = lobby.games.length === 0;
    byId("others").querySelector("ul").replaceChildren(...lobby.games.map(({ game, title }) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = `#game=${game}`;
      link.textContent = title;
      item.append(link);
      return item;
    }));
  }

  /** A person has no level. */
  function showLevels() {
    for (const side of SIDES)
      begin.elements[`${side}Level`].closest("label").hidden = begin.elements[side].value === "person";
  }
  begin.addEventListener("change", showLevels);
  byId("explain").addEventListener("click", () => send({ do: "explain", variant: begin.elements.variant.value }));
  byId("page").querySelector("button").addEventListener("click", () => byId("page").close());

  // --- the board ---

  const cellOf = element => element.closest?.("[data-cell]")?.dataset.cell;
  const hexagon = cell => board.querySelector(`.hex[data-cell="${cell}"]`);
  const cellsOf = action => action.match(/[a-l]\d+/g) ?? [];
  const pairs = () => game.legal.map(cellsOf).filter(cells => cells.length === 2);
  const movable = () => new Set(pairs().map(([from]) => from));

  function targets() {
    const placements = game.legal.map(cellsOf).filter(cells => cells.length === 1).map(([to]) => to);
    return new Set([...placements, ...pairs().filter(([from]) => from === chosen).map(([, to]) => to)]);
  }

  function centre(hex) {
    const points = [...hex.points];
    const mean = axis => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    return { x: mean("x"), y: mean("y") };
  }

  let drawn = "";

  /** Only what has changed is drawn: a click is lost when its hexagon is replaced before it ends. */
  function drawBoard() {
    const hadFocus = board.contains(document.activeElement);
    if (game.svg !== drawn) {
      board.innerHTML = drawn = game.svg;
      const svg = board.querySelector("svg");
      svg.querySelector("title").remove(); // a browser shows it under the pointer
      svg.setAttribute("role", "group");
      svg.setAttribute("aria-label", "Board");
      for (const hex of svg.querySelectorAll(".hex")) hex.setAttribute("role", "button");
    }
    for (const arrow of board.querySelectorAll(".plan")) arrow.classList.toggle("engine", !game.advice);
    markCells();
    if (hadFocus) hexagon(focused)?.focus();
  }

  /** What can be clicked, for the eye and in words. */
  function markCells() {
    const from = movable(), to = targets();
    focused ??= [...from, ...to, "f6"][0];
    for (const dot of board.querySelectorAll(".mark")) dot.remove();
    for (const hex of board.querySelectorAll(".hex")) {
      const cell = hex.dataset.cell;
      hex.classList.toggle("movable", from.has(cell));
      hex.classList.toggle("chosen", cell === chosen);
      hex.classList.toggle("target", to.has(cell));
      hex.setAttribute("tabindex", cell === focused ? 0 : -1);
      const state = cell === chosen ? ", taken up" : to.has(cell) ? ", can be gone to"
        : from.has(cell) ? ", can move" : "";
      hex.setAttribute("aria-label", `${cell}, ${game.cells[cell] ?? "vacant"}${state}`);
      if (!to.has(cell)) continue;
      const dot = document.createElementNS(hex.namespaceURI, "circle");
      const { x, y } = centre(hex);
      for (const [name, value] of Object.entries({ class: "mark", cx: x, cy: y, r: 6 }))
        dot.setAttribute(name, value);
      hex.ownerSVGElement.append(dot);
    }
  }

  function clickCell(cell) {
    say("");
    const to = targets();
    if (to.has(cell)) {
      const action = game.legal.find(action => {
        const cells = cellsOf(action);
        return cells.at(-1) === cell && (cells.length === 1 || cells[0] === chosen);
      });
      return play(action);
    }
    // What cannot be done is asked for all the same: the answer says why.
    const places = game.legal.some(action => cellsOf(action).length === 1);
    const said = !game.legal.length || cell === chosen || movable().has(cell) ? "" : places ? cell : chosen && chosen + cell;
    if (said) return play(said, true);
    chosen = movable().has(cell) && cell !== chosen ? cell : null;
    if (!chosen && game.legal.length) say(`${cell}: ${game.cells[cell] ?? "vacant"}; nothing can be done here`);
    if (chosen) say("");
    markCells();
  }

  /** `keeps` what is taken up, for another try. */
  function play(action, keeps = false) {
    if (!keeps) chosen = null;
    send({ do: "play", action, ply: game.length });
  }

  /** The nearest cell in a direction, given in degrees. */
  function neighbour(cell, degrees) {
    const here = centre(hexagon(cell));
    const [dx, dy] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    let best = null, least = Infinity;
    for (const hex of board.querySelectorAll(".hex")) {
      const there = centre(hex);
      const [x, y] = [there.x - here.x, there.y - here.y];
      const along = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
      if (along < 10 || aside > along) continue;
      if (along + 2 * aside < least) [best, least] = [hex.dataset.cell, along + 2 * aside];
    }
    return best;
  }

  function goTo(cell) {
    if (!cell) return;
    focused = cell;
    markCells();
    hexagon(cell).focus();
  }

  function nextChoice() {
    const choices = chosen ? targets() : new Set([...movable(), ...targets()]);
    const cells = [...board.querySelectorAll(".hex")].map(hex => hex.dataset.cell);
    const at = cells.indexOf(focused);
    goTo([...cells.slice(at + 1), ...cells.slice(0, at + 1)].find(cell => choices.has(cell)));
  }

  board.addEventListener("click", event => {
    const cell = cellOf(event.target);
    if (!cell || !game) return;
    focused = cell;
    clickCell(cell);
  });
  board.addEventListener("keydown", event => {
    const ways = { ArrowRight: 0, ArrowDown: 60, ArrowLeft: 180, ArrowUp: 240 };
    if (event.key in ways) {
      const way = ways[event.key];
      // Up and down lean to the side where there is a cell.
      goTo(neighbour(focused, way) ?? (way % 180 ? neighbour(focused, 360 - way + 180) : null));
    } else if (event.key === "Enter" || event.key === " ") {
      clickCell(cellOf(event.target) ?? focused);
    } else if (event.key === "Escape") {
      chosen = null;
      markCells();
    } else return;
    event.preventDefault();
  });

  // --- the rest of the game ---

  const say = text => { byId("refusal").textContent = text; };

  function showSeats() {
    const sides = game.turned ? [0, 1] : [1, 0];
    ["top", "bottom"].forEach((place, i) => {
      const side = sides[i], seat = byId(place);
      seat.classList.toggle("white", side === 0);
      seat.classList.toggle("black", side === 1);
      const acts = !game.result && game.turn === SIDES[side];
      seat.classList.toggle("acts", acts);
      seat.querySelector(".name").textContent = `${SIDES[side]}: ${game.names[side]}`;
      seat.querySelector(".note").textContent = !acts ? "" : game.paused && !game.people[side] ? "paused"
        : game.thinking ? "thinking ..." : game.people[side] ? "to act" : "";
    });
  }

  function showScore() {
    const bar = byId("bar");
    if (game.score === undefined) return bar.removeAttribute("aria-label");
    bar.setAttribute("aria-label", `${game.judge}: ${game.score} for white`);
    bar.title = `${game.judge}, depth ${game.depth}; + is good for white`;
    bar.querySelector("span").style.width = `${100 * game.share}%`;
    bar.querySelector("b").textContent = game.score;
  }

  let listed = "";

  function showActions() {
    const list = byId("actions");
    const key = `${game.game} ${game.actions.length} ${game.actions.at(-1)}`;
    if (key !== listed) {
      listed = key;
      list.replaceChildren(...game.actions.map(([side, action, score, depth, seconds], i) => {
        const item = document.createElement("li"), button = document.createElement("button");
        button.type = "button";
        button.dataset.ply = i + 1;
        button.textContent = `${i + 1}. ${side === "white" ? "W" : "B"} ${action} `;
        button.title = score ? `${score}, depth ${depth}, ${seconds.toFixed(2)} s` : "";
        const note = document.createElement("small");
        note.textContent = score;
        button.append(note);
        item.append(button);
        return item;
      }));
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[game.ply - 1];
    current?.setAttribute("aria-current", "step");
    list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }

  function showGame() {
    const present = game.ply === game.length;
    turned = game.turned;
    seats[game.game] ??= asked ?? PEOPLE;
    asked = null;
    history.replaceState(null, "", worker ? record(seats[game.game]) : `#game=${game.game}`);
    sessionStorage.setItem("game", game.game);
    sessionStorage.setItem("moves", game.actions.map(action => action[1]).join(" "));
    const from = movable();
    if (!from.has(chosen)) chosen = from.size === 1 ? [...from][0] : null;
    drawBoard();
    showSeats();
    showScore();
    showActions();
    byId("aim").textContent = game.length === 0 ? game.aim : "";
    byId("end").hidden = !game.result || !present;
    byId("end").querySelector("h2").textContent = `${game.ending}, ${game.result}`;
    const ending = game.result && present ? ` ${game.result}: ${game.ending}.` : "";
    const when = present ? "" : `Action ${game.ply} of ${game.length}. `;
    const says = when + game.says + ending + (game.notice ? ` (${game.notice})` : "");
    if (byId("says").textContent !== says) byId("says").textContent = says; // told once to a screen reader
    byId("title").textContent = `${game.variant}, ${game.setup} setup`;
    document.title = `${game.names[0]} - ${game.names[1]}, Agon`;
    const shown = game.advice || (byId("arrows").checked && game.line.length > 0);
    byId("expected").textContent = game.hinting ? "Looking for a hint ..." : !shown ? ""
      : `${game.advice ? "Hint" : "Expected"}: ${game.line.join(" ")}`;
    byId("legal").replaceChildren(...game.legal.map(action => new Option(action)));
    const people = game.people.some(Boolean);
    byId("undo").disabled = game.length === 0;
    byId("redo").disabled = !game.redo;
    byId("hint").disabled = game.legal.length === 0 || game.hinting;
    byId("hurry").hidden = game.people.every(Boolean);
    byId("hurry").disabled = !game.thinking;
    byId("pause").hidden = people && !game.paused;
    byId("pause").textContent = game.paused ? "Go on" : "Pause";
    byId("pass").hidden = !game.legal.includes("pass");
    byId("resign").hidden = !people;
    byId("resign").disabled = game.result !== "";
    byId("first").disabled = byId("back").disabled = game.ply === 0;
    byId("ahead").disabled = byId("last").disabled = present;
    byId("link").href = recordLink();
  }

  const look = ply => send({ do: "look", turned, ...(ply < game.length ? { ply: Math.max(0, ply) } : {}) });
  const flip = () => send({ do: "look", turned: !turned, ...(game.ply < game.length ? { ply: game.ply } : {}) });

  const commands = {
    undo: () => send({ do: "undo" }), redo: () => send({ do: "redo" }), hint: () => send({ do: "hint" }), flip,
    hurry: () => send({ do: "hurry" }), pause: () => send({ do: game.paused ? "go on" : "pause" }),
    pass: () => play("pass"), resign: () => confirm("Give the game up?") && send({ do: "resign" }),
    first: () => look(0), back: () => look(game.ply - 1), ahead: () => look(game.ply + 1), last: () => look(game.length),
    review: () => look(0), keep: () => send({ do: "save" }),
    again: () => { begin.scrollIntoView(); begin.querySelector("form > button").focus(); },
    save: () => send({ do: "save" }),
    copy: () => navigator.clipboard.writeText(recordLink()).then(() => say("The link is copied."), () => say(recordLink())),
  };
  for (const [id, command] of Object.entries(commands))
    byId(id).addEventListener("click", () => { if (game) { say(""); command(); } });

  const keys = { u: "undo", r: "redo", h: "hint", f: "flip", ",": "back", ".": "ahead" };
  document.addEventListener("keydown", event => {
    if (!game || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
    if (event.key in keys) byId(keys[event.key]).click();
    else if (event.key === "m") nextChoice();
    else if (event.key === "b") goTo(focused);
    else return;
    event.preventDefault();
  });

  byId("type").addEventListener("submit", event => {
    event.preventDefault();
    const action = byId("action").value.toLowerCase().replace(/[ -]/g, "");
    byId("action").value = "";
    say("");
    if (game && action) play(action);
  });
  byId("arrows").addEventListener("change", event => {
    board.classList.toggle("all", event.target.checked);
    if (game) showGame();
  });
  byId("actions").addEventListener("click", event => {
    const ply = event.target.closest("button")?.dataset.ply;
    if (ply) look(Number(ply));
  });
  begin.addEventListener("submit", event => {
    event.preventDefault();
    say("");
    chosen = focused = null;
    beginGame();
    byId("play").scrollIntoView();
  });
  addEventListener("hashchange", join);

  // --- the room ---

  function take(message) {
    if (message.topic === "lobby") {
      lobby = message;
      Object.assign(rulesFiles, given);
      given = {};
      showLobby();
      if (joined) return;
      joined = true;
      say("");
      join();
    } else if (message.topic === "game") {
      game = message;
      showGame();
    } else if (message.topic === "rules") {
      byId("page").querySelector("pre").textContent = message.text;
      byId("page").showModal();
      byId("page").scrollTop = 0;
    } else if (message.topic === "saved") {
      save(message);
    } else if (!message.gone || !beginAgain()) {
      asked = null;
      given = {};
      say(message.text);
    }
  }

  function connect() {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    post = text => { if (socket.readyState === 1) socket.send(text); };
    socket.addEventListener("open", () => { retry = 500; });
    socket.addEventListener("message", ({ data }) => take(JSON.parse(data)));
    socket.addEventListener("close", () => {
      joined = false;
      say("The connection is lost; trying again ...");
      setTimeout(connect, retry);
      retry = Math.min(retry * 2, 10000);
    });
  }

  function openRoom() {
    const room = new Worker(worker + location.search, { type: "module" });
    post = text => room.postMessage(text);
    room.addEventListener("message", ({ data }) => take(JSON.parse(data)));
    room.addEventListener("error", event => say(`The page's worker has failed: ${event.message ?? "it cannot be loaded"}`));
    navigator.serviceWorker?.register("offline.js").catch(() => {}); // then it needs the network again
  }

  if (worker) openRoom();
  else connect();
})();
