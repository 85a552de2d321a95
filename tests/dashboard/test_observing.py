"""What machines ask: ready or not and why, and the meters as Prometheus reads them."""

import re

import pytest

from companion.clock import ManualClock
from companion.dashboard.app import create_app
from companion.evidence import SourceState
from companion.keeping.readiness import LEAST_FREE_BYTES, Readiness, Seen
from companion.keeping.upkeep import Attached, Upkeep
from companion.meters import METERS, PREFIX, Meters
from tests.conftest import ROOT
from tests.dashboard.conftest import Asked

WELL = Readiness(Seen(7, 2, {"journal": "up"}), LEAST_FREE_BYTES, 1.0, {"table": 0.5}, clock_is_set=True)


class Observed:
    def __init__(self, readiness):
        self.meters = Meters()
        self._readiness = readiness

    def readiness(self):
        return self._readiness

    def metrics(self):
        return self.meters.text()


def client(board, readiness=WELL):
    return create_app(board, Asked(), observed=Observed(readiness)).test_client()


def test_a_companion_that_is_well_is_ready(board):
    answer = client(board).get("/readyz")
    assert answer.status_code == 200
    assert answer.json == {
        "ready": True,
        "lacks": [],
        "seq": 7,
        "streams": 2,
        "sources": {"journal": "up"},
        "disk_free_bytes": LEAST_FREE_BYTES,
        "write_probe_age_s": 1.0,
        "loops": {"table": 0.5},
        "clock_is_set": True,
    }


@pytest.mark.parametrize(
    ("readiness", "lacks"),
    [
        (Readiness(Seen(7, 2, {"journal": "down"}), 2**30, 1.0, {}, True), ["journal_down"]),
        (Readiness(Seen(7, 2, {}), 10, 1.0, {}, True), ["disk_low"]),
        (Readiness(Seen(7, 2, {}), 2**30, 500.0, {}, True), ["disk_unproved"]),
        (Readiness(Seen(7, 2, {}), 2**30, 1.0, {"table": 60.0}, True, ("table",)), ["loop_silent"]),
        (Readiness(Seen(0, 0, {}, is_shown=False), 2**30, 1.0, {}, True), ["no_table"]),
        (Readiness(Seen(7, 2, {"camera": "down"}), 2**30, 1.0, {}, False), []),
    ],
)
def test_what_is_lacking_is_named_and_a_camera_or_a_clock_is_no_reason(board, readiness, lacks):
    answer = client(board, readiness).get("/readyz")
    assert (answer.status_code, answer.json["lacks"]) == (503 if lacks else 200, lacks)


def test_answers_are_counted_by_their_status(board):
    asking = client(board)
    for path in ("/healthz", "/healthz", "/nothing"):
        asking.get(path)
    text = asking.get("/metrics").text
    assert f'{PREFIX}answers_total{{status="200"}} 2' in text
    assert f'{PREFIX}answers_total{{status="404"}} 1' in text


def test_commands_are_counted_by_what_became_of_them(board):
    asking = client(board)
    body = {"id": "a", "expected_seq": 7, "kind": "undo"}
    asking.post("/api/commands", json=body, headers={"X-Table": "1"})
    asking.post("/api/commands", json={**body, "kind": "?"}, headers={"X-Table": "1"})
    asking.post("/api/commands", json=body)
    text = asking.get("/metrics").text
    for answer in ("done", "bad_command", "header_missing"):
        assert f'{PREFIX}commands_total{{answer="{answer}"}} 1' in text


LINE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\n]*"\})? (-?[0-9.e+-]+|\+Inf)')


def test_every_line_is_one_that_prometheus_reads():
    meters = Meters()
    meters.observe("commit_seconds", 0.004)
    meters.observe("commit_seconds", 99.0)
    meters.put("source_up", 1, 'a "name"\nof a \\ source'.replace('"', "'"))
    lines = meters.text().splitlines()
    assert not [line for line in lines if not line.startswith("# ") and not LINE.fullmatch(line)]
    assert f'{PREFIX}commit_seconds_bucket{{le="0.005"}} 1' in lines
    assert f'{PREFIX}commit_seconds_bucket{{le="+Inf"}} 2' in lines
    assert f"{PREFIX}commit_seconds_count 2" in lines


def test_a_source_that_is_gone_has_no_meter():
    meters = Meters()
    for source in ("camera", "club"):
        meters.put("source_up", 1, source)
    meters.keep_only("source_up", {"camera": "up"})
    assert f'{PREFIX}source_up{{source="camera"}} 1' in meters.text()
    assert '"club"' not in meters.text()


def test_the_page_of_meters_says_what_the_code_says():
    page = (ROOT / "docs" / "reference" / "metrics.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) \| (.*?) \|$", page, re.MULTILINE)
    label = {name: f"`{meter.label}`" if meter.label else "-" for name, meter in METERS.items()}
    assert rows == [(PREFIX + name, meter.kind, label[name], meter.help) for name, meter in METERS.items()]


def test_an_upkeep_without_a_file_writes_nothing_and_is_ready(tmp_path):
    upkeep = Upkeep(None, ManualClock())
    told = []
    upkeep.attach(Attached(told.append, lambda: Seen(3, 1, {"journal": "up"}), {}))
    assert upkeep.readiness().is_ready
    assert f"{PREFIX}seq 3\n" in upkeep.metrics()
    upkeep._look()
    assert [(change.name, change.state) for change in told] == [("clock", SourceState.DOWN)]
    assert list(tmp_path.iterdir()) == []
