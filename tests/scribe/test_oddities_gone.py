"""The last discard is not seen: at how many rests, and what else may be missing meanwhile."""

from dataclasses import replace

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Look, fit_table
from companion.scribe.mind import Gone, Mind, Oddities
from companion.scribe.observations import Pool
from companion.scribe.oddities import may_be_a_shadow, still_gone
from companion.scribe.policy import ENOUGH_RESTS, QUIET_NS
from companion.scribe.spots import Telling
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
TILES = ("1m", "2p", "3s", "4m", "5p", "6s", "7m", "8p", "9s")


def discards(rounds: int) -> str:
    """This many rounds of discards; east comes last once more."""
    turns = [f"{seat} draws, {seat} discards {TILES[at]}" for at in range(rounds) for seat in "ESWN"]
    return ", ".join([*turns, f"E draws, E discards {TILES[rounds]}"])


def seen_without(kyoku, *places: int, at_ns: int = 0) -> TableSeen:
    seen = visible(kyoku, at_ns)
    river = tuple(one for at, one in enumerate(seen.seats[E].river) if at not in places)
    return replace(seen, seats=(replace(seen.seats[E], river=river), *seen.seats[1:]))


def gone(kyoku, seen: TableSeen, before: Gone | None = None, *, is_repeated: bool = False) -> Gone | None:
    look = Look(seen, is_repeated=is_repeated)
    return still_gone(before, kyoku, fit_table(kyoku, look), look)


FOUR = play(table(), discards(3))
LAST = Spot(SpotKind.DISCARD, E, 3)


def test_rests_that_follow_each_other_at_once_count_as_one() -> None:
    before = gone(FOUR, seen_without(FOUR, 3))
    assert before == Gone(LAST, 1, 0)
    assert gone(FOUR, seen_without(FOUR, 3, at_ns=QUIET_NS - 1), before) == before
    assert gone(FOUR, seen_without(FOUR, 3, at_ns=QUIET_NS), before) == Gone(LAST, 2, QUIET_NS)
    assert gone(FOUR, seen_without(FOUR, 3, at_ns=QUIET_NS), before, is_repeated=True) == before


def test_a_tile_that_is_seen_again_is_not_gone() -> None:
    assert gone(FOUR, visible(FOUR), Gone(LAST, 2, 0)) is None


def test_a_hand_hides_neighbours_together() -> None:
    assert gone(FOUR, seen_without(FOUR, 2, 3)) is None


def test_a_hand_that_lies_open_ends_the_wait() -> None:
    seen = seen_without(FOUR, 3)
    shown = replace(seen.seats[S], showing=(SeenTile(Tile("9m")),))
    assert gone(FOUR, replace(seen, seats=(seen.seats[E], shown, *seen.seats[2:]))) is None


def without(kyoku, gone: Gone | None, rests: int = 0) -> Mind:
    return Mind(Telling((kyoku,)), pools={LAST: Pool(looks=rests)}, oddities=Oddities(gone))


def test_what_was_read_or_seen_often_is_no_shadow() -> None:
    unread, last = play(table(), discards(3).removesuffix("4m") + "?"), Gone(LAST, 1, 0)
    assert not may_be_a_shadow(without(FOUR, last))
    assert may_be_a_shadow(without(unread, last, ENOUGH_RESTS - 1))
    assert not may_be_a_shadow(without(unread, last, ENOUGH_RESTS))
    assert not may_be_a_shadow(without(unread, None))
