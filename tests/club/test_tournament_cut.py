"""The plug is pulled while a tournament is put aside, with or without a next one."""

import errno
import os
from contextlib import suppress

import pytest

from companion.club.tournament_file import TournamentFile, earlier, records_of
from companion.errors import ConfigError
from companion.tournament.changes import LengthSet, TitleSet


class PlugPulledError(BaseException):
    """Nothing of the process goes on from here."""


@pytest.mark.parametrize("step", range(1, 12))
@pytest.mark.parametrize("next_title", ["Thursday", None])
def test_the_plug_is_pulled_while_a_tournament_is_put_aside(tmp_path, monkeypatch, step, next_title):
    """Either it goes on as it was, or it was put aside once, and the next one has begun."""
    folder = tmp_path / "club"
    folder.mkdir()
    file = TournamentFile(folder)
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
