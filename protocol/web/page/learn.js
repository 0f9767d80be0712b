// What a page has besides the game: lessons, puzzles, the review of a game, the analysis board, pictures. It
// is loaded when it is asked for first.

/** What serve.js lends it: game() is the one that is shown, variant() the rules in the form. */
export function open({ send, say, byId, look, game, variant, download, storage }) {
  let review;    // the last message about the game that is shown
  let after;     // what to go back to after a try
  let puzzles;   // the fields of each, once they are loaded
  let puzzle;    // the number of the one that is shown

  /** An element with attributes, or where they are functions, listeners. */
  function make(name, attributes = {}, ...children) {
    const svg = ["svg", "path", "line", "rect"].includes(name);
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value === "function") element.addEventListener(key, value);
      else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  }
  const button = (text, click, more = {}) => make("button", { type: "button", click, ...more }, text);

  /** Rebuilds the content of `box` if `key` has changed; the keyboard focus stays on its button. */
  function renew(box, key, children) {
    if (box.key === JSON.stringify(key)) return;
    box.key = JSON.stringify(key);
    const held = box.contains(document.activeElement) && document.activeElement.dataset.key;
    box.replaceChildren(...children());
    if (held !== false) box.querySelector(`[data-key="${held}"]`)?.focus({ preventScroll: true });
  }

  // --- tasks: lessons, puzzles, mistakes ---

  const kept = name => storage.read("local", name, [], Array.isArray);

  function keep(name, value) {
    const values = kept(name);
    if (!values.includes(value)) storage.write("local", name, [...values, value]);
  }

  const learn = (number = 0, rules = variant()) => send({ do: "learn", variant: rules, lesson: number });

  let told = "";

  function showTask(shown) {
    const { task } = shown, panel = byId("task");
    document.body.classList.toggle("tasked", Boolean(task));
    panel.hidden = !task;
    if (!task) return;
    const isLesson = task.lesson !== undefined, rules = shown.variant, done = task.state === "done";
    if (done && isLesson) keep("lessons " + rules, task.lesson);
    if (done && puzzle !== undefined && task.title.startsWith("Puzzle ")) keep("puzzles", puzzle);
    const next = isLesson ? task.lesson + 1 < task.lessons && (() => learn(task.lesson + 1, rules))
      : !after && (() => showPuzzle(puzzle + 1));
    const key = JSON.stringify([shown.game, task]);
    if (key === told) return;
    told = key;
    const focused = panel.contains(document.activeElement);
    const steps = make("ol", { class: "steps", "aria-label": "Lessons" });
    for (let i = 0; i < (task.lessons ?? 0); ++i) {
      const learnt = kept("lessons " + rules).includes(i);
      steps.append(make("li", {}, button(learnt ? "\u2713" : String(i + 1), () => learn(i, rules), {
        "aria-label": `Lesson ${i + 1}${learnt ? ", done" : ""}`, "aria-current": i === task.lesson && "step" })));
    }
    const buttons = make("p", { class: "row" },
      ...(task.state === "missed" ? [button("Try again", () => send({ do: "undo" }), { class: "main" })] : []),
      ...(next ? [button(isLesson ? "Next lesson" : "Next puzzle", next, done ? { class: "main" } : {})] : []),
      ...(isLesson && done && !next ? [button("Play a game", leave, { class: "main" })] : []),
      button(after ? "Back to the review" : "Leave", leave));
    panel.replaceChildren(
      ...(isLesson ? [steps] : []),
      make("h2", {}, isLesson ? `Lesson ${task.lesson + 1} of ${task.lessons}: ${task.title}` : task.title),
      make("p", {}, task.text), make("p", { class: "goal" }, task.goal),
      make("p", { class: `verdict ${task.state}`, role: "status" }, task.verdict), buttons);
    if (focused || task.state !== "open") panel.querySelector("button.main")?.focus({ preventScroll: true });
    if (task.state !== "open") buttons.scrollIntoView({ block: "nearest" });
  }

  function leave() {
    const back = after;
    after = puzzle = undefined;
    if (back) {
      send({ do: "watch", game: back.game });
      look(back.ply);
    } else byId("begin").requestSubmit();
  }

  // --- puzzles ---

  async function showPuzzle(number) {
    puzzles ??= (await (await fetch(new URL("puzzles.txt", import.meta.url))).text()).split("\n")
      .filter(line => line && !line.startsWith("#")).map(line => line.split(";"));
    puzzle = (number + puzzles.length) % puzzles.length;
    const [rules, position, line, bound, , themes] = puzzles[puzzle];
    after = undefined;
    send({
      do: "task", variant: rules, position, title: `Puzzle ${puzzle + 1} of ${puzzles.length}`,
      text: `By the rules ${rules}. ${themes ? `It is about: ${themes.replaceAll(" ", ", ")}.` : ""}`,
      goal: `Only one action wins by force, within ${bound} actions. Find it.`,
      missed: `That does not win within ${bound} actions. Take it back and try again.`,
      accept: [line.split(" ")[0]], line,
    });
  }

  /** The first that has not been solved here. */
  async function nextPuzzle() {
    const solved = new Set(kept("puzzles"));
    let number = 0;
    while (solved.has(number)) ++number;
    await showPuzzle(number);
  }

  // --- the review ---

  const GRAPH = { width: 600, height: 100 };

  function graph({ chances, mistakes }, ply) {
    const x = i => (chances.length > 1 ? i / (chances.length - 1) : 0) * GRAPH.width;
    const y = share => (1 - share) * GRAPH.height;
    let area = "";
    chances.forEach((share, i) => {
      if (share === null) return;
      const first = i === 0 || chances[i - 1] === null, last = i + 1 === chances.length || chances[i + 1] === null;
      area += `${first ? `M${x(i)} ${GRAPH.height}L` : ""}${x(i)} ${y(share)} ${last ? `V${GRAPH.height}Z` : "L"}`;
    });
    const svg = make("svg", { viewBox: `0 -4 ${GRAPH.width} ${GRAPH.height + 8}`, preserveAspectRatio: "none", role: "img",
      "aria-label": "White's winning chances after each action", click: event => {
        const box = svg.getBoundingClientRect();
        look(Math.round((event.clientX - box.left) / box.width * (chances.length - 1)));
      } },
    make("rect", { class: "ground", width: GRAPH.width, height: GRAPH.height }),
    make("path", { class: "area", d: area }),
    make("line", { class: "even", x1: 0, x2: GRAPH.width, y1: GRAPH.height / 2, y2: GRAPH.height / 2 }),
    make("line", { class: "now", x1: x(ply), x2: x(ply), y1: -4, y2: GRAPH.height + 4 }));
    for (const mistake of mistakes) {
      const share = chances[mistake.ply + 1];
      if (share !== null) svg.append(make("path", { class: `dot ${mistake.kind}`, d: `M${x(mistake.ply + 1)} ${y(share)}h0` }));
    }
    return svg;
  }

  function tryAgain(mistake) {
    const shown = game();
    after = { game: shown.game, ply: mistake.ply };
    send({
      do: "task", variant: shown.variant, setup: shown.setup, position: shown.first ?? "",
      moves: shown.actions.slice(0, mistake.ply).map(action => action[1]).join(" "),
      title: "Try again", text: `Here ${mistake.side} played ${mistake.action}, ${article(mistake.kind)}.`,
      goal: `Find a better action for ${mistake.side}.`,
      missed: "The engine would play another. Take it back and try again, or look at its action in the review.",
      accept: [mistake.better], line: mistake.line.join(" "),
    });
    if (shown.turned) send({ do: "look", turned: true });
  }
  const article = kind => `${kind === "inaccuracy" ? "an" : "a"} ${kind}`;

  function showReview(shown) {
    const is = review && shown.game === review.game && shown.review !== "none" && !shown.task;
    byId("graph").hidden = byId("reviewed").hidden = !is;
    document.body.classList.toggle("reviewing", Boolean(is));
    const list = byId("actions");
    for (const mark of list.querySelectorAll(".loss")) mark.remove();
    if (!is) return;
    byId("graph").replaceChildren(graph(review, shown.ply));
    for (const [i, loss] of review.losses.entries()) {
      const mistake = review.mistakes.find(({ ply }) => ply === i), row = list.children[i]?.querySelector("button");
      if (row && loss !== null && (mistake || loss >= 0.01))
        row.append(make("span", { class: `loss ${mistake?.kind ?? ""}`, title: mistake?.says },
          `${mistake ? mistake.glyph : ""} \u2212${Math.round(loss * 100)}\u202f%`));
    }
    const running = review.state === "running", panel = byId("reviewed"), top = panel.querySelector("ul")?.scrollTop ?? 0;
    const total = ([inaccuracies, mistakes, blunders]) =>
      `${count(inaccuracies, "inaccuracy", "inaccuracies")}, ${count(mistakes, "mistake")}, ${count(blunders, "blunder")}`;
    renew(panel, review, () => [
      make("h2", {}, "Look back"),
      ...(review.state === "done" ? [] : [
        make("progress", { value: review.done, max: review.all, "aria-label": "Positions searched" }),
        make("p", { class: "row" }, `${review.done} of ${review.all} positions`,
          running ? button("Stop", () => send({ do: "stop review" }), { "data-key": "stop" })
            : button("Go on", () => send({ do: "review" }), { "data-key": "stop" }))]),
      make("p", {}, `White: ${total(review.totals.white)}. Black: ${total(review.totals.black)}.`),
      make("ul", {}, ...review.mistakes.map(mistake => make("li", { class: mistake.kind },
        make("p", {}, make("b", {}, mistake.glyph), ` ${mistake.ply + 1}. ${mistake.says}`),
        make("p", { class: "row" },
          button("Show", () => send({ do: "look", ply: mistake.ply, turned: game().turned, better: true }), { "data-key": `show ${mistake.ply}` }),
          button("Try again", () => tryAgain(mistake), { "data-key": `try ${mistake.ply}` }))))),
      ...(review.state === "done" && !review.mistakes.length ? [make("p", {}, "Nobody made a mistake that the engine can name.")] : [])]);
    panel.querySelector("ul").scrollTop = top;
  }
  const count = (number, one, many = one + "s") => `${number} ${number === 1 ? one : many}`;

  // --- the analysis board ---

  const pieces = { Q: "white queen", G: "white guard", q: "black queen", g: "black guard", x: "captured", "": "take away" };
  const parts = {};  // of the panel
  let piece = "Q";   // that a click puts on the board
  let origin;        // the game that was shown before

  const edit = (what, more = {}) => send({ do: "edit", what, ...more });
  const written = action => action.replace(/(\d)(?=[a-l])/, "$1-");
  const toggle = (text, pressed, click, more = {}) => button(text, click, { "data-key": text, "aria-pressed": String(pressed), ...more });

  /** The board that is shown, as far as its position can be gone on from. */
  function analyse(begun) {
    const shown = game();
    if (!shown.analysis) origin = shown.task ? undefined : { game: shown.game, ply: shown.ply };
    if (!shown.analysis)
      begun({ white: "person", black: "person", levels: [0, 0] }, {
        variant: shown.variant, setup: shown.setup, position: shown.first ?? "", analysis: true,
        moves: shown.actions.map(action => action[1]).join(" ") });
    send({ do: "look", turned: shown.turned, ply: shown.ply });
  }

  /** A part of the panel: the engine tells four times a second. */
  function part(name, key, children) {
    renew(parts[name] ??= byId("analysis").appendChild(make("div", { class: name })), key, children);
  }

  function showAnalysis(shown) {
    const { analysis } = shown, editing = analysis?.draft !== undefined;
    const is = { analysing: Boolean(analysis), editing, threat: Boolean(analysis?.threat) };
    for (const [name, on] of Object.entries(is)) document.body.classList.toggle(name, on);
    byId("analysis").hidden = !analysis;
    if (!analysis) return;
    const { on, threat, lines, found, node, tree, searching, draft } = analysis;
    const ask = more => send({ do: "analyse", ...more });
    part("controls", [editing, on, threat, lines], () => {
      if (editing) return [make("h2", {}, "Set up a position")];
      const select = make("select", { "data-key": "lines", change: () => ask({ lines: Number(select.value) }) },
        ...[1, 2, 3, 4, 5].map(count => make("option", { selected: count === lines }, String(count))));
      return [make("h2", {}, "Analysis"), make("p", { class: "row" },
        toggle("Engine", on, () => ask({ on: !on })),
        toggle("Threats", threat, () => ask({ on: true, threat: !threat }), { title: "What the other side would do if it had to act" }),
        make("label", {}, "Lines ", select), button("Set up", () => {
          edit("begin");
          byId("play").scrollIntoView();
        }, { "data-key": "edit" }), button("Leave", () => {
          after = origin;
          leave();
          origin = undefined;
        }))];
    });
    part("setup", editing && [draft, piece, shown.position], () => editing ? setUp(shown) : []);
    part("found", !editing && [on, searching, found], () => editing || !on ? [] : found.length
      ? [make("ol", { "aria-label": "What the engine would do" }, ...found.map(([score, depth, line], i) => make("li", {},
        button("", () => send({ do: "play", action: line[0], ply: game().ply }), {
          "data-key": i, disabled: threat || !line.length, title: `depth ${depth}` }))))]
      : [make("p", {}, searching ? "Searching ..." : "There is nothing to search here.")]);
    const buttons = parts.found.querySelectorAll("button");
    if (!editing) found.forEach(([score, depth, line], i) =>
      buttons[i]?.replaceChildren(make("b", {}, score), ` ${line.map(written).join(" ")}`));
    part("tree", !editing && [node, tree], () => editing ? [] : showTree(tree, node));
  }

  function showTree(tree, node) {
    const inside = [make("div", { class: "words", role: "group", "aria-label": "Actions and variations" })];
    for (const word of tree)
      if (word === "(") inside.push(inside.at(-1).appendChild(make("div", { class: "aside" })));
      else if (word === ")") inside.pop();
      else {
        const [number, turn, side, action, comment] = word;
        inside.at(-1).append(make("span", {}, turn, button(written(action), () => send({ do: "node", node: number }), {
          class: side, "data-key": number, "aria-current": number === node && "step",
          "aria-label": `${turn} ${side}: ${written(action).replace("-", " to ")}` })), " ");
        if (comment) inside.at(-1).append(make("i", {}, comment), " ");
      }
    const change = (text, what, title) => button(text, () => send({ do: "node", node, what }), { disabled: !node, title, "data-key": what });
    const current = inside[0].querySelector("[aria-current]");
    requestAnimationFrame(() => current?.scrollIntoView({ block: "nearest" }));
    return [...(tree.length ? inside : [make("p", {}, "Play for either side. Another action at an earlier place becomes a variation.")]),
      make("p", { class: "row" }, change("Promote", "promote", "Makes this variation the main one"),
        change("Delete", "delete", "Takes this action out, with all after it"))];
  }

  function setUp(shown) {
    const input = make("input", { value: shown.position, "aria-label": "Position text", spellcheck: "false" });
    return [make("p", { class: "row", role: "group", "aria-label": "What a click puts on the board" },
      ...Object.entries(pieces).map(([letter, name]) => toggle(name, letter === piece, () => {
        piece = letter;
        showAnalysis(game());
      }, { class: name.split(" ")[0] }))),
    make("p", { class: "row" }, ...["white", "black"].map(side => {
      const acts = shown.position.split(" ")[1] === side[0];
      return toggle(`${side} acts`, acts, () => acts || edit("turn"));
    }), button("Empty board", () => edit("clear"), { "data-key": "clear" })),
    make("form", { class: "row", submit: event => {
      event.preventDefault();
      edit("take", { position: input.value.trim() });
    } }, input, button("Use this text", undefined, { type: "submit" })),
    make("p", { class: "fault", role: "status" }, shown.analysis.draft),
    make("p", { class: "row" }, button("Done", () => edit("done"), { "data-key": "done", class: shown.analysis.draft ? "" : "main" }),
      button("Cancel", () => edit("cancel")))];
  }

  // --- pictures ---

  function saveSvg() {
    download(`agon-${game().ply}.svg`, new Blob([game().svg], { type: "image/svg+xml" }));
  }

  function savePng() {
    const { width, height } = byId("board").querySelector("svg").viewBox.baseVal, scale = 2;
    const image = new Image(width * scale, height * scale), canvas = make("canvas", { width: width * scale, height: height * scale });
    image.addEventListener("load", () => {
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(blob => download(`agon-${game().ply}.png`, blob), "image/png");
    });
    image.addEventListener("error", () => say("This browser cannot draw the picture."));
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(game().svg);
  }

  return {
    learn, analyse, saveSvg, savePng,
    put: cell => edit("put", { cell, piece }),
    puzzle: number => (number === undefined ? nextPuzzle() : showPuzzle(number)).catch(() => say("The puzzles cannot be loaded.")),
    shown: () => puzzle,
    show(shown) {
      showTask(shown);
      showReview(shown);
      showAnalysis(shown);
    },
    take(message) {
      review = message;
      if (game()?.game === message.game) showReview(game());
    },
  };
}
