"""Folding a game's entries: as far as it is lawful, and past what was retracted."""

from collections.abc import Sequence

import pytest

from companion.evidence import Cause
from companion.journal import Entry, replay
from companion.journal.replay import fact_of
from companion.riichi.facts import Discarded, Drawn, Fact, KyokuStarted
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS, Wind
from tests.journal.conftest import NOON

EAST, SOUTH, WEST, _ = SEATS
OPENING = KyokuStarted(Wind.EAST, EAST, 0, 0, (25_000,) * 4)
LAWFUL = (OPENING, Drawn(EAST), Discarded(EAST), Drawn(SOUTH), Discarded(SOUTH))


def entries_of(facts: Sequence[Fact], *retracted: int) -> tuple[Entry, ...]:
    told = [Entry(seq, NOON, fact, Cause.CAMERA) for seq, fact in enumerate(facts, 1)]
    taken = [Entry(seq, NOON, None, Cause.PERSON, gone) for seq, gone in enumerate(retracted, len(told) + 1)]
    return (*told, *taken)


def test_nothing_is_a_game_that_has_not_begun() -> None:
    outcome = replay((), TENHOU)
    assert (outcome.hanchan, outcome.entries, outcome.failure) == (begin(TENHOU), (), None)


def test_lawful_entries_are_all_followed() -> None:
    outcome = replay(entries_of(LAWFUL), TENHOU)
    hanchan = begin(TENHOU)
    for fact in LAWFUL:
        hanchan = apply_to_hanchan(hanchan, fact)
    assert outcome.hanchan == hanchan
    assert outcome.entries == entries_of(LAWFUL)
    assert (outcome.failure, outcome.beyond) == (None, ())


def test_a_retracted_entry_counts_as_if_it_had_never_been_written() -> None:
    slip = (*LAWFUL, Drawn(WEST), Discarded(WEST))
    outcome = replay(entries_of(slip, 7, 6), TENHOU)
    assert outcome.hanchan == replay(entries_of(LAWFUL), TENHOU).hanchan
    assert [entry.seq for entry in outcome.entries] == [1, 2, 3, 4, 5]


def test_what_the_rules_refuse_ends_the_replay_and_is_named() -> None:
    broken = (*LAWFUL, Drawn(EAST), Drawn(WEST))
    outcome = replay(entries_of(broken), TENHOU)
    assert outcome.hanchan == replay(entries_of(LAWFUL), TENHOU).hanchan
    assert outcome.failure is not None
    assert outcome.failure.error.reason is Reason.NOT_YOUR_TURN
    assert str(outcome.failure) == "entry 6, Drawn: It is another player's turn."
    assert [entry.seq for entry in outcome.beyond] == [6, 7]


def test_a_retraction_in_the_middle_shows_where_the_rest_no_longer_fits() -> None:
    outcome = replay(entries_of(LAWFUL, 3), TENHOU)
    assert outcome.failure is not None
    assert outcome.failure.entry.seq == 4
    assert [entry.seq for entry in outcome.entries] == [1, 2]


def test_a_retraction_tells_no_fact() -> None:
    with pytest.raises(ValueError, match="entry 6 tells no fact, it retracts entry 1"):
        fact_of(entries_of(LAWFUL, 1)[-1])
