#!/usr/bin/env python3
"""A bot that learns a policy and a value by Monte-Carlo tree search. It needs the module agon, numpy and PyTorch.

With --learn it plays itself until each of --processes has used --minutes of processor time, and writes NETWORK every
minute; a NETWORK that exists learns on. Otherwise it plays: it speaks UGI and UCI on standard input and output."""
import argparse
import os
import random
import time

import numpy
import torch
from torch import multiprocessing, nn
import agon.bot

torch.set_num_threads(1)  # a core for each process
PIECES = numpy.array([121 * k + 11 * agon.square_rank(s) + agon.square_file(s) for k in range(1, 7) for s in range(91)])
RINGS = torch.tensor([[float(agon.square_ring(s) == ring) for s in range(91)] for ring in range(6)])
TURNED = torch.tensor([[agon.Move.placement(s).transform(k).to_square for s in range(91)] + [91, 92]
                       for k in range(12)])  # squares in the twelve symmetries; reserve and pass
SCALE = numpy.float32([1, 6, 6, 100])  # PIECES: their planes on the squares; SCALE: of turn, reserves and clock
WIDTH, PAIR = 160, 8  # hidden units; numbers of a square that the logits of its actions are made of
GAMES, LONGEST, MEMORY = 64, 200, 60_000  # games side by side; actions of a game; positions to learn from
NODES, LARGEST = 4, 3000  # that a tree expands for an action while it learns, and at most when it plays
BATCH, STEPS, RATE, AT_RANDOM = 256, 2, 1e-3, 20  # of learning; seconds for random games, of 200 or more
GAMMA, SHARP, EXPLORATION = 0.99, 100, 1.5  # of a result one action later; of values to logits; of PUCT


