"""Changes each number of the scribe and of the reveals in turn: does a unit test of its users fail?

python -m lab.scribe.thresholds [NAME ...]
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import io
import os
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NoReturn

import pytest

from companion.reveals import numbers
from companion.scribe import policy, weights
from tests.conftest import ROOT

ROOMS = ("companion.scribe", "companion.reveals", "companion.intake.eye")
HOMES = (policy, weights, numbers)
_QUIET = ("-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")


@dataclass(frozen=True)
class Threshold:
    """One number that somebody may change."""

    home: str
    """The module that defines it."""
    name: str
    value: float
    users: tuple[str, ...]
    """The modules that use it, each by its room and name: `scribe.stories`."""

    @property
    def tests(self) -> tuple[Path, ...]:
        """The unit tests of the modules that use it: `test_melds_told.py` is one of `melds`."""
        places = (user.rpartition(".") for user in self.users)
        tests = ((ROOT / "tests" / room.replace(".", "/"), f"test_{name}") for room, _, name in places)
        return tuple(
            path
            for folder, name in tests
            for path in sorted(folder.glob("test_*.py"))
            if path.stem == name or path.stem.startswith(f"{name}_")
        )

    @property
    def turned(self) -> tuple[float, ...]:
        """The values to try instead.

        For a count below 100, one more and one less; for 0.0, 1; else twice and half of it.
        """
        if isinstance(self.value, int) and abs(self.value) < 100:
            return (self.value + 1, self.value - 1)
        return (self.value * 2, self.value / 2) if self.value else (1.0,)


def thresholds() -> Iterator[Threshold]:
    """Every number in the files that hold them, except those that are only used to define others there."""
    folders = [(room.partition(".")[2], ROOT.joinpath(*room.split("."))) for room in ROOMS]
    paths = [(room, path) for room, folder in folders for path in sorted(folder.glob("*.py"))]
    homes = [(home, ast.parse(Path(str(home.__file__)).read_text(encoding="utf-8"))) for home in HOMES]
    files = {Path(str(home.__file__)) for home in HOMES}
    users = {f"{room}.{path.stem}": _used_in(path) for room, path in paths if path not in files}
    taken = {name for _, tree in homes for name in _names(tree, ast.Load)}
    for home, tree in homes:
        place = home.__name__.rpartition(".")[2]
        for name in dict.fromkeys(_names(tree, ast.Store)):
            using = tuple(user for user, names in users.items() if (place, name) in names)
            if type(getattr(home, name)) in {int, float} and (using or name not in taken):
                yield Threshold(place, name, getattr(home, name), using)


def _names(tree: ast.Module, how: type[ast.expr_context]) -> Iterator[str]:
    """The constants of a file, or those that it uses itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, how) and node.id.isupper():
            yield node.id


def _used_in(path: Path) -> set[tuple[str, str]]:
    """The numbers that a module uses, each with the module that defines it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith(ROOMS):
                found |= {(module.rpartition(".")[2], one.name) for one in node.names}
            case ast.Attribute(value=ast.Name(id=home), attr=name):
                found.add((home, name))
    return found


def is_noticed(one: Threshold, value: float) -> bool:
    """Whether a unit test fails with another value; the tests run in a process of their own.

    Raises:
        ChildProcessError: the tests could not be run in it.
    """
    if not one.tests:
        return False
    child = os.fork()
    if not child:
        _end(one, value)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == pytest.ExitCode.INTERNAL_ERROR:
        raise ChildProcessError(f"{one.home}.{one.name} could not be tried")
    return status == pytest.ExitCode.TESTS_FAILED


def _end(one: Threshold, value: float) -> NoReturn:
    """Try it in this process, and end the process whatever happens."""
    status = int(pytest.ExitCode.INTERNAL_ERROR)
    try:
        status = _tried(one, value)
    finally:
        if sys.exc_info()[0] is not None:
            traceback.print_exc()
        os._exit(status)


def _tried(one: Threshold, value: float) -> int:
    for user in one.users:
        _turn(importlib.import_module(f"companion.{user}"), one, value)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main(["-x", "-q", "-n", "0", *_QUIET, *map(str, one.tests)]))


def _turn(user: ModuleType, one: Threshold, value: float) -> None:
    """Change it only in the module that uses it: the tests import the true value."""
    if hasattr(user, one.name):
        setattr(user, one.name, value)
    else:
        setattr(user, one.home, SimpleNamespace(**{**_all_of(one.home), one.name: value}))


def _all_of(home: str) -> Mapping[str, object]:
    return vars(next(module for module in HOMES if module.__name__.endswith(f".{home}")))


def tried(names: Sequence[str] = ()) -> Iterator[tuple[Threshold, bool]]:
    """Each threshold, and whether a test fails on both sides of it."""
    for one in thresholds():
        if not names or one.name in names:
            yield one, all(is_noticed(one, value) for value in one.turned)


def main() -> None:
    """Print each threshold with the tests of the modules that use it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these thresholds")
    names = parser.parse_args().names
    if unknown := set(names) - {one.name for one in thresholds()}:
        parser.error(f"there is no threshold {min(unknown)}")
    held = []
    for one, is_held in tried(names):
        held.append(is_held)
        tests = ", ".join(path.name for path in one.tests) or "no unit test"
        print(
            f"{'held' if is_held else 'FREE'}  {one.home}.{one.name} = {one.value:g}  ({tests})", flush=True
        )
    print(f"{sum(held)} of {len(held)} are held on both sides by a unit test of a module that uses them")


if __name__ == "__main__":
    main()
