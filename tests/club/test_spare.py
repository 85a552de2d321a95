"""A table breaks in the middle of a game, and a spare goes on from the hub's copy of its journal."""

import json
import os
import random
import re
import signal
import socket
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.clock import SystemClock
from companion.club.chain import text_to_send
from companion.club.copies import Copies
from companion.club.handing_over import LASTS_S, SpareCodes
from companion.club.hub import TroubleKind
from companion.club.members import Members
from companion.club.membership import JoinCode, JoinRefused, folder_beside, join
from companion.club.service import FILE
from companion.club.taking_over import take_over
from companion.errors import ConfigError, JournalInUse
from companion.evidence import Cause, SourceState
from companion.journal import Draft, SqliteJournal, SqliteReader
from companion.keeping.asides import older_files
from companion.pretend.players.game import play_hanchan
from companion.riichi.presets import HOUSE
from companion.riichi.public import public_twin
from companion.tournament.results import ResultState
from tests.club.club_tables import NOON, Seated, said, scores
from tests.club.conftest import soon
from tests.club.test_broker import typed
from tests.front_door.companions import called

PEOPLE = ("Anna", "Ben", "Chiyo", "Dario")


@pytest.fixture
def club(hub, folder):
    for member in hub.members.all:
        hub.members.leave(member.id)
    said(folder / "hub", "new", "Wednesday", "--rounds", 2)
    return folder / "hub"


def spare_code(club: Path, table: str) -> str:
    return re.search(r"--club (\S+)", said(club, "spare", table))[1]


def took_over(club: Path, name: str, folder: Path):
    return take_over(
        folder / "table.sqlite", JoinCode.read(spare_code(club, name)), "spare", SystemClock().utc_now()
    )


def copy_of(club: Path, table: str, epoch: str) -> tuple:
    with closing(Copies(club / "club" / FILE)) as copies:
        copy = copies.of(table, epoch)
        return copies.entries(copy) if copy else ()


def entries_in(journal: SqliteReader) -> tuple:
    return tuple((one.seq, one.game, text_to_send(one.text)) for one in journal.texts(0, 10**6))


def hanchan(seed: str) -> list:
    facts = play_hanchan(random.Random(f"spare {seed}"), HOUSE, ("A", "B", "C", "D"))
    return [public_twin(fact) for fact in facts]


def is_held(table: Seated) -> bool:
    now = table.link.standing
    return now is not None and now.held == table.journal.last_seq


@contextmanager
def running(words: list, output: Path):
    """A companion as people start it; the process, and where its pages are."""
    process = typed(output, *words)
    try:
        assert soon(lambda: re.search(r"http://\S+", output.read_text()), 40), output.read_text()
        yield process, re.search(r"http://[^\s/]+", output.read_text())[0]
    finally:
        process.terminate()
        process.wait(20)


def got(url: str, path: str = "/api/snapshot") -> dict:
    return _asked(url, "GET", path, None, {})


def posted(url: str, path: str, **told) -> dict:
    """What a page at the machine itself asks for."""
    headers = {"Content-Type": "application/json", "X-Table": "1"}
    return _asked(url, "POST", path, json.dumps(told), headers)


def _asked(url: str, method: str, path: str, body: str | None, headers: dict) -> dict:
    with closing(HTTPConnection(url.removeprefix("http://"), timeout=20)) as line:
        line.request(method, path, body, headers)
        answer = line.getresponse()
        assert answer.status == 200, answer.read()
        return json.load(answer)


def warnings_in(url: str) -> set:
    return {one["code"] for one in got(url)["reminders"]}


def sources_of(url: str) -> set:
    return {(one["name"], one["state"]) for one in got(url)["health"]["sources"]}


