/** What the page keeps in the browser, as JSON: "local" for good, "session" for this window. Where the browser
    takes nothing, because that is blocked or full, values last as long as the page, and `say` is called once.
    What cannot be read is dropped. */
function openStorage(say) {
  const areas = { local: () => window.localStorage, session: () => window.sessionStorage };
  const untaken = new Map(); // values that the browser did not take, by area and name
  let said = false;

  /** The result of `use`; undefined where the browser refuses. */
  function attempt(kind, use) {
    try {
      return use(areas[kind]()); // blocked: reading the property throws
    } catch {
      if (!said) say("This browser's storage is blocked or full: the page forgets its games when you leave it.");
      said = true;
      return undefined;
    }
  }

  return {
    /** The value of that name; `otherwise` where there is none that `fits`. */
    read(kind, name, otherwise, fits) {
      if (untaken.has(kind + name)) return untaken.get(kind + name);
      const text = attempt(kind, area => area.getItem(name)) ?? null;
      if (text === null) return otherwise;
      try {
        const value = JSON.parse(text);
        if (fits(value)) return value;
      } catch { /* no JSON */ }
      attempt(kind, area => area.removeItem(name));
      return otherwise;
    },
    write(kind, name, value) {
      untaken.delete(kind + name);
      if (attempt(kind, area => area.setItem(name, JSON.stringify(value)) ?? true)) return;
      untaken.set(kind + name, value);
      attempt(kind, area => area.removeItem(name)); // an old value is not this one
    },
  };
}

