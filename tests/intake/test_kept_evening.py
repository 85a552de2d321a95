"""An evening is kept where people said yes: a no deletes, a full disk is said, a game is forgotten."""

import errno
import json
import shutil
import stat
import threading
import time
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.clock import ManualClock
from companion.evidence import Cause, NoticesChanged, SourceChanged, SourceState
from companion.intake.tape.evening import ASKED, CUT, KEPT, TAPE, Kept, KeptEvening, WrongGame
from companion.intake.tape.events import Signalled, TapeError, Wrote
from companion.intake.tape.pictures import FOLDER, RestPictures, pictures_in
from companion.intake.tape.reading import read_tape
from companion.intake.tape.writing import TapeWriter
from companion.journal import Draft
from companion.keeping.evenings_kept import (
    MARK,
    EveningRefused,
    claim_evening,
    forget_in_evenings,
    new_part,
)
from companion.keeping.one_zip import write_backup
from companion.keeping.upkeep import Upkeep
from companion.riichi.facts import HanchanStarted
from companion.riichi.hanchan import begin
from companion.rules_file import load_rules
from companion.table_state import TableState
from firmware_bridge.signals import Press
from hardware import Button, Side
from vision.sighting import RestTaken

TENHOU = load_rules("tenhou")
JPEG = b"\xff\xd8\xff" + bytes(997)


class Door:
    """A table's door that remembers what was put."""

    def __init__(self) -> None:
        self.put_so_far = []

    def put(self, evidence) -> None:
        self.put_so_far.append(evidence)

    def codes(self) -> list[str]:
        return [
            notice.code
            for said in self.put_so_far[-2:]
            if isinstance(said, NoticesChanged)
            for notice in said.notices
        ]

    def source(self) -> SourceChanged:
        return next(one for one in reversed(self.put_so_far) if isinstance(one, SourceChanged))


class Table:
    """An evening at a table on which games come and go."""

    def __init__(self, tmp_path: Path, folder: str = "kept") -> None:
        self.data, self.path = tmp_path / "data", tmp_path / folder
        self.data.mkdir(exist_ok=True)
        self.clock, self.door = ManualClock(), Door()
        self.evening = KeptEvening(self.path, self.data, TENHOU, self.clock)
        self.evening.door(self.door)

    def plays(self, game: str | None) -> None:
        self.evening.shown(TableState(0, game, begin(TENHOU)))

    def presses(self, at_ns: int) -> None:
        self.evening._hear(at_ns, Signalled(Press(Side.A, Button.PON, at_ns, 1)))

    def happens(self, at_ns: int) -> None:
        self.presses(at_ns)
        self.evening._rest(RestTaken(at_ns, JPEG))

    def parts(self) -> list[str]:
        return sorted(path.name for path in self.path.iterdir() if path.is_dir())


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def test_nothing_is_written_before_a_yes_nor_of_the_next_game(table):
    table.plays("table-1")
    table.happens(5)
    assert table.parts() == []
    assert (table.door.codes(), table.evening.kept) == ([ASKED], Kept.ASKED)
    table.evening.answer("table-1", is_yes=True)
    assert table.door.codes() == [KEPT]
    table.happens(6)
    table.plays("table-2")
    assert (table.door.codes(), table.evening.kept) == ([ASKED], Kept.ASKED)
    table.happens(7)
    table.evening.close()
    assert table.parts() == ["table-1.1"]
    lines = list(read_tape(table.path / "table-1.1" / TAPE).lines())
    assert [line.at_ns for line in lines if isinstance(line.heard, Signalled)] == [6]
    assert [path.stem for path in pictures_in(table.path / "table-1.1")] in ([], ["6"])


def test_whoever_says_no_later_has_what_was_kept_of_the_game_deleted(table):
    for game in ("table-1", "table-2"):
        table.plays(game)
        table.evening.answer(game, is_yes=True)
        table.happens(5)
    table.evening.answer("table-2", is_yes=False)
    table.happens(6)
    assert table.parts() == ["table-1.1"]
    assert (table.door.codes(), table.evening.kept) == ([], Kept.NO)
    table.evening.close()


