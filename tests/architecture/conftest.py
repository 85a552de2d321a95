"""The repository as the architecture tests see it; how a module is read lives in sources.py."""

import subprocess
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, WORKSHOPS, Module, read_modules


@pytest.fixture(scope="session")
def product(root: Path) -> tuple[Module, ...]:
    """Every module of the four packages."""
    return read_modules(root, *PACKAGES)


@pytest.fixture(scope="session")
def workshop(root: Path) -> tuple[Module, ...]:
    """Every module of the tests and the lab."""
    return read_modules(root, *WORKSHOPS)


@pytest.fixture(scope="session")
def tracked(root: Path) -> tuple[Path, ...]:
    """Every file that git keeps and that is there now."""
    # A clone may belong to another account than the one that runs the gate; git would refuse to read it.
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=root, capture_output=True, check=False
    )
    if listing.returncode:
        pytest.skip("this copy of the sources is no git checkout, so nothing tells what is kept")
    paths = (root / name for name in listing.stdout.decode().split("\0") if name)
    return tuple(path for path in paths if path.is_file())
