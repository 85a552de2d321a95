"""Reads a board's file and looks at its copper alone: what touches what, and what comes too near to what.

Knows nothing of how the board was made, and does not need KiCad. Only `too_near` believes the names of
nets in the file; otherwise two pads are joined where copper touches copper from one to the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.boards.geometry import Point, Shape, inside, pad_shape, turned
from hardware.boards.words import Tree, every, one, read

SIDES = ("F.Cu", "B.Cu")


@dataclass(frozen=True, slots=True)
class Copper:
    """A piece of copper, or a hole that has no copper: then `sides` is empty."""

    what: str
    shape: Shape
    sides: frozenset[str]
    net: str
    pad: tuple[str, str] = ("", "")
    """Part and number, where it is a pad."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a board's file says."""

    copper: tuple[Copper, ...]
    holes: tuple[Copper, ...]
    outline: tuple[Point, ...]

    def joined(self) -> list[set[tuple[str, str]]]:
        """The pads that copper joins, in groups; a pad that stands alone is a group of its own."""
        groups = list(range(len(self.copper)))

        def first(number: int) -> int:
            while groups[number] != number:
                groups[number] = groups[groups[number]]
                number = groups[number]
            return number

        for one_of, other in self._near(0.0):
            if self.copper[one_of].shape.distance(self.copper[other].shape) <= 0:
                groups[first(one_of)] = first(other)
        found: dict[int, set[tuple[str, str]]] = {}
        for number, each in enumerate(self.copper):
            if each.pad[1]:
                found.setdefault(first(number), set()).add(each.pad)
        return list(found.values())

    def too_near(self, clearance: float, to_hole: float, to_edge: float) -> Iterator[str]:
        """A sentence for each place where copper is nearer than allowed to other copper, a hole or the edge.

        All distances are in millimetres. Here the names of nets are believed: copper of one net may be as
        near as it likes.
        """
        for one_of, other in self._near(clearance):
            here, there = self.copper[one_of], self.copper[other]
            apart = here.shape.distance(there.shape)
            if here.net != there.net and apart < clearance - 1e-6:
                yield f"{here.what} and {there.what} are {apart:.3f} mm apart."
        edges = [Shape(edge) for edge in Shape(self.outline).edges()]
        for each in self.copper:
            for hole in self.holes:
                if (apart := each.shape.distance(hole.shape)) < to_hole - 1e-6:
                    yield f"{each.what} is {apart:.3f} mm from {hole.what}."
            apart = min(each.shape.distance(edge) for edge in edges)
            if not inside(each.shape.core[0], self.outline):
                yield f"{each.what} lies outside the edge."
            elif apart < to_edge - 1e-6:
                yield f"{each.what} is {apart:.3f} mm from the edge."

    def _near(self, room: float) -> Iterator[tuple[int, int]]:
        """Pairs on the same side whose boxes are at most `room` apart, each once."""
        boxes = [each.shape.box(room / 2) for each in self.copper]
        order = sorted(range(len(boxes)), key=lambda number: boxes[number][0])
        for place, here in enumerate(order):
            for there in order[place + 1 :]:
                if boxes[there][0] > boxes[here][2]:
                    break
                is_level = boxes[there][1] <= boxes[here][3] and boxes[here][1] <= boxes[there][3]
                if is_level and self.copper[here].sides & self.copper[there].sides:
                    yield here, there


def sheet_of(text: str) -> Sheet:
    """What the text of a `.kicad_pcb` says.

    Raises:
        ValueError: It is not a board, or its outline is not closed.
    """
    tree = read(text)
    nets = {number: name for _, number, name in every(tree, "net")}
    pads = [pad for part in every(tree, "footprint") for pad in _pads(part)]
    tracks = [_track(each, nets) for each in every(tree, "segment")]
    vias = [_via(each, nets) for each in every(tree, "via")]
    copper = tuple(each for each in (*pads, *tracks, *vias) if each.sides)
    return Sheet(copper, tuple(each for each in pads if not each.sides), _outline(tree))


def _numbers(words: Tree) -> tuple[float, ...]:
    return tuple(map(float, words))


def _point(words: Tree) -> Point:
    return float(words[0]), float(words[1])


def _pads(part: Tree) -> Iterator[Copper]:
    ref = next(words[2] for words in every(part, "property") if words[1] == "Reference")
    x, y, *turn = _numbers(one(part, "at"))
    for pad in every(part, "pad"):
        _, number, kind, form, *_ = pad
        px, py, *own = _numbers(one(pad, "at"))
        dx, dy = turned((px, py), turn[0] if turn else 0)
        shape = pad_shape((x + dx, y + dy), _point(one(pad, "size")), form, own[0] if own else 0)
        layers = one(pad, "layers")
        sides = frozenset(side for side in SIDES if side in layers or "*.Cu" in layers)
        if kind == "np_thru_hole":
            sides = frozenset()
        yield Copper(f"pad {number} of {ref}", shape, sides, "".join(one(pad, "net")[1:]), (ref, number))


def _track(words: Tree, nets: dict[str, str]) -> Copper:
    ends = _point(one(words, "start")), _point(one(words, "end"))
    (net,), (side,) = one(words, "net"), one(words, "layer")
    shape = Shape(ends, float(one(words, "width")[0]) / 2)
    return Copper(f"a track of {nets[net]} at {ends[0]}", shape, frozenset((side,)), nets[net])


def _via(words: Tree, nets: dict[str, str]) -> Copper:
    at, (net,) = _point(one(words, "at")), one(words, "net")
    return Copper(
        f"a via of {nets[net]} at {at}",
        Shape((at,), float(one(words, "size")[0]) / 2),
        frozenset(SIDES),
        nets[net],
    )


def _outline(tree: Tree) -> tuple[Point, ...]:
    lines = [line for line in every(tree, "gr_line") if one(line, "layer") == ["Edge.Cuts"]]
    edges = {_point(one(line, "start")): _point(one(line, "end")) for line in lines}
    corners = list(edges)[:1]
    while edges and corners[-1] in edges:
        corners.append(edges.pop(corners[-1]))
    if len(corners) != len(lines) + 1 or corners[0] != corners[-1]:
        raise ValueError("the outline is not closed")
    return tuple(corners[:-1])
