"""To whose river or wall a tile belongs: by how it is turned, in which row it lies, and how far from it."""

from math import cos, hypot, radians, sin
from random import Random

import pytest

from companion.intake.eye.belonging import (
    _ROOMS,
    Kind,
    Lie,
    Place,
    TileSize,
    _Board,
    _step,
    against,
    readings,
)
from companion.scribe.policy import A_FEW, FAR_FETCHED, HOPELESS, MOST_EVENTS
from companion.scribe.weights import (
    A_HOLE,
    A_LITTLE,
    APART,
    FIRST_ROW,
    NEAR,
    NOWHERE,
    RIICHI,
    SOFT,
)

WIDE, HIGH, TABLE = 19.0, 26.0, 700.0
SIZE = TileSize(WIDE / TABLE, HIGH / TABLE)
RIVERS = tuple(Place(Kind.RIVER, side) for side in range(4))
WALLS = tuple(Place(Kind.WALL, side) for side in range(4))
BEGIN = (-74.0, 98.0)
"""Where the first tile of a river lies on an automatic table, as its owner sees it, in millimetres."""


def lie(side: int, right: float, away: float, *, across: bool = False, back: bool = False) -> Lie:
    """A tile as the player of a side would say it, in millimetres."""
    x, y = right, away
    for _ in range(side):
        x, y = y, -x
    return Lie(0.5 + x / TABLE, 0.5 + y / TABLE, across == bool(side % 2), back)


def river(side: int, count: int, across: int | None = None) -> list[Lie]:
    """A river in rows of six; one of its tiles may lie across."""
    laid = []
    for number in range(count):
        line, at = divmod(number, 6)
        is_behind = across is not None and across // 6 == line and at > across % 6
        shift = (HIGH - WIDE) * is_behind + (HIGH - WIDE) / 2 * (number == across)
        right, away = BEGIN[0] + at * (WIDE + 1) + shift, BEGIN[1] + line * (HIGH + 1)
        laid.append(lie(side, right, away, across=number == across))
    return laid


def moved(lies: list[Lie], right: float, down: float) -> list[Lie]:
    """The same, with the corners tapped this many millimetres off."""
    return [Lie(one.x + right / TABLE, one.y + down / TABLE, one.is_upright, one.is_back) for one in lies]


def best(lies: list[Lie], sides=range(4)) -> tuple[Place | None, ...]:
    return readings(lies, tuple(sides), SIZE)[0].places


@pytest.mark.parametrize("side", range(4))
def test_a_tile_is_seen_by_each_side_as_it_lies_before_it(side: int) -> None:
    right, away, is_across = lie(side, 30, 110, across=True).seen_from(side)
    assert (right * TABLE, away * TABLE, is_across) == (pytest.approx(30), pytest.approx(110), True)


def test_a_tile_that_goes_on_with_a_row_costs_nothing_and_one_apart_from_it_does() -> None:
    laid = river(0, 4)
    right, away = BEGIN
    step = WIDE + 1
    assert against(lie(0, right + 4 * step, away), RIVERS[0], laid, SIZE) == 0.0
    assert against(lie(0, right, away + HIGH + 1), RIVERS[0], laid, SIZE) == 0.0
    assert 0 < against(lie(0, right + 5 * step, away), RIVERS[0], laid, SIZE) < APART
    assert against(lie(0, right + 4 * step, away + 18), RIVERS[0], laid, SIZE) == APART


def test_a_tile_across_says_riichi_which_few_do() -> None:
    laid, (right, away) = river(0, 4), BEGIN
    shift = 4 * (WIDE + 1) + (HIGH - WIDE) / 2
    assert against(lie(0, right + shift, away, across=True), RIVERS[0], laid, SIZE) == RIICHI


def test_a_river_begins_at_the_left() -> None:
    first, late, far = lie(0, *BEGIN), lie(0, 80, 98), lie(0, -74, 180)
    assert against(first, RIVERS[0], (), SIZE, is_begun=False) == 0.0
    assert against(late, RIVERS[0], (), SIZE, is_begun=False) == APART
    assert against(far, RIVERS[0], (), SIZE, is_begun=False) == APART


