"""Setting up on a machine that reaches no registry ends in one sentence that says what to do."""

import shutil
import subprocess

import pytest

WITHOUT_REGISTRY = """#!/bin/sh
case "$*" in *"-m pip"*) exit 1 ;; esac
"""
"""A Python of the right age whose pip gets nothing."""


@pytest.mark.parametrize("purpose", ["run", "test"])
def test_a_machine_without_a_registry_is_told_what_is_missing_and_what_to_do(root, tmp_path, purpose):
    (tmp_path / "scripts").mkdir()
    script = shutil.copy(root / "scripts" / "set-up-environment", tmp_path / "scripts")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(WITHOUT_REGISTRY)
    python.chmod(0o755)
    ended = subprocess.run([script, purpose], capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 1
    said = " ".join(ended.stderr.splitlines()[1:])
    assert said.startswith(f"What '{purpose}' needs could not be fetched")
    assert "PIP_INDEX_URL" in said
    assert not (tmp_path / ".venv" / f"installed-{purpose}").exists()