def test_an_answer_about_a_game_that_is_over_is_none(table):
    table.plays("table-2")
    with pytest.raises(WrongGame):
        table.evening.answer("table-1", is_yes=True)
    assert table.parts() == []


def test_nothing_is_asked_where_the_folder_cannot_be_used_and_play_goes_on(tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "mine.txt").write_text("mine")
    table = Table(tmp_path)
    table.plays("table-1")
    assert table.door.codes() == []
    said = table.door.source()
    assert (said.state, said.code) == (SourceState.DOWN, "other")
    assert "holds something else" in said.note
    with pytest.raises(EveningRefused, match="holds something else"):
        table.evening.answer("table-1", is_yes=True)
    assert [path.name for path in table.path.iterdir()] == ["mine.txt"]
    count = len(table.door.put_so_far)
    table.plays("table-1")
    assert len(table.door.put_so_far) == count, "what is shown is told once"


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    table = Table(tmp_path, "file/kept")
    assert "cannot be written" in table.evening.failure


def test_a_folder_is_this_evenings_or_another_ones(tmp_path):
    clock, data = ManualClock(), tmp_path / "data"
    data.mkdir()
    claim_evening(tmp_path / "kept", data, clock)
    claim_evening(tmp_path / "kept", data, clock)
    (tmp_path / "other").mkdir()
    with pytest.raises(EveningRefused, match="another evening"):
        claim_evening(tmp_path / "kept", tmp_path / "other", clock)
    clock.advance(seconds=timedelta(hours=19).total_seconds())
    with pytest.raises(EveningRefused, match="another evening"):
        claim_evening(tmp_path / "kept", data, clock)


@pytest.mark.parametrize("damaged", [b"", b"{}", b"[1", b'{"form": 9, "table": "a", "at": 1.0}'])
def test_a_damaged_mark_is_a_sentence(tmp_path, damaged):
    (tmp_path / "evening.json").write_bytes(damaged)
    with pytest.raises(EveningRefused, match="holds no evening"):
        claim_evening(tmp_path, tmp_path, ManualClock())


def test_a_full_disk_ends_it_with_one_sentence(table):
    said = []
    table.evening._writing.pictures = RestPictures(table.path, said.append, free=lambda _: 0)
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    table.happens(5)
    table.happens(6)
    table.evening.close()
    assert said == ["The evening can no longer be kept: the disk is nearly full."]
    assert not list((table.path / "table-1.1" / FOLDER).iterdir())


@pytest.fixture
def full(table):
    """A table at which the disk is nearly full when the first picture is to be kept."""
    table.evening._writing.pictures = RestPictures(table.path, table.evening._failed, free=lambda _: 0)
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    table.happens(5)
    for _ in range(3_000):
        if table.evening.failure:
            break
        time.sleep(0.01)
    return table


def test_once_no_picture_can_be_kept_the_tape_ends_too(full):
    full.happens(6)
    full.evening.close()
    lines = read_tape(full.path / "table-1.1" / TAPE).lines()
    assert [line.at_ns for line in lines if isinstance(line.heard, Signalled)] == [5]


def test_a_no_deletes_what_was_kept_although_the_disk_is_full(full):
    assert (full.door.codes(), full.door.source().state) == ([CUT], SourceState.DOWN)
    with pytest.raises(EveningRefused):
        full.evening.answer("table-1", is_yes=True)
    full.evening.answer("table-1", is_yes=False)
    assert (full.parts(), full.door.codes()) == ([], [])
    full.evening.close()


def test_once_the_disk_has_refused_the_page_says_so(table, monkeypatch):
    table.plays("table-1")

    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("companion.intake.tape.evening_writing.new_part", refuse)
    with pytest.raises(EveningRefused, match="No space left"):
        table.evening.answer("table-1", is_yes=True)
    assert (table.door.codes(), table.door.source().state) == ([], SourceState.DOWN)


