#!/usr/bin/env python3
"""Checks proofs that a side cannot lose, or that its queen reaches the throne, by the rules as engine/rules.md
writes them.

usage: check.py [FILE...]    files that agon-prove wrote; standard input without any
       check.py --sets       only that nobody can be driven out of the refuges

It shares no code with the engine. README.md beside it describes the files and the argument.
"""

import functools
import itertools
import re
import sys

# --- the board (rules.md section 1): cells in the order of the position text of section 8 ---------
ROWS = [[(f, r) for f in range(1, 12) if abs(f - r) <= 5] for r in range(11, 0, -1)]
CELLS = [cell for row in ROWS for cell in row]
NUMBER = {cell: i for i, cell in enumerate(CELLS)}
NAMED = {"abcdefghjkl"[f - 1] + str(r): i for i, (f, r) in enumerate(CELLS)}
RING = [max(abs(f - 6), abs(r - 6), abs(f - r)) for f, r in CELLS]
NEAR = [[NUMBER[f + x, r + y] for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))
         if (f + x, r + y) in NUMBER] for f, r in CELLS]
# 4.2 with `flank = ring`: the two neighbours on the same ring; the throne has none.
PAIR = [[n for n in NEAR[c] if RING[n] == RING[c]] for c in range(91)]
PAIR_MASK = [sum(1 << n for n in pair) for pair in PAIR]
FLANKS = {"ring": [[pair] if pair else [] for pair in PAIR],
          "line": [[[NUMBER[f + x, r + y], NUMBER[f - x, r - y]] for x, y in ((1, 0), (0, 1), (1, 1))
                    if (f + x, r + y) in NUMBER and (f - x, r - y) in NUMBER] for f, r in CELLS]}
MASKS = {how: [[1 << a | 1 << b for a, b in pairs] for pairs in FLANKS[how]] for how in FLANKS}
# From a landed piece to an enemy beside it, and on to the cell on the enemy's other side.
WAYS = {how: [[(n, a if b == c else b) for n in NEAR[c] for a, b in flanks[n] if c in (a, b)]
              for c in range(91)] for how, flanks in FLANKS.items()}
STEPS = [[n for n in NEAR[c] if RING[n] <= RING[c]] for c in range(91)]  # 4.1: never outward
OUT = [[n for n in NEAR[c] if RING[n] == RING[c] + 1] for c in range(91)]
ON_RING = [[c for c in range(91) if RING[c] == r] for r in range(6)]
THRONE = NAMED["f6"]
RING_1 = sum(1 << c for c in ON_RING[1])

SETUPS = {"standard": "1g1G1q/G6/7G/9/g8g/11/G8G/9/g7/6g/Q1g1G1 w - -",
          "flanked": "2gggq/6g/7g/8g/10/11/10/G8/G7/G6/QGGG2 w - -"}
CLASSIC = {"flank": "line", "between": "illegal", "relocation_between": "illegal",  # section 5
           "relocation_captures": "yes", "queen_chooser": "owner", "queen_target": "anywhere",
           "guard_target": "outer-ring", "pace": "one-per-turn", "forfeit": "empty-throne",
           "effect": "relocate"}
PRESETS = {"botermans": "flank=ring",  # where they differ from it
           "same-ring": "flank=ring between=captured relocation_between=safe "
                        "queen_chooser=opponent forfeit=no-own-queen",
           "neto": "flank=ring between=captured relocation_between=safe "
                   "queen_target=next-ring-any guard_target=next-ring-any",
           "classic": "", "ham": "forfeit=no-own-queen", "queens-guard": "forfeit=no-own-queen",
           "queens-guard-opponent": "queen_chooser=opponent forfeit=no-own-queen",
           "german": "queen_target=not-throne pace=all-in-turn", "csiro": "queen_target=not-throne",
           "penthalon": "queen_target=next-ring guard_target=next-ring",
           "way-to-play": "queen_chooser=opponent",
           "ludii": "relocation_between=safe relocation_captures=no forfeit=no-own-queen"}


