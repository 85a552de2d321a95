"""What people lay on a table, crooked and with gaps, is read in its order again."""

from dataclasses import replace
from random import Random

import pytest

from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile, TableSeen
from companion.intake.eye.translate import seen
from companion.riichi.hanchan import begin
from companion.riichi.presets import PRESETS
from companion.riichi.tiles import Tile, parse_tiles
from hardware.profile import Side
from tests.intake.eye.laying import STACKS, Layer, Mess, lying
from tests.toolbox.lawful_play import Players
from vision.place.zones import turned
from vision.sighting import Sighting, TileView, ZoneView

TIDY = Mess()
CROOKED = Mess(slip=2.0, turn=5.0, rise=3.0, holes=0.08)
LONG_ROWS = Mess(slip=1.5, turn=4.0, rise=2.0, row=(6, 6, 6, 6))


def tables(rules: str, seed: int, wanted: int) -> list[TableSeen]:
    """Tables of lawful kyoku, at every tenth fact."""
    found: list[TableSeen] = []
    count = 0

    def tell(before, fact, after) -> None:
        nonlocal count
        count += 1
        if after.kyoku is not None and count % 10 == 0:
            found.append(lying(after.kyoku))

    players = Players(Random(seed), tell)
    while len(found) < wanted:
        players.play_kyoku(begin(PRESETS[rules]))
    return found[:wanted]


@pytest.mark.gate("crooked")
@pytest.mark.parametrize("mess", [TIDY, CROOKED, LONG_ROWS], ids=["tidy", "crooked", "four rows"])
@pytest.mark.parametrize(("rules", "sides"), [("tenhou", "ABCD"), ("tenhou", "CDAB"), ("tenhou-3p", "BCA")])
def test_a_table_is_read_as_it_was_laid(rules, sides, mess) -> None:
    random = Random(f"{rules} {sides} {mess}")
    for table in tables(rules, random.randrange(1_000), 150):
        sighting = Layer(random, mess, sides).lay(table, first_stack(table, random))
        assert seen(sighting, sides) == table


@pytest.mark.parametrize("sides", ["ABCD", "CDAB", "BCA"])
def test_a_stick_lies_before_who_sits_at_its_side(sides: str) -> None:
    table = seen(Sighting("above", 7, 1, (), sticks=("A", "C")), sides)
    assert [seat.stick for seat in table.seats] == [letter in "AC" for letter in sides]


def first_stack(table: TableSeen, random: Random) -> int:
    """Where the first indicator lies. Two bamboos that end a wall are taken for its end, and so not told."""
    while True:
        first = random.randrange(4 * STACKS)
        ends = [(first + step) % STACKS in {0, STACKS - 1} for step in range(len(table.indicators))]
        if not any(at and tile.tile is Tile("2s") for at, tile in zip(ends, table.indicators, strict=True)):
            return first


def river_of(*texts: str) -> tuple[SeenTile, ...]:
    return tuple(SeenTile(Tile(text[:2]), sideways=text.endswith("*")) for text in texts)


def only(seat: SeenSeat, **more) -> TableSeen:
    return TableSeen(7, (seat, SeenSeat(), SeenSeat(), SeenSeat()), **more)


def test_a_river_may_have_more_than_eighteen_tiles_in_its_third_row() -> None:
    texts = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 9)]
    table = only(SeenSeat(river=river_of(*texts)))
    assert seen(Layer(Random(1), CROOKED).lay(table), "ABCD") == table


def test_melds_that_touch_each_other_are_told_apart_by_what_they_are() -> None:
    pon = SeenMeld(river_of("5z", "5z*", "5z"))
    chi = SeenMeld(river_of("4m*", "0m", "6m"))
    back = SeenTile(None, is_back=True)
    closed = SeenMeld((back, *river_of("7p", "7p"), back))
    table = only(SeenSeat(melds=(pon, chi, closed)))
    assert all(seen(Layer(Random(seed), CROOKED).lay(table), "ABCD") == table for seed in range(40))


def melds_of(table: TableSeen, sureness: float, hidden: int | None = None) -> SeenSeat:
    """The first seat when its melds are read so confidently, and one of its white dragons is not found."""
    sighting = Layer(Random(3), TIDY).lay(table)
    melds = next(zone for zone in sighting.zones if zone.name == "melds.A")
    dragons = [tile for tile in melds.tiles if tile.label == "5z"]
    gone = None if hidden is None else dragons[hidden]
    tiles = tuple(replace(tile, confidence=sureness) for tile in melds.tiles if tile is not gone)
    return seen(replace(sighting, zones=(replace(melds, tiles=tiles),)), "ABCD").seats[0]


