"""Files of a hub or of a table that somebody damaged: the next change keeps them beside, and says so."""

import copy
import json
import logging
import re
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce
from operator import getitem
from unittest.mock import Mock

import pytest

from companion.clock import SystemClock
from companion.club.call_kept import KeptCall
from companion.club.members import Members
from companion.club.membership import folder_beside, membership_of
from companion.club.pantheon_file import told_in
from companion.club.referee_queue import RefereeQueue
from companion.club.round_time import RoundTime
from companion.club.tournament_file import TournamentFile
from companion.club_page.featured import Featured, keep_featured, kept_featured
from companion.commands.club_table import club_of
from companion.dashboard.devices import Devices
from companion.dashboard.roles import Role
from companion.errors import ConfigError
from companion.evidence import SourceState
from companion.files import write_instead
from companion.intake.eye.calibrating_kept import keep_choice, kept_choice
from companion.keeping.evenings_kept import EveningRefused, claim_evening
from companion.keeping.upkeep import Upkeep
from companion.player_clock import ClockRules
from companion.riichi.ruleset import TimeLimit
from companion.table_loop.player_clocks import PlayerClocks, _start_of
from companion.tournament.changes import LengthSet, RecordCorrupt, TitleSet
from companion.tournament.clock import RoundClock
from companion.tournament.referee import TableCall, encode_call

CALL = encode_call(TableCall(7, is_wanted=True))


class Noon:
    def utc_now(self):
        return datetime(2026, 1, 1, 12, tzinfo=UTC)

    def since_boot_ns(self):
        return 0


def begin_a_round(folder):
    clock = RoundClock(Noon().utc_now().timestamp(), 60, TimeLimit.ONE_MORE)
    RoundTime(folder, Noon()).note(Mock(current=Mock(clock=clock)))


CASES = {
    "broadcast.json": lambda folder: keep_featured(folder, Featured("0000aaaa", 60)),
    "calls.json": lambda folder: RefereeQueue(folder).take("0000aaaa", CALL),
    "call.json": lambda folder: KeptCall(folder, lambda: 0.0).want(is_wanted=True),
    ".devices.json": lambda folder: Devices(folder / ".devices.json").let_in("Phone", Role.SCORER, "now"),
    "eye/choice.json": lambda folder: keep_choice(folder, replace(kept_choice(folder), tiles="black")),
    "player_clock.json": lambda folder: PlayerClocks(folder, SystemClock()).choose(ClockRules(5)),
    "round-time.json": begin_a_round,
}


@pytest.mark.parametrize("content", [b"", b"[1]", b'{"table": "0000aaaa", "delay_s": 600,}', b"[" * 9_000])
@pytest.mark.parametrize("name", CASES)
def test_what_was_damaged_is_kept_beside_when_the_next_change_is_written(tmp_path, name, content, caplog):
    CASES[name](tmp_path)
    (tmp_path / name).write_bytes(content)
    with caplog.at_level(logging.WARNING):
        CASES[name](tmp_path)
    (beside,) = tmp_path.glob(f"{name}.damaged-*Z")
    assert beside.read_bytes() == content
    assert beside.stat().st_mode == (tmp_path / name).stat().st_mode
    assert beside.name in caplog.text
    json.loads((tmp_path / name).read_bytes())
    CASES[name](tmp_path)
    assert len(list(tmp_path.glob(f"{name}.damaged-*"))) == 1


def test_a_hub_says_that_its_calls_were_damaged_until_the_next_one_is_kept(tmp_path):
    (tmp_path / "calls.json").write_bytes(b"[")
    queue = RefereeQueue(tmp_path)
    assert "cannot be read from" in queue.complaint
    assert "calls.json.damaged-" in queue.complaint
    queue.take("0000aaaa", CALL)
    assert queue.complaint == ""


def test_a_file_of_any_size_is_moved_aside_and_not_read(tmp_path):
    file = tmp_path / "call.json"
    with file.open("wb") as huge:
        huge.truncate(2**34)
    write_instead(file, b"{}", json.loads)
    (beside,) = tmp_path.glob("call.json.damaged-*Z")
    assert (beside.stat().st_size, file.read_bytes()) == (2**34, b"{}")


MEMBER = {"club": "0badcafe", "table": "00000001", "name": "East", "host": "hub", "port": 8883, "since": 1}
TABLES = {"club": "0badcafe", "tables": [{"id": "00000001", "name": "East", "spare": ""}]}
PANTHEON = {"server": "", "event": 1, "person": 2, "token": "t", "people": {"1": {"1": 7}}}
BROADCAST = {"table": "", "delay_s": 60, "owed_s": 0}
EVENINGS = {"table": "t", "folders": ["/media/stick"]}


def read_broadcast(folder):
    said = []
    kept_featured(folder, said.append)
    raise ConfigError(*said)


