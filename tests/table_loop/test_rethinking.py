"""A tape is thought again: the same facts where nothing has changed, and each difference by name."""

from dataclasses import replace
from itertools import count

import pytest

from companion.evidence import CorrectAsked, FinishAsked, Refused, StartAsked
from companion.intake.tape.events import AskedFor, Head, Noticed, Saw, Trusted, Turned, Wrote
from companion.intake.tape.reading import read_tape
from companion.journal import GameNumber, MemoryJournal
from companion.riichi.facts import Discarded, Drawn
from companion.riichi.presets import M_LEAGUE, TENHOU
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from companion.scribe.mind import Trust
from companion.table_loop.rethinking import Changed, rethink
from tests.tapes.making import EVENINGS, HEAD, NAMES, TapedTable


@pytest.fixture
def heard(tmp_path):
    """A tape as it is read, from the table that was overheard."""

    def read(table: TapedTable):
        path = tmp_path / "evening.tape"
        path.write_bytes(table.end())
        tape = read_tape(path)
        return tape.head, list(tape.lines())

    return read


def changes(found):
    return [change for game in found.games for change in game.changes]


def with_other_tile(heard):
    """As if an 8p had been written where a 9p was."""
    if not isinstance(heard, Wrote):
        return heard
    right, wrong = Discarded(Seat(1), Tile("9p")), Discarded(Seat(1), Tile("8p"))
    entries = (replace(one, fact=wrong) if one.fact == right else one for one in heard.entries)
    return replace(heard, entries=tuple(entries))


@pytest.mark.parametrize("name", EVENINGS)
def test_the_same_scribe_writes_the_same(name, heard):
    table = EVENINGS[name]()
    found = rethink(*heard(table))
    assert changes(found) == []
    assert len(found.games) == len(table.memory.games())


def test_a_fact_that_is_read_otherwise_today_is_a_change(heard):
    head, lines = heard(EVENINGS["small"]())
    others = [replace(line, heard=with_other_tile(line.heard)) for line in lines]
    found = rethink(head, others)
    assert changes(found) == [Changed(6, Discarded(Seat(1), Tile("8p")), Discarded(Seat(1), Tile("9p")))]


def test_what_the_house_trusted_then_holds_again(heard):
    table = TapedTable()
    table.begin()
    table.discards("1z")
    table.set_trust(Trust(writes_discards=False))
    table.discards("2z")
    table.discards("2z")
    head, lines = heard(table)
    found = rethink(head, lines)
    assert changes(found) == []
    assert found.heard["trusts"] == 1
    told = [change.now for change in changes(rethink(head, [one for one in lines if not trusts(one)]))]
    assert Discarded(Seat(1), Tile("2z")) in told


def trusts(line):
    return isinstance(line.heard, Trusted)


def test_what_was_never_heard_today_is_missing(heard):
    head, lines = heard(EVENINGS["small"]())
    sights = [place for place, line in enumerate(lines) if isinstance(line.heard, Saw)]
    found = rethink(
        head, lines[: sights[-1]] + [one for one in lines[sights[-1] :] if isinstance(one.heard, Wrote)]
    )
    gone = [change for change in changes(found) if change.now is None]
    assert gone == changes(found)


def test_a_correction_finds_its_entries_whatever_their_numbers_are(heard):
    table = EVENINGS["corrected"]()
    head, lines = heard(table)
    asked = [one.heard.command for one in lines if isinstance(one.heard, AskedFor)]
    assert any(isinstance(one, CorrectAsked) for one in asked)
    found = rethink(head, lines)
    assert Discarded(Seat(1), Tile("8p")) in found.games[0].now
    assert found.undone == ["waive: nothing_to_waive"]


def test_a_correction_of_what_nobody_knows_today_is_said(heard):
    head, lines = heard(EVENINGS["corrected"]())
    lines = [one for one in lines if not isinstance(one.heard, Saw)]
    found = rethink(head, lines)
    assert found.undone[0] == "undo: nothing_to_undo" or "today's table" in " ".join(found.undone)


def test_a_tape_that_begins_in_mid_game_goes_on_from_there(heard):
    first = EVENINGS["small"]()
    first.end()
    table = TapedTable(journal=first.memory)
    table.discards("7s", "8s")
    found = rethink(*heard(table))
    assert changes(found) == []
    assert Discarded(Seat(2), Tile("8s")) in found.games[0].now


def test_a_game_that_an_undo_brings_back_goes_on_from_where_it_was(heard):
    first = EVENINGS["small"]()
    first.ask(FinishAsked(*first.envelope()))
    first.ask(StartAsked(*first.envelope(), NAMES, TENHOU))
    first.end()
    table = TapedTable(journal=first.memory)
    table._names = (f"later-{number}" for number in count())
    for _ in range(2):
        table.undo()
    table.discards("7s", "8s")
    found = rethink(*heard(table))
    assert changes(found) == []
    assert Discarded(Seat(2), Tile("8s")) in found.games[1].now


def test_what_was_stale_then_is_not_asked_again(heard):
    table = EVENINGS["small"]()
    name, seq, by = table.envelope()
    right = Discarded(Seat(1), Tile("8p"))
    answer = table.ask(CorrectAsked(name, seq - 1, by, (seq,), (right,), None))
    assert isinstance(answer, Refused)
    head, lines = heard(table)
    assert any(isinstance(one.heard, Turned) and one.heard.reason == "stale" for one in lines)
    assert changes(rethink(head, lines)) == []


def test_today_is_played_by_the_rules_of_the_house_of_then(heard):
    house = replace(M_LEAGUE, name="ours")
    table = TapedTable(Head("0.1.0", "", house, HEAD.begun))
    table.begin()
    head, lines = heard(table)
    assert head.house == house
    assert changes(rethink(head, lines)) == []


def test_an_empty_tape_is_no_game():
    found = rethink(HEAD, [])
    assert (found.games, found.undone) == ((), [])


def test_what_is_heard_is_counted(heard):
    head, lines = heard(EVENINGS["small"]())
    found = rethink(head, lines)
    assert found.heard["sightings"] == 6
    assert found.heard["signals"] == 1
    assert not any(isinstance(one.heard, Noticed) for one in lines)


def test_a_journal_has_its_games_in_order():
    table = EVENINGS["two-games"]()
    table.end()
    journal: MemoryJournal = table.memory
    assert [game.number for game in journal.games()] == [GameNumber(1), GameNumber(2)]
    assert any(entry.fact == Drawn(Seat(0)) for entry in journal.entries(GameNumber(2)))
