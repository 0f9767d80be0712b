"use strict";
// The page of a game. It knows no rules: the room sends the picture, the legal actions and every
// sentence; the page lets one of the actions be chosen. The room is a server behind a WebSocket, or
// where the page names one, a worker. Without a server the address has the whole game.
(() => {
  const byId = id => document.getElementById(id);
  const begin = byId("begin");
  const SIDES = ["white", "black"];

  const worker = document.querySelector("meta[name=room]")?.content;
  const PEOPLE = { white: "person", black: "person", levels: [0, 0] };

  let post = () => {}; // a text to the room
  let game, lobby;
  let joined = false;  // since the room is open
  let asked = null;    // who plays the game that has been asked for
  const seats = new Map(); // who plays, by the name of the game
  const rulesFiles = new Map(); // texts of rules files, by the names of rules
  let given = new Map(); // as rulesFiles, of the file that the room has not taken yet
  let turned = false;
  let retry = 500;     // milliseconds until the next attempt to connect

  const send = request => post(JSON.stringify(request));

  let loaded; // lessons, puzzles and reviews

  /** Calls `use` with what learn.js opens, which is loaded when it is wanted first. */
  function study(use) {
    loaded ??= import("./learn.js").catch(error => {
      loaded = undefined;
      throw new Error(`a part of it cannot be loaded; reload it (${error.message})`);
    }).then(module => module.open({
      send, say, byId, look, download, storage, game: () => game, variant: () => begin.elements.variant.value }));
    loaded.then(use).catch(error => say(`The page has failed: ${error.message}`));
  }

  // --- what the game is called ---

  /** The address says which game this is, or is the record of one. */
  const address = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const words = moves => (moves ?? "").replaceAll("-", " ");

  /** The actions, on an analysis board with its variations. */
  const moves = () => game.analysis?.moves ?? game.actions.map(action => action[1]).join(" ");

  /** The game as an address, to be opened by people or by `players`. */
  function record(players = PEOPLE) {
    const parts = { variant: game.variant, setup: game.setup };
    if (game.first) parts.position = game.first;
    if (players.white !== "person") parts.white = `${players.white} ${players.levels[0]}`;
    if (players.black !== "person") parts.black = `${players.black} ${players.levels[1]}`;
    parts.moves = moves().replaceAll(" ", "-");
    if (game.analysis) parts.analysis = 1;
    if (game.resigned) parts.resigned = game.resigned;
    if (rulesFiles.has(game.variant)) parts.rules = rulesFiles.get(game.variant);
    return "#" + new URLSearchParams(parts);
  }
  const recordLink = () => new URL(record(), location.href).href;

  function join() {
    const { game: name, variant, setup, position, moves, rules, resigned, lesson, puzzle, analysis, ...players } = address();
    if (name) return send({ do: "watch", game: name });
    if (lesson) return send({ do: "learn", variant, lesson: Number(lesson) - 1 });
    if (puzzle) return study(({ puzzle: show }) => show(Number(puzzle) - 1));
    if (!variant) return beginGame();
    if (rules && !addRules("the link", rules)) return;
    const request = { ...PEOPLE, levels: [0, 0] };
    SIDES.forEach((side, i) => {
      const [player, level] = (players[side] ?? "person").split(" ");
      if (lobby.players.includes(player)) [request[side], request.levels[i]] = [player, Number(level) || 0];
    });
    begun(request, { variant, setup: setup ?? "preset", position: position ?? "", moves: words(moves), resigned: resigned ?? "", analysis: analysis === "1" });
  }

  function begun(players, rest) {
    asked = players;
    turned = players.white !== "person" && players.black === "person";
    send({ do: "new", ...players, ...rest });
    if (turned) send({ do: "look", turned });
  }

  /** Begins what the form says. */
  function beginGame() {
    const form = Object.fromEntries(new FormData(begin));
    const players = { white: form.white, black: form.black, levels: [Number(form.whiteLevel), Number(form.blackLevel)] };
    begun(players, { variant: form.variant, setup: form.setup, moves: "" });
  }

  /** The server no longer knows the game: it goes on from what this window remembers. */
  function beginAgain() {
    const kept = remembered();
    if (!kept?.players || kept.game !== address().game) return false;
    history.replaceState(null, "", location.pathname);
    const view = turned;
    begun(kept.players, kept.rest);
    if (view !== turned) send({ do: "look", turned: view });
    return true;
  }

  // --- files ---

  const MAX_RULES = 60000; // bytes of a rules file; the room has the same limit
  const MAX_MESSAGE = 65536; // bytes of a message to a server, which ends the connection of a longer one
  const bytes = text => new Blob([text]).size;
  let wanted; // rules to be chosen when the lobby has them

  /** Adds the rules of a file: its sections are [NAME:PARENT]. The last file that has a name counts. Returns the
      names; nothing where the file is too large. */
  function addRules(file, text) {
    if (bytes(text) > MAX_RULES) return say(`The rules in ${file} have more than ${MAX_RULES} bytes.`);
    const names = [...text.matchAll(/^[ \t]*\[[ \t]*([^:\]\s]+)/gm)].map(found => found[1]);
    given = new Map(names.map(name => [name, text]));
    send({ do: "rules", file, text });
    return names;
  }

  /** Calls `take` with the name and the text of a file that is chosen from the disk. */
  function onFile(id, take) {
    byId(id).addEventListener("change", async ({ target }) => {
      const file = target.files[0];
      if (!file) return;
      say("");
      if (!worker && file.size > MAX_MESSAGE) say(`${file.name} has ${file.size} bytes; the server takes at most ${MAX_MESSAGE}.`);
      else take(file.name, await file.text());
      target.value = ""; // so that the same file can be chosen again
    });
  }
  onFile("open", (file, pgn) => send({ do: "open", pgn, analysis: Boolean(game?.analysis) }));
  onFile("rules", (file, text) => { wanted = addRules(file, text)?.[0]; });

  function download(file, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
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

  // --- the rest of the game ---

  function play(action) {
    if (game.analysis?.draft !== undefined) study(({ put }) => put(action));
    else send({ do: "play", action, ply: game.analysis ? game.ply : game.length });
  }
  const board = openBoard(byId("board"), { play, say });
  function say(text) { byId("refusal").textContent = text; }
  const storage = openStorage(say);

  function showSeats() {
    const sides = game.turned ? [0, 1] : [1, 0];
    ["top", "bottom"].forEach((place, i) => {
      const side = sides[i], seat = byId(place);
      seat.classList.toggle("white", side === 0);
      seat.classList.toggle("black", side === 1);
      const acts = !game.result && game.turn === SIDES[side];
      seat.classList.toggle("acts", acts);
      seat.querySelector(".name").textContent = game.task || game.analysis ? SIDES[side] : `${SIDES[side]}: ${game.names[side]}`;
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

  let listed = "", current; // the action that is shown

  function showActions() {
    const list = byId("actions");
    const key = `${game.game} ${game.actions.length} ${game.actions.at(-1)}`;
    if (key !== listed) {
      listed = key;
      current = undefined;
      const focused = list.contains(document.activeElement) && document.activeElement.dataset.ply;
      list.replaceChildren(...game.actions.map(([side, action, score, depth, seconds], i) => {
        const item = document.createElement("li"), button = document.createElement("button");
        button.type = "button";
        button.dataset.ply = i + 1;
        const disc = document.createElement("i"), text = action.replace(/(\d)(?=[a-l])/, "$1-");
        disc.className = "disc";
        button.className = side;
        button.append(`${i + 1}. `, disc, ` ${text} `);
        button.setAttribute("aria-label", `${i + 1}, ${side}: ${text.replace("-", " to ")}${score && `, ${score} for white`}`);
        button.title = score ? `${score}, depth ${depth}, ${seconds.toFixed(2)} s` : "";
        const note = document.createElement("small");
        note.textContent = score;
        button.append(note);
        item.append(button);
        return item;
      }));
      if (focused) list.querySelector(`[data-ply="${focused}"]`)?.focus({ preventScroll: true });
    }
    if (current === game.ply) return; // the list may have been scrolled
    current = game.ply;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.children[current - 1];
    item?.setAttribute("aria-current", "step");
    list.scrollTop = item ? item.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }

  /** For a reload, and for a server that was restarted. */
  function remember() {
    const players = seats.get(game.game);
    history.replaceState(null, "", worker ? record(players) : `#game=${game.game}`);
    // What was begun in another window is begun again there.
    storage.write("session", "shown", { game: game.game, players: players === PEOPLE ? null : players, rest: {
      variant: game.variant, setup: game.setup, position: game.first ?? "", moves: moves(), analysis: Boolean(game.analysis) } });
  }
  const remembered = () => storage.read("session", "shown", undefined, value => typeof value?.game === "string" && value.rest);

  function showGame() {
    const present = game.ply === game.length;
    turned = game.turned;
    if (!seats.has(game.game)) {
      const kept = remembered();
      seats.set(game.game, asked ?? (kept?.game === game.game && kept.players || PEOPLE));
    }
    asked = null;
    if (game.task?.lesson !== undefined)
      history.replaceState(null, "", `#variant=${game.variant}&lesson=${game.task.lesson + 1}`);
    else if (game.task) study(({ shown }) => shown() !== undefined && history.replaceState(null, "", `#puzzle=${shown() + 1}`));
    else remember();
    // Asked for: a hint, what a review would have done, how a puzzle goes on.
    game.told = game.advice || game.analysis?.on || (game.line.length > 0 && (!present || game.task?.state === "done"));
    board.draw(game);
    showSeats();
    showScore();
    showActions();
    byId("aim").textContent = game.length === 0 ? game.aim : "";
    byId("end").hidden = !game.result || !present || Boolean(game.task || game.analysis);
    byId("end").querySelector("h2").textContent = `${game.ending}, ${game.result}`;
    const ending = game.result && present ? ` ${game.result}: ${game.ending}.` : "";
    const when = present || game.analysis ? "" : `Action ${game.ply} of ${game.length}. `;
    const says = when + game.says + ending + (game.notice ? ` (${game.notice})` : "");
    if (byId("says").textContent !== says) byId("says").textContent = says; // a screen reader announces it once
    byId("title").textContent = `${game.variant}, ${game.setup} setup`;
    document.title = `${game.names[0]} - ${game.names[1]}, Agon`;
    const shown = game.told || (byId("arrows").checked && game.line.length > 0);
    byId("expected").textContent = game.hinting ? "Looking for a hint ..." : !shown ? ""
      : `${game.advice ? "Hint" : game.told ? "Better" : "Expected"}: ${game.line.join(" ")}`;
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
    if (loaded || game.task || game.analysis) study(({ show }) => show(game));
  }

  const look = ply => send({ do: "look", turned, ...(ply < game.length ? { ply: Math.max(0, ply) } : {}) });
  const flip = () => send({ do: "look", turned: !turned, ...(game.ply < game.length ? { ply: game.ply } : {}) });

  const commands = {
    undo: () => send({ do: "undo" }), redo: () => send({ do: "redo" }), hint: () => send({ do: "hint" }), flip,
    hurry: () => send({ do: "hurry" }), pause: () => send({ do: game.paused ? "go on" : "pause" }),
    pass: () => board.play("pass"), resign: () => confirm("Give the game up?") && send({ do: "resign" }),
    first: () => look(0), back: () => look(game.ply - 1), ahead: () => look(game.ply + 1), last: () => look(game.length),
    review: () => { look(0); send({ do: "review" }); }, keep: () => send({ do: "save" }),
    svg: () => study(({ saveSvg }) => saveSvg()), png: () => study(({ savePng }) => savePng()),
    learn: () => study(({ learn }) => learn()), analyse: () => study(({ analyse }) => analyse(begun)), puzzles: () => study(({ puzzle }) => puzzle()),
    again: () => { begin.scrollIntoView(); begin.querySelector("form > button").focus(); },
    save: () => send({ do: "save" }), send: () => send({ do: "page" }),
    copy: () => navigator.clipboard.writeText(recordLink()).then(() => say("The link is copied."), () => say(recordLink())),
  };
  for (const [id, command] of Object.entries(commands))
    byId(id).addEventListener("click", () => { if (game) { say(""); command(); } });

  const keys = { u: "undo", r: "redo", h: "hint", f: "flip", ",": "back", ".": "ahead" };
  document.addEventListener("keydown", event => {
    if (!game || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
    if (event.key in keys) byId(keys[event.key]).click();
    else if (event.key === "m") board.nextChoice();
    else if (event.key === "b") board.focus();
    else return;
    event.preventDefault();
  });

  byId("type").addEventListener("submit", event => {
    event.preventDefault();
    const action = byId("action").value.toLowerCase().replace(/[ -]/g, "");
    byId("action").value = "";
    say("");
    if (game && action) board.play(action);
  });
  byId("arrows").addEventListener("change", event => {
    byId("board").classList.toggle("all", event.target.checked);
    if (game) showGame();
  });
  byId("actions").addEventListener("click", event => {
    const ply = event.target.closest("button")?.dataset.ply;
    if (ply) look(Number(ply));
  });
  begin.addEventListener("submit", event => {
    event.preventDefault();
    say("");
    board.forget();
    beginGame();
    byId("play").scrollIntoView();
  });
  addEventListener("hashchange", join);

  // --- the room ---

  // An element rebuilt under a mouse button or a finger gets no click: messages wait until it is released.
  const held = [];
  let pressed = false, over; // a timer

  addEventListener("pointerdown", ({ button, target }) => {
    if (button !== 0 || target.closest("select")) return; // a menu opens, which takes the end
    clearTimeout(over);
    pressed = true;
  });
  // The click of a finger comes some time after the finger has gone up, with the mouse events.
  for (const [end, after] of [["pointerup", 500], ["mouseup", 0], ["pointercancel", 0], ["contextmenu", 0], ["blur", 0]])
    addEventListener(end, () => {
      clearTimeout(over);
      over = setTimeout(() => {
        pressed = false;
        takeHeld();
      }, after);
    });

  function takeHeld() {
    while (!pressed && held.length) take(held.shift());
  }

  function hear({ data }) {
    held.push(JSON.parse(data));
    takeHeld();
  }

  function take(message) {
    if (message.topic === "lobby") {
      lobby = message;
      for (const [name, text] of given) rulesFiles.set(name, text);
      given.clear();
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
      download(message.file, new Blob([message.text], { type: message.file.endsWith("l") ? "text/html" : "application/x-chess-pgn" }));
    } else if (message.topic === "review") {
      study(({ take }) => take(message));
    } else if (!message.gone || !beginAgain()) {
      asked = null;
      given.clear();
      say(message.text);
    }
  }

  function connect() {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    post = text => {
      if (bytes(text) > MAX_MESSAGE) say(`That makes ${bytes(text)} bytes; the server takes at most ${MAX_MESSAGE}.`);
      else if (socket.readyState === 1) socket.send(text);
    };
    socket.addEventListener("open", () => { retry = 500; });
    socket.addEventListener("message", hear);
    socket.addEventListener("close", () => {
      joined = false;
      say("The connection is lost; trying again ...");
      setTimeout(connect, retry);
      retry = Math.min(retry * 2, 10000);
    });
  }

  function openRoom() {
    if (location.protocol === "file:")
      return say("A browser runs this page only from a web server, not from a file. Run \"python3 -m http.server\" in its folder, and open http://localhost:8000/");
    const room = new Worker(worker + location.search, { type: "module" });
    post = text => room.postMessage(text);
    room.addEventListener("message", hear);
    room.addEventListener("error", event => say(`The page's worker has failed: ${event.message ?? "it cannot be loaded"}`));
    navigator.serviceWorker?.register("offline.js").catch(() => {}); // then it needs the network again
  }

  if (worker) openRoom();
  else connect();
})();
