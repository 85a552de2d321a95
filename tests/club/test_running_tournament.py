"""The round's clock in a hub whose wall clock is set while people play."""

import json
from contextlib import closing
from datetime import timedelta

import pytest

from companion.clock import ManualClock
from companion.club import round_time
from companion.club.copies import Copies
from companion.club.round_kept import CLOCK, KeptRound
from companion.club.round_time import RoundTime
from companion.club.running_tournament import RunningTournament
from companion.club.tournament_file import FILE, TournamentFile
from companion.riichi.ruleset import TimeLimit
from companion.tournament.changes import (
    ClockPaused,
    ClockResumed,
    Entrant,
    LengthSet,
    PlayersAdded,
    RoundsSeated,
    RoundStarted,
    TableGiven,
    TimeSet,
    TitleSet,
    Undone,
)

TABLE = "0badcafe"


class Hub:
    """A hub that plays one round of an hour at one table."""

    def __init__(self, folder, copies) -> None:
        self.folder, self.copies = folder, copies
        self.clock = ManualClock()
        self.file = TournamentFile(folder)
        self.is_started_again()
        people = PlayersAdded(tuple(Entrant(name) for name in ("Anna", "Ben", "Chiyo", "Dario")))
        terms = (LengthSet(2), TimeSet(60, TimeLimit.ONE_MORE), TableGiven(1, TABLE))
        self.file.say(people, *terms, RoundsSeated(1, (((1, 2, 3, 4),), ((1, 2, 3, 4),))))
        self.start()
        self.told()

    def is_started_again(self) -> None:
        self.time = RoundTime(self.folder, self.clock)
        self.running = RunningTournament(self.folder, self.copies, self.clock)

    def start(self) -> None:
        self.file.say(RoundStarted(self.file.tournament.begun + 1, self.time.wall_s()))
        self.time.note(self.file.tournament)

    def now_s(self) -> float:
        return self.time.now_s(self.file.tournament)

    def jump(self, **by: float) -> None:
        self.clock.set_utc(self.clock.utc_now() + timedelta(**by))

    def told(self) -> list:
        return list(self.running.due((TABLE,)))

    def left_s(self) -> float:
        self.clock.advance(seconds=1)
        self.told()
        return self.running.scores.tournament.current.clock.left_s(1, self.running.now_s())


@pytest.fixture
def hub(tmp_path):
    with closing(Copies(tmp_path / "copies.sqlite")) as copies:
        yield Hub(tmp_path, copies)


def test_a_wall_clock_that_is_set_neither_takes_time_from_a_round_nor_gives_it_any(hub):
    revision = hub.file.tournament.revision
    hub.clock.advance(seconds=599)
    assert hub.left_s() == 3_000
    for at, by in enumerate(({"hours": 9}, {"days": 400}, {"days": -500}, {"seconds": -600}), 1):
        hub.jump(**by)
        assert hub.left_s() == pytest.approx(3_000 - at)
    hub.clock.advance(seconds=600)
    assert hub.left_s() == pytest.approx(2_395)
    # A table that comes back hears the same.
    hub.running.is_there(TABLE)
    (clock,) = (json.loads(payload) for _, leaf, payload in hub.told() if leaf == CLOCK)
    assert clock["elapsed_ms"] == pytest.approx(1_205_000)
    # Nothing was entered for the host, who takes back own changes only.
    assert hub.running.scores.tournament.revision == revision


def test_a_pause_lasts_as_long_as_it_does_and_no_longer_where_the_wall_clock_is_set_in_it(hub):
    hub.clock.advance(seconds=600)
    hub.file.say(ClockPaused(hub.now_s()))
    hub.jump(hours=9)
    assert hub.left_s() == pytest.approx(3_000)
    hub.file.say(ClockResumed(hub.now_s()))
    assert hub.left_s() == pytest.approx(2_999)


def test_a_hub_that_is_started_again_counts_on_as_before(hub):
    hub.clock.advance(seconds=600)
    hub.jump(hours=9)
    hub.is_started_again()
    assert hub.left_s() == pytest.approx(2_999)