VALUES = {"flank": "line ring", "between": "safe illegal captured", "relocation_between": "safe illegal",
          "relocation_captures": "yes no", "queen_chooser": "owner opponent",
          "queen_target": "anywhere not-throne next-ring next-ring-any",
          "guard_target": "outer-ring next-ring next-ring-any", "pace": "one-per-turn all-in-turn",
          "forfeit": "empty-throne no-own-queen", "effect": "relocate"}


def need(condition, fault):
    if not condition:
        raise ValueError(fault)


class Damaged(ValueError):
    """A fault of one line of a file."""

    def __init__(self, line, fault):
        super().__init__(fault)
        self.line = line


def cells_of(mask):
    return [c for c in range(mask.bit_length()) if mask >> c & 1]


# A state is (side whose turn it is: 0 white or 1 black, cells of both queens, masks of the guards of
# both, mask of the captured pieces). Clocks and numbers decide nothing but draws.
def read_state(words):
    board, turn, captured, reserve = words
    need(reserve == "-" and turn in ("w", "b"), "bad turn or reserve")
    queens, guards, cell, rows = [None, None], [0, 0], 0, board.split("/")
    need(len(rows) == len(ROWS), f"{len(rows)} rows, not {len(ROWS)}")
    for row, text in zip(ROWS, rows, strict=True):
        dots = re.sub(r"\d{1,2}", lambda run: "." * int(run[0]), text)
        need(re.fullmatch("[QqGg.]*", dots) and len(dots) == len(row), "bad row " + shown(text))
        for letter in dots:
            if letter in "Qq":
                need(queens["Qq".index(letter)] is None, "two queens of a side")
                queens["Qq".index(letter)] = cell
            elif letter != ".":
                guards["Gg".index(letter)] |= 1 << cell
            cell += 1
    need(None not in queens, "a queen is missing")
    names = [] if captured == "-" else captured.split(",")
    need(len(set(names)) == len(names) and set(names) <= NAMED.keys(), "bad captured cells " + shown(captured))
    pieces, mask = guards[0] | guards[1] | 1 << queens[0] | 1 << queens[1], sum(1 << NAMED[n] for n in names)
    need(mask & ~pieces == 0, "a captured cell is vacant")
    return "wb".index(turn), tuple(queens), tuple(guards), mask


def read_action(text):  # rules.md section 9
    cells = re.fullmatch(r"([a-l]\d+)([a-l]\d+)", text)
    need(text == "pass" or cells and NAMED.keys() >= set(cells.groups()), f"{shown(text)} is not an action")
    return None if text == "pass" else tuple(NAMED[n] for n in cells.groups())


def shown(text):
    return ascii(text if len(text) <= 40 else text[:40] + "...")


