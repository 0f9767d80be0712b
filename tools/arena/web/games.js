// The games of a match: those that a reader looks for, in a list, and one of them on the board.
import {$, fill, h, icon, select} from "agon/ui.js";
import {makeViewer} from "agon/viewer.js";
import {a} from "agon/arena.words.js";

const MANY = 12; // values that a list can show; more are searched
const CHUNK = 200; // games that the list shows at first

const winner = ({result, white, black}) => {
  const [one, two] = white === black ? [a("white"), a("black")] : [white, black];
  return {"1-0": a("won1", one), "0-1": a("won1", two), "1/2-1/2": a("drawn")}[result] ?? a("unfinished");
};
const FILTERS = {
  engine: each => [each.white, each.black],
  result: each => [winner(each)],
  ending: each => [a.ending(each.ending)],
  opening: each => [a("openingNo", each.opening)],
};

/** Games of one opening begin with the same position and actions. */
function nameOpenings(games) {
  const openings = new Map();
  for (const each of games) {
    const book = each.actions.split(" ").filter(text => text.endsWith(",book")), key = [each.first, ...book].join(" ");
    if (!openings.has(key)) openings.set(key, openings.size + 1);
    each.opening = openings.get(key);
    each.length = each.actions.split(" ").filter(Boolean).length;
  }
}

export const resultText = result => result.replaceAll("1/2", "\u00bd").replace("-", "\u2013");

