// A game as a page in one file: a room without a server leaves the names of the page's files in it, in braces, and the
// texts are put there from what this page was loaded from (room/page_text.hpp).

/** A module as it was before it got addresses in place of names. */
const named = text => text.replaceAll('"./', '"' + 'agon/');

export async function inlined(html) {
  const SLOT = /\{\{[\w.]+\}\}/g, from = html.indexOf("</title>"), to = html.indexOf('<script type="application/json"'); // titles and data are the game's
  const texts = new Map(), frame = html.slice(from, to);
  await Promise.all([...new Set(frame.match(SLOT))].map(async slot => {
    const name = slot.slice(2, -2);
    if (name === "pieces.html") return texts.set(slot, document.querySelector("body > svg").outerHTML);
    const answer = await fetch(new URL("./" + name, import.meta.url));
    if (!answer.ok) throw new Error(name);
    const text = await answer.text();
    texts.set(slot, name.endsWith(".js") ? encodeURIComponent(named(text)) : text);
  }));
  return html.slice(0, from) + frame.replace(SLOT, slot => texts.get(slot)) + html.slice(to);
}
