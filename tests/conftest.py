"""What every test may lean on: the recorded games beside the checkout, and how hard Hypothesis tries."""

import gc
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from tests.tiers import Alone, is_long, parted

ROOT = Path(__file__).resolve().parent.parent
_ALONE = pytest.StashKey[Alone]()

# No deadlines: a test never asserts a wall-clock time, and a busy machine is not a fault.
settings.register_profile("default", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("quick", settings.get_profile("ci"), max_examples=10)
settings.register_profile("gate", settings.get_profile("ci"), max_examples=40)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(scope="session")
def playwright():
    """One driver of browsers for a whole run: a second beside it cannot be begun."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        yield playwright


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--on-table", action="store_true", help="also run the tests that need a real table")
    parser.addoption("--quick", action="store_true", help="only the tests that take no time (make quick)")
    parser.addoption("--whole", action="store_true", help="also what repeats at length (make whole)")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Begun in the background of a script: what a test starts would ignore an interrupt, too.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not config.getoption("--whole"):
        config.stash[_ALONE] = Alone()
    if config.getoption("--quick"):
        settings.load_profile("quick")
    elif os.environ.get("HYPOTHESIS_PROFILE") == "ci" and not config.getoption("--whole"):
        settings.load_profile("gate")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One worker more than cores: browsers and processes are waited for. Quick tests wait for nothing."""
    return None if config.getoption("--quick") else (os.cpu_count() or 1) + 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("--quick") and is_long(collection_path) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    alone = item.config.stash.get(_ALONE, None)
    if alone is None or is_long(item.path):
        return (yield)
    with alone.watching():
        return (yield)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Whoever names a test wants it.
    if not config.getoption("--whole") and not any("::" in one for one in config.args):
        items[:], left = parted(items)
        config.hook.pytest_deselected(items=left)
    if hasattr(config, "workerinput"):
        items.sort(key=_turn)
    if config.getoption("--on-table"):
        return
    without_table = pytest.mark.skip(reason="needs a real table with buttons and a camera: --on-table")
    for item in items:
        if item.get_closest_marker("on_table"):
            item.add_marker(without_table)


def _turn(item: pytest.Item) -> tuple[bool, int]:
    """Where the file of a test stands among several workers.

    Browsers first: one worker opens them. The rest in an order without a meaning, the same in all workers:
    by their names, the files that wait for processes would lie side by side, and all would wait at once.
    """
    place = item.path.relative_to(ROOT).as_posix()
    return not place.startswith("tests/browser/"), crc32(place.encode())


def pytest_sessionstart() -> None:
    gc.disable()


def pytest_collection_finish() -> None:
    """What was collected stays to the end, and is not looked through for garbage again.

    Else that takes a twentieth of the run, and most of a test that reads all sources.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The table of the trials of reliability, wherever they ran."""
    reports = [report for each in ("passed", "failed") for report in terminalreporter.getreports(each)]
    rows = [value for report in reports for name, value in report.user_properties if name == "trial"]
    if rows:
        from tests.reliability.trials import table

        terminalreporter.section("trials of reliability")
        terminalreporter.write_line(table(sorted(map(tuple, rows))))


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of recorded games that may lie beside the checkout; without it the test is skipped."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("there are no recorded games in ../shared/data beside this checkout")
    return folder


@pytest.fixture
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Days are those of Greenwich, wherever the tests run."""
    with monkeypatch.context() as zone:
        zone.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()
