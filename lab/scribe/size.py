"""How large the scribe is: what you have to read before changing it, and how many numbers were set by hand.

python -m lab.scribe.size --write
"""

from __future__ import annotations

import argparse
import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

from companion.scribe.mind import Mind
from tests.conftest import ROOT
from tests.figures import Page, commit

SCRIBE = ROOT / "companion" / "scribe"
NEUTRAL = {0.0, 1.0}
"""Defaults with which a field only begins, with nothing or the whole: nobody turns them."""
PAGE = Page(
    ROOT / "docs" / "figures" / "scribe-size.md",
    "How large the scribe is",
    "python -m lab.scribe.size --write",
    "Lines of all modules with their comments; fields of what it remembers within a hand, and how many there "
    "are with the fields of each part; and the numbers at the top of modules, each of which somebody may "
    "turn. From 37 modules on, what reads hands and walls that lie open is a room of its own "
    "(`companion/reveals`, 1,376 lines and 33 numbers) and is left out. From two files on, so are 0.0 and "
    "1.0 where a field only begins with nothing or the whole: nobody turns those. From 24 modules on, whose "
    "river a tile lies in is decided in the room of the eye (254 lines), and a weight that takes one of the "
    "seven strengths is not counted: 68 numbers have a name, and each can still be turned by itself. From 22 "
    "modules on, only the face of the room lists its names (131 lines), and in how many ways tiles can be "
    "taken from those that are left is counted in `companion/riichi` (25 lines). From 21 modules on, what "
    "must have happened unseen before a fact, and the four tiles of a kan, are known to `companion/riichi` "
    "(68 lines); a difference between table and record is one value for all rooms (31 lines), and what an "
    "eye without fault sees is a tool of the tests (34 lines). From 3,992 lines on, who did what in a story, "
    "without what nobody sees, is known to `companion/riichi` (45 lines). From 3,937 lines on, what is seen "
    "and what a tap says are values of `companion/evidence` (175 lines). From 3,998 lines on, which tile "
    "lies where is known to `companion/riichi` (64 lines).",
    (
        *("lines", "modules", "fields of its memory", "with those of its parts"),
        *("numbers by hand", "files with numbers", "at commit"),
    ),
    names=0,
)


@dataclass(frozen=True)
class Size:
    """What was counted."""

    lines: int
    numbers: Counter[str]
    """How many numbers are at the top of each module, by its name."""
    modules: int
    memory: int
    parts: int
    """Fields of the memory, where the fields of each part are counted instead of the part."""

    def row(self) -> tuple[str, ...]:
        with_numbers = sum(count > 0 for count in self.numbers.values())
        counts = (self.lines, self.modules, self.memory, self.parts, self.numbers.total(), with_numbers)
        return tuple(f"{count:,}" for count in counts)


def size_of(modules: Sequence[Path], memory: type) -> Size:
    """The size of some modules; `memory` is what is remembered between two looks."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in modules}
    numbers = Counter({name: sum(1 for _ in numbers_in(text)) for name, text in texts.items()})
    return Size(
        sum(len(text.splitlines()) for text in texts.values()),
        numbers,
        len(texts),
        len(fields(memory)),
        leaves_of(memory),
    )


def leaves_of(memory: type) -> int:
    """How many fields a value has; a field that is itself such a value counts as its own fields."""
    kinds = (one.default_factory for one in fields(memory))
    return sum(leaves_of(kind) if is_dataclass(kind) else 1 for kind in kinds)


def numbers_in(text: str) -> Iterator[float]:
    r"""Every number in the constants of a module, and every weight among the defaults of its classes.

    >>> list(numbers_in("SURE = 0.8\nROOM = (-1, {2: 3.5})\nNAMES = 'a', 1 if x else 2"))
    [0.8, -1, 2, 3.5]
    """
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            yield from (one for line in node.body for one in _held(line) if _is_weight(one))
        else:
            yield from _held(node)


def _is_weight(default: float) -> bool:
    """Whether somebody may turn the default of a field; 0.0 and 1.0 are only where it begins."""
    return type(default) is float and default not in NEUTRAL


def _held(node: ast.stmt) -> Iterator[float]:
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        yield from _plain(node.value)


def _plain(value: ast.expr) -> Iterator[float]:
    match value:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | float() as number):
            yield number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            yield -number
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _plain(part)
        case ast.Dict(keys=keys, values=values):
            for each in (*keys, *values):
                yield from _plain(each) if each is not None else ()
        case ast.Call(func=ast.Name(), args=parts):
            for part in parts:
                yield from _plain(part)


def main() -> None:
    """Print the size, and which modules have the numbers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"put the line into {PAGE.path.name} too")
    asked = parser.parse_args()
    size = size_of(sorted(SCRIBE.glob("*.py")), Mind)
    for heading, cell in zip(PAGE.heading, size.row(), strict=False):
        print(f"{cell:>7} {heading}")
    print("numbers:", ", ".join(f"{name} {count}" for name, count in size.numbers.most_common() if count))
    if asked.write:
        PAGE.put((*size.row(), commit()))


if __name__ == "__main__":
    main()
