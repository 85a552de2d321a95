"""Lays the tracks: each net along the cheapest way on two sides of the board.

The tracks run on a square grid, straight or diagonally. A net may cross others where going round would cost
more: it tears them up, and they are laid again. Places that are torn up often become dearer, until all fit.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import pairwise

from hardware.boards.geometry import Point, Shape
from hardware.boards.parts import Pad
from hardware.boards.plan import STEP, Board, Placed

TRACK = 0.3
"""The width of every track, in mm as everything here."""
VIA, VIA_DRILL = 0.8, 0.4
CLEARANCE = 0.2
"""The gap that even a cheap fab can make."""
TO_HOLE, TO_EDGE = 0.35, 0.6
"""The least gap from copper to a hole without copper, and to the edge of the board."""

Node = tuple[int, int, int]
"""Side (0 above, 1 below), column and line on the grid."""
_AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
_VIA_COST, _TEAR_COST = 9.0, 25.0


@dataclass(frozen=True, slots=True)
class Track:
    """A piece of copper between two points of one side."""

    net: str
    side: int
    start: Point
    end: Point

    def shape(self) -> Shape:
        """Its copper."""
        return Shape((self.start, self.end), TRACK / 2)


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that leads a net to the other side."""

    net: str
    at: Point

    def shape(self) -> Shape:
        """Its copper, on both sides."""
        return Shape((self.at,), VIA / 2)


@dataclass(slots=True)
class _Net:
    name: str
    pads: list[set[Node]]
    """Where a track may end in each pad."""
    ways: list[list[Node]] = field(default_factory=list)