def test_of_too_many_pictures_the_oldest_go_first(tmp_path):
    table = Table(tmp_path)
    pictures = RestPictures(table.path, pytest.fail, most_bytes=3 * len(JPEG))
    part = new_part(table.path, "table-1")
    pictures.begin(part)
    for at_ns in range(1, 6):
        pictures.take(RestTaken(at_ns, JPEG))
    pictures.close()
    assert sorted(path.stem for path in (part / FOLDER).iterdir()) == ["3", "4", "5"]
    again = RestPictures(table.path, pytest.fail, most_bytes=3 * len(JPEG))
    second = new_part(table.path, "table-1")
    again.begin(second)
    again.take(RestTaken(9, JPEG))
    again.close()
    assert (second.name, sorted(path.stem for path in (part / FOLDER).iterdir())) == ("table-1.2", ["4", "5"])


def test_pictures_that_were_deleted_take_no_room(tmp_path):
    table = Table(tmp_path)
    pictures = RestPictures(table.path, pytest.fail, most_bytes=3 * len(JPEG))
    parts = [new_part(table.path, game) for game in ("table-1", "table-2", "table-3")]
    for at_ns, part in enumerate(parts):
        pictures.begin(part)
        pictures.take(RestTaken(at_ns, JPEG))
        while not (part / FOLDER / f"{at_ns}.jpg").exists():
            time.sleep(0.01)
    shutil.rmtree(parts[1])
    pictures.take(RestTaken(9, JPEG))
    pictures.close()
    assert sorted(path.stem for path in table.path.rglob("*.jpg")) == ["0", "2", "9"]


def test_after_a_restart_the_ninth_game_is_older_than_the_tenth(tmp_path):
    table = Table(tmp_path)
    games = ("table-9", "table-10")
    for at_ns, game in enumerate(games):
        folder = new_part(table.path, game) / FOLDER
        folder.mkdir()
        (folder / f"{at_ns}.jpg").write_bytes(JPEG)
    pictures = RestPictures(table.path, pytest.fail, most_bytes=2 * len(JPEG))
    pictures.begin(new_part(table.path, "table-11"))
    pictures.take(RestTaken(9, JPEG))
    pictures.close()
    assert sorted(path.stem for path in table.path.rglob("*.jpg")) == ["1", "9"]


def test_a_forgotten_game_goes_out_of_every_evening_of_its_table(tmp_path):
    clock, data = ManualClock(), tmp_path / "data"
    data.mkdir()
    for name in ("one", "two", "gone"):
        claim_evening(tmp_path / name, data, clock)
        for game in ("table-1", "table-12"):
            new_part(tmp_path / name, game)
    (tmp_path / "gone").rename(tmp_path / "elsewhere")
    assert forget_in_evenings(data, "table-1") == (tmp_path / "gone",)
    for name in ("one", "two"):
        assert [path.name for path in (tmp_path / name).iterdir() if path.is_dir()] == ["table-12.1"]


def test_no_other_tables_evening_loses_a_game(tmp_path):
    clock = ManualClock()
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        claim_evening(tmp_path / f"kept {name}", tmp_path / name, clock)
        new_part(tmp_path / f"kept {name}", "table-1")
    (tmp_path / "kept here" / "evening.json").write_bytes(
        (tmp_path / "kept there" / "evening.json").read_bytes()
    )
    assert forget_in_evenings(tmp_path / "here", "table-1") == ()
    assert (tmp_path / "kept here" / "table-1.1").is_dir()


def test_an_evening_in_the_data_folder_is_in_no_backup(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "trust.toml").write_text("")
    clock = ManualClock()
    claim_evening(data / "kept", data, clock)
    (new_part(data / "kept", "table-1") / TAPE).write_bytes(b"x")
    write_backup(data, tmp_path / "backup.zip", clock.utc_now())
    with zipfile.ZipFile(tmp_path / "backup.zip") as packed:
        assert sorted(packed.namelist()) == ["manifest.json", "trust.toml"]


def test_no_name_is_on_its_tape(table):
    table.plays("table-1")
    evening = table.evening
    evening._hear(1, Wrote("table-1", (), TENHOU))
    evening.answer("table-1", is_yes=True)
    evening.close()
    tape = read_tape(table.path / "table-1.1" / TAPE)
    assert tape.head.has_names is False
    (line,) = tape.lines()
    assert line.heard == Wrote("table-1", (), TENHOU, is_before=True)
    assert json.loads((table.path / "evening.json").read_bytes())["form"] == 1


