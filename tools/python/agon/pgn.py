"""Games with variations and comments, from PGN and to PGN. Names follow chess.pgn in python-chess.

    with open("games.pgn") as file:
        while game := agon.pgn.read_game(file):
            print(game.headers["White"], [str(move) for move in game.mainline_moves()])

Numeric glyphs ($1) and marks (!?) are not kept. A comment before a variation's first action becomes
part of the comment after it.
"""
from __future__ import annotations

import copy
import weakref
from typing import Any, BinaryIO, Iterator, MutableMapping, Optional, TextIO, Union

from . import _agon
from ._agon import Error, Move, Position, Rules
from ._agon import Game as Board

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

# The reader of each open file, and where it has left the file.
_readers: MutableMapping[Any, tuple[Any, Any, Any]] = weakref.WeakKeyDictionary()


class GameNode:
    """A position of a game: the first one (Game), or the one after an action (ChildNode)."""
    parent: Optional[GameNode] = None
    move: Optional[Move] = None

    def __init__(self, comment: str = "") -> None:
        self.comment = comment
        self.variations: list[ChildNode] = []  # the main one first

    def game(self) -> Game:
        """The node of the first position."""
        node = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Game)
        return node

    def _line(self) -> list[Move]:
        """The actions up to this node."""
        moves, node = [], self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]

    def ply(self) -> int:
        """How many actions have been played."""
        return len(self._line())

    def board(self) -> Board:
        """The game up to here, as a new agon.Game."""
        board = Board(self.game().position)
        for move in self._line():
            board.push(move)
        return board

    def next(self) -> Optional[ChildNode]:
        """The node after the main action, or None."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """The last node of the main line."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        return not self.variations

    def is_mainline(self) -> bool:
        """Whether this node belongs to the main line of the game."""
        node = self
        while node.parent is not None:
            if node.parent.next() is not node:
                return False
            node = node.parent
        return True

    def mainline(self) -> Iterator[ChildNode]:
        """The nodes after this one along the main line."""
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def mainline_moves(self) -> Iterator[Move]:
        """Their actions."""
        return (node.move for node in self.mainline())

    def __contains__(self, move: Union[int, Move, GameNode]) -> bool:
        return self.has_variation(move)

    def _find(self, move: Union[int, Move, GameNode]) -> Optional[ChildNode]:
        for index, node in enumerate(self.variations):
            if move is node or move == node.move or type(move) is int and move == index:
                return node
        return None

    def has_variation(self, move: Union[int, Move, GameNode]) -> bool:
        return self._find(move) is not None

    def variation(self, move: Union[int, Move, GameNode]) -> ChildNode:
        """The node after an action, or the one with that number. Raises KeyError."""
        node = self._find(move)
        if node is None:
            raise KeyError(f"no variation {move}")
        return node

    __getitem__ = variation

    def add_variation(self, move: Move, *, comment: str = "") -> ChildNode:
        """The node after a legal action, added as the last variation if there is none. Raises Error."""
        node = self._find(move) if isinstance(move, Move) else None
        if node is None:
            self.board().push(move)  # which checks it
            node = ChildNode(self, move)
            self.variations.append(node)
        if comment:
            node.comment = f"{node.comment} {comment}".strip()
        return node

    def add_main_variation(self, move: Move, *, comment: str = "") -> ChildNode:
        """The same, but it becomes the main variation."""
        node = self.add_variation(move, comment=comment)
        self.promote_to_main(node)
        return node

    def add_line(self, moves: Any) -> GameNode:
        """Adds actions, one after another. Returns the last node. If one is illegal, raises Error
        and adds none."""
        board, moves = self.board(), list(moves)
        for move in moves:
            board.push(move)
        node = self
        for move in moves:
            child = node._find(move)
            if child is None:
                child = ChildNode(node, move)
                node.variations.append(child)
            node = child
        return node

    def promote_to_main(self, move: Union[int, Move, GameNode]) -> None:
        self._shift(move, -len(self.variations))

    def promote(self, move: Union[int, Move, GameNode]) -> None:
        """Moves a variation up by one place."""
        self._shift(move, -1)

    def demote(self, move: Union[int, Move, GameNode]) -> None:
        """Moves a variation down by one place."""
        self._shift(move, 1)

    def _shift(self, move: Union[int, Move, GameNode], by: int) -> None:
        node = self.variation(move)
        index = self.variations.index(node)
        self.variations.pop(index)
        self.variations.insert(max(0, index + by), node)

    def remove_variation(self, move: Union[int, Move, GameNode]) -> None:
        self.variations.remove(self.variation(move))

    def __copy__(self) -> GameNode:
        """A node of a copy of the whole game, as copy.deepcopy() makes it: two games cannot share nodes."""
        return copy.deepcopy(self)


class ChildNode(GameNode):
    """The position after an action."""
    parent: GameNode
    move: Move

    def __init__(self, parent: GameNode, move: Move, comment: str = "") -> None:
        super().__init__(comment)
        self.parent = parent
        self.move = move

    def uci(self) -> str:
        return self.move.uci()

    def __reduce__(self) -> Any:
        """The whole game, and the way to the node in it."""
        way: list[int] = []
        node: GameNode = self
        while node.parent is not None:
            for index, sibling in enumerate(node.parent.variations):
                if sibling is node:
                    break
            else:
                raise Error("a node that was removed from its game cannot be copied or pickled")
            way.append(index)
            node = node.parent
        return _node_at, (node, way[::-1])

    def __repr__(self) -> str:
        return f"<ChildNode of ply {self.ply()}: {self.move}>"


