"""The checks of the page's scripts find what they are there for; `make check` runs them over all scripts."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("script", "is_right"),
    [
        ("export const one = () => 1;\n", True),
        ("const kept = 1;\n", False),
        ("export const same = () => { debugger; };\n", False),
    ],
)
def test_the_linter_finds_what_is_never_used_or_left_behind(
    root: Path, tmp_path: Path, script: str, *, is_right: bool
) -> None:
    file = tmp_path / "some.js"
    file.write_text(script, encoding="utf-8")
    rules = ["--config", str(root / "scripts/page/oxlint.json"), "--deny-warnings"]
    tool = str(Path(sys.executable).with_name("oxlint"))
    done = subprocess.run([tool, *rules, str(file)], capture_output=True, check=False)
    assert (done.returncode == 0) == is_right, done.stdout.decode()


def test_the_gate_lints_and_types_the_page(root: Path) -> None:
    typed = subprocess.check_output(["make", "--dry-run", "lint", "types"], cwd=root, text=True)
    assert "oxlint" in typed
    assert "scripts/check-page-types" in typed


def test_what_the_page_takes_from_preact_has_a_type(root: Path) -> None:
    types = (root / "scripts/page/preact.d.ts").read_text(encoding="utf-8")
    scripts = root / "companion/dashboard/static/js"
    taken = {
        name.strip()
        for path in scripts.rglob("*.js")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("import {") and "/static/vendor/" in line
        for name in line.partition("{")[2].partition("}")[0].split(",")
    }
    assert [
        name for name in taken if f"export function {name}(" not in types and f"{name}<" not in types
    ] == []
