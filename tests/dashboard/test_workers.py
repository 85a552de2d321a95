"""The threads that answer: lanes, turns, and an end."""

import time
from dataclasses import dataclass, field
from threading import Event

import pytest

from companion.dashboard.standing import Standing
from companion.dashboard.workers import LANES, MOST_THREADS, Lane, Workers

PATIENCE_S = 30
SHORTLY_S = 0.3
ASKS = Lane(Standing.STRANGER)
WATCHES = Lane(Standing.STRANGER, is_stream=True)
PAIRED = Lane(Standing.PAIRED)
OWN = Lane(Standing.OWN)


@dataclass
class Task:
    """Something that takes until it is let go."""

    lane: Lane
    household: str = "10.0.0.1"
    go_on: Event = field(default_factory=Event)
    began: Event = field(default_factory=Event)
    is_cancelled: bool = False

    def service(self):
        self.began.set()
        self.go_on.wait(PATIENCE_S)

    def cancel(self):
        self.is_cancelled = True


@pytest.fixture
def add():
    workers, tasks = Workers(), []

    def add(*more):
        for task in more:
            tasks.append(task)
            workers.add_task(task)
        return more

    add.workers = workers
    yield add
    for task in tasks:
        task.go_on.set()
    assert workers.shutdown(PATIENCE_S)


def begun(tasks):
    time.sleep(SHORTLY_S)
    return sum(task.began.is_set() for task in tasks)


def test_strangers_together_take_two_threads_for_questions_and_twenty_six_for_streams(add):
    asks = add(*(Task(ASKS, f"10.0.0.{number}") for number in range(80)))
    watch = add(*(Task(WATCHES, f"10.0.0.{number}") for number in range(80)))
    assert begun(asks) == 2
    assert begun(watch) == 26
    paired = add(*(Task(PAIRED, f"10.0.1.{number}") for number in range(8)))
    own = add(*(Task(OWN, "127.0.0.1") for _ in range(8)))
    assert all(task.began.wait(PATIENCE_S) for task in (*paired, *own))


def test_one_device_takes_one_thread_and_the_others_their_turn(add):
    first, second = add(Task(ASKS), Task(ASKS))
    (other,) = add(Task(ASKS, "10.0.0.2"))
    assert other.began.wait(PATIENCE_S)
    assert begun([first, second]) == 1
    first.go_on.set()
    assert second.began.wait(PATIENCE_S)


def test_devices_take_turns_however_much_one_of_them_asks(add):
    hold = add(Task(ASKS, "10.0.0.8"), Task(ASKS, "10.0.0.9"))
    begun(hold)
    flood = add(*(Task(ASKS, "10.0.0.1") for _ in range(20)))
    (honest,) = add(Task(ASKS, "10.0.0.2"))
    flood[0].go_on.set()
    hold[0].go_on.set()
    assert flood[0].began.wait(PATIENCE_S)
    assert honest.began.wait(PATIENCE_S / 3)  # before anybody else gives up
    assert not flood[2].began.is_set()


def test_a_task_behind_one_that_never_ends_finds_another_thread(add):
    """Each of many, so quickly that a thread that was woken has not yet taken what it was woken for."""
    for _ in range(50):
        quick = [Task(OWN) for _ in range(3)]
        quick[1].go_on.set()
        quick[2].go_on.set()
        add(*quick)
        assert all(task.began.wait(PATIENCE_S) for task in quick)
        quick[0].go_on.set()


def test_threads_are_started_when_they_are_needed(add):
    assert not add.workers._threads
    for _ in range(5):
        (task,) = add(Task(OWN, go_on=_set()))
        assert task.began.wait(PATIENCE_S)
        time.sleep(0.05)
    assert len(add.workers._threads) == 1


def _set():
    event = Event()
    event.set()
    return event


def test_strangers_leave_the_processor_free_between_their_tasks(add):
    class Busy(Task):
        def service(self):
            until_s = time.thread_time() + 0.1
            while time.thread_time() < until_s:
                pass
            self.worked_s = time.monotonic()
            super().service()

    busy, after = add(Busy(ASKS, go_on=_set()), Task(ASKS, go_on=_set()))
    assert after.began.wait(PATIENCE_S)
    assert time.monotonic() - busy.worked_s >= 0.3


def test_what_fails_takes_its_thread_with_it_to_the_next_task(add, caplog):
    class Broken(Task):
        def service(self):
            raise ZeroDivisionError

    add(*(Broken(ASKS) for _ in range(5)))
    (next_one,) = add(Task(ASKS))
    assert next_one.began.wait(PATIENCE_S)
    assert "dashboard.thread" in caplog.text


def test_at_the_end_what_waits_is_cancelled_and_what_hangs_is_said():
    workers = Workers()
    running, waiting = Task(ASKS), Task(ASKS)
    workers.add_task(running)
    workers.add_task(waiting)
    assert running.began.wait(PATIENCE_S)
    assert not workers.shutdown(0.1)
    assert waiting.is_cancelled
    running.go_on.set()
    assert workers.shutdown(PATIENCE_S)


def test_strangers_and_all_streams_leave_threads_for_taps():
    strangers = sum(width.in_all for lane, width in LANES.items() if lane.standing is Standing.STRANGER)
    most_streams = 40
    paired = LANES[PAIRED].in_all
    assert most_streams + 2 + LANES[ASKS].in_all + paired <= MOST_THREADS - 8
    assert strangers <= MOST_THREADS // 2
