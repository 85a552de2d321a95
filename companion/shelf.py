"""What people ask about games that nobody is playing. Nothing is decided here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.evidence import Request
from companion.riichi.facts import Fact
from companion.riichi.ruleset import RuleSet

__all__ = ["AnonymiseAsked", "ForgetAsked", "ImportAsked", "ShelfCommand"]


@dataclass(frozen=True, slots=True)
class ForgetAsked(Request):
    """Somebody asked that a game of the past be taken out of the journal."""

    game: str
    """Its name in the journal."""


@dataclass(frozen=True, slots=True)
class AnonymiseAsked(Request):
    """Somebody asked that the people be taken out of a game of the past."""

    game: str


@dataclass(frozen=True, slots=True)
class ImportAsked(Request):
    """Somebody asked to keep a whole recorded game beside those that were played here."""

    rules: RuleSet
    facts: tuple[Fact, ...]


ShelfCommand = ForgetAsked | AnonymiseAsked | ImportAsked