class Rules:
    """Sections 4.1 to 4.8 for `effect = relocate`, from words `key=value`."""

    def __init__(self, words):
        pairs = [word.partition("=")[::2] for word in words]
        for key, value in pairs:
            need(value in VALUES.get(key, "").split(), f"rules: {shown(key + '=' + value)} is not known here")
        need(len(dict(pairs)) == len(pairs), "rules: a field is named twice")
        rules = CLASSIC | dict(pairs)
        self.__dict__.update(rules | {"stepping": rules["between"], "between": self.between})
        self.ways, self.masks = WAYS[self.flank], MASKS[self.flank]

    def between(self, cell, pieces):
        return any(pieces & mask == mask for mask in self.masks[cell])

    def winner(self, state):
        _, queens, guards, _ = state  # 4.8: each case needs six guards of one side on ring 1
        for side in (0, 1):
            if guards[side] == RING_1 and queens[side] == THRONE:
                return side
            if guards[side] == RING_1 and (self.forfeit != "empty-throne" or queens[1 - side] != THRONE):
                return 1 - side
        return None

    def chooser(self, state):
        turn, queens, _, captured = state
        waits = captured >> queens[turn] & 1
        return 1 - turn if waits and self.queen_chooser == "opponent" else turn

    def targets(self, piece_is_queen, cell, occupied, enemies):
        def free(cells):  # 4.5: where a captured piece can go
            return [c for c in cells if not occupied >> c & 1 and not (
                self.relocation_between == "illegal" and self.between(c, enemies))]
        how = self.queen_target if piece_is_queen else self.guard_target
        if how in ("anywhere", "not-throne"):
            return [c for c in free(range(91)) if how == "anywhere" or c != THRONE]
        sets = {"next-ring": [OUT[cell]], "outer-ring": [],
                "next-ring-any": ON_RING[RING[cell] + 1:5]}[how]
        return next(filter(None, map(free, sets)), free(ON_RING[5]))

    def legal(self, state):
        turn, queens, guards, captured = state  # of a game that is not decided
        queen = queens[turn]
        own = guards[turn] | 1 << queen
        enemies = guards[1 - turn] | 1 << queens[1 - turn]
        occupied, waiting = own | enemies, captured & own
        if waiting:
            actions = [(c, to) for c in ([queen] if waiting >> queen & 1 else cells_of(waiting))
                       for to in self.targets(c == queen, c, occupied, enemies)]
        else:
            actions = [(c, to) for c in cells_of(own) for to in STEPS[c]
                       if not occupied >> to & 1 and (to != THRONE or c == queen) and not (
                           self.stepping == "illegal" and self.between(to, enemies))]
        return actions or [None]  # the pass, 4.7

    def play(self, state, action):
        turn, queens, guards, captured = state
        if action is None:
            return 1 - turn, queens, guards, captured
        cell, to = action
        relocation = captured >> cell & 1
        moved = 1 << cell | 1 << to
        if queens[turn] == cell:
            queens = (to, queens[1]) if turn == 0 else (queens[0], to)
        else:
            guards = (guards[0] ^ moved, guards[1]) if turn == 0 else (guards[0], guards[1] ^ moved)
        own = guards[turn] | 1 << queens[turn]
        enemies = guards[1 - turn] | 1 << queens[1 - turn]
        captured &= ~(1 << cell)
        if self.relocation_captures == "yes" or not relocation:  # 4.4
            for near, beyond in self.ways[to]:
                if enemies >> near & 1 and own >> beyond & 1:
                    captured |= 1 << near
        if self.stepping == "captured" and not relocation and self.between(to, enemies):  # 4.3
            captured |= 1 << to
        goes_on = self.pace == "all-in-turn" and relocation and captured & own  # 4.6
        return turn if goes_on else 1 - turn, queens, guards, captured

    # --- refuges (README.md): what they are, and that nobody is driven out of them -----------------
    def refuges(self):
        if self.flank == "line":
            return set() if self.stepping != "illegal" else {"seal"} | (
                {"fortress"} if self.relocation_between == "illegal" else set())
        kept_out = (self.relocation_between == "illegal" or self.queen_chooser == "opponent" or
                    self.queen_target.startswith("next-ring"))
        recaptures = self.relocation_captures == "yes"
        returns = recaptures and self.guard_target != "next-ring" and self.pace == "one-per-turn"
        return ({"throne"} | ({"gap"} if self.stepping == "illegal" and kept_out else set()) |
                ({"pair"} if self.stepping == "captured" and (recaptures or self.guard_target == "outer-ring")
                 else set()) |
                ({"guards"} if self.stepping == "captured" and kept_out and returns else set()))

    def safe(self, state, side, refuges):
        _, queens, guards, captured = state
        own = (guards[side] | 1 << queens[side]) & ~captured
        enemies = guards[1 - side] | 1 << queens[1 - side]
        if "fortress" in refuges and own.bit_count() == 7 and endless(own, gaps(own) & ~enemies):
            return True
        if self.flank == "ring" and queens[side] == THRONE:
            return True
        if "gap" in refuges and own & RING_1 and "".join(
                "b" if own >> c & 1 else "w" if enemies >> c & 1 else "."
                for c in AROUND) in PROTECTED:
            return True

        def outside(others, closers):  # on ring 5, but for one on ring 4 that is captured or not between closers
            inner = [c for c in cells_of(others) if RING[c] < 5]
            return not inner or len(inner) == 1 and RING[inner[0]] == 4 and (
                captured >> inner[0] & 1 or closers & PAIR_MASK[inner[0]] != PAIR_MASK[inner[0]])
        if "pair" in refuges and RING[queens[side]] == 1 and own >> queens[side] & 1:
            for guard in PAIR[queens[side]]:
                if guards[side] & own & 1 << guard and outside(guards[side] & ~(1 << guard), guards[1 - side]):
                    return True
        if "guards" in refuges:
            two, others = guards[side] & own & RING_1, guards[side] & ~RING_1
            if two.bit_count() == 2 and others.bit_count() == 4 and any(
                    two & PAIR_MASK[c] for c in cells_of(two)):
                return outside(others, enemies) and frozenset(c for c in cells_of(others) if RING[c] == 5) not in ROWS_OF_GUARDS
        return False


