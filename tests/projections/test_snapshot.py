"""The snapshot as JSON: what is promised in docs/reference/api.md, and that nothing secret crosses."""

import json
from dataclasses import replace

from companion.evidence import SourceChanged, SourceState
from companion.projections.snapshot import ControlView, project, snapshot_json
from companion.riichi import tea_facts as t
from companion.riichi.facts import (
    ChiCalled,
    Discarded,
    Drawn,
    HanchanEnded,
    HandValue,
    KakanDeclared,
    KyokuEnded,
    PlayUnfollowed,
    RiichiDeclared,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.house_facts import ChipsTaken, PenaltyGiven
from companion.riichi.presets import HOUSE, TENHOU, TENHOU_3P
from companion.riichi.ruleset import PenaltyTo
from companion.riichi.tiles import Tile, parse_tiles
from companion.table_state import TableState
from tests.projections.tables import A, B, C, D, after, ankan, pon, riichi, shown, started, started_3p, turn

KEYS = [
    *("schema", "seq", "game", "rules", "players", "sides", "kyoku", "result", "wall", "seats"),
    *("reminders", "may", "final", "health", "control"),
    *("start_points", "depth", "next", "taps", "draws", "undo", "undoes", "redo", "questions"),
    *("allows", "tea"),
]


def as_json(hanchan, **more):
    return json.loads(snapshot_json(shown(hanchan, **more)))


def test_before_the_first_deal_there_are_seats_and_no_wall():
    shown_ = as_json(begin(TENHOU, ("Aki", "Ben", "Chie", "Dai")))
    assert list(shown_) == KEYS
    assert (shown_["kyoku"], shown_["wall"], shown_["result"], shown_["final"]) == (None,) * 4
    assert [seat["name"] for seat in shown_["seats"]] == ["Aki", "Ben", "Chie", "Dai"]
    assert [seat["wind"] for seat in shown_["seats"]] == list("ESWN")


def test_a_turn_says_who_may_do_what_with_which_tile():
    shown_ = as_json(after(started(honba=2), *turn(A, "5p")))
    assert shown_["kyoku"]["name"] == "E1-2"
    assert (shown_["kyoku"]["phase"], shown_["kyoku"]["turn"]) == ("to_draw", B)
    assert shown_["kyoku"]["offer"] == {"seat": A, "tile": "5p", "kind": "discard"}


def test_a_game_that_was_ended_in_mid_hand_offers_and_asks_nothing():
    shown_ = as_json(after(started(), *turn(A, "5p"), *ankan(B, "1z")[:2], HanchanEnded()))
    assert (shown_["may"], shown_["taps"], shown_["draws"], shown_["reminders"]) == ([], [], {}, [])
    assert shown_["kyoku"]["name"] == "E1-0"


def test_a_game_that_was_ended_in_mid_hand_shows_the_points_that_count():
    house = replace(HOUSE, penalty_to=PenaltyTo.TABLE, chip_points=500)
    told = (PenaltyGiven(B, 1_000), ChipsTaken(A, None, 1), *riichi(A, "5p"), HanchanEnded())
    shown_ = as_json(after(started(house), *told))
    seats = shown_["seats"]
    assert [seat["points"] for seat in seats] == [25_000, 24_000, 25_000, 25_000]
    assert shown_["kyoku"]["kyoutaku"] == 1, "the stick of the riichi has gone back"
    assert [seat["chips"] for seat in seats] == [3, -1, -1, -1]


def test_a_river_tells_tsumogiri_riichi_and_what_was_called():
    table = after(started(), *turn(A, "1z", tsumogiri=True), *turn(B, "5p"), pon(D, B, "5p"))
    table = after(table, Discarded(D), Drawn(A), RiichiDeclared(A), Discarded(A, Tile("9s"), tsumogiri=True))
    rivers = [seat["river"] for seat in as_json(table)["seats"]]
    assert rivers == [["1z_", "9s_*"], ["5p'"], [], ["?"]]


def test_melds_lie_as_on_the_table():
    table = after(started(), *turn(A, "3m"), ChiCalled(B, Tile("3m"), (Tile("2m"), Tile("4m"))))
    table = after(table, Discarded(B, Tile("7z")), pon(D, B, "7z"), Discarded(D, Tile("1z")))
    table = after(table, *ankan(A, "1p"), Discarded(A, Tile("2z")), *turn(B, "2z"), *turn(C, "2z"))
    table = after(table, Drawn(D), KakanDeclared(D, Tile("7z")))
    melds = [seat["melds"] for seat in as_json(table)["seats"]]
    assert melds[0] == [{"kind": "ankan", "from": None, "tiles": ["1px", "1p", "1p", "1px"]}]
    assert melds[1] == [{"kind": "chi", "from": 0, "tiles": ["3m-", "2m", "4m"]}]
    assert melds[3] == [{"kind": "kakan", "from": 1, "tiles": ["7z", "7z-", "7z+", "7z"]}]


def test_concealed_hands_never_cross_even_where_a_record_knows_them():
    hands = tuple(parse_tiles(text) for text in ("123456789m1234p", "123456789s1234p", "1122334455667z"))
    shown_ = snapshot_json(shown(started(hands=(*hands, None), indicator=Tile("6z"))))
    seats = json.loads(shown_)["seats"]
    assert [seat["hand"] for seat in seats] == [13] * 4
    assert "1m" not in shown_
    assert "9s" not in shown_


def test_a_declared_riichi_is_told_from_an_accepted_one():
    declared = as_json(after(started(), *riichi(A, "1z")[:-1]))
    accepted = as_json(after(started(), *riichi(A, "1z")))
    assert declared["seats"][0]["riichi"]["accepted"] is False
    assert declared["seats"][0]["points"] == 25_000
    assert accepted["seats"][0]["riichi"] == {
        "double": True,
        "open": False,
        "accepted": True,
        "ippatsu": True,
    }
    assert (accepted["seats"][0]["points"], accepted["kyoku"]["kyoutaku"]) == (24_000, 1)


def test_a_win_shows_its_hand_its_value_and_who_pays_what_for_which_reason():
    value = HandValue(4, 30, yaku=(("riichi", 1), ("tanyao", 1), ("dora", 2)))
    table = after(started(honba=1), *riichi(A, "1z"), *turn(B, "5p"))
    hand = parse_tiles("234m345p345s88s46p")
    table = after(table, Won(A, WinBy.RON, B, Tile("5p"), hand, (Tile("1m"),), value))
    result = as_json(table)["result"]
    win = result["wins"][0]
    assert (win["seat"], win["by"], win["giver"], win["tile"]) == (A, "ron", B, "5p")
    assert win["hand"] == [tile.text for tile in sorted(hand)]
    assert (win["han"], win["fu"], win["limit"], win["ura"]) == (4, 30, None, ["1m"])
    assert win["yaku"] == [["riichi", 1], ["tanyao", 1], ["dora", 2]]
    assert [(p["payer"], p["points"], p["reason"]) for p in result["payments"]] == [
        (B, 11_600, "hand"),
        (B, 300, "honba"),
        (None, 1_000, "sticks"),
    ]
    assert result["deltas"] == [12_900, -11_900, 0, 0]
    assert result["points"] == [36_900, 13_100, 25_000, 25_000]


def test_an_abortive_draw_pays_nothing():
    kind = RyuukyokuKind.KYUUSHU_KYUUHAI
    result = as_json(after(started(), Drawn(A), Ryuukyoku(kind, by=A)))["result"]
    assert (result["ryuukyoku"], result["payments"], result["deltas"]) == ("kyuushu", [], [0] * 4)


def test_the_last_kyoku_stays_in_sight_until_the_next_deal():
    won = after(started(), *turn(A, "5p"), Won(B, WinBy.RON, A, Tile("5p"), value=HandValue(1, 30)))
    paid = after(won, KyokuEnded())
    gone = as_json(paid)
    kept = as_json(paid, last_kyoku=won.kyoku)
    assert (gone["result"], gone["wall"]) == (None, None)
    assert kept["result"]["deltas"] == [-1_000, 1_000, 0, 0]
    assert [seat["points"] for seat in kept["seats"]] == [24_000, 26_000, 25_000, 25_000]
    assert kept["health"]["points_ok"] is True


def test_sticks_that_a_winner_has_taken_lie_no_longer_on_the_table():
    won = after(started(), *riichi(A, "5p"), *turn(B, "6p"), Won(C, WinBy.RON, B, value=HandValue(1, 30)))
    before, paid = as_json(won), as_json(after(won, KyokuEnded()), last_kyoku=won.kyoku)
    for shown_, sticks in ((before, 1), (paid, 0)):
        assert shown_["kyoku"]["kyoutaku"] == sticks
        assert sum(seat["points"] for seat in shown_["seats"]) + 1_000 * sticks == 100_000


def test_final_scores_go_by_place():
    final = as_json(after(started(), HanchanEnded()))["final"]
    assert [(row["seat"], row["place"]) for row in final] == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert sum(row["score"] for row in final) == 0


def test_a_game_that_was_ended_before_its_first_deal_has_no_winner():
    shown_ = as_json(after(begin(TENHOU), HanchanEnded()))
    assert (shown_["final"], shown_["kyoku"], shown_["next"]) == (None, None, None)


def test_three_players_have_three_seats():
    shown_ = as_json(started_3p())
    assert (shown_["players"], len(shown_["seats"])) == (3, 3)


def test_sources_and_control_are_told_as_they_were_reported():
    sources = (SourceChanged("record", SourceState.ENDED, "The record is over."),)
    snapshot = project(
        TableState(7, "g", begin(TENHOU_3P), sources=sources), control=ControlView(2.0, paused=True)
    )
    told = json.loads(snapshot_json(snapshot))
    assert told["health"]["sources"] == [
        {
            "name": "record",
            "state": "ended",
            "note": "The record is over.",
            "code": "",
            "sides": "",
            "stop": None,
        }
    ]
    assert told["control"] == {"speed": 2.0, "paused": True}
    assert told["seq"] == 7


def test_a_result_is_shown_until_people_or_points_moved() -> None:
    paid = after(started(), PlayUnfollowed(), Won(B, WinBy.RON, C, value=HandValue(4, 30)))
    last = paid.kyoku
    paid = apply_to_hanchan(paid, KyokuEnded())
    assert as_json(paid, last_kyoku=last)["result"]["points"] == [25_000, 32_700, 17_300, 25_000]
    assert as_json(apply_to_hanchan(paid, t.PlayerLeft(C)), last_kyoku=last)["seats"][2]["away"]
    for fact in (
        t.PlayerSubstituted(C, "Zoe"),
        t.SeatsChanged((C, B, A, D), t.Carried.POINTS),
        t.PointsSet((24_000, 32_700, 18_300, 25_000), 0),
    ):
        moved = apply_to_hanchan(paid, fact)
        shown_ = as_json(moved, last_kyoku=last)
        assert (shown_["kyoku"], shown_["result"]) == (None, None)
        assert [seat["points"] for seat in shown_["seats"]] == list(moved.points)
        assert [seat["wind"] for seat in shown_["seats"]] == list("NESW")


def test_a_game_that_rests_offers_no_taps_and_says_which_rules_come() -> None:
    game = after(started(), PlayUnfollowed(), t.GamePaused())
    game = apply_to_hanchan(game, t.RulesChanged(replace(TENHOU, bust=False), ("bust",)))
    shown_ = as_json(game)
    assert (shown_["may"], shown_["taps"], shown_["draws"]) == ([], [], {})
    assert shown_["tea"] == {
        "paused": True,
        "away": [],
        "people": [],
        "next_rules": "tenhou",
        "changes": ["bust"],
    }


def test_a_hand_that_was_shown_says_what_it_waits_for() -> None:
    shown_hand = parse_tiles("123m123p123s1122z")
    noten = parse_tiles("159m159p159s1234z")
    draw = Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, (A,), hands=(shown_hand, noten, None, None))
    told = as_json(after(started(), PlayUnfollowed(), draw))["result"]["shown"]
    assert [(one["seat"], one["waits"]) for one in told] == [(A, ["1z", "2z"]), (B, [])]
    won = Won(B, WinBy.RON, C, Tile("2z"), shown_hand, value=HandValue(4, 30))
    assert as_json(after(started(), PlayUnfollowed(), won))["result"]["wins"][0]["waits"] == ["1z", "2z"]
    unseen = Won(B, WinBy.RON, C, value=HandValue(4, 30))
    assert as_json(after(started(), PlayUnfollowed(), unseen))["result"]["wins"][0]["waits"] == []