@pytest.mark.gate(0)
def test_a_machine_that_is_killed_in_mid_hand_is_replaced_and_comes_back(club, hub, tmp_path):
    line = ["demo", "--data", tmp_path / "a", "--port", 0, "--speed", 20, "--club", hub.code()]
    with running(line, tmp_path / "a.txt") as (process, url):
        name = re.search(r"joined the club as '(.+)'", (tmp_path / "a.txt").read_text())[1]
        assert soon(lambda: got(url)["seq"] > 60, 40)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    old = next(one for one in hub.members.all if one.name == name)
    assert soon(lambda: not any(one.is_here for one in hub.tables if one.member.id == old.id))
    with closing(SqliteReader(tmp_path / "a" / "demo.sqlite")) as reader:
        written, epoch = entries_in(reader), reader.origin.epoch
    known = copy_of(club, old.id, epoch)
    assert 0 < len(known) <= len(written)
    line = ["run", "--data", tmp_path / "b", "--port", 0, "--club", spare_code(club, name)]
    with running(line, tmp_path / "b.txt") as (_, url):
        # The same game, as far as the hub knew it, and the page says that it has to be looked at.
        assert got(url)["seq"] == len(known)
        assert "taken_over" in warnings_in(url)
        assert f"goes on for {name!r}, after {len(known):,} entries" in (tmp_path / "b.txt").read_text()
        posted(url, "/api/commands", id="tap-1", expected_seq=len(known), kind="undo")
        new = next(one for one in hub.members.all if one.name == name)
        assert soon(lambda: any(one.held > len(known) and one.is_here for one in _of(hub, new.id)))
    with closing(SqliteReader(tmp_path / "b" / "table.sqlite")) as reader:
        reader.check()
        assert entries_in(reader)[: len(known)] == known
        assert reader.origin.epoch != epoch
        assert soon(lambda: copy_of(club, new.id, reader.origin.epoch) == entries_in(reader))
    # The old machine comes back: it says who goes on, and what it wrote is kept at both ends.
    with running(["demo", "--data", tmp_path / "a", "--port", 0], tmp_path / "a.txt") as (_, url):
        assert soon(lambda: got(url, "/api/membership")["club"]["spare"] == name)
        assert got(url, "/api/membership")["club"]["is_reached"]
        assert soon(lambda: ("club", "down") in sources_of(url))
        assert soon(lambda: {TroubleKind.REPLACED} <= _troubles(hub, old.id))
    with closing(SqliteReader(tmp_path / "a" / "demo.sqlite")) as reader:
        assert entries_in(reader)[: len(written)] == written
        assert copy_of(club, old.id, epoch)[: len(written)] == written
    with closing(SqliteReader(tmp_path / "b" / "table.sqlite")) as reader:
        assert copy_of(club, new.id, reader.origin.epoch) == entries_in(reader)


def _of(hub, table: str) -> list:
    return [one for one in hub.tables if one.member.id == table]


def _troubles(hub, table: str) -> set:
    return {trouble.kind for one in _of(hub, table) for trouble in one.troubles}


def test_the_round_is_counted_as_if_nothing_had_broken(club, hub, joined, tmp_path):
    people = club / "people.csv"
    people.write_text("\n".join(PEOPLE))
    table = Seated(joined("Window"))
    said(club, "players", people)
    said(club, "plan")
    first, second = hanchan("one"), hanchan("two")
    assert soon(lambda: table.seen() and table.seen().seats)
    said(club, "round", "start")
    table.play(first, HOUSE, table.seen().seats)
    assert soon(lambda: hub.tournament.scores.standings.is_complete)
    said(club, "round", "start")
    assert soon(lambda: table.seen().round == 2)
    rest = table.play(second, HOUSE, table.seen().seats, but=60)
    assert soon(lambda: is_held(table))
    sat = table.seen()
    table.close()
    assert soon(lambda: not any(one.is_here for one in hub.tables))
    taken = took_over(club, "Window", tmp_path / "b")
    assert (taken.mine.name, taken.older) == ("Window", None)
    # Before the spare is even started, the table is where it was.
    states = {(one.round, one.state) for one in hub.tournament.scores.results}
    assert soon(lambda: "Window (old)" in said(club, "tables"))
    assert states == {(1, ResultState.FINISHED), (2, ResultState.RUNNING)}
    spare = Seated(taken.mine, tmp_path / "b" / "table.sqlite")
    assert soon(lambda: spare.seen() and spare.seen().seats == sat.seats)
    spare.tell(rest)
    spare.journal.check()
    assert soon(lambda: hub.tournament.scores.standings.is_complete and is_held(spare))
    assert copy_of(club, spare.mine.table, spare.journal.origin.epoch) == entries_in(spare.journal)
    found = scores(club)
    assert found["is_complete"]
    assert said(club, "round").count("game") == said(club, "round").count("several") == 0
    # What the old machine still says of the game counts for nothing.
    table.journal = SqliteJournal(table.mine.folder / "table.sqlite")
    table.start()
    table.tell(rest[:30])
    assert soon(lambda: is_held(table) and table.link.standing.spare == "Window")
    assert table.seen() is None
    assert scores(club) == found
    table.close()
    spare.close()


