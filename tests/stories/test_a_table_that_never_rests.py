"""An eye that gets no rest, while people play on and press their keys: what nobody saw is not told, or asked.

The machine is too busy, or people are quicker than the eye. Here the eye talks in its own words to the house,
and keys are heard by the panel's own listener.
"""

from dataclasses import replace
from random import Random

import pytest

from companion.evidence import DealAsked, Depth, SourceChanged, SourceState, StartAsked, TellAsked
from companion.intake.eye.following import RESTLESS, RESTLESS_KEYS
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from lab.bench.stage_house import CAMERA, NAMES, QuickHouse, QuickKeys
from lab.scribe.tallies import aligned, events, is_open
from tests.intake.eye.laying import Layer, Mess
from tests.stories.watched_evening import Evening, seen_of
from tests.toolbox.sentences import fact_of, sentences_in
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, step, table
from vision.sighting import Sighting

E, S, W, N = SEATS
FIRST = "E draws, E discards 1z, S draws, S discards 2z"
CALLED = ", W draws, W discards 9p, N pons 9p, N discards 3m, E draws, E discards 3z, S draws, S discards 2p"
AROUND = (
    ", W draws, W discards 4m, N draws, N discards 8s, E draws, E discards 7m, "
    "S chis 7m with 56m, S discards 1s"
)


class RestlessEvening:
    """A house with keys, and an eye that says when it last saw the table lie still."""

    def __init__(self, *, has_keys: bool = True, depth: Depth = Depth.FULL) -> None:
        self.begun = table()
        self.house = QuickHouse(TENHOU)
        self.keys = QuickKeys(self.house, are_there=has_keys)
        if has_keys:
            self.house.put(SourceChanged("panel", SourceState.UP))
        self.rested_ns = 0
        self.house.rested_ns = lambda: self.rested_ns
        page = None, "page"
        self.house.ask(StartAsked("start", *page, NAMES, TENHOU))
        self.house.ask(TellAsked("sit", *page, (f.SeatsBound("ABCD"),)))
        self.house.ask(DealAsked("deal", *page, depth, is_indicator_open=False))
        self.house.wait(2)

    def rests(self, script: str, *, for_s: float = 5) -> None:
        """The table lies still, and the eye tells it."""
        self.rested_ns = self.house.clock.monotonic_ns()
        lies = visible(play(self.begun, script) if script else self.begun)
        told: Sighting = Layer(Random(1), Mess()).lay(replace(lies, at_ns=self.rested_ns))
        self.house.say(replace(told, camera=CAMERA))
        for _ in range(round(4 * for_s)):
            self.house.wait(0.25)
            self.rested_ns = self.house.clock.monotonic_ns()

    def story(self) -> list:
        """What was told of the hand."""
        facts = [fact for _, fact in self.house.entries()]
        deals = [at for at, fact in enumerate(facts) if isinstance(fact, f.KyokuStarted)]
        return events(facts[deals[-1] + 1 :])

    def notices(self) -> list[str]:
        return [notice.code for said in self.house.state.notices for notice in said.notices]


def played(script: str) -> list:
    """What truly happened."""
    kyoku, facts = table(), []
    for sentence in sentences_in(script):
        facts.append(fact_of(kyoku, sentence))
        kyoku = step(kyoku, facts[-1])
    return events(facts)


@pytest.fixture
def evening() -> RestlessEvening:
    return RestlessEvening()


def test_a_key_tells_nothing_of_a_table_that_nobody_has_seen_since(evening) -> None:
    evening.rests(FIRST)
    before = evening.story()
    for side, key in ((3, "pon"), (0, "chi"), (1, "kan"), (2, "pon"), (3, "riichi")):
        evening.keys.press(side, key)
        evening.house.wait(6)
    assert evening.story() == before
    assert RESTLESS_KEYS in evening.notices()


def test_it_is_said_that_the_table_gets_no_rest_until_it_does(evening) -> None:
    evening.rests(FIRST)
    evening.house.wait(8)
    assert RESTLESS_KEYS not in evening.notices()
    evening.house.wait(4)
    assert RESTLESS_KEYS in evening.notices()
    evening.rests(FIRST, for_s=1)
    assert RESTLESS_KEYS not in evening.notices()


@pytest.mark.parametrize(
    ("has_keys", "depth", "said"),
    [
        (True, Depth.FULL, [RESTLESS_KEYS]),
        (False, Depth.FULL, [RESTLESS]),
        (True, Depth.POINTS, []),
    ],
)
def test_keys_that_wait_are_spoken_of_only_where_some_do(has_keys, depth, said) -> None:
    evening = RestlessEvening(has_keys=has_keys, depth=depth)
    evening.rests("")
    evening.house.wait(12)
    assert evening.notices() == said


def test_a_key_waits_for_the_first_rest_of_a_hand(evening) -> None:
    evening.keys.press(0, "riichi")
    evening.house.wait(5)
    assert evening.story() == []


def test_what_came_in_an_order_that_nobody_saw_is_asked_and_not_told(evening) -> None:
    evening.rests(FIRST)
    before = len(evening.story())
    evening.keys.press(3, "pon")
    evening.house.wait(20)
    evening.keys.press(1, "chi")
    evening.house.wait(20)
    true = played(FIRST + CALLED + AROUND)
    evening.rests(FIRST + CALLED + AROUND, for_s=12)
    told = evening.story()
    assert all(
        one is not None and (other is None or is_open(one, other)) for one, other in aligned(true, told)
    )
    assert before <= len(told) < len(true)
    assert [question.code.value for question in evening.house.state.questions] == ["who_called"]


def test_two_orders_that_leave_the_same_table_are_not_told_apart() -> None:
    evening = Evening()
    evening.sees(FIRST)
    before = evening.story()
    evening.sees(FIRST + CALLED + AROUND)
    assert evening.story()[: len(before)] == before
    assert not any("Chi" in word for word in evening.story())


def test_one_turn_that_was_seen_once_is_told_with_its_call() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.sees(FIRST + ", W draws, W discards 9p, N pons 9p, N discards 3m")
    assert evening.story()[-3:] == ["W Discarded 9p", "N PonCalled 9p", "N Discarded 3m"]


def test_a_key_is_enough_once_the_eye_is_lost() -> None:
    evening = Evening()
    evening.sees(seen_of(FIRST))
    evening.at_ns += 1
    evening.presses(W, Action.PON)
    assert evening.story()[-1] != "W PonCalled 2z"
