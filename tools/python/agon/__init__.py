"""Agon, the oldest board game on hexagons: rules, search and engines.

A square is a cell of the board, 0 to 90: row by row upward, within a row by file. An action is a
Move, or its number Move.action. Names are those of python-chess where it has the thing.
"""
import atexit as _atexit

from . import _agon
from ._agon import (
    ACTION_COUNT, BLACK, PLANES, SETUPS, SQUARE_NAMES, THRONE, WHITE, Engine, Error, Game,
    LegalMoves, Line, Move, Outcome, Position, Rules, SearchResult, Termination, __version__,
    action_masks, legal_actions, parse_square, perft, perft_divide, planes, preset_names, read_pgn,
    square_distance, square_file, square_name, square_rank, square_ring, to_pgn)

__all__ = [
    "ACTION_COUNT", "BLACK", "PLANES", "SETUPS", "SQUARE_NAMES", "THRONE", "WHITE", "Engine",
    "Error", "Game", "LegalMoves", "Line", "Move", "Outcome", "Position", "Rules",
    "SearchResult", "Termination", "__version__", "action_masks", "legal_actions",
    "parse_square", "perft", "perft_divide", "planes", "preset_names", "read_pgn",
    "square_distance", "square_file", "square_name", "square_rank", "square_ring", "to_pgn",
]

# A thread that searches must not come back to an interpreter that has ended.
_atexit.register(_agon._stop_all_work)
