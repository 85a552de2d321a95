"""A tape holds what came in, no name, no address and no picture; cut anywhere it is good up to the cut."""

import gzip
import io
import json
import stat
import zlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.evidence import Cause as Because
from companion.evidence import CorrectAsked, DealAsked, Depth, FactObserved, Said, SayAsked, TellAsked
from companion.evidence.intentions import HandForgotten, ResultWas, Tenpai, Win, Winner
from companion.intake.tape import writing
from companion.intake.tape.events import (
    AskedFor,
    Ended,
    Ending,
    Line,
    Noticed,
    Put,
    Saw,
    Shown,
    Signalled,
    TapeError,
    Trusted,
    Turned,
    Wrote,
)
from companion.intake.tape.judging import difference_words
from companion.intake.tape.lines import read_head, read_line, write_head, write_line
from companion.intake.tape.options import TapeWish
from companion.intake.tape.privacy import nameless
from companion.intake.tape.reading import read_tape
from companion.intake.tape.recording import Recording
from companion.intake.tape.tap import OverheardHouse, Tap, overheard_panel
from companion.intake.tape.writing import TapeWriter, open_tape
from companion.journal import Entry
from companion.keeping.trusting import HouseTrust
from companion.riichi.calls import Action
from companion.riichi.facts import Chombo, HanchanStarted, HandValue
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tea_facts import PlayerRenamed
from companion.riichi.tiles import Tile
from companion.scribe import Pressed, SightChanged, Ticked
from companion.scribe.mind import Trust
from companion.table_loop.notes import Notes, encoded
from companion.table_state import Difference, OpenChoice, OpenQuestion, TableWarning, Zone
from firmware_bridge.signals import Condition, HeldDown, LongPress, PanelStatus, Press
from hardware import Button, Side
from tests.tapes.making import ADDRESS, EVENINGS, HEAD, NAMES, Kept
from vision.sighting import Condition as Sees
from vision.sighting import CropTaken, EyeStatus, Heartbeat

SAID = Said(Seat(1), Action.PON, Tile("5p"), (Tile("0p"), None))
PRESS = Press(Side.B, Button.PON, 7, 3, frozenset({Button.KAN, Button.RON}))
QUESTION = OpenQuestion(4, "which_tile", Seat(1), (OpenChoice((Chombo(Seat(2)),), 1),), 5, Tile("0p"))
EVERYTHING = (
    Saw(EyeStatus("camera", 5, Sees.COVERED)),
    Shown(5),
    Signalled(PRESS),
    Signalled(LongPress(Side.B, Button.PON, 7, 3)),
    Signalled(HeldDown(Side.D, Button.KAN, 7, 3)),
    Signalled(PanelStatus(Condition.PRESSES_LOST, 5, "", 3)),
    Signalled(PanelStatus(Condition.NOT_OPENED, 5, "")),
    Signalled(PanelStatus(Condition.PHONE_AWAY, 5, "", gone=frozenset({Side.A, Side.C}))),
    Noticed(Pressed(SAID, 5)),
    Noticed(SightChanged(is_seeing=False, at_ns=5)),
    Noticed(Ticked(5, 4)),
    Noticed(FactObserved(Chombo(Seat(0)), Because.PRETEND, 5)),
    Turned("page-1", "stale"),
    Put((QUESTION,)),
    Put(()),
    Wrote("table-1", (Entry(1, "2024-01-01T12:00:00.000000Z", Chombo(Seat(0)), Because.PERSON),), HEAD.house),
    Trusted(Trust(sure=0.95, ahead=40.0, writes_melds=False)),
    Ended(Ending.FULL),
)


@pytest.mark.parametrize("heard", EVERYTHING, ids=lambda heard: type(heard).__name__)
def test_every_line_is_read_as_it_was_written(heard):
    line = Line(12, heard)
    assert read_line(write_line(line)) == line


def test_a_question_of_form_7_has_no_place():
    said = json.loads(write_line(Line(12, Put((replace(QUESTION, place="discard 3"),)))))
    del said["questions"][0]["place"]
    assert read_line(json.dumps(said).encode()) == Line(12, Put((QUESTION,)))


