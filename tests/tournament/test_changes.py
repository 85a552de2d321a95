"""What an organiser says: it is written and read exactly, and what cannot be is refused in one sentence."""

from dataclasses import replace
from typing import get_args

import pytest

from companion.haifu.texts import LONGEST_NAME
from companion.player_clock import ClockRules, PlayerClockSet
from companion.riichi.presets import EMA, TENHOU_3P, WRC
from companion.riichi.ruleset import TimeLimit
from companion.tournament.changes import (
    Change,
    ClockPaused,
    ClockResumed,
    CutMade,
    Entrant,
    GameChosen,
    LengthSet,
    PenaltyGiven,
    PlayerFixed,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    PlayersAdded,
    PlayersSwapped,
    Record,
    RecordCorrupt,
    ResultTyped,
    RoundsSeated,
    RoundStarted,
    RulesSet,
    SpareTookOver,
    TableGiven,
    TeamSet,
    TieBreak,
    TimeGiven,
    TimeSet,
    TitleSet,
    Undone,
    decode_record,
    encode_record,
)
from companion.tournament.folding import ChangeRefused, changed
from companion.tournament.recording import folded, undoing, with_changes
from companion.tournament.results import results_of
from tests.tournament.evenings import POINTS, Evening

ONE_OF_EACH = (
    TitleSet("Wednesday"),
    RulesSet(EMA, TieBreak.PLACES),
    LengthSet(4),
    TimeSet(60, TimeLimit.ONE_MORE),
    PlayerClockSet(ClockRules(360, 6, 60)),
    PlayersAdded((Entrant("Anna", "North"), Entrant("Süß 花子", is_substitute=True))),
    PlayerRenamed(1, "Anne"),
    TeamSet(1, ""),
    PlayerFixed(1, 2),
    PlayerLeft(1),
    PlayerReturned(1),
    TableGiven(1, "0badcafe"),
    SpareTookOver("0badcafe", "0badbeef"),
    RoundsSeated(1, (((1, 2, 3, 4), (5, 6, 7, 8)),)),
    RoundStarted(1, 1_700_000_000.25, (("0badcafe", 3),)),
    ClockPaused(5.0),
    ClockResumed(6.0),
    TimeGiven(0, -5),
    PlayersSwapped(1, 2, 3),
    PenaltyGiven(1, 20_000, "late", 1),
    GameChosen(1, 1, "0badcafe", 4),
    ResultTyped(1, 1, (40_000, 30_000, 30_000, 20_000)),
    CutMade(1, (1, 2, 3, 4), 50),
    Undone(3),
)


def test_every_kind_of_change_is_tried_here():
    assert {type(one) for one in ONE_OF_EACH} == set(get_args(Change))


@pytest.mark.parametrize("change", ONE_OF_EACH, ids=lambda one: type(one).__name__)
def test_what_is_written_is_read_again(change):
    record = Record(7, 1_700_000_000.5, change)
    line = encode_record(record)
    assert "\n" not in line
    assert decode_record(line) == record
    assert encode_record(decode_record(line)) == line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"revision":1,"at":0,"change":{"is":"Explode"}}', "'Explode' is not a kind of change"),
        ('{"revision":1,"at":0,"change":{"is":"LengthSet","rounds":"4"}}', "'4' is not a valid int"),
        ('{"revision":1,"at":0,"change":{"is":"LengthSet","rounds":4,"more":1}}', "unknown field 'more'"),
        ('{"revision":1,"at":-1,"change":{"is":"LengthSet","rounds":4}}', "-1 is not a moment"),
        ('{"revision":1,"at":0,"change":{"is":"RoundsSeated","first":1,"rounds":[[[1,2,3]]]}}', "list of 4"),
    ],
)
def test_what_is_not_exactly_a_record_is_refused(line, said):
    with pytest.raises(RecordCorrupt, match=said):
        decode_record(line)


def begun(**args) -> Evening:
    evening = Evening(8, 2, **args)
    evening.plan()
    evening.start()
    return evening