# --- fortresses (README.md) -----------------------------------------------------------------------
@functools.cache
def gaps(army):
    """The vacant cells between two pieces of an army: closed to the enemy."""
    return sum(1 << c for c in range(91) if not army >> c & 1 and
               any(army & mask == mask for mask in MASKS["line"][c]))


@functools.cache
def endless(army, closed):
    """Whether the army can step forever, on cells closed to the enemy, and nobody captures a piece or
    gets all of ring 1 meanwhile."""
    def holds(fort):
        kept = fort[0] | fort[1]
        return kept & (RING_1 | 1 << THRONE) and all(
            kept & mask for c in cells_of(fort[0]) for mask in MASKS["line"][c])
    steps, todo = {}, [(army, closed)] if holds((army, closed)) else []
    while todo:
        pieces, free = fort = todo.pop()
        moved = [(pieces ^ (1 << c | 1 << to), free | 1 << c) for c in cells_of(pieces)
                 for to in STEPS[c] if free >> to & 1 and to != THRONE]
        steps[fort] = set(filter(holds, [(after, gaps(after) & left) for after, left in moved]))
        todo += steps[fort].difference(steps, todo)
    while dead := {fort for fort in steps if not steps[fort]}:
        steps = {fort: steps[fort] - dead for fort in steps if fort not in dead}
    return (army, closed) in steps


def check_seal(army, mover, enemies):
    """The mover steps to and fro for ever and the rest of the army stands still. For each enemy, the queen
    first, `enemies` has the cells where it may be now."""
    x, y = mover
    own = set(cells_of(army))
    later = own - {x} | {y}
    need(x in own and y not in own and y in PAIR[x], "no step to and fro in a seal")

    def shut(pieces):
        return pieces | {c for c in range(91) if any(pieces.issuperset(pair) for pair in FLANKS["line"][c])}
    closed, reach = shut(own) & shut(later), []
    for i, starts in enumerate(enemies):
        reach.append(set(starts))
        todo = list(starts)
        while todo:
            for to in STEPS[todo.pop()]:
                if to not in reach[i] and to not in closed and (to != THRONE or i == 0):
                    reach[i].add(to)
                    todo.append(to)
    everywhere, guards = set().union(*reach), set().union(*reach[1:])
    need(not everywhere & {x, y}, "an enemy reaches the cells of a seal's mover")
    for cell, (p, q) in itertools.product(own | later, itertools.permutations(reach, 2)):
        need(not any(a in p and b in q for a, b in FLANKS["line"][cell]), "a piece of a seal can be captured")
    for near, far in WAYS["line"][x] + WAYS["line"][y]:
        need(far not in own & later or near not in everywhere, "a step of a seal may capture")
    need(THRONE not in reach[0] or not guards.issuperset(ON_RING[1]), "the enemy may win against a seal")


