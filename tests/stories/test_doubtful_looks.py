"""What the eye sees badly, or only once: a row one tile short, a shadow beside a discard, a slip."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.stories.watched_evening import Evening, seen_of, with_river

E, S, W, N = SEATS
ROUND = "E draws, E discards 2z, S draws, S discards 4p, W draws, W discards 8p, N draws, N discards 3s"
SECOND = (
    f"{ROUND}, E draws, E discards 9p, S draws, S discards 5p, W draws, W discards 7p, N draws, N discards 4s"
)
BLURRED = SeenTile(Tile("9p"), 0.53, others=((Tile("9m"), 0.41),))


def with_east(seen: TableSeen, *tiles: SeenTile) -> TableSeen:
    """The sighting with another river in front of East."""
    return replace(seen, seats=(replace(seen.seats[E], river=tiles), *seen.seats[1:]))


def sure(tile: str) -> SeenTile:
    return SeenTile(Tile(tile), 0.99)


def discards(evening: Evening, seat: int) -> list[str]:
    return [one.tile.text if one.tile else "?" for one in evening.kyoku.players[seat].discards]


def test_a_tile_in_doubt_is_not_taken_for_the_next_one_while_another_is_hidden() -> None:
    evening = Evening()
    evening.sees(ROUND)
    for _ in range(3):
        evening.sees(with_east(seen_of(SECOND), sure("2z"), BLURRED))
    third = seen_of(f"{SECOND}, E draws, E discards 1m")
    evening.sees(with_east(third, BLURRED, sure("1m")))
    for number in range(4):
        again = SeenTile(Tile("9p"), 0.6 + number / 100, others=((Tile("9m"), 0.3),))
        evening.sees(with_east(third, sure("2z"), again, sure("1m")))
    assert discards(evening, E) == ["2z", "?", "1m"]
    evening.waits(60)
    evening.answers(1)
    assert discards(evening, E) == ["2z", "9m", "1m"]


def test_a_shadow_behind_a_new_discard_is_not_told_in_its_place_while_another_tile_is_hidden() -> None:
    evening = Evening()
    evening.sees(SECOND)
    new = seen_of(f"{SECOND}, E draws, E discards 8m")
    evening.sees(with_east(new, sure("2z"), sure("8m"), SeenTile(Tile("4z"), 0.51)))
    evening.sees(new)
    assert discards(evening, E) == ["2z", "9p", "8m"]
    assert not evening.questions


def test_a_river_that_was_told_one_place_beside_itself_is_put_right_in_time() -> None:
    evening = Evening()
    wrong = SECOND.replace("9p", "1m")
    evening.sees(wrong)
    evening.sees(f"{wrong}, E draws, E discards 5s, S draws, S discards 6z")
    right = seen_of(f"{SECOND}, E draws, E discards 1m, S draws, S discards 6z")
    for number in range(6):
        tiles = [SeenTile(one.tile, 0.97 + number / 1000) for one in right.seats[E].river]
        evening.sees(with_east(right, *tiles))
    assert discards(evening, E) == ["2z", "9p", "1m"]


def test_a_tile_in_doubt_is_not_asked_about_once_its_meld_says_what_it_is() -> None:
    evening = Evening()
    blurred = SeenTile(Tile("5m"), 0.64, others=((Tile("6m"), 0.28),))
    for _ in range(2):
        evening.sees(with_river(seen_of("E draws, E discards 5m"), E, blurred))
    assert discards(evening, E) == ["?"]
    for _ in range(20):
        evening.sees("E draws, E discards 5m, W pons 5m with 55m, W discards 9p")
    evening.waits(60)
    assert evening.story()[:2] == ["E Discarded 5m", "W PonCalled 5m"]
    assert not evening.questions


def test_a_slip_of_one_look_is_not_asked_about() -> None:
    evening = Evening()
    first = "E draws, E discards 7s"
    evening.sees(first)
    later = f"{first}, S draws, S discards 2z"
    looks = [sure("7s"), SeenTile(Tile("7p"), 0.66, others=((Tile("7m"), 0.25),)), SeenTile(Tile("7s"), 0.97)]
    for seen in looks:
        evening.sees(with_river(seen_of(later), E, seen))
    evening.waits(60)
    assert evening.story() == ["E Discarded 7s", "S Discarded 2z"]
    assert not evening.questions


def test_what_was_pressed_and_is_not_seen_is_said_and_a_late_press_is_not() -> None:
    evening = Evening()
    first = "E draws, E discards 1m"
    evening.sees(first)
    evening.presses(W, Action.PON)
    said = []
    for _ in range(20):
        evening.waits(1)
        said += evening.mind.keys.unconfirmed
    assert [(one.seat, one.action) for one in said] == [(W, Action.PON)]
    evening.sees(f"{first}, N pons 1m")
    evening.presses(N, Action.PON)
    for _ in range(20):
        evening.waits(1)
        assert not evening.mind.keys.unconfirmed


def test_a_wrong_key_is_said_at_once_when_the_game_goes_on_without_it() -> None:
    evening = Evening()
    evening.sees("E draws, E discards 1m")
    evening.presses(W, Action.PON)
    evening.sees("E draws, E discards 1m, S draws, S discards 2z", after=4)
    assert [one.seat for one in evening.mind.keys.unconfirmed] == [W]


@pytest.mark.parametrize(("confidence", "told"), [(0.97, "5z"), (0.7, "?")])
def test_a_shadow_that_was_told_as_a_discard_is_taken_back_when_it_never_comes_again(
    confidence: float, told: str
) -> None:
    evening = Evening()
    evening.sees(ROUND)
    shadow = SeenTile(Tile("5z"), confidence)
    for _ in range(3):
        evening.sees(with_east(seen_of(ROUND), sure("2z"), shadow))
    assert discards(evening, E) == ["2z", told]
    taken_back = [evening.sees(ROUND) for _ in range(6)]
    assert discards(evening, E) == ["2z"]
    assert sum(taken_back) == 2  # the draw, and the discard
    evening.sees(f"{ROUND}, E draws, E discards 9p")
    assert discards(evening, E) == ["2z", "9p"]
    assert not evening.questions


def test_a_discard_that_is_covered_or_taken_for_a_win_stays_told() -> None:
    evening = Evening()
    evening.sees(SECOND)
    covered = with_east(seen_of(SECOND), sure("2z"), SeenTile(Tile("9p"), 0.99, is_hidden=True))
    north = seen_of(ROUND).seats[N]
    taken = replace(seen_of(SECOND), seats=(*seen_of(SECOND).seats[:3], north))
    won = replace(taken.seats[S], showing=(sure("1m"), sure("2m")))
    for _ in range(2):
        evening.sees(taken)
    for _ in range(8):
        evening.sees(replace(taken, seats=(taken.seats[E], won, *taken.seats[2:])))
    assert discards(evening, N) == ["3s", "4s"]
    for _ in range(8):
        evening.sees(covered)
    assert discards(evening, E) == ["2z", "9p"]


@pytest.mark.parametrize("at", [0, 3])
def test_a_shadow_beside_a_chi_is_no_fourth_tile_of_it(at: int) -> None:
    evening = Evening()
    first = "E draws, E discards 7s"
    evening.sees(first)
    for after in ("", ", S discards 3z", ", S discards 3z, W draws, W discards 8s"):
        seen = seen_of(f"{first}, S chis 7s with 68s{after}")
        meld = seen.seats[S].melds[0]
        shadow = SeenTile(Tile("5z"), 0.34, others=((Tile("8p"), 0.03),))
        tiles = (*meld.tiles[:at], shadow, *meld.tiles[at:])
        seat = replace(seen.seats[S], melds=(replace(meld, tiles=tiles),))
        evening.sees(replace(seen, seats=(seen.seats[E], seat, *seen.seats[2:])))
    assert evening.story() == ["E Discarded 7s", "S ChiCalled 7s", "S Discarded 3z", "W Discarded 8s"]
    assert [tile.text for tile in evening.kyoku.players[S].melds[0].own] == ["6s", "8s"]
    evening.waits(60)
    assert not evening.questions


def test_of_two_looks_that_agree_the_worse_one_counts() -> None:
    """A worn three was read so, and lay there as a two that nobody was asked about."""
    evening = Evening()
    first = "E draws, E discards 3m"
    looks = [
        SeenTile(Tile("2m"), 0.892, others=((Tile("3m"), 0.107),)),
        SeenTile(Tile("2m"), 0.991, others=((Tile("3m"), 0.009),)),
    ]
    for seen in looks:
        evening.sees(with_river(seen_of(first), E, seen))
    evening.waits(60)
    assert evening.story() == ["E Discarded"]
    evening.answers(1)
    assert evening.story() == ["E Discarded 3m"]