class Router:
    """The tracks of one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        xs, ys = [x for x, _ in board.outline], [y for _, y in board.outline]
        ox, oy = board.grid
        self._left = ox + STEP * (int((min(xs) - ox) / STEP) - 1)
        self._top = oy + STEP * (int((min(ys) - oy) / STEP) - 1)
        self._columns = int((max(xs) - self._left) / STEP) + 2
        self._lines = int((max(ys) - self._top) / STEP) + 2
        self._pads: dict[tuple[Node, Node], set[str]] = defaultdict(set)
        self._no_via: dict[tuple[int, int], set[str]] = defaultdict(set)
        self._taken: dict[Node, set[str]] = defaultdict(set)
        self._torn: dict[Node, int] = defaultdict(int)
        self._inside: set[tuple[int, int]] = set()
        self._via_inside: set[tuple[int, int]] = set()
        self._fence()
        self._nets = {
            name: _Net(name, [self._ends(part, pad) for part, pad in pads])
            for name, pads in board.nets().items()
        }

    def route(self) -> tuple[list[Track], list[Via]]:
        """All tracks and vias.

        Raises:
            RuntimeError: There is no room for them.
        """
        waiting = deque(sorted(self._nets.values(), key=lambda net: len(net.pads)))
        for _ in range(60 * len(waiting)):
            if not waiting:
                break
            net = waiting.popleft()
            waiting.extend(self._lay(net))
        if waiting:
            names = ", ".join(net.name for net in waiting)
            raise RuntimeError(f"The board {self._board.name} has no room for {names}.")
        return self._drawn()

    def _at(self, column: int, line: int) -> Point:
        return round(self._left + column * STEP, 4), round(self._top + line * STEP, 4)

    def _near(self, shape: Shape, room: float) -> list[tuple[int, int]]:
        """The points of the grid that are nearer to a shape than this."""
        left, top, right, bottom = shape.box(room)
        columns = range(int((left - self._left) / STEP), int((right - self._left) / STEP) + 2)
        lines = range(int((top - self._top) / STEP), int((bottom - self._top) / STEP) + 2)
        return [
            (column, line)
            for column in columns
            for line in lines
            if shape.to_point(self._at(column, line)) < room - 1e-6
        ]

    def _fence(self) -> None:
        outline = Shape(self._board.outline)
        edges = [Shape(edge) for edge in outline.edges()]
        for column in range(self._columns):
            for line in range(self._lines):
                at = self._at(column, line)
                if outline.to_point(at) > 0:
                    continue
                room = min(edge.to_point(at) for edge in edges) - TO_EDGE
                if room >= TRACK / 2:
                    self._inside.add((column, line))
                if room >= VIA / 2:
                    self._via_inside.add((column, line))
        for part in self._board.parts:
            for pad in part.footprint.pads:
                self._fence_pad(part, pad)

    def _fence_pad(self, part: Placed, pad: Pad) -> None:
        shape, owner = part.shape(pad), ""
        if pad.number in part.pins:
            owner = self._board.net_of(part.pins[pad.number])
        elif pad.number:
            owner = f"{part.ref}:{pad.number}"
        room = CLEARANCE if pad.number else TO_HOLE
        if part.footprint.is_hole:
            shape, room = Shape(shape.core, part.footprint.room[2]), CLEARANCE
        for column, line in self._near(shape, room + TRACK / 2 + STEP):
            for dx, dy in _AROUND:
                step = (column, line), (column + dx, line + dy)
                if shape.distance(Shape((self._at(*step[0]), self._at(*step[1])))) < room + TRACK / 2 - 1e-6:
                    for side in part.layers(pad):
                        self._pads[(side, *step[0]), (side, *step[1])].add(owner)
        for place in self._near(shape, room + VIA / 2):
            self._no_via[place].add(owner)

    def _ends(self, part: Placed, pad: Pad) -> set[Node]:
        shape = part.shape(pad)
        return {(side, *place) for place in self._near(shape, -TRACK / 4) for side in part.layers(pad)}

    def _lay(self, net: _Net) -> list[_Net]:
        """Join all pads of a net; returns the nets whose tracks were torn up."""
        torn: dict[str, _Net] = {}
        joined, left = set(net.pads[0]), list(net.pads[1:])
        while left:
            way = self._way(net.name, joined, left)
            blocking = set().union(*(self._in_the_way(net.name, *step) for step in pairwise([way[0], *way])))
            for name in sorted(blocking):
                torn[name] = self._nets[name]
                self._tear(self._nets[name])
            self._take(net, way)
            joined |= set(way)
            reached = [pad for pad in left if way[-1] in pad]
            left = [pad for pad in left if way[-1] not in pad]
            joined.update(*reached)
        return list(torn.values())

    def _way(self, name: str, joined: set[Node], left: list[set[Node]]) -> list[Node]:
        """The cheapest way from what is joined to the nearest pad that is not."""
        goals = set().union(*left)
        columns, lines = [column for _, column, _ in goals], [line for *_, line in goals]
        near = min(columns), max(columns), min(lines), max(lines)
        cost: dict[Node, float] = dict.fromkeys(joined, 0.0)
        came: dict[Node, Node] = {}
        heap = [(_at_least(node, near), 0.0, node) for node in sorted(joined)]
        heapify(heap)
        while heap:
            _, spent, node = heappop(heap)
            if spent > cost[node]:
                continue
            if node in goals:
                way = [node]
                while way[-1] in came:
                    way.append(came[way[-1]])
                return way[::-1]
            for other, step in self._steps(name, node):
                total = spent + step
                if total < cost.get(other, 1e9):
                    cost[other] = total
                    came[other] = node
                    heappush(heap, (total + _at_least(other, near), total, other))
        raise RuntimeError(f"The net {name} of the board {self._board.name} cannot be joined.")

    def _steps(self, name: str, node: Node) -> list[tuple[Node, float]]:
        side, column, line = node
        mine, found = {name}, []
        for dx, dy in _AROUND:
            place = (column + dx, line + dy)
            other = (side, *place)
            if place not in self._inside or not self._pads.get((node, other), mine) <= mine:
                continue
            # Front to back is cheaper above, across is cheaper below: so tracks seldom meet on one side.
            across = 1.0 if (dx == 0) == (side == 0) else 1.5
            found.append((other, (1.6 if dx and dy else across) + self._price(mine, node, other)))
        there = (1 - side, column, line)
        if (column, line) in self._via_inside and self._no_via.get((column, line), mine) <= mine:
            found.append((there, _VIA_COST + self._price(mine, node, there)))
        return found

    def _price(self, mine: set[str], node: Node, other: Node) -> float:
        price = 0.0
        for place in self._claims(node, other):
            if place in self._taken and not self._taken[place] <= mine:
                price += _TEAR_COST * (1 + self._torn[place])
        return price

    def _in_the_way(self, name: str, node: Node, other: Node) -> set[str]:
        return set().union(*(self._taken.get(place, _NOBODY) for place in self._claims(node, other))) - {name}

    @staticmethod
    def _claims(node: Node, other: Node) -> list[Node]:
        """What a step takes: its end; a slanting one also both corners; a via all around it on both sides."""
        (side, column, line), (there, x, y) = node, other
        if side != there:
            return [
                (each, column + dx, line + dy) for each in (0, 1) for dx in (-1, 0, 1) for dy in (-1, 0, 1)
            ]
        if column != x and line != y:
            return [other, (side, column, y), (side, x, line)]
        return [other]

    def _take(self, net: _Net, way: list[Node]) -> None:
        net.ways.append(way)
        for step in pairwise([way[0], *way]):
            for place in self._claims(*step):
                self._taken[place].add(net.name)

    def _tear(self, net: _Net) -> None:
        for way in net.ways:
            for step in pairwise([way[0], *way]):
                for place in self._claims(*step):
                    self._taken[place].discard(net.name)
                    self._torn[place] += 1
        net.ways.clear()

    def _drawn(self) -> tuple[list[Track], list[Via]]:
        tracks, vias = set(), set()
        for net in self._nets.values():
            for way in net.ways:
                for piece in _straight(way):
                    (side, *start), (other, *end) = piece
                    if side == other:
                        tracks.add(Track(net.name, side, *sorted((self._at(*start), self._at(*end)))))
                    else:
                        vias.add(Via(net.name, self._at(*start)))
        return sorted(tracks, key=repr), sorted(vias, key=repr)


def _at_least(node: Node, near: tuple[int, int, int, int]) -> float:
    """The least that the way to the goals costs; they lie between these columns and lines."""
    _, column, line = node
    x = max(near[0] - column, column - near[1], 0)
    y = max(near[2] - line, line - near[3], 0)
    return max(x, y) + 0.6 * min(x, y)


_NOBODY: frozenset[str] = frozenset()


def _straight(way: list[Node]) -> list[tuple[Node, Node]]:
    """A way as pieces that do not bend."""
    pieces: list[tuple[Node, Node]] = []
    for start, end in pairwise(way):
        if pieces:
            first, last = pieces[-1]
            before = tuple(b - a for a, b in zip(first, last, strict=True))
            now = tuple(b - a for a, b in zip(start, end, strict=True))
            length = max(abs(before[1]), abs(before[2])) or 1
            if before[0] == now[0] == 0 and tuple(each / length for each in before) == now:
                pieces[-1] = (first, end)
                continue
        pieces.append((start, end))
    return pieces
