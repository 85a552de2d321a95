"""Setting a camera up: what a page is told of its picture, a test reading, and tiles that are learnt."""

import base64
import json
import socket
import subprocess
import sys
import threading
from itertools import islice

import cv2
import numpy as np
import pytest

from hardware.profile import CameraMount
from tests.conftest import ROOT
from tests.vision.place.test_rectify import table_picture
from tests.vision.pretend_table import RIM, SIZE, TABLE, DotReader, PretendTable
from tests.vision.read.test_showing import ToldEye, patterned, reading, rows
from vision import fitting, fitting_worker
from vision.camera.phone import HEAD, pictures_of_phone
from vision.camera.stills import Stills
from vision.errors import CameraLost, CameraUnavailable, FacesUnclear, HandsConcealed
from vision.fitting import Fitting
from vision.frame import Frame
from vision.labels import BACK, TILES
from vision.place.calibration import Calibration, read_calibration, write_calibration
from vision.place.rectify import SQUARE, placed
from vision.place.seeking import locator
from vision.place.zones import zones_of
from vision.read.enrol import enrolled, save_tile_set
from vision.read.tile_files import keep_tile_set, open_tile_set

ZONES = zones_of(())
FACES = TILES[9:27]
CORNERS = ((SQUARE * TABLE + RIM) / SIZE).tolist()


class Film:
    """A camera that shows the same pictures each time it is opened."""

    def __init__(self, *pictures: np.ndarray | Exception | str) -> None:
        self.pictures, self.opened, self.closed = pictures, 0, 0

    def __call__(self, mount, now_ns, patience_s) -> "Film":
        self.opened += 1
        return self

    def __iter__(self):
        for number, picture in enumerate(self.pictures):
            if isinstance(picture, Exception):
                raise picture
            if isinstance(picture, str):
                threading.Event().wait(60)
            yield Frame(picture, "above", number, number)

    def close(self) -> None:
        self.closed += 1


def stills(film: Film, kind: str = "folder") -> Stills:
    return Stills(CameraMount("above", kind), patience_s=0.2, open_one=film)


def fitted(*pictures: np.ndarray, eye=None, kept=None) -> Fitting:
    return Fitting(stills(Film(*pictures)), ZONES, lambda: eye, kept)


def grey(value: int) -> np.ndarray:
    return np.full((48, 64, 3), value, np.uint8)


def test_a_film_that_is_over_begins_again() -> None:
    film = Film(grey(1), grey(2))
    taken = stills(film)
    assert [int(taken.take().pixels[0, 0, 0]) for _ in range(5)] == [1, 2, 1, 2, 1]
    taken.close()
    assert film.opened == film.closed == 3


def test_an_empty_film_is_one_sentence() -> None:
    with pytest.raises(CameraUnavailable, match="above shows nothing"):
        stills(Film()).take()


@pytest.mark.parametrize("end", ["hang", CameraLost("gone")])
def test_a_live_camera_that_gives_no_picture_is_opened_anew_when_somebody_asks_again(end) -> None:
    film = Film(grey(1), end)
    taken = stills(film, "uvc")
    with pytest.raises(CameraLost):  # the first picture may be taken or not: the second never comes
        list(islice(iter(taken.take, None), 2))
    assert int(taken.take().pixels[0, 0, 0]) == 1
    assert film.opened == 2
    taken.close()


def test_a_live_camera_that_just_ends_is_not_said_to_be_slow() -> None:
    with pytest.raises(CameraLost, match="above has ended"):
        stills(Film(), "uvc").take()


def test_a_phone_that_sends_nothing_is_told_in_its_own_words(tmp_path) -> None:
    place = str(tmp_path / "phone.sock")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(place)
        listening.listen()
        with pytest.raises(CameraUnavailable, match="open /camera on a paired phone"):
            Stills(CameraMount("camera", "phone", place), patience_s=0.2).take()


def test_a_phone_whose_picture_is_far_too_large_is_told_in_its_own_words(tmp_path) -> None:
    place = str(tmp_path / "phone.sock")

    def send(listening: socket.socket) -> None:
        with listening.accept()[0] as line:
            line.sendall(HEAD.pack(2**31))

    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(place)
        listening.listen()
        sender = threading.Thread(target=send, args=(listening,))
        sender.start()
        with pytest.raises(CameraLost, match="not a picture"):
            next(pictures_of_phone(place, 2.0))
        sender.join()


