"""Hands whose turns nobody followed, written and read again: nothing is invented, nothing is lost."""

import json

import pytest

from companion.evenings.importing import imported
from companion.haifu.gathering import gather
from companion.haifu.mjai import read_mjai
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.replaying import replay_record
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile, parse_tiles

A, B, C, D = SEATS
NAMES = ("Aki", "Ben", "Chie", "Dai")
DEAL = f.KyokuStarted(Wind.EAST, A, 0, 0, (25_000,) * 4, Tile("5z"))
RIICHI = (f.RiichiDeclared(B), f.RiichiAccepted(B))
RON = f.Won(A, f.WinBy.RON, C, value=f.HandValue(3, 30))


def kyoku(*facts, start=DEAL):
    return (f.HanchanStarted(NAMES, "tenhou"), start, *facts, f.KyokuEnded(), f.HanchanEnded())


HANDS = {
    "a ron after a riichi": (f.PlayUnfollowed(), *RIICHI, RON),
    "a stick that was told after a pon": (
        *(f.PlayUnfollowed(), f.RiichiDeclared(C), f.PonCalled(B, None, Tile("5z"), (Tile("5z"),) * 2)),
        *(f.RiichiAccepted(C), RON),
    ),
    "a ron on a riichi tile that was told early": (
        *(f.PlayUnfollowed(), f.RiichiDeclared(C), f.PonCalled(B, None, Tile("5z"), (Tile("5z"),) * 2), RON),
    ),
    "kans": (
        f.PlayUnfollowed(),
        f.AnkanDeclared(B, (None,) * 4),
        f.IndicatorRevealed(Tile("1m")),
        f.AnkanDeclared(B, (Tile("1z"),) * 4, is_late=True),
        f.IndicatorRevealed(Tile("3s")),
        f.KakanDeclared(D, None),
        f.IndicatorRevealed(None),
        f.Won(B, f.WinBy.TSUMO, B, value=f.HandValue(5, 30)),
    ),
    "a yakuman with who is liable": (
        f.PlayUnfollowed(),
        f.PonCalled(C, None, Tile("5z"), (Tile("5z"),) * 2),
        f.Won(C, f.WinBy.RON, A, value=f.HandValue(0, 0, 1, (("daisangen", 13),)), liable=B),
    ),
    "a draw": (f.PlayUnfollowed(), f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, (A, C))),
    "nagashi": (f.PlayUnfollowed(), f.Ryuukyoku(f.RyuukyokuKind.NAGASHI_MANGAN, (), (D,))),
    "chombo": (f.PlayUnfollowed(), f.Chombo(C)),
    "lost sight of in the middle": (f.Drawn(A), f.Discarded(A), f.PlayUnfollowed(), *RIICHI, RON),
    "followed again": (
        f.Drawn(A),
        f.Discarded(A, Tile("1z")),
        f.PlayUnfollowed(),
        *RIICHI,
        f.PlayFollowed(D, 40),
        f.Drawn(D),
        f.Discarded(D, Tile("9p"), tsumogiri=None),
        f.Won(B, f.WinBy.RON, D, Tile("9p"), value=f.HandValue(2, 40)),
    ),
}
every_hand = pytest.mark.parametrize("name", HANDS)


def record_of(name):
    return gather(kyoku(*HANDS[name]), TENHOU, NAMES)


def lines(record):
    return [json.loads(line) for line in write_mjai(record).splitlines()]


@every_hand
def test_mjai_brings_every_fact_back(name):
    record = record_of(name)
    back = read_mjai(write_mjai(record), "own")
    assert back.failure is None, back.failure
    played = [placed.fact for hand in back.hands for placed in hand.facts]
    assert played == list(kyoku(*HANDS[name])[1:-1])
    assert replay_record(back).mismatch_count == 0


@every_hand
def test_no_event_says_a_draw_or_a_discard_that_nobody_told(name):
    told = [fact for fact in HANDS[name] if isinstance(fact, f.Drawn | f.Discarded)]
    written = [event for event in lines(record_of(name)) if event["type"] in ("tsumo", "dahai")]
    assert len(written) == len(told)


def test_a_hand_without_turns_says_so_in_its_deal():
    events = lines(record_of("a ron after a riichi"))
    assert [event["type"] for event in events[1:-1]] == [
        *("start_kyoku", "reach", "reach_accepted", "hora", "end_kyoku"),
    ]
    assert events[1]["followed"] is False
    assert events[4]["deltas"] == [6_800, 0, -5_800, 0]
    assert events[4]["pai"] == "?"


def test_a_gap_within_a_hand_is_an_event():
    types = [event["type"] for event in lines(record_of("followed again"))]
    assert types[types.index("unfollowed") : types.index("followed") + 1] == [
        *("unfollowed", "reach", "reach_accepted", "followed"),
    ]


@every_hand
def test_tenhou6_writes_the_result_and_says_what_is_missing(name):
    game = json.loads(write_tenhou6(record_of(name)))
    assert game["title"][1].startswith("E1-0: kept by points")
    (sheet,) = game["log"]
    seen_before = sum(isinstance(fact, f.Discarded) for fact in HANDS[name][:2])
    assert sum(len(sheet[6 + 3 * seat]) for seat in range(4)) == seen_before
    assert sheet[-1][0] in ("和了", "流局", "流し満貫", "チョンボ")


def test_a_game_whose_turns_were_all_told_has_no_note():
    told = kyoku(f.Drawn(A), f.Won(A, f.WinBy.TSUMO, A, value=f.HandValue(2, 30)))
    assert json.loads(write_tenhou6(gather(told, TENHOU, NAMES)))["title"] == ["", ""]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"type":"unfollowed"}', "unfollowed where no turns are followed"),
        ('{"type":"followed","actor":9,"left":3}', "actor is 9"),
        ('{"type":"followed","actor":1,"left":99}', "left is 99"),
    ],
)
def test_a_gap_that_makes_no_sense_is_one_sentence(line, sentence):
    events = write_mjai(record_of("a draw")).splitlines()
    text = "\n".join([*events[:2], line, *events[2:]])
    assert sentence in str(read_mjai(text, "own").failure)


@pytest.mark.parametrize(
    "value", [f.HandValue(3, 40, 0, (("haku", 1), ("sanshoku_doujun", 1), ("dora", 1))), None]
)
def test_what_a_tile_that_nobody_saw_counts_for_is_neither_compared_nor_refused(value):
    """The two tiles that went into the pon were not seen, so nobody can say what the hand is worth."""
    pon = (
        f.Discarded(A, Tile("5z")),
        f.PonCalled(B, A, Tile("5z"), (None, None)),
        f.Discarded(B, Tile("1m")),
    )
    hand = tuple(parse_tiles("234m234p234s5p"))
    won = f.Won(B, f.WinBy.RON, C, Tile("5p"), hand, value=value)
    facts = kyoku(f.Drawn(A), *pon, f.Drawn(C), f.Discarded(C, Tile("5p")), won)
    text = write_mjai(gather(facts, TENHOU, NAMES))
    assert replay_record(read_mjai(text, "own")).mismatch_count == 0
    (brought,) = (fact for fact in imported(text.encode(), "own").facts if isinstance(fact, f.Won))
    assert brought.value == value
