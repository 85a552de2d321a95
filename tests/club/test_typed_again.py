"""`companion run --club …` is typed once more, from the shell's history or in a service's line."""

import json
import socket
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from companion.clock import SystemClock
from companion.club.membership import JoinRefused, folder_beside, join, membership_of, moved
from companion.commands.club_table import check_code, club_of
from companion.errors import ConfigError
from companion.keeping.certificates import KEY_ENDS
from companion.keeping.upkeep import Upkeep
from tests.club.conftest import soon


@contextmanager
def started(folder, typed):
    """The club of the table in this folder, from a start with `--club TYPED`."""
    upkeep = Upkeep(folder / "table.sqlite", SystemClock())
    with closing(upkeep.journal):
        club = club_of(folder / "table.sqlite", upkeep)
        club.start(typed)
        try:
            yield club.state()
        finally:
            club.stop()


def kept(folder):
    return membership_of(folder_beside(folder / "table.sqlite"))


def nowhere():
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def test_a_code_that_has_let_this_table_in_is_typed_again(hub, tmp_path, capsys):
    code = str(hub.code())
    with started(tmp_path, code) as first:
        before, mine = len(hub.members.all), kept(tmp_path)
    assert f"This table has joined the club as {first.name!r}" in capsys.readouterr().out
    with started(tmp_path, code) as again:
        assert (again.name, again.hub) == (first.name, first.hub)
    assert kept(tmp_path) == mine
    assert len(hub.members.all) == before
    assert "this code was used already" in (said := capsys.readouterr().err)
    assert f"This table is in the club already, as {first.name!r}" in said


def test_a_table_starts_with_its_code_while_the_hub_is_away(hub, tmp_path, capsys):
    code = hub.code()
    with started(tmp_path, str(code)) as first:
        pass
    with started(tmp_path, str(replace(code, port=nowhere()))) as again:
        assert (again.name, again.hub) == (first.name, first.hub)
    assert "no hub of a club answers" in capsys.readouterr().err


def test_a_used_code_of_another_club_is_refused(hub, tmp_path):
    with started(tmp_path, str(hub.code())):
        pass
    mine = kept(tmp_path)
    with (
        pytest.raises(JoinRefused, match="is not the club of this code"),
        started(tmp_path, str(replace(hub.code(), fingerprint="a" * 16))),
    ):
        pytest.fail("it has started")
    assert kept(tmp_path) == mine


def test_a_new_code_lets_a_table_in_again_that_was_removed(hub, tmp_path):
    with started(tmp_path, str(hub.code())):
        pass
    removed = kept(tmp_path)
    hub.members.leave(removed.table)
    with started(tmp_path, str(hub.code())):
        assert kept(tmp_path).table != removed.table


def test_what_is_no_address_of_a_hub_is_not_kept_as_one(hub, tmp_path):
    with started(tmp_path, str(hub.code())):
        pass
    mine = kept(tmp_path)
    for typed in ("127.0.0.1:8884", "http://127.0.0.1", "the hub", "a..b", ""):
        with pytest.raises(ConfigError), started(tmp_path, typed):
            pytest.fail("it has started")
    assert kept(tmp_path) == mine


def test_the_address_to_which_the_hub_has_moved_is_kept(hub, tmp_path):
    with started(tmp_path, str(hub.code())):
        pass
    with started(tmp_path, "localhost") as at_new:
        assert at_new.hub == kept(tmp_path).host == "localhost"


def test_a_table_that_types_the_code_of_another_evening_stays_the_table_that_it_is(hub, tmp_path):
    """The hub's screen shows a code each evening, and somebody types it although the table is in the club."""
    code = hub.code()
    with started(tmp_path, str(code)):
        pass
    mine, before = kept(tmp_path), len(hub.members.all)
    hub.rename(mine.table, "By the door")
    with started(tmp_path, str(hub.code())) as again:
        assert (again.name, kept(tmp_path).table) == ("By the door", mine.table)
        assert len(hub.members.all) == before
        assert soon(lambda: mine.table in [one.member.id for one in hub.tables if one.is_here])


def test_a_table_that_joins_its_club_once_more_shows_no_other_games_than_before(hub, joined):
    mine = joined("Alcove")
    assert join(mine.folder, hub.code(), "Alcove", 7) == mine


@pytest.mark.parametrize(
    ("damage", "since"),
    [
        (lambda text: text.replace('"port": ', '"port": "') + ",", 4),
        (lambda text: text[: text.index('"port"')], 9),
        (lambda text: text.replace('"since": 4', '"since": '), 9),
        (lambda _: "", 9),
    ],
)
def test_a_table_whose_membership_is_damaged_stays_the_table_that_it_is(hub, tmp_path, damage, since):
    mine = join(tmp_path, hub.code(), "Bench", 4)
    before, file = len(hub.members.all), tmp_path / "club.json"
    file.write_text(damage(file.read_text()))
    again = join(tmp_path, hub.code(), "Bench", 9)
    assert (again.table, len(hub.members.all)) == (mine.table, before)
    assert again.since == since
    assert len(list(tmp_path.glob("club.json.damaged-*"))) == 1


