"""The page's scripts are laid out to be read: how long a line, a function and a file of them may grow."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

LONGEST_LINE = 120
LONGEST_FUNCTION = 60
LONGEST_FILE = 350

# What begins at a margin ends at the same margin: so a function is found without reading the language.
OPENING = re.compile(
    r"""(?P<margin>[ ]*) (?:export[ ])? (?: (?:async[ ])? function\b .*
        | const[ ]\w+[ ]=[ ] .* =>                              # a function with a name
        | (?:async[ ])? (?!(?:if|for|while|switch|catch)\b) \w+ \( .* \)   # a method
        ) [ ] \{""",
    re.VERBOSE,
)


@pytest.fixture(scope="session")
def scripts(root: Path) -> dict[str, list[str]]:
    """Every script of the page, by its place; what is vendored lies elsewhere."""
    folder = root / "companion" / "dashboard" / "static" / "js"
    found = {path.relative_to(root).as_posix(): path for path in sorted(folder.rglob("*.js"))}
    assert found
    return {place: path.read_text(encoding="utf-8").splitlines() for place, path in found.items()}


def functions_of(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Where each function that has a body begins, counted from one, and how many lines it takes."""
    for first, line in enumerate(lines):
        opening = OPENING.fullmatch(line)
        if opening:
            closing = re.compile(rf"{opening['margin']}\}}[;,)]*")
            last = next(at for at in range(first + 1, len(lines)) if closing.fullmatch(lines[at]))
            yield first + 1, last - first + 1


def test_no_line_is_too_long(scripts: dict[str, list[str]]) -> None:
    """A sentence of a comment and an address may stand on one line."""
    too_long = [
        f"{place}:{number} has {len(line)} characters"
        for place, lines in scripts.items()
        for number, line in enumerate(lines, 1)
        if len(line) > LONGEST_LINE and not line.lstrip().startswith("//") and "://" not in line
    ]
    assert not too_long, too_long


def test_no_function_is_too_long(scripts: dict[str, list[str]]) -> None:
    too_long = [
        f"{place}:{number} takes {length} lines"
        for place, lines in scripts.items()
        for number, length in functions_of(lines)
        if length > LONGEST_FUNCTION
    ]
    assert not too_long, too_long


def test_no_file_is_too_long(scripts: dict[str, list[str]]) -> None:
    too_long = [
        f"{place} has {len(lines)} lines" for place, lines in scripts.items() if len(lines) > LONGEST_FILE
    ]
    assert not too_long, too_long


def test_functions_are_found_wherever_they_stand() -> None:
    lines = """
export async function first({ words }) {
  const inner = async (tile) => {
    tap(tile);
  };
  if (words) {
    return inner;
  }
}

class Line {
  open(name) {
    return name;
  }
}
""".splitlines()
    assert list(functions_of(lines)) == [(2, 8), (3, 3), (12, 3)]


MOST_ON_ONE_LINE = 3
"""A rule of few declarations is read at a glance; one of more has a line for each."""


@pytest.fixture(scope="session")
def styles(root: Path) -> dict[str, list[str]]:
    folder = root / "companion" / "dashboard" / "static" / "css"
    found = {
        path.name: path.read_text(encoding="utf-8").splitlines() for path in sorted(folder.glob("*.css"))
    }
    assert found
    return found


def test_a_style_sheet_has_lines_that_are_read_at_a_glance(styles: dict[str, list[str]]) -> None:
    full = re.compile(rf"[^{{;]*\{{(?:[^;{{}}]*;){{{MOST_ON_ONE_LINE + 1},}}[^{{}}]*\}}")
    crammed = [
        f"{name}:{number}"
        for name, lines in styles.items()
        for number, line in enumerate(lines, 1)
        if len(line) > LONGEST_LINE or full.fullmatch(line.strip())
    ]
    assert not crammed, crammed


def test_each_sheet_wears_style_sheets_that_are_there(root: Path, styles: dict[str, list[str]]) -> None:
    """The sheets of `HOMES`: where it lives, what it is called, and what it wears beside `sheets.css`."""
    homes = (root / "companion/dashboard/static/js/play/sheets.js").read_text(encoding="utf-8")
    named = re.findall(r'^  \w+: \["[\w./]+", "\w+"(.*)\],$', homes, re.MULTILINE)
    worn = {name for each in named for name in re.findall(r'"(\w+)"', each)}
    assert {"ends", "kan", "reminders", "win"} <= worn <= {name.removesuffix(".css") for name in styles}
