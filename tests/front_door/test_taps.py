"""What a page can ask of a companion that plays a record: pause, pace, and taking back."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from companion.evidence import Cause
from companion.journal import SqliteReader
from companion.journal.replay import fact_of, replay
from companion.riichi.public import public_twin
from tests.front_door.companions import Companion, source, started
from tests.front_door.own_records import own_facts, own_record

SHOWN = ("kyoku", "result", "wall", "seats", "final")
"""The table itself: what an undo must bring back."""


@pytest.fixture
def playing(tmp_path, record_file):
    """A record in mid-hand, slow enough to be stopped anywhere."""
    with started(tmp_path / "games", "run", "--record", record_file("mjai"), "--speed", 20) as companion:
        companion.wait_until(lambda now: now["seq"] > 20)
        yield companion


def pause(companion: Companion) -> dict:
    """The snapshot on which the record stands still."""
    assert companion.command("pause", tap="stop")[0] == 200
    return companion.wait_until(lambda now: now["control"]["paused"])


def play_to_the_end(companion: Companion) -> dict:
    assert companion.command("speed", tap="fast", speed=1000)[0] == 200
    assert companion.command("resume", tap="go")[0] == 200
    return companion.wait_until(lambda now: source(now, "record").get("state") == "ended")


def table(snapshot: dict) -> dict:
    return {part: snapshot[part] for part in SHOWN}


def final_points(snapshot: dict) -> tuple[int, ...]:
    by_seat = {place["seat"]: place["points"] for place in snapshot["final"]}
    return tuple(by_seat[seat] for seat in sorted(by_seat))


def test_a_paused_record_stands_still_and_goes_on_where_it_stood(playing):
    stood = pause(playing)
    assert stood["control"] == {"speed": 20.0, "paused": True}
    assert source(stood, "record")["note"] == "20x, paused"
    status, answer = playing.command("speed", tap="faster", speed=40)
    assert (status, answer) == (200, {"status": "done", "seq": stood["seq"]})
    now = playing.snapshot
    assert (now["seq"], table(now)) == (stood["seq"], table(stood))
    assert now["control"] == {"speed": 40.0, "paused": True}
    assert playing.command("resume", tap="go")[0] == 200
    assert playing.wait_until(lambda now: now["seq"] > stood["seq"])["control"]["paused"] is False


def test_what_was_taken_back_is_told_again_and_the_game_ends_as_the_record_says(playing, tmp_path):
    stood = pause(playing)
    for tap in range(5):
        status, answer = playing.command("undo", tap=f"undo-{tap}")
        assert (status, answer["seq"]) == (200, stood["seq"] + tap + 1)
    back = playing.snapshot
    assert table(back) != table(stood)
    ended = play_to_the_end(playing)
    assert final_points(ended) == own_record(7).final.points
    assert playing.end() == 0
    reader = SqliteReader(tmp_path / "games" / "records.sqlite")
    (game,) = reader.games()
    found = replay(reader.entries(game.number), game.rules)
    retracted = [entry for entry in reader.entries(game.number) if entry.because is Cause.PERSON]
    reader.close()
    told = [fact_of(entry) for entry in found.entries]
    assert told == [public_twin(fact) for fact in own_facts(7)]
    assert [entry.retracts for entry in retracted] == [stood["seq"] - tap for tap in range(5)]


@pytest.mark.gate(0)
def test_an_undo_shows_the_table_as_it_was_one_fact_before(playing):
    stood = pause(playing)
    assert playing.command("undo", tap="one")[0] == 200
    one_before = playing.snapshot
    assert playing.command("resume", tap="go")[0] == 200
    playing.wait_until(lambda now: now["seq"] > stood["seq"] + 2)
    # Back to the same place once more, from further on.
    again = pause(playing)
    facts_since = again["seq"] - one_before["seq"]
    for tap in range(facts_since):
        assert playing.command("undo", tap=f"again-{tap}")[0] == 200
    assert table(playing.snapshot) == table(one_before)


@pytest.mark.gate(0)
def test_an_undo_while_it_plays_makes_it_pause(playing):
    # The record goes on between looking and tapping: whoever is late is told so and taps again.
    answers = (playing.command("undo", tap=f"late-{number}") for number in count())
    status, answer = next((status, answer) for status, answer in answers if status != 409)
    assert status == 200
    now = playing.snapshot
    assert now["control"]["paused"]
    assert now["seq"] == answer["seq"]
    assert final_points(play_to_the_end(playing)) == own_record(7).final.points


@pytest.mark.gate(0)
def test_also_the_end_of_a_record_can_be_taken_back(playing):
    ended = play_to_the_end(playing)
    said = {"name": "record", "state": "ended", "note": "1000x", "code": "pace"}
    assert source(ended, "record") == said
    for tap in range(3):
        assert playing.command("undo", tap=f"end-{tap}")[0] == 200
    stood = playing.wait_until(lambda now: now["control"]["paused"])
    assert (stood["final"], source(stood, "record")["state"]) == (None, "up")
    assert playing.command("resume", tap="again")[0] == 200
    once_more = playing.wait_until(lambda now: source(now, "record")["state"] == "ended")
    assert once_more["seq"] == ended["seq"] + 6
    assert table(once_more) == table(ended)


@pytest.mark.gate(0)
def test_a_tap_on_an_old_picture_is_refused_and_changes_nothing(playing):
    stood = pause(playing)
    status, answer = playing.command("undo", tap="old", seq=stood["seq"] - 1)
    assert (status, answer["error"], answer["seq"]) == (409, "stale", stood["seq"])
    # Also when the same tap is sent again although the number would be right by now.
    assert playing.command("undo", tap="old", seq=stood["seq"])[0] == 409
    assert table(playing.snapshot) == table(stood)


@pytest.mark.gate(0)
def test_fifty_times_the_same_tap_is_one_undo(playing):
    stood = pause(playing)
    with ThreadPoolExecutor(16) as fingers:
        taps = [fingers.submit(playing.command, "undo", tap="same", seq=stood["seq"]) for _ in range(50)]
        answers = [tap.result() for tap in taps]
    assert answers == [(200, {"status": "done", "seq": stood["seq"] + 1})] * 50
    assert playing.seq == stood["seq"] + 1
    assert final_points(play_to_the_end(playing)) == own_record(7).final.points


@pytest.mark.gate(0)
def test_fifty_fingers_on_one_picture_take_back_one_fact(playing):
    stood = pause(playing)
    with ThreadPoolExecutor(16) as fingers:
        taps = [fingers.submit(playing.command, "undo", tap=f"f{n}", seq=stood["seq"]) for n in range(50)]
        statuses = sorted(tap.result()[0] for tap in taps)
    assert statuses == [200] + [409] * 49
    assert playing.seq == stood["seq"] + 1


@pytest.mark.gate(0)
@pytest.mark.parametrize("more", [{}, {"speed": 0}, {"speed": 2000}])
def test_a_speed_that_cannot_be_is_refused(playing, more):
    status, answer = playing.command("speed", tap="odd", **more)
    assert (status, answer["error"]) == (400, "bad_command")
    assert playing.snapshot["control"]["speed"] == 20
