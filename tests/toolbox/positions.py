"""Positions that many tests begin with; hands are unseen unless a test gives them."""

from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import parse_tiles
from tests.toolbox.tables import play, table

TENPAI = "123m456p789s1155z"
"""Thirteen closed tiles that wait for 1z and 5z."""
NOTEN = "147m258p369s1234z"


def discarded(tile: str = "5m", rules: RuleSet = TENHOU, **given) -> Kyoku:
    """East has discarded this tile; South is next."""
    return play(table(rules, **given), f"E draws, E discards {tile}")


def after_pon(rules: RuleSet = TENHOU, **given) -> Kyoku:
    """South has called pon of 5p from East, discarded 9s, and it is South's turn again, a tile drawn."""
    kyoku = play(table(rules, **given), "E draws, E discards 5p, S pons 5p, S discards 9s")
    others = "WNE" if rules.players == 4 else "WE"
    return play(kyoku, ", ".join(f"{seat} draws, {seat} discards" for seat in others) + ", S draws")


def in_riichi(seats: str = "E", rules: RuleSet = TENHOU, *, tiles: str = "9876m", **given) -> Kyoku:
    """These have declared riichi in the first go-round, in which these tiles were drawn and discarded."""
    kyoku = table(rules, **given)
    for seat, tile in zip("ESWN"[: rules.players], parse_tiles(tiles), strict=False):
        declares = seat in seats
        before, after = (f"{seat} riichi,", f"{seat} pays") if declares else ("", "")
        kyoku = play(kyoku, f"{seat} draws {tile}, {before} {seat} discards {tile}, {after}")
    return kyoku


def closed_kans(count: int, seat: str = "E", rules: RuleSet = TENHOU, *, last_replaced: bool = True) -> Kyoku:
    """One player has made this many closed kans of winds in one turn; each indicator was turned."""
    kyoku = play(table(rules), f"{seat} draws")
    for kan in range(count):
        indicator = f"dora {kan + 1}p" if kyoku.rules.kan_dora else ""
        replaces = f"{seat} replaces" if last_replaced or kan < count - 1 else ""
        kyoku = play(kyoku, f"{seat} closes {kan + 1}z, {indicator}, {replaces}")
    return kyoku


def four_kans_by_two(rules: RuleSet = TENHOU, *, last_replaced: bool = True) -> Kyoku:
    """East has made three closed kans, South the fourth."""
    kyoku = play(closed_kans(3, rules=rules), "E discards 9m, S draws, S closes 4z")
    return play(kyoku, "dora 4p, S replaces") if last_replaced else kyoku


def suufon(rules: RuleSet = TENHOU) -> Kyoku:
    """All four have discarded a north in the first go-round."""
    return play(table(rules), ", ".join(f"{seat} draws, {seat} discards 4z" for seat in "ESWN"))


def three_players(**given) -> Kyoku:
    """Three players, just dealt; the indicator is 9p."""
    return table(TENHOU_3P, **({"dora": "9p"} | given))


def unfollowed(rules: RuleSet = TENHOU, script: str = "", **given) -> Kyoku:
    """Nobody follows the turns from the deal on."""
    return play(table(rules, **given), f"nobody follows, {script}")
