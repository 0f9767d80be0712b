// The frame of the arena's pages: a header, sections one below the other, colours and language. Everything is drawn
// again when the language changes.
import {$, fill, h, icon, seg} from "agon/ui.js";
import {keep, kept} from "agon/storage.js";
import {LANGUAGES, language, setLanguage, t, w} from "agon/words.js";
import {tables} from "agon/viewer.words.js";
import {a} from "agon/arena.words.js";

const paint = () => document.documentElement.dataset.theme = kept("theme", "auto");

/** `page`: {title(), intro(): nodes, sections: [[id, heading, fill(box)]]}; a section whose fill gives nothing is left
    out. Returns what draws all of it. */
export async function makeFrame(page) {
  paint();
  document.body.classList.add("doc");
  const nav = h("nav"), box = h("div", {popover: true, id: "settings-box", cls: "box"}), intro = h("section", {cls: "intro", id: "top"});
  const parts = page.sections.map(([id]) => h("section", {id, "aria-labelledby": `${id}-title`}, h("h2", {id: `${id}-title`, tabindex: -1}), h("div", {cls: "part"})));
  document.body.append(h("a", {cls: "skip", href: `#${page.sections[0][0]}`}),
    h("header", {}, h("span", {cls: "brand"}, h("svg", {viewBox: "0 0 32 32", "aria-hidden": "true"}, h("path", {d: "M9 2h14l7 14-7 14H9L2 16z", cls: "brand-hex"}), h("use", {href: "#crown", x: 16, y: 17, cls: "brand-crown"})), "Agon"), nav,
      h("button", {type: "button", cls: "round", id: "settings", popovertarget: "settings-box"}, icon("gear"))), h("main", {}, intro, parts), box);

  function draw() {
    document.title = page.title();
    $(".skip").textContent = a("skip");
    $("#settings").setAttribute("aria-label", t("settings"));
    nav.setAttribute("aria-label", a("parts"));
    fill(intro, page.intro());
    const shown = page.sections.map(([id, heading, show], i) => {
      parts[i].querySelector("h2").textContent = a(heading);
      const any = show(parts[i].querySelector(".part")) !== false;
      parts[i].hidden = !any;
      return any && h("a", {href: `#${id}`, "data-key": id}, h("span", {}, a(heading)));
    });
    fill(nav, shown);
    fill(box, h("h3", {}, t("theme")), seg("theme", t("theme"), w("themes"), kept("theme", "auto"), value => {
      keep("theme", value);
      paint();
      draw();
    }), h("h3", {}, t("language")), seg("language", t("language"), LANGUAGES, language, async value => {
      keep("language", value);
      await setLanguage(value, tables);
      draw();
    }));
  }
  await setLanguage(kept("language", undefined, value => Object.hasOwn(LANGUAGES, value)) ?? navigator.language.slice(0, 2), tables);
  draw();
  return draw;
}
