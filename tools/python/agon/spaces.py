"""The spaces of the environments: Gymnasium's, or substitutes where it is not installed."""
from __future__ import annotations

from typing import Any, Optional

import numpy

from ._agon import ACTION_COUNT, PLANES

try:
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError:
    class Discrete:  # type: ignore[no-redef]
        """The numbers 0 to n - 1, like gymnasium.spaces.Discrete."""

        def __init__(self, n: int) -> None:
            self.n = n
            self.shape: tuple[int, ...] = ()
            self.dtype = numpy.dtype(numpy.int64)
            self._random = numpy.random.default_rng()

        def seed(self, seed: Optional[int] = None) -> None:
            """Seeds the random numbers of sample()."""
            self._random = numpy.random.default_rng(seed)

        def sample(self, mask: Optional[numpy.ndarray] = None) -> int:
            """A random one of the numbers; with a mask of shape (n,), one whose mask is not 0."""
            if mask is None:
                return int(self._random.integers(self.n))
            allowed = numpy.flatnonzero(mask)
            return int(self._random.choice(allowed)) if len(allowed) else 0

        def contains(self, x: Any) -> bool:
            """Whether x is one of the numbers."""
            return isinstance(x, (int, numpy.integer)) and 0 <= x < self.n

        __contains__ = contains

    class Box:  # type: ignore[no-redef]
        """Arrays of a shape and dtype with values from low to high, like gymnasium.spaces.Box."""

        def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: type) -> None:
            self.low, self.high, self.shape = low, high, shape
            self.dtype = numpy.dtype(dtype)

        def contains(self, x: Any) -> bool:
            """Whether x is such an array."""
            return (isinstance(x, numpy.ndarray) and x.shape == self.shape and x.dtype == self.dtype
                    and bool((x >= self.low).all() and (x <= self.high).all()))

        __contains__ = contains

    class Dict(dict):  # type: ignore[no-redef, type-arg]
        """A space for each key, like gymnasium.spaces.Dict."""

        def contains(self, x: Any) -> bool:
            """Whether x is a dict with the same keys and a member of each key's space."""
            return (isinstance(x, dict) and x.keys() == self.keys()
                    and all(x[key] in space for key, space in self.items()))


def observation_space() -> Dict:
    """Of {"observation": agon.planes(), "action_mask": the legal actions}."""
    return Dict({"observation": Box(0, 255, (len(PLANES), 11, 11), numpy.uint8),
                 "action_mask": Box(0, 1, (ACTION_COUNT,), numpy.int8)})


def action_space() -> Discrete:
    """Of Move.action."""
    return Discrete(ACTION_COUNT)
