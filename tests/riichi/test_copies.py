"""How many of each tile are left is counted by face: red fives and plain ones are different tiles."""

from dataclasses import replace

from companion.riichi.apply import start
from companion.riichi.copies import copies_in_set, copies_left, quad, share_of_ways
from companion.riichi.facts import KyokuStarted
from companion.riichi.presets import JPML_A, TENHOU, TENHOU_3P
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import ALL, Tile
from tests.reveals.laid_open import after, begun, turns


def left(kyoku, text, *but):
    return copies_left(kyoku, Tile(text), [tile and Tile(tile) for tile in but])


def test_a_set_has_136_tiles_and_three_players_leave_28_out():
    assert [sum(copies_in_set(rules, tile) for tile in ALL) for rules in (TENHOU, TENHOU_3P)] == [136, 108]


def test_all_four_of_a_five_have_its_red_ones():
    assert quad(Tile("0s"), TENHOU) == (Tile("0s"), Tile("5s"), Tile("5s"), Tile("5s"))
    assert quad(Tile("5z"), TENHOU) == (Tile("5z"),) * 4
    assert quad(None, TENHOU) == (None,) * 4


def test_what_lies_there_is_not_left():
    kyoku = start(KyokuStarted(Wind.EAST, Seat(0), 0, 0, (25_000,) * 4, Tile("9m")), TENHOU)
    kyoku = after(kyoku, *turns("9m", "9m", "2p"))
    assert [left(kyoku, text) for text in ("9m", "2p", "3p")] == [1, 3, 4]


def test_red_fives_and_plain_ones_are_counted_apart():
    kyoku = after(begun(), *turns("0p", "5p", "5p"))
    assert (left(kyoku, "0p"), left(kyoku, "5p")) == (0, 1)
    assert (left(kyoku, "0s"), left(kyoku, "5s")) == (1, 3)


def test_a_house_without_red_fives_has_four_plain_ones():
    assert JPML_A.red_fives == (0, 0, 0)
    assert (left(begun(JPML_A), "0p"), left(begun(JPML_A), "5p")) == (0, 4)


def test_with_three_players_2m_to_8m_are_not_in_the_set():
    kyoku = begun(TENHOU_3P)
    assert [left(kyoku, text) for text in ("1m", "2m", "8m", "0m")] == [4, 0, 0, 0]


def test_the_told_tile_itself_may_be_left_out_of_the_count():
    kyoku = after(begun(), *turns("0p", "5p"))
    assert left(kyoku, "0p", "0p", None) == 1
    assert left(kyoku, "5p", "0p", "1z") == 2
    assert left(kyoku, "5p", "5p") == 3


def test_never_more_are_left_than_of_the_kind():
    """Where four of a kind were told, none is left, whichever of them are red."""
    kyoku = replace(begun(), seen=bytes(4 * (kind == Tile("5p").kind) for kind in range(37)))
    assert (left(kyoku, "5p"), left(kyoku, "0p")) == (0, 0)


def share(kyoku, faces, *but):
    tiles = [Tile(face) for face in faces.split()]
    return share_of_ways(kyoku, tiles, [Tile(tile) for tile in but])


def test_tiles_can_be_taken_as_long_as_enough_are_left():
    kyoku = after(begun(), *turns("1p", "1p"))
    assert [share(kyoku, faces) for faces in ("1p 1p", "1p 1p 1p", "1p 2p 2p 2p 2p")] == [1, 0, 1]
    assert share(kyoku, "1p 1p 1p", "1p") == 1, "one that is left out can be taken again"


def test_of_two_ways_that_differ_in_reds_the_one_with_fewer_copies_has_a_smaller_share():
    assert share(begun(), "5p") == 1
    assert share(begun(), "0p") == 1 / 3
    assert share(begun(), "0p 5p") == share(begun(), "5p 5p") / 2
    assert share(begun(), "0p 0p") == 0
