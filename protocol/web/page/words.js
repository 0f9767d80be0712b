// What the page says, by key: each language has a file, words.NAME.js.
/** Their names. */
export const LANGUAGES = {/*@AGON_LANGUAGES@*/};

let words = {};
export let language = "en";
/** `tables` has the words of each language in pages of one file; the others load those that they need. */
export async function setLanguage(name, tables) {
  language = Object.hasOwn(LANGUAGES, name) ? name : "en";
  const load = async name => tables ? tables[name] : (await import("agon/words." + name + ".js")).words;
  const [en, own] = await Promise.all([load("en"), load(language).catch(() => {
    language = "en";
  })]);
  words = merged(en, own);
  document.documentElement.lang = language;
}

/** A table in which a missing word is the English one. */
function merged(one, two) {
  if (typeof one !== "object" || Array.isArray(one)) return two ?? one;
  return Object.fromEntries(Object.keys({...one, ...two}).map(key => [key, key in one ? merged(one[key], two?.[key]) : two[key]]));
}

/** The word or the table of that name, with dots into tables. */
export const w = key => key.split(".").reduce((table, part) => table && Object.hasOwn(table, part) ? table[part] : undefined, words);
/** A word with its values: {0}, {1} by place, or {name} of an object. "{0|one|many}" is the first for 1. */
export const t = (key, ...values) => filled(String(w(key) ?? key), values);
/** The same of a text that another table has. */
export const filled = (text, values) => text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (all, name, one, many) => {
  const value = values[name] ?? values[0]?.[name] ?? "";
  return one === undefined ? value : (String(value) === "1" ? one : many).replace("#", value);
});