BEFORE = [
    (TitleSet("  "), "a title must be one line of at most 60 characters"),
    (TitleSet("a\u200bb"), "characters that cannot be shown"),
    (RulesSet(TENHOU_3P), "rules for four players"),
    (LengthSet(0), "1 to 40 rounds"),
    (TimeSet(60, TimeLimit.NONE), "say minutes and what is played after them"),
    (TimeSet(-1, TimeLimit.ONE_MORE), "at most 1440 minutes"),
    (PlayersAdded(()), "say who takes part"),
    (PlayersAdded((Entrant("player  1 "),)), "'player 1' is entered already"),
    (PlayersAdded((Entrant("Zoe"), Entrant("zoe"))), "'zoe' is entered already"),
    (PlayersAdded(tuple(Entrant(f"more {number}") for number in range(2_000))), "more than 2000 players"),
    (PlayerRenamed(1, "Player 2"), "another player is called 'Player 2'"),
    (PlayerRenamed(99, "Zoe"), "there is no player 99"),
    (PlayerFixed(1, -1), "tables are counted from 1"),
    (PlayerReturned(1), "Player 1 has not left"),
    (TableGiven(0, "0badcafe"), "tables are counted from 1"),
    (SpareTookOver("00000001", "00000002"), "the spare follows a table already"),
    (SpareTookOver("00000001", ""), "the spare follows a table already"),
    (RoundStarted(2, 0.0), "round 1 is the next"),
    (RoundStarted(1, 0.0), "nobody is seated in round 1: plan it first"),
    (ClockPaused(1.0), "no round has begun"),
    (TimeGiven(1, 5), "no round has begun"),
    (PlayersSwapped(1, 1, 2), "nobody is seated in round 1"),
    (RoundsSeated(2, (((1, 2, 3, 4),),)), "round 1 has to be seated first"),
    (RoundsSeated(1, ()), "say who sits where"),
    (RoundsSeated(1, ((),)), "round 1: there is no table"),
    (RoundsSeated(1, (((1, 2, 3, 3),),)), "round 1: Player 3 sits at two places"),
    (RoundsSeated(1, (((1, 2, 3, 9),),)), r"round 1: \? does not play"),
    (RoundsSeated(1, (((1, 2, 3, 4),),) * 3), "the last round is round 2"),
    (PenaltyGiven(1, 0), "a penalty is 1 to"),
    (PenaltyGiven(1, 100, "", 9), "there is no round 9"),
    (CutMade(0, (1, 2, 3, 4), 100), "no round was played yet"),
    (Undone(1), "counts only in a list of changes"),
]


@pytest.mark.parametrize(("change", "said"), BEFORE, ids=lambda one: type(one).__name__)
def test_what_cannot_be_before_a_round_is_one_sentence(change, said):
    before = Evening(8, 2).now
    with pytest.raises(ChangeRefused, match=said):
        changed(before, change)


LATER = [
    (RulesSet(EMA), "the rules cannot change"),
    (RoundStarted(1, 0.0), "round 2 is the next"),
    (RoundsSeated(1, (((1, 2, 3, 4),),)), "round 1 has begun: its seats stay"),
    (ClockResumed(1.0), "the clock runs already"),
    (TimeGiven(1, 5), "this round has no time limit"),
    (PlayersSwapped(1, 2, 2), "two different players"),
    (GameChosen(1, 3, "0badcafe", 1), "round 1 has tables 1 to 2"),
    (GameChosen(2, 1, "0badcafe", 1), "round 2 has not begun"),
    (ResultTyped(1, 1, (1, 2, 3, 4)), "points are multiples of 100"),
    (ResultTyped(1, 1, (40_000, 30_000, 30_000, 30_000)), "the points add up to 130,000, not 120,000"),
    (CutMade(2, (1, 2, 3, 4), 100), "a cut is made after round 1"),
    (CutMade(1, (1, 2, 3), 100), "four players go on, or eight"),
    (CutMade(1, (1, 2, 3, 3), 100), "a player is named twice"),
    (CutMade(1, (1, 2, 3, 9), 100), "those who left and substitutes cannot go on"),
    (CutMade(1, (1, 2, 3, 4), 101), "0 to 100 percent"),
]


