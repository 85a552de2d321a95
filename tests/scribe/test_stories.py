"""The search for stories: how many are kept, how long it goes on, and what is dropped."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from companion.evidence import Said
from companion.riichi.calls import Action
from companion.riichi.facts import Discarded
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.riichi.wording import outline
from companion.scribe import stories as search
from companion.scribe.comparing import Look
from companion.scribe.mind import Root
from companion.scribe.policy import HOPELESS, MOST_EVENTS, WIDER, WIDTH
from companion.scribe.proposals import Proposal
from companion.scribe.spots import Telling
from companion.scribe.stories import Story, stories
from companion.scribe.weights import PRESS_AGREES
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
BEGUN = table()
FACES = [Tile(f"{rank}{suit}") for suit in "mps" for rank in range(1, 10)]


def found_with(monkeypatch, costs: list[float], width: int = WIDTH) -> list[Story]:
    """What is found where the same discards, each at its cost, may come next at any time."""

    def proposed(kyoku: Kyoku, *_) -> list[Proposal]:
        faces = FACES[: len(costs)]
        pairs = zip(faces, costs, strict=True)
        return [Proposal((Discarded(kyoku.turn, face),), cost) for face, cost in pairs]

    monkeypatch.setattr(search, "proposals", proposed)
    monkeypatch.setattr(search, "fit_table", lambda *_: replace(FIT))
    return stories([Root(Telling((BEGUN,)))], Look(visible(BEGUN)), width, inf)


FIT = search.fit_table(BEGUN, Look(visible(BEGUN)))


def by_length(found: list[Story]) -> dict[int, int]:
    lengths = [len(outline(one.facts)) for one in found]
    return {length: lengths.count(length) for length in lengths}


def test_at_each_step_only_the_best_go_on(monkeypatch) -> None:
    found = by_length(found_with(monkeypatch, [0.1] * 9))
    assert (found[0], found[1], found[2]) == (1, WIDTH, WIDTH)


def test_where_asked_more_go_on(monkeypatch) -> None:
    assert by_length(found_with(monkeypatch, [0.01] * len(FACES), WIDER))[1] == WIDER


def test_a_search_ends_after_so_many_steps(monkeypatch) -> None:
    """Each of 20 faces four times, so that the rules end it no sooner."""
    assert max(by_length(found_with(monkeypatch, [0.0] * 20))) == MOST_EVENTS


@pytest.mark.parametrize(("width", "most"), [(WIDTH, HOPELESS), (WIDER, 2 * HOPELESS)])
def test_a_story_far_behind_the_best_is_dropped(monkeypatch, width: int, most: float) -> None:
    found = by_length(found_with(monkeypatch, [most - 0.1, most + 0.1], width))
    assert found == {0: 1, 1: 1}


def test_the_likeliest_story_comes_first() -> None:
    seen = visible(play(BEGUN, "E draws, E discards 1m"))
    best, *others = stories([Root(Telling((BEGUN,)))], Look(seen), WIDTH, inf)
    assert best.facts[-1] == Discarded(E, Tile("1m"))
    assert all(one.cost >= best.cost for one in others)


def test_what_earlier_looks_said_counts() -> None:
    (one,) = stories([Root(Telling((BEGUN,)), cost=1.0, seen=2.0)], Look(visible(BEGUN)), WIDTH, inf)
    assert (one.prior, one.cost) == (1.0, 3.0)


@pytest.mark.parametrize(("less", "goes_on"), [(0.1, True), (-0.1, False)])
def test_a_story_that_always_stays_too_far_behind_does_not_go_on(less: float, goes_on: bool) -> None:
    seen = Look(visible(play(BEGUN, "E draws, E discards 1m")))
    root = Root(Telling((BEGUN,)), cost=7.0)
    found = stories([root], seen, WIDTH, behind=4.0, known=3.0 + less)
    assert any(one.facts for one in found) is goes_on


def test_a_key_that_was_pressed_may_bring_it_nearer() -> None:
    seen = Look(visible(play(BEGUN, "E draws, E discards 1m")), presses=(Said(E, Action.DISCARD),))
    root = Root(Telling((BEGUN,)), cost=7.0)
    assert any(one.facts for one in stories([root], seen, WIDTH, behind=4.0 + 2 * PRESS_AGREES, known=6.1))
