// What the page keeps in the browser, as JSON under names with the prefix "agon ". Where the browser takes nothing,
// because that is blocked or full, values last as long as the page. What cannot be read is dropped.
const memory = new Map();
export const storage = {refused: false, told: false}; // by the browser; and whether that was said

/** The value of that name; `otherwise` where there is none that `fits`. */
export function kept(name, otherwise, fits = value => typeof value === typeof (otherwise ?? value)) {
  if (memory.has(name)) return memory.get(name);
  let text = null;
  try {
    text = localStorage.getItem("agon " + name);
  } catch {
    storage.refused = true;
  }
  if (text === null) return otherwise;
  try {
    const value = JSON.parse(text);
    if (value !== null && fits(value)) return value;
  } catch { /* no JSON */ }
  drop(name);
  return otherwise;
}

/** Keeps a value; nothing at all for null. */
export function keep(name, value) {
  memory.delete(name);
  if (value === null) return drop(name);
  try {
    localStorage.setItem("agon " + name, JSON.stringify(value));
  } catch {
    storage.refused = true;
    memory.set(name, value);
    drop(name); // an old value is not this one
  }
}

function drop(name) {
  try {
    localStorage.removeItem("agon " + name);
  } catch {
    storage.refused = true;
  }
}
