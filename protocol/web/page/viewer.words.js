// The words of pages of one file, in each language.
import {t} from "agon/words.js";

/** For setLanguage(). */
export const tables = {/*@AGON_VIEWER_TABLES@*/};

/** A word of the viewer of games. */
export const v = (key, ...values) => t("viewer." + key, ...values);
