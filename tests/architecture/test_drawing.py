"""docs/architecture.md, the import contracts and the code say the same of rooms and of who imports whom."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.architecture.sources import Module

ROW = re.compile(r"^\| (\d+) \| (.*?) \| .* \| (.*?) ?\|$", re.MULTILINE)
NAME = re.compile(r"`(\w+)`")
ENTRANCES = {"__main__", "__init__"}


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def floors(page: str) -> dict[str, int]:
    """By room, its floor from the roof, as the page has it."""
    return {room: int(floor) for floor, rooms, _ in ROW.findall(page) for room in NAME.findall(rooms)}


def test_the_page_has_every_room_of_the_companion(floors: dict[str, int], root: Path) -> None:
    package = root / "companion"
    # What Python has kept of a room that moved is not a room.
    there = {path.relative_to(package).parts[0].removesuffix(".py") for path in package.rglob("*.py")}
    assert set(floors) == there - ENTRANCES


def test_the_floors_of_the_page_are_those_of_the_contract(floors: dict[str, int], root: Path) -> None:
    contracts = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(each["layers"] for each in contracts["contracts"] if "containers" in each)
    agreed = [set(re.findall(r"\w+", layer)) - ENTRANCES for layer in layers]
    told = [{room for room, at in floors.items() if at == floor} for floor in sorted(set(floors.values()))]
    assert told == [rooms for rooms in agreed if rooms]


def test_the_arrows_of_the_page_are_the_imports_of_the_code(
    page: str, floors: dict[str, int], product: tuple[Module, ...]
) -> None:
    last = max(floors.values())
    shared = {room for room, floor in floors.items() if floor >= last - 1}
    imports: dict[str, set[str]] = {room: set() for room in floors}
    for module in product:
        room = f"{module.name}.".split(".")[1]
        for name, _ in module.imported:
            other = f"{name}.".split(".")[1]
            if room in floors and name.startswith("companion.") and other in floors and other != room:
                imports[room].add(other)
    told = {
        room: set(NAME.findall(others))
        for _, rooms, others in ROW.findall(page)
        for room in NAME.findall(rooms)
    }
    assert {room: others for room, others in told.items() if room not in shared} == {
        room: others - shared for room, others in imports.items() if room not in shared
    }


def test_the_drawing_shows_rooms_that_there_are(page: str, floors: dict[str, int]) -> None:
    drawing = page.split("```")[1]
    drawn = set(re.findall(r"companion\.(\w+)", drawing))
    assert {"intake", "table_loop", "scribe", "journal", "projections", "dashboard"} <= drawn <= set(floors)
