"""`companion run` and `companion demo` as processes: they print, answer, stream, reach the end, and stop."""

import socket
from itertools import pairwise

import pytest

from tests.front_door.companions import Companion, called, source, started
from tests.front_door.own_records import in_lines, own_events, own_record, own_text


def seqs_until_the_end(companion: Companion) -> list[int]:
    seqs = []
    with companion.watched() as snapshots:
        for snapshot in snapshots:
            seqs.append(snapshot["seq"])
            if source(snapshot, "record").get("state") == "ended":
                return seqs
    raise AssertionError("the stream ended before the record")


@pytest.mark.gate("mjlog")
@pytest.mark.parametrize(
    ("form", "seed", "rules"),
    [("mjlog", 3, "tenhou-3p"), ("tenhou6", 7, "tenhou"), ("mjai", 0, "tenhou")],
)
def test_a_record_is_played_to_the_points_it_ends_with(tmp_path, record_file, form, seed, rules):
    file = record_file(form, seed, rules)
    with started(tmp_path / "games", "run", "--record", file, "--speed", 1000) as companion:
        seqs = seqs_until_the_end(companion)
        snapshot = companion.snapshot
        assert companion.end() == 0
    assert seqs == sorted(seqs)
    record = own_record(seed, rules)
    final = {place["seat"]: (place["points"], place["score"]) for place in snapshot["final"]}
    claimed = enumerate(zip(record.final.points, record.final.scores, strict=True))
    assert final == dict(claimed)
    assert snapshot["health"]["points_ok"]
    assert snapshot["players"] == len(record.names)
    assert [seat["name"] for seat in snapshot["seats"]] == list(record.names)


@pytest.mark.gate(0)
def test_every_fact_of_the_record_is_one_entry_of_the_journal(tmp_path, record_file):
    file = record_file("mjlog", 3, "tenhou-3p")
    with started(tmp_path / "games", "run", "--record", file, "--speed", 1000) as companion:
        at_the_end = companion.wait_until(lambda now: source(now, "record").get("state") == "ended")
    told = sum(len(hand.facts) for hand in own_record(3, "tenhou-3p").hands)
    assert at_the_end["seq"] == told + len(["HanchanStarted", "HanchanEnded"])


def test_the_pretend_table_says_where_it_is_and_plays(tmp_path):
    with started(tmp_path / "games", "demo", "--speed", 1000) as companion:
        assert companion.greeting.startswith("The table is at http://127.0.0.1:")
        with companion.watched() as snapshots:
            seqs = [snapshot["seq"] for snapshot, _ in zip(snapshots, range(30), strict=False)]
        later = companion.wait_until(lambda now: now["seq"] > seqs[-1])
        assert companion.errors == ""
    assert all(earlier <= later for earlier, later in pairwise(seqs))
    assert seqs[-1] > seqs[0]
    assert later["control"] == {"speed": 1000.0, "paused": False}
    assert source(later, "pretend table") == {
        "name": "pretend table",
        "state": "up",
        "note": "1000x",
        "code": "pace",
        "sides": "",
        "stop": None,
    }
    assert source(later, "journal")["state"] == "up"


@pytest.mark.gate(0)
def test_the_same_seed_plays_the_same_game(tmp_path):
    dealt = []
    for name in ("one", "other"):
        with started(tmp_path / name, "demo", "--seed", 5, "--speed", 100) as companion:
            now = companion.wait_until(lambda now: now["kyoku"] is not None)
            dealt.append(now["wall"]["indicators"])
    assert dealt[0] == dealt[1]


def test_sigterm_ends_it_at_once_though_pages_are_watching(tmp_path):
    with started(tmp_path / "games", "demo", "--speed", 100) as companion:
        with companion.watched() as one, companion.watched() as other:
            next(one), next(other)
            assert companion.end() == 0
            # Each page is sent home: its stream comes to an end.
            for _ in (*one, *other):
                pass
        assert companion.errors == ""


def test_a_broken_record_is_shown_as_far_as_it_is_good_and_not_kept(tmp_path, broken_file):
    folder = tmp_path / "games"
    with started(folder, "run", "--record", broken_file, "--speed", 1000) as companion:
        now = companion.wait_until(lambda now: source(now, "record").get("state") == "ended")
    sentence = f"{broken_file}: hand 1, event 41: It is another player's turn."
    assert companion.errors == f"{sentence}\n"
    assert source(now, "record")["note"] == f"{sentence} (1000x)"
    stop = {"why": "unlawful", "hand": 1, "event": 41, "reason": "not_your_turn"}
    assert source(now, "record")["stop"] == stop
    assert now["seq"] == 40
    assert now["kyoku"]["name"] == "E1-0"
    assert list(folder.iterdir()) == []


@pytest.mark.gate(1)
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--record", "picture.png"], "picture.png: it is a PNG picture, not a record"),
        (["--record", "nowhere.xml"], "nowhere.xml: there is no such file"),
        (["--record", "fifth.jsonl"], "hand 1, event 2: That would be the fifth copy of a tile. (1m)"),
        (["--record", "whole.jsonl", "--rules", "nobody"], "there is no rule set 'nobody'"),
        (["--rules", "nobody"], "there is no rule set 'nobody'"),
        (["--host", "203.0.113.1"], "; is --host an address of this machine?"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_what_cannot_be_started_is_one_sentence_and_leaves_no_game(tmp_path, monkeypatch, options, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "whole.jsonl").write_text(own_text("mjai", 7))
    events = own_events(7)
    events[1]["tehais"][0][:5] = ["1m"] * 5
    (tmp_path / "fifth.jsonl").write_text(in_lines(events))
    refused = called("run", *options, "--port", 0, "--data", "games")
    assert (refused.status, refused.said) == (1, "")
    assert refused.sentence.startswith("Error: ")
    assert sentence in refused.sentence
    kept = tmp_path / "games" / "records.sqlite"
    assert not kept.exists()


def test_a_companion_at_one_address_is_found_by_the_commands_and_the_screen_of_its_own_machine(tmp_path):
    with started(tmp_path / "games", "run", "--host", "127.0.0.2") as companion:
        assert companion.host == "127.0.0.2"
        listed = called("devices", "list", "--port", companion.port)
        assert (listed.status, listed.said) == (0, "No device has been paired.\n")
        assert called("devices", "pair", "--port", companion.port).status == 0
        companion.host = "127.0.0.1"
        assert companion.snapshot["seq"] == 0
        assert companion.end() == 0


def test_a_companion_at_one_address_starts_although_another_program_has_its_port_beside_it(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with started(tmp_path / "games", "run", "--host", "127.0.0.2", port=port) as companion:
            assert companion.snapshot["seq"] == 0
            assert companion.end() == 0
