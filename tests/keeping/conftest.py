"""What the tests of keeping share: their files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toolbox.quick_folder import quick_folder


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """In memory: what is written here is synced again and again, and no test waits for a disk."""
    with quick_folder() as folder:
        yield folder