@pytest.mark.gate(5)
@pytest.mark.parametrize(("change", "said"), LATER, ids=lambda one: type(one).__name__)
def test_what_cannot_be_once_a_round_is_played_is_one_sentence(change, said):
    with pytest.raises(ChangeRefused, match=said):
        changed(begun(substitutes=1).now, change)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (PlayersAdded((Entrant("Zoé"), Entrant("Zoe\u0301"))), "'Zoé' is entered already"),
        (PlayersAdded((Entrant("Ｐlayer\u3000１"),)), "two players would have names that look alike"),
        (PlayerRenamed(1, "Player\u200d 2"), "another player is called 'Player 2'"),
        (PlayerRenamed(1, "Ｐlayer 2"), "two players would have names that look alike"),
    ],
)
def test_a_name_that_looks_like_another_players_is_refused(change, said):
    evening = Evening(8, 2)
    with pytest.raises(ChangeRefused, match=said):
        evening.say(change)


def test_a_player_is_found_however_the_name_is_typed():
    evening = Evening(8, 2)
    evening.say(PlayersAdded((Entrant("Chloe\u0301\u3000 Ito\u200d"), Entrant("\U0001f469\u200d\U0001f467"))))
    assert [one.name for one in evening.now.players[8:]] == ["Chloé Ito", "\U0001f469\u200d\U0001f467"]
    assert evening.now.called("CHLOÉ  ito") == evening.now.players[8]


def test_two_players_of_an_old_file_who_look_alike_stay_two():
    players = PlayersAdded((Entrant("Chloé"), Entrant("Chloe\u0301"), Entrant("Ａki"), Entrant("Aki")))
    records = (Record(1, 0.0, players),)
    now = folded(records)
    for one in now.players:
        assert now.called(one.name) == one
    assert now.called("ＡKI").name == "Ａki"
    assert folded(with_changes(records, (TitleSet("Spring"),), 1.0)).players == now.players


def test_a_name_that_is_too_long_for_a_table_is_refused_and_stays_in_an_old_file():
    long, evening = "N" * (LONGEST_NAME + 1), Evening(8, 2)
    sentence = "^a player's name must be one line of at most 40 characters"
    for change in (PlayersAdded((Entrant("Ann"), Entrant(long))), PlayerRenamed(1, long)):
        with pytest.raises(ChangeRefused, match=f"{sentence}; this is not: {long}$"):
            evening.say(change)
    with pytest.raises(ChangeRefused, match=f"{sentence}$"):
        evening.say(PlayerRenamed(1, " "))
    records = (Record(1, 0.0, PlayersAdded((Entrant(long),))),)
    now = folded(with_changes(records, (PlayersAdded((Entrant(long[1:]),)),), 1.0))
    assert [one.name for one in now.players] == [long, long[1:]]


def test_all_changes_are_kept_or_none():
    evening = Evening(8, 2)
    before = evening.records
    with pytest.raises(ChangeRefused, match="there is no player 99"):
        evening.say(LengthSet(3), PlayerLeft(99))
    assert evening.records == before


def test_a_change_is_undone_and_brought_back_and_each_has_a_revision():
    evening = Evening(8, 2)
    was = evening.now
    left = evening.say(PlayerLeft(3))
    undone = evening.say(Undone(left))
    assert replace(evening.now, revision=0) == replace(was, revision=0)
    evening.say(Undone(undone))
    assert evening.now.player(3).is_away
    assert evening.now.revision == len(evening.records) == undone + 1


