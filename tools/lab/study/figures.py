"""The figures of each cell, from `agon-match measure`."""

import collections
import json
import re
import statistics

import estimates
from cells import KINDS, Refused, cells_in, run

COMEBACK = 300  # centipawns

# Name in the JSON, title, unit, the kind of games it describes.
FIGURES = [
    ("decided", "Decided games", "%", "equals"),
    ("first", "Decided games that the side to begin won", "%", "equals"),
    ("comebacks", "Decided games that were a comeback", "%", "equals"),
    ("actions", "Length in actions, median and quartiles", "", "equals"),
    ("branching", "Legal actions to choose from", "", "equals"),
    ("captures", "Captures a game", "", "equals"),
    ("relocations", "Relocations a game", "", "equals"),
    ("leads", "Changes of the lead a game", "", "equals"),
    ("elo", "What four times the nodes gain, normalised Elo", "", "unequals"),
]


def won(game, name):
    return game["result"] == ("1-0" if game["white"] == name else "0-1")


def gain(games, match):
    """Normalised Elo of the side with more nodes, by the arena."""
    points = collections.defaultdict(list)
    for game in games:
        points[game["file"], game["opening"]].append(
            1 if game["result"] == "1/2-1/2" else 2 * won(game, "more"))
    sums = collections.Counter(sum(pair) for pair in points.values() if len(pair) == 2)
    if not sums:
        return None
    pairs = [sums[i] for i in range(5)]
    said = run(match, "sprt", "elo0=0", "elo1=5", *map(str, pairs))
    value, error = map(float, re.search(r"nElo: (\S+) \+/- ([^\s,]+)", said).groups())
    error = estimates.elo_error(pairs) or error
    return estimates.figure(value, value - error, value + error)


def cell_figures(cell, games, match):
    decided = [game for game in games if game["result"] != "1/2-1/2"]
    figures = {
        "decided": estimates.share(len(decided), len(games)),
        "first": estimates.share(sum(game["result"] == "1-0" for game in decided), len(decided)),
        "comebacks": estimates.share(sum(game["behind"] >= COMEBACK for game in decided), len(decided)),
        "actions": estimates.quartiles([game["actions"] for game in games]),
        **{name: estimates.mean([game[name] for game in games])
           for name in ("branching", "captures", "relocations", "leads")},
        "elo": gain(games, match) if cell.kind == "unequals" else None,
    }
    endings = collections.Counter(game["ending"] for game in games)
    return {"preset": cell.preset, "setup": cell.setup, "nodes": cell.nodes, "kind": cell.kind,
            "games": len(games), **{name: value for name, value in figures.items() if value},
            "endings": dict(endings.most_common())}


# --- games to look at ---

COURSE = ["actions", "captures", "relocations", "leads"]


def typical(games):
    """The game nearest to the medians of COURSE, in units of the interquartile range, among those with
    the commonest ending; and why."""
    ending, count = collections.Counter(game["ending"] for game in games).most_common(1)[0]
    alike = [game for game in games if game["ending"] == ending]
    middle = {name: estimates.quartiles([game[name] for game in alike]) for name in COURSE}

    def distance(game):
        return sum(abs(game[name] - middle[name]["value"]) /
                   max(middle[name]["high"] - middle[name]["low"], 1) for name in COURSE)

    medians = ", ".join(f"{middle[name]['value']:g} {name if name != 'leads' else 'changes of the lead'}"
                        for name in COURSE)
    return (min(alike, key=distance),
            f"{count} of {len(games)} games end this way; this one is nearest to their medians: {medians}.")


def surprising(games):
    """The greatest comeback or, if there is none, the game with most changes of the lead; and why."""
    game = max(games, key=lambda game: (game["behind"] or 0, game["leads"], game["actions"]))
    behind = game["behind"] or 0
    if behind <= 0:
        return game, f"No side won from behind; the lead changed {game['leads']} times, the most of all."
    how = "was about to be mated" if behind >= 10000 else f"was {behind / 100:.1f} pawns down"
    return game, f"The winner {how}, as both engines saw it: the greatest comeback of {len(games)} games."


def page_of(game, match):
    return json.loads(run(match, "measure", game["file"], "--page", str(game["game"])))


def decided_first(cells):
    """By the share of decided games of the rule set, the greatest first; setups and sizes together."""
    shares = collections.defaultdict(list)
    for cell in cells:
        if cell["kind"] == "equals":
            shares[cell["preset"]].append(cell["decided"]["value"])
    return sorted(cells, key=lambda cell: (
        -statistics.fmean(shares.get(cell["preset"], [0])), cell["preset"], cell["setup"],
        KINDS.index(cell["kind"]), cell["nodes"]))


def study_of(work, match):
    """The whole JSON (README.md has its shape)."""
    cells, chosen = [], {}
    for cell in cells_in(work):
        journals = [str(file) for _, file in sorted(cell.journals(work).items())]
        games = [json.loads(line) for line in run(match, "measure", *journals).splitlines()]
        if not games:
            continue
        cells.append(cell_figures(cell, games, match))
        if cell.kind == "equals":  # in order of size: the greatest stays
            chosen[cell.preset, cell.setup] = cell, [("typical", *typical(games)),
                                                     ("surprising", *surprising(games))]
    if not cells:
        raise Refused(f"{work}: no game of a study")
    settings = json.loads((work / "settings.json").read_text())
    return {
        "study": 2, **settings, "comeback": COMEBACK,
        "figures": [dict(zip(("name", "title", "unit", "kind"), row)) for row in FIGURES],
        "cells": decided_first(cells),
        "games": [{"preset": cell.preset, "setup": cell.setup, "nodes": cell.nodes, "choice": choice,
                   "why": why, **page_of(game, match)}
                  for cell, choices in chosen.values() for choice, game, why in choices],
    }


def as_text(study):
    return json.dumps(study, separators=(",", ":")) + "\n"


def compared(one, other):
    """Compares the figures of two studies, a line each: which shares differ by more than chance explains."""
    def key(cell):
        return cell["preset"], cell["setup"], cell["nodes"], cell["kind"]

    others = {key(cell): cell for cell in other["cells"]}
    count, outside = 0, []
    for cell in one["cells"]:
        for figure in one["figures"]:
            pair = [each.get(figure["name"]) for each in (cell, others.get(key(cell), {}))]
            if cell["kind"] != figure["kind"] or figure["name"] == "actions" or None in pair:
                continue
            count += 1
            error = statistics.fmean((each["high"] - each["low"]) ** 2 / 2 for each in pair) ** 0.5
            if abs(pair[0]["value"] - pair[1]["value"]) > error:
                outside.append(f"{', '.join(map(str, key(cell)))}: {figure['title']}: "
                               f"{pair[0]['value']} and {pair[1]['value']}, +/- {error:.2f}")
    if not count:
        raise Refused("the studies have no cell in common")
    return [*outside, f"{len(outside)} of {count} figures differ by more than their 95 % interval; "
                      f"by chance about {count / 20:.0f} would"]
