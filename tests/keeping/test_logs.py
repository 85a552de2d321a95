"""What is said while it runs: lines for people, JSON lines for machines, and the last of them on the disk."""

import io
import json
import logging
import os
import sys

import pytest

from companion import logs
from companion.logs import last_lines, set_up_logs


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def logger():
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield logging.getLogger("companion.test")
    for handler in set(root.handlers) - set(before):
        handler.close()
    root.handlers[:] = before
    root.setLevel(level)


def test_a_line_has_what_orders_it(logger, tmp_path):
    said = io.StringIO()
    set_up_logs(tmp_path / "log", lambda: 42, said)
    logger.warning("source.changed name=%s", "panel")
    line = json.loads(said.getvalue())
    assert (line["said"], line["seq"], line["level"]) == ("source.changed name=panel", 42, "warning")
    assert line["monotonic"] > 0
    assert line["boot"] == logs.boot_id()
    assert line["at"].endswith("Z")
    assert json.loads(last_lines(tmp_path / "log", 10)[0])["said"] == line["said"]


def test_at_a_terminal_people_read_it(logger):
    said = Terminal()
    set_up_logs(None, stream=said)
    logger.warning("the disk is full")
    assert said.getvalue().endswith("WARNING the disk is full\n")


def test_news_are_kept_but_said_only_to_a_service(logger, tmp_path, monkeypatch):
    for name in ("INVOCATION_ID", "NOTIFY_SOCKET"):
        monkeypatch.delenv(name, raising=False)
    said = io.StringIO()
    set_up_logs(tmp_path, stream=said)
    logger.info("copy.made")
    assert said.getvalue() == ""
    assert len(last_lines(tmp_path, 10)) == 1
    monkeypatch.setenv("INVOCATION_ID", "1")
    set_up_logs(None, stream=said)
    logger.info("copy.made")
    assert "copy.made" in said.getvalue()


def test_a_fault_is_one_line_with_its_trace(logger):
    said = io.StringIO()
    set_up_logs(None, stream=said)
    try:
        raise ValueError("half a tile")
    except ValueError:
        logger.exception("evidence.failed")
    assert said.getvalue().count("\n") == 1
    assert "half a tile" in json.loads(said.getvalue())["trace"]


def test_a_disk_that_refuses_lines_stops_nothing(logger, tmp_path, capsys):
    folder = tmp_path / "log"
    set_up_logs(folder, stream=io.StringIO())
    (folder / logs.FILE).mkdir()
    logger.warning("said anyway")
    assert capsys.readouterr().err == ""


def test_a_folder_that_cannot_be_made_is_done_without(logger, tmp_path):
    (tmp_path / "file").write_text("")
    set_up_logs(tmp_path / "file" / "log", stream=sys.stderr)
    logger.info("nothing is kept")
    assert last_lines(tmp_path / "file" / "log", 5) == []


def test_only_the_last_lines_stay(logger, tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "MOST_BYTES", 5_000)
    set_up_logs(tmp_path, stream=io.StringIO())
    for number in range(200):
        logger.info("line %s", number)
    kept = last_lines(tmp_path, 1_000)
    assert json.loads(kept[-1])["said"] == "line 199"
    assert len(kept) < 100
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 10_000


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files for another account")
def test_what_root_logs_in_the_folder_of_a_service_the_service_can_go_on_with(logger, tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "MOST_BYTES", 100)
    os.chown(tmp_path, 12_345, 12_345)
    set_up_logs(tmp_path / "log", stream=io.StringIO())
    for _ in range(3):
        logger.info("table.opened")
    made = [tmp_path / "log", *(tmp_path / "log").iterdir()]
    assert len(made) == 3
    assert {one.stat().st_uid for one in made} == {12_345}
