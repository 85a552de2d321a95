"""Whatever people tell, lawful or not, the table answers and stays in step with its journal."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evidence import Depth
from companion.evidence import intentions as meant
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.kyoku import Phase
from companion.riichi.melds import MeldKind
from companion.riichi.seats import SEATS
from tests.table_loop.people import People
from tests.toolbox.strategies import facts, hand_values, hands, points, seats, tiles_or_unseen

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
entry = st.none() | numbers
tile_rows = st.lists(tiles_or_unseen(), max_size=4).map(tuple)
winners = st.builds(
    meant.Winner,
    seats(),
    st.none() | hand_values(),
    hand=st.none() | hands(13),
    tile=tiles_or_unseen(),
    melds=st.lists(st.builds(meant.MeldShown, st.sampled_from(MeldKind), tile_rows), max_size=2).map(tuple),
    liable=st.none() | seats(),
)
some_seats = st.lists(seats(), max_size=4).map(tuple)
results = st.one_of(
    st.builds(
        meant.Win, st.lists(winners, min_size=1, max_size=3).map(tuple), st.none() | seats(), st.booleans()
    ),
    st.builds(
        meant.Draw,
        st.sampled_from(f.RyuukyokuKind),
        st.none() | some_seats,
        some_seats,
        st.none() | seats(),
    ),
    st.builds(f.Chombo, seats()),
)
intentions = st.one_of(
    results,
    st.builds(meant.Tenpai, seats(), st.booleans()),
    st.builds(meant.Indicator, tiles_or_unseen(), st.none() | st.integers(0, 5), entry),
    st.builds(meant.KanTiles, seats(), st.booleans(), tile_rows),
    st.builds(meant.ResultWas, results, entry),
    st.builds(
        meant.RiichiWas, entry, st.none() | seats(), st.none() | seats(), st.none() | st.booleans(), entry
    ),
    st.builds(meant.KanForgotten, seats(), st.booleans(), entry),
    st.builds(meant.DealWas, entry, dealer=st.none() | seats(), honba=st.none() | numbers),
    st.builds(meant.TakeBack, st.lists(numbers, max_size=3).map(tuple)),
    st.builds(meant.ToldTwice, numbers),
    st.builds(meant.HandForgotten, results, entry, some_seats),
)
asked = st.one_of(
    taps,
    taps,
    st.tuples(st.just("say"), intentions),
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
        case "say":
            people.say(*more)
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
