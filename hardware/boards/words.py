"""KiCad's files are lists in brackets: written here and read here, as lists of words.

A word that has to be in quotation marks is a `Quoted`.
"""

from __future__ import annotations

import re
from typing import Any
from uuid import NAMESPACE_URL, uuid5

Tree = list[Any]


class Quoted(str):
    """A word that is in quotation marks."""

    __slots__ = ()


def written(tree: Tree, depth: int = 0) -> str:
    """The list as text; what is longer than a line has a line for each list in it.

    >>> written(["at", 1.50, 2, Quoted("a b")])
    '(at 1.5 2 "a b")'
    """
    words = [written(item, depth + 1) if isinstance(item, list) else _word(item) for item in tree]
    if depth and sum(map(len, words)) < _LINE:
        return f"({' '.join(words)})"
    margin = "\n" + "  " * (depth + 1)
    lines = [
        f"{margin if isinstance(item, list) else ' '}{word}" for item, word in zip(tree, words, strict=True)
    ]
    return f"({''.join(lines).lstrip()})" + ("" if depth or margin not in "".join(lines) else "\n")


_LINE = 160


def _word(item: str | float) -> str:
    if isinstance(item, Quoted):
        return '"' + item.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{round(item, 4):.10g}" if isinstance(item, float) else str(item)


_TOKEN = re.compile(r'\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|(")|([^\s()"]+))')


def read(text: str) -> Tree:
    """The list that a text says.

    Raises:
        ValueError: A bracket or a quotation mark is missing, or there is a bracket too many.

    >>> read('(a (b 1.5) "c d")')
    ['a', ['b', '1.5'], 'c d']
    """
    stack: list[Tree] = [[]]
    for found in _TOKEN.finditer(text):
        opens, closes, quoted, unclosed, bare = found.groups()
        if opens:
            stack.append([])
        elif closes:
            if len(stack) < 2:
                raise ValueError("a bracket too many")
            done = stack.pop()
            stack[-1].append(done)
        elif unclosed:
            raise ValueError("a quotation mark is missing")
        else:
            stack[-1].append(bare if quoted is None else Quoted(re.sub(r"\\(.)", r"\1", quoted)))
    match stack:
        case [[list() as tree]]:
            return tree
    raise ValueError("a bracket is missing")


def every(tree: Tree, name: str) -> list[Tree]:
    """The lists directly in this one that begin with a word."""
    return [item for item in tree if isinstance(item, list) and item and item[0] == name]


def one(tree: Tree, name: str) -> Tree:
    """What stands after a word, in the first list that begins with it; empty where there is none."""
    found = every(tree, name)
    return found[0][1:] if found else []


def known_as(*words: str) -> Tree:
    """A name for KiCad that is the same every time it is made."""
    return ["uuid", Quoted(uuid5(NAMESPACE_URL, "riichi-boards/" + "/".join(words)))]


def font(size: float, *justify: str) -> Tree:
    """How letters look."""
    looks: Tree = ["effects", ["font", ["size", size, size], ["thickness", round(size * 0.15, 3)]]]
    return [*looks, ["justify", *justify]] if justify else looks
