"""Tiles, their text, dora; seats and winds."""

import copy
import pickle

import pytest

from companion.riichi.errors import NotationError
from companion.riichi.seats import (
    SEATS,
    Wind,
    distance,
    in_turn_order_after,
    kamicha,
    seats,
    shimocha,
    wind_of,
)
from companion.riichi.tiles import ALL, Tile, dora_for, kinds_in_play, parse_tiles, red_of, text_of
from companion.riichi.yaku import DORA, YAKU, YAKUMAN


def test_there_are_37_faces_and_each_has_a_text_of_its_own() -> None:
    assert len({tile.text for tile in ALL}) == 37
    assert all(Tile(tile.text) is tile for tile in ALL)


def test_a_tile_is_one_object_wherever_it_comes_from() -> None:
    tile = Tile("0p")
    for other in (copy.copy(tile), copy.deepcopy(tile), pickle.loads(pickle.dumps(tile))):  # noqa: S301
        assert other is tile


def test_a_tile_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Tile("1m").rank = 2


def test_a_tile_says_what_it_is() -> None:
    assert (str(Tile("5z")), repr(Tile("0s"))) == ("5z", "Tile('0s')")
    assert Tile("0s").plain is Tile("5s")
    assert [Tile(text).is_honour for text in ("9s", "1z")] == [False, True]
    assert [Tile(text).is_orphan for text in ("9s", "8s", "1z")] == [True, False, True]
    assert sorted(parse_tiles("1z0p5p4p")) == list(parse_tiles("4p5p0p1z"))


@pytest.mark.parametrize("text", ["8z", "0z", "1", "m1", "11m", "", 5, None, [], "１m"])
def test_what_is_no_tile_is_named(text) -> None:
    with pytest.raises(NotationError, match="is not a tile"):
        Tile(text)


def test_runs_of_tiles_are_read_and_written_in_order() -> None:
    assert text_of(parse_tiles("12m 3p1m7z")) == "12m3p1m7z"
    assert text_of(()) == ""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("12x", "'x' at place 3"),
        ("12", "digits from place 1"),
        ("8z", "no 8z"),
        ("1m９p", "place 3"),
        ("m1", "'m' at place 1"),
        ("123m p", "'p' at place 6"),
        ("1mp", "'p' at place 3"),
        ("z", "'z' at place 1"),
    ],
)
def test_a_mistake_in_a_run_of_tiles_is_named_with_its_place(text: str, place: str) -> None:
    with pytest.raises(NotationError, match=place):
        parse_tiles(text)


def test_red_fives_are_of_their_suit() -> None:
    assert red_of(Tile("5p")) is Tile("0p")
    assert red_of(Tile("0p")) is Tile("0p")
    with pytest.raises(NotationError, match="no red 6p"):
        red_of(Tile("6p"))


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [("1m", "2m"), ("0m", "6m"), ("9s", "1s"), ("1z", "2z"), ("4z", "1z"), ("5z", "6z"), ("7z", "5z")],
)
def test_an_indicator_points_to_the_next_tile(indicator: str, dora: str) -> None:
    assert dora_for(Tile(indicator)) is Tile(dora)


def test_with_three_players_one_of_characters_points_to_nine() -> None:
    assert dora_for(Tile("1m"), 3) is Tile("9m")
    assert dora_for(Tile("9m"), 3) is Tile("1m")
    assert len(list(kinds_in_play(3))) == 27
    assert len(list(kinds_in_play(4))) == 34


def test_winds_have_letters_and_tiles() -> None:
    assert [wind.letter for wind in Wind] == list("ESWN")
    assert [Wind.from_letter(letter) for letter in "ESWN"] == list(Wind)
    assert Wind.WEST.kind == Tile("3z").kind
    for text in ("X", "", "ES"):
        with pytest.raises(NotationError, match="is not a wind"):
            Wind.from_letter(text)


def test_turns_run_to_the_right() -> None:
    assert [shimocha(seat, 4) for seat in SEATS] == [1, 2, 3, 0]
    assert [kamicha(seat, 3) for seat in seats(3)] == [2, 0, 1]
    assert in_turn_order_after(SEATS[2], 4) == (3, 0, 1)
    assert distance(SEATS[3], SEATS[1], 4) == 2


def test_a_wind_is_the_distance_from_the_dealer() -> None:
    assert [wind_of(seat, SEATS[1], 4).letter for seat in SEATS] == list("NESW")


def test_yaku_are_numbered_as_records_number_them() -> None:
    assert (len(YAKU), YAKU[0], YAKU[54]) == (55, "menzen_tsumo", "aka_dora")
    assert YAKU[37] in YAKUMAN
    assert YAKU[36] == "renhou"
    assert "renhou" not in YAKUMAN
    assert {*YAKU, "nuki_dora"} >= DORA
