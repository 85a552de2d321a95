"""What people do at a real table: they drop tiles, push them, lay them too early, and the hand goes on."""

from dataclasses import replace

from companion.evidence.sights import SeenMeld, SeenTile
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.stories.watched_evening import Evening, seen_of, with_river

E, S, W, N = SEATS
FIRST = "E draws, E discards 1z, S draws, S discards 9p, W draws, W discards 2z, N draws, N discards 1s"
SECOND = f"{FIRST}, E draws, E discards 9m"
SOUTH = f"{SECOND}, S draws, S discards 1p"
WEST = f"{SOUTH}, W draws, W discards 9s"
NORTH = f"{WEST}, N draws, N discards 3z"


def lying(script: str, seat: int, *river: str):
    """The table of a script, with another river."""
    seen = seen_of(script)
    seats = list(seen.seats)
    seats[seat] = replace(seats[seat], river=tuple(SeenTile(Tile(tile)) for tile in river))
    return replace(seen, seats=tuple(seats))


def beside(script: str, seat: int, *tiles: str):
    """The table of a script, with some tiles beside a hand."""
    seen = seen_of(script)
    seats = list(seen.seats)
    seats[seat] = replace(seats[seat], melds=(SeenMeld(tuple(SeenTile(Tile(tile)) for tile in tiles)),))
    return replace(seen, seats=tuple(seats))


def at(script: str) -> Evening:
    evening = Evening()
    for number in range(script.count("discards")):
        until = [place for place, word in enumerate(script.split(", ")) if "discards" in word][number]
        evening.sees(", ".join(script.split(", ")[: until + 1]))
    return evening


def test_a_tile_that_is_dropped_and_picked_up_gives_way_to_the_discard() -> None:
    evening = at(SECOND)
    dropped = lying(SECOND, S, "9p", "5s")
    for seen in (dropped, SECOND, SOUTH, WEST):
        evening.sees(seen)
    assert evening.story() == at(WEST).story()
    assert not evening.questions


def test_a_discard_that_is_shown_and_changed_before_anybody_moves_is_the_second_tile() -> None:
    evening = at(f"{SECOND}, S draws, S discards 5s")
    for _ in range(3):
        evening.sees(SOUTH)
    evening.sees(WEST)
    assert evening.story() == at(WEST).story()


def test_a_discard_laid_on_the_last_one_is_read_once_both_lie_side_by_side() -> None:
    evening = at(f"{NORTH}, E draws, E discards 7m")
    before = evening.story()
    after = f"{NORTH}, E draws, E discards 7m, S draws, S discards 6p, W draws, W discards 3s"
    for _ in range(3):
        evening.sees(lying(after, S, "9p", "6p"))
    for _ in range(2):
        evening.sees(after)
    assert evening.story() == [*before, "S Discarded 6p", "W Discarded 3s"]


def test_a_player_who_discards_too_early_is_told_after_a_discard_that_nobody_saw() -> None:
    evening = at(SECOND)
    early = lying(SECOND, W, "2z", "9s")
    for _ in range(3):
        evening.sees(early)
    assert evening.story()[-2:] == ["S Discarded", "W Discarded 9s"]
    evening.sees(WEST)
    assert evening.story() == at(WEST).story()


def test_a_called_tile_that_stays_in_its_river_is_asked_about_until_it_is_taken() -> None:
    evening = at(SECOND)
    shown = beside(SECOND, W, "9m", "9m")
    evening.sees(shown)
    assert evening.story() == at(SECOND).story()
    called = f"{SECOND}, W pons 9m, W discards 9s"
    left = lying(SECOND, W, "2z", "9s")
    left = replace(
        left, seats=(*left.seats[:W], replace(left.seats[W], melds=shown.seats[W].melds), left.seats[N])
    )
    for _ in range(4):
        evening.sees(left)
    assert evening.story() == at(SECOND).story()
    assert evening.questions
    for _ in range(2):
        evening.sees(called)
    assert evening.story() == [*at(SECOND).story(), "W PonCalled 9m", "W Discarded 9s"]
    assert not evening.questions


