"""Beliefs: which stories beside the told one are carried on, with what speaks against them so far."""

from __future__ import annotations

from dataclasses import replace

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Look, fit_table
from companion.scribe.following import believed, caught_up, pools_moved, roots_of
from companion.scribe.mind import Mind, People, Root
from companion.scribe.observations import Pool
from companion.scribe.policy import A_FEW, HOPELESS
from companion.scribe.spots import Telling
from companion.scribe.stories import Chosen, Story
from companion.scribe.weights import REMEMBERED
from tests.scribe.scripts import facts_of, telling_of
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
BEGUN = table()
FIRST = "E draws, E discards 3s"
CORRECTED = "E draws, E discards 4s"
TOLD = f"{FIRST}, S draws, S discards 1m, W draws, W discards 1m, E pons 1m with 11m"
OTHER = f"{FIRST}, S draws, S discards 1m, E pons 1m with 11m"


def look_at(script: str) -> Look:
    return Look(visible(play(BEGUN, script)))


def story(script: str, look: Look, prior: float = 0.0, root: Root | None = None) -> Story:
    """The facts of a script after those of a root, beside what is seen."""
    root = root or Root(Telling((BEGUN,)))
    told = telling_of(BEGUN, script)
    rest = told.facts[len(root.told.facts) :]
    return Story(root, rest, told.kyoku, prior, fit_table(told.kyoku, look))


def mind_of(script: str, **more) -> Mind:
    return Mind(telling_of(BEGUN, script), **more)


def carried(*others: Story, mind: Mind | None = None, told: str = TOLD) -> tuple[Root, ...]:
    written = story(told, look_at(told))
    choice = Chosen(written, len(written.facts), ())
    return believed(mind or mind_of(told), sorted([written, *others], key=_cost), choice)


def _cost(one: Story) -> float:
    return one.cost


def test_another_story_is_carried_with_what_speaks_against_it() -> None:
    look = look_at(TOLD)
    other = story(OTHER, look, prior=0.5)
    (one,) = carried(other)
    assert one.told == telling_of(BEGUN, OTHER)
    assert (one.cost, one.seen) == (0.5, other.fit.cost - fit_table(play(BEGUN, TOLD), look).cost)


def test_a_story_too_far_behind_is_given_up() -> None:
    look = look_at(TOLD)
    behind = story(OTHER, look).fit.cost - fit_table(play(BEGUN, TOLD), look).cost
    assert carried(story(OTHER, look, prior=HOPELESS - behind - 0.01))
    assert not carried(story(OTHER, look, prior=HOPELESS - behind + 0.01))


def test_only_so_many_are_carried_and_each_once() -> None:
    look = look_at(TOLD)
    others = [
        story(f"{FIRST}, S draws, S discards 1m, {seat} pons 1m with 11m", look) for seat in ("E", "W", "N")
    ]
    others += [story(f"{FIRST}, {seat} pons 3s with 33s", look) for seat in ("W", "N", "S")]
    found = [replace(one, prior=one.prior - one.fit.cost) for one in others]
    assert len(carried(*found)) == A_FEW
    assert len(carried(found[0], replace(found[0], prior=found[0].prior + 1))) == 1


def test_what_only_goes_on_from_what_is_told_or_is_its_beginning_is_not_carried() -> None:
    look = look_at(TOLD)
    assert not carried(replace(story(f"{TOLD}, E discards 9m", look), prior=-5))
    assert not carried(replace(story(FIRST, look), prior=-20))


def test_who_is_in_riichi_is_not_decided_by_another_story() -> None:
    look = look_at(TOLD)
    riichi = story(
        OTHER.replace("S discards", "S riichi, S discards").replace(", E pons", ", S pays, E pons"), look
    )
    assert not carried(replace(riichi, prior=-riichi.fit.cost))


def test_what_people_have_named_is_in_every_story() -> None:
    look = look_at(TOLD)
    other = replace(story(OTHER, look), prior=-story(OTHER, look).fit.cost)
    assert carried(other, mind=mind_of(TOLD, people=People(frozenset({Spot(SpotKind.DISCARD, E, 0)}))))
    assert not carried(other, mind=mind_of(TOLD, people=People(frozenset({Spot(SpotKind.DISCARD, W, 0)}))))


def test_while_nothing_is_written_each_waits_where_it_stands() -> None:
    later = look_at(f"{TOLD}, E discards 9m")
    mind = mind_of(TOLD)
    root = Root(mind.told)
    belief = Root(telling_of(BEGUN, OTHER), -9.5, len(mind.told.facts), seen=2.0)
    found = [story(f"{TOLD}, E discards 9m", later, 0.05, root)]
    found += [story(f"{OTHER}, E discards 9m", later, -9.45, belief)]
    (one,) = believed(mind, found, Chosen(found[0], 0, ()))
    assert one.told == telling_of(BEGUN, OTHER)
    assert (one.cost, one.seen) == (-9.5, 2.0 + found[1].fit.cost - found[0].fit.cost)


def test_a_belief_is_a_root_that_remembers_a_part_of_what_was_seen() -> None:
    belief = Root(telling_of(BEGUN, OTHER), 1.0, seen=4.0)
    (root,) = roots_of(mind_of(TOLD, beliefs=(belief,)))
    assert (root.cost, root.seen) == (1.0, 4.0 * REMEMBERED)
    shared = len(facts_of(BEGUN, FIRST)) + 2  # the next discard is the same in both
    assert root.taken_back == len(facts_of(BEGUN, TOLD)) - shared


def test_readings_of_a_tile_that_lies_elsewhere_in_the_other_story_are_void() -> None:
    seen: TableSeen = visible(play(BEGUN, OTHER))
    look = Look(seen)
    pools = {Spot(SpotKind.DISCARD, seat, 0): Pool((SeenTile(Tile("1m")),), 1) for seat in (E, S, W)}
    mind = mind_of(TOLD, pools=pools)
    kept = pools_moved(mind, fit_table(mind.kyoku, look), story(OTHER, look))
    assert set(kept) == {Spot(SpotKind.DISCARD, seat, 0) for seat in (E, S)}


def test_what_people_have_named_is_their_word_as_long_as_it_is_told() -> None:
    """Somebody corrected the eye, and the correction was undone: the eye has told what stands there now."""
    begun, told = telling_of(BEGUN, FIRST).begun, telling_of(BEGUN, FIRST).facts
    eye = range(len(told))
    mind = caught_up(caught_up(Mind(), begun, told, eye), begun, telling_of(BEGUN, CORRECTED).facts)
    assert mind.people.settled == {Spot(SpotKind.DISCARD, E, 0)}
    assert caught_up(mind, begun, told, eye).people.settled == set()
