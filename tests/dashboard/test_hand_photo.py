"""`POST /api/hand-photo`: never while a hand is played, whoever asks; what is read is an offer."""

import sys
import textwrap
from types import SimpleNamespace

import pytest

from companion.clock import SystemClock
from companion.dashboard.app import create_app
from companion.intake.eye.child_process import DeskRefused
from companion.intake.eye.hand_photos import HandPhotos, RowRead
from companion.riichi.facts import Chombo, Drawn, KyokuStarted, WinBy, Won
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile
from companion.table_state import TableState

OURS = {"X-Table": "1"}
TILES = ["2m", "3m", "4m", "3p", "4p", "5p", "6p", "7p", "8p", "8s", "8s", "5s", "6s", "7s"]
DEALT = KyokuStarted(Wind.EAST, Seat(0), 0, 0, (25_000,) * 4, indicator=Tile("1p"))
DRAWN = Drawn(Seat(0), None)
WON = Won(Seat(0), WinBy.TSUMO, Seat(0), None, None)
OVER = Chombo(Seat(0), "")


class Photos:
    """Reads what the test has set; counts how many times it was asked."""

    def __init__(self):
        self.row = RowRead(tuple(((one, 0.99),) for one in TILES), (), 12.0)
        self.asked = []

    def read(self, photo, wanted):
        self.asked.append((photo, wanted))
        if isinstance(self.row, Exception):
            raise self.row
        return self.row


@pytest.fixture
def photos():
    return Photos()


@pytest.fixture
def send(board, commands, photos):
    client = create_app(
        board, commands, pictures=SimpleNamespace(of_hands=photos, of_table=None)
    ).test_client()

    def sent(*facts, photo=b"a photograph", wanted="14", kind="application/octet-stream"):
        hanchan = begin(TENHOU)
        for fact in facts:
            hanchan = apply_to_hanchan(hanchan, fact)
        commands.table = TableState(7, "a game", hanchan)
        return client.post(f"/api/hand-photo?wanted={wanted}", data=photo, content_type=kind, headers=OURS)

    return sent


@pytest.mark.parametrize("facts", [(DEALT,), (DEALT, DRAWN)], ids=["dealt", "drawn"])
def test_while_a_hand_is_played_nobody_photographs_tiles(send, photos, facts):
    answer = send(*facts)
    assert (answer.status_code, answer.json["error"]) == (409, "hand_is_played")
    assert not photos.asked, "the photograph was looked at"


@pytest.mark.parametrize(
    "facts", [(), (DEALT, DRAWN, WON), (DEALT, DRAWN, OVER)], ids=["none", "won", "over"]
)
def test_a_hand_that_was_won_or_is_over_is_read(send, photos, facts):
    answer = send(*facts)
    assert (answer.status_code, answer.json["tiles"]) == (200, TILES)
    assert photos.asked == [(b"a photograph", 14)]


def test_what_thirteen_tiles_wait_for_is_said_with_them(send, photos):
    photos.row = RowRead(tuple(((one, 0.99),) for one in TILES[:13]), (), 12.0)
    said = send(DEALT, DRAWN, OVER, wanted="13").json
    assert (said["tiles"], said["waits"]) == (TILES[:13], ["4s", "7s"])
    assert send(DEALT, DRAWN, OVER, wanted="14").json["waits"] == [], "not all of them were read"
    photos.row = RowRead(tuple(((one, 0.99),) for one in [*TILES[:12], "1z"]), (), 12.0)
    assert send(DEALT, DRAWN, OVER, wanted="13").json["waits"] == []


def test_the_tile_that_lies_apart_is_the_last(send, photos):
    photos.row = RowRead(tuple(((one, 0.99),) for one in [TILES[-1], *TILES[:-1]]), (1,), 12.0)
    assert send().json["tiles"] == TILES


def test_melds_in_line_with_the_hand_are_left_out(send, photos):
    photos.row = RowRead(tuple(((one, 0.99),) for one in [*TILES[:11], "1z", "1z", "1z"]), (11,), 12.0)
    assert send(wanted="11").json["tiles"] == TILES[:11]


def test_what_was_read_with_doubt_is_said(send, photos):
    row = [((one, 0.99),) for one in TILES]
    row[0] = (("3m", 0.5), ("2m", 0.4))
    photos.row = RowRead(tuple(row), (), 12.0)
    said = send().json
    assert (said["tiles"], said["doubtful"]) == (TILES, [0])


@pytest.mark.parametrize("wanted", ["", "0", "15", "-3", "x", "１４", "9" * 5_000])
def test_how_many_there_are_is_a_number_of_a_hand(send, photos, wanted):
    assert send(wanted=wanted).status_code == 400
    assert not photos.asked


def test_it_is_no_form_and_no_json(send):
    assert send(kind="image/jpeg").status_code == 415
    assert send(kind="application/x-www-form-urlencoded").status_code == 415


def test_a_photograph_that_is_too_large_is_not_taken(send, photos):
    assert send(photo=b"x" * (480 * 1024 + 1)).status_code == 413
    assert not photos.asked


@pytest.mark.parametrize(
    ("code", "status"), [("bad_photo", 422), ("too_fast", 429), ("no_eye", 409), ("fell", 409)]
)
def test_what_cannot_be_read_is_one_sentence(send, photos, code, status):
    photos.row = DeskRefused(code, "One sentence.")
    answer = send()
    assert (answer.status_code, answer.json["error"], answer.json["message"]) == (
        status,
        code,
        "One sentence.",
    )


def test_a_companion_without_a_reader_says_so(board, commands):
    client = create_app(board, commands).test_client()
    answer = client.post(
        "/api/hand-photo?wanted=14", data=b"x", content_type="application/octet-stream", headers=OURS
    )
    assert (answer.status_code, answer.json["error"]) == (409, "no_eye")


@pytest.fixture
def worker(tmp_path):
    """A process that answers as the eye does, falls at `fall`, and writes down each start."""
    script = tmp_path / "worker.py"
    script.write_text(
        textwrap.dedent("""\
        import base64, json, pathlib, sys
        here = pathlib.Path(__file__).parent
        with (here / "starts").open("a") as file:
            file.write("x")
        for line in sys.stdin:
            asked = json.loads(line)
            if base64.b64decode(asked["content"]) == b"fall":
                sys.exit(1)
            print(json.dumps({"tiles": [[["1m", 0.9], ["2m", 0.1]]], "gaps": [], "ms": 1.5}), flush=True)
        """)
    )
    photos = HandPhotos(SystemClock(), command=(sys.executable, str(script)))
    yield photos
    photos.stop()


def test_one_process_reads_one_photograph_after_the_other(worker, tmp_path):
    for _ in range(3):
        assert worker.read(b"one", 14) == RowRead(((("1m", 0.9), ("2m", 0.1)),), (), 1.5)
    assert (tmp_path / "starts").read_text() == "x"


def test_a_reader_that_falls_over_a_photograph_is_started_again(worker, tmp_path):
    with pytest.raises(DeskRefused) as refused:
        worker.read(b"fall", 14)
    assert refused.value.code == "fell"
    assert worker.read(b"one", 14).ms == 1.5
    assert (tmp_path / "starts").read_text() == "xx"
