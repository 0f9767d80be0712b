// The page of a running match: draws what the server sends (live_match.hpp).
(() => {
  "use strict";
  const SIDES = ["white", "black"];
  const boards = new Map(); // by place
  let retry = 1000;

  function fill(id, head, rows) {
    byId(id).replaceChildren();
    fillTable(byId(id), head, rows);
  }

  function showMatch({ names, event, variant, setup, progress, ranks, elo, llr, bounds, verdict, results, running, over }) {
    const title = names.length === 2 ? `${names[0]} vs ${names[1]}` : `${names.length} engines`;
    document.title = byId("title").textContent = title;
    byId("summary").textContent = `${event}: ${progress}; rules ${variant}, setup ${setup}`;
    byId("lost").textContent = over ? "The match has ended; this is its last state." : "";
    byId("verdict").textContent = verdict ?? "";
    fill("ranks", ...ranksTable(ranks));
    byId("curves").replaceChildren();
    showCurves(byId("curves"), names, { elo, llr, bounds });
    fill("results", ["game", "white", "black", "result", ""], results);
    const places = new Set(running.map(([, , , place]) => place));
    for (const [place, board] of boards)
      if (!places.has(place)) {
        board.element.remove();
        boards.delete(place);
      }
    const unseen = running.filter(([, , , place]) => !boards.has(place));
    byId("more").textContent = running.length === 0 ? "None." : unseen.length === 0 ? ""
      : "Without a board: " + unseen.map(([number, white, black]) => `${number} (${white} vs ${black})`).join(", ");
  }

  function seat(element, side) {
    const line = add(element, "p", { class: `seat ${side}` });
    add(line, "i", { class: "disc" });
    return { line, name: add(line, "span", { class: "name" }), score: add(line, "span", { class: "score" }),
             time: add(line, "span", { class: "time" }) };
  }

  function showBoard(message) {
    let board = boards.get(message.place);
    if (!board) {
      const element = add(byId("boards"), "article");
      const heading = add(element, "h3");
      const black = seat(element, "black"), picture = add(element, "div"), white = seat(element, "white");
      board = { element, heading, picture, seats: { white, black } };
      boards.set(message.place, board);
      byId("more").textContent = "";
    }
    board.message = message;
    board.at = performance.now() - message.since;
    board.heading.textContent = `Game ${message.game}, action ${message.length}` + (message.last && `: ${message.last}`);
    board.picture.innerHTML = message.svg;
    board.picture.querySelector("title").remove();
    board.picture.querySelector("svg").setAttribute("aria-label", board.heading.textContent);
    SIDES.forEach((side, i) => {
      const { line, name, score } = board.seats[side];
      line.classList.toggle("acts", message.chooser === side);
      name.textContent = message.names[i];
      score.textContent = message.scores[i] && `${message.scores[i]} depth ${message.depths[i]}`;
    });
    showClocks(board);
  }

  /** The clock of the side that acts runs on between two messages. */
  function showClocks({ message, at, seats }) {
    SIDES.forEach((side, i) => {
      const left = message.left[i];
      if (left === null) return;
      const spent = message.chooser === side ? performance.now() - at : 0;
      const tenths = Math.max(0, Math.floor((left - spent) / 100));
      seats[side].time.textContent =
        `${Math.floor(tenths / 600)}:${(tenths % 600 / 10).toFixed(1).padStart(4, "0")}`;
    });
  }
  setInterval(() => boards.forEach(showClocks), 100);

  function connect() {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    socket.addEventListener("open", () => {
      retry = 1000;
    });
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.topic === "match") showMatch(message);
      else showBoard(message);
    });
    socket.addEventListener("close", () => {
      byId("lost").textContent = "The match has ended, or was broken off; this is its last state.";
      setTimeout(connect, retry);
      retry = Math.min(retry * 2, 30000);
    });
  }
  connect();
})();
