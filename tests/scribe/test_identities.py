"""What lies in each spot follows from all readings together, and from how many copies there are."""

from math import log

import pytest

from companion.evidence.sights import SeenTile
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe.board import Board
from companion.scribe.identities import Identity, _offered, group_of, identity
from companion.scribe.observations import Pool
from companion.scribe.policy import FAINT_WAY
from companion.scribe.weights import MISREAD_MOST
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
MARGINS = (0.9, 20.0)
FOUR = (
    "E draws, E discards 7z, S draws, S discards 7z, W draws, W discards 7z, N draws, N discards 7z, "
    "E draws, E discards 1m"
)


def pool(tile: str, chance: float = 0.99, **others: float) -> Pool:
    named = tuple((Tile(name[1:]), share) for name, share in others.items())
    return Pool().with_reading(SeenTile(Tile(tile), chance, others=named))


def discard(seat: int, number: int = 0) -> Spot:
    return Spot(SpotKind.DISCARD, SEATS[seat], number, 0)


def own(seat: int, at: int) -> Spot:
    return Spot(SpotKind.OWN, SEATS[seat], 0, at)


def board(script: str, pools: dict[Spot, Pool], *settled: Spot) -> Board:
    return Board(play(table(), script), pools, frozenset(settled), MARGINS)


def told(found) -> dict[Spot, str | None]:
    return {spot: tile and tile.text for spot, tile in found.told}


def ways(found) -> list[dict[Spot, str | None]]:
    return [{spot: tile and tile.text for spot, tile in names} for names, _ in found.ways]


def test_a_tile_that_is_read_surely_is_told_and_one_that_is_not_waits():
    spot = discard(E, 1)
    sure = identity(board(FOUR, {spot: pool("1m", 0.97, _7m=0.02)}), spot)
    assert (told(sure), sure.is_sure) == ({spot: "1m"}, True)
    open_one = identity(board(FOUR, {spot: pool("1m", 0.7, _7m=0.28)}), spot)
    assert (told(open_one), ways(open_one)) == ({}, [{spot: "1m"}, {spot: "7m"}])


def test_of_a_tile_of_which_no_reading_is_left_nothing_is_known():
    spot = discard(E, 1)
    for pools in ({}, {spot: Pool(looks=2)}):
        assert identity(board(FOUR, pools), spot) == Identity()


def test_a_face_of_which_all_copies_were_told_is_hardly_there():
    spot = discard(E, 1)
    others = {discard(seat): pool("7z", 0.999) for seat in SEATS}
    doubtful = pool("7z", 0.6, _6z=0.39)
    assert told(identity(board(FOUR, {spot: doubtful}), spot)) == {spot: "6z"}
    assert told(identity(board(FOUR, {spot: doubtful, **others}), spot)) == {spot: "6z"}


def test_where_a_copy_told_elsewhere_is_unsure_that_one_is_another_tile():
    spot = discard(E, 1)
    others = {discard(seat): pool("7z", 0.999) for seat in (E, S, W)} | {
        discard(N): pool("7z", 0.5, _5z=0.48)
    }
    found = identity(board(FOUR, {spot: pool("7z", 0.995), **others}), spot)
    assert found.is_elsewhere
    assert told(found) == {spot: "7z", discard(N): "5z"}


def test_where_any_of_five_may_be_wrong_people_are_asked_which():
    spot = discard(E, 1)
    others = {discard(seat): pool("7z", 0.97, _5z=0.02) for seat in SEATS}
    found = identity(board(FOUR, {spot: pool("7z", 0.97, _5z=0.02), **others}), spot)
    assert (found.is_sure, found.is_elsewhere, told(found)) == (False, True, {})
    assert len(found.ways) == 5


def test_what_a_person_has_named_makes_no_room():
    spot, said = discard(E, 1), discard(N)
    others = {discard(seat): pool("7z", 0.999) for seat in (E, S, W)} | {said: pool("7z", 0.5, _5z=0.48)}
    found = identity(board(FOUR, {spot: pool("7z", 0.995), **others}, said), spot)
    assert said not in {one for names, _ in found.ways for one, _ in names}


def test_a_tile_that_is_surely_read_as_what_it_cannot_be_is_not_named_as_the_next_best():
    spot = discard(E, 1)
    found = identity(board(FOUR, {spot: pool("7z", 0.97, _6z=0.028)}), spot)
    assert (told(found), found.is_sure) == ({}, False)


def test_what_the_rules_refused_a_tile_to_be_it_hardly_is():
    spot = discard(E, 1)
    found = identity(board(FOUR, {spot: pool("1m", 0.6, _7m=0.39)}), spot, refused=Tile("1m"))
    assert told(found) == {spot: "7m"}


def test_between_the_others_of_its_run_a_tile_is_what_fits():
    script = "E draws, E discards 5m, S chis 5m with 67m"
    pools = {discard(E): pool("5m"), own(S, 0): pool("6m"), own(S, 1): pool("7p", 0.6, _7m=0.3)}
    found = identity(board(script, pools), group_of(play(table(), script), discard(E)))
    assert told(found)[own(S, 1)] == "7m"


def test_a_red_five_is_told_once_only_and_the_other_is_plain():
    script = "E draws, E discards 0p, S draws, S discards 5p"
    pools = {discard(E): pool("0p", 0.995, _5p=0.004), discard(S): pool("0p", 0.6, _5p=0.39)}
    assert told(identity(board(script, pools), discard(S))) == {discard(S): "5p"}


def test_with_plain_ones_left_a_five_is_rather_plain():
    """Three plain ones lie to each red one, and the eye has learned as many of both."""
    script = "E draws, E discards 5p"
    found = identity(board(script, {discard(E): pool("0p", 0.5, _5p=0.49)}), discard(E))
    assert ways(found)[0] == {discard(E): "5p"}
    assert found.ways[0][1] > 0.7


def test_one_face_of_a_closed_kan_is_too_few_and_two_are_enough():
    script = "E draws, E closes 7z"
    faces = {own(E, 1): pool("7z"), own(E, 2): pool("7z")}
    assert set(told(identity(board(script, faces), own(E, 0))).values()) == {"7z"}
    one = identity(board(script, {own(E, 1): pool("7z")}), own(E, 0))
    assert (told(one), one.is_sure) == ({}, False)


def test_a_face_without_a_copy_left_counts_for_that_much_less():
    """All four 7z were told; the reading favours a fifth, but does not insist on it."""
    spot = discard(E, 1)
    others = {discard(seat): pool("7z", 0.999) for seat in SEATS}
    found = identity(board(FOUR, {spot: pool("7z", 0.6, _6z=0.39), **others}), spot)
    chances = {names[0][1].text: chance for names, chance in found.ways}
    assert log(chances["6z"] / chances["7z"]) == pytest.approx(log(0.39 / 0.6) + MISREAD_MOST)


def test_a_way_to_name_a_meld_is_offered_if_it_is_not_too_unlikely():
    spots = [own(S, 0), own(S, 1)]

    def offered(chance: float, count: int) -> int:
        ways = [
            (tuple((spot, Tile(face)) for spot in spots[:count]), share)
            for face, share in (("1m", 1.0), ("2m", chance))
        ]
        return len(_offered(ways, spots[:count], is_elsewhere=False))

    assert [offered(FAINT_WAY * 1.1, 2), offered(FAINT_WAY * 0.9, 2)] == [2, 1]
    assert offered(FAINT_WAY * 0.9, 1) == 2
