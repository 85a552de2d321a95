"""Whether a tape is wanted. What recording needs is not loaded here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["EveningWish", "TapeWish"]


@dataclass(frozen=True, slots=True)
class TapeWish:
    """What was typed at the start: the file for the tape, which must not exist, and whether it has names."""

    path: Path
    with_names: bool = False


@dataclass(frozen=True, slots=True)
class EveningWish:
    """What was typed at the start: the folder in which the evening is kept, if people say yes."""

    path: Path
