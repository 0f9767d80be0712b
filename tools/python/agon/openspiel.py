"""Agon as a game of OpenSpiel. Importing this registers it with pyspiel, which must be installed:

    import agon.openspiel, pyspiel
    game = pyspiel.load_game("python_agon(rules=ham,no_progress=50)")
    state = game.new_initial_state()

Player 0 is white. Actions are Move.action and written as in UCI; the observation tensor is agon.planes() as float32,
from the chooser's side for both players. A state is serialised as its actions.
"""
from __future__ import annotations

from typing import Any, Optional

import numpy
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ._agon import ACTION_COUNT, PLANES, WHITE, Game, Move, Position, legal_actions, planes

MAX_LENGTH = 10_000  # OpenSpiel needs a bound: a longer game is drawn

PARAMETERS = {"rules": "classic", "setup": "", "repetition": 3, "no_progress": 100}

TYPE = pyspiel.GameType(
    short_name="python_agon",
    long_name="Agon",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS)

INFO = pyspiel.GameInfo(
    num_distinct_actions=ACTION_COUNT,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=MAX_LENGTH)


class AgonGame(pyspiel.Game):  # type: ignore[misc]
    """Parameters: rules, the name of a preset; setup, empty for that of the rules; repetition and no_progress, the
    limits of agon.Game. Raises agon.Error if one is invalid."""

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        position = Position(None, given["rules"], given["setup"] or None)
        self.first = Game(position, repetition=given["repetition"], no_progress=given["no_progress"])
        super().__init__(TYPE, INFO, params or {})

    def new_initial_state(self, state: None = None) -> AgonState:
        if state is not None:
            raise ValueError("python_agon: a game begins at its setup only")
        return AgonState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or iig_obs_type.public_info and not iig_obs_type.perfect_recall:
            return Observer(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class AgonState(pyspiel.State):  # type: ignore[misc]
    """`game` is the agon.Game so far."""

    def __init__(self, game: AgonGame) -> None:
        super().__init__(game)
        self.game = game.first.copy()

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.game.chooser == WHITE else 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(legal_actions(self.game).tolist())

    def _apply_action(self, action: int) -> None:
        self.game.push(Move.from_action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return Move.from_action(action).uci()

    def is_terminal(self) -> bool:
        return len(self.game) >= MAX_LENGTH or self.game.is_game_over()

    def returns(self) -> list[float]:
        outcome = self.game.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == WHITE else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{self.game}\n{self.game.fen()}"


class Observer:
    """An observer as open_spiel.python.observation describes it."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"python_agon: no parameters of observations, got {params}")
        shape = (len(PLANES), 11, 11)
        self.tensor = numpy.zeros(numpy.prod(shape), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: AgonState, player: int) -> None:
        planes([state.game], self.dict["observation"][None])

    def string_from(self, state: AgonState, player: int) -> str:
        return state.game.fen()


pyspiel.register_game(TYPE, AgonGame)
