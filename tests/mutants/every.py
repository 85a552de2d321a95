"""Every mutant: the lists of all areas together, in the order of their files."""

from __future__ import annotations

import importlib
from pathlib import Path

from tests.mutants.mutant import Mutant

_LISTS = sorted(path.stem for path in Path(__file__).with_name("listed").glob("*.py"))

MUTANTS: tuple[Mutant, ...] = tuple(
    mutant for name in _LISTS for mutant in importlib.import_module(f"tests.mutants.listed.{name}").MUTANTS
)
