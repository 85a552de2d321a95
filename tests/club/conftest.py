"""A real hub with the real broker, for the tests that need one; without Mosquitto they are skipped."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.club.membership import JoinCode, Membership, join
from companion.club.service import HubPlan, HubService
from tests.reliability.club_kills import free_ports
from tests.toolbox.quick_folder import quick_folder


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def hub(folder: Path) -> Iterator[HubService]:
    require_broker()
    (folder / "hub").mkdir()
    port, join_port = free_ports(2)
    hub = HubService(folder / "hub", HubPlan("127.0.0.1", port, join_port, ("127.0.0.1",)))
    hub.start()
    yield hub
    hub.stop()


@pytest.fixture
def joined(hub: HubService, tmp_path: Path) -> Callable[[str], Membership]:
    """A new table of the club, by the code on the hub's screen."""
    return lambda name: join(tmp_path / name, JoinCode.read(str(hub.code())), name, 1)


def require_broker() -> None:
    if shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin") is None:
        if os.environ.get("REQUIRE_TOOLS"):
            pytest.fail("Mosquitto is not installed: scripts/install-test-tools")
        pytest.skip("Mosquitto is not installed: scripts/install-test-tools")


def soon(is_so: Callable[[], object], seconds: float = 20.0) -> bool:
    """Whether something becomes true; looked at often."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
