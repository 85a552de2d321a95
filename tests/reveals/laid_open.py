"""Small tables with hands laid open; no test stands here."""

from collections.abc import Sequence
from functools import reduce

from companion.evidence.sights import SeenSeat, SeenTile, TableSeen
from companion.riichi.apply import apply
from companion.riichi.facts import Discarded, Drawn, KyokuFact, KyokuStarted, RiichiAccepted, RiichiDeclared
from companion.riichi.kyoku import Kyoku, deal
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind, seats
from companion.riichi.tiles import Tile, parse_tiles

POINTS = (25_000,) * 4


def begun(rules: RuleSet = TENHOU, indicator: str = "9m") -> Kyoku:
    """East 1, just dealt; nobody has seen a hand."""
    start = KyokuStarted(Wind.EAST, Seat(0), 0, 0, POINTS[: rules.players], Tile(indicator))
    return deal(start, rules)


def turns(*discards: str, first: int = 0, riichi: Sequence[int] = ()) -> tuple[KyokuFact, ...]:
    """Draw and discard round the table; `riichi` are the places at which it is declared."""
    facts: list[KyokuFact] = []
    owed: Seat | None = None
    for place, text in enumerate(discards):
        seat = Seat((first + place) % 4)
        if owed is not None:
            facts.append(RiichiAccepted(owed))
            owed = None
        facts.append(Drawn(seat))
        if place in riichi:
            facts.append(RiichiDeclared(seat))
            owed = seat
        facts.append(Discarded(seat, Tile(text)))
    return tuple(facts)


def after(kyoku: Kyoku, *facts: KyokuFact) -> Kyoku:
    return reduce(apply, facts, kyoku)


def row(text: str, confidence: float = 0.98) -> tuple[SeenTile, ...]:
    """Tiles in a row, each read as it is written; `?` is a tile that nobody can read."""
    parts = text.split("?")
    read = [SeenTile(tile, confidence) for tile in parse_tiles(parts[0])]
    for part in parts[1:]:
        read.append(SeenTile(None, 0.0))
        read += [SeenTile(tile, confidence) for tile in parse_tiles(part)]
    return tuple(read)


def table(
    kyoku: Kyoku, hands: dict[int, tuple[SeenTile, ...]], indicators: str = "9m", **others
) -> TableSeen:
    """The table with these hands laid open; rivers as they should be."""
    zones = tuple(
        SeenSeat(
            river=tuple(SeenTile(each.tile) for each in kyoku.players[seat].river),
            showing=hands.get(seat, ()),
        )
        for seat in seats(kyoku.rules.players)
    )
    return TableSeen(0, zones, row(indicators), **others)