def test_every_line_of_an_evening_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "evening.tape"
    path.write_bytes(EVENINGS["two-games"]().end())
    tape = read_tape(path)
    lines = list(tape.lines())
    assert tape.head == HEAD
    assert len(lines) > 20
    assert [read_line(write_line(line)) for line in lines] == lines
    assert tape.ended == ""


# What must not be in it.


def test_no_name_no_address_and_no_picture_is_on_a_tape():
    text = zlib.decompress(EVENINGS["corrected"]().end(), 31).decode()
    assert "sighting" in text
    for secret in (*NAMES, ADDRESS, "jpeg", "/9j/"):
        assert secret not in text


def test_names_are_kept_where_somebody_asks_for_them():
    told = AskedFor(TellAsked("a", None, ADDRESS, (HanchanStarted(NAMES, "tenhou"),)))
    assert nameless(told).command.facts == (HanchanStarted(("", "", "", ""), "tenhou"),)
    kept = nameless(told, with_names=True).command
    assert (kept.facts, kept.by) == ((HanchanStarted(NAMES, "tenhou"),), "")


def test_free_text_is_never_kept():
    assert nameless(Signalled(PanelStatus(Condition.CONNECTED, 1, "on /dev/x"))).signal.says == ""
    assert nameless(Saw(EyeStatus("cam-10.0.0.7", 1, Sees.DARK, "a note"))).message == EyeStatus(
        "camera", 1, Sees.DARK
    )
    told = AskedFor(TellAsked("a", None, "", (Chombo(Seat(0), "Dagobert again"), Chombo(Seat(1), "no_yaku"))))
    assert nameless(told).command.facts == (Chombo(Seat(0), ""), Chombo(Seat(1), "no_yaku"))
    dealt = DealAsked("a", None, ADDRESS, Depth.FULL)
    asked = CorrectAsked("a", None, ADDRESS, (1,), (), deal=dealt)
    assert nameless(AskedFor(asked)).command.deal.by == ""
    entry = Entry(1, HEAD.begun, Chombo(Seat(0), "x"), Because.PERSON, by=ADDRESS)
    assert nameless(Wrote("g", (entry,))).entries == (replace(entry, by="", fact=Chombo(Seat(0))),)
    assert nameless(Wrote("g", (replace(entry, by="side A"),))).entries[0].by == "side A"


def test_of_what_people_mean_no_name_and_no_free_text_is_kept():
    def kept(what, **more):
        return nameless(AskedFor(SayAsked("a", None, ADDRESS, what)), **more).command.what

    seat = Seat(0)
    assert kept(Chombo(seat, "Dagobert again")) == Chombo(seat)
    assert kept(ResultWas(Chombo(seat, "Dagobert again"), 3)) == ResultWas(Chombo(seat), 3)
    assert kept(HandForgotten(Chombo(seat, "Dagobert again"))) == HandForgotten(Chombo(seat))
    assert kept(PlayerRenamed(seat, "Dagobert")).name.startswith("Guest ")
    assert kept(PlayerRenamed(seat, "Dagobert"), with_names=True).name == "Dagobert"
    assert kept(Tenpai(seat, is_tenpai=True)) == Tenpai(seat, is_tenpai=True)


def test_of_what_is_noted_beside_the_facts_no_name_and_no_free_text_is_kept():
    seen = FactObserved(PlayerRenamed(Seat(0), "Dagobert"), Because.PERSON, 5)
    chombo = replace(seen, fact=Chombo(Seat(0), "Dagobert again"))
    warning = TableWarning("taken_over", "The journal of Dagobert's table.", (seen, chombo), seat=Seat(1))
    kept = nameless(Wrote("g", (), notes=encoded(Notes(Depth.POINTS, (warning,)))))
    assert "Dagobert" not in kept.notes
    assert '"depth": "points"' in kept.notes
    assert read_line(write_line(Line(5, kept))).heard == kept
    assert nameless(replace(kept, notes='{"warnings": "Dagobert"}')).notes == ""


