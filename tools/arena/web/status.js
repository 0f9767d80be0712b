// The text of a game viewer about the action it shows.

const capital = text => text[0].toUpperCase() + text.slice(1);

function comment(said) {
  if (said[0] === "book") return "from the opening";
  const [score, depth, time, nodes] = said;
  return [score && `score ${score} for white`, depth && `depth ${depth}`, time && `${time} s`,
          nodes && `${nodes} nodes`].filter(Boolean).join(", ");
}

/** Of the position after `ply` actions. */
function status(game, states, ply) {
  const state = states[ply];
  const lines = [];
  if (ply > 0) {
    const forfeited = game.forfeited?.[ply];
    const what = forfeited ? `forfeits the turn (${forfeited})` : state.action;
    lines.push(`Action ${ply} of ${states.length - 1}, ${SIDES[state.chooser]}: ${what}` +
               (state.said.length ? ` (${comment(state.said)})` : ""));
  } else {
    lines.push(`Beginning of game ${game.game}, ${states.length - 1} actions`);
  }
  const next = states[ply + 1];
  if (!next) lines.push(`${game.result}: ${game.reason}`);
  else if (next.chooser === state.turn) lines.push(`${capital(SIDES[state.turn])} to act`);
  else lines.push(`${capital(SIDES[state.turn])}'s turn, ${SIDES[next.chooser]} to act`);
  if (state.clock > 0) lines.push(`${state.clock} actions without progress`);
  return lines.join(". ") + ".";
}
