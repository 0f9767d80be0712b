"""Agon for one learner, who plays against a level of the engine or a bot: a Gymnasium Env.

    env = agon.versus.VersusEnv(4)              # level 4; the program agon must be on the PATH
    observation, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)

Gymnasium itself is not needed.
"""
from __future__ import annotations

import numbers
import operator
import shutil
import weakref
from typing import Any, Callable, Optional, Sequence, Union

import numpy

from . import spaces
from ._agon import ACTION_COUNT, WHITE, Error, Game, Move, Position, Rules, action_masks, planes
from .bot import Clock
from .engine import NO_LIMIT, Limit, SimpleEngine
from .env import NO_GAME, RENDER_MODES, checked_mode, rendered

try:
    from gymnasium import Env as _Env
except ImportError:
    class _Env:  # type: ignore[no-redef]
        """What VersusEnv needs of gymnasium.Env."""

        def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
            if seed is not None or not hasattr(self, "np_random"):
                self.np_random = numpy.random.default_rng(seed)

        @property
        def unwrapped(self) -> _Env:
            return self

Chooses = Callable[[Game, "list[Move]", Clock], Move]


class Level:
    """An opponent: the program agon at one of its ten levels. The levels up to 6 play random actions too;
    7 to 9 play the same each time. Call new_game() before each game."""

    def __init__(self, level: int, command: Union[str, Sequence[str]] = "agon") -> None:
        if isinstance(level, (bool, numpy.bool_)):  # which would be level 1
            raise TypeError(f"level: expected 1 to 10, got {level}")
        level = operator.index(level)
        if not 1 <= level <= 10:
            raise Error(f"level: expected 1 to 10, got {level}")
        if isinstance(command, str) and shutil.which(command) is None:
            raise Error(f"level: no program '{command}' on the PATH")
        self._arguments = level, command
        self.engine = SimpleEngine.popen_uci(command)
        # The thread that reads from the program keeps it alive when nobody else needs it.
        self._end = weakref.finalize(self, self.engine.close)
        try:
            self.engine.configure({"Level": level})
        except BaseException:
            self._end()
            raise
        self._limited = level < 10  # the others end by nodes of their own

    def new_game(self, seed: int) -> None:
        """Begins a game. seed: of the random actions, 1 to 2147483647; a program without that option has
        chance of its own."""
        if "Level Seed" in self.engine.options:
            self.engine.configure({"Level Seed": seed})
        self.engine.new_game()

    def __call__(self, game: Game, moves: list[Move], clock: Clock) -> Move:
        limit = Limit(depth=200) if self._limited else Limit(time=clock.seconds)
        return self.engine.play(game, limit).move

    def __reduce__(self) -> Any:
        """As a level with a program of its own."""
        return type(self), self._arguments

    def close(self) -> None:
        """Ends the program."""
        self.engine.quit()


def _checked_seconds(seconds: Any) -> float:
    if not isinstance(seconds, numbers.Real) or not 0 < seconds <= NO_LIMIT:  # nan fails too
        raise Error(f"seconds: expected more than 0 and at most {NO_LIMIT:.0f}, got {seconds!r}")
    return float(seconds)