class Game(GameNode):
    """A game: its first position, the tree of its actions, and its tags.

    headers: names and texts, in the order of the file, after the seven that PGN demands.
    """

    def __init__(self, headers: Optional[dict[str, str]] = None, *,
                 position: Optional[Position] = None) -> None:
        super().__init__()
        if position is not None and not isinstance(position, Position):
            raise TypeError(f"position: expected agon.Position, got {position!a:.60}")
        self.position = Position() if position is None else position
        self.headers = dict.fromkeys(ROSTER, "?")
        self.headers.update(Date="????.??.??", Result="*")
        self.headers.update(headers or {})

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game of an agon.Game, with its result."""
        if not isinstance(board, Board):
            raise TypeError(f"board: expected agon.Game, got {board!a:.60}")
        game = cls({"Result": board.result()}, position=board.root())
        game.add_line(board.move_stack)
        return game

    def _tree(self) -> list[tuple[Optional[int], GameNode]]:
        """All nodes, each with the number of its parent, which comes before it."""
        nodes: list[tuple[Optional[int], GameNode]] = [(None, self)]
        todo: list[tuple[GameNode, int]] = [(self, 0)]
        while todo:
            node, number = todo.pop()
            for child in node.variations:
                todo.append((child, len(nodes)))
                nodes.append((number, child))
        return nodes

    def _nodes(self) -> list[tuple[Optional[int], Optional[Move], str]]:
        """What C++ writes, which could not say which of them is wrong."""
        for _, node in self._tree():
            if not isinstance(node.comment, str):
                raise TypeError(f"comment: expected str, got {node.comment!a:.60} in {node!r}")
            if node is not self and not isinstance(node.move, Move):
                raise TypeError(f"move: expected agon.Move, got {node.move!a:.60} in {node!r}")
        # As in the tags, `?` stands for what UTF-8 cannot encode.
        return [(number, node.move, node.comment.encode(errors="replace").decode()) for number, node in self._tree()]

    def __getstate__(self) -> list[tuple[Optional[int], type[GameNode], dict[str, Any]]]:
        """Without the links between nodes: copy and pickle recurse into them, and a game is deeper than
        Python's stack."""
        return [(number, type(node), {name: value for name, value in vars(node).items()
                                      if name not in ("parent", "variations")})
                for number, node in self._tree()]

    def __setstate__(self, state: list[tuple[Optional[int], type[GameNode], dict[str, Any]]]) -> None:
        made: list[Any] = []
        for parent, kind, values in state:
            node: Any = self if parent is None else kind.__new__(kind)
            vars(node).update(values, variations=[])
            if parent is not None:
                node.parent = made[parent]
                node.parent.variations.append(node)
            made.append(node)

    def __str__(self) -> str:
        """The game as PGN. Raises Error if an action is illegal, or the tree has over 5,500, and TypeError
        if a comment or an action has another type."""
        headers = dict(self.headers)
        headers.setdefault("Variant", self.position.rules.name)
        headers.update(SetUp="1", FEN=self.position.fen())
        result = headers.get("Result", "*")
        if result not in RESULTS:
            raise Error(f"Result: expected one of {' '.join(RESULTS)}, got {result!a:.60}")
        lines = []
        for name, value in headers.items():
            if not isinstance(name, str) or not name or any(
                    c.isspace() or c in '"]' or not c.isprintable() for c in name):
                raise Error(f"{name!a:.60} cannot be the name of a tag")
            value = "".join(c if c.isprintable() else "?" for c in str(value))
            value = value.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'[{name} "{value}"]\n')
        text = _agon._movetext(self.position, self._nodes(), result)  # type: ignore[attr-defined]
        return "".join(lines) + "\n" + text.rstrip("\n")

    def __repr__(self) -> str:
        return (f"<Game of {sum(1 for _ in self.mainline())} actions: {self.headers.get('White')}"
                f" against {self.headers.get('Black')}, {self.headers.get('Result')}>")


def _node_at(game: Game, way: list[int]) -> GameNode:
    node: GameNode = game
    for index in way:
        node = node.variations[index]
    return node


def _place(handle: Union[TextIO, BinaryIO]) -> Any:
    """Where the file is; None if it cannot say."""
    try:
        return handle.tell()
    except (AttributeError, OSError, ValueError):
        return None


def read_game(handle: Union[TextIO, BinaryIO], *,
              rules: Union[Rules, str, None] = None) -> Optional[Game]:
    """The next game of an open PGN file, text or binary; None at its end.

    The rules of a game are the preset that its tag Variant names; `rules` gives rules of a file.
    Raises Error with the number of the game and the line, both counted from where the first call
    found the file; the next call reads the game after it. Reads no more of a large file than it needs.
    """
    if not hasattr(handle, "readline"):
        raise TypeError(f"expected an open file, got {type(handle).__name__}")
    reader, place, before = _readers.get(handle, (None, None, None))
    if reader is None or before != rules or place != _place(handle):  # someone else has moved the file
        reader = _agon._TreeReader(rules)  # type: ignore[attr-defined]
    try:
        read = reader.next(handle.readline)
    finally:
        _readers[handle] = reader, _place(handle), rules
    if read is None:
        return None
    headers, position, result, nodes = read
    game = Game(dict(headers), position=position)
    if result and "Result" not in dict(headers):
        game.headers["Result"] = result
    made: list[GameNode] = [game]
    for parent, move, comment in nodes:
        if parent is None:
            game.comment = comment
            continue
        node = ChildNode(made[parent], move, comment)
        made[parent].variations.append(node)
        made.append(node)
    return game