@pytest.mark.parametrize("hidden", range(3))
def test_what_is_left_of_a_meld_is_no_part_of_the_whole_one_beside_it(hidden: int) -> None:
    white, circles = SeenMeld(river_of("5z", "5z*", "5z")), SeenMeld(river_of("8p", "8p", "8p*"))
    seat = melds_of(only(SeenSeat(melds=(white, circles))), 0.99, hidden)
    assert [[tile.tile for tile in meld.tiles] for meld in seat.melds] == [[Tile("5z")] * 2, [Tile("8p")] * 3]
    assert seat.loose == ()


@pytest.mark.parametrize("at", [0, 3])
def test_a_back_beside_a_whole_pon_is_no_fourth_tile_of_it(at: int) -> None:
    """A rim, or the side of something: told as an open kan, though the key had said pon."""
    pon, back = river_of("9s", "9s", "9s*"), SeenTile(None, 0.7, is_back=True)
    seat = SeenSeat(melds=(SeenMeld((*pon[:at], back, *pon[at:])),))
    (meld,) = melds_of(only(seat), 0.89).melds
    assert [tile.tile for tile in meld.tiles] == [Tile("9s")] * 3


def test_a_tile_of_a_pon_that_is_read_as_a_back_is_still_a_part_of_it() -> None:
    pon = (*river_of("9s*", "9s"), SeenTile(None, 0.7, is_back=True))
    assert [len(meld.tiles) for meld in melds_of(only(SeenSeat(melds=(SeenMeld(pon),))), 0.9).melds] == [3]


def test_a_tile_of_an_open_kan_that_is_hardly_read_is_still_a_part_of_it() -> None:
    kan = SeenMeld(river_of("8p", "8p", "8p*", "9p"))
    assert [len(meld.tiles) for meld in melds_of(only(SeenSeat(melds=(kan,))), 0.7).melds] == [4]


def test_an_ankan_may_lie_wholly_face_down() -> None:
    back = SeenTile(None, is_back=True)
    table = only(SeenSeat(melds=(SeenMeld((back,) * 4), SeenMeld(river_of("1p*", "1p", "1p")))))
    assert seen(Layer(Random(3), CROOKED).lay(table), "ABCD") == table


def test_a_meld_that_is_half_laid_is_a_meld_of_two() -> None:
    table = only(SeenSeat(melds=(SeenMeld(river_of("5z", "5z*", "5z")),)))
    layer = Layer(Random(3), TIDY)
    sighting = layer.lay(table)
    melds = next(zone for zone in sighting.zones if zone.name == "melds.A")
    half = replace(sighting, zones=(replace(melds, tiles=melds.tiles[:2]),))
    seat = seen(half, "ABCD").seats[0]
    assert [[tile.tile for tile in meld.tiles] for meld in seat.melds] == [[Tile("5z")] * 2]


@pytest.mark.parametrize("tiles", [("5z", "6z"), ("1m", "4m"), ("5z*", "6z*"), ("5z", None), ("3m", "3p")])
def test_two_tiles_that_are_of_no_meld_are_loose(tiles: tuple[str | None, str | None]) -> None:
    both = tuple(SeenTile(None) if text is None else river_of(text)[0] for text in tiles)
    seat = seen(Layer(Random(3), TIDY).lay(only(SeenSeat(melds=(SeenMeld(both),)))), "ABCD").seats[0]
    assert seat.melds == ()
    assert len(seat.loose) == sum(text is not None for text in tiles)


def test_what_cannot_be_read_keeps_its_place_and_what_it_may_be() -> None:
    doubtful = SeenTile(Tile("1p"), 0.6, others=((Tile("7p"), 0.3),), crop=4, is_hidden=True)
    table = only(SeenSeat(river=(*river_of("1z"), SeenTile(None, 0.4), doubtful)))
    assert seen(Layer(Random(3), TIDY).lay(table), "ABCD") == table


def test_a_hand_laid_open_is_read_from_left_to_right() -> None:
    hand = tuple(SeenTile(tile) for tile in parse_tiles("123m505p789s22z"))
    table = only(SeenSeat(showing=hand))
    assert all(seen(Layer(Random(seed), CROOKED, "DABC").lay(table), "DABC") == table for seed in range(9))


def test_a_discard_far_from_its_river_is_loose() -> None:
    table = only(SeenSeat(river=river_of("1z", "2z", "3z", "4z")))
    layer = Layer(Random(3), TIDY)
    sighting = layer.lay(table)
    river = next(zone for zone in sighting.zones if zone.name == "river.A")
    last = max(river.tiles, key=lambda tile: tile.quad[0][0])
    others = tuple(tile for tile in river.tiles if tile is not last)
    away = replace(last, quad=tuple((x + 0.02, y + 0.13) for x, y in last.quad))
    seat = seen(replace(sighting, zones=(ZoneView("river.A", (*others, away)),)), "ABCD").seats[0]
    assert [tile.tile for tile in seat.river] == [Tile("1z"), Tile("2z"), Tile("3z")]
    assert [tile.tile for tile in seat.loose] == [Tile("4z")]


