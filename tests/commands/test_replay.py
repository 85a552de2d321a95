"""`companion replay`: formats, packings and folders, the shape of its JSON, and its exit status."""

import bz2
import gzip
import json
import lzma
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.haifu.record import FinalClaim, Format, HandClaim, PlacedFact, Record, RecordedHand
from companion.replaying import GameReplay, replay_record
from companion.riichi.facts import Chombo, Fact, KyokuEnded, KyokuStarted
from companion.riichi.presets import TENHOU
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile
from tests.front_door.companions import called
from tests.front_door.own_records import (
    SUFFIXES,
    in_lines,
    own_events,
    own_record,
    own_text,
    place_of,
)

RESULTS = {"ron", "tsumo", "exhaustive", "kyuushu", "suufon", "suucha_riichi", "suukaikan", "sanchahou"}
RESULTS |= {"nagashi_mangan"}
TOTALS = {"games": int, "hands": int, "facts": int, "mismatches": int, "unreadable": int, "seconds": float}
all_formats = pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai"])


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


def as_json(*arguments: object) -> tuple[list[dict], dict]:
    """The games, and the last line."""
    *games, totals = map(json.loads, run("--json", *arguments).stdout.splitlines())
    return games, totals


def written(folder: Path, form: str, seed: int = 1, rules: str = "tenhou") -> Path:
    path = folder / f"{rules}-{seed}.{SUFFIXES[form]}"
    path.write_text(own_text(form, seed, rules))
    return path


@all_formats
@pytest.mark.parametrize(("seed", "rules"), [(1, "tenhou"), (1, "tenhou-3p")])
def test_a_game_agrees_with_itself_in_every_format(tmp_path, form, seed, rules):
    path = written(tmp_path, form, seed, rules)
    (game,), totals = as_json(path)
    record = own_record(seed, rules)
    facts = sum(len(hand.facts) for hand in record.hands)
    assert (game["game"], game["format"]) == (str(path), form)
    assert (game["players"], game["rules"]) == (len(record.names), rules)
    assert len(game["hands"]) == totals["hands"] == len(record.hands)
    assert (totals["facts"], totals["mismatches"], totals["unreadable"]) == (facts, 0, 0)
    assert tuple(game["final"]) == record.final.points
    assert tuple(game["scores"]) == record.final.scores


def test_the_json_has_every_field_and_every_type(tmp_path):
    (game,), totals = as_json(written(tmp_path, "mjlog"))
    assert {name: type(value) for name, value in totals.items()} == TOTALS
    assert {"game", "format", "players", "hands", "final", "mismatches"} <= game.keys()
    assert game["mismatches"] == 0
    results = {hand["result"] for hand in game["hands"]}
    assert {"ron", "tsumo", "exhaustive"} <= results <= RESULTS
    for hand in game["hands"]:
        assert hand["mismatches"] == []
        assert 0 <= hand["live"] <= 69
        assert len(hand["indicators"]) == 1 + hand["kans"]
        assert len(hand["deltas"]) == len(hand["points"]) == 4
        assert all(isinstance(number, int) for number in (*hand["deltas"], *hand["points"]))
        assert bool(hand["wins"]) == (hand["result"] in ("ron", "tsumo"))
        for win in hand["wins"]:
            assert sum(han for _, han in win["yaku"]) == win["han"] > 0
            assert win["fu"] >= 20


def test_hands_are_called_as_people_call_them(tmp_path):
    (game,), _ = as_json(written(tmp_path, "mjai"))
    names = [hand["hand"] for hand in game["hands"]]
    assert names[:2] == ["E1-0", "E1-1"]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress], ids=["gzip", "bzip2", "xz"])
@all_formats
def test_a_packed_record_is_read_whatever_its_name(tmp_path, form, pack):
    path = tmp_path / "record"
    path.write_bytes(pack(own_text(form, 7).encode()))
    (game,), totals = as_json(path)
    assert (game["format"], totals["mismatches"], totals["unreadable"]) == (form, 0, 0)


def test_folders_and_tars_are_read_whole_and_in_order(tmp_path):
    folder = tmp_path / "games" / "deeper"
    folder.mkdir(parents=True)
    files = [written(folder, form, 7) for form in SUFFIXES]
    archive = tmp_path / "games.tar.xz"
    with tarfile.open(archive, "w:xz") as tar:
        for file in files:
            tar.add(file, f"inside/{file.name}")
    games, totals = as_json(tmp_path / "games", archive)
    paths = sorted(files)
    names = [str(file) for file in paths] + [f"{archive}/inside/{file.name}" for file in files]
    assert [game["game"] for game in games] == names
    assert (totals["games"], totals["mismatches"], totals["unreadable"]) == (6, 0, 0)


def test_other_rules_than_the_records_are_those_one_asks_for(tmp_path):
    # In this game nobody is content with tenhou's uma under the rules of another house.
    path = written(tmp_path, "mjlog")
    result = run("--rules", "wrc", path)
    assert result.exit_code == 1
    assert "final scores" in result.stdout
    assert run("--rules", "tenhou", path).exit_code == 0


@pytest.mark.parametrize("rules", ["nobody", "no-such-file.toml"])
def test_unknown_rules_are_one_sentence_and_nothing_is_read(tmp_path, rules):
    result = run("--rules", rules, written(tmp_path, "mjlog"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.splitlines()) == 1


def test_for_people_there_is_one_line_for_all(tmp_path):
    result = run(written(tmp_path, "mjlog", 7))
    facts = sum(len(hand.facts) for hand in own_record(7).hands)
    assert result.stdout.startswith(f"1 game, 8 hands, {facts} facts: 0 mismatches, 0 unreadable (")
    assert len(result.stdout.splitlines()) == 1


def test_the_exit_status_of_the_process_tells_the_worst(tmp_path):
    good = written(tmp_path, "mjai", 7)
    events = own_events(7)
    events[place_of(events, "hora")]["hora_points"] += 100
    wrong, foreign = tmp_path / "wrong.jsonl", tmp_path / "foreign.txt"
    wrong.write_text(in_lines(events))
    foreign.write_text("Dear diary")
    assert called("replay", good).status == 0
    assert called("replay", good, wrong).status == 1
    worst = called("replay", foreign, wrong, good)
    assert worst.status == 2
    assert worst.sentence.startswith(f"{foreign}: ")
    assert "2 games, 16 hands" in worst.said


def cut_short(*end: Fact) -> GameReplay:
    """A game that its record ends after one deal; the final points leave out the stick on the table."""
    points = (25_000, 25_000, 25_000, 24_000)
    facts = (KyokuStarted(Wind.EAST, Seat(0), 0, 1, points, Tile("1m")), *end, KyokuEnded())
    hand = RecordedHand(tuple(PlacedFact(fact, event) for event, fact in enumerate(facts, 1)), HandClaim())
    return replay_record(Record("x", Format.MJAI, TENHOU, tuple("abcd"), (hand,), FinalClaim(points)))


def test_the_final_points_that_differ_are_those_that_are_told() -> None:
    told = "final points: 26000 25000 25000 24000; the record says 25000 25000 25000 24000"
    assert told in cut_short(Chombo(Seat(0))).mismatches


def test_the_result_of_a_hand_may_be_a_chombo() -> None:
    assert [hand.result for hand in cut_short(Chombo(Seat(0))).hands] == ["chombo"]
    assert [hand.result for hand in cut_short().hands] == ["unfinished"]
