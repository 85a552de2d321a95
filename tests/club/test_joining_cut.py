"""The plug is pulled while a table joins a club, or another one, or goes on as a spare."""

import json
import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from companion.clock import SystemClock
from companion.club.authority import Authority, key_and_request
from companion.club.handing_over import HandingOver
from companion.club.members import Members
from companion.club.membership import (
    Asked,
    JoinCode,
    Membership,
    asked,
    folder_beside,
    kept,
    leave,
    membership_of,
)
from companion.club.service import FILE, HubPlan, HubService
from companion.club.taking_over import take_over
from companion.club.tournament_file import TournamentFile
from companion.commands.club_table import taken_over
from companion.errors import ConfigError
from companion.evidence import Cause
from companion.journal import Draft, SqliteJournal, SqliteReader
from tests.club.club_tables import NOON, Seated, said
from tests.club.conftest import require_broker, soon
from tests.reliability.club_kills import free_ports
from tests.reliability.made_games import made_games
from tests.toolbox.dying import dies_at, steps_of


@pytest.fixture
def answers(tmp_path) -> dict[str, Asked]:
    """What the hubs of two clubs answer a table, and the first of them once more; under each table's id."""
    return {
        "0000000a": _answer(tmp_path / "one", "0000000a", "11111111"),
        "0000000b": _answer(tmp_path / "two", "0000000b", "22222222", broker="192.0.2.7"),
        "0000000c": _answer(tmp_path / "one", "0000000c", "11111111"),
    }


@pytest.mark.gate("0000000a-0000000b")
@pytest.mark.parametrize(
    ("before", "after"), [("", "0000000a"), ("0000000a", "0000000b"), ("0000000a", "0000000c")]
)
def test_whenever_the_plug_is_pulled_a_table_is_in_one_club_as_one_table(tmp_path, answers, before, after):
    def begin() -> Path:
        folder = tmp_path / "table" / ".club-table"
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.parent.mkdir()
        if before:
            kept(folder, answers[before], 1)
            (folder / "call.json").write_text("a call")
        return folder

    def deed() -> None:
        kept(folder, answers[after], 4)

    folder = begin()
    steps, seen = steps_of(folder, deed), set()
    assert steps > 8
    for step in range(1, steps + 1):
        folder = begin()
        assert dies_at(step, folder, deed)
        mine = membership_of(folder)
        seen.add(mine.table if mine else "")
        if mine is not None:
            _is_whole(mine, answers[mine.table])
            assert (folder / "call.json").exists() == (mine.table == before)
        kept(folder, answers[after], 4)
        _is_whole(membership_of(folder), answers[after])
        assert leave(folder)
        assert not folder.exists()
    assert seen == {before, after}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files for another account")
def test_what_root_joins_belongs_to_the_account_whose_table_it_is(tmp_path, answers):
    data = tmp_path / "table"
    data.mkdir()
    os.chown(data, 65_534, 65_534)
    kept(data / ".club-table", answers["0000000b"], 1)
    made = (data / ".club-table", *(data / ".club-table").iterdir())
    assert len(made) == 5
    assert {one.stat().st_uid for one in made} == {65_534}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files for another account")
def test_a_hub_that_root_starts_leaves_nothing_that_its_account_cannot_use(tmp_path):
    require_broker()
    os.chown(tmp_path, 65_534, 65_534)
    hub = HubService(tmp_path, HubPlan("127.0.0.1", *free_ports(2), ("127.0.0.1",)))
    hub.start()
    made = [*tmp_path.rglob("*")]
    owners = {one.name: one.stat().st_uid for one in made}
    hub.stop()
    assert len(owners) > 10
    assert {name for name, owner in owners.items() if owner != 65_534} == set()


@pytest.mark.gate(0)
def test_whenever_the_plug_is_pulled_a_spare_goes_on_with_journal_and_club_or_stays_what_it_was(
    hub, folder, joined, tmp_path, monkeypatch
):
    _gone("Window", hub, joined)
    code = JoinCode.read(said(folder / "hub", "spare", "Window").split()[-1])
    answer = asked(code, "spare")
    monkeypatch.setattr("companion.club.taking_over.asked", lambda *_: answer)
    journal, now = tmp_path / "b" / "table.sqlite", SystemClock().utc_now()

    def begin() -> None:
        shutil.rmtree(journal.parent, ignore_errors=True)
        with closing(SqliteJournal(journal)) as own:
            own.append(own.next_game("table", game.rules, NOON), _drafts(game.facts[:5]))

    def deed() -> None:
        take_over(journal, code, "spare", now)

    game = next(made_games(1))
    begin()
    steps, seen = steps_of(journal.parent, deed), set()
    for step in range(1, steps + 1):
        begin()
        assert dies_at(step, journal.parent, deed)
        taken = taken_over(journal, None)
        mine = membership_of(folder_beside(journal))
        with closing(SqliteReader(journal)) as reader:
            seen.add((mine.table if mine else "", reader.last_seq, bool(taken)))
    spare, held = answer.said["table"], answer.said["journal"]["last"]
    assert seen - {(spare, held, False)} == {("", 5, False), (spare, held, True)}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files for another account")
