"""What a companion keeps on the disk, seen from outside: restarts, kill -9, two at once, and a taken port."""

import socket
from contextlib import closing
from pathlib import Path

import pytest

from companion.evidence import Cause
from companion.haifu.mjai import read_mjai
from companion.journal import Draft, SqliteJournal, SqliteReader
from companion.journal.replay import fact_of, replay
from companion.riichi.facts import HanchanEnded, HanchanStarted
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin
from tests.front_door.companions import called, source, started
from tests.front_door.own_records import own_facts

NOON = "2024-01-01T12:00:00.000000Z"


def kept_facts(file: Path) -> dict[str, list]:
    """Every game of a journal by its name: the facts that count."""
    with closing(SqliteReader(file)) as reader:
        reader.check()
        games = reader.games()
        found = [replay(reader.entries(game.number), game.rules) for game in games]
    assert not any(each.failure for each in found)
    names = (game.name for game in games)
    return {name: [fact_of(e) for e in each.entries] for name, each in zip(names, found, strict=True)}


@pytest.fixture
def evening(tmp_path) -> tuple[Path, int]:
    """A data folder in which a table stopped in mid-hand, and how many facts it has."""
    folder = tmp_path / "games"
    facts = [public_twin(fact) for fact in own_facts(7)[:60]]
    with closing(SqliteJournal(folder / "table.sqlite")) as journal:
        game = journal.next_game("table", TENHOU, NOON)
        journal.append(game, [Draft(at=NOON, because=Cause.PANEL, fact=fact) for fact in facts])
    return folder, len(facts)


def test_a_table_goes_on_where_it_stood(evening):
    folder, count = evening
    with started(folder, "run") as companion:
        before = companion.snapshot
        assert (before["game"], before["seq"], before["control"]) == ("table-1", count, None)
        assert companion.command("undo", tap="by-hand") == (200, {"status": "done", "seq": count + 1})
        after = companion.snapshot
        assert companion.end() == 0
    with started(folder, "run") as companion:
        again = companion.snapshot
        # The tap that was answered before the restart is known after it.
        assert companion.command("undo", tap="by-hand", seq=count) == (
            200,
            {"status": "done", "seq": count + 1},
        )
    # What was taken back can be told again, by the next companion too.
    assert again == after
    assert after["redo"]
    assert len(kept_facts(folder / "table.sqlite")["table-1"]) == count - 1


@pytest.mark.gate(0)
def test_people_cannot_be_paused(evening):
    with started(evening[0], "run") as companion:
        status, answer = companion.command("pause", tap="stop")
    assert (status, answer["error"]) == (409, "no_control")


@pytest.mark.gate(0)
def test_a_demo_that_ends_leaves_its_games_and_the_next_one_adds_to_them(tmp_path):
    folder = tmp_path / "games"
    with started(folder, "demo", "--speed", 1000) as companion:
        seen = companion.wait_until(lambda now: now["seq"] > 100)
        assert companion.end() == 0
    before = kept_facts(folder / "demo.sqlite")
    assert sum(map(len, before.values())) >= seen["seq"]
    with started(folder, "demo", "--speed", 1000) as companion:
        companion.wait_until(lambda now: now["game"] not in before and now["kyoku"] is not None)
        assert companion.end() == 0
    after = kept_facts(folder / "demo.sqlite")
    assert {name: after[name] for name in before} == before
    assert len(after) > len(before)


@pytest.mark.gate(1)
@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_what_a_page_has_seen_is_there_after_kill_9(tmp_path, form):
    folder = tmp_path / "games"
    with started(folder, "demo", "--speed", 1000) as companion:
        with companion.watched() as snapshots:
            seen = next(snapshot for snapshot in snapshots if snapshot["seq"] > 150)
        companion.process.kill()
        companion.process.wait()
    kept = kept_facts(folder / "demo.sqlite")
    assert sum(map(len, kept.values())) >= seen["seq"]
    exported = called("export", "--format", form, "--data", folder, seen["game"])
    assert (exported.status, exported.errors) == (0, "")
    file = tmp_path / "exported"
    file.write_text(exported.said)
    again = called("replay", file)
    assert " 0 mismatches" in again.said
    if form == "mjai":
        told = [placed.fact for hand in read_mjai(exported.said, "").hands for placed in hand.facts]
        of_hands = [f for f in kept[seen["game"]] if not isinstance(f, HanchanStarted | HanchanEnded)]
        assert told[: len(of_hands)] == of_hands


@pytest.mark.gate(0)
def test_an_export_while_it_plays_gives_what_is_there(tmp_path):
    folder = tmp_path / "games"
    with started(folder, "demo", "--speed", 1000) as companion:
        seen = companion.wait_until(lambda now: now["kyoku"] is not None and now["seq"] > 50)
        exported = called("export", "--format", "mjai", "--data", folder, "pretend-1")
        assert companion.wait_until(lambda now: now["seq"] > seen["seq"])
    assert (exported.status, exported.errors) == (0, "")
    assert len(exported.said.splitlines()) >= min(seen["seq"], 50)


def test_two_companions_on_one_folder_the_second_says_so_and_goes(tmp_path):
    folder = tmp_path / "games"
    with started(folder, "demo", "--speed", 100) as first:
        whose = f"is written by another companion (process {first.process.pid})"
        # Whoever types the same again is not sent to another port.
        for port in (0, first.port):
            second = called("demo", "--port", port, "--data", folder)
            assert (second.status, second.said) == (1, "")
            assert second.sentence == f"Error: the journal {folder / 'demo.sqlite'} {whose}"
        seq = first.seq
        assert source(first.wait_until(lambda now: now["seq"] > seq), "journal")["state"] == "up"


def test_a_port_that_is_taken_is_named(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = called("demo", "--port", port, "--data", tmp_path / "games")
    assert (refused.status, refused.said) == (1, "")
    assert refused.sentence.startswith(f"Error: nothing can listen on 127.0.0.1:{port}: ")
    assert "--port" in refused.sentence


@pytest.mark.gate(0)
def test_a_data_folder_that_is_a_file_is_named(tmp_path):
    file = tmp_path / "file"
    file.write_text("here already")
    refused = called("demo", "--port", 0, "--data", file)
    assert refused.status == 1
    assert refused.sentence == f"Error: the data folder {file} cannot be used: it is not a folder"
    assert file.read_text() == "here already"


def test_a_journal_of_somebody_else_is_left_alone(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "demo.sqlite").write_text("my diary")
    refused = called("demo", "--port", 0, "--data", folder)
    assert refused.status == 1
    assert "is not a journal of this companion" in refused.sentence
    assert (folder / "demo.sqlite").read_text() == "my diary"
