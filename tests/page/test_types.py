"""The page's scripts are checked against what the companion understands, and against nothing older."""

from __future__ import annotations

import subprocess

import pytest

from lab.page_types import WRITTEN, intentions


def test_the_types_of_what_people_mean_are_those_of_the_companion():
    """`python -m lab.page_types` writes them again."""
    assert WRITTEN.read_text(encoding="utf-8") == intentions()


@pytest.mark.gate(0)
def test_a_script_that_says_what_nobody_understands_is_found(root, tmp_path):
    compiler = root / "build/page/node_modules/typescript/bin/tsc"
    if not compiler.is_file():
        pytest.skip("TypeScript is not here yet; `make types` brings it")
    wrong = tmp_path / "wrong.js"
    wrong.write_text(
        "/** @param {Props} props */\n"
        "export const tell = ({ play }) => play.mean({ is: 'Tenpai', seat: 1, tenpai: true });\n"
    )
    types = (root / "scripts/page/page.d.ts", root / "scripts/page/intentions.d.ts")
    words = ("--allowJs", "--checkJs", "--noEmit", "--strict", "false", "--target", "es2022")
    found = subprocess.run(
        ["node", compiler, *words, *types, wrong], capture_output=True, text=True, check=False
    )
    assert "'tenpai' does not exist in type 'Tenpai'" in found.stdout