def check_plan(rules, state, side, plan, mover=None):
    """The side gets into a fortress, or a seal with this mover, by these steps, whatever the enemy does. Enemies
    do not block each other, and each counts as being on every cell to which it can have come by now."""
    turn, (*queens,), guards, captured = state
    need(not captured, "a plan with captured pieces")
    need(None not in plan, "a pass in a plan")
    army = guards[side] | 1 << queens[side]
    own, leaving, time = [], set(), 0  # for each enemy, the queen first: its own actions until it may be on a cell
    for cell in [queens[1 - side]] + cells_of(guards[1 - side]):
        own.append([0 if c == cell else 99 for c in range(91)])

    def somebody(cell):
        return any(actions[cell] <= time for actions in own)

    def both(a, b):
        return somebody(a) and somebody(b) and any(p[a] + q[b] <= time for p, q in itertools.permutations(own, 2))

    def flanked(cell):
        return any(itertools.starmap(both, FLANKS["line"][cell]))

    def act(i, before):
        """One more action of the enemies: a step, or the relocation of a piece that has just been captured."""
        shut = army | gaps(army)
        after = [min([before[c]] + [before[n] + 1 for n in NEAR[c] if RING[n] >= RING[c]])
                 if not shut >> c & 1 and (i == 0 or c != THRONE) else before[c] for c in range(91)]
        came = min((before[c] for c in leaving), default=99)
        for c in leaving:
            after[c] = 99  # whoever was here has been captured, and nobody else can come
        if came <= time:
            taken = army if rules.relocation_between == "safe" else shut
            for c in ON_RING[5] if i and rules.guard_target == "outer-ring" else range(91):
                if not taken >> c & 1 and (i == 0 or c != THRONE):
                    after[c] = min(after[c], came + 1)
        return after

    for n, (cell, to) in enumerate([*plan, (None, None)] if plan else []):
        if n and (n < len(plan) or leaving) or n == 0 and turn != side:  # the enemy acts
            own = [act(i, before) for i, before in enumerate(own)]
            time, leaving = time + 1, set()
            need(not any(map(flanked, cells_of(army))), "a piece of the plan can be captured")
            need(own[0][THRONE] + sum(min(p[c] for c in ON_RING[1]) for p in own[1:]) > time,
                 "the enemy may win meanwhile")
        if n == len(plan):
            break
        need(army >> cell & 1 and to in STEPS[cell] and not army >> to & 1 and not somebody(to) and
             (to != THRONE or cell == queens[side]) and not flanked(to), "no step of a plan")
        queens[side] = to if cell == queens[side] else queens[side]
        army ^= 1 << cell | 1 << to
        # where an enemy may be, who is captured then
        leaving = {c for c, far in WAYS["line"][to] if army >> far & 1 and somebody(c)}
        need(not any(itertools.starmap(both, itertools.combinations(leaving, 2))), "two captures")
    need(not plan or (army & RING_1).bit_count() < 6, "ring 1 may be full")
    if mover:
        check_seal(army, mover, [[c for c in range(91) if actions[c] <= time] for actions in own])
    else:
        closed = gaps(army) & ~sum(1 << c for c in range(91) if somebody(c))
        need("fortress" in rules.refuges() and endless(army, closed), "no fortress after the plan")


def around(ring):
    """The cells of a ring in their order around the throne."""
    cells = [ON_RING[ring][0]]
    while len(cells) < 6 * ring:
        cells.append(next(n for n in PAIR[cells[-1]] if n not in cells))
    return cells


# Ring 1 in words of six letters: `b` is an uncaptured piece of the side in its refuge, `B` a captured one, `w` an
# enemy, `W` a captured one, `.` an empty cell.
AROUND = around(1)
EDGE = around(5)
ROWS_OF_GUARDS = {frozenset(EDGE[i - k] for k in range(n)) for n in (3, 4) for i in range(30)}


def protected(ring):
    """S: two `b` side by side, or two cells apart with no `w` between them."""
    return any(ring[i] == "b" and (ring[i - 1] == "b" or ring[i - 2] == "b" and ring[i - 1] != "w")
               for i in range(6))


PROTECTED = {"".join(r) for r in itertools.product(".wbB", repeat=6) if protected(r)}


def put(ring, *changes):
    for cell, letter in changes:
        ring = ring[:cell] + letter + ring[cell + 1:]
    return ring


