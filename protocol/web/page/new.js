// The dialogs: a new game, the rules of a variant, and whether one really resigns.
import {closeDialog, engineName, openDialog, toast, variantName, views} from "agon/app.js";
import {addRules} from "agon/address.js";
import {room, send} from "agon/connection.js";
import {parse} from "agon/game.js";
import {begin, chooseFile} from "agon/play.js";
import {keep, kept} from "agon/storage.js";
import {diagram, fig, fill, h, icon, row, seg, select} from "agon/ui.js";
import {t, w} from "agon/words.js";

const form = {}; // what has been chosen; it outlives a look at the rules
const MAX_RULES = 60000; // bytes of a rules file; the room has the same limit
const SCORES = [15, 21, 30, 42, 62, 82, 99, 100, 100, 100]; // of each level, search/README.md

const head = (text, ...more) => h("div", {cls: "head"}, h("h2", {id: "dialog-title", tabindex: -1}, text), h("span", {cls: "row"}, more, h("button", {type: "button", cls: "round", "aria-label": t("close"), "data-key": "close", click: closeDialog}, icon("close"))));

/** A variant in words: [name, sentence, what differs]. */
function variantWords({name, book, parent, rules = {}}) {
  const [sentence, ...differs] = (Object.hasOwn(w("rules"), name) ? w("rules")[name] : "").split("|");
  if (sentence) return [sentence, differs];
  return [parent ? t("basedOn", variantName(parent)) : book ?? "", Object.entries(rules).map(([key, value]) => w("fields")[`${key}=${value}`] ?? `${key}: ${value}`)];
}