@pytest.mark.gate(0)
def test_a_spare_keeps_what_it_had_played_itself(club, hub, joined, tmp_path):
    table = _broken(hub, joined, "Door")
    own = tmp_path / "b" / "table.sqlite"
    with closing(SqliteJournal(own)) as journal:
        game = journal.next_game("table", HOUSE, NOON)
        journal.append(game, [Draft(at=NOON, because=Cause.RECORD, fact=fact) for fact in hanchan("own")[:5]])
        before = entries_in(journal)
        with pytest.raises(JournalInUse):
            took_over(club, "Door", tmp_path / "b")
    taken = took_over(club, "Door", tmp_path / "b")
    assert older_files(tmp_path / "b") == (taken.older,)
    with closing(SqliteReader(taken.older / "table.sqlite")) as reader:
        assert entries_in(reader) == before
    with closing(SqliteReader(own)) as reader:
        assert entries_in(reader) == entries_in(table.journal)
    table.journal.close()


def _broken(hub, joined, name: str) -> Seated:
    """A table that has sent everything, and is gone."""
    table = Seated(joined(name))
    table.play(hanchan(name), HOUSE, PEOPLE, but=40)
    assert soon(lambda: is_held(table))
    table.link.stop()
    assert soon(lambda: not any(one.is_here for one in _of(hub, table.mine.table)))
    return table


def test_nobody_takes_over_for_a_table_that_still_plays(club, hub, joined, tmp_path):
    table = Seated(joined("Alive"))
    table.play(hanchan("alive"), HOUSE, PEOPLE, but=40)
    assert soon(lambda: is_held(table) and any(one.is_here for one in _of(hub, table.mine.table)))
    before = hub.members.all
    with pytest.raises(JoinRefused, match="Alive is still connected: switch it off"):
        took_over(club, "Alive", tmp_path / "b")
    assert hub.members.all == before
    assert not (tmp_path / "b" / "table.sqlite").exists()
    table.close()


def test_nobody_takes_over_for_a_table_of_which_nothing_is_known(club, joined, tmp_path):
    joined("Empty")
    with pytest.raises(JoinRefused, match="the hub has nothing of Empty yet"):
        took_over(club, "Empty", tmp_path / "b")
    assert "there is no table 'Nowhere'" in said(club, "spare", "Nowhere", status=1)


def test_nobody_takes_over_for_a_table_that_was_removed_meanwhile(club, hub, joined, tmp_path):
    table = _broken(hub, joined, "Removed")
    code = JoinCode.read(spare_code(club, "Removed"))
    hub.remove(table.mine.table)
    with closing(Copies(hub.copies_file)) as copies:
        before = copies.all()
        with pytest.raises(JoinRefused, match="there is no table"):
            take_over(tmp_path / "b" / "table.sqlite", code, "spare", SystemClock().utc_now())
        assert copies.all() == before
    table.journal.close()


@pytest.mark.gate(0)
def test_a_code_for_a_spare_is_good_once_and_for_one_thing(club, hub, joined, tmp_path):
    table = _broken(hub, joined, "Once")
    older, code = (JoinCode.read(spare_code(club, "Once")) for _ in range(2))
    now = SystemClock().utc_now()
    with pytest.raises(JoinRefused, match="type it after companion run --club") as refused:
        join(tmp_path / "c", code, "page", 1)
    assert refused.value.code == "spare_code"
    with pytest.raises(JoinRefused, match="another one was made"):
        take_over(tmp_path / "b" / "table.sqlite", older, "spare", now)
    take_over(tmp_path / "b" / "table.sqlite", code, "spare", now)
    with pytest.raises(JoinRefused, match="this code for a spare was used already"):
        take_over(tmp_path / "c" / "table.sqlite", code, "spare", now)
    assert not (tmp_path / "c" / "table.sqlite").exists()
    assert not folder_beside(tmp_path / "c" / "table.sqlite").exists()
    table.journal.close()


