"""What may have happened next, and what speaks against each of it before one looks."""

from dataclasses import replace

import pytest

from companion.evidence import Said
from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.calls import Action
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    Discarded,
    IndicatorRevealed,
    KitaDeclared,
    PonCalled,
    RiichiDeclared,
)
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe import weights
from companion.scribe.comparing import Look, fit_table
from companion.scribe.proposals import Proposal, proposals
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
FIRST = "E draws, E discards 1m"
PON = f"{FIRST}, S pons 1m with 11m"
GONE = f"{FIRST}, S chis 1m with 23m, S discards 9p"


def proposed(told: str, seen: str | TableSeen, *keys: Said, rules=None) -> list[Proposal]:
    begun = table(rules) if rules else table()
    kyoku = play(begun, told) if told else begun
    if isinstance(seen, str):
        seen = visible(play(begun, seen))
    look = Look(seen, presses=keys)
    return [*proposals(kyoku, fit_table(kyoku, look), look)]


def costs(found: list[Proposal], kind: type) -> list[float]:
    return [one.cost for one in found if isinstance(one.facts[0], kind)]


def without_melds(script: str) -> TableSeen:
    seen = visible(play(table(), script))
    return replace(seen, seats=tuple(replace(one, melds=()) for one in seen.seats))


def test_nothing_is_proposed_where_all_is_explained() -> None:
    assert proposed(FIRST, FIRST) == []


def test_a_discard_that_was_read_and_one_that_was_not() -> None:
    known, unread = proposed("", FIRST)
    assert (known.facts, known.cost) == ((Discarded(E, Tile("1m")),), weights.DISCARD)
    assert (unread.facts, unread.cost) == ((Discarded(E, None),), weights.UNREAD_DISCARD)
    assert not known.is_instead
    assert unread.is_instead
    assert (weights.DISCARD, weights.UNREAD_DISCARD) == (0.05, 3.0)


def test_a_discard_that_nobody_saw_before_one_that_is_seen() -> None:
    seen = visible(play(table(), f"{FIRST}, S draws, S discards 2p"))
    hidden = replace(seen, seats=(replace(seen.seats[E], river=()), *seen.seats[1:]))
    (one,) = proposed("", hidden)
    assert (one.facts, one.cost, one.is_firm) == ((Discarded(E, None),), weights.UNSEEN_DISCARD, False)


def test_riichi_is_proposed_where_its_key_was_pressed_and_not_using_it_costs() -> None:
    found = proposed("", FIRST, Said(E, Action.RIICHI))
    assert costs(found, RiichiDeclared)[0] == 0.0
    assert costs(found, Discarded)[0] == weights.DISCARD + weights.PRESS_UNUSED


@pytest.mark.parametrize(
    ("keys", "cost"),
    [
        ((), weights.UNPRESSED_CALL),
        ((Said(S, Action.PON),), weights.PRESS_AGREES),
        ((Said(S, Action.CHI),), weights.PRESS_OTHER),
        ((Said(W, Action.PON),), weights.UNPRESSED_CALL),
    ],
)
def test_a_call_and_its_key(keys, cost: float) -> None:
    found = proposed(FIRST, PON, *keys)
    assert costs(found, PonCalled)[0] == weights.CALL + cost


def test_a_call_whose_meld_is_hidden_is_proposed_once_its_caller_has_discarded() -> None:
    found = proposed(FIRST, without_melds(GONE))
    unseen = weights.UNSEEN_CALL + weights.UNPRESSED_CALL
    assert costs(found, PonCalled) == [unseen]
    assert costs(found, ChiCalled) == [unseen]
    pressed = proposed(FIRST, without_melds(GONE), Said(S, Action.CHI))
    assert costs(pressed, ChiCalled) == [weights.PRESS_AGREES]
    waiting = proposed(FIRST, without_melds(PON), Said(S, Action.PON))
    assert costs(waiting, PonCalled) in ([], [weights.PRESS_AGREES + weights.UNSEEN_CALL])


def test_own_kans_and_norths() -> None:
    found = proposed("E draws", "E draws, E closes 1m")
    assert costs(found, AnkanDeclared) == [weights.CALL, weights.CALL + weights.UNREAD_DISCARD]
    quad = next(one.facts[0] for one in found if isinstance(one.facts[0], AnkanDeclared))
    assert quad.tiles == parse_tiles("1111m")
    north = proposed("E draws", "E draws, E kita", rules=TENHOU_3P)
    assert costs(north, KitaDeclared) == [weights.CALL]


def test_an_indicator_that_is_due_is_what_everybody_expects() -> None:
    told = "E draws, E closes 1m"
    seen = visible(play(table(), told))
    open_face = replace(seen, indicators=(*seen.indicators, SeenTile(Tile("3p"))))
    (cost, *_) = costs(proposed(told, open_face), IndicatorRevealed)
    assert cost == weights.DISCARD == 0.05
