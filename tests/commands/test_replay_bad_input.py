"""Records that are damaged or break a rule: one clear sentence with its place; the rest is kept and read."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from tests.front_door.own_records import Events, in_lines, own_events, own_text, place_of

Change = Callable[[Events], tuple[int, str]]
"""Spoils a game; gives the event's number and what must be said of it."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


def fifth_copy_dealt(events: Events) -> tuple[int, str]:
    events[1]["tehais"][0][:5] = ["1m"] * 5
    return 2, "That would be the fifth copy of a tile. (1m)"


def fifth_copy_drawn(events: Events) -> tuple[int, str]:
    kan = place_of(events, "daiminkan")
    place = next(p for p in range(kan + 3, len(events)) if events[p]["type"] == "tsumo")
    events[place]["pai"] = events[kan]["pai"]
    return place + 1, f"That would be the fifth copy of a tile. ({events[kan]['pai']})"


def draw_from_an_empty_wall(events: Events) -> tuple[int, str]:
    place = place_of(events, "ryukyoku")
    events.insert(place, {"type": "tsumo", "actor": (events[place - 1]["actor"] + 1) % 4, "pai": "?"})
    return place + 1, "The live wall is empty."


def kan_with_the_last_tile(events: Events) -> tuple[int, str]:
    place = place_of(events, "ryukyoku") - 1
    events[place] = {"type": "ankan", "actor": events[place]["actor"], "consumed": ["?"] * 4}
    return place + 1, "No kan when the live wall is empty: the dead wall keeps its tiles."


def indicator_before_the_kan(events: Events) -> tuple[int, str]:
    place = place_of(events, "ankan")
    events[place], events[place + 1] = events[place + 1], events[place]
    return place + 1, "No dora indicator is due to be flipped now."


def indicator_too_late(events: Events) -> tuple[int, str]:
    place = place_of(events, "ankan")
    events.insert(place + 4, events.pop(place + 1))
    return place + 2, "dora indicator 2 should have been turned before"


def indicator_never(events: Events) -> tuple[int, str]:
    place = place_of(events, "ankan")
    events.pop(place + 1)
    return place + 2, "dora indicator 2 should have been turned before"


def wrong_points(events: Events) -> tuple[int, str]:
    place = place_of(events, "hora")
    told = events[place]["scores"]
    right = " ".join(map(str, told))
    events[place]["scores"] = [told[0] + 100, *told[1:]]
    return place + 1, f"points: {right}; the record says {' '.join(map(str, events[place]['scores']))}"


def wrong_payment(events: Events) -> tuple[int, str]:
    place = place_of(events, "hora")
    win = events[place]
    win["hora_points"] += 100
    right = win["hora_points"] - 100
    return place + 1, f"seat {win['actor']}: the hand pays {right}, the record says {right + 100}"


def wrong_han(events: Events) -> tuple[int, str]:
    place = place_of(events, "hora")
    events[place]["fan"] += 1
    return place + 1, f"han is {events[place]['fan'] - 1}, the record says {events[place]['fan']}"


def wrong_yaku(events: Events) -> tuple[int, str]:
    place = place_of(events, "hora")
    events[place]["yakus"] = [["chinitsu", 6]]
    return place + 1, "the record says chinitsu 6"


def wrong_next_dealer(events: Events) -> tuple[int, str]:
    place = place_of(events, "start_kyoku", nth=2)
    dealer = events[place]["oya"]
    events[place]["oya"] = (dealer + 1) % 4
    return place + 1, f"the deal's dealer should be {dealer}, the record says {(dealer + 1) % 4}"


def wrong_honba(events: Events) -> tuple[int, str]:
    place = place_of(events, "start_kyoku", nth=2)
    events[place]["honba"] += 1
    honba = events[place]["honba"]
    return place + 1, f"the deal's honba should be {honba - 1}, the record says {honba}"


