"""What people agree on beside the play is told, taken back, told again and put right like everything else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evidence import Answer, Depth, Done, Refusal, Refused
from companion.evidence.sights import SeenTile
from companion.journal import MemoryJournal
from companion.riichi import facts as f
from companion.riichi import tea_facts as t
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.tiles import Tile
from companion.table_state import Undoes
from tests.table_loop.people import E, N, People, S, W, refused, sat_down
from tests.toolbox.sightings import visible

NO_BUST = t.RulesChanged(replace(TENHOU, bust=False), ("bust",))
SWAP = t.SeatsChanged((W, S, E, N), t.Carried.POINTS)


def agreed(people: People, *facts: f.Fact) -> Answer:
    return people.tell(*facts)


def played(people: People) -> None:
    """One hand to its result, paid."""
    people.deal(Depth.POINTS)
    people.tell(f.Won(S, f.WinBy.RON, W, value=f.HandValue(4, 30)))


def seated() -> People:
    people = People()
    people.start()
    return people


def test_an_agreement_is_an_entry_that_can_be_taken_back_and_told_again() -> None:
    people = seated()
    before = people.keeper.state.hanchan
    for fact in (t.PlayerSubstituted(W, "Zoe"), t.PlayerRenamed(E, "Ann"), NO_BUST, SWAP, t.GamePaused()):
        assert isinstance(agreed(people, fact), Done)
        assert people.facts[-1] == fact
        after = people.keeper.state.hanchan
        assert people.keeper.state.undoes == Undoes(type(fact).__name__, getattr(fact, "seat", None))
        people.undo()
        assert people.keeper.state.hanchan == before
        people.redo()
        assert people.keeper.state.hanchan == after
        before = after


@pytest.mark.parametrize(
    "fact", [SWAP, t.PointsSet((25_000, 32_700, 17_300, 25_000), 0), t.PlayerSubstituted(W, "Zoe")]
)
def test_a_result_that_stands_is_paid_before_points_are_counted(fact: f.Fact) -> None:
    people = seated()
    played(people)
    stood = people.keeper.state.hanchan
    assert isinstance(agreed(people, fact), Done)
    assert people.facts[-2:] == [f.KyokuEnded(), fact]
    assert sorted(people.keeper.state.hanchan.points) == [17_300, 25_000, 25_000, 32_700]
    people.undo()
    assert people.keeper.state.hanchan == stood


def test_a_win_without_a_value_cannot_be_paid_for_it() -> None:
    people = seated()
    people.deal(Depth.POINTS)
    people.tell(f.Won(S, f.WinBy.RON, W))
    assert refused(agreed(people, SWAP)) is Refusal.VALUE_MISSING


def test_nothing_is_agreed_on_where_nobody_plays() -> None:
    assert refused(agreed(People(), t.GamePaused())) is Refusal.NO_GAME


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        (t.PlayerSubstituted(W, "Anna"), Reason.SITS_ALREADY),
        (t.PlayerRenamed(W, "Anna"), Reason.NAME_TAKEN),
        (t.PlayerSubstituted(W, "Ａnna"), Reason.SITS_ALREADY),
        (t.PlayerRenamed(W, "An\u200dna"), Reason.NAME_TAKEN),
        (t.RulesChanged(replace(TENHOU, start_points=30_000), ("start_points",)), Reason.RULE_FIXED),
        (SWAP, Reason.KYOKU_NOT_OVER),
        (t.PointsSet((25_000,) * 4, 0), Reason.KYOKU_NOT_OVER),
        (t.GameResumed(), Reason.NOT_PAUSED),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(fact: f.Fact, reason: Reason) -> None:
    people = sat_down()
    before = people.keeper.state.hanchan
    answer = agreed(people, fact)
    assert isinstance(answer, Refused)
    assert (answer.because, answer.sentence.split(" (")[0]) == (reason, reason.sentence)
    assert people.keeper.state.hanchan == before


def test_who_comes_back_is_known_by_the_name_of_before_however_it_is_typed() -> None:
    people = People()
    people.start("Aki\u3000Sato", "Chloe\u0301", "Chie", "Dai")
    agreed(people, t.PlayerSubstituted(E, "Zoe"))
    agreed(people, t.PlayerSubstituted(W, "aki sato"))
    assert people.facts[-1] == t.PlayerSubstituted(W, "Aki\u3000Sato")
    agreed(people, t.PlayerRenamed(S, "Chloé"))
    sitting = people.keeper.state.hanchan.sitting
    assert sitting.people == ("Aki\u3000Sato", "Chloé", "Chie", "Dai", "Zoe")
    assert sitting.at == (4, 1, 0, 3)


def test_a_name_that_is_put_right_is_known_however_it_is_typed() -> None:
    people = seated()
    agreed(people, t.PlayerSubstituted(W, "Zoe"))
    agreed(people, t.PlayerSubstituted(W, "Yui"))
    wrong = people.seq_of(t.PlayerSubstituted, 1)
    assert isinstance(people.correct((wrong,), t.PlayerSubstituted(W, "Ｃhie"), before=wrong), Done)
    assert people.facts[-1] == t.PlayerSubstituted(W, "Chie")
    assert people.keeper.state.hanchan.sitting.people == ("Anna", "Ben", "Chie", "Dai", "Zoe")
    assert isinstance(people.correct((), t.PlayerRenamed(N, "Ａnna")), Refused)


def test_names_that_look_alike_in_an_old_game_are_read_as_they_are() -> None:
    people = People()
    people.start("Chloé", "Chloe\u0301", "Chie", "Dai")
    assert people.keeper.state.hanchan.sitting.people[:2] == ("Chloé", "Chloe\u0301")
    agreed(people, t.PlayerRenamed(S, "Chloe"))
    assert people.keeper.state.hanchan.sitting.people[:2] == ("Chloé", "Chloe")


def test_an_agreement_of_long_ago_is_put_right_and_later_points_stay() -> None:
    people = seated()
    played(people)
    people.deal(Depth.POINTS)
    people.tell(f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, (S,)))
    agreed(people, SWAP)
    swap = people.entries[-1].seq
    played(people)
    people.deal(Depth.POINTS)
    assert people.keeper.state.hanchan.names == ("Chie", "Ben", "Anna", "Dai")
    assert isinstance(people.correct((swap,)), Done)
    hanchan = people.keeper.state.hanchan
    assert hanchan.names == ("Anna", "Ben", "Chie", "Dai")
    assert sum(hanchan.points) == 100_000
    # The hand after the swap paid from seat to seat as it was told; what was swapped lies where it lay.
    assert hanchan.points[E] == 25_000 - 1_000


def test_a_rule_that_was_never_changed_is_as_it_was_in_every_hand() -> None:
    people = seated()
    agreed(people, NO_BUST)
    rule = people.entries[-1].seq
    people.deal(Depth.POINTS)
    assert not people.keeper.state.hanchan.rules.bust
    assert isinstance(people.correct((rule,)), Done)
    assert people.keeper.state.hanchan.rules == TENHOU


def test_what_a_restart_finds_is_what_was_agreed_on() -> None:
    journal = MemoryJournal()
    people = People(journal)
    people.start()
    for fact in (NO_BUST, t.PlayerSubstituted(W, "Zoe"), t.PlayerLeft(E), t.GamePaused()):
        agreed(people, fact)
    assert People(journal).keeper.state.hanchan == people.keeper.state.hanchan


def test_the_camera_does_not_look_while_the_game_rests(caplog: pytest.LogCaptureFixture) -> None:
    people = sat_down(Depth.FULL)
    seen = visible(people.kyoku)
    east = replace(seen.seats[E], river=(SeenTile(Tile("1z")),))
    lies = replace(seen, seats=(east, *seen.seats[1:]))
    agreed(people, t.GamePaused())
    told = people.journal.last_seq
    people.keeper.see(lies)
    assert people.journal.last_seq == told
    assert not people.keeper.state.questions
    assert not caplog.records
    agreed(people, t.GameResumed())
    people.keeper.see(lies)
    assert f.Discarded(E, Tile("1z")) in people.facts or people.keeper.state.questions


seats = st.sampled_from((E, S, W, N))
names = st.sampled_from(("Anna", "ben", "Zoe", "Yui", " "))
rules = st.sampled_from(
    (
        NO_BUST,
        t.RulesChanged(replace(TENHOU, rounds=1), ("rounds",)),
        t.RulesChanged(replace(TENHOU, honba_points=1_500, ippatsu=False), ("honba_points", "ippatsu")),
        t.RulesChanged(TENHOU, ("players",)),
    )
)
agreements = st.one_of(
    st.just(t.GamePaused()),
    st.just(t.GameResumed()),
    st.builds(t.PlayerSubstituted, seats, names),
    st.builds(t.PlayerRenamed, seats, names),
    st.builds(t.PlayerLeft, seats),
    st.builds(t.PlayerReturned, seats),
    st.builds(t.SeatsChanged, st.permutations((E, S, W, N)).map(tuple), st.sampled_from(t.Carried)),
    rules,
    st.builds(
        t.PointsSet, st.just((24_000, 26_000, 25_000, 24_000)) | st.just((25_000,) * 4), st.integers(0, 1)
    ),
)
acts = st.one_of(
    agreements, agreements, st.sampled_from(("deal", "ron", "draw", "undo", "redo", "bind", "retract"))
)


def act(people: People, what: f.Fact | str, chosen: int) -> Answer:
    match what:
        case "deal":
            return people.deal(Depth.POINTS)
        case "ron":
            return people.tell(f.Won(S, f.WinBy.RON, W, value=f.HandValue(4, 30)))
        case "draw":
            return people.tell(f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, (S,)))
        case "undo":
            return people.undo()
        case "redo":
            return people.redo()
        case "bind":
            return people.tell(f.SeatsBound("BCDA"))
        case "retract":
            told = [entry.seq for entry in people.entries if isinstance(entry.fact, t.TeaFact)]
            return people.correct((told[chosen % len(told)] if told else 999,))
        case _:
            assert not isinstance(what, str)
            return agreed(people, what)


@given(st.lists(st.tuples(acts, st.integers(0, 50)), max_size=40))
@settings(max_examples=120)
def test_any_mix_is_what_a_restart_finds_and_an_undo_takes_all_of_it_back(
    mix: list[tuple[f.Fact | str, int]],
) -> None:
    people = seated()
    for what, chosen in mix:
        # `do` compares what is shown with what the journal says, after each of them.
        before = people.keeper.state.hanchan
        answer = act(people, what, chosen)
        if isinstance(answer, Refused):
            assert people.keeper.state.hanchan == before
        elif what not in ("undo", "redo"):
            after = people.keeper.state.hanchan
            people.undo()
            assert people.keeper.state.hanchan == before
            people.redo()
            assert people.keeper.state.hanchan == after
        hanchan = people.keeper.state.hanchan
        points = (hanchan.points, hanchan.kyoutaku) if hanchan.kyoku is None else (hanchan.kyoku.points, 0)
        assert sum(points[0]) in (100_000, 99_000, 98_000)
        assert sorted(hanchan.sitting.stakes) == [0, 1, 2, 3]
        assert len(set(hanchan.sitting.at)) == 4
