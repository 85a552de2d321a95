"""Which hands a row of doubtful tiles may be: what is tried, what it costs, and where one stops."""

from math import exp, log

import pytest

from companion.evidence.sights import SeenTile
from companion.reveals import shown_hand
from companion.reveals.jokers import completions
from companion.reveals.numbers import (
    DISORDER,
    FAR_BEHIND,
    LEAST_DOUBT,
    MISREAD_TOO_FAR,
    MOST_MISREAD,
    MOST_TRIED,
)
from companion.reveals.shown_hand import ReadHand, chances_of, misread_crop, possible_hands
from companion.riichi.tiles import ALL, Tile, parse_tiles

WHOLE = parse_tiles("123m456m789m123p11s")
LEFT = dict.fromkeys(ALL, 4)


def hands(places: list[dict[Tile, float]], **most: int) -> list[ReadHand]:
    return possible_hands(places, (), completions, **most)


def sure(*other: tuple[int, dict[Tile, float]]) -> list[dict[Tile, float]]:
    """The whole hand, each tile sure but for those that are given with their places."""
    places: list[dict[Tile, float]] = [{tile: 1.0} for tile in WHOLE]
    for at, chances in other:
        places[at] = chances
    return places


def misread(at: int, chance: float) -> tuple[int, dict[Tile, float]]:
    """A tile of the hand that is read as an honour of its own, and is this likely beside it."""
    return at, {Tile(f"{at + 1}z"): 1.0, WHOLE[at]: chance}


def test_even_a_sure_reading_leaves_some_doubt_for_what_is_left() -> None:
    found = chances_of(SeenTile(Tile("1m"), 1.0), LEFT)
    assert sum(found.values()) - found[Tile("1m")] == pytest.approx(LEAST_DOUBT / (1 + LEAST_DOUBT))


def test_a_hand_as_it_is_read_loses_nothing_and_one_out_of_order_a_little() -> None:
    assert hands(sure())[0] == ReadHand(tuple(WHOLE), 0.0)
    swapped = [*sure()[1::-1], *sure()[2:]]
    assert hands(swapped)[0].loss == pytest.approx(DISORDER)


def test_as_many_tiles_are_put_right_as_may_be_misread() -> None:
    for number, is_found in ((MOST_MISREAD, True), (MOST_MISREAD + 1, False)):
        places = sure(*(misread(at, 0.5) for at in range(number)))
        found = hands(places)
        assert (bool(found) and set(found[0].tiles) == set(WHOLE)) is is_found
    assert MOST_MISREAD == 3


def test_readings_that_are_all_too_sure_are_not_put_right() -> None:
    for loss, is_found in ((MISREAD_TOO_FAR - 1, True), (MISREAD_TOO_FAR + 1, False)):
        assert bool(hands(sure(misread(0, exp(-loss / 2)), misread(1, exp(-loss / 2))))) is is_found


def test_a_hand_far_behind_the_likeliest_one_is_not_thought_of() -> None:
    for behind, number in ((FAR_BEHIND - 0.1, 2), (FAR_BEHIND + 0.1, 1)):
        pair = {Tile("1s"): 1.0, Tile("2s"): exp(-behind / 2)}
        assert len(hands(sure((12, pair), (13, pair)))) == number
    assert pytest.approx(log(500)) == FAR_BEHIND


def test_the_search_ends_when_so_many_hands_were_considered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each set of doubted places allows a thousand hands here."""
    visited: list[tuple[int, ...]] = []

    def a_thousand(_: object, doubted: tuple[int, ...], __: float) -> list[ReadHand]:
        visited.append(doubted)
        return [ReadHand(tuple(WHOLE), 0.0, 0)] * 1_000

    monkeypatch.setattr(shown_hand._Search, "with_others", a_thousand)
    vague = dict.fromkeys(parse_tiles("123m"), 1.0)
    possible_hands([vague] * 13, (), completions)
    assert len(visited) == MOST_TRIED // 1_000 + 1


def test_the_picture_that_is_shown_is_the_first_there_is_of_a_misread_tile() -> None:
    right, one, other = SeenTile(Tile("1m"), crop=5), SeenTile(Tile("9m")), SeenTile(Tile("9p"), crop=7)
    read = ReadHand(parse_tiles("123m"), 0.0)
    assert misread_crop((right, one, other), read) == 7
    assert misread_crop((right, one, None), read) == 0
