"""A game as the hub's page shows it: the same as at the table, and nothing that is concealed."""

import json
import re
from dataclasses import replace

import pytest

from companion.club_page.game_view import Followed, GameState, game_now
from companion.evidence import Cause
from companion.journal import Draft, replay
from companion.projections.snapshot import plain, project
from companion.riichi.facts import Drawn, HanchanEnded, KyokuEnded, KyokuStarted, Won
from companion.riichi.presets import TENHOU
from companion.table_state import TableState
from tests.club_page.playing import NAMES, NOON, game_of, hands_of

TILE = re.compile(r"\b[0-9][mpsz]\b")


def entries_of(facts):
    drafts = (Draft(at=NOON, because=Cause.PRETEND, fact=fact) for fact in facts)
    return [draft.numbered(seq) for seq, draft in enumerate(drafts, 1)]


@pytest.mark.gate(1)
@pytest.mark.parametrize("seed", range(3))
def test_every_moment_is_what_the_table_shows(seed):
    entries = entries_of(game_of(seed))
    game = Followed(TENHOU)
    for at, entry in enumerate(entries, 1):
        assert game.take([entry])
        if at % 29 and not isinstance(entry.fact, KyokuStarted | KyokuEnded | Won):
            continue
        found = replay(entries[:at], TENHOU)
        state = TableState(at, "a game", found.hanchan, last_kyoku=found.last_kyoku)
        shown = project(state, last_kyoku=found.last_kyoku)
        now = game.now
        assert [(one.name, one.wind) for one in now.seats] == [(one.name, one.wind) for one in shown.seats]
        paid = shown.result.points if shown.result else [one.points for one in shown.seats]
        if not shown.final:
            assert [one.points for one in now.seats] == list(paid)
        if shown.result is None:
            assert [one.riichi for one in now.seats] == [one.riichi is not None for one in shown.seats]
            assert [one.place for one in now.seats] == [one.place for one in shown.seats]
        if shown.result:
            assert not any(one.riichi for one in now.seats)
            assert now.last is not None
            assert now.last.deltas == shown.result.deltas
            assert [win.seat for win in now.last.wins] == [win.seat for win in shown.result.wins]
        if shown.final:
            assert {at: (one.points, one.score) for at, one in enumerate(now.seats)} == {
                one.seat: (one.points, one.score) for one in shown.final
            }
    assert game.now.state is GameState.OVER


def test_sticks_that_lie_there_at_the_end_of_a_game_are_in_its_points():
    game = Followed(TENHOU)
    assert game.take(entries_of(game_of(6)))
    assert game.now.round.kyoutaku == 2
    assert [one.points for one in game.now.seats] == [36_900, 26_600, 9_200, 27_300]


def test_entry_by_entry_and_all_at_once_are_the_same():
    entries = entries_of(game_of(7))
    game = Followed(TENHOU)
    for entry in entries:
        assert game.take([entry])
    assert game.now == Followed.from_first(TENHOU, entries).now
    assert game.seq == len(entries)


def test_no_tile_of_anybody_is_shown_even_where_the_journal_knows_all_hands():
    entries = entries_of(game_of(3, see_all=True))
    assert '"1m"' in json.dumps([str(entry.fact) for entry in entries]).replace("'", '"').replace('\\"', '"')
    game = Followed(TENHOU)
    for entry in entries:
        game.take([entry])
        if entry.seq % 40 == 0:
            assert not [text for text in _texts(plain(game.now)) if TILE.search(text)]


def _texts(value):
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("change", [{"fact": None, "retracts": 40}, {"before": 40}])
def test_a_changed_past_is_read_anew(change):
    entries = entries_of(game_of(1))
    game = Followed(TENHOU)
    assert game.take(entries[:50])
    assert not game.take([replace(entries[50], **change)])


def test_after_an_undo_the_points_are_those_from_before_it():
    entries = entries_of(game_of(1))
    won = next(entry for entry in entries if isinstance(entry.fact, Won))
    undone = Draft(at=NOON, because=Cause.PERSON, retracts=won.seq).numbered(won.seq + 1)
    game = Followed.from_first(TENHOU, [*entries[: won.seq], undone])
    assert game.now.state is GameState.PLAYED
    assert game.now == Followed.from_first(TENHOU, entries[: won.seq - 1]).now
    assert game.now != Followed.from_first(TENHOU, entries[: won.seq]).now


def test_what_the_rules_refuse_is_said_and_nothing_is_guessed():
    entries = entries_of([*game_of(1)[:20], KyokuEnded()])
    game = Followed(TENHOU)
    assert game.take(entries)
    assert game.now.is_unclear
    assert game.now == replace(Followed.from_first(TENHOU, entries[:20]).now, is_unclear=True)
    assert not game.take(entries_of([Drawn(0)]))


def test_states_of_a_game():
    facts = game_of(2)
    first_end = next(at for at, fact in enumerate(facts) if isinstance(fact, KyokuEnded))
    states = [
        Followed.from_first(TENHOU, entries_of(part)).now.state
        for part in (facts[:1], facts[:10], facts[:first_end], facts[: first_end + 1])
    ]
    assert states == [GameState.SEATED, GameState.PLAYED, GameState.BETWEEN, GameState.BETWEEN]
    closed = replay(entries_of([*facts[: first_end + 1], HanchanEnded()]), TENHOU)
    assert game_now(closed.hanchan, closed.last_kyoku).state is GameState.OVER
    assert [one.name for one in game_now(closed.hanchan, closed.last_kyoku).seats] == list(NAMES)


def test_once_time_was_called_the_hands_after_one_that_is_over_are_said():
    facts = hands_of(3, 1)[:-1]
    played, over = (replay(entries_of(some), TENHOU).hanchan for some in (facts[:-1], facts))
    for hanchan, left, said in ((played, 2, 2), (played, 1, 1), (over, 2, 1), (over, 1, None)):
        timed = replace(hanchan, kyoku=replace(hanchan.kyoku, hands_left=left))
        assert game_now(timed, None).hands_left == said
