"""Agon as an environment for reinforcement learning, a PettingZoo AECEnv.

    env = agon.env.AgonEnv()
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

With PettingZoo and Gymnasium installed it is an AECEnv with Gymnasium's spaces; otherwise it has the same methods,
and substitutes for the spaces.
"""
from __future__ import annotations

import operator
from typing import Any, Iterator, Optional, Union

import numpy

from . import spaces
from ._agon import ACTION_COUNT, WHITE, Error, Game, Move, Position, Rules, action_masks, planes

try:
    from pettingzoo import AECEnv as _AECEnv
except ImportError:
    _AECEnv = object  # type: ignore[assignment, misc]


RENDER_MODES = ["human", "ansi", "svg"]


NO_GAME = "no game is going on; call reset()"


def checked_mode(mode: Optional[str]) -> Optional[str]:
    """`mode` if it is one of RENDER_MODES or None; otherwise raises Error."""
    if mode not in (None, *RENDER_MODES):
        raise Error(f"render_mode: expected 'human', 'ansi' or 'svg', got {mode!r}")
    return mode


def rendered(game: Game, mode: Optional[str]) -> Optional[str]:
    """The board as text ("ansi") or SVG ("svg"); "human" prints it as text and returns None."""
    if mode == "human":
        print(game)
        return None
    return game.svg() if mode == "svg" else str(game) if mode == "ansi" else None


class AgonEnv(_AECEnv):
    """Two agents, "white" and "black"; agent_selection is the chooser.

    An observation is {"observation": uint8 planes of shape (11, 11, 11), those of agon.planes(), from
    the chooser's side for both agents, "action_mask": int8 of shape (8373,)}; the mask is 0 for the
    agent that does not choose. An action is Move.action. At the end the winner's reward is 1 and the
    loser's -1; a draw gives both 0.
    """

    metadata = {"name": "agon_v0", "render_modes": RENDER_MODES, "render_fps": 1,
                "is_parallelizable": False}

    def __init__(self, rules: Union[Rules, str] = "classic", setup: Optional[str] = None, *,
                 repetition: int = 3, no_progress: int = 100,
                 render_mode: Optional[str] = None) -> None:
        self.render_mode = checked_mode(render_mode)
        self._first = Position(None, rules, setup)
        self._limits = {"repetition": repetition, "no_progress": no_progress}
        Game(self._first, **self._limits)  # which checks them
        self._game: Optional[Game] = None
        self.possible_agents = ["white", "black"]
        self.observation_spaces = {agent: spaces.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.action_space() for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def game(self) -> Game:
        """The agon.Game. Raises Error before the first reset()."""
        if self._game is None:
            raise Error(NO_GAME)
        return self._game

    @property
    def unwrapped(self) -> AgonEnv:
        return self

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game. seed: of the action spaces. options: {"fen": a position text}."""
        if seed is not None:
            for i, space in enumerate(self.action_spaces.values()):
                space.seed(seed + i)
        fen = (options or {}).get("fen")
        first = self._first if fen is None else Position(fen, self._first.rules)
        self._game = Game(first, **self._limits)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, self.game.is_game_over())
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._chooser()
        if self.render_mode == "human":
            self.render()

    def _selected(self) -> str:
        if not self.agents:
            raise Error(NO_GAME)
        return self.agent_selection

    def _chooser(self) -> str:
        return "white" if self.game.chooser == WHITE else "black"

    def observe(self, agent: str) -> dict[str, numpy.ndarray]:
        """The observation of an agent. The planes are those of the chooser for both agents."""
        mask = numpy.zeros(ACTION_COUNT, numpy.int8)
        if agent == self._chooser() and not self.game.is_game_over():
            mask = action_masks([self.game])[0].view(numpy.int8)
        return {"observation": planes([self.game])[0], "action_mask": mask}

    def action_mask(self, agent: Optional[str] = None) -> numpy.ndarray:
        """The legal actions of an agent, the selected one unless given."""
        if agent is None:
            agent = self._selected()
        return self.observe(agent)["action_mask"]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, termination, truncation and info of the
        selected agent."""
        agent = self._selected()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: Optional[int]) -> None:
        """Plays a legal action; accepts only None from an agent whose game is over."""
        agent = self._selected()
        if self.terminations[agent]:
            if action is not None:
                raise Error("the game is over: the only action is None")
            self.agents.remove(agent)
            for values in (self.terminations, self.truncations, self.rewards,
                           self._cumulative_rewards, self.infos):
                del values[agent]
            self.rewards = dict.fromkeys(self.agents, 0)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None:
            raise Error("None is an action only when the game is over")
        self.game.push(Move.from_action(operator.index(action)))
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        outcome = self.game.outcome()
        if outcome:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                winner = "white" if outcome.winner == WHITE else "black"
                self.rewards = {agent: 1 if agent == winner else -1 for agent in self.agents}
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward
        self.agent_selection = self._chooser()
        if self.render_mode == "human":
            self.render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agent before each step, until no agent is left."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def render(self) -> Optional[str]:
        """The board as text ("ansi") or SVG ("svg"); "human" prints it as text, as reset() and step()
        do then; None without a render_mode."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""
