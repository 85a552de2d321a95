"""People at a real table, by HTTP alone: taps that come late, twice, together, or around a kill."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path

import pytest

from companion.journal import SqliteReader, replay
from tests.front_door.companions import Companion, started

NAMES = ["Anna", "Ben", "Chie", ""]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "table"


@pytest.fixture
def playing(folder: Path):
    """Four people in their first hand, which they count by taps."""
    with started(folder, "run") as companion:
        done(companion, "start", names=NAMES)
        done(companion, "deal", depth="counting")
        yield companion


def done(companion: Companion, kind: str, **fields) -> int:
    """A command that must succeed; the number of its last entry."""
    status, answer = companion.command(kind, tap=f"{kind}-{companion.seq}", **fields)
    assert (status, answer["status"]) == (200, "done"), answer
    return answer["seq"]


def won(seat: int, giver: int, han: int) -> dict:
    return {"is": "Won", "seat": seat, "by": "ron", "giver": giver, "value": {"han": han, "fu": 30}}


def entry_of(folder: Path, kind: str, nth: int) -> int:
    """The number of a standing fact, as the journal on the disk has it."""
    reader = SqliteReader(folder / "table.sqlite")
    game = reader.games()[-1]
    standing = replay(reader.entries(game.number), game.rules).entries
    reader.close()
    return [entry.seq for entry in standing if type(entry.fact).__name__ == kind][nth]


def points(companion: Companion) -> list[int]:
    return [seat["points"] for seat in companion.snapshot["seats"]]


def test_a_hand_is_told_by_taps_and_dealt_over_with_one(playing):
    assert [seat["name"] for seat in playing.snapshot["seats"]] == ["Anna", "Ben", "Chie", "N"]
    for seat, action in ((0, "discard"), (1, "riichi"), (3, "pon"), (3, "discard"), (0, "discard")):
        done(playing, "tap", seat=seat, action=action)
    now = playing.snapshot
    assert (now["wall"]["live"], now["seats"][1]["points"], now["depth"]) == (67, 24_000, "counting")
    assert now["taps"][1]["discard"] == ""
    assert now["taps"][2]["ron"] == ""
    body = {"expected_seq": now["seq"], "kind": "tell", "facts": [won(2, 0, 3)]}
    status, preview = playing.ask("POST", "/api/preview", body)
    assert (status, preview["refused"]) == (200, None)
    assert playing.seq == now["seq"]
    done(playing, "tell", facts=[won(2, 0, 3)])
    assert playing.snapshot["result"] == preview["result"]
    done(playing, "deal", depth="points")
    after = playing.snapshot
    assert (
        [seat["points"] for seat in after["seats"]] == preview["points"] == [21_100, 24_000, 29_900, 25_000]
    )
    assert (after["kyoku"]["name"], after["kyoku"]["phase"], after["wall"]["live"]) == (
        "E2-0",
        "unfollowed",
        None,
    )


@pytest.mark.gate(0)
def test_a_tap_on_an_old_page_is_told_the_new_number(playing):
    old = playing.seq
    new = done(playing, "tap", seat=0, action="discard")
    status, answer = playing.command("tap", tap="late", seq=old, seat=1, action="discard")
    assert (status, answer["error"], answer["seq"]) == (409, "stale", new)
    assert playing.seq == new


@pytest.mark.gate(0)
def test_of_two_who_confirm_at_once_one_wins_and_the_other_is_told(playing):
    seq = done(playing, "tap", seat=0, action="discard")
    with ThreadPoolExecutor(2) as people:
        taps = [
            people.submit(playing.command, "tell", tap=f"page-{page}", seq=seq, facts=[won(1, 0, page)])
            for page in (1, 2)
        ]
        answers = sorted((tap.result() for tap in taps), key=lambda answer: answer[0])
    assert [(status, answer.get("error")) for status, answer in answers] == [(200, None), (409, "stale")]
    assert len(playing.snapshot["result"]["wins"]) == 1


@pytest.mark.gate(0)
def test_fifty_times_the_same_tap_is_one_discard(playing):
    seq = playing.seq
    with ThreadPoolExecutor(16) as fingers:
        tap = {"tap": "same", "seq": seq, "seat": 0, "action": "discard"}
        taps = [fingers.submit(playing.command, "tap", **tap) for _ in range(50)]
        answers = [each.result() for each in taps]
    assert answers == [(200, {"status": "done", "seq": seq + 2})] * 50
    assert playing.snapshot["wall"]["live"] == 69


@pytest.mark.gate(0)
def test_a_refused_tap_stands_as_a_warning_that_the_table_may_allow(folder):
    with started(folder, "run") as companion:
        done(companion, "start", names=NAMES)
        done(companion, "deal", depth="counting", points=[900, 25_000, 25_000, 49_100])
        status, answer = companion.command("tap", tap="riichi", seat=0, action="riichi")
        assert (status, answer["error"], answer["reason"]) == (409, "refused", "riichi_points")
        assert answer["waivable"]
        standing = companion.snapshot["reminders"]
        assert [one["code"] for one in standing if one["may_waive"]] == ["riichi_points"]
        done(companion, "waive", reason="riichi_points")
        assert companion.snapshot["seats"][0]["riichi"] is not None
        done(companion, "undo")
        assert companion.snapshot["seats"][0]["riichi"] is None
        done(companion, "redo")
        assert companion.snapshot["seats"][0]["riichi"] is not None


def test_hand_two_is_put_right_during_hand_seven_also_after_a_restart(folder):
    hands = ((0, 1, 2), (1, 2, 3), (2, 3, 1), (1, 0, 5), (3, 0, 2), (0, 2, 4))
    with started(folder, "run") as companion:
        done(companion, "start", names=NAMES)
        done(companion, "deal", depth="points")
        for winner, giver, han in hands:
            done(companion, "tell", facts=[won(winner, giver, han)])
            done(companion, "deal", depth="points")
        done(companion, "tap", seat=2, action="riichi")
        before = companion.snapshot
        assert companion.end() == 0
    place = entry_of(folder, "Won", 1)
    fix = {"retracts": [place], "facts": [won(1, 2, 4)], "before": place}
    with started(folder, "run") as companion:
        assert companion.snapshot["seats"] == before["seats"]
        body = {"expected_seq": companion.seq, "kind": "correct", **fix}
        _, preview = companion.ask("POST", "/api/preview", body)
        assert preview["changes"][0]["kyoku"] == "E1-1"
        assert len(preview["changes"]) == 6
        done(companion, "correct", **fix)
        now = companion.snapshot
        moved = [
            seat["points"] - was["points"] for seat, was in zip(now["seats"], before["seats"], strict=True)
        ]
        assert moved == [0, 3_800, -3_800, 0]
        assert [seat["points"] for seat in now["seats"]] == preview["points"]
        assert now["health"]["points_ok"]
        assert now["kyoku"] == before["kyoku"]
        done(companion, "undo")
        assert companion.snapshot["seats"] == before["seats"]


@pytest.mark.gate(0)
def test_a_correction_that_breaks_a_later_hand_names_it_and_changes_nothing(playing, folder):
    for seat, action in ((0, "discard"), (3, "pon"), (3, "discard"), (0, "discard")):
        done(playing, "tap", seat=seat, action=action)
    seq = playing.seq
    wrong = {"retracts": [entry_of(folder, "PonCalled", 0)], "facts": []}
    status, answer = playing.command("correct", tap="wrong", **wrong)
    assert (status, answer["error"], answer["reason"]) == (409, "cannot_follow", "not_your_turn")
    assert '"discarded" in E1-0' in answer["message"]
    assert playing.seq == seq


def test_taps_sent_again_after_a_kill_are_done_once(folder):
    """The server is killed in the middle of taps; the page sends them again, by the same names."""
    with started(folder, "run") as companion:
        done(companion, "start", names=NAMES)
        done(companion, "deal", depth="counting")
        first = companion.seq
        taps = [
            {"tap": f"tap-{number}", "seq": first + 2 * number, "seat": number % 4, "action": "discard"}
            for number in range(24)
        ]
        answered = 0
        with ThreadPoolExecutor(1) as killer:
            for number, tap in enumerate(taps):
                if number == 9:
                    killer.submit(companion.process.kill)
                try:
                    answered += companion.command("tap", **tap)[0] == 200
                except (OSError, HTTPException):
                    break
        companion.process.wait()
    with started(folder, "run") as companion:
        written = (companion.seq - first) // 2
        assert written >= answered >= 9
        for tap in taps:
            assert companion.command("tap", **tap) == (200, {"status": "done", "seq": tap["seq"] + 2})
        assert companion.snapshot["wall"]["live"] == 70 - len(taps)
        assert companion.end() == 0


def test_nobody_tells_a_pretend_table_anything(tmp_path):
    with started(tmp_path / "demo", "demo") as companion:
        status, answer = companion.command("tap", tap="odd", seat=0, action="discard")
        assert (status, answer["error"]) == (409, "feed_plays")
        assert companion.snapshot["taps"] == []


@pytest.mark.gate(0)
def test_under_head_bump_the_nearer_winner_is_paid_whoever_was_told_first(folder):
    with started(folder, "run", "--rules", "m-league") as companion:
        done(companion, "start", names=NAMES)
        done(companion, "deal", depth="points")
        done(companion, "tell", facts=[won(3, 0, 3)])
        status, answer = companion.command("tell", tap="nearer", facts=[won(1, 0, 3)])
        assert (status, answer["overruled"]) == (200, [{"seat": 3, "action": "ron"}])
        assert companion.command("tell", tap="nearer", facts=[won(1, 0, 3)])[1] == answer
        assert [win["seat"] for win in companion.snapshot["result"]["wins"]] == [1]
        done(companion, "deal", depth="points")
        assert points(companion) == [21_100, 28_900, 25_000, 25_000]


@pytest.mark.gate(0)
def test_a_chi_yields_to_a_pon_told_right_after_it_and_an_undo_brings_it_back(playing):
    done(playing, "tap", seat=0, action="discard")
    done(playing, "tap", seat=1, action="chi")
    status, answer = playing.command("tap", tap="later", seat=2, action="pon")
    assert (status, answer["overruled"]) == (200, [{"seat": 1, "action": "chi"}])
    assert [len(seat["melds"]) for seat in playing.snapshot["seats"]] == [0, 0, 1, 0]
    done(playing, "undo")
    assert [len(seat["melds"]) for seat in playing.snapshot["seats"]] == [0, 1, 0, 0]
