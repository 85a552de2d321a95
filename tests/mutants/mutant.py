"""What a mutant is: a promise, and the smallest change to the code that breaks it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path


class DoesNotApply(Exception):
    """The code has moved on: the text that a mutant replaces is gone, or stands there twice."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One promise broken on purpose, and the tests that must notice."""

    promise: str
    """`security/…` or `reliability/…` names a promise of that page; other areas name their own."""
    broken: str
    """What no longer holds, in a few words."""
    file: str
    """The path of the file that changes, from the top of the checkout."""
    old: str
    """The text that is replaced; it is in the file exactly once."""
    new: str
    tests: tuple[str, ...]
    """What pytest is given: the fastest tests that must notice."""
    survives_because: str = ""
    """Why no test can notice, where none can. Without a reason a survivor is a failure."""

    @property
    def area(self) -> str:
        return self.promise.partition("/")[0]

    def applied(self, text: str) -> str:
        """The file's text with the promise broken.

        Raises:
            DoesNotApply: the old text does not stand there exactly once, or the new text is not Python.
        """
        found = text.count(self.old)
        if found != 1:
            raise DoesNotApply(f"{self.promise}: the text to replace stands {found} times in {self.file}")
        changed = text.replace(self.old, self.new)
        if Path(self.file).suffix == ".py":
            try:
                ast.parse(changed)
            except SyntaxError as error:
                raise DoesNotApply(f"{self.promise}: {self.file} would not be Python: {error}") from error
        return changed
