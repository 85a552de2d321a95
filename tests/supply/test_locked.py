"""The locked versions: whole, the ones that are tested with, and the only files that are ever installed."""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, requires, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

EXTRAS = ("club", "demo", "https", "panel", "vision")


@pytest.fixture(scope="module")
def lines(root):
    """The lines of the file, each with its hashes."""
    text = (root / "requirements" / "locked.txt").read_text()
    told = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ")
    return [re.split(r"\s+--hash=", line.strip()) for line in told.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def locked(lines):
    """The requirements by name; a name may have several, for several Pythons."""
    found = {}
    for wanted, *_ in lines:
        requirement = Requirement(wanted)
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def counted(locked, name):
    """The one that counts for the Python that runs here."""
    return next(one for one in locked[name] if one.marker is None or one.marker.evaluate())


@pytest.fixture(scope="module")
def asked(root):
    """What pyproject.toml asks for, at a table and to build the companion."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    told = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    return [Requirement(each) for each in [*told, *(one for extra in EXTRAS for one in extras[extra])]]


def test_each_line_is_one_version_with_the_hash_of_each_of_its_files(lines):
    assert lines
    for wanted, *hashes in lines:
        assert re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; .+)?", wanted), wanted
        assert hashes, wanted
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes)
        assert len(set(hashes)) == len(hashes)


def test_no_registry_is_named(root):
    assert "://" not in (root / "requirements" / "locked.txt").read_text()


def test_every_library_that_is_asked_for_is_there_and_new_enough(locked, asked):
    for wanted in asked:
        for held in locked[canonicalize_name(wanted.name)]:
            held_version = next(iter(held.specifier)).version
            assert wanted.specifier.contains(held_version), (str(wanted), held_version)


def test_what_the_libraries_themselves_need_is_there(locked, asked):
    """Followed through what is installed here; what only another machine needs is not."""
    to_follow, seen = [canonicalize_name(one.name) for one in asked], set()
    while to_follow:
        name = to_follow.pop()
        assert name in locked, name
        if name in seen:
            continue
        seen.add(name)
        needs = map(Requirement, _needs(name))
        to_follow += [
            canonicalize_name(one.name)
            for one in needs
            if one.marker is None or one.marker.evaluate({"extra": ""})
        ]
    assert seen == set(locked), "something is locked that nobody needs"


def _needs(name):
    try:
        return requires(name) or ()
    except PackageNotFoundError:
        return ()  # setuptools, where the environment was made without


@pytest.mark.skipif("COMPANION_LOWEST" in os.environ, reason="the lowest versions are tested here")
def test_these_versions_are_the_ones_that_this_gate_runs_with(locked):
    """`rm .venv/installed-test` and `make test` bring an environment up to date."""
    others = {name for name in locked if name != "setuptools" and _installed(name) is not None}
    assert {"flask", "waitress", "numpy"} <= others
    different = {
        name: _installed(name)
        for name in others
        if not counted(locked, name).specifier.contains(_installed(name))
    }
    assert different == {}


def _installed(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return None


# A house that installs: a registry on the disk with one library, and a companion of one file that needs it.

BACKEND = """
import zipfile

def build_wheel(folder, *_):
    name = "companion_of_one_file-1.0-py3-none-any.whl"
    about = "Metadata-Version: 2.1\\nName: companion-of-one-file\\nVersion: 1.0\\n"
    kind = "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
    info = "companion_of_one_file-1.0.dist-info"
    with zipfile.ZipFile(f"{folder}/{name}", "w") as wheel:
        wheel.writestr("companion_of_one_file.py", "")
        wheel.writestr(f"{info}/METADATA", about)
        wheel.writestr(f"{info}/WHEEL", kind)
        wheel.writestr(f"{info}/RECORD", "")
    return name
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "companion-of-one-file"
version = "1.0"
"""


def wheel(folder, content):
    """A library as it is published; what its file's SHA-256 is."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "tiles-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(zipfile.ZipInfo("tiles.py"), content)
        packed.writestr("tiles-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiles\nVersion: 1.0\n")
        packed.writestr(
            "tiles-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        packed.writestr("tiles-1.0.dist-info/RECORD", "")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def registry(folder, content):
    """A registry on the disk that publishes it; its address, and the SHA-256."""
    digest = wheel(folder / "tiles", content)
    name = "tiles-1.0-py3-none-any.whl"
    (folder / "tiles" / "index.html").write_text(f'<a href="{name}#sha256={digest}">{name}</a>')
    return folder.as_uri(), digest


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """An environment to install into."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder


@pytest.fixture
def checkout(root, tmp_path, environment):
    """A checkout with the real script; its environment is empty."""
    for path in environment.glob("lib/python*/site-packages/*"):
        if path.name.startswith(("tiles", "companion_of_one_file")):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (tmp_path / "venv").symlink_to(environment)
    folder = tmp_path / "checkout"
    (folder / "scripts").mkdir(parents=True)
    (folder / "requirements").mkdir()
    (folder / "scripts" / "install-locked").write_bytes((root / "scripts" / "install-locked").read_bytes())
    (folder / "scripts" / "install-locked").chmod(0o755)
    (folder / "backend.py").write_text(BACKEND)
    (folder / "pyproject.toml").write_text(PROJECT)
    return folder


def lock(checkout, digest):
    (checkout / "requirements" / "locked.txt").write_text(f"tiles==1.0 \\\n    --hash=sha256:{digest}\n")


def installed(checkout, **registries):
    """Install as the update does; what came of it, and what is there then."""
    python = checkout.parent / "venv" / "bin" / "python"
    without = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    ended = subprocess.run(
        [checkout / "scripts" / "install-locked", python],
        env={**without, "PIP_CONFIG_FILE": os.devnull, "PIP_NO_CACHE_DIR": "1", **registries},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    names = ("tiles", "companion_of_one_file")
    there = f"import importlib.util as u; print([name for name in {names} if u.find_spec(name)])"
    found = subprocess.run([python, "-I", "-c", there], capture_output=True, text=True, check=True)
    return ended.returncode, ended.stderr, found.stdout.strip()


@pytest.mark.gate(0)
def test_what_has_its_hash_is_installed_and_then_the_companion(checkout, tmp_path):
    address, digest = registry(tmp_path / "registry", "")
    lock(checkout, digest)
    assert installed(checkout, PIP_INDEX_URL=address) == (0, "", "['tiles', 'companion_of_one_file']")


@pytest.mark.gate(0)
def test_what_was_changed_on_its_way_is_refused_and_nothing_is_installed(checkout, tmp_path):
    _, digest = registry(tmp_path / "registry", "")
    address, _ = registry(tmp_path / "registry", "import os")
    lock(checkout, digest)
    status, said, there = installed(checkout, PIP_INDEX_URL=address)
    assert status != 0
    assert "DO NOT MATCH THE HASHES" in said
    assert there == "[]"


def test_a_library_without_a_hash_is_refused(checkout, tmp_path):
    address, _ = registry(tmp_path / "registry", "")
    (checkout / "requirements" / "locked.txt").write_text("tiles==1.0\n")
    status, said, there = installed(checkout, PIP_INDEX_URL=address)
    assert status != 0
    assert "hash" in said.lower()
    assert there == "[]"


def test_a_library_that_would_have_to_be_built_is_refused(checkout, tmp_path):
    """Its hash is right, but what its source runs while it is built has none."""
    folder = tmp_path / "registry" / "tiles"
    folder.mkdir(parents=True)
    path = folder / "tiles-1.0.tar.gz"
    about = "Metadata-Version: 2.1\nName: tiles\nVersion: 1.0\n"
    files = {"backend.py": BACKEND, "pyproject.toml": PROJECT, "PKG-INFO": about}
    with tarfile.open(path, "w:gz") as packed:
        for name, template in files.items():
            text = re.sub("companion.of.one.file", "tiles", template)
            said = tarfile.TarInfo(f"tiles-1.0/{name}")
            said.size = len(text)
            packed.addfile(said, io.BytesIO(text.encode()))
    lock(checkout, hashlib.sha256(path.read_bytes()).hexdigest())
    (folder / "index.html").write_text(f'<a href="{path.name}">{path.name}</a>')
    status, said, there = installed(checkout, PIP_INDEX_URL=folder.parent.as_uri())
    assert status != 0
    assert "No matching distribution" in said
    assert there == "[]"


def test_a_second_registry_with_files_of_its_own_does_no_harm(checkout, tmp_path):
    """As on a Raspberry Pi, whose pip also looks at a registry that builds the same versions itself."""
    first, digest = registry(tmp_path / "registry", "")
    second, _ = registry(tmp_path / "builds-of-its-own", "import os")
    lock(checkout, digest)
    said = installed(checkout, PIP_INDEX_URL=second, PIP_EXTRA_INDEX_URL=first)
    assert said == (0, "", "['tiles', 'companion_of_one_file']")


def test_the_update_installs_by_nothing_else(root):
    for script in ("update", "install-pi"):
        assert "pip install" not in (root / "scripts" / script).read_text()
    assert 'scripts/install-locked "$new/bin/python"' in (root / "scripts" / "update").read_text()


@pytest.mark.gate(0)
def test_where_the_eye_cannot_be_had_the_rest_is_installed_without_it(checkout, tmp_path):
    address, digest = registry(tmp_path / "registry", "")
    lock(checkout, digest)
    locked = checkout / "requirements" / "locked.txt"
    missing = "eyeware==9.9 ; python_full_version < '4' \\\n    --hash=sha256:" + "0" * 64 + "\n"
    locked.write_text(missing + locked.read_text())
    status, _, there = installed(checkout, PIP_INDEX_URL=address)
    assert (status != 0, there) == (True, "[]")
    (checkout / "requirements" / "eye.txt").write_text("eyeware\n")
    status, said, there = installed(checkout, PIP_INDEX_URL=address)
    assert (status, there) == (0, "['tiles', 'companion_of_one_file']")
    assert "will see no tiles here" in said


def test_without_the_eye_nothing_is_installed_whose_hash_is_wrong(checkout, tmp_path):
    _, digest = registry(tmp_path / "registry", "")
    address, _ = registry(tmp_path / "registry", "import os")
    lock(checkout, digest)
    (checkout / "requirements" / "eye.txt").write_text("eyeware\n")
    status, said, there = installed(checkout, PIP_INDEX_URL=address)
    assert (status != 0, there) == (True, "[]")
    assert "DO NOT MATCH THE HASHES" in said


def test_the_libraries_of_the_eye_are_those_that_nothing_else_needs(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    table = needed_by([*project["dependencies"], *extras["panel"], "setuptools"])
    # A phone's camera alone needs https.
    eye = needed_by([*extras["vision"], *extras["demo"], *extras["https"]])
    assert (root / "requirements" / "eye.txt").read_text().split() == sorted(eye - table)


def needed_by(words):
    """The names of these libraries and of all that they need here."""
    found, left = set(), list(words)
    while left:
        one = Requirement(left.pop())
        name = canonicalize_name(one.name)
        if name in found or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        left += requires(one.name) or []
    return found
