"""Agon, the oldest board game on hexagons: rules, search and engines.

A square is a cell of the board, 0 to 90: row by row upward, within a row by file. An action is a
Move, or its number Move.action. Names follow python-chess where it has an equivalent.
"""
import atexit as _atexit

try:
    from . import _agon
except ImportError as _error:
    import glob as _glob
    import importlib.machinery as _machinery
    import os as _os
    import re as _re
    import sys as _sys

    _here = _os.path.dirname(_os.path.abspath(__file__))
    _found = sorted(_glob.glob(_os.path.join(_glob.escape(_here), "_agon.*.so")))
    if any(name.endswith(suffix) for name in _found for suffix in _machinery.EXTENSION_SUFFIXES[:1]):
        raise  # built for this Python, so something else is wrong
    _this = "CPython" if _sys.implementation.name == "cpython" else _sys.implementation.name
    _this += " %d.%d (%s)" % (*_sys.version_info[:2], _sys.executable)
    if _found:
        _tag = _os.path.basename(_found[0]).split(".")[1]
        _cpython = _re.match(r"cpython-(\d)(\d+)", _tag)
        _text = "built for %s, this is %s: %s'pip install tools/python' in the sources builds one for it" % (
            "CPython %s.%s" % _cpython.groups() if _cpython else _tag, _this,
            "run python%s.%s, or " % _cpython.groups() if _cpython else "")
    else:
        _text = ("no _agon in %s: 'tools/build' makes it in build/release/python for /usr/bin/python3; "
                 "'pip install tools/python' in the sources makes one for this %s" % (_here, _this))
    raise ImportError("agon: " + _text, name="agon._agon") from _error
from ._agon import (
    ACTION_COUNT, BLACK, PLANES, SETUPS, SQUARE_NAMES, THRONE, WHITE, Engine, Error, Game,
    LegalMoves, Line, Move, Outcome, Position, Rules, SearchResult, Termination, VectorGames,
    __version__, action_masks, legal_actions, parse_square, perft, perft_divide, planes,
    preset_names, read_pgn, square_distance, square_file, square_name, square_rank, square_ring,
    to_pgn)

__all__ = [
    "ACTION_COUNT", "BLACK", "PLANES", "SETUPS", "SQUARE_NAMES", "THRONE", "WHITE", "Engine",
    "Error", "Game", "LegalMoves", "Line", "Move", "Outcome", "Position", "Rules",
    "SearchResult", "Termination", "VectorGames", "__version__", "action_masks", "legal_actions",
    "parse_square", "perft", "perft_divide", "planes", "preset_names", "read_pgn",
    "square_distance", "square_file", "square_name", "square_rank", "square_ring", "to_pgn",
]

# A thread that searches must not come back to an interpreter that has ended.
_atexit.register(_agon._stop_all_work)