def test_a_tile_pushed_sideways_and_put_straight_is_no_riichi() -> None:
    evening = at(SECOND)
    evening.sees(with_river(seen_of(SOUTH), S, SeenTile(Tile("1p"), sideways=True)))
    for _ in range(3):
        evening.sees(SOUTH)
    assert evening.story() == at(SOUTH).story()
    assert not evening.questions


def test_a_call_that_is_put_back_never_was() -> None:
    evening = at(SECOND)
    for _ in range(2):
        evening.sees(f"{SECOND}, W pons 9m")
    assert evening.story()[-1] == "W PonCalled 9m"
    for _ in range(2):
        evening.sees(SECOND)
    evening.sees(SOUTH)
    assert evening.story() == at(SOUTH).story()


def test_three_tiles_that_fall_beside_a_hand_are_asked_about_and_change_nothing_that_lies_there() -> None:
    evening = at(SECOND)
    for script in (SECOND, SECOND, SECOND, SECOND, SOUTH, WEST, NORTH, NORTH):
        evening.sees(beside(script, S, "3m", "4m", "5m"))
        assert evening.story()[:5] == at(SECOND).story()
        assert not evening.kyoku.players[S].melds
    assert evening.questions
    for _ in range(2):
        evening.sees(NORTH)
    assert evening.story() == at(NORTH).story()
    assert not evening.questions


def test_two_tiles_that_fall_beside_a_hand_hold_nobody_up() -> None:
    evening = at(SECOND)
    for script in (SECOND, SOUTH, WEST, NORTH):
        evening.sees(beside(script, S, "3m", "4p"))
    assert evening.story() == at(NORTH).story()


def test_a_hand_that_falls_open_is_not_read() -> None:
    evening = at(SECOND)
    seen = seen_of(SECOND)
    fallen = replace(seen.seats[S], showing=tuple(SeenTile(Tile(tile)) for tile in ("3m", "4m", "5m")))
    for _ in range(4):
        evening.sees(replace(seen, seats=(seen.seats[E], fallen, *seen.seats[W:])))
    evening.sees(SOUTH)
    assert evening.story() == at(SOUTH).story()
    assert set(evening.kyoku.players[S].hand) == {None}


def test_a_table_that_is_mixed_away_changes_nothing() -> None:
    evening = at(NORTH)
    for _ in range(4):
        evening.sees("")
    assert evening.story() == at(NORTH).story()
    assert not evening.questions


def test_a_sleeve_over_three_discards_of_a_river_hides_only_their_faces() -> None:
    evening = at(f"{FIRST}, E draws, E discards 9m")
    turns = "S draws, S discards 1p, W draws, W discards 9s, N draws, N discards 3z, E draws, E discards 7m"
    more = "S draws, S discards 6p, W draws, W discards 3s"
    script = f"{FIRST}, E draws, E discards 9m"
    for part in (*turns.split(", E draws")[:1], f"E draws{turns.split(', E draws')[1]}", more):
        script = f"{script}, {part}"
        for _ in range(4):
            evening.sees(lying(script, S))
    assert [one for one in evening.story() if one.startswith("S")][1:] == ["S Discarded", "S Discarded"]
    for _ in range(2):
        evening.sees(script)
    assert [one for one in evening.story() if one.startswith("S")][1:] == ["S Discarded 1p", "S Discarded 6p"]


def test_two_discards_that_are_found_as_one_tile_across_both_are_no_riichi() -> None:
    """The second one stays unread; its player may call as before."""
    evening = at(SECOND)
    merged = SeenTile(Tile("6s"), 0.55, sideways=True)
    later = f"{SOUTH}, W draws, W discards 9s, N draws, N discards 3z, S pons 3z, S discards 7p"
    for script, last in ((SOUTH, ()), (WEST, ()), (NORTH, ()), (later, (SeenTile(Tile("7p")),))):
        seen = seen_of(script)
        seats = list(seen.seats)
        seats[S] = replace(seats[S], river=(merged, *last))
        for _ in range(2):
            evening.sees(replace(seen, seats=tuple(seats)))
    assert evening.story()[-2:] == ["S PonCalled 3z", "S Discarded 7p"]
    assert not any("Riichi" in told for told in evening.story())