def test_its_files_are_their_owners_alone(table):
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    table.happens(5)
    table.evening.close()
    files = [path for path in table.path.rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in files) == [".jpg", ".json", ".tape"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    folders = [table.path, *(path for path in table.path.rglob("*") if path.is_dir())]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


def test_a_running_journal_forgets_a_game_in_kept_evenings_too(tmp_path):
    upkeep = Upkeep(tmp_path / "table.sqlite", ManualClock())
    journal = upkeep.journal
    game = journal.next_game("table", TENHOU, "2024-01-01T12:00:00.000000Z")
    journal.append(
        game, [Draft(at=game.started, because=Cause.PERSON, fact=HanchanStarted(("",) * 4, TENHOU.name))]
    )
    claim_evening(tmp_path / "kept", tmp_path, ManualClock())
    new_part(tmp_path / "kept", game.name)
    journal.forget(game)
    journal.close()
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["evening.json"]


def test_a_game_whose_tape_was_never_written_costs_no_other_game(table, monkeypatch):
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    table.plays("table-2")

    def full(*_) -> None:
        raise TapeError("no space")

    monkeypatch.setattr("companion.intake.tape.evening_writing.begin_tape", full)
    with pytest.raises(EveningRefused):
        table.evening.answer("table-2", is_yes=True)
    table.evening.close()
    packed = table.path.parent / "kept.zip"
    told = CliRunner().invoke(main, ["evening", str(table.path), "--zip", str(packed)])
    assert told.exit_code == 0, told.output
    assert "table-2.1: " in told.output
    with zipfile.ZipFile(packed) as archive:
        assert archive.namelist() == [MARK, "evening.html", f"table-1.1/{TAPE}"]
        assert str(table.path) not in archive.read("evening.html").decode()


def test_what_another_computer_leaves_on_the_stick_is_no_picture(tmp_path):
    before = Table(tmp_path)
    before.plays("table-1")
    before.evening.answer("table-1", is_yes=True)
    before.happens(5)
    before.evening.close()
    rests = before.path / "table-1.1" / FOLDER
    (rests / "._5.jpg").write_bytes(b"AppleDouble")
    assert Table(tmp_path).evening.failure == ""
    assert [path.name for path in pictures_in(rests.parent)] == ["5.jpg"]


@pytest.fixture
def stuck(monkeypatch):
    """A USB stick that does not answer until the test lets it."""
    answers = threading.Event()

    def waits(*_) -> None:
        answers.wait(20)

    def makes(path: Path, *args, **options) -> None:
        if path.name == FOLDER:
            waits()
        mkdir(path, *args, **options)

    mkdir = Path.mkdir
    monkeypatch.setattr(Path, "mkdir", makes)
    monkeypatch.setattr("companion.intake.tape.pictures.write_privately", waits)
    monkeypatch.setattr(TapeWriter, "_take", waits)
    yield answers
    answers.set()


def test_play_does_not_wait_for_a_usb_stick_that_does_not_answer(table, stuck):
    table.plays("table-1")
    began = time.monotonic()
    table.evening.answer("table-1", is_yes=True)
    table.happens(5)
    time.sleep(0.2)  # until both are being written
    table.plays("table-2")
    table.happens(6)
    assert time.monotonic() - began < 2
    assert (table.door.codes(), table.evening.kept) == ([ASKED], Kept.ASKED)
    stuck.set()
    table.evening.close()


def test_play_does_not_wait_for_an_answer_either(table, monkeypatch):
    answers, path = threading.Event(), table.path

    def waits(*_) -> Path:
        answers.wait(20)
        return new_part(path, "table-1")

    monkeypatch.setattr("companion.intake.tape.evening_writing.new_part", waits)
    table.plays("table-1")
    refused = []

    def answer() -> None:
        try:
            table.evening.answer("table-1", is_yes=True)
        except WrongGame as error:
            refused.append(error)

    asking = threading.Thread(target=answer)
    asking.start()
    began = time.monotonic()
    table.happens(5)
    table.plays("table-2")
    table.happens(6)
    assert time.monotonic() - began < 2
    answers.set()
    asking.join(10)
    assert (len(refused), table.evening.kept) == (1, Kept.ASKED)
    table.evening.close()
    assert not (path / "table-1.1" / FOLDER).exists()
