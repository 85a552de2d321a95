"""What can be wrong with a description of the hardware; no file is read here."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["HardwareError", "Mistake", "ProfileError"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong in a profile, and the line on which to look for it."""

    place: str
    """Where in the file, with dots: `panel.keys.A`."""
    says: str
    """What is wrong there, as the rest of a sentence."""
    line: int | None = None
    """Counted from 1; None if it could not be found."""

    def __str__(self) -> str:
        where = self.place if self.line is None else f"line {self.line}, {self.place}"
        return f"{where}: {self.says}"


class HardwareError(Exception):
    """The hardware is not as it was described."""


class ProfileError(HardwareError, ValueError):
    """A profile cannot be used; every mistake found in it is listed with its place."""

    def __init__(self, source: str, mistakes: tuple[Mistake, ...]) -> None:
        self.source = source
        self.mistakes = mistakes
        lines = [f"{source} cannot be used:", *(f"  {mistake}" for mistake in mistakes)]
        super().__init__("\n".join(lines))
