"""A key that waits for its picture: how long, when it is enough alone, and that its loss is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Said
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.tiles import COPIES
from companion.scribe import SightChanged, Ticked
from companion.scribe.mind import Eye, Keys, Mind, Pressed
from companion.scribe.policy import (
    GONE_ON_NS,
    PRESS_COUNTS_NS,
    PRESS_WAITS_NS,
)
from companion.scribe.pressing import forgotten, is_of_unseen, may_stand_alone, without_old_presses
from companion.scribe.spots import Telling
from tests.stories.watched_evening import Evening
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
DISCARD = "E draws, E discards 1m"
PON = Pressed(Said(W, Action.PON), 0)


def test_a_key_waits_for_three_seconds_of_looking() -> None:
    for waited_ns, told in ((PRESS_WAITS_NS - 1, False), (PRESS_WAITS_NS, True)):
        evening = Evening()
        evening.sees(DISCARD)
        evening.presses(W, Action.PON)
        evening.hears(Ticked(evening.at_ns + waited_ns, evening.at_ns + waited_ns))
        assert bool(evening.mind.keys.unconfirmed) is told
    assert PRESS_WAITS_NS == 3_000_000_000


def test_a_key_that_nobody_has_looked_for_waits_on() -> None:
    evening = Evening()
    evening.sees(DISCARD)
    rested_ns = evening.at_ns
    evening.presses(W, Action.PON)
    evening.hears(Ticked(evening.at_ns + 10 * PRESS_WAITS_NS, rested_ns))
    assert (evening.mind.keys.unconfirmed, len(evening.mind.keys.presses)) == ((), 1)


def test_an_old_key_speaks_for_no_story() -> None:
    mind = Mind(Telling((table(),)), keys=Keys(presses=(PON,)))
    assert without_old_presses(mind, PRESS_COUNTS_NS - 1).keys.presses == (PON,)
    mind = without_old_presses(mind, PRESS_COUNTS_NS)
    assert (mind.keys.presses, mind.keys.unconfirmed) == ((), (PON.said,))


def test_a_key_that_is_forgotten_is_told() -> None:
    mind = Mind(Telling((table(),)), keys=Keys(presses=(PON,)))
    assert forgotten(mind, [PON]).keys.unconfirmed == (PON.said,)


@pytest.mark.parametrize(("facts", "is_silent"), [(8, True), (9, False)])
def test_a_late_key_says_only_what_was_told_in_the_last_turn(facts: int, is_silent: bool) -> None:
    evening = Evening()
    rest = "W discards 9p, N draws, N discards 8p, E draws, E discards 7p, S draws, S discards 6p, W draws"
    evening.sees(f"{DISCARD}, W pons 1m")
    evening.sees(f"{DISCARD}, W pons 1m, {rest}, W discards 5p")
    told = [type(fact).__name__ for fact in evening.told]
    told_then = evening.mind.told.instead(evening.told[: told.index("PonCalled") + facts])
    mind = replace(evening.mind, told=told_then)
    assert (forgotten(mind, [PON]).keys.unconfirmed == ()) is is_silent


def test_so_many_own_keys_of_a_turn_are_remembered_for_a_tsumo() -> None:
    presses = [Pressed(Said(W, Action.KITA), at_ns) for at_ns in range(COPIES + 1)]
    kept = forgotten(Mind(Telling((table(),)), keys=Keys(presses=tuple(presses))), presses).keys.passed_over
    assert [one for _, one in kept] == presses[1:]


def test_a_key_that_only_says_what_was_just_told_is_forgotten_in_silence() -> None:
    evening = Evening()
    evening.sees(f"{DISCARD}, W pons 1m")
    assert forgotten(evening.mind, [PON]).keys.unconfirmed == ()


@pytest.mark.parametrize(
    ("action", "late_ns", "waits"),
    [
        (Action.PON, GONE_ON_NS, True),
        (Action.PON, GONE_ON_NS - 1, False),
        (Action.RIICHI, GONE_ON_NS, False),
    ],
)
def test_a_call_long_after_the_eye_was_lost_is_of_a_discard_that_nobody_saw(action, late_ns, waits) -> None:
    assert is_of_unseen(Mind(eye=Eye(blind_ns=0)), Pressed(Said(W, action), late_ns)) is waits
    assert not is_of_unseen(Mind(), Pressed(Said(W, action), late_ns))


def test_an_old_key_is_not_enough_alone() -> None:
    kyoku = play(table(), DISCARD)
    assert may_stand_alone(Mind(Telling((kyoku,))), PON, PRESS_COUNTS_NS - 1)
    assert not may_stand_alone(Mind(Telling((kyoku,))), PON, PRESS_COUNTS_NS)


@pytest.mark.parametrize("is_seeing", [True, False], ids=["seen", "out of sight"])
@pytest.mark.parametrize("action", [Action.RON, Action.TSUMO, Action.KYUUSHU_KYUUHAI])
def test_no_key_of_a_result_tells_it(action, is_seeing) -> None:
    evening = Evening()
    evening.sees(DISCARD)
    if not is_seeing:
        evening.hears(SightChanged(is_seeing=False, at_ns=evening.at_ns))
    before = evening.told
    evening.presses(S, action)
    # It waits for no picture, and nobody is told that there was none.
    assert (evening.told, evening.mind.keys.presses, evening.mind.keys.unconfirmed) == (before, (), ())
    evening.waits(20)
    assert evening.told == before
