// Shows the games of a match. The page comes entirely from its data (report_json() in report.hpp). The
// other scripts come before this one, in one function. None knows the rules.

const data = JSON.parse(byId("data").textContent);
const games = data.games;
const svg = document.querySelector("#board svg");
const draw = boardOf(svg);

// --- the game shown ---

let game, states, ply;

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
  byId("status").textContent = status(game, states, ply);
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
  markCurve();
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
  if (!chosen.includes(index)) clearFilters(); // a link leads to any game
  byId("game").value = index;
  byId("previous").disabled = index === chosen[0];
  byId("next").disabled = index === chosen.at(-1);
  drawCurve();
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
  const index = chosen[chosen.indexOf(games.indexOf(game)) + by];
  if (index !== undefined) open(index, 0);
};

function followAddress() {
  const [, number, at] = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(location.hash) ?? [];
  const index = games.findIndex(each => each.game === Number(number));
  if (index >= 0) open(index, Number(at ?? 0));
  return index >= 0;
}

// --- the scores of the game ---

/** In pawns for white, a mate being far more; NaN without a score. */
const pawns = ([score]) => (score?.includes("M") ? Number(`${score[0]}1000`) : Number.parseFloat(score));

/** From 1, white wins, to -1. Five pawns are half of the way. */
const height = score => score / (Math.abs(score) + 5);

const [CURVE_WIDTH, CURVE_HEIGHT] = [600, 120];
const curveX = at => (CURVE_WIDTH * at / Math.max(1, states.length - 1)).toFixed(1);
const curveY = score => (CURVE_HEIGHT / 2 * (1 - 0.94 * height(score))).toFixed(1);

/** Draws the scores of each side's engine, both from white's side. */
function drawCurve() {
  const picture = byId("curve");
  picture.replaceChildren();
  add(picture, "title", {}, `Scores of game ${game.game} from white's side`);
  add(picture, "line", { class: "zero", x1: 0, x2: CURVE_WIDTH, y1: CURVE_HEIGHT / 2, y2: CURVE_HEIGHT / 2 });
  let any = false;
  Object.keys(SIDES).forEach((side, i) => {
    const said = states.flatMap((state, at) =>
      (state.chooser === side && !Number.isNaN(pawns(state.said ?? [])) ? [[at, pawns(state.said)]] : []));
    any ||= said.length > 0;
    add(picture, "polyline", { class: `curve c${i}`,
                               points: said.map(([at, score]) => `${curveX(at)},${curveY(score)}`).join(" ") });
    byId(`said-${side}`).textContent = `${game[SIDES[side]]} (${SIDES[side]})`;
  });
  add(picture, "line", { class: "now", y1: 0, y2: CURVE_HEIGHT });
  byId("scores").hidden = !any;
}

function markCurve() {
  const now = byId("curve").querySelector(".now");
  for (const end of ["x1", "x2"]) now.setAttribute(end, curveX(ply));
}

byId("curve").addEventListener("click", event => {
  const box = byId("curve").getBoundingClientRect();
  stop();
  show(Math.round((event.clientX - box.left) / box.width * (states.length - 1)));
});

// --- which games ---

let chosen = games.map((_, index) => index); // by the filters

/** Games of one opening begin with the same position and actions. */
const openings = new Map();
for (const each of games) {
  const book = each.actions.split(" ").filter(text => text.endsWith(",book"));
  const key = [each.first, ...book].join(" ");
  if (!openings.has(key)) openings.set(key, `opening ${openings.size + 1}`);
  each.opening = openings.get(key);
}

const winner = ({ result, white, black }) => {
  const [one, two] = white === black ? ["white", "black"] : [white, black];
  return { "1-0": `${one} won`, "0-1": `${two} won`, "1/2-1/2": "drawn" }[result] ?? "not finished";
};
const FILTERS = {
  engine: each => [each.white, each.black],
  result: each => [winner(each)],
  ending: each => [each.ending],
  opening: each => [each.opening],
};
const selects = {};

function listChosen() {
  byId("game").replaceChildren(...chosen.map(index => {
    const each = games[index];
    return new Option(`${each.game}. ${each.white} - ${each.black} ${each.result} ${each.reason}`, index);
  }));
  byId("count").textContent = chosen.length === games.length ? plural(games.length, "game")
                                                             : `${chosen.length} of ${games.length} games`;
}

function filter() {
  chosen = [...games.keys()].filter(index => Object.entries(selects).every(([name, select]) =>
    !select.value || FILTERS[name](games[index]).includes(select.value)));
  listChosen();
  if (chosen.length) open(chosen[0], 0);
}

function clearFilters() {
  for (const select of Object.values(selects)) select.value = "";
  chosen = [...games.keys()];
  listChosen();
}

/** Adds a filter for each property in which games differ. */
function showFilters() {
  for (const [name, valuesOf] of Object.entries(FILTERS)) {
    const values = new Map(); // and how many games have them
    for (const each of games)
      for (const value of valuesOf(each)) values.set(value, (values.get(value) ?? 0) + 1);
    if (![...values.values()].some(count => count < games.length)) continue;
    const label = add(byId("filters"), "label", {}, `${capital(name)} `);
    selects[name] = add(label, "select", { id: `by-${name}` });
    selects[name].append(new Option("all", ""), ...[...values].map(([value, count]) =>
      new Option(`${value} (${count})`, value)));
    selects[name].addEventListener("change", filter);
  }
}

// --- what the user does ---

let timer; // of the game that plays by itself

function stop() {
  clearInterval(timer);
  timer = undefined;
  byId("play").textContent = "Play";
}

function play() {
  if (timer) return stop();
  if (ply === states.length - 1) show(0);
  byId("play").textContent = "Pause";
  timer = setInterval(() => {
    show(ply + 1);
    if (ply === states.length - 1) stop();
  }, 800);
}

const commands = {
  first: [() => show(0), "Home"],
  back: [() => show(ply - 1), "ArrowLeft"],
  ahead: [() => show(ply + 1), "ArrowRight"],
  last: [() => show(states.length - 1), "End"],
  play: [play, " "],
  previous: [() => openNext(-1), "p"],
  next: [() => openNext(1), "n"],
};

function run(id) {
  if (id !== "play") stop();
  commands[id][0]();
}
for (const id of Object.keys(commands)) byId(id).addEventListener("click", () => run(id));

byId("game").addEventListener("change", event => {
  stop();
  open(Number(event.target.value), 0);
});

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("select, .scroll")) return; // these have their own keys
  if (event.key === " " && event.target.closest("button, a")) return;
  const seen = svg.getBoundingClientRect();
  if (seen.bottom < 0 || seen.top > innerHeight) return;
  const id = Object.keys(commands).find(name => commands[name][1] === event.key);
  if (!id) return;
  event.preventDefault();
  run(id);
});

showHeadline();
showTables();
showRounds();
showCurves(byId("result"), data.settings.engines.map(engine => engine.name), data);
showSettings();
showFilters();
listChosen();
addEventListener("hashchange", followAddress);
if (followAddress()) byId("games").scrollIntoView();
else open(0, 0);
