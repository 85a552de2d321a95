"""Whatever people have told that the rules accept, the scribe goes on with what is observed next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import reduce
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from companion.evidence import Said
from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile, TableSeen
from companion.riichi import facts as f
from companion.riichi.apply import apply
from companion.riichi.calls import Action
from companion.riichi.errors import IllegalFactError
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import SEATS
from companion.riichi.tiles import BY_KIND
from companion.riichi.unseen import all_completed
from companion.scribe import Answered, Evidence, Mind, Pressed, SightChanged, Ticked, Trust, consider
from tests.toolbox.sightings import visible
from tests.toolbox.strategies import facts, tiles_or_unseen
from tests.toolbox.tables import play, table

SECOND_NS = 1_000_000_000
HAND = "123456789m1122p"
"""One player's hand is known, as it is after a photo of it."""
TABLES = (
    table(),
    table(E=HAND),
    table(TENHOU_3P, dora="9p"),
    play(table(), "nobody follows"),
    play(table(TENHOU_3P, dora="9p"), "nobody follows"),
)
TURNS = (f.Discarded, f.Discarded, f.Discarded, f.RiichiDeclared)
CALLS = (f.PonCalled, f.ChiCalled, f.DaiminkanCalled, f.KakanDeclared, f.AnkanDeclared, f.KakanDeclared)
wishes = st.lists(facts(*TURNS, *CALLS, *get_args(f.KyokuFact)), min_size=1, max_size=20)
tiles_seen = st.builds(
    SeenTile,
    tiles_or_unseen(),
    st.sampled_from((0.3, 0.7, 0.9, 0.999)),
    sideways=st.booleans(),
    others=st.lists(st.tuples(st.sampled_from(BY_KIND), st.sampled_from((0.02, 0.3))), max_size=2).map(tuple),
)
backs = st.just(SeenTile(None, is_back=True))


def rows(most: int) -> st.SearchStrategy[tuple[SeenTile, ...]]:
    """Up to this many tiles, as they may be read."""
    return st.lists(tiles_seen | backs, max_size=most).map(tuple)


melds_seen = st.builds(SeenMeld, rows(4).filter(bool), st.none() | tiles_seen)
seats_seen = st.builds(
    SeenSeat,
    rows(6),
    st.lists(melds_seen, max_size=2).map(tuple),
    showing=rows(3),
    aside=rows(1),
    stick=st.booleans(),
)


def lawful(begun: Kyoku, wished: Sequence[f.KyokuFact]) -> tuple[f.KyokuFact, ...]:
    """Those of the facts that the rules accept one after another, with what happened unseen before them."""
    told, kyoku = list[f.KyokuFact](), begun
    for one in wished:
        for way in _ways(kyoku, one):
            try:
                more = all_completed(kyoku, [way])
            except IllegalFactError:
                continue
            kyoku = reduce(apply, more, kyoku)
            told += more
            break
    return tuple(told)


def _ways(kyoku: Kyoku, fact: f.KyokuFact) -> Iterator[f.KyokuFact]:
    """The fact, and the same fact by the player whose turn it is, or with the tile that lies there."""
    yield fact
    if isinstance(fact, f.ChiCalled | f.PonCalled | f.DaiminkanCalled) and kyoku.offer is not None:
        called = replace(fact, tile=kyoku.offer.tile, own=(None,) * len(fact.own))
        yield called if isinstance(called, f.ChiCalled) else replace(called, giver=kyoku.offer.seat)
    if "seat" in {one.name for one in fields(fact)}:
        yield replace(fact, seat=kyoku.turn)


@st.composite
def observed(draw: st.DrawFn, kyoku: Kyoku, at_ns: int) -> Evidence:
    """What may come next: any table, or this one with other tiles before a player; a key, an answer, time."""
    true = visible(kyoku, at_ns)
    before = draw(st.sampled_from(range(kyoku.rules.players)))
    other = draw(seats_seen)
    return draw(
        st.sampled_from(
            (
                replace(true, seats=(*true.seats[:before], other, *true.seats[before + 1 :])),
                replace(true, indicators=(*true.indicators, *other.river[:2])),
                TableSeen(at_ns, (other,) * kyoku.rules.players, other.river[:3]),
                true,
                Pressed(Said(SEATS[before], draw(st.sampled_from(Action))), at_ns),
                Answered(draw(st.integers(1, 3)), draw(st.integers(-1, 2)), at_ns),
                Ticked(at_ns, at_ns),
                SightChanged(draw(st.booleans()), at_ns),
            )
        )
    )


@given(st.data(), st.sampled_from(TABLES), st.lists(wishes, min_size=1, max_size=3))
def test_no_fact_that_the_rules_accept_stops_the_scribe(
    data: st.DataObject, begun: Kyoku, told_between: Sequence[Sequence[f.KyokuFact]]
) -> None:
    mind, told = Mind(), tuple[f.KyokuFact, ...]()
    for at, wished in enumerate(told_between, 1):
        told = (*told, *lawful(reduce(apply, told, begun), wished))
        evidence = data.draw(observed(reduce(apply, told, begun), 3 * at * SECOND_NS))
        verdict = consider(mind, begun, told, evidence, Trust())
        mind, told = verdict.mind, (*told[: len(told) - verdict.takes_back], *verdict.facts)
        reduce(apply, told, begun)  # what it tells is lawful, too
