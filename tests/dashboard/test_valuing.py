"""What a hand is worth now: flags come from the table, and are asked only where it cannot know them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.riichi import facts as f
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import Renhou, Reveal, Suukaikan
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile, parse_tiles
from tests.projections.tables import A, B, C, D, after, riichi, started, started_3p, turn
from tests.toolbox.tables import until_live

HAND = [tile.text for tile in parse_tiles("123m456p789s1155z")]
RON = {"seat": 1, "by": "ron", "giver": 0, "tile": "5z", "hand": HAND}
TSUMO = {"seat": 1, "by": "tsumo", "tile": "5z", "hand": HAND}


@pytest.fixture
def value(client, commands):
    """Ask for the value of a hand at this table."""

    def post(hanchan, **hand):
        commands.table = replace(commands.table, hanchan=hanchan)
        return client.post("/api/value", json=hand, headers={"X-Table": "1"})

    return post


def test_a_hand_is_worth_what_its_tiles_and_the_table_say(value):
    answer = value(after(started(), *turn(A, "5z")), **RON)
    assert answer.status_code == 200
    assert answer.json == {
        "han": 1,
        "fu": 40,
        "yakuman": 0,
        "yaku": [["haku", 1]],
        "limit": None,
        "flags": {},
        "unknown_flags": [],
        "unknown_dora": [],
        "ura_wanted": 0,
    }


def test_a_yaku_of_the_house_is_counted_where_people_name_it(value):
    club = replace(TENHOU, name="club", local_yaku=(("Winds", 2),))
    table = after(started(club), *turn(A, "5z"))
    answer = value(table, **RON, local_yaku=["Winds"])
    assert answer.json["yaku"] == [["haku", 1], ["Winds", 2]]
    for wrong in (["Luck"], "Winds", [1], [None], ["Winds"] * 21):
        assert value(table, **RON, local_yaku=wrong).status_code == 400, wrong
    assert value(after(started(), *turn(A, "5z")), **RON, local_yaku=["Winds"]).status_code == 400


def test_the_draw_that_nobody_told_counts_for_the_last_tile(value):
    hanchan = started()
    hanchan = replace(hanchan, kyoku=until_live(hanchan.kyoku, 1))
    seat = hanchan.kyoku.turn
    answer = value(hanchan, **{**TSUMO, "seat": seat})
    assert answer.json["flags"] == {"haitei": True}
    assert ["haitei", 1] in answer.json["yaku"]


def test_melds_may_be_said_where_the_table_has_not_seen_them(value):
    table = after(started(), *turn(A, "1z"))
    hand = [tile.text for tile in parse_tiles("123456p78s11z")]
    win = {"seat": 1, "by": "ron", "giver": 0, "tile": "9s", "hand": hand}
    assert value(table, **win).json["reason"] == "wrong_hand_size"
    answer = value(table, **win, melds=[{"kind": "pon", "tiles": ["5z", "5z", "5z"], "from": 0}])
    assert answer.json.get("yaku") == [["haku", 1]], answer.json


def test_ura_dora_count_for_a_riichi(value):
    table = after(started(), *riichi(A, "9m"), *turn(B, "5z"))
    win = {"seat": 0, "by": "ron", "giver": 1, "tile": "5z", "hand": HAND}
    assert ["ura_dora", 2] in value(table, **win, ura=["4z"]).json["yaku"]


def test_what_the_table_cannot_know_is_asked_and_what_it_knows_is_not(value):
    table = after(started(), f.PlayUnfollowed(), f.RiichiDeclared(B), f.RiichiAccepted(B))
    first = value(table, **RON)
    assert first.json["flags"] == {"riichi": True}
    assert {"ippatsu", "houtei"} <= set(first.json["unknown_flags"])
    told = value(table, **RON, flags={"ippatsu": True, "riichi": False})
    assert told.json["flags"] == {"riichi": True, "ippatsu": True}
    assert told.json["han"] == first.json["han"] + 1


@pytest.mark.parametrize(
    ("changes", "asked", "not_asked"),
    [
        ({}, "houtei", "renhou"),
        ({"renhou": Renhou.MANGAN}, "renhou", "ippatsu"),
    ],
)
def test_what_the_rules_do_not_count_is_not_asked(value, changes, asked, not_asked):
    unknown = value(after(started(replace(TENHOU, **changes)), f.PlayUnfollowed()), **RON).json[
        "unknown_flags"
    ]
    assert (asked in unknown, not_asked in unknown) == (True, False)


def test_ippatsu_is_not_asked_where_it_is_not_played(value):
    rules = replace(TENHOU, name="no ippatsu", ippatsu=False)
    table = after(started(rules), f.PlayUnfollowed(), f.RiichiDeclared(B), f.RiichiAccepted(B))
    assert "ippatsu" not in value(table, **RON).json["unknown_flags"]


def test_without_a_hand_being_played_nothing_is_worth_anything(value):
    answer = value(begin(TENHOU), **RON)
    assert (answer.status_code, answer.json["error"], answer.json["reason"]) == (409, "refused", "no_kyoku")


def test_a_hand_that_is_not_complete_says_so(value):
    answer = value(after(started(), *turn(A, "5z")), **{**RON, "tile": "9m"})
    assert (answer.status_code, answer.json["error"]) == (409, "cannot_value")
    assert answer.json["reason"] == "hand_not_complete"


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": 7},
        {"by": "luck"},
        {"giver": None},
        {"tile": "?"},
        {"hand": ["?"] * 13},
        {"hand": HAND * 2},
        {"ura": "5p"},
        {"melds": [{"kind": "pon"}]},
        {"melds": [{"kind": "kan", "tiles": ["1z"] * 4}]},
        {"melds": [{"kind": "pon", "tiles": ["1z"] * 3, "more": 1}]},
        {"melds": "pon"},
        {"melds": [1]},
        {"flags": {"lucky": True}},
        {"flags": {"ippatsu": 1}},
        {"flags": []},
        {"more": 1},
    ],
)
def test_what_is_no_hand_is_refused_in_one_sentence(value, wrong):
    answer = value(after(started(), f.Drawn(SEATS[0]), f.Discarded(SEATS[0])), **{**RON, **wrong})
    assert (answer.status_code, answer.json["error"]) == (400, "bad_command")
    assert answer.json["message"].endswith(".")


def test_what_could_not_be_counted_is_said(value):
    table = after(started(), *riichi(A, "9s"), *turn(B, "5z"))
    answer = value(table, seat=0, by="ron", giver=1, tile="5z", hand=HAND)
    assert answer.json["unknown_dora"] == []
    assert answer.json["ura_wanted"] == 1
    kyoku = replace(table.kyoku, wall=replace(table.kyoku.wall, indicators=(None,), owed_now=1))
    answer = value(replace(table, kyoku=kyoku), seat=0, by="ron", giver=1, tile="5z", hand=HAND)
    assert answer.json["unknown_dora"] == [1, 2]
    fifth = replace(kyoku.rules, suukaikan=Suukaikan.URA_POSITIONS)
    taken = replace(kyoku, rules=fifth, wall=replace(kyoku.wall, kans=5))
    answer = value(replace(table, kyoku=taken), seat=0, by="ron", giver=1, tile="5z", hand=HAND)
    assert answer.json["ura_wanted"] == 0
    rules = replace(kyoku.rules, kan_dora=False, ura=False)
    answer = value(
        replace(table, kyoku=replace(kyoku, rules=rules)), seat=0, by="ron", giver=1, tile="5z", hand=HAND
    )
    assert answer.json["unknown_dora"] == [1]
    assert answer.json["ura_wanted"] == 0


def test_ura_are_entered_before_anybody_has_named_the_indicator(value):
    riichi_by_b = (f.PlayUnfollowed(), f.RiichiDeclared(B), f.RiichiAccepted(B))
    first = value(after(started(indicator=None), *riichi_by_b), **RON)
    assert (first.json["unknown_dora"], first.json["ura_wanted"]) == ([1], 1)
    answer = value(after(started(indicator=None), *riichi_by_b), **RON, ura=["4z"])
    assert ["ura_dora", 2] in answer.json["yaku"], answer.json
    assert value(after(started(indicator=None), *riichi_by_b), **RON, ura=["4z", "3z"]).status_code == 409


def test_a_named_indicator_of_a_kan_does_not_count_for_the_first_where_kans_add_no_dora(value):
    table = after(started(), *turn(A, "1p"), *turn(B, "2p"), *turn(C, "3p"), *turn(D, "4p"), *turn(A, "5z"))
    wall = replace(table.kyoku.wall, indicators=(None, Tile("4z")), owed_now=0)
    rules = replace(table.kyoku.rules, kan_dora=False)
    answer = value(replace(table, kyoku=replace(table.kyoku, wall=wall, rules=rules)), **RON)
    assert (answer.json["yaku"], answer.json["unknown_dora"]) == ([["haku", 1]], [1])


def test_a_kan_that_nobody_told_turns_indicators_and_may_bring_rinshan(value):
    table = after(started(), f.PlayUnfollowed(), f.RiichiDeclared(B), f.RiichiAccepted(B))
    hand = [tile.text for tile in parse_tiles("123456p78s55z")]
    win = {"seat": 1, "by": "tsumo", "tile": "9s", "hand": hand}
    kan = [{"kind": "ankan", "tiles": ["1z"] * 4}]
    first = value(table, **win, melds=kan)
    assert (first.json["unknown_dora"], first.json["ura_wanted"]) == ([2], 2)
    assert "rinshan" in first.json["unknown_flags"]
    assert not {"tenhou", "chiihou", "renhou"} & set(first.json["unknown_flags"])
    told = value(table, **win, melds=kan, flags={"rinshan": True}, ura=["4z", "3p"])
    assert {"rinshan", "ura_dora"} <= {name for name, _ in told.json["yaku"]}
    known = after(table, f.AnkanDeclared(B, parse_tiles("1111z"), is_late=True))
    assert value(known, **win, melds=kan).json == first.json


def test_a_robbed_kan_turns_no_indicator(value):
    at_once = replace(TENHOU, name="at once", open_kan_reveal=Reveal.AT_ONCE)
    table = after(
        started(at_once),
        *turn(A, "5z"),
        f.PonCalled(C, A, Tile("5z"), parse_tiles("55z")),
        f.Discarded(C, Tile("1p")),
        *turn(D, "2p"),
        *turn(A, "3p"),
        *turn(B, "4p"),
        f.Drawn(C),
        f.KakanDeclared(C, Tile("5z")),
    )
    hand = [tile.text for tile in parse_tiles("19m19p19s1234667z")]
    answer = value(table, seat=0, by="ron", giver=2, tile="5z", hand=hand)
    assert answer.json["flags"] == {"chankan": True}
    assert answer.json["unknown_dora"] == []


def test_a_seat_that_this_table_lacks_is_refused(value):
    table = after(started_3p(), *turn(A, "5z"))
    for wrong in ({"seat": 3}, {"giver": 3}):
        answer = value(table, **{**RON, **wrong})
        assert (answer.status_code, answer.json["reason"]) == (409, "no_such_seat"), wrong