def test_an_open_face_on_a_wall_has_a_stack_at_its_side() -> None:
    face, stack = lie(1, 20, 212), lie(1, 39, 212, back=True)
    assert against(face, WALLS[1], (stack,), SIZE) == 0.0
    assert against(face, WALLS[1], (lie(1, 39, 212),), SIZE) == NOWHERE
    assert against(stack, WALLS[1], (), SIZE) == 0.0
    assert against(stack, RIVERS[1], (), SIZE) == HOPELESS


def test_what_lies_beyond_a_place_costs_more_the_farther_it_is() -> None:
    costs = [against(lie(0, -60, away), RIVERS[0], (), SIZE, is_begun=False) for away in (53, 40, 30, -60)]
    assert costs == sorted(costs)
    assert costs[0] == 0.0 < costs[1] < costs[2] < costs[3] == HOPELESS


@pytest.mark.parametrize("percent", [0, 1.5, 3])
@pytest.mark.parametrize("way", range(0, 360, 45))
def test_wherever_the_corners_were_tapped_each_tile_keeps_its_river(percent: float, way: int) -> None:
    """With zones that end at the diagonal West's first discard lay in South's river, sideways."""
    far = percent / 100 * TABLE
    lies, wanted = [], []
    for side, (count, across) in enumerate(((9, None), (1, None), (8, 6), (13, 12))):
        laid = river(side, count, across)
        lies += laid
        wanted += [RIVERS[side]] * len(laid)
    lies += [lie(0, right, 212, back=True) for right in range(-160, 161, 20)]
    wanted += [WALLS[0]] * 17
    assert best(moved(lies, far * cos(radians(way)), far * sin(radians(way)))) == tuple(wanted)


@pytest.mark.parametrize("seed", range(20))
def test_loose_tiles_keep_their_rivers_too(seed: int) -> None:
    dice = Random(seed)
    counts = [dice.randint(0, 20) for _ in range(4)]
    told = [(one, RIVERS[side]) for side, count in enumerate(counts) for one in river(side, count)]
    lies = [
        Lie(one.x + dice.gauss(0, 1.4) / TABLE, one.y + dice.gauss(0, 1.4) / TABLE, one.is_upright)
        for one, _ in told
    ]
    assert best(lies) == tuple(place for _, place in told)


def test_a_tile_that_could_lie_in_either_river_is_told_in_both_ways() -> None:
    """At the corner of two rivers: the first of one, or across at the end of the other."""
    right, away = BEGIN
    laid = river(3, 5)
    corner = lie(3, right + 5 * (WIDE + 1) + 2, away + 3, across=True)
    first, *others = readings([*laid, corner], range(4), SIZE)
    ways = {first.places[-1], *(one.places[-1] for one in others)}
    assert RIVERS[3] in ways
    assert len(ways) > 1
    assert all(0 <= one.cost < FAR_FETCHED for one in others)
    assert all(one.places[:5] == (RIVERS[3],) * 5 for one in (first, *others))


def test_a_few_tiles_beside_each_other_are_no_river_of_their_own() -> None:
    """Two tiles of a river with holes looked like a riichi and a discard of the neighbour, far off."""
    laid, (right, away) = [*river(2, 6)[1:], *river(1, 11)], BEGIN
    lower = [lie(2, right, away + HIGH + 1), lie(2, right + 23, away + HIGH + 1, across=True)]
    assert best([*laid, *lower])[-2:] == (RIVERS[2], RIVERS[2])


def test_nobody_lays_tiles_before_a_side_at_which_nobody_sits() -> None:
    found = best([*river(0, 3), *river(1, 3)], sides=(0, 1, 2))
    assert found == (RIVERS[0],) * 3 + (RIVERS[1],) * 3
    assert RIVERS[3] not in best(river(3, 1), sides=(0, 1, 2))
    assert best([lie(3, 0, 212, back=True)], sides=(0, 1, 2)) == (WALLS[3],)


def test_what_lies_far_from_every_place_belongs_to_none() -> None:
    assert best([lie(0, 0, 330), lie(2, 300, 300, back=True)]) == (None, None)


def test_a_whole_table_is_read_in_few_ways() -> None:
    lies = [one for side in range(4) for one in river(side, 20)]
    found = readings(lies, range(4), SIZE)
    assert 1 <= len(found) <= A_FEW
    assert [one.cost for one in found] == sorted(one.cost for one in found)
    assert hypot(lies[0].x - 0.5, lies[0].y - 0.5) > 0.1


