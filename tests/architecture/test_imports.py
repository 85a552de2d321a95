"""Who may import whom: the contracts of pyproject.toml, and what those cannot say."""

import ast
import re
import subprocess
import sys
import sysconfig
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, WORKSHOPS, Module, is_inside

# Left a library or a package, right the only rooms that may know it.
KNOWN_ONLY_IN = {
    "companion.pretend": ("companion.pretend", "companion.commands.demo", "companion.commands.pretend"),
    "vision": ("vision", "companion.intake", "companion.bootstrap", "companion.pretend"),
    "firmware_bridge": ("firmware_bridge", "companion.intake", "companion.bootstrap", "companion.pretend"),
    "hardware": (
        "hardware",
        "vision",
        "firmware_bridge",
        "companion.intake",
        "companion.bootstrap",
        "companion.config",
        "companion.files",
        "companion.pretend",
    ),
    "mahjong": ("companion.scoring", "companion.pretend.players"),
    "sqlite3": ("companion.journal", "companion.club.store", "companion.club.reading"),
    "flask": ("companion.dashboard", "companion.club_page"),
    "werkzeug": ("companion.dashboard",),
    "waitress": ("companion.dashboard", "companion.bootstrap", "hardware.card.door"),
    "click": ("companion.cli", "companion.commands", "companion.__main__"),
    "paho": ("companion.club", "firmware_bridge"),
    "gpiozero": ("firmware_bridge",),
    "lgpio": ("firmware_bridge",),
    "serial": ("firmware_bridge",),
    "cv2": ("vision", "companion.pretend.painting"),
    "numpy": ("vision", "companion.pretend.painting"),
    "onnxruntime": ("vision",),
    "picamera2": ("vision",),
}

# The rules are sums over tiles: these are all that they need of the standard library.
RULES_MAY_IMPORT = {
    "__future__",
    "bisect",
    "collections",
    "contextlib",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
}


def test_the_import_contracts_are_kept(root: Path) -> None:
    linter = Path(sysconfig.get_path("scripts")) / "lint-imports"
    answer = subprocess.run(
        [sys.executable, linter, "--no-logo", "--no-cache"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_a_script_imports_what_there_is(root: Path) -> None:
    """Python inside a shell script: nothing else reads it before it runs on a board."""
    line = re.compile(rf"^\s*from ((?:{'|'.join(PACKAGES)})[.\w]*) import ([\w, ]+)", re.MULTILINE)
    asked = [
        (script.name, module, name.strip())
        for script in (root / "scripts").iterdir()
        if script.is_file()
        for module, names in line.findall(script.read_text(encoding="utf-8"))
        for name in names.split(",")
    ]
    assert {script for script, _, _ in asked} >= {"install-pi", "test-install"}
    missing = [one for one in asked if not _is_there(root / one[1].replace(".", "/"), one[2])]
    assert not missing, missing


def _is_there(place: Path, name: str) -> bool:
    if (place / name).is_dir() or (place / f"{name}.py").exists():
        return True
    module = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return module.exists() and re.search(rf"\b{name}\b", module.read_text(encoding="utf-8")) is not None


def test_the_rules_need_nothing_but_pure_parts_of_the_standard_library(product: tuple[Module, ...]) -> None:
    strangers = [
        f"{module.place}:{line} imports {name}"
        for module in product
        if is_inside(module.name, "companion.riichi")
        for name, line in module.imported
        if not is_inside(name, "companion.riichi") and name.split(".")[0] not in RULES_MAY_IMPORT
    ]
    assert not strangers, strangers


@pytest.mark.parametrize("known", sorted(KNOWN_ONLY_IN))
def test_a_device_or_library_is_known_only_in_its_rooms(known: str, product: tuple[Module, ...]) -> None:
    intruders = [
        f"{module.place}:{line} imports {name}"
        for module in product
        if not any(is_inside(module.name, room) for room in KNOWN_ONLY_IN[known])
        for name, line in module.imported
        if is_inside(name, known)
    ]
    assert not intruders, f"{known} may be imported in {KNOWN_ONLY_IN[known]} alone: {intruders}"


def test_the_product_never_imports_the_lab_or_the_tests(product: tuple[Module, ...]) -> None:
    leaks = [
        f"{module.place}:{line} imports {name}"
        for module in product
        for name, line in module.imported
        if any(is_inside(name, workshop) for workshop in WORKSHOPS)
    ]
    assert not leaks, leaks


def test_commands_are_typed_through_the_companion(workshop: tuple[Module, ...]) -> None:
    """A command that was called without `companion` around it forgets for good that -h is help."""
    called = [
        f"{module.place} imports the command {name.name}"
        for module in workshop
        if "from companion.commands." in module.text
        for node in module.statements
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("companion.commands.")
        for name in node.names
        if name.name == (node.module or "").rpartition(".")[2]
    ]
    assert called == []


def test_no_modules_import_each_other_in_a_circle(product: tuple[Module, ...]) -> None:
    known = {module.name for module in product}
    graph = {
        module.name: {_target(name, known) for name, _ in module.imported_when_running}
        & known - {module.name}
        for module in product
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail("a circle: " + " <- ".join(circle.args[1]))


def _target(name: str, known: set[str]) -> str:
    """The module that an imported name lies in: itself, or the module that it is a part of."""
    return name if name in known else name.rpartition(".")[0]


def test_every_package_has_a_file_to_read(product: tuple[Module, ...]) -> None:
    # Without this, a package that was moved would pass every test here by being empty.
    assert {module.name.split(".")[0] for module in product} == set(PACKAGES)
