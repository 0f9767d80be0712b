// The border to WebAssembly, where a text is UTF-8 that ends at a NUL, and a question is a list of lines.

/**
 * The value, if it is a string that arrives in C as it is; else throws an Error that names it.
 * `lines`: may contain line breaks. `word`: no white space. `empty`: "" is meant.
 */
export function checked(name, value, {lines = false, word = false, empty = false} = {}) {
  if (typeof value !== "string")
    throw new TypeError(`${name}: expected a string, got ${value === null ? "null" : typeof value}`);
  const fault = value === "" && !empty ? "it is empty"
    : value.includes("\0") ? "a NUL character is in it"
    : /\p{Surrogate}/u.test(value) ? "half of a surrogate pair is in it"
    : !lines && /[\r\n]/.test(value) ? "a line break is in it"
    : word && /\s/.test(value) ? "white space is in it" : "";
  if (fault) throw new Error(`${name}: ${fault}`);
  return value;
}

/** The object, if it has no other keys; else throws an Error that names it. */
export function checkedKeys(name, object, known) {
  if (typeof object !== "object" || object === null)
    throw new TypeError(`${name}: expected an object, got ${object === null ? "null" : typeof object}`);
  for (const key of Object.keys(object))
    if (!known.includes(key)) throw new TypeError(`${name}: unknown key '${key}'; there are ${known.join(", ")}`);
  return object;
}