def test_what_root_takes_over_or_puts_aside_belongs_to_the_account_whose_table_it_is(
    hub, folder, joined, tmp_path
):
    _gone("Window", hub, joined)
    code = JoinCode.read(said(folder / "hub", "spare", "Window").split()[-1])
    journal, game = tmp_path / "b" / "table.sqlite", next(made_games(1))
    with closing(SqliteJournal(journal)) as own:
        own.append(own.next_game("table", game.rules, NOON), _drafts(game.facts[:5]))
    for one in (journal.parent, *journal.parent.rglob("*")):
        os.chown(one, 65_534, 65_534)
    older = take_over(journal, code, "spare", SystemClock().utc_now()).older
    owners = {one.name: one.stat().st_uid for one in journal.parent.rglob("*")}
    assert older.name in owners
    assert {name for name, owner in owners.items() if owner != 65_534} == set()


@pytest.mark.gate(0)
def test_whenever_the_plug_of_the_hub_is_pulled_its_tables_and_its_tournament_name_the_same_spare(
    hub, folder, joined, tmp_path
):
    mine, data = _gone("Door", hub, joined), folder / "hub"
    said(data, "new", "Wednesday", "--rounds", 1)
    said(data, "assign", 1, "Door")
    token = JoinCode.read(said(data, "spare", "Door").split()[-1]).token
    _, request = key_and_request()
    here = tmp_path / "hub" / "club"

    def begin() -> HandingOver:
        shutil.rmtree(here.parent, ignore_errors=True)
        shutil.copytree(data / "club", here)
        return opened()

    def opened() -> HandingOver:
        return HandingOver(here, here / FILE, Members(here), Authority(here), lambda _: False)

    def deed() -> None:
        going.answer(token, request)

    going = begin()
    steps, seen = steps_of(here, deed), set()
    for step in range(1, steps + 1):
        going = begin()
        assert dies_at(step, here, deed)
        again = opened()
        again.finish()
        assert not (here / "handing-over.json").exists()
        now = TournamentFile(here).tournament.companions[1]
        assert now == Members(here).find("Door").id
        seen.add(now == mine.table)
        member, _ = again.answer(again.code("Door").token, request)
        assert TournamentFile(here).tournament.companions[1] == member.id == Members(here).find("Door").id
    assert seen == {True, False}


def test_a_spare_with_an_id_that_no_table_has_is_not_entered_in_the_list_of_tables(tmp_path):
    members = Members(tmp_path)
    members.join("0000000a", "Door")
    going = HandingOver(tmp_path, tmp_path / FILE, members, Authority(tmp_path), lambda _: False)
    (tmp_path / "handing-over.json").write_text('{"table": "0000000a", "spare": "\\ud800"}')
    with pytest.raises(ConfigError, match=r"handing-over\.json cannot be read: an id is wrong; delete it"):
        going.finish()
    assert Members(tmp_path).all == members.all


def _gone(name, hub, joined) -> Membership:
    """A table that has sent everything, and is switched off."""
    table, game = Seated(joined(name)), next(made_games(1))
    table.play(game.facts, game.rules, ("Anna", "Ben", "Chiyo", "Dario"), but=40)
    assert soon(lambda: table.link.standing and table.link.standing.held == table.journal.last_seq)
    table.close()
    assert soon(lambda: not any(one.is_here for one in hub.tables))
    return table.mine


def _drafts(facts) -> list[Draft]:
    return [Draft(at=NOON, because=Cause.RECORD, fact=fact) for fact in facts]


def _is_whole(mine, answer) -> None:
    assert (mine.club, mine.table) == (answer.said["club"], answer.said["table"])
    assert mine.own_file.read_bytes() == answer.key + answer.said["certificate"].encode()
    assert (mine.folder / "authority.pem").read_bytes() == answer.authority.encode()
    if mine.broker:
        assert mine.authority_file.read_text() == "the broker's own"


def _answer(hub: Path, table: str, club: str, broker: str = "") -> Asked:
    authority = Authority(hub)
    key, request = key_and_request()
    said = {"club": club, "table": table, "name": f"Table {table}", "port": 8883}
    said |= {"certificate": authority.for_table(request, table).decode()}
    if broker:
        said |= {"broker": broker, "broker_authority": "the broker's own"}
    code = JoinCode("192.0.2.1", 8884, "a" * 16, authority.fingerprint)
    return Asked(code, authority.certificate.decode(), key, json.loads(json.dumps(said)))