def test_the_picture_comes_small_with_its_verdict_and_without_a_table() -> None:
    said = fitted(np.zeros((2000, 3000, 3), np.uint8)).look(None)
    picture = cv2.imdecode(np.frombuffer(base64.b64decode(said["jpeg"]), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (853, 1280, 3)
    assert (said["width"], said["height"], said["lens"]) == (3000, 2000, "covered")
    assert (said["found"], said["why"]) == ("", "no_stickers")


def test_a_table_is_found_by_its_stickers_by_hand_or_as_it_was_kept(tmp_path) -> None:
    by_stickers = fitted(table_picture()).look(None)
    assert by_stickers["found"] == "stickers"
    table = PretendTable()
    given = fitted(table.picture()).look(CORNERS)
    assert given["found"] == "given"
    assert np.allclose(given["corners"], CORNERS)
    assert {zone["name"] for zone in given["zones"]} == set(ZONES.names)
    assert all(-0.1 < x < 1.1 for zone in given["zones"] for corner in zone["corners"] for x in corner)
    assert given["tile_pixels"] == pytest.approx(26 * TABLE / 700, rel=0.03)
    assert given["advice"] == "none"
    pixels = tuple((x * SIZE, y * SIZE) for x, y in CORNERS)
    write_calibration(Calibration("above", pixels, SIZE, SIZE), tmp_path / "above.json")
    assert fitted(table.picture(), kept=locator(tmp_path / "above.json")).look(None)["found"] == "kept"


def test_corners_that_were_tapped_a_little_off_are_laid_on_the_edges() -> None:
    table = PretendTable()
    aside = np.array([[0.01, 0.008], [-0.009, 0.01], [-0.01, -0.01], [0.008, -0.01]])
    off = (np.array(CORNERS) + aside).tolist()
    said = fitted(table.picture()).look(off, refine=True)
    assert np.abs(np.array(said["corners"]) - CORNERS).max() < 0.004


def test_corners_of_no_table_are_said() -> None:
    said = fitted(grey(90)).look([[0.1, 0.1], [0.9, 0.9], [0.9, 0.1], [0.1, 0.9]])
    assert (said["found"], said["why"]) == ("", "no_square")


def test_stickers_go_before_corners_that_were_kept_with_them(tmp_path) -> None:
    wrong = Calibration("above", ((10, 10), (500, 10), (500, 500), (10, 500)), 1280, 720, by_stickers=True)
    write_calibration(wrong, tmp_path / "above.json")
    assert read_calibration(tmp_path / "above.json") == wrong
    locate = locator(tmp_path / "above.json")
    assert np.abs(np.array(locate(table_picture()).corners) - np.array(wrong.corners)).max() > 50
    assert locator(tmp_path / "above.json")(np.zeros((720, 1280, 3), np.uint8)) == placed(
        wrong.corners, (1280, 720)
    )


class DottedEye:
    """An eye whose patches are read by counting dots."""

    finder = reader = None


def test_a_test_reading_says_what_lies_in_which_zone(monkeypatch) -> None:
    monkeypatch.setattr(fitting, "OneScale", lambda _: DotReader())
    table = PretendTable(tiles={(0.5, 0.64): 4, (0.45, 0.45): 2})
    read = fitted(table.picture(), eye=DottedEye()).read(CORNERS, None)["tiles"]
    assert {(one["tile"], one["zone"]) for one in read} == {("4p", "river.A"), ("2p", "")}
    middle = np.mean(next(one["quad"] for one in read if one["tile"] == "4p"), axis=0)
    assert np.abs(middle * SIZE - (np.array([0.5, 0.64]) * TABLE + RIM)).max() < 2


def test_while_a_hand_is_played_nothing_is_read_but_the_table(monkeypatch) -> None:
    monkeypatch.setattr(fitting, "OneScale", lambda _: DotReader())
    desk = fitted(PretendTable(tiles={(0.5, 0.64): 4}).picture(), eye=DottedEye())
    assert desk.read(CORNERS, None, table_only=True)["tiles"]
    for ask in (
        lambda: desk.read(None, None, table_only=True),
        lambda: desk.show(None, ["4p"], table_only=True),
    ):
        with pytest.raises(HandsConcealed):
            ask()


def test_what_the_process_is_asked_while_a_hand_is_played_it_refuses_for_photographs(tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), PretendTable().picture()[..., ::-1])
    photo = base64.b64encode((tmp_path / "0.png").read_bytes()).decode()
    _, read, shown = asked_of_the_process(
        {"do": "photo", "content": photo},
        {"do": "read", "corners": None, "tiles": None, "is_played": True},
        {"do": "show", "corners": None, "faces": ["1p"], "is_played": True},
        source=tmp_path,
        more=("--photos",),
    )
    assert read["error"] == shown["error"] == "hand_is_played"


def test_a_test_reading_puts_a_tile_right_before_a_river_where_the_watching_eye_puts_it(monkeypatch) -> None:
    monkeypatch.setattr(fitting, "OneScale", lambda _: DotReader())
    desk = fitted(PretendTable(tiles={(0.5, 0.567): 4}).picture(), eye=DottedEye())
    (read,) = desk.read(CORNERS, None)["tiles"]
    watched = json.loads(desk.lay(CORNERS)["sighting"])["zones"]
    assert [zone["name"] for zone in watched if zone["tiles"]] == [read["zone"]] == ["river.A"]


@pytest.fixture
def shown_eye(monkeypatch):
    """Faces on a cloth, and an eye that finds them where it is told."""

    def show(laid):
        eye = ToldEye(laid)
        monkeypatch.setattr(fitting, "PatientEye", lambda _: eye)
        monkeypatch.setattr(fitting, "Eye", lambda *_: eye)
        eye.finder = None
        return fitted(patterned(laid), eye=eye)

    return show


def test_faces_are_shown_part_by_part_and_learnt(shown_eye, tmp_path) -> None:
    desk = shown_eye(rows(FACES))
    said = desk.show(None, FACES)
    assert [one["said"] for one in said["read"]] == list(FACES)
    assert (said["fits"], said["agreeing"]) == (True, 18)
    assert desk.accept() == {"shown": sorted(FACES)}
    with pytest.raises(FacesUnclear):
        desk.accept()
    report = desk.enrol(tmp_path / "tiles" / "house.json")
    assert report["faces"] == 18
    assert set(report["missing"]) == set(TILES) - set(FACES)
    assert 0 <= report["before"] < report["after"] <= 1
    assert open_tile_set(tmp_path / "tiles" / "house.json").names == FACES
    assert desk.forget() == {"shown": []}
    with pytest.raises(FacesUnclear):
        desk.enrol(tmp_path / "other.json")


def test_too_few_faces_fit_nothing_and_backs_may_be_any_number(shown_eye) -> None:
    desk = shown_eye(rows(TILES[:8]))
    said = desk.show(None, TILES[:9])
    assert (len(said["read"]), said["fits"], said["agreeing"]) == (8, False, 0)
    with pytest.raises(FacesUnclear):
        desk.accept()
    desk = shown_eye([reading("5z", 200, 200), reading(BACK, 300, 200), reading("5z", 400, 200)])
    said = desk.show(None, [BACK])
    assert [one["said"] for one in said["read"]] == [BACK] * 3
    assert desk.accept() == {"shown": [BACK]}


def test_what_lies_beside_the_table_is_not_among_the_faces(shown_eye, monkeypatch) -> None:
    laid = [*rows(("1m", "2m")), reading("3m", 960, 760)]
    monkeypatch.setattr(fitting, "OneScale", lambda _: lambda _picture, _scale: laid)
    desk = shown_eye(laid)
    corners = [[0.05, 0.05], [0.75, 0.05], [0.75, 0.75], [0.05, 0.75]]
    assert len(desk.show(corners, ["1m", "2m"])["read"]) == 2


def asked_of_the_process(*asked: dict, source: object, more: tuple[str, ...] = ()) -> list[dict]:
    command = [
        sys.executable,
        "-m",
        "vision.fitting_worker",
        "--source",
        f"folder={source}",
        "--threads",
        "1",
        *more,
    ]
    lines = "".join(json.dumps(one) + "\n" for one in asked)
    said = subprocess.run(command, input=lines, capture_output=True, text=True, check=False, cwd=ROOT)
    assert "Traceback" not in said.stderr, said.stderr
    return [json.loads(line) for line in said.stdout.splitlines()]


def test_the_real_process_answers_line_by_line(tmp_path) -> None:
    table = PretendTable(tiles={(0.5, 0.64): 4})
    cv2.imwrite(str(tmp_path / "0.png"), table.picture()[..., ::-1])
    look, read, accept, again = asked_of_the_process(
        {"do": "look"},
        {"do": "read", "corners": CORNERS, "tiles": None},
        {"do": "accept"},
        {"do": "look", "corners": CORNERS, "refine": True},
        source=tmp_path,
    )
    assert (look["lens"], look["found"]) == ("good", "")
    assert isinstance(read["tiles"], list)
    assert accept["error"] == "faces_unclear"
    assert again["found"] == "given"
    (none,) = asked_of_the_process({"do": "look"}, source=tmp_path / "none")
    assert none["error"] == "no_camera"


def test_a_tile_set_of_another_model_has_to_be_shown_again(tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), PretendTable().picture()[..., ::-1])
    path = tmp_path / "house.json"
    save_tile_set(enrolled(FACES, np.eye(len(FACES), 96, dtype=np.float32)), path, "another")
    (said,) = asked_of_the_process({"do": "read", "corners": None, "tiles": str(path)}, source=tmp_path)
    assert said["error"] == "no_tile_set"


def test_a_tile_set_that_cannot_be_written_has_not_to_be_shown_again(tmp_path) -> None:
    tile_set = enrolled(FACES, np.eye(len(FACES), 96, dtype=np.float32))
    (tmp_path / "full").touch()
    learn = {"enrol": lambda _: keep_tile_set(tile_set, tmp_path / "full" / "house.json")}
    assert fitting_worker._answered({"do": "enrol"}, learn)["error"] == "not_kept"


def test_where_the_kept_place_of_the_table_is_damaged_its_corners_can_be_shown_again(tmp_path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), PretendTable().picture()[..., ::-1])
    (tmp_path / "kept.json").write_text("{")
    first, given = asked_of_the_process(
        {"do": "look"},
        {"do": "look", "corners": CORNERS},
        source=tmp_path,
        more=("--calibration", str(tmp_path / "kept.json")),
    )
    assert (first["found"], first["why"]) == ("", "no_stickers")
    assert given["found"] == "given"