@pytest.mark.parametrize(("apart_mm", "is_across"), [(22.5, True), (19.0, True), (14.0, False)])
def test_a_tile_that_would_lie_on_its_neighbour_does_not_lie_across(apart_mm: float, is_across: bool) -> None:
    """A frame that takes in some of the next tile looks like a tile that was laid sideways."""
    lying = []
    for label, x, half_wide, half_high in (("6z", 0.4, 9.5, 13), ("5p", 0.4 + apart_mm / 700, 13, 9.5)):
        dx, dy = half_wide / 700, half_high / 700
        quad = ((x - dx, 0.6 - dy), (x + dx, 0.6 - dy), (x + dx, 0.6 + dy), (x - dx, 0.6 + dy))
        lying.append(TileView(label, 0.95, quad, sideways=label == "5p"))
    river = seen(Sighting("above", 7, 1, (ZoneView("river.A", tuple(lying)),)), "ABCD").seats[0].river
    assert [tile.sideways for tile in river] == [False, is_across]


def test_a_table_that_was_cleared_has_no_walls() -> None:
    empty = Sighting("above", 7, 1, ())
    assert seen(empty, "ABC") == TableSeen(7, (SeenSeat(),) * 3, camera="above", has_walls=False)


def test_an_open_tile_before_a_wall_is_no_indicator() -> None:
    layer = Layer(Random(3), TIDY)
    layer.lay(only(SeenSeat(), indicators=river_of("3s")), first_stack=5)
    layer.put("wall.A", SeenTile(Tile("9s")), 300, 540)
    sighting = Sighting("camera", 7, 1, tuple(ZoneView(name, tuple(v)) for name, v in layer.zones.items()))
    table = seen(sighting, "ABCD")
    assert [tile.tile for tile in table.indicators] == [Tile("3s")]
    assert [tile.tile for tile in table.seats[0].loose] == [Tile("9s")]


def in_wall(label: str, x: float, width: float, confidence: float) -> TileView:
    """A tile in the wall of side A, this many usual widths wide."""
    half, tall = width * 19 / 1400, 13 / 700
    quad = ((x - half, 0.8 - tall), (x + half, 0.8 - tall), (x + half, 0.8 + tall), (x - half, 0.8 + tall))
    return TileView(label, confidence, quad, sideways=False)


@pytest.mark.parametrize(
    ("width", "confidence", "is_read"),
    [(0.78, 0.84, False), (0.86, 0.96, False), (0.78, 0.99, True), (0.9, 0.9, True), (1.0, 0.6, True)],
)
def test_the_end_of_a_wall_is_no_indicator(width, confidence, is_read) -> None:
    """Seen from the side it looks like a bamboo: narrower than a tile, and the eye is not sure of it."""
    backs = [in_wall("back", 0.3 + 0.03 * at, 1.0, 0.99) for at in range(8)]
    indicator, end = in_wall("6m", 0.57, 1.0, 0.99), in_wall("3s", 0.27, width, confidence)
    sighting = Sighting("above", 7, 1, (ZoneView("wall.A", (*backs, indicator, end)),))
    table = seen(sighting, "ABCD")
    read = ["3s", "6m"] if is_read else ["6m"]
    assert [tile.tile.text for tile in table.indicators] == read
    assert not table.seats[0].loose


@pytest.mark.parametrize(("gap", "is_read"), [(0.0, True), (0.012, False)])
def test_what_the_eye_is_not_sure_of_is_an_end_only_where_one_has_room(gap: float, is_read: bool) -> None:
    """Between two tiles that touch it on both sides there is nothing to be seen but an indicator."""
    backs = [in_wall("back", 0.3 + 0.027 * at + gap * (at > 3), 1.0, 0.99) for at in range(8) if at != 3]
    sighting = Sighting("above", 7, 1, (ZoneView("wall.A", (*backs, in_wall("3m", 0.381, 0.84, 0.92))),))
    assert [tile.tile.text for tile in seen(sighting, "ABCD").indicators] == ["3m"] * is_read


@pytest.mark.parametrize(("at", "is_read"), [(0.27, False), (0.39, True), (0.54, False)])
def test_what_looks_like_two_bars_is_the_end_of_a_wall_unless_it_lies_within_it(at, is_read) -> None:
    """From the side an end is as wide as a tile and is read as confidently as one, wall after wall."""
    backs = [in_wall("back", 0.3 + 0.03 * number, 1.0, 0.99) for number in range(8) if number != 3]
    sighting = Sighting("above", 7, 1, (ZoneView("wall.A", (*backs, in_wall("2s", at, 1.0, 0.998))),))
    table = seen(sighting, "ABCD")
    assert [tile.tile.text for tile in table.indicators] == ["2s"] * is_read
    assert not table.seats[0].loose


