"""R3: the disk is full, read-only or broken at one operation after another; no test stands here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.reliability.rig import rig
from tests.reliability.trials import Outcome, trial


@trial("R3", "disk full, read-only or broken at a write or sync: lost, doubled", short=160, long=4_000)
def refusing_disks(tries: int, folder: Path) -> Outcome:
    meant = folder / "games"
    meant.mkdir()
    with rig(folder, meant) as under:
        ran = subprocess.run(
            [sys.executable, "-m", "tests.reliability.refused_writer", meant / "table.sqlite", str(tries)],
            cwd=ROOT,
            env=under.environment,
            capture_output=True,
            text=True,
            check=False,
        )
    if ran.returncode:
        return Outcome(tries, 1, ran.stderr.strip().splitlines()[-1])
    said = json.loads(ran.stdout)
    assert said["refused"] > tries // 4, f"the rig refused only {said['refused']} times"
    note = said["complaints"][0] if said["complaints"] else f"{said['refused']} refusals"
    return Outcome(tries, len(said["complaints"]), note)
