"""The last result is corrected while the next hand is played: what the camera has told stays the camera's."""

from dataclasses import replace

from companion.evidence import Depth, Done
from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.facts import Discarded, HandValue, Won
from companion.riichi.tiles import Tile
from tests.table_loop.people import E, People, S, W, sat_down
from tests.toolbox.sightings import visible


def looks(people: People, seen: TableSeen) -> None:
    people.clock.advance(seconds=3)
    people.keeper.see(replace(seen, at_ns=people.clock.monotonic_ns()))


def with_last(seen: TableSeen, seat: int, tile: SeenTile) -> TableSeen:
    """The same table, with another last discard in this river."""
    mine = replace(seen.seats[seat], river=(*seen.seats[seat].river[:-1], tile))
    return replace(seen, seats=(*seen.seats[:seat], mine, *seen.seats[seat + 1 :]))


def in_the_second_hand() -> tuple[People, TableSeen]:
    """South has won on East's discard; in the next hand South's first discard, a 1p, was read as a 7p."""
    people = sat_down(Depth.FULL)
    people.tap(E)
    people.wins(S, E)
    people.deal(Depth.FULL)
    lying = visible(people.kyoku)
    mine = replace(lying.seats[S], river=(SeenTile(Tile("1p")),))
    lying = replace(lying, seats=(lying.seats[E], mine, *lying.seats[W:]))
    looks(people, with_last(lying, S, SeenTile(Tile("7p"), 0.96, others=((Tile("1p"), 0.02),))))
    assert people.facts[-1] == Discarded(S, Tile("7p"))
    return people, lying


def test_a_tile_that_was_misread_is_still_put_right_by_later_looks() -> None:
    people, lying = in_the_second_hand()
    won = next(entry for entry in people.entries if isinstance(entry.fact, Won))
    dearer = replace(won.fact, value=HandValue(4, 30))
    assert isinstance(people.correct((won.seq,), dearer, before=won.seq), Done)
    for number in range(6):
        looks(people, with_last(lying, S, SeenTile(Tile("1p"), 0.98 + number / 1000)))
    assert people.facts[-1] == Discarded(S, Tile("1p"))


def test_what_people_have_named_in_this_hand_no_look_changes() -> None:
    people, lying = in_the_second_hand()
    told = people.entries[-1]
    assert isinstance(people.correct((told.seq,), Discarded(S, Tile("9p")), before=told.seq), Done)
    won = next(entry for entry in people.entries if isinstance(entry.fact, Won))
    people.correct((won.seq,), replace(won.fact, value=HandValue(4, 30)), before=won.seq)
    for number in range(6):
        looks(people, with_last(lying, S, SeenTile(Tile("1p"), 0.98 + number / 1000)))
    assert people.facts[-1] == Discarded(S, Tile("9p"))
