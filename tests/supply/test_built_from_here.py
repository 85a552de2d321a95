"""The companion is built from the checkout as it is now, and nothing of root's is left lying in it."""

import shlex
import subprocess
import sys
import zipfile

import pytest

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "table"
version = "1.0"

[tool.setuptools]
packages = ["table"]
"""
PYTHON = """#!/bin/sh
case "$*" in
  *--require-hashes*) exit 0 ;;
  *) exec {python} -m pip wheel --no-deps --no-index --no-build-isolation --wheel-dir {wheels} . ;;
esac
"""
"""Has every library, and keeps what it would install."""


@pytest.fixture
def build(root, tmp_path):
    """Install from a checkout twice; what was in the package, and what lies in the checkout."""
    checkout, wheels = tmp_path / "a checkout", tmp_path / "wheels"
    for folder in ("scripts", "requirements", "table"):
        (checkout / folder).mkdir(parents=True)
    (checkout / "requirements" / "locked.txt").touch()
    (checkout / "pyproject.toml").write_text(PROJECT)
    script = checkout / "scripts" / "install-locked"
    script.write_bytes((root / "scripts" / "install-locked").read_bytes())
    script.chmod(0o755)
    python = tmp_path / "python"
    python.write_text(PYTHON.format(python=shlex.quote(sys.executable), wheels=shlex.quote(str(wheels))))
    python.chmod(0o755)

    def built(*modules):
        for path in (checkout / "table").iterdir():
            path.unlink()
        for module in modules:
            (checkout / "table" / module).touch()
        subprocess.run([script, python], check=True, capture_output=True)
        (wheel,) = wheels.iterdir()
        with zipfile.ZipFile(wheel) as packed:
            names = {name.removeprefix("table/") for name in packed.namelist() if name.startswith("table/")}
        return names, {path.name for path in checkout.iterdir()}

    return built


def test_a_module_that_a_newer_version_lacks_is_not_installed_again_from_what_was_built_before(build):
    assert build("__init__.py", "old.py")[0] == {"__init__.py", "old.py"}
    assert build("__init__.py")[0] == {"__init__.py"}


def test_what_root_builds_lies_nowhere_in_the_checkout(build):
    """Else whoever has the checkout could build nothing there, and `make hardware` would fail."""
    assert build("__init__.py")[1] == {"pyproject.toml", "requirements", "scripts", "table"}
