"""What the hub says of tables that are not as they should be, and what it keeps of them."""

import json
import sqlite3
from contextlib import closing
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from companion.club.copies import Copies, StoreDown
from companion.club.hub import TroubleKind
from companion.club.messages import Ack, Ask, Up, Wanted, decoded, encoded
from companion.club.uplink import Uplink
from companion.errors import JournalError
from companion.journal import MemoryJournal, SqliteJournal
from tests.club.tables import NAMES, Room, Table
from tests.toolbox.quick_folder import quick_folder


@pytest.fixture
def room():
    with quick_folder() as folder:
        room = Room(folder, ("east",))
        yield room
        room.copies.close()


def settled(room: Room) -> Table:
    room.connect(room.tables[0])
    assert room.settle()
    return room.tables[0]


def kinds(room: Room) -> list[TroubleKind]:
    return [trouble.kind for trouble in room.hub.troubles("east")]


def test_a_table_that_joins_late_sends_everything_in_order(room):
    room.tables[0].write(1_000)
    table = settled(room)
    copy = room.copies.of("east", table.epoch)
    assert room.copies.entries(copy) == table.entries
    assert (copy.held, room.hub.newest("east"), kinds(room)) == (1_001, 1_001, [])


def test_a_table_remembers_where_games_end_and_no_single_entry(room):
    table = room.tables[0]

    def remembered() -> int:
        parts = (settled(room).uplink, table.uplink._chains)
        return sum(len(one) for part in parts for one in vars(part).values() if isinstance(one, dict | set))

    table.write(50)
    few = remembered()
    table.write(1_000)
    assert remembered() == few


def test_nobody_who_told_an_entry_is_known_to_the_hub(room):
    room.tables[0].write(10)
    table = settled(room)
    assert "10.0.0.7" in table.journal.texts(0, 1)[0].text
    texts = [text for _, _, text in room.copies.entries(room.copies.of("east", table.epoch))]
    assert len(texts) == 11
    assert not any("10.0.0.7" in text for text in texts)


def test_what_was_taken_out_is_said_at_once_though_an_answer_came_between(room):
    table = room.tables[0]
    table.write(40)
    settled(room)
    ack = encoded(Ack(table.epoch, table.journal.last_seq))
    table.journal.anonymise(table.journal.games()[-1])
    table.uplink.take(ack.leaf, ack.payload, room.now_s)
    assert [one.leaf for one in table.uplink.wrote()] == ["games", "up"]
    assert table.uplink.wrote() == []


def test_a_game_that_begins_while_the_journal_is_read_is_in_the_next_list(room, monkeypatch):
    table = room.tables[0]
    table.write(3)
    read, asked = table.journal.games, encoded(Ask(table.epoch, Wanted.GAMES))

    def games():
        monkeypatch.setattr(table.journal, "games", read)
        table.begin()
        return read()

    monkeypatch.setattr(table.journal, "games", games)
    lists = [table.uplink.take(asked.leaf, asked.payload, 0.0)[0] for _ in range(2)]
    told = [[one.number for one in decoded(one.leaf, one.payload).games] for one in lists]
    assert told == [[1], [1, 2]]


def test_a_forgotten_game_and_the_names_of_another_are_in_no_byte_of_the_hub(room):
    table = room.tables[0]
    table.write(40)
    table.begin()
    settled(room)
    assert NAMES[0].encode() in all_bytes(room)
    table.forget(0)
    assert room.settle()
    assert len(room.copies.entries(room.copies.of("east", table.epoch))) == 1
    assert NAMES[0].encode() in all_bytes(room)
    table.journal.anonymise(table.journal.games()[0])
    assert room.settle()
    assert NAMES[0].encode() not in all_bytes(room)
    assert b"Player 1" in all_bytes(room)


def all_bytes(room: Room) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(room._file.parent.iterdir()))


def test_a_game_from_before_the_table_joined_stays_at_the_table(room):
    table = room.tables[0]
    table.write(5)
    table.begin("2025-02-02T00:00:00.000000Z")
    table.write(7)
    table.uplink = Uplink(table.journal, "f" * 16, since=2)
    settled(room)
    copy = room.copies.of("east", table.epoch)
    assert {game for _, game, _ in room.copies.entries(copy)} == {2}
    assert [game.number for game in room.copies.games(copy)] == [2]
    # And when people want the earlier one in as well, it comes.
    table.uplink = Uplink(table.journal, "e" * 16)
    settled(room)
    assert room.copies.entries(room.copies.of("east", table.epoch)) == table.entries


