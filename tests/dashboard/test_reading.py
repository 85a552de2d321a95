"""What people tell, as it comes over the line: read exactly, or refused in one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from companion import evidence
from companion.dashboard.commands import CommandKind
from companion.evidence import Depth, Refusal, Refused, Said
from companion.evidence.intentions import Draw, Intention, MeldShown, ResultWas, Win, Winner
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.melds import MeldKind
from companion.riichi.presets import TENHOU, WRC
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile
from companion.table_state import KyokuChange, Preview
from tests.projections.tables import after, started, turn

HEAD = ("tap-1", 7, "127.0.0.1")
NAMES = ["Anna", " Ben ", "", "Dai"]
API = Path(__file__).parents[2] / "docs" / "reference" / "api.md"


@pytest.fixture
def asked(post, commands, board):
    """What a body is read as."""

    def read(**fields):
        answer = post(**fields)
        assert answer.status_code == 200, answer.json
        return commands.commands[-1].asked

    return read


@pytest.fixture
def ask(client):
    """Ask a question that changes nothing."""

    def post(path: str, body: object):
        return client.post(path, json=body, headers={"X-Table": "1"})

    return post


def test_people_sit_down_with_trimmed_names_and_the_house_rules(asked):
    start = asked(kind="start", names=NAMES)
    assert start == evidence.StartAsked(*HEAD, ("Anna", "Ben", "", "Dai"), TENHOU)


COMPOSED = ("Chloé", "Aki Sato", "\U0001f469\u200d\U0001f467", "\u0645\u06cc\u200c\u062e")
TYPED = [
    "Chloe\u0301",
    "Aki\u3000\u3000Sato ",
    "\u200d\U0001f469\u200d\U0001f467",
    "\u0645\u06cc\u200c\u062e\u200c",
]


def test_a_name_comes_in_alike_however_it_was_typed(asked):
    assert asked(kind="start", names=TYPED).names == COMPOSED
    for kind in ("PlayerSubstituted", "PlayerRenamed"):
        for typed, composed in zip(TYPED, COMPOSED, strict=True):
            fact = {"is": kind, "seat": 1, "name": typed}
            assert asked(kind="say", what=fact).what.name == composed
            assert asked(kind="tell", facts=[fact]).facts[0].name == composed


def test_two_names_that_were_not_given_are_not_the_same_name(asked):
    assert asked(kind="start", names=["Anna", "", " ", "Dai"]).names == ("Anna", "", "", "Dai")


def test_a_table_names_its_rules_and_changes_some(asked):
    assert asked(kind="start", names=NAMES, rules="wrc").rules == WRC
    changes = {"uma": [15, 5, -5, -15], "ippatsu": False, "riichi_min_points": "none"}
    rules = asked(kind="start", names=NAMES, rules={"preset": "tenhou", "changes": changes}).rules
    assert (rules.name, rules.uma, rules.ippatsu) == ("tenhou (changed)", (15, 5, -5, -15), False)
    assert rules.riichi_min_points is None
    assert asked(kind="start", names=NAMES, rules={"preset": "tenhou"}).rules == TENHOU
    three = asked(kind="start", names=NAMES[:3], rules="tenhou-3p").rules
    assert three.players == 3


def test_a_deal_is_what_the_rules_say_unless_the_table_says_more(asked):
    assert asked(kind="deal", depth="counting") == evidence.DealAsked(*HEAD, Depth.COUNTING)
    more = {"round_wind": "S", "dealer": 2, "honba": 1, "kyoutaku": 0, "points": [1, 2, 3, -4]}
    assert asked(kind="deal", depth="points", indicator="0p", **more) == evidence.DealAsked(
        *HEAD, Depth.POINTS, Wind.SOUTH, SEATS[2], 1, 0, (1, 2, 3, -4), Tile("0p")
    )
    assert not asked(kind="deal", depth="full").is_indicator_open
    assert asked(kind="deal", depth="full", indicator="?").is_indicator_open


def test_a_tap_says_who_did_what(asked):
    assert asked(kind="tap", seat=1, action="riichi", is_open=True).said == Said(
        SEATS[1], Action.RIICHI, is_open=True
    )
    tap = asked(kind="tap", seat=2, action="pon", tile="5p", own=["0p", "?"], giver=0)
    assert tap.said == Said(SEATS[2], Action.PON, Tile("5p"), (Tile("0p"), None), SEATS[0])
    assert asked(kind="tap", seat=2, action="discard", tsumogiri=True).said.tsumogiri is True


def test_facts_are_told_as_the_journal_writes_them(asked):
    won = {"is": "Won", "seat": 1, "by": "ron", "giver": 0, "value": {"han": 2, "fu": 40}}
    told = asked(kind="tell", facts=[won]).facts
    assert told == (f.Won(SEATS[1], f.WinBy.RON, SEATS[0], value=f.HandValue(2, 40)),)
    assert asked(kind="tell", facts=[{"is": "SeatsBound", "sides": "BCDA"}]).facts == (f.SeatsBound("BCDA"),)
    draw = {"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": [0, 2]}
    fixed = asked(kind="correct", retracts=[3, 4], facts=[draw], before=5)
    assert (fixed.retracts, fixed.before, fixed.by_rules) == ((3, 4), 5, False)
    assert fixed.facts == (f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, (SEATS[0], SEATS[2])),)


def test_a_forgotten_hand_is_dealt_by_the_rules_but_for_what_is_said(asked):
    draw = {"is": "Ryuukyoku", "kind": "exhaustive"}
    late = asked(kind="insert_hand", before=12, facts=[draw])
    deal = evidence.DealAsked(*HEAD, Depth.POINTS)
    assert late == evidence.CorrectAsked(
        *HEAD, (), (f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE),), 12, by_rules=True, deal=deal
    )
    late = asked(kind="insert_hand", facts=[draw], honba=2, dealer=1, by_rules=False)
    assert (late.before, late.by_rules, late.deal.honba, late.deal.dealer) == (None, False, 2, SEATS[1])
    assert asked(kind="correct", retracts=[3], by_rules=True).by_rules is True


def test_the_small_commands(asked):
    assert asked(kind="depth", depth="points") == evidence.DepthAsked(*HEAD, Depth.POINTS)
    assert asked(kind="depth", depth="counting", turn=2, live=30).live == 30
    assert asked(kind="seen", code="last_tile", seat=3) == evidence.SeenAsked(*HEAD, "last_tile", SEATS[3])
    assert asked(kind="redo") == evidence.RedoAsked(*HEAD)
    assert asked(kind="finish") == evidence.FinishAsked(*HEAD)


WON = {"is": "Won", "seat": 1, "by": "ron", "giver": 0}


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "start"},
        {"kind": "start", "names": NAMES[:3]},
        {"kind": "start", "names": ["A", "B", "C", "D" * 41]},
        {"kind": "start", "names": ["A", "B", "C", "D\n"[:-1] + "\x07"]},
        {"kind": "start", "names": ["A", "B", "C", 4]},
        {"kind": "start", "names": ["Aki", "B", "C", "aki"]},
        {"kind": "start", "names": ["Aki", "B", "C", "Ａki"]},
        {"kind": "start", "names": ["Chloé", "B", "C", "Chloe\u0301"]},
        {
            "kind": "correct",
            "facts": [{"is": "HanchanStarted", "names": ["A", "B", "C", "a"], "rules": "wrc"}],
        },
        {"kind": "start", "names": "ABCD"},
        {"kind": "start", "names": NAMES, "rules": "nobody's"},
        {"kind": "start", "names": NAMES, "rules": {"preset": "tenhou", "changes": {"uma": [1, 2, 3, 4]}}},
        {"kind": "start", "names": NAMES, "rules": {"preset": "tenhou", "changes": {"umma": 1}}},
        {"kind": "start", "names": NAMES, "rules": {"preset": ["tenhou"]}},
        {"kind": "start", "names": NAMES, "rules": {"preset": "tenhou", "changes": [1]}},
        {"kind": "start", "names": NAMES, "rules": {"changed": {}}},
        {"kind": "deal"},
        {"kind": "deal", "depth": "deep"},
        {"kind": "deal", "depth": "points", "round_wind": "X"},
        {"kind": "deal", "depth": "points", "dealer": 4},
        {"kind": "deal", "depth": "points", "dealer": True},
        {"kind": "deal", "depth": "points", "honba": -1},
        {"kind": "deal", "depth": "points", "points": [10**12, 0, 0, 0]},
        {"kind": "deal", "depth": "points", "indicator": "9z"},
        {"kind": "tap", "seat": 0},
        {"kind": "tap", "seat": 0, "action": "cheat"},
        {"kind": "tap", "seat": 0, "action": ["pon"]},
        {"kind": "tap", "seat": -1, "action": "pon"},
        {"kind": "tap", "seat": 0, "action": "pon", "own": ["5p"] * 5},
        {"kind": "tap", "seat": 0, "action": "pon", "own": "5p"},
        {"kind": "tap", "seat": 0, "action": "discard", "tile": 5},
        {"kind": "tap", "seat": 0, "action": "discard", "tsumogiri": 1},
        {"kind": "tell"},
        {"kind": "tell", "facts": []},
        {"kind": "tell", "facts": [None]},
        {"kind": "tell", "facts": [{"is": "Cheated"}]},
        {"kind": "tell", "facts": [{**WON, "by": "luck"}]},
        {"kind": "tell", "facts": [{**WON, "more": 1}]},
        {"kind": "tell", "facts": [{**WON, "value": {"han": 10**6, "fu": 30}}]},
        {"kind": "tell", "facts": [{**WON, "value": {"han": -1, "fu": 30}}]},
        {"kind": "tell", "facts": [{"is": "HanchanEnded"}]},
        {"kind": "tell", "facts": [{"is": "Chombo", "seat": 0, "why": "x" * 201}]},
        {"kind": "tell", "facts": [{"is": "Drawn", "seat": 0}] * 65},
        {"kind": "depth"},
        {"kind": "depth", "depth": "counting", "turn": 1, "live": 1000},
        {"kind": "correct", "retracts": [0]},
        {"kind": "correct", "retracts": [1.5]},
        {"kind": "correct", "retracts": [1], "before": "2"},
        {"kind": "correct", "facts": [{"is": "HanchanEnded"}]},
        {"kind": "correct", "retracts": [1], "by_rules": "yes"},
        {"kind": "insert_hand"},
        {"kind": "insert_hand", "facts": [{"is": "KyokuEnded"}]},
        {"kind": "insert_hand", "facts": [WON], "before": 0},
        {"kind": "insert_hand", "facts": [WON], "retracts": [3]},
        {"kind": "insert_hand", "facts": [WON], "depth": "full"},
        {"kind": "say"},
        {"kind": "say", "what": {}},
        {"kind": "say", "what": ["Draw"]},
        {"kind": "say", "what": {"is": "Drawn", "seat": 0}},
        {"kind": "say", "what": {"is": "RulesChanged"}},
        {"kind": "say", "what": {"is": "Draw", "kind": "luck"}},
        {"kind": "say", "what": {"is": "Draw", "kind": "exhaustive", "more": 1}},
        {"kind": "say", "what": {"is": "Win", "winners": []}},
        {"kind": "say", "what": {"is": "Win", "winners": [{"seat": 0}] * 4}},
        {"kind": "say", "what": {"is": "Win", "winners": [{"seat": 4}]}},
        {"kind": "say", "what": {"is": "Win", "winners": [{"seat": 0, "value": {"han": 10**6, "fu": 30}}]}},
        {"kind": "say", "what": {"is": "Win", "winners": [{"seat": 0, "tile": "10p"}]}},
        {"kind": "say", "what": {"is": "ResultWas", "result": {"is": "TimeCalled"}}},
        {"kind": "say", "what": {"is": "ResultWas", "result": {"is": "Chombo", "seat": 0, "why": "x" * 201}}},
        {"kind": "say", "what": {"is": "PlayerRenamed", "seat": 0, "name": "x" * 41}},
        {"kind": "say", "what": {"is": "DealWas", "points": [10**9, 0, 0, 0]}},
        {"kind": "say", "what": {"is": "PointsSet", "points": [10**9, 10**5 - 10**9, 0, 0], "kyoutaku": 0}},
        {"kind": "say", "what": {"is": "PenaltyGiven", "seat": 0, "points": 10**12}},
        {"kind": "say", "what": {"is": "Win", "winners": [{"seat": 0, "ura": ["1m"] * 6}]}},
        {"kind": "tell", "facts": [{**WON, "ura": ["1m"] * 6}]},
        {"kind": "say", "what": {"is": "TakeBack", "entries": [1] * 1_001}},
        {"kind": "say", "what": {"is": "TimeCalled"}, "waived": "riichi_wall"},
        {"kind": "say", "what": {"is": "TimeCalled"}, "waived": ["luck"]},
        {"kind": "seen"},
        {"kind": "seen", "code": "x" * 41},
        {"kind": "undo", "facts": []},
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_sentence(post, commands, wrong):
    answer = post(**wrong)
    assert (answer.status_code, answer.json["error"]) == (400, "bad_command")
    assert answer.json["message"].endswith(".")
    assert "\n" not in answer.json["message"]
    assert commands.commands == []


def test_what_people_mean_is_read_as_it_was_said(asked):
    winner = {
        "seat": 1,
        "value": {"han": 3, "fu": 40},
        "melds": [{"kind": "pon", "tiles": ["5p", None, None]}],
    }
    said = asked(kind="say", what={"is": "Win", "winners": [winner], "giver": 0}, waived=["riichi_wall"])
    melds = (MeldShown(MeldKind.PON, (Tile("5p"), None, None)),)
    win = Win((Winner(SEATS[1], f.HandValue(3, 40), melds=melds),), SEATS[0])
    assert said == evidence.SayAsked(*HEAD, win, (Reason.RIICHI_WALL,))
    assert asked(kind="say", what={"is": "Draw", "kind": "exhaustive", "tenpai": [1, 3]}).what == Draw(
        f.RyuukyokuKind.EXHAUSTIVE, (SEATS[1], SEATS[3])
    )
    assert asked(kind="say", what={"is": "Chombo", "seat": 2}).what == f.Chombo(SEATS[2])
    again = {"is": "ResultWas", "hand": 12, "result": {"is": "Chombo", "seat": 2}}
    assert asked(kind="say", what=again).what == ResultWas(f.Chombo(SEATS[2]), 12)


def test_a_refused_fact_comes_with_its_rule(post, commands):
    commands.answer = Refused(Refusal.REFUSED, Reason.KUIKAE_SAME, Reason.KUIKAE_SAME.sentence)
    answer = post(kind="tap", seat=0, action="discard")
    assert answer.status_code == 409
    assert answer.json == {
        "error": "refused",
        "message": Reason.KUIKAE_SAME.sentence,
        "reason": "kuikae_same",
        "waivable": True,
        "seq": 7,
    }


def test_what_cannot_be_followed_any_more_comes_with_its_entry(post, commands):
    commands.answer = Refused(Refusal.CANNOT_FOLLOW, Reason.HANCHAN_OVER, "Then …", 31)
    answer = post(kind="insert_hand", facts=[WON])
    assert (answer.json["error"], answer.json["entry"]) == ("cannot_follow", 31)
    assert answer.json["reason"] == "hanchan_over"


def test_a_preview_is_the_command_without_its_id(ask, commands):
    hanchan = after(started(), *turn(SEATS[0], "5p"))
    change = KyokuChange("E2-0", (1, 2), (2, 1), "E1-0")
    commands.preview_is = Preview(9, hanchan, None, (change,), Refused(Refusal.STALE))
    answer = ask("/api/preview", {"expected_seq": 7, "kind": "undo"})
    assert answer.status_code == 200
    assert answer.json["refused"]["error"] == "stale"
    assert answer.json["changes"] == [
        {"kyoku": "E2-0", "points_before": [1, 2], "points_after": [2, 1], "was": "E1-0"}
    ]
    assert (answer.json["seq"], answer.json["result"]) == (9, None)
    assert answer.json["points"] == [25_000] * 4
    assert [type(one) for one in commands.looked_at] == [evidence.UndoAsked]
    assert commands.commands == []


def test_several_previews_are_one_request(ask, commands):
    commands.preview_is = Preview(9, after(started()), None)
    bodies = [{"expected_seq": 7, "kind": kind} for kind in ("undo", "redo")]
    answer = ask("/api/preview", bodies)
    assert [one["seq"] for one in answer.json["previews"]] == [9, 9]
    assert [type(one) for one in commands.looked_at] == [evidence.UndoAsked, evidence.RedoAsked]


@pytest.mark.parametrize("bodies", [[{"expected_seq": 7, "kind": "undo"}] * 17, [[]], [{"kind": "undo"}]])
def test_a_list_of_previews_is_read_as_a_whole(ask, commands, bodies):
    assert ask("/api/preview", bodies).json["error"] == "bad_command"
    assert commands.looked_at == []


@pytest.mark.parametrize(
    "body", [[], {"id": "a", "expected_seq": 1, "kind": "undo"}, {"expected_seq": 1, "kind": "pause"}]
)
def test_a_preview_of_nothing_is_refused(ask, commands, body):
    answer = ask("/api/preview", body)
    assert (answer.status_code, answer.json["error"]) == (400, "bad_command")
    assert commands.looked_at == []


def test_every_command_and_every_refusal_is_on_the_page_of_the_interface():
    text = API.read_text(encoding="utf-8")
    assert [kind for kind in CommandKind if f"`{kind}`" not in text] == []
    assert [refusal for refusal in Refusal if f"`{refusal}`" not in text] == []
    assert [kind for kind in get_args(Intention) if f"`{kind.__name__}`" not in text] == []


def test_an_answer_names_its_question_and_its_choice(asked, post):
    assert asked(kind="answer", question=3, choice=1) == evidence.AnswerAsked(*HEAD, 3, 1)
    for wrong in ({"question": 0, "choice": 0}, {"question": 3, "choice": 4}, {"question": 3}):
        assert post(kind="answer", **wrong).status_code == 400


def test_rules_from_the_next_hand_on_tell_only_what_becomes_another(asked):
    command = asked(kind="rules", changes={"bust": False, "ippatsu": True})
    (fact,) = command.facts
    assert (fact.fields, fact.rules.bust) == (("bust",), False)


@pytest.mark.parametrize("changes", [None, 3, {}, {"ippatsu": True}, {"bust": 3}, {"no": 1}])
def test_rules_that_change_nothing_or_are_none_are_refused(post, changes):
    answer = post(kind="rules", changes=changes)
    assert (answer.status_code, answer.json["error"]) == (400, "bad_command")