def test_what_a_later_change_needs_is_not_undone():
    evening = begun()
    seated = next(one.revision for one in evening.records if isinstance(one.change, RoundsSeated))
    with pytest.raises(
        ChangeRefused, match=f"change {seated} cannot be undone, because a later one needs it: nobody"
    ):
        evening.say(Undone(seated))
    with pytest.raises(ChangeRefused, match="there is no change 999"):
        evening.say(Undone(999))
    given = evening.say(PenaltyGiven(1, 1_000))
    evening.say(Undone(given))
    with pytest.raises(ChangeRefused, match="was undone before"):
        evening.say(Undone(given))


@pytest.mark.parametrize(
    "said", [RulesSet(WRC), RulesSet(EMA, TieBreak.PLACES), TimeSet(60, TimeLimit.ONE_MORE)]
)
def test_no_undoing_changes_the_rules_or_the_time_limit_of_a_round_that_has_begun(said):
    evening = Evening(8, 2)
    evening.plan()
    needed = evening.say(said)
    started = evening.start()
    before = evening.now
    with pytest.raises(ChangeRefused, match=f"change {needed} cannot be undone: a round has begun with it"):
        evening.say(Undone(needed))
    assert evening.now == before
    # What is for later rounds alone can be undone, and so can the change once the round is undone.
    evening.say(Undone(evening.say(TimeSet(30, TimeLimit.THIS_HAND))))
    evening.say(Undone(started))
    undone = evening.say(Undone(needed))
    evening.start()
    with pytest.raises(ChangeRefused, match=f"change {undone} cannot be undone: a round has begun with it"):
        evening.say(Undone(undone))


def test_no_undoing_gives_a_round_that_has_begun_the_seats_of_an_earlier_plan():
    evening = Evening(8, 2)
    evening.plan(seed=1)
    evening.plan(seed=2)
    second = evening.records[-1].revision
    assert isinstance(evening.records[-1].change, RoundsSeated)
    started = evening.start()
    typed = evening.say(ResultTyped(1, 1, POINTS[0]))
    before = evening.now
    with pytest.raises(ChangeRefused, match=f"change {second} cannot be undone: a round has begun with it"):
        evening.say(Undone(second))
    assert evening.now == before
    swapped = evening.say(PlayersSwapped(1, *(seats[0] for seats in before.current.tables)))
    evening.say(Undone(swapped))  # what was wrong about the people can be taken back
    assert evening.now.current == before.current
    for revision in (typed, started, second):
        evening.say(Undone(revision))
    assert evening.now.rounds[0].tables != before.rounds[0].tables


def test_a_new_penalty_is_a_multiple_of_a_hundred_and_a_file_with_another_still_reads():
    evening = Evening(8, 2)
    with pytest.raises(ChangeRefused, match="a penalty is a multiple of 100 points"):
        evening.say(PenaltyGiven(1, 1_050))
    evening.records += (Record(evening.now.revision + 1, 0.0, PenaltyGiven(1, 1_050)),)
    evening.say(PenaltyGiven(2, 100))
    assert [one.points for one in evening.now.penalties] == [1_050, 100]


def test_no_undoing_gives_a_player_the_number_of_another():
    evening = Evening(8, 2)
    ida, jon = (evening.say(PlayersAdded((Entrant(name),))) for name in ("Ida", "Jon"))
    given = evening.say(PenaltyGiven(10, 1_000))
    with pytest.raises(ChangeRefused, match="only the players who were entered last"):
        evening.say(Undone(ida))
    assert evening.now.name(10) == "Jon"
    evening.say(Undone(given), Undone(jon))
    undone = evening.say(Undone(ida))
    evening.say(PlayersAdded((Entrant("Kim"),)))
    with pytest.raises(ChangeRefused, match="only the players who were entered last"):
        evening.say(Undone(undone))
    assert evening.now.name(9) == "Kim"


def test_whoever_comes_or_goes_unseats_only_rounds_that_have_not_begun():
    for change in (PlayerLeft(3), PlayersAdded((Entrant("Zoe"),)), PlayerFixed(2, 1)):
        evening = begun()
        played = evening.now.rounds[0]
        evening.say(change)
        assert evening.now.rounds == (played,)