def draw_out_of_turn(events: Events) -> tuple[int, str]:
    place = place_of(events, "dahai", nth=10) + 1
    events.insert(place, {"type": "tsumo", "actor": events[place - 1]["actor"], "pai": "?"})
    return place + 1, "It is another player's turn."


def discard_left_out(events: Events) -> tuple[int, str]:
    place = place_of(events, "dahai")
    del events[place]
    return place + 1, "It is another player's turn."


def tile_that_is_not_held(events: Events) -> tuple[int, str]:
    place = place_of(events, "dahai")
    hand = events[1]["tehais"][events[place]["actor"]]
    drawn = events[place - 1]["pai"]
    events[place]["pai"] = next(tile for tile in ("N", "P", "F", "C", "E") if tile not in (*hand, drawn))
    return place + 1, ""


LAWS = [
    fifth_copy_dealt,
    fifth_copy_drawn,
    draw_from_an_empty_wall,
    kan_with_the_last_tile,
    indicator_before_the_kan,
    indicator_too_late,
    indicator_never,
    wrong_points,
    wrong_payment,
    wrong_han,
    wrong_yaku,
    wrong_next_dealer,
    wrong_honba,
    draw_out_of_turn,
    discard_left_out,
    tile_that_is_not_held,
]


def spoiled(folder: Path, change: Change) -> tuple[Path, int, str]:
    events = own_events(1)
    event, sentence = change(events)
    path = folder / "spoiled.jsonl"
    path.write_text(in_lines(events))
    return path, event, sentence


@pytest.mark.parametrize("change", LAWS, ids=lambda change: change.__name__)
def test_a_broken_law_is_told_with_its_hand_and_event(tmp_path, change):
    path, event, sentence = spoiled(tmp_path, change)
    result = run("--json", path)
    assert (result.exit_code, result.stderr) == (1, "")
    game, _ = map(json.loads, result.stdout.splitlines())
    first = next(hand for hand in game["hands"] if hand["mismatches"])
    assert first["mismatches"][0].startswith(f"event {event}: ")
    assert sentence in first["mismatches"][0]
    told = run(path)
    assert told.stdout.splitlines()[0] == f"{path}: {first['hand']}: {first['mismatches'][0]}"


@pytest.mark.gate(4)
@pytest.mark.parametrize("change", LAWS, ids=lambda change: change.__name__)
def test_hands_before_and_after_a_broken_law_are_still_compared(tmp_path, change):
    path, _, _ = spoiled(tmp_path, change)
    games = [json.loads(run("--json", file).stdout.splitlines()[0]) for file in (path, _whole(tmp_path))]
    broken, whole = (game["hands"] for game in games)
    place = next(place for place, hand in enumerate(broken) if hand["mismatches"])
    assert len(broken) == len(whole)
    assert broken[:place] == whole[:place]
    assert broken[place + 2 :] == whole[place + 2 :]


def _whole(folder: Path) -> Path:
    path = folder / "whole.jsonl"
    path.write_text(own_text("mjai"))
    return path


def five_kans() -> Events:
    """One player declares four kans; then another a fifth, for which there is no replacement tile."""
    start = {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}
    start |= {"scores": [25_000] * 4, "dora_marker": "1m", "tehais": [["?"] * 13] * 4}
    events = [{"type": "start_game", "names": ["a", "b", "c", "d"]}, start]
    for seat, tiles in ((0, "ESWN"), (1, "P")):
        events.append({"type": "tsumo", "actor": seat, "pai": "?"})
        for tile, marker in zip(tiles, ("2m", "3m", "4m", "5m"), strict=False):
            events.append({"type": "ankan", "actor": seat, "consumed": [tile] * 4})
            events.append({"type": "dora", "dora_marker": marker})
            events.append({"type": "tsumo", "actor": seat, "pai": "?"})
        events.append({"type": "dahai", "actor": seat, "pai": f"{9 - seat}s", "tsumogiri": False})
    return events


