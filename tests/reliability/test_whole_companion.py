"""The companion as people start it, on a disk that fails, with a clock that jumps, after damage."""

import errno
import socket
from contextlib import closing
from pathlib import Path

import pytest

from companion.evidence import Cause
from companion.journal import Draft, SqliteJournal, SqliteReader
from companion.keeping.copies import copies_of
from companion.riichi.presets import TENHOU
from tests.front_door.companions import called, source, started
from tests.reliability.evenings import NOON, entries_in, facts_of_a_game, write_evening
from tests.reliability.rig import SYNCS, WRITES, rig


@pytest.fixture
def games(tmp_path) -> Path:
    """A data folder with a hand that is being played."""
    folder = tmp_path / "games"
    with closing(SqliteJournal(folder / "table.sqlite")) as journal:
        game = journal.next_game("table", TENHOU, NOON)
        journal.append(
            game, [Draft(at=NOON, because=Cause.PANEL, fact=fact) for fact in facts_of_a_game()[:60]]
        )
    return folder


def without_sources(snapshot):
    return {key: value for key, value in snapshot.items() if key != "health"}


@pytest.mark.gate("full")
@pytest.mark.parametrize(
    ("error", "operations"),
    [(errno.ENOSPC, WRITES), (errno.EROFS, WRITES), (errno.EIO, WRITES), (errno.EIO, SYNCS)],
    ids=["full", "read-only", "broken", "broken sync"],
)
def test_a_disk_that_refuses_is_said_and_when_it_is_well_the_table_goes_on(
    tmp_path, games, error, operations
):
    with (
        rig(tmp_path, games) as disk,
        started(games, "run", environment=disk.environment) as companion,
    ):
        before = companion.snapshot
        disk.fail(error, operations)
        status, said = companion.command("undo", tap="one")
        assert (status, said["error"]) == (507, "journal_down")
        after = companion.wait_until(lambda now: source(now, "journal")["state"] == "down")
        assert without_sources(after) == without_sources(before)
        assert source(after, "journal")["note"]
        status, ready = companion.ask("GET", "/readyz")
        assert (status, ready["ready"]) == (503, False)
        assert "journal_down" in ready["lacks"]
        assert companion.ask("GET", "/healthz")[0] == 200
        disk.heal()
        # The same tap, sent again as a page does: now it is done, once.
        assert companion.command("undo", tap="one") == (200, {"status": "done", "seq": 61})
        assert companion.command("undo", tap="one", seq=60) == (200, {"status": "done", "seq": 61})
        assert source(companion.snapshot, "journal")["state"] == "up"
        assert companion.ask("GET", "/readyz")[0] == 200
        assert companion.end() == 0
    assert [entry.retracts for entry in entries_in(games / "table.sqlite")[60:]] == [60]


@pytest.mark.gate(0)
def test_a_clock_that_jumps_by_years_moves_nothing(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    with (
        rig(tmp_path, folder) as machine,
        started(folder, "demo", "--speed", 200, environment=machine.environment) as companion,
    ):
        for seconds in (-2 * 365 * 86_400, 5 * 365 * 86_400, 3_600, -50 * 365 * 86_400):
            seen = companion.seq
            machine.turn_clock(seconds)
            companion.wait_until(lambda now, seen=seen: now["seq"] > seen + 20)
        companion.wait_until(lambda now: source(now, "clock").get("state") == "down")
        assert companion.ask("GET", "/readyz")[1]["clock_is_set"] is False
        assert companion.ask("GET", "/readyz")[0] == 200
        machine.turn_clock(0)
        companion.wait_until(lambda now: source(now, "clock")["state"] == "up")
        assert companion.end() == 0
    kept = entries_in(folder / "demo.sqlite")
    assert [entry.seq for entry in kept] == list(range(1, len(kept) + 1))
    times = [entry.at for entry in kept]
    assert times != sorted(times), "the rig did not turn the clock"
    assert min(times) < "2000"


def test_after_damage_the_table_goes_on_and_the_page_says_so(tmp_path):
    path = tmp_path / "games" / "table.sqlite"
    written = write_evening(path)
    path.write_bytes(path.read_bytes()[:9_000])
    copied = copies_of(path)[-1].seq
    with started(path.parent, "run") as companion:
        shown = companion.snapshot
        assert shown["seq"] == copied
        assert "journal_restored" in [reminder["code"] for reminder in shown["reminders"]]
        said = companion.wait_until(lambda now: source(now, "archive"))
        assert "as its newest copy has it" in source(said, "archive")["note"]
        assert companion.end() == 0
    assert entries_in(path) == written[:copied]
    assert [each.stat().st_size for each in path.parent.glob("table.sqlite.damaged-*Z")] == [9_000]


def test_a_start_without_room_is_one_sentence(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    with rig(tmp_path, folder) as disk:
        disk.fail(errno.ENOSPC, WRITES)
        refused = called("demo", "--port", 0, "--data", folder, environment=disk.environment)
    assert refused.status == 1
    assert "No space left" in refused.sentence


def test_systemd_hears_that_it_is_ready_and_lives_and_ends(tmp_path, games):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        with started(games, "run", environment={"NOTIFY_SOCKET": str(tmp_path / "notify")}) as companion:
            assert systemd.recv(200).startswith(b"READY=1")
            assert systemd.recv(200) == b"WATCHDOG=1"
            assert companion.end() == 0
            words = [systemd.recv(200)]
            while words[-1] == b"WATCHDOG=1":
                words.append(systemd.recv(200))
    assert words[-1] == b"STOPPING=1"


@pytest.mark.gate(0)
def test_a_hand_that_is_over_is_copied_while_the_table_goes_on(tmp_path):
    folder = tmp_path / "games"
    with started(folder, "demo", "--speed", 1000) as companion:
        # One is made at the start; each hand brings another.
        companion.wait_until(lambda _: len(copies_of(folder / "demo.sqlite")) > 2)
        seen = companion.seq
        companion.wait_until(lambda now: now["seq"] > seen)
        assert companion.end() == 0
    for copy in copies_of(folder / "demo.sqlite"):
        with closing(SqliteReader(copy.path)) as reader:
            reader.check()
            assert reader.last_seq >= copy.seq


def test_what_a_running_companion_counts_is_read_by_prometheus(tmp_path):
    with started(tmp_path / "games", "demo", "--speed", 200) as companion:
        companion.wait_until(lambda now: now["seq"] > 30)
        text = companion.text("/metrics")
        assert companion.end() == 0
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(values["companion_entries_total"]) >= 30
    assert float(values["companion_commit_seconds_count"]) > 0
    assert float(values['companion_loop_beat_age_seconds{loop="table"}']) >= 0
    assert 'companion_answers_total{status="200"}' in values
