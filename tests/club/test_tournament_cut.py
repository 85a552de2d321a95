"""The plug is pulled while something is decided, or a tournament is put aside, with or without a next one."""

import errno
import os
import resource
import signal
from contextlib import suppress

import pytest

from companion.club.pantheon_file import Ledger
from companion.club.tournament_file import FILE, TournamentFile, earlier, records_of
from companion.errors import ConfigError
from companion.tournament.changes import LengthSet, RecordCorrupt, TitleSet


class PlugPulledError(BaseException):
    """Nothing of the process goes on from here."""


@pytest.mark.parametrize("step", range(1, 12))
@pytest.mark.parametrize("next_title", ["Thursday", None])
def test_the_plug_is_pulled_while_a_tournament_is_put_aside(tmp_path, monkeypatch, step, next_title):
    """Either it goes on as it was, or it was put aside once, and the next one has begun."""
    folder = tmp_path / "club"
    folder.mkdir()
    file = TournamentFile(folder, _noon)
    file.say(TitleSet("Wednesday"), LengthSet(2))
    left = iter(range(step))

    def pulled(which):
        def instead(*args, **more):
            if next(left, None) is None:
                raise PlugPulledError
            return which(*args, **more)

        return instead

    with monkeypatch.context() as changed, suppress(PlugPulledError):
        for name in ("fsync", "rename", "unlink", "open", "write"):
            changed.setattr(os, name, pulled(getattr(os, name)))
        file.begin(TitleSet(next_title)) if next_title else file.end()
    again = TournamentFile(folder)
    standing = again.tournament.title
    assert standing in ("Wednesday", next_title or "")
    aside = [records_of(one)[0].change for one in earlier(folder)]
    assert aside == ([] if standing == "Wednesday" else [TitleSet("Wednesday")])
    again.say(TitleSet("Later"))
    again.begin(TitleSet("Friday"))
    events = [records_of(one)[0] for one in earlier(folder)]
    assert len(events) == len(set(events)) == (1 if standing == "Wednesday" else 2)


@pytest.mark.parametrize("good", range(4))
def test_a_disk_that_refuses_while_the_next_one_begins_loses_neither(tmp_path, monkeypatch, good):
    file = TournamentFile(tmp_path)
    file.say(TitleSet("Wednesday"))
    left, sync = iter(range(good)), os.fsync

    def refused(opened):
        if next(left, None) is None:
            raise OSError(errno.EIO, "input/output error")
        sync(opened)

    with monkeypatch.context() as changed:
        changed.setattr(os, "fsync", refused)
        with pytest.raises(ConfigError, match="input/output error"):
            file.begin(TitleSet("Thursday"))
    standing = TournamentFile(tmp_path).tournament.title
    aside = [records_of(one)[0].change.title for one in earlier(tmp_path)]
    assert [*aside, standing] in (["Wednesday"], ["Wednesday", "Thursday"])


def test_of_a_decision_of_several_lines_all_stand_or_none_wherever_the_plug_is_pulled(tmp_path):
    file = TournamentFile(tmp_path, _noon)
    file.say(TitleSet("Wednesday"))
    before = (tmp_path / FILE).read_bytes()
    half = b'{"revision":2,'  # an older companion has appended line by line
    (tmp_path / FILE).write_bytes(before + half)
    size = len(_lines_of_it(tmp_path / "other"))
    for more in (*range(0, size, 9), size - 1):
        _killed_by_the_byte(len(before) + more, lambda: file.say(TitleSet("Thursday"), LengthSet(5)))
        found = TournamentFile(tmp_path).tournament
        assert (found.title, found.length) == ("Wednesday", 0), more
        assert (tmp_path / FILE).read_bytes() == before + half
    file.say(TitleSet("Thursday"), LengthSet(5))
    assert (TournamentFile(tmp_path).tournament.length, file.tournament.revision) == (5, 3)
    assert (tmp_path / FILE).read_bytes().startswith(before)


def test_a_last_line_to_which_an_editor_added_no_end_counts_and_stays(tmp_path):
    file = TournamentFile(tmp_path, _noon)
    file.say(TitleSet("Wednesday"), LengthSet(4))
    path = tmp_path / FILE
    whole = path.read_bytes()
    path.write_bytes(whole.removesuffix(b"\n"))
    assert TournamentFile(tmp_path).tournament.length == 4
    file.say(TitleSet("Thursday"))
    assert path.read_bytes().startswith(whole)
    found = TournamentFile(tmp_path).tournament
    assert (found.title, found.length, found.revision) == ("Thursday", 4, 3)
    path.write_bytes(path.read_bytes() + b'{"revision":4,"said":"nothing"}')
    with pytest.raises(RecordCorrupt, match="line 4 of "):
        TournamentFile(tmp_path)


def test_what_was_sent_is_known_where_an_editor_added_no_end_to_the_last_line(tmp_path):
    ledger = Ledger(tmp_path)
    ledger.note("1.1.1", "sending", digest="a")
    ledger.note("1.1.1", "sent")
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole.removesuffix(b"\n"))
    assert ledger.states()["1.1.1"].step == "sent"
    ledger.note("1.1.2", "sending", digest="b")
    path.write_bytes(path.read_bytes() + b'{"key": "1.1.3", "is": "sen')
    assert {key: one.step for key, one in ledger.states().items()} == {"1.1.1": "sent", "1.1.2": "sending"}
    ledger.note("1.1.2", "begun")
    assert path.read_bytes().startswith(whole)
    assert path.read_bytes().count(b"\n") == 4


def _noon() -> float:
    """One moment for all: how long a line is depends on the digits of its time."""
    return 1_800_000_000.5


def _lines_of_it(folder) -> bytes:
    """The lines of that decision, as they are written elsewhere."""
    folder.mkdir()
    file = TournamentFile(folder, _noon)
    file.say(TitleSet("Wednesday"))
    before = (folder / FILE).read_bytes()
    file.say(TitleSet("Thursday"), LengthSet(5))
    return (folder / FILE).read_bytes()[len(before) :]


def _killed_by_the_byte(size, deed):
    """Do it in a child that is killed when a file would grow beyond this size."""
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        deed()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status)
