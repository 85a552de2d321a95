"""`companion demo` as people start it: picture, keys and page together; and none of it at a real table."""

import time
from http.client import HTTPConnection

import pytest

from tests.front_door.companions import PATIENCE_S, source, started


def picture(companion) -> tuple[int, bytes]:
    line = HTTPConnection(companion.host, companion.port, timeout=PATIENCE_S)
    try:
        line.request("GET", "/api/pretend/picture")
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def wait_for(companion, is_so):
    give_up_at = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up_at:
        said = companion.ask("GET", "/api/pretend")[1]
        if is_so(said):
            return said
        time.sleep(0.05)
    raise AssertionError(f"it never came so far: {said}")


def test_the_pretend_table_is_seen_and_its_keys_are_pressed(tmp_path) -> None:
    with started(tmp_path / "games", "demo", "--speed", 20) as companion:
        companion.wait_until(lambda seen: source(seen, "pretend camera").get("state") == "up")
        first = wait_for(companion, lambda said: said["number"] is not None)
        assert first["missing"] == []
        status, jpeg = picture(companion)
        assert (status, jpeg[:3]) == (200, b"\xff\xd8\xff")
        wait_for(companion, lambda said: {box["pressed"] for box in said["boxes"]} - {"next"})
        wait_for(companion, lambda said: said["number"] > first["number"])
        assert picture(companion)[1] != jpeg
        assert companion.end() == 0
    assert "Traceback" not in companion.errors


@pytest.mark.gate(0)
def test_at_a_table_with_people_there_is_nothing_to_be_seen(tmp_path) -> None:
    with started(tmp_path / "games", "run") as companion:
        status, said = companion.ask("GET", "/api/pretend")
        assert (status, said["error"]) == (404, "no_pretend_table")
        assert picture(companion)[0] == 404
        assert not source(companion.snapshot, "pretend camera")
