"""What people have dealt with at a table is dealt with at the spare that goes on in its place."""

from __future__ import annotations

from contextlib import closing

import pytest

from companion.clock import SystemClock
from companion.club.copies import Copies
from companion.club.service import FILE
from companion.evidence import Depth
from companion.journal import SqliteJournal
from companion.riichi.presets import TENHOU
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from tests.club.club_tables import Seated
from tests.club.conftest import soon
from tests.club.tables import Room, Table, told
from tests.club.test_hub import all_bytes, room, settled
from tests.club.test_spare import _of, club, is_held, took_over
from tests.table_loop.people import People

__all__ = ["club", "room"]


def noted(room: Room, table: Table) -> tuple[int, str] | None:
    copy = room.copies.of(table.name, table.epoch)
    return room.copies.notes(copy)


def test_a_spare_knows_what_was_noted_at_the_table(club, hub, joined, tmp_path) -> None:
    table = Seated(joined("Door"))
    people = People(table.journal)
    people.start()
    people.deal(Depth.COUNTING)
    table.link.notice()
    assert soon(lambda: is_held(table))
    people.depth(Depth.FULL)
    assert (text := table.journal.notes_of(people._game))
    table.link.notice()
    with closing(Copies(club / "club" / FILE)) as copies:
        assert soon(lambda: copies.notes(copies.all()[-1]) == (1, text))
    table.link.stop()
    assert soon(lambda: not any(one.is_here for one in _of(hub, table.mine.table)))
    took_over(club, "Door", tmp_path / "b")
    table.journal.close()
    with closing(SqliteJournal(tmp_path / "b" / "table.sqlite")) as journal:
        spare = TableKeeper(journal, TENHOU, SystemClock(), trust=Trust)
        assert spare.state.depth is Depth.FULL


def test_notes_hold_only_for_the_newest_entry(room) -> None:
    table = room.tables[0]
    table.write(10)
    game = table.journal.games()[-1]
    table.journal.note(game, "ten")
    assert noted(room, settled(room)) == (1, "ten")
    table.journal.append(game, [told()], notes="eleven")
    settled(room)
    assert noted(room, table) == (1, "eleven")
    table.journal.note(game, "again")
    room.send(table, table.uplink.wrote())
    room.deliver_to_hub(0)
    assert noted(room, table) == (1, "again")
    table.write(1)
    assert noted(room, settled(room)) is None


@pytest.mark.parametrize("takes_out", ["forget", "anonymise"])
def test_notes_of_a_game_that_is_taken_out_are_in_no_byte_of_the_hub(room, takes_out) -> None:
    table = room.tables[0]
    table.write(10)
    game = table.journal.games()[-1]
    table.journal.note(game, "somebody said no")
    settled(room)
    assert b"somebody said no" in all_bytes(room)
    table.begin()
    getattr(table, takes_out)(0)
    settled(room)
    assert noted(room, table) is None
    assert b"somebody said no" not in all_bytes(room)


def test_notes_in_the_copy_of_an_earlier_epoch_go_with_their_game(room) -> None:
    table = room.tables[0]
    table.write(10)
    table.journal.note(table.journal.games()[-1], "somebody said no")
    table.save()
    settled(room)
    table.restore()
    settled(room)
    table.begin()
    table.forget(0)
    settled(room)
    assert b"somebody said no" not in all_bytes(room)


def test_notes_of_a_game_from_before_the_table_joined_stay_there(room) -> None:
    table = room.tables[0]
    table.write(5)
    table.journal.note(table.journal.games()[-1], "from before")
    table.uplink._chains.since = 2
    assert noted(room, settled(room)) is None


def test_a_hub_goes_on_with_a_file_in_which_nothing_was_ever_noted(room) -> None:
    table = room.tables[0]
    table.write(10)
    settled(room)
    room.copies._store.change("DROP TABLE notes")
    room.restart_hub()
    table.journal.note(table.journal.games()[-1], "somebody said no")
    assert noted(room, settled(room)) == (1, "somebody said no")
