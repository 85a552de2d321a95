"""The journeys through the front door share their files: a record of our own, whole and broken."""

from pathlib import Path

import pytest

from tests.front_door.own_records import SUFFIXES, broken_lines, own_text


@pytest.fixture
def record_file(tmp_path: Path):
    """Writes a game of our own in one of the three formats; gives its path."""

    def write(form: str = "mjai", seed: int = 7, rules: str = "tenhou") -> Path:
        path = tmp_path / f"own-{seed}.{SUFFIXES[form]}"
        path.write_text(own_text(form, seed, rules))
        return path

    return write


@pytest.fixture
def broken_file(tmp_path: Path) -> Path:
    """A record in which somebody draws out of turn at event 41."""
    path = tmp_path / "broken.jsonl"
    path.write_text(broken_lines())
    return path
