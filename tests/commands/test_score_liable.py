"""`companion score`: who is liable, who pays, and when nobody can have fed what was won (包)."""

import pytest

from tests.commands.test_score import ask, paid

DAISANGEN = {
    "hand": "12m99s",
    "win": "3m",
    "melds": [{"kind": "pon", "tiles": tiles} for tiles in ("555z", "666z", "777z")],
}


def test_whoever_is_liable_pays_a_tsumo_alone_and_half_of_a_ron():
    tsumo = ask(**DAISANGEN, by="tsumo", liable="N", honba=1)
    assert paid(tsumo) == [("N", "S", 32_000, "pao"), ("N", "S", 300, "honba")]
    ron = ask(**DAISANGEN, liable="N")
    assert sorted(paid(ron)) == [("N", "S", 16_000, "pao"), ("discarder", "S", 16_000, "hand")]
    assert paid(ask(**DAISANGEN, liable="N", **{"from": "N"})) == [("N", "S", 32_000, "pao")]


TWO_YAKUMAN = {
    "hand": "1p",
    "win": "1p",
    "melds": [{"kind": "daiminkan", "tiles": tiles} for tiles in ("5555z", "6666z", "7777z", "1111m")],
    "rules": "m-league",
}


def test_two_who_are_liable_each_pay_one_yakuman():
    tsumo = ask(**TWO_YAKUMAN, by="tsumo", liable="N", liable_for_kans="W", honba=1)
    assert paid(tsumo) == [
        ("W", "S", 32_000, "pao"),
        ("N", "S", 32_000, "pao"),
        ("N", "S", 300, "honba"),
    ]
    ron = ask(**TWO_YAKUMAN, liable="N", liable_for_kans="W", **{"from": "E"})
    assert {payer: points for payer, _, points, reason in paid(ron) if reason == "pao"} == {
        "N": 16_000,
        "W": 16_000,
    }
    assert (
        ask(**TWO_YAKUMAN | {"rules": "tenhou"}, liable="N", liable_for_kans="W")["error"] == "nobody_liable"
    )
    assert ask(**TWO_YAKUMAN, liable_for_kans="W")["error"] == "nobody_liable"
    assert ask(**DAISANGEN, rules="m-league", liable="N", liable_for_kans="W")["error"] == "nobody_liable"
    closed = [{"kind": "ankan", "tiles": meld["tiles"]} for meld in TWO_YAKUMAN["melds"]]
    assert ask(**TWO_YAKUMAN | {"melds": closed}, liable="N")["error"] == "nobody_fed"
    called = [{"kind": "kakan", "tiles": meld["tiles"]} for meld in TWO_YAKUMAN["melds"]]
    assert ask(**TWO_YAKUMAN | {"melds": called}, liable="N", liable_for_kans="W")["error"] == "nobody_fed"


def test_among_three_with_two_liable_it_has_to_be_said_who_gave_the_tile(tmp_path):
    (tmp_path / "ours.toml").write_text('base = "tenhou-3p"\npao = ["daisangen", "suukantsu"]\n')
    asked = TWO_YAKUMAN | {"rules": str(tmp_path / "ours.toml"), "liable": "E", "liable_for_kans": "W"}
    assert ask(**asked)["error"] == "missing_field"
    assert "error" not in ask(**asked | {"from": "E"})


def test_a_hand_of_which_nothing_was_called_was_fed_by_nobody():
    found = ask(hand="12m99s555666777z", win="3m", liable="N")
    assert (found["error"], found["message"]) == (
        "nobody_fed",
        "Nobody fed a set of this hand: none of them was called.",
    )


@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("99s555666777z", [{"kind": "chi", "tiles": "123m"}]),
        ("99s777z", [{"kind": "chi", "tiles": "123m"}, *DAISANGEN["melds"][:2]]),
        ("9s", [{"kind": "chi", "tiles": "123m"}, *({"kind": "ankan", "tiles": f"{n * 4}z"} for n in "567")]),
    ],
    ids=["concealed", "one concealed", "closed kans"],
)
def test_beside_another_call_nobody_fed_a_yakuman_whose_last_set_was_not_called(hand, melds):
    found = ask(hand=hand, win="9s", by="tsumo", melds=melds, liable="N")
    assert (found["error"], found["message"]) == (
        "nobody_fed",
        "Nobody fed this yakuman: the hand has no call that could have completed it.",
    )


KAN = {
    "hand": "234m567m45s99p",
    "win": "6s",
    "by": "tsumo",
    "rinshan": True,
    "melds": [{"kind": "daiminkan", "tiles": "1111s"}],
    "liable": "W",
}


def test_the_feeder_of_an_open_kan_pays_where_the_house_says_so():
    found = ask(**KAN, rules="jpml-a")
    assert {payer for payer, *_ in paid(found)} == {"W"}
    assert ask(**KAN)["error"] == "nobody_liable"


def test_nobody_fed_a_kan_that_was_added_to_a_pon():
    found = ask(**KAN | {"melds": [{"kind": "kakan", "tiles": "1111s"}]}, rules="jpml-a")
    assert (found["error"], found["message"]) == (
        "nobody_fed",
        "Nobody fed the kan of this hand: it has no open kan.",
    )
