"""A clean table has no irregularity, and each thing that cannot be has its own flag."""

from dataclasses import replace

import pytest

from companion.riichi.apply import apply
from companion.riichi.audit import Irregularity, live_from_the_table, seen_tiles, status
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.player import RiverTile
from companion.riichi.reasons import Reason
from companion.riichi.tiles import Tile
from tests.toolbox.positions import after_pon, closed_kans, discarded, in_riichi, three_players
from tests.toolbox.sentences import fact_of
from tests.toolbox.tables import E, S, drawn, play, table, until_live, waive


def with_player(kyoku: Kyoku, seat: int, **changes) -> Kyoku:
    players = list(kyoku.players)
    players[seat] = replace(players[seat], **changes)
    return replace(kyoku, players=tuple(players))


def with_wall(kyoku: Kyoku, **changes) -> Kyoku:
    return replace(kyoku, wall=replace(kyoku.wall, **changes))


def recounted(kyoku: Kyoku) -> Kyoku:
    return replace(kyoku, seen=bytes(seen_tiles(kyoku)))


def sideways(kyoku: Kyoku) -> Kyoku:
    return with_player(kyoku, E, discards=(RiverTile(None, sideways=True),) * 2)


BROKEN = {
    Irregularity.FIFTH_COPY: lambda: recounted(
        with_player(table(dora="1z"), E, hand=(Tile("1z"),) * 4 + (None,) * 9)
    ),
    Irregularity.RED_FIVES: lambda: recounted(with_player(table(), E, hand=(Tile("0p"),) * 2 + (None,) * 11)),
    Irregularity.FOREIGN_TILE: lambda: recounted(
        with_player(three_players(), E, hand=(Tile("2m"),) + (None,) * 12)
    ),
    Irregularity.SEEN: lambda: replace(table(), seen=bytes(37)),
    Irregularity.TILES: lambda: with_wall(table(), live=69),
    Irregularity.HAND_SIZE: lambda: with_player(table(), S, hand=(None,) * 12),
    Irregularity.LIVE_TILES: lambda: with_wall(table(), live=71),
    Irregularity.POINTS: lambda: replace(table(), points=(24_000, 25_000, 25_000, 25_000)),
    Irregularity.STICKS: lambda: replace(table(), points=(24_000, 25_000, 25_000, 25_000), kyoutaku=1),
    Irregularity.INDICATORS: lambda: recounted(with_wall(table(), indicators=(Tile("1z"), Tile("2z")))),
    Irregularity.KANS: lambda: with_wall(table(), kans=1),
    Irregularity.RIVERS: lambda: sideways(play(table(), "E draws, E discards ?, S draws, S discards ?")),
}


@pytest.mark.parametrize("flag", Irregularity)
def test_each_thing_that_cannot_be_has_its_flag(flag: Irregularity) -> None:
    assert flag in status(BROKEN[flag]())


@pytest.mark.parametrize(
    "kyoku",
    [
        table,
        discarded,
        after_pon,
        in_riichi,
        three_players,
        lambda: closed_kans(4),
        lambda: until_live(table(), 0),
        lambda: play(table(), "E draws, E tsumos"),
        lambda: play(after_pon(), "S adds 5p, W rons 5p"),
        lambda: play(after_pon(), "S adds 5p, W rons 5p, N rons 5p, ends sanchahou"),
        lambda: play(after_pon(), "S adds 5p, ends sanchahou"),
        lambda: play(after_pon(), "S adds 5p, W rons 5p, W chombo"),
        lambda: play(after_pon(), "S adds 5p, W chombo"),
        lambda: play(table(), "E draws, E closes 1z, E chombo"),
        lambda: play(in_riichi("ESWN"), "ends suucha_riichi tenpai ESWN"),
    ],
)
def test_a_lawful_table_is_clean(kyoku) -> None:
    assert not status(kyoku())


def test_a_tile_called_away_belongs_to_a_meld_of_its_caller() -> None:
    kyoku = play(discarded(), "W pons 5m")
    assert Irregularity.RIVERS in status(with_player(kyoku, E, discards=(RiverTile(Tile("5m")),)))
    assert Irregularity.RIVERS in status(
        with_player(kyoku, E, discards=(RiverTile(Tile("6m"), called_by=S),))
    )
    chi = Meld(MeldKind.CHI, (None, None), None, S)
    assert Irregularity.RIVERS in status(with_player(table(), E, melds=(chi,)))


def test_both_counts_of_the_live_wall_agree_on_a_drawn_table() -> None:
    kyoku = drawn("""
        E1-0  tenhou  66 live
        dora  9m
        turn  2 called
          0 E  25000
            river  1z 2z [5m>2]
          1 S  25000
            river  3z
        > 2 W  25000
            hand   ?11
            melds  5m<5m>5m
          3 N  25000
            river  4z
        """)
    assert live_from_the_table(kyoku, holding=1) == 65
    assert status(kyoku) == Irregularity.TILES | Irregularity.LIVE_TILES


def test_what_the_table_has_waived_may_leave_its_mark() -> None:
    """A kan on the last tile takes one from the dead wall, and nothing fills it up."""
    kyoku = waive(play(until_live(table(), 1), "S draws"), Reason.KAN_ON_LAST_TILE)
    kyoku = play(kyoku, "S closes 1z")
    after = apply(kyoku, fact_of(kyoku, "S replaces"))
    assert status(after) == Irregularity.TILES | Irregularity.LIVE_TILES


def test_an_indicator_that_the_table_let_be_turned_early_is_no_irregularity() -> None:
    kyoku = play(waive(table(), Reason.INDICATOR_TOO_EARLY), "dora 1m")
    assert kyoku.wall.owed_now == -1
    assert not status(kyoku)
    assert play(kyoku, "E draws, E closes 1z").wall.indicators_owed == 0
