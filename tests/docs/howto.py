"""A page of docs/howto as steps, and a copy of the checkout in which they are walked.

A block names its file: `diff PATH` changes it, another language makes it anew. `console` is typed.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from companion.journal.codec import SCHEMA_VERSION

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_FILES = 8


@dataclass(frozen=True)
class Step:
    """One block of a page."""

    kind: str
    path: str | None
    text: str


def steps_of(page: Path) -> list[Step]:
    text = page.read_text(encoding="utf-8")
    # The form of the journal is whatever it is when somebody follows the page.
    text = text.replace("{form}", str(SCHEMA_VERSION)).replace("{next}", str(SCHEMA_VERSION + 1))
    return [Step(kind, path or None, body) for kind, path, body in BLOCK.findall(text)]


def walk(step: Step, checkout: Path) -> None:
    """Do what a step says. Raises AssertionError where it cannot be done."""
    if step.kind == "console":
        for line in step.text.splitlines():
            type_in(line.removeprefix("$ "), checkout)
        return
    assert step.path, f"a block of {step.kind} names no file"
    path = checkout / step.path
    if step.kind == "diff":
        path.write_text(changed(path.read_text(encoding="utf-8"), step), encoding="utf-8")
    else:
        assert not path.exists(), f"{step.path} is there already"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step.text, encoding="utf-8")


def changed(text: str, step: Step) -> str:
    """A file after a change: its lines without a sign, and those with a minus, stand there once."""
    lines = step.text.splitlines()
    old = "\n".join(line[1:] for line in lines if line[:1] != "+")
    new = "\n".join(line[1:] for line in lines if line[:1] != "-")
    assert text.count(old) == 1, f"{step.path} has {text.count(old)} times:\n{old}"
    return text.replace(old, new)


def type_in(line: str, checkout: Path) -> None:
    """Type a line at the top of the checkout, with its own Python."""
    spelled = {
        "python": f"'{sys.executable}'",
        "pytest": f"'{sys.executable}' -m pytest -q -x -n 0 -p no:cacheprovider",
        "companion": f"'{sys.executable}' -m companion",
    }
    first, blank, rest = line.partition(" ")
    command = spelled.get(first, f"'{sys.executable}' {first}") + blank + rest
    done = subprocess.run(  # noqa: S602 - the lines are those of our own pages
        command,
        shell=True,
        cwd=checkout,
        env=os.environ | {"PYTHONPATH": str(checkout), "HYPOTHESIS_PROFILE": "ci"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