def test_a_restored_table_begins_a_copy_of_its_own_and_the_earlier_one_is_kept(room):
    table = room.tables[0]
    table.write(30)
    table.save()
    table.write(20)
    before = settled(room).epoch
    table.restore()
    table.write(3)
    settled(room)
    assert [copy.held for copy in room.copies.all()] == [51, 34]
    assert len(room.copies.entries(room.copies.of("east", before))) == 51
    assert kinds(room) == [TroubleKind.RESTORED]
    assert "51 entries from before are kept apart" in room.hub.troubles("east")[0].sentence


def test_what_is_forgotten_after_a_restore_goes_from_the_earlier_epoch_too(room):
    table = room.tables[0]
    table.write(30)
    table.begin()
    table.save()
    before = settled(room).epoch
    table.restore()
    table.forget(0)  # before the hub has heard of the new epoch at all
    settled(room)
    assert {game for _, game, _ in room.copies.entries(room.copies.of("east", before))} == {2}


def test_a_copied_card_is_noticed_and_the_first_machine_keeps_its_place(room):
    first = room.tables[0]
    first.write(30)
    second = Table("east")
    second.journal = deepcopy(first.journal)
    second.start()
    settled(room)
    room.tables.append(second)
    first.write(2)
    second.write(3, at="2024-01-01T13:00:00.000000Z")
    assert not room.settle(rounds=8)
    assert {TroubleKind.DIFFERS, TroubleKind.TWO_MACHINES} <= set(kinds(room))
    assert room.copies.entries(room.copies.of("east", first.epoch)) == first.entries


def test_the_sentence_says_whether_an_entry_or_a_game_differs(room):
    first = room.tables[0]
    first.write(30)
    settled(room)
    second = deepcopy(first)
    second.write(2)
    for message in second.uplink.wrote():
        room.hub.take("east", message.leaf, message.payload)
    first.write(2, at="2024-01-01T13:00:00.000000Z")
    assert "has a different entry 32 from the hub's" in _difference(room, first)
    first.journal._games[0] = replace(first.journal._games[0], name="another name")
    first.start()
    assert "has a different game under number 1 from the hub's" in _difference(room, first)


def _difference(room: Room, table: Table) -> str:
    table.uplink.connected(0.0)
    ack = encoded(Ack(table.epoch, 31))
    for message in table.uplink.take(ack.leaf, ack.payload, 0.0):
        room.hub.take("east", message.leaf, message.payload)
    return next(one.sentence for one in room.hub.troubles("east") if one.kind is TroubleKind.DIFFERS)


def test_one_that_was_taken_away_is_forgotten_as_the_second_machine(room):
    first = settled(room)
    second = Table("east")
    room.tables.append(second)
    for table in (second, first, second):
        room.connect(table)
        room.settle(rounds=1)
    assert TroubleKind.TWO_MACHINES in kinds(room)
    room.tables.remove(second)
    for _ in range(7):
        room.wait(25)
        room.settle(rounds=1)
    assert TroubleKind.TWO_MACHINES not in kinds(room)


def test_a_journal_that_lost_its_end_is_said(room):
    table = room.tables[0]
    table.write(30)
    shorter = deepcopy(table.journal)
    table.write(5)
    settled(room)
    table.journal = shorter
    table.start()
    room.connect(table)
    room.settle(rounds=2)
    assert kinds(room) == [TroubleKind.LOST_ITS_END]
    assert table.uplink.standing.has_more


def test_entries_of_a_newer_companion_are_kept_as_they_are(room):
    table = settled(room)
    table.write(3)
    up = replace(decoded("up", table.uplink.connected(0.0)[0].payload), schema=99)
    room.send(table, [encoded(up)])
    assert room.settle()
    newer = room.copies.of("east", table.epoch)
    assert len(room.copies.entries(newer)) == 4
    room.hub.take("east", "up", encoded(up).payload)
    assert kinds(room) == [TroubleKind.NEWER]
    assert room.copies.of("east", table.epoch).form == 99


@pytest.mark.parametrize("payload", [b"", b"{}", b'{"epoch":1}', b"\xff\xfe", b"[]"])
def test_what_cannot_be_read_is_said_and_changes_nothing(room, payload):
    table = settled(room)
    before = room.copies.all()
    for leaf in ("up", "log", "games", "ask", "ack", "nonsense"):
        assert room.hub.take("east", leaf, payload) == []
    assert room.copies.all() == before
    assert kinds(room) == [TroubleKind.UNREADABLE]
    assert room.copies.of("east", table.epoch).held == 0


