"""A table's link to its hub, over a line that breaks: how long it waits before it connects again."""

import threading

import pytest

from companion.clock import SystemClock
from companion.club.membership import Membership
from companion.club.messages import Ack, encoded
from companion.club.table_link import TableLink
from companion.club.wire import Arrived, WireDown, WireRefused
from companion.journal import MemoryJournal
from tests.club.conftest import soon


class Waits(threading.Event):
    """Notes how long somebody meant to wait, and does not wait."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.noted.append(timeout or 0.0)
        return super().wait(0.001)


class Line:
    """A connection that breaks after the hub has answered once, or at once."""

    is_ready = may_write = True
    answers: tuple[bytes, ...] = ()
    ends = WireDown("the connection was lost")

    def __init__(self, *_: object, last_will: str) -> None:
        self._where = last_will.rpartition("/")[0]
        self._left = list(self.answers)

    def open(self) -> None:
        """Is open."""

    def close(self) -> None:
        """Is closed."""

    def send(self, *_: object, **__: object) -> None:
        """Takes whatever comes."""

    def turn(self, _: float) -> list[Arrived]:
        if not self._left:
            raise self.ends
        return [Arrived(f"{self._where}/ack", self._left.pop())]


@pytest.fixture
def link(monkeypatch, tmp_path):
    monkeypatch.setattr("companion.club.table_link.Wire", Line)
    monkeypatch.setattr("companion.club.table_link.sealed_by", lambda *_, **__: None)
    mine = Membership(tmp_path, "0badcafe", "00000001", "East", "127.0.0.1", 1, 1)
    journal = MemoryJournal()
    link = TableLink(mine, lambda: journal, lambda _: None, SystemClock())
    link._stopped = Waits()
    monkeypatch.setattr(Line, "answers", (encoded(Ack(journal.origin.epoch, 0)).payload,))
    yield link
    link.stop()


def test_a_connection_on_which_the_hub_has_answered_is_made_again_at_once(link):
    link.start()
    assert soon(lambda: len(link._stopped.noted) > 7)
    assert link._stopped.noted[:7] == [0.2] * 7


def test_whoever_is_not_answered_asks_ever_more_rarely(link, monkeypatch):
    monkeypatch.setattr(Line, "answers", ())
    link.start()
    assert soon(lambda: len(link._stopped.noted) > 7)
    assert link._stopped.noted[:7] == [0.2, 0.5, 1.0, 2.0, 5.0, 5.0, 5.0]


def test_a_hub_that_goes_away_is_away_also_after_it_had_more_than_the_journal(link, monkeypatch):
    epoch = link._open_reader().origin.epoch
    monkeypatch.setattr(Line, "answers", (encoded(Ack(epoch, 7)).payload,))
    said = []
    link._say = said.append
    link.start()
    assert soon(lambda: [one.code for one in said][:2] == ["lost", "away"])


def test_a_table_that_is_not_let_in_is_told_why(link, monkeypatch):
    said = []
    link._say = said.append
    monkeypatch.setattr(Line, "answers", ())
    monkeypatch.setattr(Line, "ends", WireRefused("the hub does not accept this machine's certificate"))
    link.start()
    assert soon(lambda: len(link._stopped.noted) > 3)
    monkeypatch.setattr(Line, "ends", WireDown("nothing answers"))
    assert soon(lambda: len(said) > 1)
    assert [one.code for one in said] == ["refused", "away"]
    assert said[0].note.startswith("the hub does not accept this machine's certificate")
    assert not link.is_reached


class Hurried:
    """A clock on which a second passes with each look."""

    def __init__(self) -> None:
        self.now_s = 0

    def monotonic_ns(self) -> int:
        self.now_s += 1
        return self.now_s * 10**9


def test_a_hub_that_answers_no_more_is_away_though_its_broker_is_there(link, monkeypatch):
    said, goes_on = [], threading.Event()
    ack = link._open_reader().origin.epoch
    answers = [encoded(Ack(ack, 0)).payload]

    def turn(line: Line, _: float) -> list[Arrived]:
        if goes_on.is_set() and not answers:
            goes_on.clear()
            answers.append(encoded(Ack(ack, 0)).payload)
        return [Arrived(f"{line._where}/ack", answers.pop())] if answers else []

    monkeypatch.setattr(Line, "turn", turn)
    link._say, link._clock = said.append, Hurried()
    link.start()
    assert soon(lambda: [one.code for one in said] == ["", "away"])
    assert not link.is_reached
    goes_on.set()
    assert soon(lambda: [one.code for one in said][:3] == ["", "away", ""])
    assert said[1].note == "the hub does not answer; the table plays on and sends everything later"