export function newDialog(box, foe) {
  if (!room.lobby) return fill(box, head(t("newGame")), h("p", {cls: "soft"}, t("wait"))); // nothing that moves under a finger when the list comes
  if (!box.open || form.asked !== foe) Object.assign(form, {asked: foe, foe: foe === "friend" ? "here" : foe !== "agon" && form.foe || "engine", level: kept("level", 3), level2: kept("level2", 5), me: form.me ?? "w", variant: kept("variant", "classic"), setup: undefined, engine: room.lobby.engines[0]});
  const {variants, setups, engines, levels, server, takesRules} = room.lobby, graded = levels.includes({engine: form.engine, watch: engines[0]}[form.foe]);
  if (!variants.some(({name}) => name === form.variant)) form.variant = "classic";
  const draw = () => newDialog(box, foe), chosen = variants.find(({name}) => name === form.variant);
  const set = name => value => {
    form[name] = value;
    draw();
  };
  const field = (name, ...inside) => h("fieldset", {"data-key": name}, h("legend", {}, name), inside);
  const level = (name, label) => {
    const own = server && form[name] === 11, text = level => level > 10 ? w("ownStrength") : w("levels")[level - 1];
    return h("fieldset", {"data-key": name}, h("div", {cls: "head"}, h("b", {}, label && label + ": ", text(form[name])), h("span", {cls: "soft"}, own ? "" : t("level", form[name]))), h("input", {type: "range", min: 1, max: server ? 11 : 10, value: form[name], "data-key": name, "aria-label": label || t("strength"), "aria-valuetext": `${form[name]}: ${text(form[name])}`, input: event => set(name)(+event.target.value)}), h("p", {cls: "soft small"}, own ? "\u00a0" : t("strengthMore", SCORES[form[name] - 1])));
  };

  const name = (who, empty, figure) => h("label", {cls: "row", style: "flex:1"}, figure, h("input", {cls: "text", maxlength: 40, autocomplete: "off", placeholder: empty, "aria-label": `${t("names", 1)}: ${empty}`, "data-key": "name" + who, value: kept("name" + who, ""), input: event => keep("name" + who, event.target.value)}));

  fill(box, h("form", {method: "dialog", "data-key": "new", submit: event => {
    event.preventDefault();
    keep("level", form.level);
    keep("level2", form.level2);
    keep("variant", form.variant);
    const level = value => !graded || value > 10 ? 0 : value, watch = form.foe === "watch";
    const {dialog} = history.state ?? {}; // then the game takes the place of the dialog in the history
    if (!dialog) history.replaceState(history.state, "", location.href.replace(/([?&])new=\w*&?/, "$1").replace(/[?&](?=#|$)/, ""));
    begin({foe: form.foe === "engine" ? form.engine : form.foe, level: level(form.level), levels: [level(form.level), level(form.level2)], me: watch ? "w" : form.me === "any" ? "wb"[Math.floor(Math.random() * 2)] : form.me, variant: form.variant, setup: form.setup ?? chosen?.setup}, {replace: dialog});
  }}, head(t("newGame")),
  field(t("opponent"), seg("foe", t("opponent"), {engine: t("agon"), here: t("friendHere"), ...server && {link: t("friendLink")}, watch: t("watchTwo")}, form.foe, set("foe"))),
  form.foe === "engine" && engines.length > 1 && select("engine", t("engine"), Object.fromEntries(engines.map(name => [name, engineName(name)])), form.engine, set("engine")),
  graded && level("level", form.foe === "watch" ? t("white") : ""), graded && form.foe === "watch" && level("level2", t("black")),
  (form.foe === "engine" || form.foe === "link") && field(t("colour"), seg("me", t("colour"), {w: t("white"), b: t("black"), any: t("surprise")}, form.me, set("me"))),
  form.foe !== "watch" && field(t("names", form.foe === "here" ? 2 : 1), row(form.foe === "here" ? [name("W", t("white"), fig("Q")), name("B", t("black"), fig("q"))] : name("", t("you")))),
  h("details", {"data-key": "more", open: kept("variant", "classic") !== "classic"}, h("summary", {}, t("moreRules"), " ", h("span", {cls: "chip"}, variantName(form.variant))),
    setups.length > 0 && field(t("start"), seg("setup", t("start"), Object.fromEntries(setups.map(setup => [setup, w("setups." + setup) ?? setup])), form.setup ?? chosen.setup ?? "standard", set("setup"))),
    field(t("rulesOf"), variants.map(variant => {
      const {name} = variant, [sentence, differs] = variantWords(variant);
      return h("div", {cls: "rule", "data-key": "rule" + name}, h("label", {}, h("input", {type: "radio", name: "variant", checked: form.variant === name, "data-key": "variant" + name, change: () => set("variant")(name)}), h("b", {}, variantName(name)), h("span", {}, sentence, differs.length > 0 && h("span", {cls: "row"}, differs.map(text => h("span", {cls: "chip gold"}, text))))),
        h("button", {type: "button", cls: "round", "data-key": "read" + name, "aria-label": t("read", variantName(name)), title: t("read", variantName(name)), click: () => openDialog("rules", name)}, icon("learn")));
    })),
    takesRules && row(h("button", {type: "button", cls: "btn", "data-key": "own", click: () => chooseFile(".ini,.txt", (file, text) => {
      if (new Blob([text]).size > MAX_RULES) return toast(t("rulesTooLong", file, MAX_RULES));
      const request = addRules(file, text);
      form.variant = /^[ \t]*\[[ \t]*([^:\]\s]+)/m.exec(text)?.[1] ?? form.variant;
      send(request);
    })}, icon("file"), t("ownRules")))),
  h("div", {cls: "foot", "data-key": "foot"}, h("button", {cls: "btn go", "data-key": "begin"}, t("begin")))));
}

// --- rules ---

/** A lobby keeps the rules that came last: the next one may have other rules of that name. */
export function rulesDialog(box, variant) {
  const {lobby} = room, known = lobby?.variants.some(({name}) => name === variant), read = lobby?.read?.variant === variant && lobby.read;
  if (known && !read) send({do: "explain", variant});
  const {sections = [], book, parent, position} = read;
  fill(box, h("div", {cls: "rules", "data-key": "rules"}, head(t("theRules", variantName(variant))),
    read ? [h("p", {cls: "soft"}, [book, parent && t("basedOn", variantName(parent))].filter(Boolean).join(". ")), position && diagram(parse(position)),
      sections.map(({key, heading, rules}) => h("section", {"data-key": key}, h("h3", {}, w("ruleHeadings")[key] ?? heading), h("dl", {}, rules.map(({key, value, text, source}) => [h("dt", {}, w("ruleTexts")[`${key}=${value}`] ?? text), source && quotation(source)])))),
      h("section", {"data-key": "touch"}, h("h3", {}, t("touchRule")), h("p", {}, t("touchRuleMore")))]
      : h("p", {cls: "soft"}, t(known === false ? "noRules" : "wait"))));
}

export function showRules(message) {
  room.lobby.read = message;
  const box = document.querySelector("#dialog");
  if (box.open && box.querySelector(".rules")) rulesDialog(box, message.variant);
}

export function resignDialog(box) {
  fill(box, h("form", {method: "dialog", "data-key": "resign", submit: event => {
    event.preventDefault();
    closeDialog();
    send({do: "resign", side: views.current.route.side}); // of a game by a link, where the friend may be the one to choose
  }}, head(t("resignAsk")), h("p", {cls: "soft"}, t("resignMore")), h("div", {cls: "foot row"}, h("button", {type: "button", cls: "btn", click: closeDialog}, t("keepOn")), h("button", {cls: "btn go", "data-key": "doResign"}, t("resign")))));
}

/** Where a rule is from: words of the page, or a quotation, which a screen reader reads in its own language. */
function quotation(source) {
  const own = Object.hasOwn(w("ruleSources"), source);
  return h("dd", {cls: "soft small", lang: !own && (source.startsWith("Wikipedia (German)") ? "de" : "en")}, own ? w("ruleSources")[source] : source);
}
