"""Looks at a change see tiles at several sizes, and say together what lies there."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.profile import Side
from tests.vision.pretend_table import DotReader, PretendTable
from vision.place.plane import FEWEST
from vision.place.rectify import TABLE_MM, TILE_MM
from vision.place.zones import zones_of
from vision.read.detect import Reading
from vision.settle.laid import Lying, counted, those_lying
from vision.settle.pipeline import SIZES, Pipeline
from vision.sighting import Sighting

WIDE = TILE_MM[0] / TABLE_MM


class Reader(DotReader):
    """Runs the tiles of a river together at one size, as a finder does; notes at which scales it is asked."""

    def __init__(self, blind: int) -> None:
        self.blind = blind
        self.asked: list[float] = []

    def __call__(self, picture: np.ndarray, scale: float) -> list[Reading]:
        self.asked.append(scale)
        found = super().__call__(picture, scale)
        look = (len(self.asked) - 1) % len(SIZES)
        return found[:1] if look == self.blind else found


@pytest.mark.parametrize("blind", range(len(SIZES)))
def test_tiles_that_run_together_at_one_size_are_told_apart(blind: int) -> None:
    table, reader = PretendTable({(0.45, 0.62): 3, (0.45 + 2 * WIDE, 0.62): 2}), Reader(blind)
    pipeline = Pipeline(reader, lambda _: table.place(), zones_of(()))
    told = [one for _ in range(12) for one in pipeline.feed(table.frame()) if isinstance(one, Sighting)]
    river = next(zone for zone in told[0].zones if zone.name == "river.A")
    assert sorted(tile.label for tile in river.tiles) == ["2p", "3p"]
    assert [scale / reader.asked[0] for scale in reader.asked[: len(SIZES)]] == pytest.approx(SIZES)


def tile(label: str, confidence: float, *others: tuple[str, float]) -> Lying:
    corners = np.array([(0.4, 0.6), (0.4 + WIDE, 0.6), (0.4 + WIDE, 0.65), (0.4, 0.65)])
    return Lying(label, confidence, corners, others)


def read(*looks: Lying) -> Lying:
    (found,) = counted([[look] for look in looks])
    return found


def test_a_look_at_which_hardly_anything_can_be_read_hardly_counts() -> None:
    found = read(tile("4m", 0.39, ("1s", 0.14), ("8s", 0.11)), tile("8s", 0.98), tile("8s", 0.95))
    assert found.label == "8s"
    assert found.confidence > 0.9


def test_looks_that_contradict_each_other_leave_a_doubt() -> None:
    found = read(tile("6p", 0.97, ("9p", 0.02)), tile("9p", 0.96, ("6p", 0.03)), tile("9p", 0.9, ("6p", 0.1)))
    assert found.label == "9p"
    assert found.confidence < 0.9
    assert found.alternatives[0][0] == "6p"


def test_looks_that_agree_are_never_surer_than_the_surest() -> None:
    found = read(tile("9p", 0.84, ("6p", 0.1)), tile("9p", 0.8, ("6p", 0.15)), tile("9p", 0.82))
    assert found.confidence <= 0.84
    assert found.label == "9p"


def test_two_tiles_whose_edges_overlap_stay_two_though_each_look_sees_them_elsewhere() -> None:
    def at(label: str, y: float) -> Lying:
        one = tile(label, 0.98)
        return replace(one, quad=one.quad + np.array([0.0, y]))

    apart = 0.64 * WIDE
    looks = [
        [at("7z", 0.0), at("3p", 1.2 * apart)],
        [at("3p", 0.97 * apart), at("7z", -0.002)],
        [at("3p", 0.98 * apart), at("7z", -0.003)],
    ]
    assert sorted(one.label for one in counted(looks)) == ["3p", "7z"]


def outlined(label: str, wide: float, high: float, *, turned: int) -> Lying:
    """A tile whose outline has this width and height, and whose face is turned by this many quarters."""
    corners = [(0.4, 0.6), (0.4 + wide, 0.6), (0.4 + wide, 0.6 + high), (0.4, 0.6 + high)]
    return Lying(label, 0.99, np.array(corners[turned:] + corners[:turned]))


def square(label: str, side: float) -> Lying:
    corners = [(0.4, 0.6), (0.4 + side, 0.6), (0.4 + side, 0.6 + side), (0.4, 0.6 + side)]
    return Lying(label, 0.99, np.array(corners))


def test_where_all_tiles_seem_too_small_none_is_taken_for_a_letter() -> None:
    """Corners that were tapped far outside make the table seem larger than it is."""
    small = [outlined("9p", 0.72 * WIDE, 0.72 * TILE_MM[1] / TABLE_MM, turned=0) for _ in range(FEWEST)]
    assert those_lying(small) == small
    assert not those_lying(small[1:])


def test_the_tops_of_standing_hands_do_not_make_a_letter_a_tile() -> None:
    tops = [square("5z", 0.6 * WIDE) for _ in range(2 * FEWEST)]
    letter = outlined("4p", 0.7 * WIDE, 0.7 * TILE_MM[1] / TABLE_MM, turned=0)
    assert not those_lying([*tops, letter])


@pytest.mark.parametrize("turned", range(4))
def test_a_nearly_square_outline_lies_as_its_face_is_turned(turned: int) -> None:
    tile = outlined("9p", 0.0331, 0.0341, turned=turned)
    assert tile.is_across(Side.A) is (turned % 2 == 1)
    assert tile.is_across(Side.B) is (turned % 2 == 0)


@pytest.mark.parametrize("turned", range(4))
@pytest.mark.parametrize(("label", "wide", "high"), [("9p", 0.026, 0.036), ("5z", 0.0331, 0.0341)])
def test_a_clear_outline_and_that_of_a_blank_decide_by_themselves(label, wide, high, turned: int) -> None:
    assert not outlined(label, wide, high, turned=turned).is_across(Side.A)
    assert outlined(label, high, wide, turned=turned).is_across(Side.A)