/** Makes list and viewer; `common` is what all games share: variant, setup, curve. */
export function makeGames(data) {
  const {games} = data, common = {variant: data.variant, setup: data.setup, curve: data.curve}, asked = {search: "", engine: "", result: "", ending: "", opening: ""};
  nameOpenings(games);
  let chosen = games.map((_, i) => i), index = -1, most = CHUNK, timer;
  const filters = h("div", {cls: "filters", role: "search"}), list = h("ol", {cls: "game-list", tabindex: 0, "data-key": "games"}), facts = h("div", {cls: "facts"});
  const viewer = makeViewer({changed});
  const box = h("div", {cls: "of-games"}, h("div", {cls: "choose"}, filters, list), h("div", {cls: "shown"}, facts, viewer.element));
  box.own = true;

  // --- which games ---

  function suits(each) {
    const words = asked.search.toLowerCase().split(/\s+/).filter(Boolean);
    const text = words.length ? `${each.game} ${each.white} ${each.black} ${each.result} ${each.reason} ${a.ending(each.ending)} ${a("openingNo", each.opening)} `.toLowerCase() : "";
    if (!words.every(word => /^\d+$/.test(word) ? String(each.game) === word : text.includes(word))) return false;
    return Object.entries(FILTERS).every(([name, values]) => {
      if (!asked[name]) return true;
      const wanted = asked[name].toLowerCase(), known = values(each);
      return known.some(value => value.toLowerCase() === wanted) || exact[name] === false && known.some(value => value.toLowerCase().includes(wanted));
    });
  }

  const exact = {};
  function filter() {
    for (const name in FILTERS) exact[name] = games.some(each => FILTERS[name](each).some(value => value.toLowerCase() === asked[name].toLowerCase()));
    chosen = games.map((_, i) => i).filter(i => suits(games[i]));
    most = CHUNK;
    drawList();
    if (chosen.length && !chosen.includes(index)) open(chosen[0], 0);
    else drawFacts();
  }
  function clear() {
    for (const name in asked) asked[name] = "";
    filter();
    drawFilters();
  }

  /** A control for each property in which games differ. */
  function drawFilters() {
    const controls = Object.entries(FILTERS).map(([name, valuesOf]) => {
      const values = new Map(); // and how many games have them
      for (const each of games) for (const value of new Set(valuesOf(each))) values.set(value, (values.get(value) ?? 0) + 1);
      if (![...values.values()].some(count => count < games.length)) return false;
      const change = value => {
        asked[name] = value;
        filter();
        drawFilters();
      };
      if (values.size <= MANY) {
        const control = select(`by-${name}`, a(name), {}, "", change);
        const box = control.querySelector("select");
        box.id = `by-${name}`;
        box.append(...[["", a("all")], ...[...values].map(([value, count]) => [value, `${value} (${count})`])].map(([value, text]) => h("option", {value, selected: value === asked[name]}, text)));
        return control;
      }
      return h("label", {cls: "small soft"}, a(name), " ", h("input", {id: `by-${name}`, type: "search", cls: "text", list: `all-${name}`, value: asked[name], placeholder: a("all"), autocomplete: "off", "data-key": `by-${name}`, input: event => {
        asked[name] = event.target.value.trim();
        filter();
      }}), h("datalist", {id: `all-${name}`}, [...values].map(([value, count]) => h("option", {value}, a("gamesOf", count)))));
    });
    fill(filters, h("label", {cls: "small soft whole"}, a("search"), " ", h("input", {id: "search", type: "search", cls: "text", value: asked.search, placeholder: a("searchFor"), "data-key": "search", input: event => {
      asked.search = event.target.value;
      clearTimeout(timer);
      timer = setTimeout(filter, games.length > 2000 ? 200 : 0);
    }})), controls, h("p", {cls: "row whole"}, h("span", {id: "count", role: "status", cls: "small soft"}, chosen.length === games.length ? a("gamesOf", games.length) : a("gamesOfAll", chosen.length, games.length)),
      h("button", {type: "button", cls: "btn plain", "data-key": "clear", id: "clear", hidden: chosen.length === games.length, click: clear}, a("showAll"))));
  }

  function drawList() {
    list.setAttribute("aria-label", a("gamesHead"));
    fill(list, chosen.slice(0, most).map(i => {
      const each = games[i];
      return h("li", {"data-key": `game${i}`}, h("button", {type: "button", cls: "game", "aria-current": i === index && "true", click: () => open(i, 0)}, h("span", {cls: "soft"}, each.game),
        h("b", {}, each.white, h("span", {cls: "soft"}, " \u2013 "), each.black), h("span", {cls: "score"}, resultText(each.result)), h("small", {cls: "soft"}, `${a.ending(each.ending)} \u00b7 ${a("actionsOf", each.length)}${each.opening ? ` \u00b7 ${a("openingNo", each.opening)}` : ""}`)));
    }), chosen.length > most && h("li", {"data-key": "more"}, h("button", {type: "button", cls: "btn plain", id: "more", click: () => {
      most += CHUNK;
      drawList();
    }}, a("moreGames", Math.min(CHUNK, chosen.length - most)))), !chosen.length && h("li", {}, h("p", {cls: "empty"}, a("noGame"))));
    const count = $("#count");
    if (count) {
      count.textContent = chosen.length === games.length ? a("gamesOf", games.length) : a("gamesOfAll", chosen.length, games.length);
      $("#clear").hidden = chosen.length === games.length;
    }
  }

  function drawFacts() {
    const each = games[index];
    if (!each) return;
    fill(facts, h("h3", {id: "game-title", tabindex: -1}, h("span", {}, a("gameNo", each.game), ": "), h("b", {}, each.white), " \u2013 ", h("b", {}, each.black), " ", h("span", {cls: "chip"}, resultText(each.result))),
      h("span", {cls: "row"}, h("button", {type: "button", cls: "round", id: "previous", "data-key": "previous", "aria-label": a("previousTitle"), title: a("previousTitle"), disabled: index === chosen[0], click: () => next(-1)}, icon("prev")),
        h("button", {type: "button", cls: "round", id: "following", "data-key": "following", "aria-label": a("nextTitle"), title: a("nextTitle"), disabled: index === chosen.at(-1), click: () => next(1)}, icon("next"))),
      h("p", {cls: "small soft"}, [a.reason(each.reason), a("openingNo", each.opening), each.round > 0 && a("roundNo", each.round)].filter(Boolean).join(" \u00b7 ")));
    for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const item = list.querySelector(`[data-key=game${index}]`);
    item?.firstChild.setAttribute("aria-current", "true");
    if (item && (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight)) list.scrollTop = item.offsetTop - list.clientHeight / 2;
  }

  // --- the game shown ---

  function open(i, ply) {
    index = i;
    if (!chosen.includes(i)) clear(); // a link leads to any game
    drawFacts();
    const each = games[i];
    viewer.open({...common, ...each, names: [each.white, each.black], get reason() { return a.reason(each.reason); }}, ply);
  }
  function next(by) {
    const i = chosen[chosen.indexOf(index) + by];
    if (i !== undefined) open(i, 0);
  }
  let addressing;
  function changed(ply) {
    clearTimeout(addressing); // browsers refuse many changes at once
    addressing = setTimeout(() => history.replaceState(null, "", `#game=${games[index].game}&ply=${ply}`), 200);
  }
  function follow(fragment) {
    const [, number, ply = 0] = /^#game=(\d+)(?:&ply=(\d+))?$/.exec(fragment) ?? [], i = games.findIndex(each => each.game === Number(number));
    if (i >= 0) open(i, Number(ply));
    return i >= 0;
  }
  const look = () => box.querySelector(".shown").scrollIntoView();
  addEventListener("hashchange", ({newURL}) => follow(new URL(newURL).hash) && look());
  document.addEventListener("keydown", event => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select")) return;
    if (event.key === "n") next(1);
    else if (event.key === "p") next(-1);
  });

  let begun = false;
  return {
    element: box,
    draw() {
      drawFilters();
      drawList();
      if (begun) {
        drawFacts();
        return viewer.draw();
      }
      begun = true;
      if (follow(location.hash)) requestAnimationFrame(look);
      else {
        open(0, 0);
        clearTimeout(addressing); // the page's own address, until somebody looks at a game
      }
    },
  };
}
