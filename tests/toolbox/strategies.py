"""Hypothesis strategies for the words of the house: tiles, seats, facts, rule sets, entries.

What comes out is well-formed, not lawful: any tile, any seat, any order. Whether a table allows it
is for the rules to say.
"""

from dataclasses import fields
from datetime import UTC, datetime
from typing import get_args

from hypothesis import strategies as st

from companion.clock import utc_text
from companion.evidence import Cause
from companion.journal.entry import Draft, Entry
from companion.riichi import facts as f
from companion.riichi import tea_facts as t
from companion.riichi.presets import PRESETS
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat, Wind
from companion.riichi.tiles import ALL, Tile

KINDS_OF_FACT: tuple[type[f.Fact], ...] = get_args(f.Fact)
"""Every kind of fact that there is."""

points = st.integers(-200_000, 200_000).map(lambda hundreds: hundreds * 100)
texts = st.text(max_size=12)
"""Any text at all, half surrogates and control characters included: people type names."""


def tiles() -> st.SearchStrategy[Tile]:
    """Any of the 37 faces."""
    return st.sampled_from(ALL)


def tiles_or_unseen() -> st.SearchStrategy[Tile | None]:
    """Any face, or a tile that nobody saw."""
    return st.none() | tiles()


def seats() -> st.SearchStrategy[Seat]:
    """Any of four seats."""
    return st.sampled_from(SEATS)


def hands(size: int = 14) -> st.SearchStrategy[tuple[Tile, ...]]:
    """Up to this many tiles in any order."""
    return st.lists(tiles(), max_size=size).map(tuple)


def hands_of_all() -> st.SearchStrategy[tuple[tuple[Tile, ...] | None, ...]]:
    """For each of four seats a hand, or None."""
    return st.tuples(*(st.none() | hands(13) for _ in SEATS))


def hand_values() -> st.SearchStrategy[f.HandValue]:
    """Han, fu and yaku that need not agree."""
    yaku = st.lists(st.tuples(texts, st.integers(1, 13)), max_size=4).map(tuple)
    return st.builds(
        f.HandValue, st.integers(0, 40), st.integers(0, 140), yakuman=st.integers(0, 6), yaku=yaku
    )


def _shown(count: int) -> st.SearchStrategy[tuple[Tile | None, ...]]:
    return st.tuples(*(tiles_or_unseen() for _ in range(count)))


