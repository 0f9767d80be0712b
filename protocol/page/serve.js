"use strict";
// The page of a game. It knows no rules: the server sends the picture, the legal actions and every
// sentence; the page lets one of the actions be chosen.
(() => {
  const byId = id => document.getElementById(id);
  const board = byId("board");
  const begin = byId("begin");
  const SIDES = ["white", "black"];

  let socket, game, lobby;
  let chosen = null;   // the cell of the piece that has been taken up
  let focused = null;  // the cell that the keyboard is at
  let turned = false;
  let retry = 500;     // milliseconds until the next attempt to connect

  const send = request => { if (socket?.readyState === 1) socket.send(JSON.stringify(request)); };

  // --- what the game is called ---

  /** The address says which game this is, or is the record of one. */
  const address = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const recordLink = () => `${location.origin}/#` + new URLSearchParams(
    { variant: game.variant, setup: game.setup, moves: game.actions.map(action => action[1]).join("-") });
  const words = moves => (moves ?? "").replaceAll("-", " ");

  function join() {
    const { game: name, variant, setup, moves } = address();
    if (name) return send({ do: "watch", game: name });
    if (variant) return send({ do: "new", variant, setup, moves: words(moves) });
    beginGame();
  }

  /** Begins what the form says. What has been begun is kept, for when the server was restarted. */
  function beginGame(moves) {
    const form = Object.fromEntries(new FormData(begin));
    const wish = { do: "new", variant: form.variant, setup: form.setup, white: form.white, black: form.black,
                   levels: [Number(form.whiteLevel), Number(form.blackLevel)], moves: moves ?? "" };
    turned = form.white !== "person" && form.black === "person";
    sessionStorage.setItem("wish", JSON.stringify(wish));
    send(wish);
    if (turned) send({ do: "look", turned });
  }

  /** The server knows the game no more: it goes on from what this window remembers. */
  function beginAgain() {
    const wish = JSON.parse(sessionStorage.getItem("wish") ?? "null");
    const moves = sessionStorage.getItem("moves") ?? "";
    if (!wish || !address().game || sessionStorage.getItem("game") !== address().game) return false;
    history.replaceState(null, "", "/");
    send({ ...wish, moves });
    if (turned) send({ do: "look", turned });
    return true;
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

  // --- the board ---

  const cellOf = element => element.closest?.("[data-cell]")?.dataset.cell;
  const hexagon = cell => board.querySelector(`.hex[data-cell="${cell}"]`);
  const cellsOf = action => action.match(/[a-l]\d+/g) ?? [];
  const pairs = () => game.legal.map(cellsOf).filter(cells => cells.length === 2);
  const sources = () => new Set(pairs().map(([from]) => from));

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
    const from = sources(), to = targets();
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
    chosen = sources().has(cell) && cell !== chosen ? cell : null;
    if (!chosen && game.legal.length) say(`${cell}: ${game.cells[cell] ?? "vacant"}; nothing can be done here`);
    if (chosen) say("");
    markCells();
  }

  function play(action) {
    chosen = null;
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
    const choices = chosen ? targets() : new Set([...sources(), ...targets()]);
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
    history.replaceState(null, "", `#game=${game.game}`);
    sessionStorage.setItem("game", game.game);
    sessionStorage.setItem("moves", game.actions.map(action => action[1]).join(" "));
    const from = sources();
    if (!from.has(chosen)) chosen = from.size === 1 ? [...from][0] : null;
    drawBoard();
    showSeats();
    showScore();
    showActions();
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
    byId("pgn").href = `/games/${game.game}.pgn`;
    byId("link").href = recordLink();
  }

  const look = ply => send({ do: "look", turned, ...(ply < game.length ? { ply: Math.max(0, ply) } : {}) });
  const flip = () => send({ do: "look", turned: !turned, ...(game.ply < game.length ? { ply: game.ply } : {}) });

  const commands = {
    undo: () => send({ do: "undo" }), redo: () => send({ do: "redo" }), hint: () => send({ do: "hint" }), flip,
    hurry: () => send({ do: "hurry" }), pause: () => send({ do: game.paused ? "go on" : "pause" }),
    pass: () => play("pass"), resign: () => confirm("Give the game up?") && send({ do: "resign" }),
    first: () => look(0), back: () => look(game.ply - 1), ahead: () => look(game.ply + 1), last: () => look(game.length),
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

  // --- the connection ---

  function connect() {
    socket = new WebSocket(`ws://${location.host}/ws`);
    socket.addEventListener("open", () => { retry = 500; });
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.topic === "lobby") {
        say("");
        lobby = message;
        showLobby();
        join();
      } else if (message.topic === "game") {
        game = message;
        showGame();
      } else if (!message.gone || !beginAgain()) {
        say(message.text);
      }
    });
    socket.addEventListener("close", () => {
      say("The connection is lost; trying again ...");
      setTimeout(connect, retry);
      retry = Math.min(retry * 2, 10000);
    });
  }
  connect();
})();