@pytest.mark.parametrize("side", list(Side))
@pytest.mark.parametrize(
    ("at", "camera", "is_read"),
    [(0.27, 0.5, True), (0.27, 0.2, False), (0.54, 0.5, True), (0.54, 0.6, False)],
)
def test_the_end_of_a_wall_is_seen_only_from_beyond_it(side: Side, at: float, camera: float, is_read) -> None:
    """Below the camera, and on the near side of it, what looks like two bars is the face of a tile."""
    backs = [in_wall("back", 0.3 + 0.03 * number, 1.0, 0.99) for number in range(8)]
    views = [turned_to(side, view) for view in (*backs, in_wall("2s", at, 1.0, 0.998))]
    (over,) = turned([(camera, 0.9)], side)
    sighting = Sighting("above", 7, 1, (ZoneView(f"wall.{side.name}", tuple(views)),), over=over)
    assert [tile.tile.text for tile in seen(sighting, "ABCD").indicators] == ["2s"] * is_read


def turned_to(side: Side, view: TileView) -> TileView:
    """A tile of the wall of side A, laid in the same place of another wall."""
    a, b, c, d = turned(view.quad, side)
    return replace(view, quad=(a, b, c, d))


@pytest.mark.parametrize("wide", [None, 0])
def test_three_things_on_the_rim_of_which_no_face_is_read_are_no_meld(wide: int | None) -> None:
    rim = [SeenTile(None, 0.9, is_back=at == 1, sideways=at == wide) for at in range(3)]
    assert seen(Layer(Random(3), CROOKED).lay(only(SeenSeat(melds=(SeenMeld(tuple(rim)),)))), "ABCD") == only(
        SeenSeat()
    )


RIMS = [
    [("back", 0.75), ("back", 0.34), ("unknown", 0.62), ("back", 0.83), ("back", 0.95)],
    [("back", 0.34), ("unknown", 0.62), ("unknown", 0.96), ("back", 0.95)],
]
"""What the eye told of a rim where corners had been tapped 3 % of the table beside the truth."""


@pytest.mark.parametrize("rim", RIMS)
def test_four_things_on_the_rim_that_are_hardly_backs_are_no_closed_kan(rim) -> None:
    """They were told as a closed kan before anybody had discarded."""
    views = tuple(beside_b(*read, 0.04 + 0.03 * number) for number, read in enumerate(rim))
    table = seen(Sighting("above", 7, 1, (ZoneView("melds.B", views),)), "ABCD")
    assert [seat.melds for seat in table.seats] == [()] * 4
    sure = tuple(beside_b("back", 0.97, 0.04 + 0.03 * number) for number in range(4))
    kan = seen(Sighting("above", 7, 1, (ZoneView("melds.B", sure),)), "ABCD")
    assert [len(seat.melds) for seat in kan.seats] == [0, 1, 0, 0], "a closed kan may lie wholly face down"


@pytest.mark.parametrize(("third", "melds"), [(0.103, 1), (0.12, 0)])
def test_a_closed_kan_of_which_no_face_is_read_lies_as_people_push_it_together(third, melds) -> None:
    """The tops of a standing hand were told as one: two of them read as backs, with a gap between."""
    labels = (("back", 0.9026), ("unknown", 0.532), ("unknown", 0.84), ("back", 0.9912))
    places = (0.045, 0.073, third, third + 0.025)
    views = tuple(beside_b(*read, y) for read, y in zip(labels, places, strict=True))
    table = seen(Sighting("above", 7, 1, (ZoneView("melds.B", views),)), "ABCD")
    assert [len(seat.melds) for seat in table.seats] == [0, melds, 0, 0]


def test_what_lies_beside_a_run_makes_no_kan_of_it() -> None:
    """Three tiles of a chi, one of them misread, and a back that was none were told as a closed kan."""
    read = (("3p", 0.9927, -0.007), ("2p", 0.9944, 0.019), ("2p", 0.9899, 0.06), ("back", 0.944, 0.082))
    views = tuple(beside_b(label, confidence, y + 0.02) for label, confidence, y in read)
    table = seen(Sighting("above", 7, 1, (ZoneView("melds.B", views),)), "ABCD")
    assert not any(len(meld.tiles) == 4 for meld in table.seats[1].melds)


def beside_b(label: str, confidence: float, y: float) -> TileView:
    """A tile that stands upright for whoever sits at side B, at their right end of the table."""
    x, wide, high = 1.02, 26 / 1400, 19 / 1400
    quad = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    return TileView(label, confidence, quad, False)