def test_of_many_ways_to_read_a_table_only_the_likeliest_are_kept() -> None:
    """A tile at each corner could lie in either of two rivers."""
    right, away = BEGIN
    laid = [one for side in range(4) for one in river(side, 5)]
    corners = [lie(side, right + 5 * (WIDE + 1) + 2, away + 3, across=True) for side in range(4)]
    assert len(readings([*laid, *corners], range(4), SIZE)) == A_FEW


def test_tiles_that_never_come_to_rest_are_left_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each place looks better from the other one."""
    rounds = []
    monkeypatch.setattr(_Board, "_bodies", lambda _: rounds.append(1) or frozenset())
    monkeypatch.setattr(
        _Board,
        "_costs",
        lambda board, number: {RIVERS[0]: float(board.places[number] == RIVERS[0]), RIVERS[1]: 0.5},
    )
    right, away = BEGIN
    readings([lie(3, right + 5 * (WIDE + 1) + 2, away + 3, across=True)], range(4), SIZE)
    assert len(rounds) == MOST_EVENTS


def step(right: float, away: float) -> float:
    """What speaks against a row going on this many tile widths to the right, and tile heights away."""
    return _step(lie(0, right * WIDE, 100 + away * HIGH), lie(0, 0, 100), 0, SIZE)


def test_how_far_apart_the_tiles_of_a_row_lie() -> None:
    """The middles of two tiles side by side are a tile's width and the room between them apart."""
    pushed, apart, hole = -A_LITTLE, A_LITTLE, 1 + A_LITTLE
    rooms = (pushed - 0.01, pushed + 0.01, apart - 0.01, apart + 0.01, hole - 0.01, hole + 0.01)
    assert [step(1 + room, 0) for room in rooms] == [APART, 0.0, 0.0, A_HOLE, A_HOLE, APART]


def test_how_far_out_of_line_the_tiles_of_a_row_lie() -> None:
    assert [step(1.05, A_LITTLE - 0.01), step(1.05, A_LITTLE + 0.01)] == [0.0, APART]


def test_how_far_a_tile_of_the_next_row_lies_from_the_one_above_it() -> None:
    near, far = 1 - A_LITTLE, 1 + A_LITTLE
    assert [step(0, away) for away in (near - 0.01, near + 0.01, far - 0.01, far + 0.01)] == [
        APART,
        0,
        0,
        APART,
    ]
    assert [step(0.99, 1), step(1.01, 1)] == [0, APART]


def test_a_hole_in_a_row_is_no_end_of_it() -> None:
    """One tile of the row was called, and the tiles beyond it still belong to the river."""
    laid = [one for at, one in enumerate(river(0, 6)) if at != 3]
    board = _Board(laid, range(4), SIZE)
    board.settle()
    assert board._bodies() == frozenset(range(5))


@pytest.mark.parametrize("kind", Kind)
def test_outside_its_zone_a_tile_is_less_likely_the_farther_it_lies(kind) -> None:
    room = _ROOMS[kind]
    (left, right), (near, far) = room.right, room.away
    for at in ((left, near), (right, far)):
        assert room.beyond(*at) == 0.0
    for at in ((left - SOFT, near), (right + SOFT, far), (right, near - SOFT), (left, far + SOFT)):
        assert room.beyond(*at) == pytest.approx(0.5)


def test_the_rooms_are_the_zones_of_a_usual_table_as_their_owner_sees_them() -> None:
    """A river begins a little over 5 cm from the middle of 70, and its walls stand behind it."""
    river, wall = _ROOMS[Kind.RIVER], _ROOMS[Kind.WALL]
    assert (*river.right, *river.away) == pytest.approx((-0.15, 0.2, 0.075, 0.26))
    assert (*wall.right, *wall.away) == pytest.approx((-0.3, 0.3, 0.26, 0.36))


def test_which_tiles_say_anything_of_each_other() -> None:
    for far, near in ((NEAR - 0.01, [[1], [0]]), (NEAR + 0.01, [[], []])):
        lies = [lie(0, 0, 100), lie(0, far * WIDE, 100)]
        assert _Board(lies, range(4), SIZE)._near == near


def test_a_first_row_begins_near_enough_to_the_middle() -> None:
    for away, cost in ((FIRST_ROW - 0.001, 0.0), (FIRST_ROW + 0.001, APART)):
        assert against(lie(0, -60, away * TABLE), RIVERS[0], (), SIZE, is_begun=False) == cost
