"""Rivers that were told one place beside where they lie: after how many rests they are read anew."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Look, fit_table
from companion.scribe.oddities import askew, straightened
from companion.scribe.policy import ENOUGH_RESTS, READ_SURELY
from companion.scribe.rows import RowFit
from tests.stories.watched_evening import Evening
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
REST = "S draws, S discards 2p, W draws, W discards 3p, N draws, N discards 4p"
TOLD = f"E draws, E discards 1m, {REST}, E draws, E discards 2m, {REST}, E draws, E discards"


def river_of(kyoku, *tiles: SeenTile) -> TableSeen:
    seen = visible(kyoku)
    return replace(seen, seats=(replace(seen.seats[E], river=tiles), *seen.seats[1:]))


def shifted(last: str, confidence: float = 0.99, **more) -> tuple:
    """East's river has as many tiles as were told, one of them too early and the last one missing."""
    kyoku = play(table(), f"{TOLD} {last}")
    stray = SeenTile(Tile("9s"), confidence, **more)
    look = Look(river_of(kyoku, SeenTile(Tile("1m")), stray, SeenTile(Tile("2m"))))
    fit = fit_table(kyoku, look)
    row = RowFit(1.0, ((0, 0), (1, 2)), (), strays=(1,), unseen=(2,))
    return kyoku, replace(fit, seats=(replace(fit.seats[E], river=row), *fit.seats[1:])), look


def test_it_is_counted_at_how_many_rests_a_river_does_not_agree() -> None:
    kyoku, fit, look = shifted("3m")
    assert askew({}, kyoku, fit, look) == {E: 1}
    assert askew({E: 1}, kyoku, fit, look) == {E: 2}
    seen = Look(visible(kyoku))
    assert askew({E: 2}, kyoku, fit_table(kyoku, seen), seen) == {}


@pytest.mark.parametrize(("confidence", "rests"), [(READ_SURELY - 0.001, 1), (READ_SURELY, ENOUGH_RESTS)])
def test_one_rest_is_enough_where_what_is_missing_was_never_read(confidence: float, rests: int) -> None:
    kyoku, fit, look = shifted("?", confidence)
    assert askew({}, kyoku, fit, look) == {E: rests}


def test_what_is_hidden_says_nothing() -> None:
    kyoku, fit, look = shifted("3m", is_hidden=True)
    assert askew({}, kyoku, fit, look) == {}


def test_after_enough_rests_each_tile_is_the_one_in_its_place() -> None:
    kyoku, fit, _ = shifted("3m")
    assert straightened(kyoku, fit, {E: ENOUGH_RESTS - 1}) == (fit, frozenset())
    straight, void = straightened(kyoku, fit, {E: ENOUGH_RESTS})
    assert straight.seats[E].river.pairs == ((0, 0), (1, 1), (2, 2))
    assert void == {Spot(SpotKind.DISCARD, E, number) for number in (1, 2)}
    assert ENOUGH_RESTS == 3


def test_a_look_repeated_for_a_key_counts_no_rest() -> None:
    kyoku, fit, look = shifted("3m")
    assert askew({E: 2}, kyoku, fit, replace(look, is_repeated=True)) == {E: 2}
    seen = Look(visible(kyoku), is_repeated=True)
    assert askew({E: 2}, kyoku, fit_table(kyoku, seen), seen) == {}


def test_a_key_is_heard_after_a_river_that_was_read_anew_has_grown_by_a_key_alone() -> None:
    """Without the discard that only its key told, the river that is seen was one tile too short."""
    evening, told = Evening(), f"{TOLD} 3m, {REST}"
    evening.sees(told)
    evening.sees(told)
    for confidence in (0.7, 0.6, 0.65):
        stray = SeenTile(Tile("9s"), confidence)
        evening.sees(river_of(play(table(), told), SeenTile(Tile("1m")), stray, SeenTile(Tile("2m"))))
    evening.presses(E, Action.DISCARD)
    evening.waits(4)
    evening.presses(S, Action.DISCARD)
    evening.waits(4)
    assert evening.story()[-2:] == ["E Discarded", "S Discarded"]
