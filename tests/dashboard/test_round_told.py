"""A page is told of the round of a tournament when something changes, and counts the seconds itself."""

from dataclasses import replace

from companion.dashboard.app import create_app
from companion.dashboard.round_told import RoundHere, RoundTeller
from companion.riichi.ruleset import RuleSet, TimeLimit
from companion.tournament.at_table import RoundSeen

BEGUN = RoundSeen("t", 1, 1, 4, True, (), (), 0.0, 3_600.0, TimeLimit.NONE, True, RuleSet())


class Watched:
    """A round, a clock that a test moves, and the events that one page gets."""

    def __init__(self) -> None:
        self.seen: RoundSeen | None = BEGUN
        self.now = 1_000.0
        self._teller = RoundTeller(lambda: self.seen, lambda: self.now)

    def played(self, elapsed_s: float, **changes) -> None:
        limit = BEGUN.left_s
        self.seen = replace(BEGUN, elapsed_s=elapsed_s, left_s=limit - elapsed_s, **changes)

    def events(self) -> int:
        return len(list(self._teller.news()))


def test_while_the_clock_runs_nothing_new_is_told():
    page = Watched()
    assert page.events() == 1
    page.now += 600
    page.played(600.5)
    assert page.events() == 0


def test_a_clock_that_is_put_right_is_told():
    page = Watched()
    page.events()
    page.played(600)
    assert page.events() == 1
    assert page.events() == 0


def test_a_clock_that_stands_still_is_told_once():
    page = Watched()
    page.events()
    page.played(60, is_running=False)
    page.now += 60
    assert page.events() == 1
    page.now += 600
    assert page.events() == 0
    page.played(300, is_running=False)
    assert page.events() == 1


def test_a_round_without_a_limit_is_told_once():
    page = Watched()
    page.events()
    page.seen = replace(BEGUN, left_s=None)
    assert page.events() == 1
    for second in range(1, 60):
        page.now += 1
        page.seen = replace(BEGUN, elapsed_s=second, left_s=None)
        assert page.events() == 0


def test_a_table_that_leaves_the_tournament_is_told_once():
    page = Watched()
    page.events()
    page.seen = None
    assert [page.events(), page.events()] == [1, 0]


def test_a_page_that_polls_hears_each_round_and_that_the_table_has_left(board, commands):
    here = RoundHere()
    client = create_app(board, commands, seen_round=here).test_client()
    polled = lambda: client.get("/api/snapshot").json["beside"]["round"]  # noqa: E731
    assert polled() is None
    for number in (1, 2):
        here.attach(lambda number=number: replace(BEGUN, round=number))
        assert polled() == {**polled(), "round": number, "has_begun": True, "left_s": 3_600.0}
    here.attach(lambda: None)
    assert polled() is None
