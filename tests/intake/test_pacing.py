"""The pace of the pretend table: human delays, speed, pause and stop, without a moment of sleep."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from statistics import mean

import pytest

from companion.clock import ManualClock, SystemClock
from companion.intake.pacing import Pace, RealWaiting, human_delay
from companion.riichi import facts as f
from companion.riichi.seats import Seat
from tests.pretend.played import play

EAST, SOUTH = Seat(0), Seat(1)
TURNS: list[f.Fact] = [f.Drawn(EAST), f.Discarded(EAST), f.Drawn(SOUTH), f.Discarded(SOUTH)]


def paced(facts: Iterable[f.Fact], pace: Pace, rng: random.Random | None = None) -> Iterator[f.Fact]:
    """The facts, each when people would have come so far; ends early where the pace is stopped."""
    before: f.Fact | None = None
    for fact in facts:
        if not pace.let_pass(human_delay(before, fact, rng)):
            return
        yield fact
        before = fact


class WaitingByHand:
    """Waiting that moves a manual clock instead of sleeping, and lets people act while it waits."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.waits: list[float | None] = []
        self.meanwhile: list[tuple[float, Callable[[], None]]] = []
        """What somebody does during the next waits: after how many seconds, and what."""
        self.oversleeps_s = 0.0

    def wait(self, seconds: float | None) -> None:
        self.waits.append(seconds)
        if self.meanwhile:
            after, act = self.meanwhile.pop(0)
            self.clock.advance(seconds=after)
            act()
            return
        assert seconds is not None, "nobody would ever wake this stream"
        self.clock.advance(seconds=seconds + self.oversleeps_s)

    def wake(self) -> None:
        """Whoever acts during a wait ends it."""


class Desk:
    """A pace with its clock and its waiting."""

    def __init__(self, speed: float = 1.0) -> None:
        self.clock = ManualClock()
        self.waiting = WaitingByHand(self.clock)
        self.pace = Pace(self.clock, speed=speed, waiting=self.waiting)

    @property
    def now(self) -> float:
        return self.clock.monotonic_ns() / 1e9


def test_two_turns_take_five_seconds():
    desk = Desk()
    assert list(paced(TURNS, desk.pace)) == TURNS
    assert desk.now == pytest.approx(5.0)


def test_at_a_thousand_times_they_take_a_thousandth():
    desk = Desk(speed=1_000)
    list(paced(TURNS, desk.pace))
    assert desk.now == pytest.approx(0.005)


def test_a_turn_of_a_whole_hanchan_takes_about_as_long_as_people_take():
    game = play("tenhou", 1)
    total = sum(human_delay(before, fact) for before, fact in pairwise(game.facts))
    turns = sum(isinstance(fact, f.Discarded) for fact in game.facts)
    assert 2.0 < total / turns < 3.5


def test_people_need_longer_after_calls_and_results():
    plain = human_delay(f.Drawn(EAST), f.Discarded(EAST))
    called = human_delay(f.PonCalled(EAST, SOUTH, None, (None, None)), f.Discarded(EAST))
    assert human_delay(f.Drawn(EAST), f.Discarded(EAST, tsumogiri=True)) < plain < called
    assert human_delay(f.Won(EAST, f.WinBy.TSUMO, EAST), f.KyokuEnded()) > 2 * plain


def test_with_dice_no_two_delays_are_the_same_but_the_mean_holds():
    dice = random.Random(5)
    delays = [human_delay(f.Drawn(EAST), f.Discarded(EAST), dice) for _ in range(2_000)]
    assert len(set(delays)) > 1_900
    assert mean(delays) == pytest.approx(human_delay(f.Drawn(EAST), f.Discarded(EAST)), rel=0.05)


def test_nothing_passes_while_it_is_paused():
    desk = Desk()
    # One second into the first wait somebody pauses, and goes on a minute later.
    desk.waiting.meanwhile = [(1.0, desk.pace.pause), (60.0, desk.pace.resume)]
    assert desk.pace.let_pass(3.0)
    assert desk.waiting.waits == [3.0, None, 2.0]
    assert desk.now == pytest.approx(63.0)
    assert not desk.pace.is_paused


def test_a_change_of_speed_counts_from_the_moment_it_is_made():
    desk = Desk()
    desk.waiting.meanwhile = [(4.0, lambda: desk.pace.change_speed(10))]
    assert desk.pace.let_pass(10.0)
    assert desk.now == pytest.approx(4.6)
    assert desk.pace.speed == 10


def test_stop_ends_the_stream_in_the_middle_of_a_wait():
    desk = Desk()
    desk.waiting.meanwhile = [(0.1, lambda: None), (0.1, desk.pace.stop)]
    assert list(paced(TURNS, desk.pace)) == []
    assert desk.now == pytest.approx(0.2)
    assert desk.pace.is_stopped


def test_stop_ends_a_paused_stream():
    desk = Desk()
    desk.pace.pause()
    desk.waiting.meanwhile = [(5.0, desk.pace.stop)]
    assert list(paced(TURNS, desk.pace)) == []


def test_no_fact_is_asked_for_before_its_turn():
    desk, asked = Desk(), []

    def facts():
        for fact in TURNS:
            asked.append(fact)
            yield fact

    stream = paced(facts(), desk.pace)
    next(stream)
    assert asked == TURNS[:1]


def test_time_that_thinking_took_is_not_waited_for_again():
    desk = Desk()
    assert desk.pace.let_pass(2.0)
    desk.clock.advance(seconds=1.5)
    assert desk.pace.let_pass(2.0)
    assert desk.now == pytest.approx(4.0)


def test_waits_that_last_too_long_are_made_good():
    desk = Desk(speed=1_000)
    desk.waiting.oversleeps_s = 0.001
    for _ in range(400):
        assert desk.pace.let_pass(2.5)
    assert desk.now == pytest.approx(1.0, abs=0.01)


def test_a_long_standstill_is_not_followed_by_a_rush():
    desk = Desk(speed=100)
    assert desk.pace.let_pass(1.0)
    desk.clock.advance(seconds=3_600)
    assert desk.pace.let_pass(1.0)
    start = desk.now
    for _ in range(10):
        assert desk.pace.let_pass(1.0)
    assert desk.now - start == pytest.approx(0.05, abs=0.001)


@pytest.mark.parametrize("speed", [0, 0.5, -1, 1_001, float("nan"), float("inf")])
def test_other_speeds_are_refused_and_change_nothing(speed: float):
    pace = Desk(speed=7).pace
    with pytest.raises(ValueError, match="say 1 to 1000"):
        pace.change_speed(speed)
    assert pace.speed == 7


def test_real_waiting_is_ended_by_another_thread():
    pace = Pace(SystemClock(), waiting=RealWaiting())
    pace.pause()
    outcome: list[bool] = []
    waiter = threading.Thread(target=lambda: outcome.append(pace.let_pass(1.0)), daemon=True)
    waiter.start()
    pace.stop()
    waiter.join(timeout=30)
    assert outcome == [False]
