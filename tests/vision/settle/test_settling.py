"""What has come to rest, from synthetic films: hands, bumps, light, a covered lens, a lost focus."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.intake.eye.refitting import Refits
from tests.vision.pretend_table import SIZE, DotReader, PretendTable
from vision.camera.lens import Verdict
from vision.place.calibration import Calibration, write_calibration
from vision.place.raising import at_faces
from vision.place.rectify import TABLE_MM, TILE_MM, TableNotLocated, WhyNot
from vision.place.seeking import locator
from vision.place.zones import zones_of
from vision.read.detect import Reading
from vision.settle.glance import WHOLE, Patch
from vision.settle.laid import Lying, counted
from vision.settle.patches import PatchReader, box_of
from vision.settle.pipeline import Pipeline
from vision.settle.rests import ONE_TILE, is_cleared
from vision.settle.settling import Glance, Settler, Task
from vision.sighting import Condition, CropTaken, EyeStatus, Quad, Sighting, TableFollowed

RIVER = [(0.40 + 0.04 * k, y) for y in (0.61, 0.67) for k in range(6)]


class Film:
    """A table that is filmed, and what the eye said of it."""

    def __init__(self, table: PretendTable) -> None:
        self.table = table
        self.pipeline = Pipeline(DotReader(), lambda _: table.place(), zones_of(()))
        self.sightings: list[Sighting] = []
        self.conditions: list[Condition] = []
        self.crops: list[CropTaken] = []
        self.followed: list[Quad] = []

    def run(self, frames: int) -> list[Sighting]:
        """Film for a while; what was newly seen."""
        before = len(self.sightings)
        for _ in range(frames):
            for message in self.pipeline.feed(self.table.frame()):
                match message:
                    case Sighting():
                        self.sightings.append(message)
                    case EyeStatus():
                        self.conditions.append(message.condition)
                    case CropTaken():
                        self.crops.append(message)
                    case TableFollowed():
                        self.followed.append(message.corners)
        return self.sightings[before:]

    def reach_in(self, x: float, y: float) -> list[Sighting]:
        """A hand comes from below and stays at a place for some frames."""
        seen = []
        for step in (1.2, 1.0, y + 0.1, y):
            self.table.sleeve = (x, max(y, step))
            seen += self.run(1)
        return seen + self.run(4)

    def reach_out(self) -> list[Sighting]:
        x, y = self.table.sleeve
        seen = []
        for step in (y + 0.15, 1.0, 1.2):
            self.table.sleeve = (x, step)
            seen += self.run(1)
        self.table.sleeve = None
        return seen

    def lay(self, where: tuple[float, float], dots: int) -> list[Sighting]:
        """A hand lays a tile; what was said while it was there."""
        seen = self.reach_in(*where)
        self.table.tiles[where] = dots
        return seen + self.run(2) + self.reach_out()


def river(sighting: Sighting) -> dict[tuple[float, float], str]:
    zone = next(zone for zone in sighting.zones if zone.name == "river.A")
    middles = [np.mean(tile.quad, axis=0).round(2).tolist() for tile in zone.tiles]
    return {(x, y): tile.label for (x, y), tile in zip(middles, zone.tiles, strict=True)}


def wanted(table: PretendTable) -> dict[tuple[float, float], str]:
    return {(round(x, 2), round(y, 2)): f"{dots}p" for (x, y), dots in table.tiles.items()}


@pytest.fixture
def film() -> Film:
    return Film(PretendTable(tiles={RIVER[0]: 3, RIVER[1]: 5}))


def test_a_table_at_rest_is_told_once_and_then_nothing(film: Film) -> None:
    (first,) = film.run(30)
    assert river(first) == wanted(film.table)
    assert first.number == 1
    assert film.conditions == [Condition.WATCHING]
    assert film.pipeline.looks == 3


def test_a_tile_that_is_laid_is_told_after_the_hand_is_gone(film: Film) -> None:
    film.run(8)
    assert film.lay(RIVER[2], 4) == []
    assert Condition.HAND in film.conditions
    (seen,) = film.run(10)
    assert river(seen) == wanted(film.table)
    assert film.conditions[-1] is Condition.WATCHING


def test_a_tile_is_told_with_the_third_picture_that_shows_no_hand(film: Film) -> None:
    """In the last picture of its way back the hand is out of view already."""
    film.run(8)
    film.lay(RIVER[2], 4)
    assert film.run(1) == []
    (seen,) = film.run(1)
    assert river(seen) == wanted(film.table)


@pytest.mark.parametrize(("step_ms", "pictures"), [(250, 3), (100, 3), (33, 7), (16, 13)])
def test_a_fast_camera_glances_more_often_before_anything_rests(step_ms: int, pictures: int) -> None:
    """What lies there is read from the first picture on, and counts after a fifth of a second."""
    settler, patch = Settler(), Patch(0.4, 0.6, 0.44, 0.65)
    tasks = [
        settler.see(
            Glance(at * step_ms * 1_000_000, Verdict.GOOD, 1.0, 0.1 * (at == 0), 0.001, (patch,))
        ).task
        for at in range(pictures)
    ]
    assert tasks == [*[Task.LOOK] * (pictures - 1), Task.REST]


def test_only_what_changed_is_looked_at(film: Film) -> None:
    film.run(8)
    looks, areas = film.pipeline.looks, []
    reader = film.pipeline._reader._look
    film.pipeline._reader._look = lambda part, scale: areas.append(part.size) or reader(part, scale)
    film.table.tiles[RIVER[2]] = 4
    film.run(10)
    assert film.pipeline.looks == looks + 3
    assert max(areas) < 0.05 * film.table.picture().size


def test_a_tile_that_the_rim_of_one_patch_cuts_is_read_in_the_other_alone() -> None:
    """Two thirds of nine circles are six circles: a face is read where all of it is seen."""
    place = PretendTable().place()
    quad = place.pixels(tile_at(0.5, 0.5))
    patches = (Patch(0.36, 0.48, 0.428, 0.52), Patch(0.48, 0.48, 0.52, 0.52))
    rooms = [box_of(patch.grown(2 * ONE_TILE), place) for patch in patches]
    shown = iter([rooms[0], rooms[0], rooms[1]])

    def look(part: np.ndarray, scale: float) -> list[Reading]:
        x0, y0, x1, _ = next(shown)
        seen = np.minimum(quad, [x1, np.inf]) - [x0, y0]
        is_cut = bool((quad[:, 0] > x1).any())
        return [Reading("6p" if is_cut else "9p", 0.999, seen.astype(np.float32), 0.9, ())]

    assert rooms[0][2] in range(int(quad[:, 0].min()) + 8, int(quad[:, 0].max()))
    found = PatchReader(look).read(PretendTable().picture(), place, patches)
    assert [tile.label for tile in found] == ["9p"]


@pytest.mark.parametrize(("sure", "wanted"), [(0.99, ["9p"]), (0.5, [])])
def test_a_patch_that_changed_and_in_which_no_tile_is_seen_is_looked_at_once_more_larger(
    sure, wanted
) -> None:
    """Two touching tiles run together at one scale, and not at another."""
    place = PretendTable().place()
    patch = Patch(0.48, 0.48, 0.52, 0.52)
    room, quad = box_of(patch.grown(2 * ONE_TILE), place), place.pixels(tile_at(0.5, 0.5))
    scales: list[float] = []

    def look(part: np.ndarray, scale: float) -> list[Reading]:
        scales.append(scale)
        if scale == scales[0]:
            return []
        return [Reading("9p", sure, (quad - room[:2]).astype(np.float32), 0.9, ())]

    found = PatchReader(look).read(PretendTable().picture(), place, [patch])
    assert len(scales) == 2
    assert [tile.label for tile in found] == wanted


@pytest.mark.parametrize(("larger", "wanted"), [(1.0, ["5z"]), (1.3, [])])
def test_a_blank_that_is_much_larger_than_a_tile_is_a_bit_of_a_rim(larger, wanted) -> None:
    place = PretendTable().place()
    room = box_of(WHOLE.grown(2 * ONE_TILE).cut_to(WHOLE), place)
    quad = np.array(place.pixels(tile_at(0.5, 0.5)))
    quad = quad.mean(axis=0) + larger * (quad - quad.mean(axis=0)) - room[:2]

    def look(part: np.ndarray, scale: float) -> list[Reading]:
        return [Reading("5z", 0.95, quad.astype(np.float32), 0.6, ())]

    found = PatchReader(look).read(PretendTable().picture(), place, [WHOLE])
    assert [tile.label for tile in found] == wanted


def tile_at(x: float, y: float) -> list[tuple[float, float]]:
    """The corners of a tile on the flat table."""
    wide, high = TILE_MM[0] / TABLE_MM / 2, TILE_MM[1] / TABLE_MM / 2
    return [(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]


def test_a_table_on_which_most_faces_are_gone_was_cleared_and_one_with_a_cat_was_not() -> None:
    def at(x: float, label: str = "1m") -> Lying:
        return Lying(label, 0.99, np.array([(x, 0.6), (x + 0.02, 0.6), (x + 0.02, 0.63), (x, 0.63)]))

    faces, backs = [at(0.04 * k) for k in range(20)], [at(0.04 * k, "back") for k in range(20)]
    whole, third = (Patch(0, 0.5, 0.9, 0.7),), (Patch(0, 0.5, 0.25, 0.7),)
    assert is_cleared(faces, backs, whole)
    assert not is_cleared(faces, faces[:9], whole)
    assert not is_cleared(faces, [], third)
    assert not is_cleared(backs, [], whole)


def test_two_halves_of_a_tile_are_one_and_neighbours_are_two() -> None:
    def at(label: str, sureness: float, y: float) -> Lying:
        return Lying(label, sureness, np.array([(1.0, y), (1.03, y), (1.03, y + 0.02), (1.0, y + 0.02)]))

    halves = [at("1s", 0.84, 0.10), at("1s", 0.63, 0.116)]
    assert [tile.confidence for tile in counted([halves] * 3)] == [pytest.approx(0.84)]
    assert [tile.label for tile in counted([halves[:1], halves[1:], halves])] == ["1s"]
    assert len(counted([[at("8s", 0.99, 0.10), at("8s", 0.99, 0.10 + 18.0 / TABLE_MM)]] * 3)) == 2


def test_a_tile_that_is_taken_away_is_told(film: Film) -> None:
    film.run(8)
    del film.table.tiles[RIVER[1]]
    (seen,) = film.run(10)
    assert river(seen) == {RIVER[0]: "3p"}


def test_what_a_resting_arm_hides_is_told_as_it_was(film: Film) -> None:
    film.run(8)
    assert film.reach_in(*RIVER[0]) == []
    assert film.run(120) == []
    film.table.tiles[RIVER[8]] = 2
    film.reach_out()
    (seen,) = film.run(12)
    assert river(seen) == wanted(film.table)


def test_a_tile_laid_elsewhere_while_an_arm_rests_is_told_with_what_is_hidden(film: Film) -> None:
    film.run(8)
    film.reach_in(0.43, 0.64)
    film.table.tiles[(0.64, 0.61)] = 6
    (seen,) = film.run(10)
    tiles = {tile.label: tile.is_hidden for zone in seen.zones for tile in zone.tiles}
    assert tiles == {"3p": True, "5p": True, "6p": False}
    film.reach_out()
    (seen,) = film.run(12)
    assert not any(tile.is_hidden for zone in seen.zones for tile in zone.tiles)


@pytest.mark.gate(1)
@pytest.mark.parametrize(
    "change",
    [{"gain": 0.6}, {"gain": 1.7}, {"slope": 0.5}, {"gain": 0.7, "slope": -0.5}],
    ids=str,
)
def test_another_light_changes_nothing(film: Film, change: dict[str, float]) -> None:
    film.run(8)
    film.table.__dict__.update(change)
    assert film.run(20) == []
    film.table.tiles[RIVER[2]] = 4
    (seen,) = film.run(10)
    assert river(seen) == wanted(film.table)


@pytest.mark.gate(1)
@pytest.mark.parametrize("shift", [(14.0, -9.0), (-30.0, 22.0), (3.0, 2.0)])
def test_a_bump_changes_nothing_and_the_table_is_followed(film: Film, shift: tuple[float, float]) -> None:
    film.run(8)
    film.table.shift = shift
    film.run(12)
    assert all(river(seen) == wanted(film.table) for seen in film.sightings)
    film.table.tiles[RIVER[2]] = 4
    film.run(12)
    assert river(film.sightings[-1]) == wanted(film.table)


def test_an_eye_that_starts_again_after_a_bump_begins_where_the_table_was_followed_to(tmp_path) -> None:
    """Whoever keeps the corners is told where the cloth is now, so the next life of the eye knows it."""
    film, path = Film(PretendTable(tiles={RIVER[0]: 3, RIVER[1]: 5})), tmp_path / "table-above.json"
    write_calibration(Calibration("above", film.table.place().corners, SIZE, SIZE), path)
    film.pipeline = Pipeline(DotReader(), at_faces(locator(path)), zones_of(()))
    (before,) = film.run(8)
    film.table.shift = (20.0, -9.0)
    film.run(12)
    (corners,) = film.followed
    moved = np.array(corners) * SIZE - film.table.place().corners
    assert moved == pytest.approx(np.array([film.table.shift] * 4), abs=1.0)
    Refits(lambda: path, lambda: None, lambda: None).followed(corners)
    film.pipeline = Pipeline(DotReader(), at_faces(locator(path)), zones_of(()))
    (after,) = film.run(8)
    assert river(after) == river(before)


@pytest.mark.parametrize(
    ("change", "condition"),
    [
        ({"is_covered": True}, Condition.COVERED),
        ({"gain": 0.2}, Condition.DARK),
        ({"blur": 9.0}, Condition.BLURRED),
    ],
    ids=str,
)
def test_a_picture_in_which_nothing_can_be_read_is_said_and_changes_nothing(film, change, condition) -> None:
    film.run(8)
    good = {key: getattr(film.table, key) for key in change}
    film.table.__dict__.update(change)
    assert film.run(15) == []
    assert film.conditions[-1] is condition
    film.table.__dict__.update(good)
    assert film.run(10) == []
    assert film.conditions[-1] is Condition.WATCHING


def test_a_camera_that_looks_elsewhere_is_said_until_it_looks_back(film: Film) -> None:
    film.run(8)
    picture, film.table.picture = (
        film.table.picture,
        lambda: np.ascontiguousarray(
            np.tile(np.linspace(20, 200, 1000), (1000, 1))[..., None].repeat(3, 2).astype(np.uint8)[::-1]
            + np.random.default_rng(film.table.number).integers(0, 9, (1000, 1000, 1)).astype(np.uint8)
        ),
    )
    assert film.run(15) == []
    assert film.conditions[-1] in {Condition.MOVED, Condition.BLURRED}
    film.table.picture = picture
    assert film.run(15) == []
    assert film.conditions[-1] is Condition.WATCHING


def test_a_size_that_changes_in_mid_stream_is_followed(film: Film) -> None:
    film.run(8)
    frame = film.table.frame()
    small = np.ascontiguousarray(frame.pixels[::2, ::2])
    cut = np.ascontiguousarray(frame.pixels[:600])
    said = [message for _ in range(3) for message in film.pipeline.feed(replace(frame, pixels=cut))]
    assert [message.condition for message in said] == [Condition.NO_TABLE]
    said = [message for _ in range(8) for message in film.pipeline.feed(replace(frame, pixels=small))]
    assert Condition.NO_TABLE not in [message.condition for message in said if isinstance(message, EyeStatus)]


def test_without_a_table_nothing_is_told_but_that() -> None:
    table = PretendTable()
    pipeline = Pipeline(DotReader(), lambda _: TableNotLocated(WhyNot.NO_STICKERS), zones_of(()))
    said = [message for _ in range(5) for message in pipeline.feed(table.frame())]
    assert [(message.condition, message.note) for message in said] == [
        (Condition.NO_TABLE, WhyNot.NO_STICKERS.sentence)
    ]


def test_that_the_table_is_not_found_is_told_once_however_the_reason_changes() -> None:
    reasons = [WhyNot.NO_STICKERS, WhyNot.TOO_SMALL, WhyNot.NO_STICKERS]
    found = iter(map(TableNotLocated, reasons))
    pipeline = Pipeline(DotReader(), lambda _: next(found), zones_of(()))
    said = [message for _ in reasons for message in pipeline.feed(PretendTable().frame())]
    assert [message.note for message in said] == [WhyNot.NO_STICKERS.sentence]


def test_a_doubtful_tile_comes_with_its_picture(film: Film) -> None:
    reader = film.pipeline._reader._look
    film.pipeline._reader._look = lambda part, scale: [
        replace(one, confidence=0.6) for one in reader(part, scale)
    ]
    (seen,) = film.run(8)
    numbers = sorted(tile.crop for zone in seen.zones for tile in zone.tiles)
    assert numbers == [1, 2] == [crop.number for crop in film.crops]
    assert all(crop.jpeg.startswith(b"\xff\xd8\xff") for crop in film.crops)


deeds = st.lists(
    st.tuples(
        st.sampled_from(["lay", "take", "light", "reach", "bump", "cover", "wait"]),
        st.integers(0, len(RIVER) - 1),
        st.integers(1, 6),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=4)
@given(deeds)
def test_whatever_happens_nothing_is_invented_and_the_truth_is_told_soon(
    story: list[tuple[str, int, int]],
) -> None:
    film = Film(PretendTable(tiles={RIVER[0]: 3}))
    film.run(8)
    for deed, place, dots in story:
        where = RIVER[place]
        true_before = wanted(film.table)
        during: list[Sighting] = []
        match deed:
            case "lay" if where not in film.table.tiles:
                during = film.lay(where, dots)
            case "take":
                film.table.tiles.pop(where, None)
            case "light":
                film.table.gain = 0.6 + dots / 8
            case "reach":
                during = film.reach_in(*where) + film.reach_out()
            case "bump":
                film.table.shift = (3.0 * dots - 9, 2.0 * place - 10)
            case "cover":
                film.table.is_covered = True
                during = film.run(5)
                film.table.is_covered = False
        assert all(river(seen) == true_before for seen in during)
        film.run(14)
        assert river(film.sightings[-1]) == wanted(film.table)
    assert film.conditions[-1] is Condition.WATCHING


def test_where_a_long_meld_was_put_away_the_next_hand_is_seen(film: Film) -> None:
    """What changes there reaches in from the edge, as a hand does: it once stayed unread for a whole hand."""
    corner = [(0.03, 1.045 - 0.05 * at) for at in range(8)]
    film.table.tiles = dict.fromkeys([*RIVER, *corner], 3)
    film.run(8)
    film.table.tiles = {RIVER[0]: 4}
    film.run(8)
    film.table.tiles |= dict.fromkeys(corner[:3], 5)
    seen = film.run(12)[-1]
    tiles = [tile for zone in seen.zones for tile in zone.tiles]
    assert sum(np.mean(tile.quad, axis=0)[0] < 0.1 for tile in tiles) == 3
    assert len(tiles) == 4
    assert "3p" not in [tile.label for tile in tiles], "a tile of the hand before is still told"


@pytest.mark.parametrize(("step", "wanted"), [(0.0, Task.LOOK_UNDER), (0.03, Task.WAIT)])
def test_what_stays_is_looked_under_even_if_people_play_on(step: float, wanted: Task) -> None:
    """Every second something moves elsewhere; an arm that moves itself is only waited for."""
    settler, tasks = Settler(), []
    for at in range(60):
        stays = Patch(-0.03 + step * at, 0.7, 0.05 + step * at, 1.0)
        is_moving = at % 10 == 0
        other = (Patch(0.9, -0.1, 1.0, 0.2),) if is_moving else ()
        glance = Glance(at * 100_000_000, Verdict.GOOD, 1.0, 0.01 * is_moving, 0.004, hands=(stays, *other))
        tasks.append(settler.see(glance))
    assert tasks[-1].condition is Condition.HAND
    assert [one.patches for one in tasks if one.task is Task.LOOK_UNDER] == (
        [(stays,)] if wanted is Task.LOOK_UNDER else []
    )
