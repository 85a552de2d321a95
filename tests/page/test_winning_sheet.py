"""The sheet of a win, tapped without a browser: what it shows, what it asks, and what it tells the table."""

from __future__ import annotations

from itertools import count

import pytest

from companion.evidence import Depth
from tests.table_loop.people import E, N, People, W
from tests.toolbox.shown_table import shown_of as shown

ELEVEN = [*(f"{rank} of bamboos" for rank in range(1, 10)), "east wind", "south wind"]
"""No tile twice: those that are laid already are buttons of the same name."""
OPEN = {"choices": {"near": 0, "seat": "none", "depth": "counting"}, "layout": "flat", "connection": "live"}
_GAMES = count()
"""What was typed of a hand is kept for its game: each sheet is of a game of its own."""


@pytest.fixture
def sheet(drawn):
    """The sheet of a player's win, after these taps."""

    def sheet(people, seat, *taps, answers=None):
        snapshot = shown(people) | {"game": f"game {next(_GAMES)}"}
        props = {"snapshot": snapshot, "args": {"seat": seat}, **OPEN}
        return drawn("play/win:WinSheet", props, taps=taps, answers=answers, views=())

    return sheet


def asked(sheet, path):
    return [said for where, *said in sheet["asked"] if where == path]


@pytest.fixture
def called():
    """A table that counts turns: a pon whose tiles nobody has told, and N's discard lies there."""
    people = People()
    people.start()
    people.deal(Depth.COUNTING)
    people.tap(E)
    people.tap(W, "pon")
    people.tap(W)
    people.tap(N)
    return people


@pytest.mark.parametrize("back", ["Remove one", "Clear"])
def test_tiles_of_a_told_meld_can_be_taken_back_before_the_win_is_told(sheet, called, back):
    wrong_then_right = ["Pon", "5 of circles", back, "Pon", "6 of circles"]
    said = sheet(
        called, W, "By tiles", *wrong_then_right, *ELEVEN, answers={"/api/value": {"error": "no_yaku"}}
    )
    (value,) = asked(said, "/api/value")[-1:]
    assert value[0]["melds"] == [{"kind": "pon", "tiles": ["6p"] * 3}]


def test_a_double_riichi_that_people_named_is_named_again_where_the_win_is_put_right(drawn):
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    people.tap(W, "riichi")
    people.wins(W, N)
    hand = [f"{rank}s" for rank in range(1, 10)] + ["1z", "1z", "1z", "2z"]
    value = {"han": 3, "fu": 40, "yakuman": 0, "yaku": [["double_riichi", 2], ["ittsu", 2]]}
    won = {
        "is": "Won",
        "seat": W,
        "by": "ron",
        "giver": N,
        "tile": "2z",
        "hand": hand,
        "ura": [],
        "value": value,
    }
    entry = {"seq": 9, "retracted_by": None, "fact": {**won, "liable": None, "liable_for_kans": None}}
    answers = {"/api/history": {"kyoku": [{"entries": [entry]}]}, "/api/value": {"error": "no_yaku"}}
    props = {"snapshot": shown(people), "args": {}, **OPEN}
    sheet = drawn("play/edit:EditSheet", props, taps=["By tiles"], answers=answers, views=())
    (body,) = asked(sheet, "/api/value")[-1]
    assert body["flags"] == {"double_riichi": True}
