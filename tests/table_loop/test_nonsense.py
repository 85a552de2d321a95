"""Whatever people tell, lawful or not, the table answers and stays in step with its journal."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evidence import Depth
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.kyoku import Phase
from companion.riichi.seats import SEATS
from tests.table_loop.people import People
from tests.toolbox.strategies import facts, points, seats, tiles_or_unseen

TOLD = (
    f.Discarded,
    f.Won,
    f.Ryuukyoku,
    f.Chombo,
    f.IndicatorRevealed,
    f.KyokuEnded,
    f.RuleWaived,
    f.PonCalled,
)
depths = st.sampled_from(Depth)
numbers = st.integers(0, 40)
taps = st.tuples(
    st.just("tap"),
    seats(),
    st.sampled_from((*(Action.DISCARD,) * 6, *Action)),
    st.fixed_dictionaries(
        {}, optional={"tile": tiles_or_unseen(), "giver": seats(), "is_open": st.booleans()}
    ),
)
asked = st.one_of(
    taps,
    taps,
    st.tuples(st.just("tell"), st.lists(facts(*TOLD), min_size=1, max_size=3)),
    st.tuples(
        st.just("deal"),
        depths,
        st.fixed_dictionaries(
            {}, optional={"dealer": seats(), "honba": numbers, "points": st.tuples(*(points,) * 4)}
        ),
    ),
    st.tuples(st.just("depth"), depths, st.none() | seats(), st.none() | st.integers(0, 136)),
    st.tuples(
        st.just("correct"),
        st.lists(numbers, max_size=3),
        st.lists(facts(*TOLD, f.KyokuStarted), max_size=2),
        st.none() | numbers,
    ),
    st.tuples(st.sampled_from(("undo", "redo", "finish", "start", "wins"))),
)


def say(people: People, what: str, *more) -> None:
    match what:
        case "tap":
            seat, action, known = more
            people.tap(seat, action, **known)
        case "tell":
            people.tell(*more[0])
        case "deal":
            people.deal(more[0], **more[1])
        case "depth":
            people.depth(*more)
        case "correct":
            retracts, told, before = more
            people.correct(tuple(retracts), *told, before=before)
            people.looks_at(tuple(retracts), *told, before=before)
        case "wins":
            people.wins(SEATS[0], SEATS[1])
        case _:
            getattr(people, what)()


@settings(max_examples=120)
@given(depths, st.lists(asked, max_size=25))
def test_whatever_is_told_the_table_answers_and_stays_in_step(depth: Depth, script: list[tuple]) -> None:
    people = People()
    people.start()
    people.deal(depth)
    for what, *more in script:
        say(people, what, *more)
    kyoku = people.kyoku
    assert kyoku is None or kyoku.phase is not Phase.UNFOLLOWED or kyoku.wall.live is None
