"""The round's clock in a hub whose wall clock is set while people play."""

from contextlib import closing
from datetime import timedelta

import pytest

from companion.clock import ManualClock
from companion.club.copies import Copies
from companion.club.running_tournament import RunningTournament
from companion.club.tournament_file import TournamentFile
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
)

TABLE = "0badcafe"


class Hub:
    """A hub that plays one round of an hour at one table."""

    def __init__(self, folder, copies) -> None:
        self.clock = ManualClock()
        self.file = TournamentFile(folder, self.wall)
        self.running = RunningTournament(folder, copies, self.clock)
        people = PlayersAdded(tuple(Entrant(name) for name in ("Anna", "Ben", "Chiyo", "Dario")))
        terms = (LengthSet(1), TimeSet(60, TimeLimit.ONE_MORE), TableGiven(1, TABLE))
        self.file.say(people, *terms, RoundsSeated(1, (((1, 2, 3, 4),),)), RoundStarted(1, self.wall()))
        self.told()

    def wall(self) -> float:
        return self.clock.utc_now().timestamp()

    def jump(self, **by: float) -> None:
        self.clock.set_utc(self.clock.utc_now() + timedelta(**by))

    def told(self) -> list:
        return list(self.running.due((TABLE,)))

    def left_s(self) -> float:
        self.clock.advance(seconds=1)
        self.told()
        return self.running.scores.tournament.current.clock.left_s(1, self.wall())


@pytest.fixture
def hub(tmp_path):
    with closing(Copies(tmp_path / "copies.sqlite")) as copies:
        yield Hub(tmp_path, copies)


def test_a_wall_clock_that_is_put_forward_takes_no_time_from_a_round(hub):
    hub.clock.advance(seconds=599)
    assert hub.left_s() == 3_000
    hub.jump(hours=9)
    assert hub.left_s() == pytest.approx(2_999, abs=0.5)
    hub.jump(days=400)
    assert hub.left_s() == pytest.approx(2_998, abs=0.5)
    hub.clock.advance(seconds=600)
    assert hub.left_s() == pytest.approx(2_397, abs=0.5)
    # Whoever reads the file counts the same, a hub that was started again among them.
    hub.file.look()
    assert hub.file.tournament.current.clock.left_s(1, hub.wall()) == pytest.approx(2_397, abs=0.5)


def test_while_the_clock_is_paused_a_jump_changes_nothing(hub):
    hub.file.say(ClockPaused(hub.wall()))
    hub.jump(hours=9)
    assert hub.left_s() == 3_600
    hub.file.say(ClockResumed(hub.wall()))
    assert hub.left_s() == 3_599


def test_a_hub_that_slept_has_not_jumped_and_neither_has_one_whose_clock_is_a_little_off(hub):
    revision = hub.file.tournament.revision
    hub.clock.advance(seconds=1_200)
    hub.jump(seconds=2)
    hub.left_s()
    assert hub.running.scores.tournament.revision == revision
