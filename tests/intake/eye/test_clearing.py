"""What stays on the table when a hand is cleared away is not of the next hand; nothing else is left out."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.intake.eye.clearing import Clearing
from vision.sighting import Sighting, TileView, ZoneView

FACES = ("1m", "9m", "2p", "8p", "3s", "7s", "1z", "5z")
HAND = tuple((face, 0.30 + 0.03 * at, 0.60) for at, face in enumerate(FACES))
"""A river, each face with its place on the flat table."""
LETTER = ("3z", 0.59, 0.52)
"""What the eye takes for a tile on the centre unit."""


def view(face, x, y):
    near = tuple((x + dx, y + dy) for dx, dy in ((-0.01, -0.02), (0.01, -0.02), (0.01, 0.02), (-0.01, 0.02)))
    return TileView(face, 0.9, near, sideways=False)


def sighting(*tiles, wall=()):
    zones = (ZoneView("river.B", tuple(view(*one) for one in tiles)), ZoneView("wall.A", wall))
    return Sighting("camera", 0, 1, zones)


def shown(clearing, *tiles):
    """The faces that are passed on when the eye sees these."""
    river = clearing.without_left_over(sighting(*tiles)).zones[0]
    return [one.label for one in river.tiles]


def played():
    clearing = Clearing()
    assert shown(clearing, *HAND, LETTER) == [*FACES, "3z"]
    return clearing


def test_what_stays_is_left_out_of_the_next_hand():
    clearing = played()
    assert shown(clearing, LETTER) == []
    assert shown(clearing, LETTER, ("2m", 0.30, 0.60)) == ["2m"]
    assert shown(clearing, ("2m", 0.30, 0.60), LETTER, ("4p", 0.33, 0.60)) == ["2m", "4p"]


def test_it_is_left_out_of_the_hand_after_that_too():
    clearing = played()
    shown(clearing, LETTER)
    other = [(face, x, y + 0.1) for face, x, y in HAND]
    assert shown(clearing, *other, LETTER) == [*FACES]
    assert shown(clearing, LETTER) == []
    assert shown(clearing, LETTER, *HAND) == [*FACES]


def test_a_tile_that_comes_to_its_place_later_counts():
    clearing = played()
    shown(clearing, LETTER)
    shown(clearing)
    assert shown(clearing, LETTER) == ["3z"]


def test_another_face_at_its_place_counts():
    clearing = played()
    assert shown(clearing, ("2z", 0.59, 0.52)) == ["2z"]


def test_the_first_discard_counts_though_the_same_face_lay_there_a_moment_ago():
    clearing = played()
    assert shown(clearing, ("1m", 0.3005, 0.6)) == ["1m"]


def test_tiles_that_were_only_out_of_sight_come_back_and_all_count():
    clearing = played()
    shown(clearing, LETTER)
    assert shown(clearing, *HAND[:5], LETTER) == [*FACES[:5], "3z"]
    assert shown(clearing, *HAND, LETTER, ("2m", 0.30, 0.65)) == [*FACES, "3z", "2m"]


def test_what_had_stayed_before_is_still_left_out_when_tiles_come_back():
    clearing = played()
    shown(clearing, LETTER)
    other = [(face, x, y + 0.1) for face, x, y in HAND]
    shown(clearing, LETTER, *other)
    shown(clearing, LETTER)
    assert shown(clearing, LETTER, *other[:5]) == [*FACES[:5]]
    assert shown(clearing, LETTER, *other) == [*FACES]


def test_what_lay_there_before_the_first_tile_is_left_out_though_nobody_can_name_it():
    clearing = Clearing()
    cup = ("unknown", 0.97, 0.98)
    assert shown(clearing, cup) == []
    assert shown(clearing, cup, *HAND) == [*FACES]
    assert shown(clearing, cup) == []


def test_an_eye_that_begins_in_the_middle_of_a_hand_leaves_nothing_out():
    clearing = Clearing()
    assert shown(clearing, HAND[0], ("unknown", 0.97, 0.98)) == ["1m", "unknown"]


def test_what_somebody_stands_before_while_a_hand_is_cleared_is_left_out_too():
    """Half of the hand is gone, and of the other half nothing is seen."""
    clearing = Clearing()
    rivers = [*HAND, *((face, x, y + 0.1) for face, x, y in HAND)]
    shown(clearing, *rivers)
    hidden = tuple(replace(view(*one), is_hidden=True) for one in rivers[len(HAND) :])
    told = clearing.without_left_over(Sighting("camera", 0, 2, (ZoneView("river.B", hidden),)))
    assert not told.zones[0].tiles


def test_hidden_tiles_of_a_hand_that_goes_on_still_count():
    clearing = played()
    half = [replace(view(*one), is_hidden=True) for one in HAND[:4]]
    zones = (ZoneView("river.B", (*half, *(view(*one) for one in HAND[4:]))),)
    assert clearing.without_left_over(Sighting("camera", 0, 2, zones)).zones == zones


def melds(*tiles):
    return Sighting("camera", 0, 1, (ZoneView("melds.A", tuple(view(*one) for one in tiles)),))


RIM = ("unknown", 0.99, 0.97)
PON = tuple(("5z", 0.90 + 0.03 * at, 0.97) for at in range(3))


def test_what_nobody_can_name_is_no_tile_of_a_meld_that_is_laid_beside_it():
    clearing = played()
    clearing.without_left_over(melds(RIM))
    assert [one.label for one in clearing.without_left_over(melds(*PON, RIM)).zones[0].tiles] == ["5z"] * 3


def test_a_tile_of_a_meld_that_cannot_be_read_counts():
    clearing = played()
    assert len(clearing.without_left_over(melds(*PON, RIM)).zones[0].tiles) == 4


def test_what_lies_face_down_before_the_rest_of_a_closed_kan_counts():
    clearing = played()
    back = ("back", 0.99, 0.97)
    assert len(clearing.without_left_over(melds(back)).zones[0].tiles) == 1
    assert len(clearing.without_left_over(melds(back, *PON)).zones[0].tiles) == 4


def test_a_few_tiles_are_no_hand():
    clearing = Clearing()
    assert shown(clearing, *HAND[:3]) == [*FACES[:3]]
    assert shown(clearing, HAND[0]) == ["1m"]


def test_walls_stay_as_they_are_seen():
    clearing = played()
    wall = (view("5p", 0.2, 0.9),)
    for _ in range(2):
        assert clearing.without_left_over(sighting(LETTER, wall=wall)).zones[1].tiles == wall


@given(st.lists(st.sampled_from(HAND), max_size=30, unique=True), st.data())
def test_a_hand_that_grows_is_never_changed(tiles, data):
    clearing = Clearing()
    clearing.without_left_over(sighting())
    for count in range(len(tiles) + 1):
        # Of a hand that is played at most one face in two is out of sight.
        hidden = data.draw(st.integers(0, count // 2))
        seen = sighting(*tiles[hidden:count])
        assert clearing.without_left_over(seen) == seen
