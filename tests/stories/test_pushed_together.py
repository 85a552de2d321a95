"""Two tiles of a river that touch and are read as one: once both are seen each lies where it lies."""

from dataclasses import replace

from companion.evidence.sights import TableSeen
from companion.riichi.seats import SEATS
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
ROUNDS = (
    "E draws, E discards 2z, S draws, S discards 4p, W draws, W discards 8p, N draws, N discards 3s",
    "E draws, E discards 1s, S draws, S discards 5p, W draws, W discards 7p, N draws, N discards 4s",
    "E draws, E discards 5z, S draws, S discards 6p, W draws, W discards 7z, N draws, N discards 4z",
    "E draws, E discards 4s, S draws, S discards 9m, W draws, W discards 1m, N draws, N discards 3z",
)


def joined(seen: TableSeen) -> TableSeen:
    """The first two tiles of East's river as one."""
    river = seen.seats[E].river
    return replace(seen, seats=(replace(seen.seats[E], river=(*river[:1], *river[2:])), *seen.seats[1:]))


def surely(seen: TableSeen) -> TableSeen:
    """As the eye reads what lies plainly there."""
    seats = [
        replace(seat, river=tuple(replace(tile, confidence=0.98) for tile in seat.river))
        for seat in seen.seats
    ]
    return replace(seen, seats=tuple(seats))


def of_east(evening: Evening) -> list[str]:
    return [one.tile.text if one.tile else "?" for one in evening.kyoku.players[E].discards]


def test_a_tile_that_was_missing_is_put_where_it_lies_at_the_first_look_at_all_of_them() -> None:
    evening = Evening()
    steps = ", ".join(ROUNDS).split(", ")
    evening.sees(surely(seen_of(ROUNDS[0])))
    for count in range(10, len(steps) + 1, 2):
        evening.sees(joined(surely(seen_of(", ".join(steps[:count])))))
    assert of_east(evening) == ["2z", "5z", "4s", "?"]
    evening.sees(surely(seen_of(", ".join(steps))))
    assert of_east(evening) == ["2z", "1s", "5z", "4s"]
    assert not evening.questions


def test_a_tile_that_is_read_badly_has_to_be_seen_more_often_before_names_are_moved() -> None:
    evening = Evening()
    steps = ", ".join(ROUNDS).split(", ")
    evening.sees(surely(seen_of(ROUNDS[0])))
    for count in range(10, len(steps) + 1, 2):
        evening.sees(joined(surely(seen_of(", ".join(steps[:count])))))
    whole = surely(seen_of(", ".join(steps)))
    river = whole.seats[E].river
    doubtful = (river[0], replace(river[1], confidence=0.7), *river[2:])
    whole = replace(whole, seats=(replace(whole.seats[E], river=doubtful), *whole.seats[1:]))
    for _ in range(2):
        evening.sees(whole)
        assert of_east(evening) == ["2z", "5z", "4s", "?"]
    evening.sees(whole)
    assert of_east(evening)[2:] == ["5z", "4s"]
