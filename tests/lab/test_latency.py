"""The benchmark of the way from a fact to a page ends, whatever happens on that way."""

import threading

import pytest

from lab.bench import latency


class House:
    """Stands for the companion: it serves until it is stopped."""

    url = "http://127.0.0.1:1/"

    def __init__(self, _, journal, *__):
        self._journal, self._ended = journal, threading.Event()

    def run(self, when_ready):
        when_ready()
        was_stopped = self._ended.wait(10)
        self._journal.close()
        assert was_stopped, "nobody stopped it"

    def stop(self):
        self._ended.set()


def breaks(*_, **__):
    raise LookupError("the browser is gone")


@pytest.mark.parametrize(("part", "whole"), [("_taps", "_tapped"), ("_pages", "_delays")])
def test_what_breaks_in_the_browser_ends_the_benchmark(monkeypatch, part, whole):
    monkeypatch.setattr(latency, "Companion", House)
    monkeypatch.setattr(latency, part, breaks)
    with pytest.raises(LookupError, match="the browser is gone"):
        getattr(latency, whole)(*([1] if whole == "_delays" else []))


def test_a_state_that_was_merged_with_a_later_one_was_shown_with_that():
    assert latency.shown_at(3, {2: 10.0, 4: 30.0, 5: 40.0}) == 30.0