def after_enemy(ring):
    """All that ring 1 can be after the enemy's action, and more: a `w` may have gone, and a `w` may
    have come to a cell that is not between two pieces of the other side, and may have captured."""
    for left in [ring] + [put(ring, (i, ".")) for i in range(6) if ring[i] == "w"]:
        yield left
        for i in range(6):
            if left[i] == "." and not (left[i - 1] in "bB" and left[i - 5] in "bB"):
                landed = put(left, (i, "w"))
                yield landed
                yield put(landed, *[((i + way) % 6, "B") for way in (1, -1) if
                                    landed[(i + way) % 6] == "b" and
                                    landed[(i + 2 * way) % 6] == "w"])


def check_gap():
    """S is closed where no enemy can come between two of the side's pieces."""
    for ring in PROTECTED:
        left = [ring] + [put(ring, (i, ".")) for i in range(6) if ring[i] == "B"]  # a relocation
        came = [put(r, (i, "b")) for r in left for i in range(6) if r[i] == "."]
        need(PROTECTED.issuperset(left + came + list(after_enemy(ring))), "S broken from " + ring)
        steps = [put(ring, (i, "."), (j, "b")) for i in range(6) for j in ((i - 1) % 6, (i + 1) % 6)
                 if ring[i] == "b" and ring[j] == "." and (ring[j - 1] + ring[j - 5]) != "ww"]
        need("B" in ring or not steps or PROTECTED.intersection(steps), "no waiting in " + ring)
        need(ring.count("b") < 5 or "." not in ring or steps, "must fill ring 1 from " + ring)
    return f"S: {len(PROTECTED)} states of ring 1"


def check_pair():
    """S6: five guards on ring 5 cannot be blocked by six pieces; one on ring 4 has two sides."""
    fives = list(itertools.combinations(ON_RING[5], 5))
    fewest = min(len({n for c in five for n in STEPS[c]}.difference(five)) for five in fives)
    need(fewest >= 7, "six pieces block five guards on ring 5")
    need(all(len(PAIR[c]) == 2 for c in ON_RING[4]), "a cell of ring 4 has no two sides")
    return f"S6: {len(fives)} sets of five guards on ring 5, each with at least {fewest} exits"


def check_guards():
    """S2: who blocks all steps that stay in it needs six pieces, leaves no cell from which they capture at once, and
    cannot profit when the two guards part."""
    def mask(cells):
        return sum(1 << c for c in set(cells))

    edges = {frozenset(four) for four in itertools.combinations(EDGE, 4)} - ROWS_OF_GUARDS
    steps = [mask(near) for near in STEPS]
    blocked = 0

    def check(army, exits, queen):
        """With the queen there, and these exits of the guards."""
        nonlocal blocked
        exits = exits & ~(1 << queen) | steps[queen] & ~army
        if exits.bit_count() > 7:
            return
        blocked += 1
        need(exits.bit_count() >= 6, "five pieces block S2")
        beside = mask(n for c in cells_of(army | 1 << queen) for n in PAIR[c])
        need(beside & ~(army | exits | 1 << queen) == 0, "an open cell beside a piece of S2")
        need(all(RING[c] > 2 for c in cells_of(exits)), "S2 blocked from inside")

    def exits_of(guards, ways):
        return mask(n for c in guards for n in ways[c] if n not in guards and (
            guards - {c} if RING[n] == 4 else guards - {c} | {n}) not in ROWS_OF_GUARDS)

    for four in edges:
        exits, army = exits_of(four, STEPS), mask(four)
        need(exits.bit_count() >= 6, "six exits of four guards")  # and two more of a queen inside ring 4
        if exits.bit_count() <= 8:  # the queen stands on one of them
            for queen in {*ON_RING[4], *EDGE} - four:
                check(army, exits, queen)
    for three in {four - {c} for four in edges for c in four} - ROWS_OF_GUARDS:
        exits, army = exits_of(three, PAIR), mask(three)
        for inner in ON_RING[4]:  # it steps along ring 4, unless the queen stands in its way
            for queen in PAIR[inner]:
                check(army | 1 << inner, exits | PAIR_MASK[inner], queen)
    words = check_parting()
    return f"S2: {len(edges)} sets of four guards on ring 5; {blocked} ways to block them; {words} states of ring 1"


