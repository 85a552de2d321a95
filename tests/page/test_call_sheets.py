"""The sheets that ask which tiles a call is made with, tapped without a browser."""

from __future__ import annotations

import pytest

from companion.evidence import Depth
from companion.riichi.presets import EMA, TENHOU
from companion.riichi.tiles import Tile
from tests.table_loop.people import E, N, People, S, W
from tests.toolbox.shown_table import shown_of as shown


def followed(rules=TENHOU) -> People:
    people = People(rules=rules)
    people.start(rules=rules)
    people.deal(Depth.FULL)
    return people


@pytest.fixture
def told(drawn):
    """What a tap on this key of a sheet tells the table."""

    def told(sheet, people, seat, key):
        props = {"snapshot": shown(people), "args": {"seat": seat}}
        (said,) = drawn(f"play/picker:{sheet}", props, taps=[key], views=())["asked"]
        return said

    return told


def test_a_run_is_called_with_a_red_five(told):
    people = followed()
    people.tap(E, tile=Tile("4p"))
    assert told("ChiSheet", people, S, "5 of circles, 6 of circles")[3] == {"own": ["5p", "6p"]}
    assert told("ChiSheet", people, S, "5 of circles, red, 6 of circles")[3] == {"own": ["0p", "6p"]}


@pytest.mark.parametrize(("rules", "tile"), [(EMA, "4p"), (TENHOU, "4z")])
def test_a_red_five_that_the_set_does_not_have_calls_no_run(told, rules, tile):
    people = followed(rules)
    people.tap(E, tile=Tile(tile))
    with pytest.raises(AssertionError, match="no button"):
        told("ChiSheet", people, S, "5 of circles, red, 6 of circles")


def a_pon(*own: str, called: str | None = "5p") -> People:
    """West has called a pon, and it is West's turn again."""
    people = followed()
    people.tap(E, tile=called and Tile(called))
    people.tap(W, "pon", own=tuple(map(Tile, own)))
    people.tap(W, tile=Tile("1z"))
    for seat in (N, E, S):
        people.tap(seat, tile=Tile("2z"))
    return people


def two_pons(*own: str, called: str | None = "6p") -> People:
    people = a_pon(*own, called="5p" if called else None)
    people.tap(W, tile=Tile("1z"))
    people.tap(N, tile=Tile("2z"))
    people.tap(E, tile=called and Tile(called))
    people.tap(W, "pon")
    people.tap(W, tile=Tile("1z"))
    for seat in (N, E, S):
        people.tap(seat, tile=Tile("1s"))
    return people


def test_of_several_triplets_each_is_named_by_the_tile_that_was_called(told):
    assert told("KakanSheet", two_pons(), W, "6 of circles")[1:] == [W, "kakan", {"tile": "6p"}]


@pytest.mark.parametrize(
    ("own", "fourth", "missing"),
    [
        ((), ["5 of circles", "5 of circles, red"], []),
        (("0p", "5p"), ["5 of circles"], ["5 of circles, red"]),
        (("5p", "5p"), ["5 of circles, red"], ["5 of circles"]),
    ],
)
def test_the_fourth_five_is_red_where_it_can_be(drawn, own, fourth, missing):
    props = {"snapshot": shown(two_pons(*own)), "args": {"seat": W}}
    for key in fourth:
        (said,) = drawn("play/picker:KakanSheet", props, taps=[key], views=())["asked"]
        assert said[3] == {"tile": "0p" if key.endswith("red") else "5p"}
    for key in missing:
        with pytest.raises(AssertionError, match="no button"):
            drawn("play/picker:KakanSheet", props, taps=[key], views=())


@pytest.fixture
def kan(drawn):
    """What West's button for a kan tells the table, or which sheet it opens."""

    def kan(people):
        snapshot = shown(people)
        props = {"snapshot": snapshot, "seat": snapshot["seats"][W], "choices": {}}
        (asked,) = drawn("play/acts:SeatActs", props, taps=["Added kan"], views=())["asked"]
        return asked[:2] if asked[0] != "tap" else asked[1:]

    return kan


def test_one_triplet_of_fives_is_asked_about_where_its_fourth_may_be_the_red_one(kan):
    assert kan(a_pon()) == ["kakan", {"seat": W, "side": "bottom"}]


@pytest.mark.parametrize(
    ("people", "tile"),
    [
        (lambda: a_pon("5p", "5p"), {"tile": "0p"}),
        (lambda: a_pon(called="7z"), {"tile": "7z"}),
        (lambda: a_pon(called=None), {}),
        (lambda: two_pons(called=None), {}),
    ],
)
def test_nobody_is_asked_about_a_fourth_of_which_there_is_one_or_which_nobody_knows(kan, people, tile):
    assert kan(people()) == [W, "kakan", tile]


def test_a_fourth_that_nobody_names_may_be_any(told):
    assert told("KakanSheet", two_pons(), W, "Unseen")[1:] == [W, "kakan", {}]


def test_a_hand_that_is_whole_once_a_kan_has_been_told_is_asked_about(drawn):
    """Eleven tiles are tapped, and only then others tell the closed kan that they are short of."""
    before = shown(followed())
    melds = [{"kind": "ankan", "tiles": ["1z"] * 4}]
    seats = [{**one, "melds": melds if one["seat"] == W else []} for one in before["seats"]]
    props = {"snapshot": before, "args": {"seat": W}}
    tiles = [f"{rank} of circles" for rank in range(1, 10)] + ["1 of bamboos", "2 of bamboos"]
    taps = [*tiles, {"snapshot": {**before, "seats": seats}}]
    answers = {"/api/kan-in-riichi": {"allowed": True}}
    asked = drawn("play/kan:KanSheet", props, taps=taps, answers=answers, views=())["asked"]
    assert [(path, body["draw"]) for path, body in asked] == [("/api/kan-in-riichi", "2s")]
