"""Files of a hub or of a table that somebody damaged: the next change keeps them beside, and says so."""

import json
import logging
from dataclasses import replace
from datetime import UTC, datetime
from unittest.mock import Mock

import pytest

from companion.clock import SystemClock
from companion.club.call_kept import KeptCall
from companion.club.referee_queue import RefereeQueue
from companion.club.round_time import RoundTime
from companion.club_page.featured import Featured, keep_featured
from companion.dashboard.devices import Devices
from companion.dashboard.roles import Role
from companion.files import write_instead
from companion.intake.eye.calibrating_kept import keep_choice, kept_choice
from companion.player_clock import ClockRules
from companion.riichi.ruleset import TimeLimit
from companion.table_loop.player_clocks import PlayerClocks
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
