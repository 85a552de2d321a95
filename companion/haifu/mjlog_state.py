"""What has been read of an mjlog so far, and what its numbers mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.haifu.record import FinalClaim, HandClaim, PlacedFact, RecordedHand, Unreadable
from companion.riichi.facts import Fact, KyokuStarted, RiichiAccepted
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS
from companion.riichi.tiles import BY_KIND, Tile

_RED_NUMBERS = {16: Tile("0m"), 52: Tile("0p"), 88: Tile("0s")}
_TILES = tuple(_RED_NUMBERS.get(number, BY_KIND[number // 4]) for number in range(136))
_PLAIN_TILES = tuple(BY_KIND[number // 4] for number in range(136))

Attributes = Mapping[str, str]


@dataclass(slots=True)
class Reading:
    """What has been read so far."""

    rules: RuleSet = TENHOU
    names: tuple[str, ...] = ()
    hands: list[RecordedHand] = field(default_factory=list)
    final: FinalClaim | None = None
    event: int = 0
    facts: list[PlacedFact] = field(default_factory=list)
    """The facts of the hand that is being read."""
    claim: HandClaim = field(default_factory=HandClaim)
    drawn: dict[int, int] = field(default_factory=dict)
    """The number of the tile that each seat has drawn, until the seat discards."""
    riichi_of: int | None = None
    """The player whose riichi is not accepted yet."""
    replacement_for: int | None = None
    """The player whose next draw is a replacement tile."""
    nagashi: set[int] = field(default_factory=set)
    is_ended: bool = False

    def tile(self, number: int) -> Tile:
        """The face of a number; if the set has no red fives, all fives are plain."""
        if not 0 <= number < 136:
            raise Unreadable(f"{number} is not a tile number (0 to 135)")
        return (_TILES if any(self.rules.red_fives) else _PLAIN_TILES)[number]

    def tiles(self, numbers: str) -> tuple[Tile, ...]:
        """The faces of a list of numbers separated by commas."""
        return tuple(self.tile(number) for number in numbers_in(numbers))

    def add(self, fact: Fact) -> None:
        """Take a fact into the current hand."""
        if not self.facts and not isinstance(fact, KyokuStarted):
            raise Unreadable("play before the first INIT")
        self.facts.append(PlacedFact(fact, self.event))

    def go_on(self) -> None:
        """Nobody won on the riichi discard: the riichi is accepted, also where an engine does not say so."""
        if self.riichi_of is not None:
            self.add(RiichiAccepted(SEATS[self.riichi_of]))
            self.riichi_of = None


def numbers_in(text: str) -> list[int]:
    """Read whole numbers separated by commas; an empty text has none."""
    return [int(part) for part in text.split(",")] if text else []


def place_in(attributes: Attributes, key: str) -> int:
    """The seat that an attribute names, by its number. Raises Unreadable."""
    place = int(attributes[key])
    if place not in range(len(SEATS)):
        raise Unreadable(f"{key} is {place}, which names no seat")
    return place
