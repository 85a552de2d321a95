"""R18: scripts/update is killed before any of its commands, then the power goes; no test stands here.

After it whatever starts must have every entry, or say that it cannot start; and the next update must settle
what was under way, and run, with every entry.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.hardware.fake_pi import BROKEN, NEWER_FORM, Pi
from tests.reliability.evenings import write_evening
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder

ENTRIES = 60
_COUNTING = """
[[ $0 == */update ]] || return 0
set -T
at=0
trap '((++at == {at})) && kill -KILL -$$' DEBUG
trap 'echo $at >"{folder}/commands"' EXIT
"""


def _dying(machine: Pi, at: int) -> dict[str, str]:
    trap = machine.folder / "trap"
    trap.write_text(_COUNTING.format(at=at, folder=machine.folder))
    return {"BASH_ENV": str(trap)}


def _machine(folder: Path) -> Pi:
    machine = Pi(folder)
    write_evening(machine.data / "table.sqlite", copies=False, count=ENTRIES)
    machine.install(machine.version("one"))
    return machine


def _versions(machine: Pi) -> tuple[Path, Path, Path]:
    spoil = f'"{sys.executable}" -c "{NEWER_FORM}" "{machine.data}/table.sqlite"'
    falls = BROKEN.format(condition='!= *" --port 0 "*', deed=spoil)
    return machine.version("good"), machine.version("falls", falls), machine.version("next")


def _one(folder: Path, dice: random.Random) -> str:
    machine = _machine(folder)
    good, falls, following = _versions(machine)
    try:
        new = dice.choice((good, falls))
        commands = _commands(machine, new) if not COMMANDS else COMMANDS["any"]
        machine.update(new, **_dying(machine, dice.randrange(1, commands)))
        machine.pull_the_plug()
        if machine.comes_up and (found := machine.last_seq()) != ENTRIES:
            return f"after the power came back {found} entries are there"
        done = machine.update(following)
        if done.returncode:
            return f"the next update failed: {done.stderr.splitlines()[-1:]}"
        found = machine.last_seq()
        return "" if found == ENTRIES and machine.runs == "next" else f"{found} entries, {machine.runs} runs"
    finally:
        machine.stop()


COMMANDS: dict[str, int] = {}


def _commands(machine: Pi, new: Path) -> int:
    """How many commands an update has; counted once, by one that is not killed."""
    machine.update(new, **_dying(machine, 0))
    COMMANDS["any"] = int((machine.folder / "commands").read_text())
    machine.update(machine.version("one"))
    return COMMANDS["any"]


@trial("R18", "kill -9 and a power cut during an update: empty starts, entries lost", short=2, long=100)
def cut_updates(tries: int, _: Path) -> Outcome:
    complaints, dice = [], random.Random(tries)
    for number in range(tries):
        with quick_folder() as folder:
            found = _one(folder, dice)
        if found:
            complaints.append(f"try {number}: {found}")
    note = complaints[0] if complaints else f"each settled by the next update; {COMMANDS['any']} commands"
    return Outcome(tries, len(complaints), note)