def read_tables(folder):
    raise ConfigError(Members(folder).complaint)


READ = {
    "club.json": (MEMBER, membership_of),
    "members.json": (TABLES, read_tables),
    "pantheon.json": (PANTHEON, told_in),
    "broadcast.json": (BROADCAST, read_broadcast),
    ".evenings.json": (EVENINGS, lambda folder: claim_evening(folder / "kept", folder, SystemClock())),
}


def places_in(told, *before):
    """Each value in what a file says, with the way to it."""
    inside = told.items() if type(told) is dict else enumerate(told) if type(told) is list else ()
    for key, value in inside:
        yield (*before, key), value
        yield from places_in(value, *before, key)


def half_typed():
    for name, (told, _) in READ.items():
        for way, value in places_in(told):
            wrong = (one for one in (None, True, "8", 8, 8.5, [], {}) if type(one) is not type(value))
            yield from ((name, way, one) for one in wrong)


@pytest.mark.parametrize(("name", "way", "wrong"), [*half_typed()])
def test_a_half_typed_value_is_a_sentence_that_names_the_file_and_the_field(tmp_path, name, way, wrong):
    good, read = READ[name]
    told = copy.deepcopy(good)
    *outer, last = way
    place = reduce(getitem, outer, told)
    place[last] = wrong
    (tmp_path / name).write_text(json.dumps(told))
    with pytest.raises((ConfigError, EveningRefused)) as refused:
        read(tmp_path)
    field = next(one for one in reversed(way) if type(one) is str)
    assert re.search(rf"{name}.*\b{field}\b.*must", str(refused.value)) or "table 1 of the list" in str(
        refused.value
    )
    assert json.loads((tmp_path / name).read_text()) == told, "nothing is lost"


def test_a_half_typed_line_of_a_tournament_is_named(tmp_path):
    file = TournamentFile(tmp_path)
    file.say(TitleSet("Spring"), LengthSet(4))
    path = tmp_path / "tournament.jsonl"
    path.write_text(path.read_text().replace('"rounds":4', '"rounds":"4"'))
    with pytest.raises(RecordCorrupt, match=r"line 2 of .*tournament\.jsonl: .*rounds"):
        file.look()
    path.write_text(path.read_text().replace('"revision":2', '"revision":7').replace('"4"', "4"))
    with pytest.raises(RecordCorrupt, match=r"line 2 of .*tournament\.jsonl: revision must be 2, not 7"):
        file.look()


def test_a_table_whose_membership_is_half_typed_plays_and_says_what_is_wrong(tmp_path, capsys):
    told, journal = [], tmp_path / "table.sqlite"
    upkeep = Upkeep(journal, SystemClock())
    with closing(upkeep.journal):
        upkeep.attach(Mock(tell=told.append, prods={}))
        folder_beside(journal).mkdir()
        file = folder_beside(journal) / "club.json"
        file.write_text(json.dumps(MEMBER | {"port": "8883"}))
        club = club_of(journal, upkeep)
        club.start(None)
        assert club.state() is None
        sentence = 'club.json cannot be read: port must be a whole number without quotes, not "8883"'
        assert sentence in told[-1].note
        assert told[-1].state is SourceState.DOWN
        assert sentence in capsys.readouterr().err
        club.stop()


def test_hands_that_nobody_has_played_hold_up_no_table(tmp_path):
    """They were counted up one by one, from any number below nought."""
    kept = {"own": {"bank_s": 60, "free_s": 0, "again_s": 0}, "game": "g", "hand": -(10**12)}
    kept |= {"rules": kept["own"], "seats": [{"left_s": 1.0, "flag": None}] * 4}
    at = _start_of(kept, "g", ClockRules(60, 0, 0), 4, 2)
    assert at.hand == 2
    assert _start_of(kept | {"hand": "1"}, "g", ClockRules(60, 0, 0), 4, 2) is None


LOGGED = {
    "call.json": ("at_s", lambda folder: KeptCall(folder, lambda: 0.0)),
    "player_clock.json": ("own", lambda folder: PlayerClocks(folder, SystemClock())),
    ".devices.json": ("devices", lambda folder: Devices(folder / ".devices.json")),
}


@pytest.mark.parametrize("wrong", [None, True, "8", []])
@pytest.mark.parametrize("name", LOGGED)
def test_what_is_only_logged_of_a_half_typed_file_names_it_and_the_field(tmp_path, name, wrong, caplog):
    CASES[name](tmp_path)
    field, read = LOGGED[name]
    told = json.loads((tmp_path / name).read_text())
    wrong = {} if type(told[field]) is type(wrong) else wrong
    (tmp_path / name).write_text(json.dumps(told | {field: wrong}))
    with caplog.at_level(logging.WARNING):
        read(tmp_path)
    assert re.search(rf"{name}.*\b{field}\b.*must", caplog.text)