def check_parting():
    """While six enemies block everything else, and a seventh does what it likes, one of the two guards of S2 steps
    along ring 1. They come together as soon as a step can do that, and do not move again. Returns the states of
    ring 1 in which the side is to move."""
    def closed(ring, i):
        return ring[i - 1] == "b" == ring[i - 5]

    def enemy(ring):
        yield ring  # another one acts
        off = re.sub("[wW]", ".", ring)
        if off != ring:  # to the throne, or relocated
            yield off
        cells = [i for i in range(6) if off[i] == "."]
        if "W" in ring:
            cells = [i for i in cells if not closed(off, i)]
        elif "w" in ring:
            cells = [i for i in cells if "w" in (ring[i - 1], ring[i - 5])]
        for i in cells:
            yield put(off, (i, "W" if closed(off, i) else "w"))

    def steps(ring):
        for i, j in ((i, j % 6) for i in range(6) for j in (i - 1, i + 1)):
            if ring[i] == "b" and ring[j] == ".":
                after = put(ring, (i, "."), (j, "b"))
                yield put(after, *[(k, "W") for k in range(6) if after[k] == "w" and closed(after, k)])

    def together(rings):
        return {ring for ring in rings if any(ring[i - 1] + ring[i] == "bb" for i in range(6))}

    words = {"".join(ring) for ring in itertools.product(".bwW", repeat=6)}
    todo = list(together(ring for ring in words if ring.count("b") == 2 and ring.upper().count("W") < 2))
    seen = set(todo)
    while todo:
        ring = todo.pop()
        after = set(steps(ring))
        need(after, "no step along ring 1 in " + ring)
        if not together({ring}):
            after = together(after) or after
        for parted in after - together(after):
            need("W" in parted or together(steps(parted)), "the guards of S2 do not meet again in " + parted)
            new = set(enemy(parted)) - seen
            seen |= new
            todo += new
    return len(seen)


def check_throne():
    need(not PAIR[THRONE] and not STEPS[THRONE], "the throne can be flanked or left")
    for name, guards in itertools.product(PRESETS, ((RING_1, 0), (0, RING_1))):
        need(Rules(PRESETS[name].split()).winner((0, (THRONE, 0), guards, 0)) in (None, 0), name)
    return "throne: no flank pair, no step, no loss with ring 1 full"


# Of the other two refuges each position is checked by itself.
CHECKS = {"throne": check_throne, "gap": check_gap, "pair": check_pair, "guards": check_guards}


@functools.cache
def check_refuge(name):
    print(CHECKS[name](), flush=True)


CLAIMS = {"variant": 1, "rules": None, "setup": 1, "side": 1, "refuges": None}  # and their numbers of words


def read_proof(lines):
    """The claims, and for each position its answer and line: steps, and the mover of a seal or None. The
    claims come first."""
    head, answers, places = {}, {}, {}
    for number, line in enumerate(lines, 1):
        words = line.split()
        try:
            if not words or words[0] == "#":
                continue
            reaches = words[0] == "reaches"  # the throne, where the queen may be captured later
            claim = "refuges" if reaches else words[0]
            if claim in CLAIMS:
                need(claim not in head, f"a second line {words[0]!r}")
                need(not answers, f"a line {words[0]!r} after the positions")
                need(CLAIMS[claim] in (None, len(words) - 1), f"{words[0]}: expected one word")
                need(not reaches or words[1:] == ["throne"], "reaches: expected throne")
                head[claim] = None if reaches else words[1:]
                continue
            need("/" in words[0] and len(words) > 4,
                 f"neither a claim nor a position and its answer: {shown(line.strip())}")
            state = read_state(words[:4])
            need(state not in answers, "answered twice: " + line.strip())
            steps, mover = words[4:], None
            if "seal" in steps[-2:-1]:
                steps, mover = steps[:-2], read_action(steps[-1])
            answers[state] = [read_action(word) for word in steps], mover
            places[state] = number
        except ValueError as fault:
            raise Damaged(number, fault) from None
    missing = " ".join(claim for claim in CLAIMS if claim not in head)
    need(not missing, f"no proof of agon-prove: without {missing}")
    return head, answers, places