def test_what_people_mean_is_read_as_it_was_written():
    what = ResultWas(Win((Winner(Seat(1), HandValue(3, 40), liable=Seat(2)),), Seat(0)), 12)
    said = AskedFor(SayAsked("a", 7, "", what, (Reason.RIICHI_WALL,)))
    assert read_line(write_line(Line(5, said))).heard == said


def test_pictures_and_heartbeats_are_not_heard():
    heard = []
    tap = Tap(lambda _, one: heard.append(one), ManualClock())
    tap.eye(CropTaken(1, b"\xff\xd8\xff"))
    tap.eye(Heartbeat("camera", 1, 2))
    assert heard == []


def test_a_tape_is_for_this_account_alone_and_overwrites_nothing(tmp_path):
    path = tmp_path / "a.tape"
    open_tape(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(TapeError, match="already"):
        open_tape(path)
    with pytest.raises(TapeError, match="cannot be written"):
        open_tape(tmp_path / "none" / "a.tape")


# Tapes that are cut, full or of somebody else.


def test_a_tape_is_good_up_to_any_cut(tmp_path):
    content = EVENINGS["small"]().end()
    path = tmp_path / "cut.tape"
    path.write_bytes(content)
    whole = list(read_tape(path).lines())
    lengths = []
    # The last bytes are the packing's own sum: without them nothing of the tape is missing.
    for cut in range(400, len(content) - 12, 97):
        path.write_bytes(content[:cut])
        tape = None
        with suppress(TapeError):  # not even its first line
            tape = read_tape(path)
        if tape is None:
            continue
        lines = list(tape.lines())
        assert lines == whole[: len(lines)]
        assert tape.ended
        lengths.append(len(lines))
    assert lengths == sorted(lengths)
    assert lengths[-1] > 5


def test_what_was_heard_is_on_the_disk_before_the_end(tmp_path):
    path = tmp_path / "live.tape"
    writer = TapeWriter(open_tape(path), HEAD)
    try:
        writer.hear(5, Turned("page-1", "stale"))
        lines = []
        while not lines:  # the writer has a thread of its own
            tape = read_tape(path)
            lines = list(tape.lines())
        assert lines == [Line(5, Turned("page-1", "stale"))]
        assert "breaks off" in tape.ended
    finally:
        writer.close()


def test_a_full_tape_ends_and_says_so(tmp_path):
    file, said = Kept(), []
    writer = TapeWriter(file, HEAD, said.append, most_bytes=3_000)
    for number in range(9_000):
        writer.hear(number, Turned(f"page-{hash((number, 7))}", "stale"))
    writer.close()
    assert said == ["The tape is full and has ended."]
    assert len(file.content) < 40_000  # and not the 200 kB that were heard
    path = tmp_path / "full.tape"
    path.write_bytes(file.content)
    tape = read_tape(path)
    assert len(list(tape.lines())) > 10
    assert tape.ended == "It was full before the evening ended."


class Refusing(io.BytesIO):
    """A disk that takes the first line and no more."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0

    def write(self, content) -> int:
        self.writes += 1
        if self.writes > 1:
            raise OSError(28, "No space left on device")
        return super().write(content)


def test_a_disk_that_refuses_ends_the_tape_and_nothing_else():
    said = []
    writer = TapeWriter(io.BufferedWriter(Refusing()), HEAD, said.append)
    for number in range(100):
        writer.hear(number, Turned("page-1", "stale"))
    writer.close()
    assert said == ["The tape can no longer be written: No space left on device."]


def test_a_tape_whose_first_line_does_not_fit_on_the_disk_is_one_sentence_and_no_file(tmp_path, monkeypatch):
    def full(path):
        path.touch()
        return Path("/dev/full").open("wb")

    monkeypatch.setattr(writing, "open_tape", full)
    with pytest.raises(TapeError, match="cannot be written: No space left on device"):
        Recording(TapeWish(tmp_path / "live.tape"), TENHOU, ManualClock())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\x89PNG not a tape", "damaged"),
        (gzip.compress(b""), "is empty"),
        (gzip.compress(b'{"type":"start_game"}\n'), "does not begin like a tape"),
        (gzip.compress(b"[]\n"), "not a JSON object"),
        (gzip.compress(b'{"tape": 99}\n'), "form 99, and this companion reads forms up to 8"),
        (gzip.compress(b'{"tape": 1, "companion": 5}\n'), "cannot be read"),
        (gzip.compress(write_head(HEAD)[:50]), "is empty"),
    ],
    ids=("empty", "picture", "nothing", "record", "list", "newer", "half", "cut"),
)
def test_what_is_no_tape_is_refused_in_one_sentence(tmp_path, content, says):
    path = tmp_path / "x.tape"
    path.write_bytes(content)
    with pytest.raises(TapeError, match=says) as refused:
        read_tape(path)
    assert len(str(refused.value).splitlines()) == 1


def test_a_missing_tape_is_said(tmp_path):
    with pytest.raises(TapeError, match="No such file"):
        read_tape(tmp_path / "none.tape")


@pytest.mark.parametrize(
    "said",
    [
        {"at": -1, "is": "turned", "command_id": "a", "reason": "b"},
        {"at": 1, "is": "what"},
        {"at": 1, "is": "key", "what": "press", "side": "E", "button": "PON", "at_ns": 1, "seq": 1},
        {
            "at": 1,
            "is": "key",
            "what": "press",
            "side": "A",
            "button": "PON",
            "at_ns": 1,
            "seq": 1,
            "more": 1,
        },
        {"at": 1, "is": "eye", "line": {"form": 1, "kind": "crop", "number": 1, "jpeg": "/9j/"}},
        {"at": 1, "is": "eye", "line": {"form": 1, "kind": "beat", "camera": "c", "at_ns": 1, "frames": 2}},
        {"at": 1, "is": "asked", "ask": {"kind": "forget_game"}},
        {"at": 1, "is": "noticed", "what": "cat", "told": {}},
    ],
)
def test_a_line_that_nobody_writes_ends_the_tape_there(tmp_path, said):
    text = write_head(HEAD) + write_line(Line(1, Turned("a", "b"))) + json.dumps(said).encode() + b"\n"
    path = tmp_path / "odd.tape"
    path.write_bytes(gzip.compress(text))
    tape = read_tape(path)
    assert list(tape.lines()) == [Line(1, Turned("a", "b"))]
    assert tape.ended.startswith("It can be read up to line 2: ")


def test_the_head_is_read_as_it_was_written():
    assert read_head(write_head(replace(HEAD, has_names=True))) == replace(HEAD, has_names=True)


class Keys:
    """A panel with one press."""

    damaged_lines = 2

    def wait(self, timeout_s):
        return (PRESS,)

    def show(self, lamps):
        self.lamps = lamps

    def close(self):
        self.is_closed = True


def test_what_a_house_trusts_is_overheard_at_the_start_and_when_it_changes(tmp_path):
    heard = []
    house = HouseTrust(tmp_path)
    tap = Tap(lambda _, one: heard.append(one), ManualClock())
    OverheardHouse(house, tap).change({"ahead": 40})
    assert heard == [Trusted(Trust(ahead=40.0))]
    again = []
    told = OverheardHouse(HouseTrust(tmp_path), Tap(lambda _, one: again.append(one), ManualClock()))
    assert (again, told.trust) == (heard, Trust(ahead=40.0))


def test_a_panel_is_overheard_and_stays_the_panel_that_it_is():
    heard, keys = [], Keys()
    panel = overheard_panel(lambda: keys, Tap(lambda _, one: heard.append(one), ManualClock()))()
    assert panel.wait(1.0) == (PRESS,)
    assert heard == [Signalled(PRESS)]
    panel.show("lamps")
    panel.close()
    assert (keys.lamps, keys.is_closed, panel.damaged_lines) == ("lamps", True, 2)


def test_a_tick_of_the_first_form_does_not_say_when_the_eye_looked():
    line = b'{"at":1,"is":"noticed","what":"tick","told":{"at_ns":5}}'
    assert read_line(line).heard == Noticed(Ticked(5, None))


def test_a_difference_names_the_seat_by_its_number_as_facts_do():
    one = Difference(Zone.RIVER, Seat(2), missing=(Tile("5p"),))
    assert difference_words(one) == "seat 2 river: not seen: 5p"