_FACTS: dict[type[f.Fact], st.SearchStrategy[f.Fact]] = {
    f.Drawn: st.builds(f.Drawn, seats(), tiles_or_unseen()),
    f.RinshanDrawn: st.builds(f.RinshanDrawn, seats(), tiles_or_unseen()),
    f.Discarded: st.builds(f.Discarded, seats(), tiles_or_unseen(), st.sampled_from((None, True, False))),
    f.ChiCalled: st.builds(f.ChiCalled, seats(), tiles_or_unseen(), _shown(2)),
    f.PonCalled: st.builds(f.PonCalled, seats(), st.none() | seats(), tiles_or_unseen(), _shown(2)),
    f.DaiminkanCalled: st.builds(
        f.DaiminkanCalled, seats(), st.none() | seats(), tiles_or_unseen(), _shown(3)
    ),
    f.KakanDeclared: st.builds(f.KakanDeclared, seats(), tiles_or_unseen()),
    f.AnkanDeclared: st.builds(f.AnkanDeclared, seats(), _shown(4), st.booleans()),
    f.KitaDeclared: st.builds(f.KitaDeclared, seats()),
    f.IndicatorRevealed: st.builds(f.IndicatorRevealed, tiles_or_unseen()),
    f.RiichiDeclared: st.builds(f.RiichiDeclared, seats(), st.booleans()),
    f.RiichiAccepted: st.builds(f.RiichiAccepted, seats()),
    f.Won: st.builds(
        f.Won,
        seats(),
        st.sampled_from(f.WinBy),
        seats(),
        tiles_or_unseen(),
        st.none() | hands(),
        hands(5),
        st.none() | hand_values(),
        st.none() | seats(),
    ),
    f.Ryuukyoku: st.builds(
        f.Ryuukyoku,
        st.sampled_from(f.RyuukyokuKind),
        st.lists(seats(), max_size=4).map(tuple),
        st.lists(seats(), max_size=4).map(tuple),
        st.none() | seats(),
        hands_of_all(),
    ),
    f.Chombo: st.builds(f.Chombo, seats(), texts),
    f.HandDied: st.builds(f.HandDied, seats()),
    f.PenaltyGiven: st.builds(f.PenaltyGiven, seats(), points),
    f.TimeCalled: st.builds(f.TimeCalled),
    f.DealerStopped: st.builds(f.DealerStopped),
    f.WallBroken: st.builds(f.WallBroken, seats()),
    f.ChipsTaken: st.builds(f.ChipsTaken, seats(), st.none() | seats(), st.integers(-5, 2_000)),
    f.RuleWaived: st.builds(f.RuleWaived, st.sampled_from(Reason)),
    f.HanchanStarted: st.builds(f.HanchanStarted, st.tuples(texts, texts, texts, texts), texts),
    f.KyokuStarted: st.builds(
        f.KyokuStarted,
        st.sampled_from(Wind),
        seats(),
        st.integers(0, 30),
        st.integers(0, 30),
        st.tuples(points, points, points, points),
        tiles_or_unseen(),
        hands_of_all(),
    ),
    f.PlayUnfollowed: st.builds(f.PlayUnfollowed),
    f.PlayFollowed: st.builds(f.PlayFollowed, seats(), st.integers(-1, 71)),
    f.KyokuEnded: st.builds(f.KyokuEnded),
    f.SeatsBound: st.builds(f.SeatsBound, texts),
    f.HanchanEnded: st.builds(f.HanchanEnded),
    t.GamePaused: st.builds(t.GamePaused),
    t.GameResumed: st.builds(t.GameResumed),
    t.PlayerSubstituted: st.builds(t.PlayerSubstituted, seats(), texts),
    t.PlayerRenamed: st.builds(t.PlayerRenamed, seats(), texts),
    t.PlayerLeft: st.builds(t.PlayerLeft, seats()),
    t.PlayerReturned: st.builds(t.PlayerReturned, seats()),
    t.SeatsChanged: st.builds(t.SeatsChanged, st.permutations(SEATS).map(tuple), st.sampled_from(t.Carried)),
    t.RulesChanged: st.builds(
        t.RulesChanged, st.sampled_from(tuple(PRESETS.values())), st.lists(texts, max_size=3).map(tuple)
    ),
    t.PointsSet: st.builds(t.PointsSet, st.tuples(points, points, points, points), st.integers(0, 30)),
}


def facts(*kinds: type[f.Fact]) -> st.SearchStrategy[f.Fact]:
    """Facts of these kinds, or of all kinds that there are."""
    return st.one_of(*(_FACTS[kind] for kind in kinds or KINDS_OF_FACT))


def times() -> st.SearchStrategy[str]:
    """Any moment as it is stored."""
    years = {"min_value": datetime(1000, 1, 1), "max_value": datetime(9999, 12, 31)}  # noqa: DTZ001
    return st.datetimes(**years, timezones=st.just(UTC)).map(utc_text)


def drafts(*kinds: type[f.Fact]) -> st.SearchStrategy[Draft]:
    """What may be appended to a journal at any moment: a fact, by any cause."""
    return st.builds(
        Draft, at=times(), because=st.sampled_from(Cause), fact=facts(*kinds), retracts=st.none(), by=texts
    )


def entries() -> st.SearchStrategy[Entry]:
    """Facts and retractions, with any number and any command."""
    numbers = st.integers(1, 2**63)
    contents = st.tuples(facts(), st.none()) | st.tuples(st.none(), numbers)
    return st.builds(
        lambda seq, at, content, because, by, command: Entry(
            seq, at, content[0], because, content[1], by, command
        ),
        numbers,
        times(),
        contents,
        st.sampled_from(Cause),
        texts,
        st.none() | texts,
    )


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """A preset of which some fields were taken from other presets: all kinds of house."""
    houses = st.sampled_from(list(PRESETS.values()))
    return RuleSet(**{field.name: getattr(draw(houses), field.name) for field in fields(RuleSet)})