class VersusEnv(_Env):
    """One side of a game; the other one is played by `opponent`.

    opponent: a level, 1 to 10; or a function as for agon.bot.serve(), called as opponent(game, moves,
    clock), which returns one of the moves; its clock has `seconds`. If it raises or returns another action,
    step() raises, and the learner's action is taken back. side: "white", "black", or None for a random one
    of them at each reset().

    Observations and actions are those of agon.env.AgonEnv. The reward is 1 for a win and -1 for a loss,
    otherwise 0. illegal: "lose": an action that is not legal loses the game, and info["illegal"] says why;
    "raise": it raises agon.Error and changes nothing.
    """

    metadata = {"name": "agon_versus_v0", "render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(self, opponent: Union[int, Chooses], rules: Union[Rules, str] = "classic",
                 setup: Optional[str] = None, *, side: Optional[str] = None, repetition: int = 3,
                 no_progress: int = 100, seconds: float = 1.0, illegal: str = "lose",
                 render_mode: Optional[str] = None) -> None:
        if side not in (None, "white", "black"):
            raise Error(f"side: expected 'white', 'black' or None, got {side!r}")
        if illegal not in ("lose", "raise"):
            raise Error(f"illegal: expected 'lose' or 'raise', got {illegal!r}")
        self.render_mode = checked_mode(render_mode)
        self._first = Position(None, rules, setup)
        self._limits = {"repetition": repetition, "no_progress": no_progress}
        Game(self._first, **self._limits)
        self._side, self._seconds, self._illegal = side, _checked_seconds(seconds), illegal
        self.observation_space = spaces.observation_space()
        self.action_space = spaces.action_space()
        self.game: Optional[Game] = None
        self._over = True
        if not callable(opponent) and not hasattr(opponent, "__index__"):
            raise TypeError(f"opponent: expected a level or a function, got {opponent!r}")
        self.opponent: Chooses = opponent if callable(opponent) else Level(opponent)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
              ) -> tuple[dict[str, numpy.ndarray], dict[str, Any]]:
        """Begins a game. seed: of the sides, and of a level's random actions. options: {"fen": a position text}.
        Raises Error if the learner would have no action in it."""
        super().reset(seed=seed)
        fen = (options or {}).get("fen")
        first = self._first if fen is None else Position(fen, self._first.rules)
        game = Game(first, **self._limits)
        side = self._side or ("white", "black")[int(self.np_random.integers(2))]
        if isinstance(self.opponent, Level):
            self.opponent.new_game(int(self.np_random.integers(1, 2**31)))
        self._answer(game, side == "white")
        if game.is_game_over():
            raise Error(f"the game is over before the learner's first action: {game.fen()}")
        self.game, self.white, self._over = game, side == "white", False
        if self.render_mode == "human":
            self.render()
        return self._observation(), {"side": side}

    def _answer(self, game: Game, white: bool) -> None:
        """Plays the opponent's actions until the learner, white or not, is the chooser."""
        begun = len(game)
        try:
            while not game.is_game_over() and (game.chooser == WHITE) != white:
                moves = list(game.legal_moves)
                # Copies: the opponent may change them.
                move = self.opponent(game.copy(), list(moves), Clock(self._seconds, None))
                if move not in moves:
                    raise Error(f"the opponent's action is not legal: {move}")
                game.push(move)
        except BaseException:
            while len(game) > begun:
                game.pop()
            raise

    def _observation(self) -> dict[str, numpy.ndarray]:
        mask = numpy.zeros(ACTION_COUNT, numpy.int8)
        if not self._over:
            mask = action_masks([self.game])[0].view(numpy.int8)
        return {"observation": planes([self.game])[0], "action_mask": mask}

    def step(self, action: int) -> tuple[dict[str, numpy.ndarray], float, bool, bool, dict[str, Any]]:
        """Plays the learner's action and the opponent's answer."""
        if self._over or self.game is None:
            raise Error(NO_GAME)
        game, info = self.game, {"side": "white" if self.white else "black"}
        try:
            game.push(Move.from_action(operator.index(action)))
        except Error as fault:
            if self._illegal == "raise":
                raise
            self._over = True
            return self._observation(), -1.0, True, False, {**info, "illegal": str(fault)}
        try:
            self._answer(game, self.white)
        except BaseException:
            game.pop()
            raise
        outcome, reward = game.outcome(), 0.0
        self._over = outcome is not None
        if outcome and outcome.winner is not None:
            reward = 1.0 if (outcome.winner == WHITE) == self.white else -1.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, self._over, False, info

    def action_mask(self) -> numpy.ndarray:
        """The legal actions, int8 of shape (8373,): all 0 when no game is going on."""
        return self._observation()["action_mask"] if self.game else numpy.zeros(ACTION_COUNT, numpy.int8)

    def render(self) -> Optional[str]:
        """The board, as AgonEnv.render() has it."""
        if self.game is None:
            raise Error(NO_GAME)
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Ends a level's program."""
        if isinstance(self.opponent, Level):
            self.opponent.close()
