"""A winning hand from a line of text, and what it is worth: for tests that are about values."""

from dataclasses import replace

from companion.riichi.facts import HandValue, WinBy
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind
from companion.riichi.situation import Situation
from companion.riichi.tiles import Tile, parse_tiles
from companion.scoring import value_hand

RON = Situation(WinBy.RON, Wind.SOUTH, Wind.EAST)
TSUMO = replace(RON, by=WinBy.TSUMO)


def meld(kind: str, tiles: str) -> Meld:
    made = parse_tiles(tiles)
    if kind == "ankan":
        return Meld(MeldKind.ANKAN, made)
    return Meld(MeldKind(kind), made[1:], made[0], Seat(0))


def value(
    hand: str,
    tile: str,
    situation: Situation = RON,
    *melds: Meld,
    indicators: str = "1z",
    ura: str = "",
    rules: RuleSet = TENHOU,
) -> HandValue:
    return value_hand(
        parse_tiles(hand),
        melds,
        Tile(tile),
        situation,
        indicators=parse_tiles(indicators),
        ura=parse_tiles(ura),
        rules=rules,
    )


def names(found: HandValue) -> dict[str, int]:
    return dict(found.yaku)
