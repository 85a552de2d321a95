"""What is said when one state of the table follows another: computed from the two by the page's script."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.evidence import Depth, Notice, NoticesChanged, SourceChanged, SourceState
from companion.evidence.intentions import Draw, Tenpai, Win, Winner
from companion.projections.snapshot import project, snapshot_json
from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    DaiminkanCalled,
    Discarded,
    Drawn,
    HanchanEnded,
    HandValue,
    IndicatorRevealed,
    KyokuEnded,
    KyokuStarted,
    PenaltyGiven,
    PlayUnfollowed,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.presets import HOUSE, TENHOU
from companion.riichi.ruleset import PenaltyTo, Reveal
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tea_facts import PointsSet
from companion.riichi.tiles import Tile
from companion.table_state import TableState
from tests.browser.hands import LONG_HAND, WIN, A, B, C, D, deal, turn, turns
from tests.table_loop.people import People, S, W, sat_down
from tests.toolbox.shown_table import Table, shown, shown_of


@pytest.fixture
def heard(node):
    """What is said when the first state becomes the second."""

    def heard(before, after):
        return node.evaluate(
            """async ([before, after]) => {
              const { announcements } = await import("/static/js/sound/announcements.js");
              return announcements(before, after).map(({ kind, phrases }) => [kind, ...phrases]);
            }""",
            [before, after],
        )

    return heard


@pytest.fixture
def told(heard):
    """What is said when these facts follow those."""

    def told(past, *news):
        table = Table()
        table.say(*past)
        before = shown(table)
        table.say(*news)
        return heard(before, shown(table))

    return told


START = deal(honba=0)
"""Dai deals: Aki sits South, Ben West, Chie North."""
RON = Won(B, WinBy.RON, C, Tile("5s"), value=HandValue(5, 30))


def test_a_riichi_is_said_with_the_wind_of_its_seat(told):
    second = (START, *turns(D, "1z", "9m", "9p", "9s", "1m"), Drawn(A))
    assert told(second, RiichiDeclared(A)) == [["riichi", "riichi", "seat.S"]]
    first = (START, *turn(D, "1z"), Drawn(A))
    assert told(first, RiichiDeclared(A)) == [["riichi", "double_riichi", "seat.S"]]


def test_a_paid_stick_is_no_correction(told):
    past = (START, *turn(D, "1z"), Drawn(A), RiichiDeclared(A), Discarded(A, Tile("9m")))
    assert told(past, RiichiAccepted(A)) == []


def test_a_kan_is_said_and_its_dora_asked_for(told):
    news = told((START, Drawn(D)), AnkanDeclared(D, (Tile("9m"),) * 4))
    assert news == [["call", "kan", "seat.E"], ["reminder", "flip_kan_dora"]]


def test_where_the_flip_waits_for_the_discard_to_pass_nobody_is_told_to_flip_at_once(heard):
    table = Table(replace(TENHOU, open_kan_reveal=Reveal.AFTER_DISCARD))
    kan = DaiminkanCalled(A, D, Tile("5p"), (Tile("5p"), Tile("5p"), Tile("0p")))
    said = []
    for news in ((START, *turn(D, "5p")), (kan, RinshanDrawn(A)), (Discarded(A, Tile("1z")),), (Drawn(B),)):
        before = shown(table)
        table.say(*news)
        said += [phrases for kind, *phrases in heard(before, shown(table)) if kind == "reminder"]
    assert said == [["flip_after_discard"], ["flip_kan_dora"]], "and of one kan nothing is said twice"


def test_beside_a_pon_a_closed_kan_that_is_told_late_is_what_is_said(told):
    past = (START, PlayUnfollowed(), PonCalled(C, None, Tile("7z"), (Tile("7z"), Tile("7z"))))
    news = told(past, AnkanDeclared(C, (None,) * 4, is_late=True))
    assert news[0] == ["call", "kan", "seat.N"]


def test_what_is_flipped_is_asked_for_no_more(told):
    past = (START, Drawn(D), AnkanDeclared(D, (Tile("9m"),) * 4))
    assert told(past, IndicatorRevealed(Tile("5z")), RinshanDrawn(D)) == []


def test_a_call_is_said_once(told):
    call = PonCalled(C, D, Tile("7z"), (Tile("7z"), Tile("7z")))
    assert told((START, *turn(D, "7z")), call) == [["call", "pon", "seat.N"]]
    assert told((START, *turn(D, "7z"), call), Discarded(C, Tile("1z"))) == []


def whole_wall(draws=70):
    """This many turns, whose tiles nobody saw."""
    seats = [seat_at(step) for step in range(draws)]
    return tuple(fact for seat in seats for fact in (Drawn(seat), Discarded(seat, None)))


def seat_at(step):
    return SEATS[(D + step) % 4]


def test_the_last_tile_and_the_last_discard_are_said(told):
    last = seat_at(69)
    assert told((START, *whole_wall(69)), Drawn(last)) == [["last_tile", "last_tile"]]
    news = told((START, *whole_wall(69), Drawn(last)), Discarded(last, None))
    assert news == [["last_tile", "last_discard"]]


def test_a_ron_is_said_with_who_paid_and_its_limit(told):
    assert told((START, *turns(D, "1z", "9m", "9p", "5s")), RON) == [
        ["result", "ron", "seat.W", "from.N", "limit.mangan"]
    ]


def test_a_tsumo_without_limit_is_its_seat_alone(told):
    win = Won(D, WinBy.TSUMO, D, Tile("5s"), value=HandValue(2, 30))
    assert told((START, Drawn(D)), win) == [["result", "tsumo", "seat.E"]]


def test_a_value_that_comes_later_is_said_alone(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p", "5s"))
    past = table.hanchan
    table.say(Won(B, WinBy.RON, C, Tile("5s")))
    before = shown(table)
    table.hanchan = past
    table.say(RON)
    assert heard(before, shown(table)) == [["result", "seat.W", "limit.mangan"]]


def test_the_second_ron_on_a_tile_is_said_alone(told):
    past = (START, *turns(D, "1z", "9m", "9p", "5s"), RON)
    second = Won(D, WinBy.RON, C, Tile("5s"), value=HandValue(1, 30))
    assert told(past, second) == [["result", "ron", "seat.E", "from.N"]]


@pytest.mark.parametrize(
    ("tenpai", "said"),
    [((), ["all_noten"]), ((D, B), ["tenpai", "seat.E", "seat.W"]), ((A, B, C, D), ["all_tenpai"])],
)
def test_a_draw_is_said_with_who_is_tenpai(told, tenpai, said):
    news = told((START, *whole_wall()), Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, tenpai=tenpai))
    assert [each for each in news if each[0] == "result"] == [["result", "draw.exhaustive", *said]]


def test_who_says_tenpai_after_the_draw_corrects_nothing(heard):
    people = sat_down(Depth.POINTS)
    people.say(Draw(RyuukyokuKind.EXHAUSTIVE))
    before = shown_of(people)
    people.say(Tenpai(S, is_tenpai=True))
    assert heard(before, shown_of(people)) == [["result", "draw.exhaustive", "tenpai", "seat.S"]]


def test_a_chombo_is_said_with_its_seat(told):
    assert told((START, Drawn(D)), Chombo(D)) == [["result", "chombo", "seat.E"]]


def dealt_again(table):
    """The deal after a chombo: everything as it was but the indicator."""
    deal = table.hanchan.next_deal
    table.say(KyokuStarted(deal.round_wind, deal.dealer, deal.honba, deal.kyoutaku, deal.points, Tile("1m")))


@pytest.mark.parametrize("rules", [TENHOU, replace(TENHOU, chombo_points=0)], ids=["score", "mangan"])
def test_the_same_deal_again_after_a_chombo_is_not_taken_back(heard, rules):
    table = Table(rules)
    table.say(START, *turns(D, "1z", "9m", "9p"), Chombo(A))
    before = shown(table)
    table.say(KyokuEnded())
    dealt_again(table)
    assert heard(before, shown(table)) == []


def test_the_same_deal_again_is_not_taken_back_where_the_chombo_was_missed(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p"))
    before = shown(table)
    table.say(Chombo(A), KyokuEnded())
    dealt_again(table)
    assert heard(before, shown(table)) == []


def test_a_chombo_taken_back_from_a_bare_table_is_no_deal(heard):
    table = Table()
    table.say(START, Drawn(D))
    before = shown(table)
    table.say(Chombo(D))
    after = shown(table)
    before["seq"] = after["seq"] + 1
    assert heard(after, before) == [["correction", "taken_back"]]


def test_the_end_of_the_game_is_said_once(told):
    past = (*LONG_HAND, *turns(C, "5s"), WIN)
    assert told(past, KyokuEnded()) == [["result", "game_over"]]
    assert told((*past, KyokuEnded()), HanchanEnded()) == []


def test_the_next_deal_and_its_payments_are_silent(told):
    past = (START, *turns(D, "1z", "9m", "9p", "5s"), RON)
    table = Table()
    table.say(*past, KyokuEnded())
    points = table.hanchan.points
    dealt = KyokuStarted(Wind.WEST, A, 0, 0, points, Tile("1m"))
    assert told(past, KyokuEnded(), dealt) == []


def test_what_is_taken_back_is_not_told_again(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p"))
    before = shown(table)
    table.say(Drawn(C), Discarded(C, Tile("5s")), RON)
    after = shown(table)
    before["seq"] = after["seq"] + 1
    assert heard(after, before) == [["correction", "taken_back"]]


def test_a_deal_taken_back_does_not_tell_its_old_result(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p", "5s"), RON)
    result = shown(table)
    table.say(KyokuEnded())
    table.say(KyokuStarted(Wind.WEST, A, 0, 0, table.hanchan.points, Tile("1m")))
    dealt = shown(table)
    result["seq"] = dealt["seq"] + 1
    assert heard(dealt, result) == [["correction", "taken_back"]]


def test_of_a_correction_in_the_past_only_the_difference_is_said(heard):
    """Hand 2 is put right while hand 7 is played: the points change, nothing else is told again."""
    table = Table()
    table.say(*LONG_HAND)
    before = shown(table)
    after = {**before, "seq": before["seq"] + 1, "seats": [dict(seat) for seat in before["seats"]]}
    after["seats"][0]["points"] += 1_300
    after["seats"][2]["points"] -= 1_300
    assert heard(before, after) == [["correction", "corrected"]]


def test_a_corrected_winner_is_said_with_the_new_result(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p", "5s"))
    past = table.hanchan
    table.say(RON)
    before = shown(table)
    table.hanchan = past
    table.say(Won(A, WinBy.RON, C, Tile("5s"), value=HandValue(1, 30)))
    assert heard(before, shown(table)) == [
        ["correction", "corrected"],
        ["result", "ron", "seat.S", "from.N"],
    ]


def test_a_penalty_is_no_correction(heard):
    table = Table(replace(HOUSE, penalty_to=PenaltyTo.TABLE))
    table.say(START)
    before = shown(table)
    table.say(PenaltyGiven(A, 1_000))
    assert heard(before, shown(table)) == []


def test_a_stick_that_goes_back_to_its_riichi_is_no_correction(heard):
    people = sat_down(Depth.POINTS)
    people.tap(SEATS[0], "riichi")
    before = shown_of(people)
    win = Win((Winner(SEATS[1], HandValue(3, 30)),), SEATS[0], is_riichi_tile=True)
    people.say(win)
    assert heard(before, shown_of(people)) == [["result", "ron", "seat.S", "from.E"]]


def test_ura_that_the_value_has_counted_is_not_asked_for(heard):
    people = sat_down(Depth.POINTS)
    people.tap(SEATS[0], "riichi")
    before = shown_of(people)
    people.wins(SEATS[0], SEATS[1])
    assert heard(before, shown_of(people)) == [["result", "ron", "seat.E", "from.S"]]


def test_a_call_in_the_place_of_another_is_said(heard):
    table = Table()
    table.say(START, *turns(D, "1z"))
    before = shown(table)
    before["seats"][A]["melds"] = [{"kind": "chi", "from": D, "tiles": ["3p-", "1p", "2p"]}]
    after = shown(table)
    after["seq"] = before["seq"] + 1
    after["seats"][B]["melds"] = [{"kind": "pon", "from": D, "tiles": ["3p-", "3p", "3p"]}]
    assert heard(before, after) == [["correction", "taken_back"], ["call", "pon", "seat.W"]]


def test_a_pon_that_stands_again_without_its_fourth_tile_is_not_said_anew(heard):
    table = Table()
    table.say(START)
    before, after = shown(table), shown(table)
    after["seq"] = before["seq"] + 1
    before["seats"][B]["melds"] = [{"kind": "kakan", "from": D, "tiles": ["3p-", "3p+", "3p", "3p"]}]
    after["seats"][B]["melds"] = [{"kind": "pon", "from": D, "tiles": ["3p-", "3p", "3p"]}]
    assert ["call", "pon", "seat.W"] not in heard(before, after)


def test_a_device_that_goes_down_is_said_once(heard):
    table = Table()
    down = (SourceChanged("buttons", SourceState.DOWN),)
    states = [TableState(seq, "a game", table.hanchan, sources=down) for seq in (8, 9)]
    first, second = (json.loads(snapshot_json(project(state))) for state in states)
    assert heard(shown(table), first) == [["error", "source_down"]]
    assert heard(first, second) == []


def test_what_a_source_says_without_an_entry_of_the_journal_is_said(heard):
    people = sat_down()
    states = [shown_of(people)]
    for change in (SourceChanged("camera", SourceState.UP), SourceChanged("camera", SourceState.DOWN)):
        people.keeper.note(change)
        states.append(shown_of(people))
    people.keeper.hear(NoticesChanged("camera", (Notice("camera_lost"),)))
    states.append(shown_of(people))
    assert len({state["seq"] for state in states}) == 1
    said = [heard(*pair) for pair in pairwise(states)]
    assert said == [[], [["error", "source_down"]], [["question", "question"]]]


def test_a_warning_that_stands_before_the_first_deal_is_said_once(heard):
    people = People()
    people.start()
    before = shown_of(people)
    people.keeper.hear(NoticesChanged("panel", (Notice("panel_no_game"),)))
    warned = shown_of(people)
    people.keeper.note(SourceChanged("camera", SourceState.UP))
    assert [heard(before, warned), heard(warned, shown_of(people))] == [[["question", "question"]], []]


def test_a_hand_that_comes_back_when_counted_points_are_undone_is_not_told_again(heard):
    people = sat_down(Depth.POINTS)
    people.wins(S, W)
    ended = shown_of(people)
    east, south, *others = ended["result"]["points"]
    people.tell(PointsSet((east + 100, south - 100, *others), 0))
    counted = shown_of(people)
    people.undo()
    assert heard(ended, counted) == []
    assert heard(counted, shown_of(people)) == [["correction", "taken_back"]]


def test_the_first_state_and_another_game_are_silent(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p", "5s"), RON)
    now = shown(table)
    assert heard(None, now) == []
    assert heard({**shown(Table()), "game": "another"}, now) == []