def test_a_kan_for_which_nothing_is_left_is_refused(tmp_path):
    path = tmp_path / "kans.jsonl"
    events = five_kans()
    path.write_text(in_lines(events))
    result = run("--json", path)
    game, totals = map(json.loads, result.stdout.splitlines())
    (hand,) = game["hands"]
    assert (hand["kans"], hand["indicators"]) == (4, ["1m", "2m", "3m", "4m", "5m"])
    assert hand["mismatches"][0].startswith(f"event {place_of(events, 'ankan', nth=5) + 1}: ")
    assert totals["mismatches"] == 1


@pytest.mark.parametrize(
    ("form", "pack", "sentence"),
    [
        ("mjlog", bytes, "the XML breaks off or is damaged"),
        ("tenhou6", bytes, "the JSON breaks off or is damaged"),
        ("mjai", bytes, "is not JSON"),
        ("mjlog", gzip.compress, "the packed data is damaged or breaks off"),
        ("mjai", gzip.compress, "the packed data is damaged or breaks off"),
    ],
)
def test_a_record_that_breaks_off_keeps_what_came_before(tmp_path, form, pack, sentence):
    path = tmp_path / "cut"
    content = pack(own_text(form, 1).encode())
    path.write_bytes(content[: len(content) // 2])
    result = run("--json", path)
    game, totals = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 2
    assert re.match(rf"{path}: hand \d+, event \d+: ", result.stderr)
    assert sentence in result.stderr
    assert result.stderr == f"{path}: {game['unreadable']}\n"
    assert len(game["hands"]) > 2
    assert all(hand["result"] != "unfinished" for hand in game["hands"][:-1])
    assert totals["facts"] > 200
    assert (totals["games"], totals["mismatches"], totals["unreadable"]) == (1, 0, 1)


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("empty.xml", b"", "the file is empty"),
        ("blank.json", b" \n\n", "the file is empty"),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(40), "it is a PNG picture, not a record"),
        (
            "page.html",
            b"<!DOCTYPE html><html><body>Not found</body></html>",
            "it is a web page, not a record",
        ),
        ("svg.xml", b"<svg xmlns='x'><g/></svg>", "this is not an mjlog"),
        (
            "latin.jsonl",
            lambda: own_text("mjai", 7).replace("Aki", "\xe4ki").encode("latin-1"),
            "is not UTF-8 (byte ",
        ),
        (
            "sixteen.json",
            lambda: own_text("tenhou6", 7).encode("utf-16"),
            "the text is UTF-16; records are UTF-8",
        ),
        ("spoiled.gz", b"\x1f\x8b\x08\x00" + b"no gzip at all" * 9, "damaged"),
        ("other.json", b'{"hello": "world"}', "neither a tenhou.net/6 record nor mjai lines"),
        ("words.txt", b"Dear diary", "it is neither mjlog XML, tenhou.net/6 JSON nor mjai lines"),
        ("nothing.xml", b"<mjloggm ver='2.3'></mjloggm>", "there is no hand in this record"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_and_the_others_are_read(tmp_path, name, content, sentence):
    path, good = tmp_path / name, tmp_path / "zz-good.xml"
    path.write_bytes(content() if callable(content) else content)
    good.write_text(own_text("mjlog", 7))
    result = run(tmp_path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{path}: ")
    assert sentence in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "8 hands" in result.stdout
    assert "0 mismatches, 1 unreadable" in result.stdout


def test_a_file_that_is_not_there_is_named():
    result = run("no-such-file.xml")
    assert (result.exit_code, result.stderr) == (2, "no-such-file.xml: there is no such file\n")


def test_what_cannot_be_read_has_no_points(tmp_path):
    path = tmp_path / "empty.xml"
    path.write_bytes(b"")
    game, totals = map(json.loads, run("--json", path).stdout.splitlines())
    assert (game["hands"], game["final"], game["unreadable"]) == ([], [], "the file is empty")
    assert (totals["games"], totals["unreadable"]) == (0, 1)