def check_proof(lines):
    head, answers, places = read_proof(lines)
    need(head["side"][0] in ("white", "black"), "side: expected white or black")
    need(head["setup"][0] in SETUPS, "setup: expected " + " or ".join(SETUPS))
    rules, side = Rules(head["rules"]), ["white", "black"].index(head["side"][0])
    name, setup, arrives = head["variant"][0], head["setup"][0], head["refuges"] is None
    refuges = set(head["refuges"] or ())
    need(name not in ("bloody-queen", "kanare", "agon"), "no proof is known for " + name)
    if name in PRESETS:
        need(head["rules"] == PRESETS[name].split(), "not the rules of " + name)
    need(arrives or len(refuges) == len(head["refuges"]) and refuges <= rules.refuges(),
         "refuges that these rules do not have")
    for refuge in filter(refuges.__contains__, CHECKS):
        check_refuge(refuge)
    start = read_state(SETUPS[setup].split())
    layer, seen, waits, replies, turns, longest = {start}, set(), set(), 0, 0, 0
    while layer:  # the positions after one more action of the side in each round
        todo, layer = list(layer), set()
        while todo:
            state = todo.pop()
            need(rules.winner(state) in (None, side), f"lost in {state}")
            if state[1][side] == THRONE if arrives else (
                    rules.safe(state, side, refuges) or rules.winner(state) == side):
                continue
            need(rules.winner(state) is None, f"won without the throne in {state}")
            steps, mover = answers.get(state, ([], None))
            if mover or "fortress" in refuges and (len(steps) > 1 or steps and rules.chooser(state) != side):
                if state not in seen:
                    try:
                        need(not mover or "seal" in refuges, "a seal, which the claims do not name")
                        check_plan(rules, state, side, steps, mover)
                    except ValueError as fault:
                        raise Damaged(places[state], fault) from None
                seen.add(state)
                longest = max(longest, turns + len(steps))
                continue
            legal = rules.legal(state)
            if rules.chooser(state) == side:
                need(state in answers, f"no answer in {state}")
                if len(steps) != 1 or steps[0] not in legal:
                    raise Damaged(places[state], f"illegal answer in {state}")
                seen.add(state)
                layer.add(rules.play(state, steps[0]))
            else:
                replies += 0 if state in waits else len(legal)
                waits.add(state)
                todo += {rules.play(state, action) for action in legal}
        turns += bool(layer)
        need(turns <= 100, "never arrives")
    need(len(seen) == len(answers), "answers that are never needed")
    words = "'s queen reaches the throne" if arrives else " cannot lose"
    return (f"{name} {setup}: {head['side'][0]}{words}; {len(seen)} positions with an answer, "
            f"{len(waits)} of the other side, {replies} actions, in at most {max(turns, longest)} turns"
            + (" to " + " or ".join(sorted(refuges)) if refuges else ""))


def check_file(name):
    shown_name = "standard input" if name == "-" else name
    try:
        with open(0 if name == "-" else name, encoding="ascii", errors="surrogateescape") as file:
            return check_proof(file)
    except Damaged as fault:
        raise ValueError(f"{shown_name}:{fault.line}: {fault}") from None
    except ValueError as fault:
        raise ValueError(f"{shown_name}: {fault}") from None
    except OSError as fault:
        raise ValueError(f"cannot read {shown_name}: {fault.strerror}") from None


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        return print(__doc__)
    for word in arguments:
        if word.startswith("-") and word != "-" and arguments != ["--sets"]:
            print(f"check.py: unknown option {shown(word)}; see check.py --help", file=sys.stderr)
            return 2
    try:
        for refuge in CHECKS if arguments == ["--sets"] else ():
            check_refuge(refuge)
        for name in ([] if arguments == ["--sets"] else arguments or ["-"]):
            print(check_file(name), flush=True)
    except ValueError as fault:
        print(f"NOT PROVED: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