@pytest.mark.gate(0)
def test_a_spare_whose_start_fails_after_its_code_is_used_says_how_it_goes_on(club, hub, joined, tmp_path):
    table = _broken(hub, joined, "Taken")
    line = ["run", "--data", tmp_path / "b", "--club", spare_code(club, "Taken"), "--port"]
    with socket.create_server(("127.0.0.1", 0)) as busy:
        refused = called(*line, busy.getsockname()[1])
        assert refused.status == 1
        assert "nothing can listen on" in refused.errors
        assert "--club" not in refused.errors  # the code is still good
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "trust.toml").write_text("?")
    refused = called(*line, 0)
    assert refused.status == 1
    assert "trust.toml" in refused.errors
    assert "start it without --club" in refused.errors
    (tmp_path / "b" / "trust.toml").unlink()
    # Typed once more, the code is spent: the sentence says so, and what helps.
    again = called(*line, 0)
    assert again.status == 1
    assert "this code for a spare was used already" in again.errors
    assert "start it without --club" in again.errors
    with running(["run", "--data", tmp_path / "b", "--port", 0], tmp_path / "b.txt") as (_, url):
        assert got(url, "/api/membership")["club"]["name"] == "Taken"
        assert got(url)["seq"] == table.journal.last_seq
    table.journal.close()


def test_a_code_for_a_spare_is_good_for_an_hour(club):
    now = [1_000.0]
    codes = SpareCodes(club / "club", lambda: now[0])
    token = codes.issue("0badcafe").token
    assert codes.table(token) == "0badcafe"
    assert codes.table("a" * 16) == ""
    now[0] += LASTS_S + 1
    assert codes.table(token) == ""
    of_table = '"table": "0badcafe", "at": 1'
    for damaged in ("[]", f'{{"token": "\\ud800", {of_table}}}', f'{{"token": "", {of_table}{"0" * 400}}}'):
        (club / "club" / "spare.json").write_text(damaged)
        with pytest.raises(ConfigError, match="ask for a new code"):
            codes.table(token)
    codes.spend()


@pytest.mark.gate(0)
def test_a_table_that_left_the_club_before_is_no_spare_for_two(club, hub, joined, tmp_path):
    table = _broken(hub, joined, "Twice")
    one = took_over(club, "Twice", tmp_path / "b")
    two = took_over(club, "Twice", tmp_path / "c")
    names = [member.name for member in hub.members.all if member.name.startswith("Twice")]
    assert names == ["Twice", "Twice (old)", "Twice (old) 2"]
    assert hub.members.name(two.mine.table) == "Twice"
    assert one.entries == two.entries == len(entries_in(table.journal))
    said_there = []
    table.journal.close()
    late = Seated(one.mine, tmp_path / "b" / "table.sqlite", said_there.append)
    assert soon(lambda: any(change.code == "replaced" for change in said_there))
    assert said_there[-1].state is SourceState.DOWN
    late.close()


def test_a_table_hears_who_goes_on_after_two_spares_and_after_they_are_removed(club, hub, joined, tmp_path):
    table = _broken(hub, joined, "Corner")
    first, second = (took_over(club, "Corner", tmp_path / folder).mine.table for folder in "bc")
    assert "goes on" in said(club, "tables")
    assert said(club, "tables").count("Corner goes on in its place") == 2
    table.start()
    assert soon(lambda: is_held(table) and table.link.standing.spare == "Corner")
    # The one in the middle leaves: the newest still stands for the first.
    hub.remove(first)
    assert hub.members.spare_of(table.mine.table) == "Corner"
    assert table.mine.table not in hub.members.may_follow
    hub.remove(second)
    assert "goes on" not in said(club, "tables")
    assert table.mine.table in hub.members.may_follow
    table.link.stop()
    table.start()
    assert soon(lambda: is_held(table) and table.link.standing.spare == "" and table.link.is_reached)
    # The hub answers a table first, and then shows what has changed.
    assert soon(lambda: TroubleKind.REPLACED not in _troubles(hub, table.mine.table))
    table.close()


def test_a_spare_that_an_older_hub_removed_stands_for_nobody(tmp_path):
    members = Members(tmp_path)
    members.join("00000001", "East")
    members.hand_over("00000001", "00000002")
    file = tmp_path / "members.json"
    kept = json.loads(file.read_bytes())
    kept["tables"] = [one for one in kept["tables"] if one["id"] != "00000002"]
    file.write_text(json.dumps(kept))
    assert Members(tmp_path).spare_of("00000001") == ""
    assert Members(tmp_path).may_follow == ("00000001",)
