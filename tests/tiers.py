"""Three tiers of tests: `make quick` in `make test`, the gate, and the gate in `make whole`.

Quick leaves out what needs a browser, a process of its own, or many examples: the files listed here. While a
quick test runs, in the gate too, nothing may start a process: whoever adds a test that does so adds its file
to the list, or keeps the process out of it.

The gate keeps, for each behaviour, the cheapest test that would fail if it broke. What shows the same once
more through a slower door is left for the whole run: other languages, sizes, seeds and houses; long games;
what a browser or a process repeats of what is tested without one. Left for it, too, are the less usual
paths through a sheet whose main path is tested, and what only a release needs. The gate opens every page and
every sheet, runs every command, and starts every kind of process; it tries every law, with fewer examples
than `--whole` (`tests/conftest.py`).

A test says how much of it the gate tries: `@pytest.mark.gate(2)` the first two of its cases,
`@pytest.mark.gate("de", "ja")` those with these ids, `@pytest.mark.gate(0)` none. As `pytestmark` it holds
for all tests of a file that say nothing else.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent

LONG = {
    "architecture": "many files",
    "browser": "a browser",
    "club/test_broker.py": "processes",
    "club/test_flags.py": "processes",
    "club/test_foreign_broker.py": "processes",
    "club/test_joining.py": "processes",
    "club/test_joining_cut.py": "processes",
    "club/test_laws.py": "many examples",
    "club/test_pantheon.py": "many connections",
    "club/test_referee.py": "processes",
    "club/test_referee_key.py": "processes",
    "club/test_season.py": "processes",
    "club/test_spare.py": "processes",
    "club/test_spare_notes.py": "processes",
    "club/test_tournament.py": "processes",
    "club/test_tournament_cut.py": "processes",
    "club/test_typed_again.py": "processes",
    "club/test_wire.py": "processes",
    "club_page/test_evening.py": "processes",
    "club_page/test_relay.py": "processes",
    "club_page/test_game_view.py": "many examples",
    "club_page/test_home_assistant.py": "processes",
    "club_page/test_referee.py": "processes",
    "club_page/test_roles.py": "processes",
    "club_page/test_room.py": "processes",
    "club_page/test_tables.py": "processes",
    "commands": "processes",
    "dashboard/test_access.py": "many examples",
    "dashboard/test_eye.py": "processes",
    "dashboard/test_front.py": "many connections",
    "dashboard/test_games.py": "processes",
    "dashboard/test_hand_photo.py": "processes",
    "dashboard/test_phone.py": "processes",
    "dashboard/test_pretending.py": "processes",
    "dashboard/test_reading.py": "processes",
    "dashboard/test_sealed.py": "many connections",
    "differential": "many examples",
    "docs/test_figures.py": "processes",
    "docs/test_howto.py": "processes",
    "evenings/test_statistics.py": "many examples",
    "firmware_bridge/test_exactly_once.py": "processes",
    "firmware_bridge/test_mqtt_panel.py": "processes",
    "firmware_bridge/test_panel_contract.py": "processes",
    "firmware_bridge/test_radio.py": "processes",
    "firmware_bridge/test_serial_panel.py": "processes",
    "front_door": "processes",
    "haifu/test_limits.py": "processes",
    "haifu/test_named_rules.py": "many examples",
    "haifu/test_opening.py": "processes",
    "haifu/test_round_trips.py": "many examples",
    "hardware": "processes",
    "intake/eye": "many pictures",
    "intake/test_eye_desk.py": "processes",
    "intake/test_eye_desk_left.py": "processes",
    "intake/test_eye_source.py": "processes",
    "intake/test_hand_photos.py": "processes",
    "intake/test_panel_thousand.py": "many examples",
    "intake/test_phone.py": "processes",
    "journal/test_codec.py": "many examples",
    "journal/test_sqlite.py": "processes",
    "keeping/test_bundle.py": "processes",
    "keeping/test_checkup.py": "processes",
    "keeping/test_kept_journal.py": "processes",
    "keeping/test_mending.py": "processes",
    "keeping/test_one_zip.py": "many files",
    "keeping/test_restoring.py": "processes",
    "keeping/test_supervisor.py": "processes",
    "keeping/test_synced.py": "processes",
    "lab": "many examples",
    "laws": "many examples",
    "mutants": "processes",
    "page": "processes",
    "pretend": "many pictures",
    "reliability": "processes",
    "scoring/test_recorded_wins.py": "many examples",
    "reveals/test_revealing.py": "many examples",
    "scribe/test_same_in_every_run.py": "processes",
    "scribe/test_taps_alone.py": "many examples",
    "reveals/test_tenpai_shown.py": "many examples",
    "scribe/test_watched_hands.py": "whole hands",
    "security": "processes",
    "stories": "whole hands",
    "supply": "processes",
    "tournament/test_laws.py": "many examples",
    "tournament/test_seating.py": "many examples",
    "vision": "many pictures",
}
"""What is not quick, by its path below `tests/`, and why."""

_STARTS = frozenset({"subprocess.Popen", "os.fork", "os.posix_spawn", "os.exec"})


def is_long(path: Path) -> bool:
    """Whether a path below `tests/` is left out of the quick tier."""
    if not path.is_relative_to(TESTS):
        return False
    inside = path.relative_to(TESTS)
    return any(str(each) in LONG for each in (inside, *inside.parents))


def parted(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests of the gate, and those that only the whole run tries.

    Raises pytest.UsageError where a test has none of the cases that it names.
    """
    cases = Counter[str]()
    kept, left = list[pytest.Item](), list[pytest.Item]()
    missed = dict[str, pytest.Mark]()
    for item in items:
        name, _, ids = item.nodeid.partition("[")
        mark = item.get_closest_marker("gate")
        is_tried = mark is None or _is_tried(mark.args, cases[name], ids.removesuffix("]"))
        (kept if is_tried else left).append(item)
        if mark is not None and mark.args != (0,):
            missed[name] = mark
        cases[name] += 1
    for item in kept:
        missed.pop(item.nodeid.partition("[")[0], None)
    for name, mark in missed.items():
        raise pytest.UsageError(f"{name} has no case {' or '.join(map(str, mark.args))} for the gate")
    return kept, left


def _is_tried(asked: tuple[int | str, ...], before: int, ids: str) -> bool:
    """Whether the gate tries a case with these ids that comes after `before` others of the same test."""
    named = {ids, *ids.split("-")}
    return any(before < one if isinstance(one, int) else one in named for one in asked)


class Alone:
    """Refuses to start a process while a quick test runs (an audit hook, which Python can never take off)."""

    def __init__(self) -> None:
        self._watching = False
        sys.addaudithook(self._heard)

    @contextmanager
    def watching(self) -> Iterator[None]:
        self._watching = True
        try:
            yield
        finally:
            self._watching = False

    def _heard(self, event: str, _: object) -> None:
        if self._watching and event in _STARTS:
            raise AssertionError("a quick test starts no process: list its file in tests/tiers.py")