@pytest.mark.parametrize("typed", ["code", "code while the hub is away", "127.0.0.1"])
def test_a_table_starts_although_its_membership_is_damaged_whatever_its_line_says(
    hub, tmp_path, capsys, typed
):
    code = hub.code()
    with started(tmp_path, str(code)) as first:
        table = kept(tmp_path).table
    file = folder_beside(tmp_path / "table.sqlite") / "club.json"
    file.write_text(damaged := file.read_text().replace('"port": ', '"port": "'))
    lines = {"code": str(code), "code while the hub is away": str(replace(code, port=nowhere()))}
    check_code(tmp_path / "table.sqlite", lines.get(typed, typed))
    with started(tmp_path, lines.get(typed, typed)) as club:
        assert club is None
    assert "The table plays on without its club" in (said := capsys.readouterr().err)
    assert str(file) in said
    assert file.read_text() == damaged
    with started(tmp_path, str(hub.code())) as again:
        assert (again.name, kept(tmp_path).table) == (first.name, table)


def test_a_table_of_which_a_restored_list_knows_nothing_stays_the_table_that_it_is(hub, joined):
    file = hub.copies_file.with_name("members.json")
    backup = file.read_bytes()
    mine = joined("Tonight")
    file.write_bytes(backup)
    assert soon(lambda: hub.members.look() or hub.members.is_unheard_of(mine.table))
    assert join(mine.folder, hub.code(), "Tonight", 7) == mine
    hub.members.leave(mine.table)
    assert join(mine.folder, hub.code(), "Tonight", 7).table != mine.table


def test_nobody_becomes_a_table_by_its_certificate_alone(hub, joined):
    mine, other = joined("Left"), joined("Right")
    (key, _), (_, certificate) = (one.own_file.read_bytes().split(KEY_ENDS) for one in (other, mine))
    other.own_file.write_bytes(key + KEY_ENDS + certificate)
    again = join(other.folder, hub.code(), "Right", 1)
    assert again.table not in (mine.table, other.table)


def test_a_membership_carries_on_what_a_person_has_added_as_long_as_it_is_the_same_tables(hub, joined):
    mine = joined("Noted")
    file, added = mine.folder / "club.json", {"note": "By the window"}
    file.write_text(json.dumps(json.loads(file.read_text()) | added))
    moved(mine, "localhost")
    assert added.items() <= json.loads(file.read_text()).items()
    join(mine.folder, hub.code(), "Noted", 1)
    assert added.items() <= json.loads(file.read_text()).items()
    hub.members.leave(mine.table)
    other = join(mine.folder, hub.code(), "Noted", 1)
    assert other.table != mine.table
    assert "note" not in json.loads(file.read_text())


def test_a_hub_goes_on_with_all_tables_and_says_which_row_is_half_typed(hub, joined):
    left, right = joined("Stove"), joined("Shelf")
    file = hub.copies_file.with_name("members.json")

    def rows():
        return json.loads(file.read_text())["tables"]

    def typed(name):
        told = json.loads(file.read_text())
        told["tables"][place]["name"] = name
        file.write_text(json.dumps(told))

    place = [one["id"] for one in rows()].index(left.table)
    typed(8)
    assert soon(lambda: "of the list: name must be a text in quotes" in hub.complaint)
    names = {one.member.id: one.member.name for one in hub.tables}
    assert (names[left.table], names[right.table]) == ("Stove", "Shelf")
    hub.rename(right.table, "Piano")
    assert soon(lambda: "Piano" in [one.member.name for one in hub.tables])
    assert rows()[place]["name"] == 8
    typed("Lamp")
    assert soon(lambda: "Lamp" in [one.member.name for one in hub.tables])
    assert soon(lambda: not hub.complaint)


def test_a_table_goes_by_the_name_that_the_club_has_given_it(hub, tmp_path):
    with started(tmp_path, str(hub.code())) as first:
        assert first.name != "Balcony"
    hub.rename(kept(tmp_path).table, "Balcony")
    upkeep = Upkeep(tmp_path / "table.sqlite", SystemClock())
    with closing(upkeep.journal):
        club = club_of(tmp_path / "table.sqlite", upkeep)
        club.start(None)
        assert club.state().name == first.name, "until the hub says another one"
        assert soon(lambda: club.state().name == "Balcony")
        club.stop()
