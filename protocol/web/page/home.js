// The first page: how one wins, and three ways to play.
import {board, caption, go, openDialog, show, title, variantName} from "agon/app.js";
import {room} from "agon/connection.js";
import {parse} from "agon/game.js";
import {begin, foeNames, resume, savedGame, seatName} from "agon/play.js";
import {kept} from "agon/storage.js";
import {button, h, icon, mini, row} from "agon/ui.js";
import {t} from "agon/words.js";

const WON = {on: Object.fromEntries("Qf6 Gf7 Gg7 Gg6 Gf5 Ge5 Ge6 qj8 gd8 gh9 gc4 gh4 gb7 gg3".split(" ").map(piece => [piece.slice(1), piece[0]])), caught: [], turn: "b", reserve: [0, 0]};
const LISTED = 6; // games of the server until one asks for all

export function home() {
  let all = false;
  const wide = (picture, name, more, click, cls = "", key = name) => h("button", {type: "button", cls: `tile wide ${cls}`, click, "data-key": key}, picture, h("b", {}, name), h("span", {}, more), h("i", {cls: "end"}, icon("next")));
  const tile = (name, click) => h("button", {type: "button", cls: "tile", click, "data-key": name}, h("b", {}, t(name)), h("span", {}, t(name + "More")));

  function games() {
    const {games = [], server} = room.lobby ?? {};
    if (!server || !games.length) return undefined;
    return [h("h2", {cls: "small-head"}, t("gamesHere")), h("ul", {cls: "games"}, games.slice(0, all ? games.length : LISTED).map(({game, variant, players, length, ending}) =>
      h("li", {"data-key": "game" + game}, h("a", {href: `?view=play&game=${encodeURIComponent(game)}`, cls: "item", click: event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go("play", {game});
      }}, h("b", {}, players.map(seatName).join(" \u2013 ")), h("span", {cls: "soft small"}, [variantName(variant), t("turns", length), ending?.key && t("ended")].filter(Boolean).join(" \u00b7 ")))))),
    games.length > LISTED && !all && row(button(t("showMore"), () => {
      all = true;
      draw();
    }, "plain"))];
  }

  function draw() {
    const saved = savedGame(), started = saved || kept("lessons", []).length > 3;
    board.show({state: WON, can: [], me: "w", won: "w"});
    caption(t("old"), t("picture"));
    show(h("div", {cls: "hero"}, title(t("aim")), h("p", {}, t("aimMore")), row(button(t("learnNow"), () => go("learn"), started ? "" : "go", "learn"))),
      saved && wide(mini(parse(saved.position)), t("goOn"), saved.foe ? t(saved.yours ? "goOnYours" : "goOnTheirs", foeNames(saved.foe).filter(Boolean).join(", "), parse(saved.position).number) : t("turns", saved.count), () => resume(), "go", "goOn"),
      h("h2", {cls: "small-head"}, t("opponents")), h("div", {cls: "tiles"}, tile("gentle", () => begin({level: 2})), tile("fair", () => begin({level: 5})), tile("strong", () => begin({level: 10})), tile("friend", () => openDialog("new", "friend"))),
      h("div", {cls: "cards"}, wide(icon("puzzles"), t("puzzles"), t("puzzlesMore"), () => go("puzzles")), wide(icon("analyse"), t("analyse"), t("analyseMore"), () => go("analyse"))),
      games());
  }

  draw();
  return {draw, lobby: draw};
}