def test_the_clock_of_a_round_stands_still_goes_on_and_is_longer_at_one_table():
    evening = Evening(8, 2)
    evening.plan()
    evening.say(TimeSet(60, TimeLimit.ONE_MORE))
    evening.say(RoundStarted(1, 10_000.0))
    evening.say(ClockPaused(10_060.0))
    assert evening.now.current.clock.elapsed_s(20_000.0) == 60
    evening.say(ClockResumed(10_160.0), TimeGiven(2, 10), TimeGiven(0, 5))
    clock = evening.now.current.clock
    assert clock.elapsed_s(10_260.0) == 160
    assert clock.left_s(1, 10_260.0) == 65 * 60 - 160
    assert clock.left_s(2, 10_260.0) == 75 * 60 - 160
    # A wall clock that was turned back does not make the round younger than nothing.
    assert clock.elapsed_s(0.0) == 0


def test_the_reason_of_a_penalty_is_one_line():
    evening = Evening(8, 2)
    evening.say(PenaltyGiven(1, 100, "late\nagain"))
    assert evening.now.penalties[0].reason == "late again"
    with pytest.raises(ChangeRefused, match="a reason must be one line of at most 60 characters"):
        evening.say(PenaltyGiven(1, 100, "x" * 61))


def test_four_people_always_sit_at_one_table_and_another_only_once_somebody_has_left():
    evening = Evening(8, 2)
    evening.say(*(PlayerFixed(number, 1) for number in (1, 2, 3, 4)))
    with pytest.raises(ChangeRefused, match="four others always sit at table 1"):
        evening.say(PlayerFixed(5, 1))
    evening.say(PlayerLeft(2), PlayerFixed(5, 1))
    assert evening.now.player(5).table == 1


def test_whoever_always_sits_at_a_table_that_is_not_there_is_named():
    evening = Evening(4, 1)
    evening.say(PlayerFixed(2, 3))
    with pytest.raises(ChangeRefused, match="Player 2 always sits at table 3, and there is only one table"):
        evening.plan()


def test_the_fold_of_nothing_is_an_empty_tournament():
    assert folded(()).players == ()


def test_with_a_spare_every_round_counts_its_games_instead():
    evening = Evening(8, 3)
    evening.plan()
    evening.play_round()
    evening.play_round()
    old = evening.now.companions[1]
    evening.say(GameChosen(1, 1, old, 1))
    before = results_of(evening.now, evening.games)
    # Its copy has the same games; what the old machine adds is none of the tournament's.
    of_old = [game for game in evening.games if game.companion == old]
    evening.games += [replace(game, companion="0badbeef") for game in of_old]
    evening.play(1, POINTS[2], companion=old)
    took_over = evening.say(SpareTookOver(old, "0badbeef"))
    after = results_of(evening.now, evening.games)
    assert [(one.state, one.seats, one.doubts) for one in after] == [
        (one.state, one.seats, one.doubts) for one in before
    ]
    assert evening.now.companions[1] == "0badbeef"
    assert not evening.now.has_companion(old)
    evening.play_round()
    assert [doubt for one in results_of(evening.now, evening.games) for doubt in one.doubts] == []
    evening.say(Undone(took_over))
    assert evening.now.companions[1] == old


def test_what_gave_a_machine_its_table_is_taken_back_and_again_after_a_spare_took_over():
    evening = Evening(4, 2)
    evening.say(TableGiven(1, ""))
    evening.plan()
    given = evening.say(RoundStarted(1, 60.0), TableGiven(1, "0badcafe"))
    evening.say(SpareTookOver("0badcafe", "0badbeef"))
    undone = evening.say(*undoing(evening.records, given))
    assert (evening.now.begun, evening.now.companions) == (0, {})
    with pytest.raises(ChangeRefused, match="that companion follows no table"):
        evening.say(SpareTookOver("0badcafe", "5ca4e000"))
    evening.say(*undoing(evening.records, undone))
    assert (evening.now.begun, evening.now.companions) == (1, {1: "0badbeef"})