def test_a_machine_that_is_started_again_in_mid_round_counts_on_from_what_it_has_noted(hub, monkeypatch):
    hub.clock.advance(seconds=600)
    hub.jump(days=20_000)  # the network has told the time, long after the round began
    assert hub.left_s() == pytest.approx(2_999)
    monkeypatch.setattr(round_time, "boot_id", lambda: "another boot")
    hub.clock.advance(seconds=60)
    hub.is_started_again()
    assert hub.left_s() == pytest.approx(2_938)
    # This time the network is late once more, and the machine was off for nobody knows how long.
    monkeypatch.setattr(round_time, "boot_id", lambda: "a third boot")
    hub.clock.set_utc(ManualClock.NOON)
    hub.is_started_again()
    assert hub.left_s() == pytest.approx(2_938, abs=1)
    hub.jump(days=20_000)
    assert hub.left_s() == pytest.approx(2_937, abs=1)


def test_a_hub_that_runs_on_after_the_last_round_stops_noting_how_far_it_is(hub):
    noted = []
    for hours in (1, 24, 1):
        hub.clock.advance(seconds=hours * 3_600)
        hub.told()
        noted.append((hub.folder / round_time.FILE).read_bytes())
    assert noted[0] == noted[1] == noted[2]
    assert json.loads(noted[0])["far"]["now_s"] == hub.file.tournament.current.clock.begun + 3_600


def test_the_wall_clock_counts_only_for_as_long_as_the_machine_was_off(hub, monkeypatch):
    monkeypatch.setattr(round_time, "boot_id", lambda: "another boot")
    hub.clock.advance(seconds=600)
    hub.is_started_again()
    assert hub.left_s() == 2_999
    hub.jump(seconds=600)
    assert hub.left_s() == 2_998


def test_the_next_round_begins_by_the_wall_clock_as_it_is_then(hub):
    hub.jump(days=400)
    hub.start()
    assert hub.file.tournament.current.clock.begun == hub.time.wall_s()
    assert hub.left_s() == pytest.approx(3_599)
    hub.jump(days=-400)
    assert hub.left_s() == pytest.approx(3_598)


def test_a_round_that_was_started_by_mistake_and_taken_back_leaves_the_time_of_the_one_before(hub):
    hub.clock.advance(seconds=600)
    hub.jump(hours=9)
    hub.start()
    hub.file.say(Undone(hub.file.tournament.revision))
    assert hub.left_s() == pytest.approx(2_999)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"boot": 1}', b'{"boot": "", "begun": {}, "far": []}']
)
def test_where_nobody_can_read_what_was_noted_the_wall_clock_counts(hub, content):
    (hub.folder / round_time.FILE).write_bytes(content)
    assert hub.left_s() == 3_599


@pytest.mark.parametrize("moment", [float("nan"), 10**400], ids=["none", "too-large"])
def test_a_noted_moment_that_is_no_moment_is_not_believed(hub, moment):
    file = hub.folder / round_time.FILE
    noted = json.loads(file.read_bytes())
    file.write_text(json.dumps(noted | {"begun": dict.fromkeys(noted["begun"], moment)}))
    assert hub.left_s() == 3_599


def test_a_round_begins_although_nothing_can_be_noted(hub, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError("no space")

    monkeypatch.setattr(round_time, "write_instead", refuse)
    hub.start()
    assert hub.left_s() == 3_599


def test_a_hub_that_goes_on_from_a_backup_is_followed_by_its_tables(hub, tmp_path):
    table = KeptRound(tmp_path / "table", "0badcafe", lambda: 0.0)
    (tmp_path / "table").mkdir()

    def hears() -> tuple[int, int]:
        """How many rounds have begun, by the plan at the table, and of which one its clock is."""
        for _, leaf, payload in hub.told():
            table.take(leaf, payload)
        return table.plan.begun, table.clock.told.round

    hub.running.is_there(TABLE)
    assert hears() == (1, 1)
    backup = (tmp_path / FILE).read_bytes()
    hub.start()
    hub.clock.advance(seconds=1)
    assert hears() == (2, 2)
    (tmp_path / FILE).write_bytes(backup)
    hub.file.look()
    hub.is_started_again()
    assert hears() == (1, 1)
    hub.file.say(TitleSet("Again"))
    hub.clock.advance(seconds=1)
    assert hears() == (1, 1)
    assert table.plan.title == "Again"


def test_of_one_start_of_a_hub_an_older_message_changes_nothing(hub, tmp_path):
    table = KeptRound(tmp_path / "table", "0badcafe", lambda: 0.0)
    (tmp_path / "table").mkdir()
    hub.running.is_there(TABLE)
    before = hub.told()
    hub.start()
    hub.clock.advance(seconds=1)
    for _, leaf, payload in (*hub.told(), *before):
        table.take(leaf, payload)
    assert (table.plan.begun, table.clock.told.round) == (2, 2)
