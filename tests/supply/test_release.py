"""A release: the wheel has everything that a table needs, and runs in a clean environment."""

import hashlib
import importlib.machinery
import importlib.util
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.mutants.running import Copy

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "firmware_bridge", "hardware")
LEFT_OUT = re.compile(
    r"hardware/(?!profiles/|[^/]+\.py$)|firmware_bridge/.*(?<!\.py)$|"
    r"companion/pretend/painting/(?!.*\.(py|jpg)$).*"
)
"""What is drawn, soldered or flashed, and comes with the source alone."""


@pytest.fixture(scope="module")
def release():
    loader = importlib.machinery.SourceFileLoader("release", str(ROOT / "scripts/release"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("release", loader))
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def built(release, tmp_path_factory):
    folder = tmp_path_factory.mktemp("release")
    copy = Copy(ROOT, folder)
    (copy.path / ".venv").unlink()
    files = release.build_in(copy.path, folder / "dist")
    release.describe(files, release.notes_of(ROOT, release.version_of(ROOT)), folder / "dist")
    return folder / "dist", *files


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """The folder of commands of an environment that has the wheel, and the libraries of this one."""
    home = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    (site,) = home.glob("lib/python*/site-packages")
    into = [sys.executable, "-m", "pip", "--python", str(home / "bin/python"), "install", "--quiet"]
    subprocess.run([*into, "--no-deps", "--no-index", str(built[1])], check=True)
    # A folder that is named so brings its libraries, and not what is installed there for editing.
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return home / "bin"


@pytest.mark.gate(0)
def test_the_wheel_has_every_file_that_the_product_reads(built) -> None:
    with zipfile.ZipFile(built[1]) as wheel:
        names = set(wheel.namelist())
    kept = subprocess.check_output(["git", "ls-files", *PACKAGES], cwd=ROOT, text=True).splitlines()
    needed = {name for name in kept if (ROOT / name).exists() and not LEFT_OUT.match(name)}
    assert needed - names == set()
    assert not [name for name in names if name.startswith(("tests/", "lab/"))]


@pytest.mark.gate(0)
def test_the_source_has_what_a_reader_looks_for(built) -> None:
    with tarfile.open(built[2]) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert {"README.md", "LICENSE", "pyproject.toml", "companion/riichi/facts.py"} <= names


@pytest.mark.gate(0)
def test_checksums_and_contents_are_those_of_the_files(built) -> None:
    out, wheel, source = built
    for line in (out / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split()
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    contents = (out / "CONTENTS.md").read_text(encoding="utf-8")
    assert wheel.name in contents
    assert "| `companion/riichi` |" in contents
    assert "- flask" in contents
    assert source.name in (out / "SHA256SUMS").read_text(encoding="utf-8")


def test_the_installed_companion_answers_from_its_own_files(installed, tmp_path) -> None:
    where = [str(installed / "python"), "-c", "import companion; print(companion.__file__)"]
    assert str(installed.parent) in subprocess.check_output(where, cwd=tmp_path, text=True)
    told = subprocess.check_output([str(installed / "companion"), "rules", "list"], cwd=tmp_path, text=True)
    assert "tenhou" in told


@pytest.mark.gate(0)
def test_the_installed_companion_serves_its_page(installed, tmp_path) -> None:
    command = [str(installed / "companion"), "demo", "--port", "0"]
    surroundings = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=tmp_path, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        try:
            url = next(found[0] for line in running.stdout if (found := re.search(r"http://\S+", line)))
            with urlopen(url, timeout=20) as answer:  # noqa: S310 - the address that it printed
                page = answer.read().decode()
        finally:
            running.terminate()
    assert "/static/" in page


@pytest.mark.parametrize("version", ["65.5.0", None])
def test_a_python_that_cannot_build_it_is_named_in_one_sentence(release, monkeypatch, version) -> None:
    """That of Debian 12 has an older setuptools, and that of an environment often none."""

    def known(name):
        if version is None:
            raise release.metadata.PackageNotFoundError(name)
        return version

    monkeypatch.setattr(release.metadata, "version", known)
    with pytest.raises(SystemExit, match=r"needs setuptools 77 or newer, and .* has (65\.5\.0|none): type"):
        release.require_builder()
    monkeypatch.undo()
    release.require_builder()


def test_this_version_is_in_the_changelog(release) -> None:
    assert release.notes_of(ROOT, release.version_of(ROOT))
    with pytest.raises(SystemExit, match="has no section"):
        release.notes_of(ROOT, "99.0.0")
