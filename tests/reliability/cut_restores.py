"""R17: `companion restore` is killed before each of its steps; no test stands here.

Whoever goes on after it is killed now and then, too. What was there must be there afterwards, whole: as it
was, or as the backup has it with the older one beside.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from click.testing import CliRunner

from companion.cli import main
from companion.clock import ManualClock
from companion.errors import CompanionError
from companion.keeping import restoring
from companion.keeping.one_zip import write_backup
from companion.keeping.upkeep import Upkeep
from tests.reliability.evenings import entries_in, write_evening
from tests.reliability.trials import Outcome, trial
from tests.toolbox.dying import dies_at, steps_of
from tests.toolbox.quick_folder import quick_folder

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
BEFORE, PACKED = 60, 30
Restore = Callable[[Path, Path, datetime], object]


def restores_killed(tries: int, restore: Restore) -> tuple[list[str], int]:
    """What was wrong after this many kills, and how many of them left a restore half done."""
    complaints, half = [], 0
    with quick_folder() as folder:
        zipped = _template(folder)
        last = _steps(folder, zipped, restore)
        for number in range(tries):
            here = folder / "here"
            shutil.copytree(folder / "before", here)
            # Each step has its turn, and then from the beginning; few tries are spread over them.
            step = (number if tries >= last else number * last // tries) % last + 1
            died = dies_at(step, here, lambda here=here: restore(zipped, here, NOON))
            assert died, "the kill came too late"
            half += (here / ".restore" / "plan.json").exists()
            found = _after(here, zipped, random.Random(number))
            if found:
                complaints.append(f"step {step}: {found}")
            shutil.rmtree(here)
    return complaints, half


def _template(folder: Path) -> Path:
    write_evening(folder / "packed" / "table.sqlite", copies=False, count=PACKED)
    (folder / "packed" / "tiles").mkdir()
    (folder / "packed" / "tiles" / "5p.png").write_bytes(b"new")
    write_backup(folder / "packed", folder / "all.zip", NOON)
    before = folder / "before"
    write_evening(before / "table.sqlite", count=BEFORE)
    write_evening(before / "demo.sqlite", copies=False, count=5)
    (before / "tiles").mkdir()
    (before / "tiles" / "5p.png").write_bytes(b"old")
    return folder / "all.zip"


def _steps(folder: Path, zipped: Path, restore: Restore) -> int:
    """How many steps a restore has that is not killed."""
    here = folder / "counted"
    shutil.copytree(folder / "before", here)
    return steps_of(here, lambda: restore(zipped, here, NOON))


def _after(folder: Path, zipped: Path, dice: random.Random) -> str:
    """Somebody goes on, is perhaps killed, and then the companion starts; what is wrong, or nothing."""
    deed = dice.choice(("start", "restore", "backup", "games", "doctor"))
    if dice.random() < 0.4:
        dies_at(dice.randrange(1, 12), folder, lambda: _go_on(deed, folder, zipped))
    _go_on(deed, folder, zipped)
    try:
        with closing(Upkeep(folder / "table.sqlite", ManualClock(NOON)).journal):
            pass
        found = len(entries_in(folder / "table.sqlite"))
    except CompanionError as refused:
        return f"it does not start: {refused}"
    olds = [len(entries_in(path)) for path in folder.glob("before-restore-*/table.sqlite")]
    tile = (folder / "tiles" / "5p.png").read_bytes() if (folder / "tiles" / "5p.png").exists() else b"none"
    if found == BEFORE and not olds and tile == b"old":
        return ""
    if found == PACKED and BEFORE in olds and tile == b"new":
        return ""
    return f"after {deed}: {found} entries, {olds} beside, a tile that is {tile.decode()}"


def _go_on(deed: str, folder: Path, zipped: Path) -> None:
    data, other = str(folder), folder.parent / "another.zip"
    other.unlink(missing_ok=True)
    words = {
        "restore": ("restore", "--data", data, str(zipped)),
        "backup": ("backup", "--data", data, str(other)),
        "games": ("games", "list", "--data", data),
        "doctor": ("doctor", "--data", data, "--port", "0"),
    }
    if deed in words:
        said = CliRunner().invoke(main, words[deed])
        assert said.exception is None or isinstance(said.exception, SystemExit), said.exception


def by_plan(zipped: Path, folder: Path, now: datetime) -> object:
    return restoring.restore_backup(zipped, folder, now)


def without_plan(zipped: Path, folder: Path, now: datetime) -> object:
    """As restores once were: nobody can tell that one was cut off."""
    restoring._write_plan = lambda *_: None
    (folder / ".restore").mkdir(exist_ok=True)
    restoring._finish = lambda _: False
    shutil.rmtree(folder / ".restore")
    try:
        return restoring.restore_backup(zipped, folder, now)
    except FileNotFoundError:
        return None  # the plan that it would remove at the end


@trial("R17", "kill -9 during a restore: empty starts, entries lost, half restores", short=40, long=900)
def cut_restores(tries: int, _: Path) -> Outcome:
    complaints, half = restores_killed(tries, by_plan)
    note = complaints[0] if complaints else f"{half} half done, and finished by whoever came next"
    return Outcome(tries, len(complaints), note)


@trial("R17c", "control: the same without a plan must lose", target="loses", short=30, long=300)
def control(tries: int, _: Path) -> Outcome:
    complaints, _ = restores_killed(tries, without_plan)
    return Outcome(tries, 0 if complaints else 1, f"{len(complaints)} of {tries} lost or empty")