class Network(nn.Module):
    """From planes to the logits of actions and the value, -1 to 1, both from the chooser's side."""
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6 * 91 + 4, WIDTH)
        self.rings = nn.Parameter(torch.zeros(WIDTH, 6, 6))  # what the squares of a ring have in common
        self.blocks = nn.ModuleList(nn.Linear(WIDTH, WIDTH) for _ in range(2))
        self.pairs = nn.Linear(WIDTH, 2 * 93 * PAIR)  # each square as `from` and as `to`; reserve and pass
        self.value = nn.Linear(WIDTH, 1)

    def forward(self, planes, actions=None):
        """The logits of actions, (positions, n) with -1 for none, and the values of the positions."""
        planes = planes.reshape(-1, 11 * 121)
        inputs = torch.from_numpy(numpy.hstack([planes[:, PIECES], planes[:, 7 * 121::121] / SCALE]))
        weights = self.first.weight + nn.functional.pad((self.rings @ RINGS).flatten(1), (0, 4))
        x = torch.relu(nn.functional.linear(inputs, weights, self.first.bias))
        for block in self.blocks:
            x = torch.relu(x + block(x))
        values = torch.tanh(self.value(x)).squeeze(1)
        if actions is None:
            return None, values
        pairs, rows = self.pairs(x).view(-1, 2, 93, PAIR), torch.arange(len(x)).unsqueeze(1)
        chosen = actions.clamp(min=0)
        logits = (pairs[rows, 0, chosen // 91] * pairs[rows, 1, chosen % 91]).sum(2)
        return logits.masked_fill(actions < 0, -1e9), values


class Node:
    """A position in a search tree. seen: keys of positions that count as a draw when they occur again."""
    def __init__(self, position, seen, root=False):
        self.position, self.seen, self.chooser, self.after, self.end = position, seen, position.chooser, None, None
        if root:
            seen.add(position.key)
        elif outcome := position.outcome():
            self.end = 0 if outcome.winner is None else 1 if outcome.winner == self.chooser else -1
        elif position.key in seen:
            self.end = 0

    def means(self):
        return (self.worth + self.totals) / (1 + self.visits)

    def policy(self):
        weights = numpy.exp(SHARP * (self.means() - self.means().max()))
        return weights / weights.sum()


def rectangle(rows, filler):
    return nn.utils.rnn.pad_sequence([torch.from_numpy(row) for row in rows], True, filler)


def grow(network, roots):
    """Adds to each tree the nodes after a leaf, which PUCT finds. The network judges all of them together."""
    descents = []
    for node in roots:
        path = []
        while node.end is None and node.after:
            bonus = EXPLORATION * node.priors * (1 + node.visits.sum()) ** 0.5 / (1 + node.visits)
            path.append((node, (node.means() + bonus).argmax()))
            node = node.after[path[-1][1]]
        descents.append((path, node))
    leaves, new = [leaf for _, leaf in descents if leaf.end is None], []
    for leaf in leaves:
        leaf.actions = agon.legal_actions(leaf.position).astype(int)
        leaf.after = [Node(leaf.position.apply(move), leaf.seen) for move in leaf.position.legal_moves]
        leaf.visits, leaf.totals = numpy.zeros((2, len(leaf.after)))
        new += [node for node in leaf.after if node.end is None]
    if leaves:
        with torch.inference_mode():
            values = iter(network(agon.planes([node.position for node in new]))[1].tolist())
            logits, _ = network(agon.planes([n.position for n in leaves]), rectangle([n.actions for n in leaves], -1))
        for leaf, priors in zip(leaves, torch.softmax(logits, 1).numpy()):
            leaf.priors = priors[:len(leaf.after)]
            leaf.worth = numpy.array([(GAMMA if node.chooser == leaf.chooser else -GAMMA) *
                                      (next(values) if node.end is None else node.end) for node in leaf.after])
    for path, leaf in descents:
        value = leaf.policy() @ leaf.worth if leaf.end is None else leaf.end
        for node, i in reversed(path):
            value *= GAMMA
            node.visits[i] += 1
            node.totals[i] += value if node.chooser == leaf.chooser else -value


def fit(network, optimiser, planes, values, actions, policies):
    """A step of gradient descent."""
    logits, guesses = network(planes, actions)
    loss = (guesses - torch.as_tensor(values, dtype=torch.float32)).square().mean()
    loss = loss - (torch.log_softmax(logits, 1) * policies).sum(1).mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def start():
    """A game from a position after up to 40 random actions, which cannot end one."""
    position = agon.Position()
    for _ in range(random.randrange(40)):
        position = position.apply(random.choice(position.legal_moves))
    return agon.Game(position)


def learn(seed, network, seconds, new):
    """Plays and learns until this process has used its seconds; others learn with the same network."""
    optimiser, begun, played = torch.optim.Adam(network.parameters(), RATE), time.process_time(), 0
    games, none = agon.VectorGames(512), torch.full((512, 1), -1)  # first, who wins games that go on at random
    while new and time.process_time() - begun < min(AT_RANDOM, seconds / 10):
        games.reset(numpy.flatnonzero(numpy.random.random(512) < 0.005))
        actions, starts = games.legal_actions()
        games.step(actions[starts[:-1] + numpy.random.randint(numpy.diff(starts))])
        rewards = games.random_playouts(random.getrandbits(63))[0]
        fit(network, optimiser, games.planes(), numpy.where(games.choosers, rewards, -rewards), none, 0 * none)
    games, memory = [(start(), []) for _ in range(GAMES)], []
    while (used := time.process_time() - begun) < seconds:
        roots = [Node(game.position, {node.position.key for node in record}, True) for game, record in games]
        for _ in range(NODES):
            grow(network, roots)
        for i, ((game, record), root) in enumerate(zip(games, roots)):
            game.push(agon.Move.from_action(int(random.choices(root.actions, root.policy())[0])))
            record.append(root)
            outcome, root.after = game.outcome(), None  # frees the tree
            if outcome or len(record) == LONGEST:
                for left, node in enumerate(reversed(record), 1):
                    sign = 0 if not outcome or outcome.winner is None else 1 if outcome.winner == node.chooser else -1
                    value = (sign * GAMMA ** left + node.policy() @ node.means()) / 2  # the result, and the search's
                    memory.append((node.position, node.actions, node.policy(), value))
                games[i], played = (start(), []), played + 1
        memory = memory[-MEMORY:]
        optimiser.param_groups[0]["lr"] = RATE * max(0.1, 1 - used / seconds)
        for _ in range(STEPS if len(memory) >= 4 * BATCH else 0):
            positions, actions, policies, values = zip(*random.choices(memory, k=BATCH))
            turns, actions = torch.randint(12, (BATCH, 1)), rectangle(actions, -1)  # in one of twelve symmetries
            turned = 91 * TURNED[turns, actions // 91] + TURNED[turns, actions % 91]
            planes = agon.planes([p.transform(int(k)) for p, k in zip(positions, turns)])
            fit(network, optimiser, planes, values, torch.where(actions < 0, -1, turned), rectangle(policies, 0))
    print(f"{played} games")


def choose(network, game, clock):
    root = Node(game.position, set(), True)
    while len(game):
        game.pop()
        root.seen.add(game.position.key)
    grow(network, [root])
    while root.visits.sum() < LARGEST and not clock.expired():
        grow(network, [root])
    return agon.Move.from_action(int(root.actions[(root.visits + root.means()).argmax()]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network")
    parser.add_argument("--learn", action="store_true")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--processes", type=int, default=2)
    args, net = parser.parse_args(), Network()
    if not 0 < args.minutes < float("inf") or args.processes < 1:
        parser.error("--minutes and --processes must be greater than 0")
    new = args.learn and not os.path.exists(args.network)
    try:
        if new:
            torch.save(net.state_dict(), args.network)  # fails now, not after an hour of learning
        net.load_state_dict(torch.load(args.network, weights_only=True))
    except Exception as fault:  # torch.load() raises what the file leads it to
        parser.error(f"cannot use {args.network}: {str(fault)[:200]}" + ("" if args.learn else "; --learn makes one"))
    if not args.learn:
        agon.bot.serve("Zero", lambda game, moves, clock: choose(net, game, clock))  # does not return
    learners = multiprocessing.spawn(learn, (net.share_memory(), 60 * args.minutes, new), args.processes, join=False)
    done = False
    while not done:
        done = learners.join(60)
        torch.save(net.state_dict(), args.network + ".new")
        os.replace(args.network + ".new", args.network)