def test_an_entry_that_was_changed_on_the_way_is_not_kept(room):
    table = settled(room)
    table.write(3)
    table.uplink.wrote()
    log = next(message for message in table.uplink.wrote() + _sent_again(table) if message.leaf == "log")
    changed = json.loads(log.payload)
    changed["entries"][1]["text"] = changed["entries"][1]["text"].replace("Drawn", "Dramn")
    room.hub.take("east", "log", json.dumps(changed).encode())
    assert room.copies.entries(room.copies.of("east", table.epoch)) == ()
    assert kinds(room) == [TroubleKind.DIFFERS]
    assert room.settle()
    assert room.copies.entries(room.copies.of("east", table.epoch)) == table.entries
    assert kinds(room) == []


def _sent_again(table: Table) -> list:
    ack = b'{"epoch":"%s","held":0,"head":""}' % table.epoch.encode()
    table.uplink.connected(0.0)
    return table.uplink.take("ack", ack, 0.0)


def test_a_hub_without_a_disk_acknowledges_nothing(room, monkeypatch):
    table = settled(room)
    table.write(3)
    messages = _sent_again(table)
    room.copies._store._db.execute("PRAGMA query_only = ON")
    (log,) = (message for message in messages if message.leaf == "log")
    with pytest.raises(StoreDown, match="cannot be used"):
        room.hub.take("east", "log", log.payload)
    room.copies._store._db.execute("PRAGMA query_only = OFF")
    assert room.settle()
    assert room.copies.entries(room.copies.of("east", table.epoch)) == table.entries


@pytest.mark.parametrize("content", [b"no database at all" * 100, b""])
def test_another_file_is_not_touched(tmp_path, content):
    path = tmp_path / "club.sqlite"
    if content:
        path.write_bytes(content)
    else:
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE recipes (text)")
        content = path.read_bytes()
    with pytest.raises(StoreDown):
        Copies(path)
    assert path.read_bytes() == content


def test_a_table_on_the_disk_sends_the_same_as_one_in_memory(tmp_path: Path):
    with quick_folder() as folder:
        room = Room(folder, ("east",))
        table = room.tables[0]
        table.journal = SqliteJournal(folder / "table.sqlite")
        table.start()
        table.write(70)
        table.begin()
        table.forget(0)
        table.write(5)
        table.begin()
        table.anonymise(0)
        settled(room)
        assert room.copies.entries(room.copies.of("east", table.epoch)) == table.entries
        table.journal.check()
        table.journal.close()
        room.copies.close()


def test_a_journal_that_does_not_say_which_it_is_cannot_be_sent():
    journal = MemoryJournal()
    journal.origin = None
    with pytest.raises(JournalError, match="open it for writing once"):
        Uplink(journal, "f" * 16)


def test_messages_to_another_epoch_are_passed_over(room):
    table = settled(room)
    table.write(1)
    stranger = Up("a" * 32, "b" * 32, "c", 5, "", 0, 6)
    (ack,) = room.hub.take("elsewhere", "up", encoded(stranger).payload)
    assert table.uplink.take(ack.leaf, ack.payload, 0.0) == []


def test_a_game_that_is_made_nobodys_after_a_restore_loses_its_people_in_the_earlier_epoch_too(room):
    table = room.tables[0]
    table.write(30)
    table.begin()
    table.save()
    before = settled(room).epoch
    table.restore()
    settled(room)
    table.anonymise(0)
    assert room.settle()
    assert {game for _, game, _ in room.copies.entries(room.copies.of("east", before))} == {2}
    assert room.copies.entries(room.copies.of("east", table.epoch)) == table.entries


def test_what_was_sent_before_a_game_was_made_nobodys_does_not_bring_the_names_back(room):
    table = room.tables[0]
    table.write(5)
    table.begin()
    settled(room)
    old = [message for message in _sent_again(table) if message.leaf == "log"]
    table.anonymise(0)
    assert room.settle()
    for message in old:
        assert room.hub.take("east", message.leaf, message.payload) == []
    assert NAMES[0] not in room.copies.entries(room.copies.of("east", table.epoch))[0][2]
    table.forget(0)
    assert room.settle()
    for message in old:
        room.hub.take("east", message.leaf, message.payload)
    assert {game for _, game, _ in room.copies.entries(room.copies.of("east", table.epoch))} == {2}
