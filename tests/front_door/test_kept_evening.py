"""`companion run --keep-evening`: nothing before a yes, then pictures and a tape, and how exact it was."""

import json
import stat
import zipfile

import pytest

from companion.journal import SqliteReader
from companion.riichi.facts import Discarded
from tests.front_door.companions import called, source, started
from tests.front_door.test_eye import NAMES, tell
from tests.front_door.test_eye import filmed as filmed  # noqa: PLC0414 - a fixture

pytest.importorskip("cv2", reason="the eye's libraries are not installed")
pytest.importorskip("onnxruntime", reason="the eye's libraries are not installed")

from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from vision.place.calibration import Calibration, write_calibration


def begun(games):
    """A game on the table, before the camera looks."""
    with started(games, "run") as companion:
        tell(companion, "start", names=NAMES)
        tell(companion, "tell", facts=[{"is": "SeatsBound", "sides": "ABCD"}])
        tell(companion, "deal", depth="full", indicator="9s")
        companion.end()
    corners = CAMERAS["overhead"].corners(0.0)
    write_calibration(Calibration("camera", corners, WIDTH, HEIGHT), games / "eye" / "table-camera.json")


def codes(snapshot):
    return [one["code"] for one in snapshot["reminders"]]


def answered(companion, keep):
    return companion.ask("POST", "/api/evening", {"game": companion.snapshot["game"], "keep": keep})


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.gate(0)
def test_an_evening_is_kept_after_a_yes_and_judged_by_the_record(tmp_path, filmed):
    games, kept = tmp_path / "games", tmp_path / "kept"
    begun(games)
    with started(games, "run", "--camera", filmed, "--keep-evening", kept) as companion:
        companion.wait_until(lambda now: "evening_asked" in codes(now))
        assert files(kept) == ["evening.json"]
        assert answered(companion, keep=True) == (200, {"game": "table-1", "kept": "yes"})
        companion.wait_until(lambda now: "evening_kept" in codes(now))
        seen = companion.wait_until(lambda now: now["seats"][1]["river"])
        companion.wait_until(lambda now: source(now, "camera").get("state") == "ended")
        assert source(seen, "evening")["code"] == "keeping"
        # People know better: East's discard was another tile.
        reader = SqliteReader(games / "table.sqlite")
        written = reader.entries(reader.games()[0].number)
        reader.close()
        wrong = next(one.seq for one in written if isinstance(one.fact, Discarded) and one.fact.seat == 0)
        facts = [{"is": "Discarded", "seat": 0, "tile": "2z", "tsumogiri": None}]
        told = companion.command("correct", tap="correct-1", retracts=[wrong], facts=facts, before=wrong)
        assert told[0] == 200, told
        companion.end()
    pictures = list((kept / "table-1.1" / "rests").glob("*.jpg"))
    assert len(pictures) >= 2
    assert {
        stat.S_IMODE(path.stat().st_mode) for path in (*pictures, kept / "table-1.1" / "evening.tape")
    } == {0o600}
    judged = called("evening", kept, "--json", "--zip", tmp_path / "e.zip")
    assert judged.status == 0, judged.errors
    hand = json.loads(judged.said.splitlines()[0])
    assert hand["exact"] is False
    assert (hand["facts"], hand["by_itself"]) == (2, 1)
    assert [one["was"].split()[0] for one in hand["corrected"] if one["was"]] == ["Discarded"]
    assert any("written 2z, seen 1z" in text for one in hand["otherwise"] for text in one["differs"])
    page = (kept / "evening.html").read_text()
    shown = [path for path in pictures if f"rests/{path.name}" in page]
    assert shown
    assert "Aki" not in page
    with zipfile.ZipFile(tmp_path / "e.zip") as packed:
        assert sorted(packed.namelist()) == files(kept)
