"""The lines between the worker and the companion: what is said comes out again, and nothing else comes in."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import WorkerProtocolError
from vision.labels import AT_TABLE
from vision.settle.crops import CropShelf
from vision.sighting import (
    Condition,
    CropTaken,
    EyeStatus,
    Heartbeat,
    RestTaken,
    Sighting,
    TableFollowed,
    TileView,
    ZoneView,
)
from vision.wire import MOST_BYTES, from_line, to_line

names = st.text("abcdefgABCD0123456789_. -", min_size=1, max_size=40)
counts = st.integers(0, 2**63 - 1)
shares = st.integers(0, 10_000).map(lambda n: n / 10_000)
points = st.tuples(*[st.integers(-5_000, 15_000).map(lambda n: n / 10_000)] * 2)
labels = st.sampled_from(AT_TABLE)
tiles = st.builds(
    TileView,
    labels,
    shares,
    st.tuples(points, points, points, points),
    st.booleans(),
    st.lists(st.tuples(labels, shares), max_size=4).map(tuple),
    counts,
    st.booleans(),
)
zones = st.builds(ZoneView, names, st.lists(tiles, max_size=5).map(tuple))
messages = st.one_of(
    st.builds(
        Sighting,
        names,
        counts,
        counts,
        st.lists(zones, max_size=4, unique_by=lambda z: z.name).map(tuple),
        st.lists(st.sampled_from("ABCD"), unique=True).map(tuple),
        st.none() | st.tuples(*[st.integers(-10_000, 10_000).map(lambda n: n / 1_000)] * 2),
    ),
    st.builds(EyeStatus, names, counts, st.sampled_from(Condition), st.text(max_size=80)),
    st.builds(Heartbeat, names, counts, counts),
    st.builds(CropTaken, counts, st.binary(max_size=200).map(lambda tail: b"\xff\xd8\xff" + tail)),
    st.builds(RestTaken, counts, st.binary(max_size=200).map(lambda tail: b"\xff\xd8\xff" + tail)),
    st.builds(TableFollowed, names, counts, st.tuples(points, points, points, points)),
)

TILE = ["5p", 0.98, [0.1, 0.1, 0.2, 0.1, 0.2, 0.2, 0.1, 0.2], 0, [["0p", 0.01]], 0, 0]
SIGHTING = {
    "form": 1,
    "kind": "sighting",
    "camera": "above",
    "at_ns": 7,
    "number": 1,
    "zones": [{"name": "river.A", "tiles": [TILE]}],
}


@given(messages)
def test_what_is_said_comes_out_again(message: object) -> None:
    line = to_line(message)
    assert line.count(b"\n") == 1 == line.endswith(b"\n")
    assert from_line(line) == message


def test_a_line_of_an_eye_that_looked_for_no_sticks_is_read_and_one_without_sticks_is_the_same() -> None:
    said = from_line(json.dumps(SIGHTING).encode())
    assert isinstance(said, Sighting)
    assert said.sticks == ()
    assert json.loads(to_line(said)) == SIGHTING


def test_a_full_table_fits_a_line() -> None:
    quad = ((0.1234, 0.1234),) * 4
    tile = TileView("unknown", 0.1234, quad, True, (("unknown", 0.1234),) * 3, 99_999, True)
    full = Sighting(
        "above", 2**62, 9_999, tuple(ZoneView(f"river.{k}", (tile,) * 17) for k in range(16)), tuple("ABCD")
    )
    line = to_line(full)
    assert len(line) < MOST_BYTES
    assert from_line(line) == full


def changed(**fields: object) -> dict:
    return SIGHTING | fields


def with_tile(number: int, value: object) -> dict:
    tile = [*TILE]
    tile[number] = value
    return changed(zones=[{"name": "river.A", "tiles": [tile]}])


@pytest.mark.parametrize(
    "body",
    [
        [],
        7,
        None,
        {},
        changed(form=2),
        changed(kind="dance"),
        changed(kind=["sighting"]),
        changed(camera=""),
        changed(camera="a\nb"),
        changed(camera="../x" * 20),
        changed(at_ns=-1),
        changed(at_ns=1.5),
        changed(at_ns=2**63),
        changed(number=True),
        changed(number="1"),
        changed(more=1),
        {key: value for key, value in SIGHTING.items() if key != "zones"},
        changed(sticks=None),
        changed(sticks="A"),
        changed(sticks=["E"]),
        changed(sticks=["A", "A"]),
        changed(sticks=[["A"]]),
        changed(over=None),
        changed(over=[0.5]),
        changed(over=[0.5, 0.5, 0.5]),
        changed(over=[0.5, 11]),
        changed(over=["0.5", 0.5]),
        changed(over=[10**400, 0]),
        changed(over=[math.nan, 0]),
        changed(zones={}),
        changed(zones=[{"name": "a"}] * 2),
        changed(zones=[{"name": "a", "tiles": []}] * 2),
        changed(zones=[{"name": f"z{k}", "tiles": []} for k in range(65)]),
        changed(zones=[{"name": "a", "tiles": [TILE] * 301}]),
        changed(zones=[{"name": f"z{k}", "tiles": [TILE] * 200} for k in range(2)]),
        changed(zones=[{"name": "a", "tiles": [{}]}]),
        with_tile(0, "9z"),
        with_tile(0, None),
        with_tile(1, 1.01),
        with_tile(1, True),
        with_tile(1, "0.9"),
        with_tile(2, [0.1] * 7),
        with_tile(2, [0.1] * 9),
        with_tile(2, [0.1] * 7 + [2.0]),
        with_tile(3, True),
        with_tile(3, 2),
        with_tile(4, [["0p"]]),
        with_tile(4, [["0p", 0.1]] * 5),
        with_tile(5, -1),
        with_tile(6, None),
        {"form": 1, "kind": "status", "camera": "a", "at_ns": 1, "condition": "asleep", "note": ""},
        {"form": 1, "kind": "status", "camera": "a", "at_ns": 1, "condition": [], "note": ""},
        {"form": 1, "kind": "status", "camera": "a", "at_ns": 1, "condition": "hand", "note": "x" * 501},
        {"form": 1, "kind": "beat", "camera": "a", "at_ns": 1},
        {"form": 1, "kind": "crop", "number": 1, "jpeg": "no base64!"},
        {"form": 1, "kind": "crop", "number": 1, "jpeg": "aGVsbG8="},
        {"form": 1, "kind": "crop", "number": 1, "jpeg": 7},
        {"form": 1, "kind": "followed", "camera": "a", "at_ns": 1, "corners": [0.1] * 6},
        {"form": 1, "kind": "followed", "camera": "a", "at_ns": 1, "corners": [0.1] * 7 + [2.0]},
    ],
    ids=lambda body: str(body)[:60],
)
def test_what_no_eye_says_is_refused(body: object) -> None:
    with pytest.raises(WorkerProtocolError):
        from_line(json.dumps(body).encode())


@pytest.mark.parametrize("name", ["Über dem Tisch", "卓", "Ben's (left)", "x" * 60, ""])
def test_whatever_a_profile_calls_its_camera_and_zones_the_eye_is_heard(name: str) -> None:
    zone = ZoneView(name, ())
    corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    for message in (
        Sighting(name, 1, 1, (zone,)),
        EyeStatus(name, 1, Condition.WATCHING),
        Heartbeat(name, 1, 1),
        TableFollowed(name, 1, corners),
    ):
        assert type(from_line(to_line(message))) is type(message)


@pytest.mark.parametrize("names", [("河", "山", "_", "_2"), ("x" * 40 + "a", "x" * 40 + "b")])
def test_zones_whose_names_look_alike_once_they_are_plain_stay_apart(names: tuple[str, ...]) -> None:
    tile = TileView("1m", 1.0, ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2), (0.1, 0.2)), sideways=False)
    zones = tuple(ZoneView(name, (tile,) * number) for number, name in enumerate(names))
    heard = from_line(to_line(Sighting("above", 1, 1, zones)))
    assert isinstance(heard, Sighting)
    assert [len(zone.tiles) for zone in heard.zones] == [*range(len(names))]


def test_a_library_s_long_complaint_is_cut_and_told() -> None:
    heard = from_line(to_line(EyeStatus("above", 1, Condition.NO_CAMERA, "It failed. " + "x" * 900)))
    assert isinstance(heard, EyeStatus)
    assert heard.note.startswith("It failed.")


@pytest.mark.parametrize("over", [(0.5, 14.2), (-31.0, 0.5), (0.5, math.nan)])
def test_a_camera_that_seems_to_hang_far_away_hides_no_sighting(over: tuple[float, float]) -> None:
    """Where it hangs follows from corners that may be tapped badly: then that is unknown."""
    heard = from_line(to_line(Sighting("above", 1, 1, (), over=over)))
    assert isinstance(heard, Sighting)
    assert heard.over is None


@pytest.mark.parametrize("line", [b"", b"\xff\xfe", b"{", b"[" * 60_000, b" " * 70_000, b'{"form": NaN}'])
def test_what_is_no_line_is_refused(line: bytes) -> None:
    with pytest.raises(WorkerProtocolError):
        from_line(line)


def test_numbers_that_are_none_are_refused() -> None:
    for value in (math.nan, math.inf, -math.inf):
        with pytest.raises(WorkerProtocolError):
            from_line(json.dumps(with_tile(1, value)).encode())


@given(st.data())
def test_damaged_lines_are_refused_or_read(data: st.DataObject) -> None:
    line = bytearray(json.dumps(SIGHTING).encode())
    for _ in range(data.draw(st.integers(1, 5))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    try:
        from_line(bytes(line))
    except WorkerProtocolError:
        return


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5), st.lists))
def test_no_json_upsets_the_reader(value: object) -> None:
    for body in (value, changed(zones=value), with_tile(2, value), changed(form=value), changed(kind=value)):
        try:
            from_line(json.dumps(body).encode())
        except WorkerProtocolError:
            continue


def test_the_shelf_keeps_the_newest_crops() -> None:
    shelf = CropShelf(most=2)
    for number in (1, 2, 1, 3):
        shelf.put(number, b"%d" % number)
    assert (shelf.get(1), shelf.get(2), shelf.get(3), len(shelf)) == (b"1", None, b"3", 2)
    shelf.clear()
    assert len(shelf) == 0
