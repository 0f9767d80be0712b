// How the pages of matches, studies and tunings word what they say; see words.js.
import {filled, language} from "agon/words.js";

const tables = {/*@AGON_ARENA_TABLES@*/};
const table = () => tables[language];

export const a = (key, ...values) => filled(table()[key] ?? tables.en[key], values);
/** How games end is a word of the record; other languages know the usual ones. */
a.ending = name => table().endingNames?.[name] ?? name;
a.fault = name => table().faultNames?.[name] ?? name;

/** Why a game ended, a text of the record: "White wins (throne)". Other languages know the usual ones. */
a.reason = text => {
  const [, what, why] = /^([^(]+?)(?: \(([^()]+)\))?$/.exec(text) ?? [], known = table().reasons?.[what];
  return known ? known + (why ? ` (${table().reasons[why] ?? a.ending(why)})` : "") : text;
};

/** A number with exactly `digits` digits after the point; without `digits`, with at most three. */
export const decimals = (value, digits) => value.toLocaleString(language, digits === undefined ? {maximumFractionDigits: 3} : {minimumFractionDigits: digits, maximumFractionDigits: digits});

/** A sentence of the headline, which is in English; other languages have their own for its key. */
a.said = (text, {key, values}) => table().said?.[key] ? filled(table().said[key], values.map(value => typeof value === "number" ? decimals(value) : value)) : text;

/** How an SPRT stands. */
a.ratio = ({ratio: {llr, elo, left}, bounds}) => a("ratio", ...[llr, ...bounds, ...elo].map(value => decimals(value, 2))) + (left ? a("gamesLeft", decimals(left, 0)) : "");
