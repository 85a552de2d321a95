"""A tournament over the real broker: plan and clock reach the tables, results and standings come back."""

import csv
import errno
import http.client
import io
import json
import random
import re
import resource
from contextlib import closing, contextmanager

import pytest

from companion.club.copies import Copies
from companion.club.round_kept import FILE as ROUND
from companion.club.round_kept import KeptRound
from companion.club.scoreboard import Scoreboard
from companion.club.store import StoreDown
from companion.club.topics import topic
from companion.club.tournament_file import FILE, TournamentFile, earlier, records_of
from companion.errors import ConfigError
from companion.pretend.players.game import play_hanchan
from companion.riichi.presets import HOUSE
from companion.riichi.public import public_twin
from companion.tournament.changes import LengthSet, RecordCorrupt, TitleSet
from companion.tournament.folding import ChangeRefused
from companion.tournament.results import ResultState
from tests.club.club_tables import Seated, said, scores
from tests.club.conftest import soon
from tests.club.test_broker import opened, typed

PEOPLE = ("Anna", "Ben", "Chiyo", "Dario", "Ela", "Finn", "Goro", "Hana")


@pytest.fixture(scope="module")
def club(hub, folder):
    """The hub's data folder, with everything that an organiser types before the first round."""
    return folder / "hub"


@pytest.fixture
def tables(hub, joined, club):
    for member in hub.members.all:
        hub.members.leave(member.id)
    said(club, "new", "Wednesday", "--rounds", 3, "--minutes", 60)
    seated = [Seated(joined(f"Table {number}")) for number in (1, 2)]
    people = club / "people.csv"
    people.write_text("\n".join(f"{name},{'North' if at % 2 else 'South'}" for at, name in enumerate(PEOPLE)))
    said(club, "players", people)
    said(club, "plan")
    yield seated
    for one in seated:
        one.close()


@contextmanager
def running_companion(data, code):
    """A table of the club as `companion run` starts it; where its pages are."""
    output = data.with_suffix(".txt")
    process = typed(output, "run", "--data", data, "--port", "0", "--club", code)
    try:
        assert soon(lambda: re.search(r"http://\S+", output.read_text()), 40)
        yield re.search(r"http://[^\s/]+", output.read_text())[0]
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def rounds_at(url):
    """What a page at this address hears of the round."""
    with closing(http.client.HTTPConnection(url.removeprefix("http://"), timeout=20)) as line:
        line.request("GET", "/api/stream")
        yield _rounds(line.getresponse())


def _rounds(stream):
    is_round = False
    for line in stream:
        if is_round and line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))
        is_round = line == b"event: round\n"


def text_of(file) -> str:
    return file.read_text() if file.exists() else ""


def game(seed: int) -> list:
    facts = play_hanchan(random.Random(f"tournament {seed}"), HOUSE, ("A", "B", "C", "D"))
    return [public_twin(fact) for fact in facts]


def planned(club) -> dict:
    rows = list(csv.DictReader(io.StringIO(said(club, "plan", "--csv").split("\n\n")[0])))
    winds = ("east", "south", "west", "north")
    return {
        (int(row["round"]), int(row["table"])): tuple(row[wind] for wind in winds)
        for row in rows
        if (row["round"] or "").isdigit()
    }


def test_plan_and_clock_reach_their_table_and_no_other(tables, club, hub):
    plan = planned(club)
    for number, table in enumerate(tables, 1):
        assert soon(lambda table=table: table.seen() is not None and table.seen().seats)
        now = table.seen()
        assert (now.title, now.table, now.rounds, now.has_begun) == ("Wednesday", number, 3, False)
        assert now.seats == plan[1, number]
        assert now.left_s is None
    said(club, "round", "start")
    for number, table in enumerate(tables, 1):
        assert soon(lambda table=table: table.seen().has_begun and table.seen().is_running)
        now = table.seen()
        assert (now.round, now.following) == (1, plan[2, number])
        assert 3_500 < now.left_s <= 3_600
    said(club, "clock", "extra", "10", "--table", "2")
    assert soon(lambda: tables[1].seen().left_s > 4_000)
    assert tables[0].seen().left_s <= 3_600
    said(club, "clock", "pause")
    assert soon(lambda: not any(table.seen().is_running for table in tables))
    others = opened(tables[0].mine, topic(tables[0].mine.club, tables[1].mine.table, "plan"))
    assert all(others.turn(0.05) == [] for _ in range(6))
    others.close()


def test_a_table_keeps_plan_and_clock_across_a_restart_without_its_hub(tables, club):
    said(club, "round", "start")
    table = tables[0]
    assert soon(lambda: table.seen() and table.seen().is_running)
    now = table.seen()
    table.link.stop()
    alone = KeptRound(table.mine.folder, table.mine.club, lambda: 5.0, lambda: 10.0)
    assert (alone.seen().seats, alone.seen().round) == (now.seats, 1)
    # A wall clock that was turned back gives no time back.
    assert alone.seen().left_s <= 3_600
    kept = json.loads((table.mine.folder / ROUND).read_text())
    later = KeptRound(table.mine.folder, table.mine.club, lambda: 5.0, lambda: kept["wall_s"] + 600)
    assert later.seen().left_s == pytest.approx(alone.seen().left_s - 600, abs=1)
    # What comes late, from a hub that says that less time has gone, changes nothing.
    later.take("clock", kept["clock"].encode())
    assert later.seen().left_s == pytest.approx(alone.seen().left_s - 600, abs=1)
    # Of another club, or of another day, nothing is left.
    assert KeptRound(table.mine.folder, "0badcafe", lambda: 5.0).seen() is None
    assert (
        KeptRound(table.mine.folder, table.mine.club, lambda: 5.0, lambda: kept["wall_s"] + 1e6).seen()
        is None
    )
    table.start()


def test_a_round_is_played_swapped_and_counted(tables, club, hub):
    plan = planned(club)
    said(club, "round", "start")
    for number, table in enumerate(tables, 1):
        table.play(game(number), HOUSE, plan[1, number])
    assert soon(lambda: hub.tournament.scores.standings.is_complete)
    found = scores(club)
    assert found["is_complete"]
    assert len(found["players"]) == 8
    assert sum(row["total"] for row in found["players"]) == pytest.approx(0, abs=0.1)
    assert {team["team"] for team in found["teams"]} == {"North", "South"}
    before = {row["name"]: row["total"] for row in found["players"]}
    one, other = plan[1, 1][0], plan[1, 2][0]
    assert one in said(club, "swap", 1, one.lower(), other)
    after = {row["name"]: row["total"] for row in scores(club)["players"]}
    assert (after[one], after[other]) == (before[other], before[one])
    said(club, "undo")
    assert {row["name"]: row["total"] for row in scores(club)["players"]} == before
    said(club, "penalty", one, "20000", "late", "--round", "1")
    assert {row["name"]: row["total"] for row in scores(club)["players"]}[one] == before[one] - 20


@pytest.mark.gate(0)
def test_wrong_people_are_noticed_at_once_and_the_page_of_standings_needs_nothing_else(tables, club, hub):
    plan = planned(club)
    said(club, "round", "start")
    wrong = (plan[1, 2][0], *plan[1, 1][1:])
    rest = tables[0].play(game(1), HOUSE, wrong, but=40)
    told = f"{wrong[0]} sits at table 1 instead of {plan[1, 1][0]}"
    assert soon(lambda: told in said(club, "round"))
    running = {(1, ResultState.RUNNING)}
    assert soon(lambda: running <= {(one.table, one.state) for one in hub.tournament.scores.results})
    tables[0].tell(rest)
    page = club / "standings.html"
    said(club, "scores", "--html", page)
    text = page.read_text()
    assert wrong[0] in text
    assert not re.search(r"(src|href|url)\s*[=(]", text)
    assert said(club, "scores", "--csv").startswith('"place","player"')


def test_a_tournament_that_is_put_aside_leaves_the_tables(tables, club):
    assert soon(lambda: tables[0].seen() is not None)
    said(club, "new", "Thursday")
    assert soon(lambda: tables[0].seen() is None)
    assert "Anna" in said(club, "players", "--earlier")
    assert "Thursday" in said(club, "settings")


def test_a_table_that_left_and_joined_anew_gets_a_number_when_the_next_round_starts(
    tables, club, hub, joined
):
    said(club, "round", "start")
    hub.members.leave(tables[0].mine.table)
    with closing(Seated(joined("Table 1 again"))) as again:
        said(club, "round", "start")
        assert soon(
            lambda: (told := again.seen()) and (told.table, told.round, told.is_running) == (1, 2, True)
        )
        assert tables[1].seen().table == 2


@pytest.mark.gate(0)
def test_somebody_who_leaves_changes_only_what_has_not_begun(tables, club):
    said(club, "round", "start")
    before = planned(club)
    said(club, "players", "--left", "Ben", "--substitute", "Ida")
    assert "Ben" not in {name for seats in _later(planned(club)) for name in seats}
    after = planned(club)
    assert {key: seats for key, seats in after.items() if key[0] == 1} == {
        key: seats for key, seats in before.items() if key[0] == 1
    }
    assert "Ida" in {name for seats in _later(after) for name in seats}


def _later(plan: dict) -> list:
    return [seats for (number, _), seats in plan.items() if number > 1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("penalty", "Nobody", 100), "nobody is called 'Nobody'"),
        (("swap", 9, "Anna", "Ben"), "nobody is seated in round 9"),
        (("clock", "go"), "no round has begun"),
        (("cut", 4), "no round was played yet"),
        (("result", 1, 1, 2), "table 1 has no game 2"),
        (("settings", "--rounds", "40", "--rules", "tenhou-3p"), "rules for four players"),
        (("settings", "--uma", "1,2,3,4"), "uma must be four whole numbers"),
        (("clock", "extra"), "say minutes with extra"),
    ],
)
def test_what_cannot_be_is_one_sentence(tables, club, words, sentence):
    outcome = said(club, *words, status=2 if words[-1] in ("1,2,3,4", "extra") else 1)
    assert sentence in outcome


def test_a_file_of_names_that_is_broken_changes_nothing(tables, club):
    broken = club / "broken.csv"
    broken.write_bytes(b"\xff\xfe\x00A")
    assert "cannot be read" in said(club, "players", broken, status=1)
    twice = club / "twice.csv"
    twice.write_text("Zoe\nZoe\n")
    assert "'Zoe' is entered already" in said(club, "players", twice, status=1)
    assert "Zoe" not in said(club, "players")


def test_a_line_that_a_power_cut_left_half_is_passed_over_and_the_next_one_stands_behind_the_last(tmp_path):
    file = TournamentFile(tmp_path)
    file.say(TitleSet("Friday"))
    file.say(LengthSet(4))
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:-9])
    again = TournamentFile(tmp_path)
    assert again.tournament.length == 0
    again.say(LengthSet(5))
    assert file.look()
    assert (file.tournament.title, file.tournament.length) == ("Friday", 5)


def test_a_file_that_was_changed_is_refused_and_left_alone(tmp_path):
    file = TournamentFile(tmp_path)
    file.say(TitleSet("Friday"), LengthSet(4))
    lines = (tmp_path / FILE).read_text().splitlines(keepends=True)
    (tmp_path / FILE).write_text(lines[1])
    with pytest.raises(RecordCorrupt, match="do not follow one another"):
        TournamentFile(tmp_path)
    with pytest.raises(RecordCorrupt):
        file.say(LengthSet(3))
    assert (tmp_path / FILE).read_text() == lines[1]


def test_a_tournament_that_is_put_aside_replaces_none_of_the_earlier_ones(tmp_path):
    file = TournamentFile(tmp_path)
    for title in ("First", "Second", "Third"):
        file.say(TitleSet(title))
        file.end()
    (tmp_path / "tournament-1.jsonl").rename(tmp_path / "moved-away")
    file.say(TitleSet("Fourth"))
    assert file.end() == tmp_path / "tournament-4.jsonl"
    assert [records_of(one)[0].change for one in earlier(tmp_path)] == [
        TitleSet(title) for title in ("Second", "Third", "Fourth")
    ]


def test_a_tournament_goes_on_where_the_next_one_cannot_be_written(tmp_path, monkeypatch):
    file = TournamentFile(tmp_path)
    file.say(TitleSet("Wednesday"))
    before = (tmp_path / FILE).read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space left on the device")

    with monkeypatch.context() as changed:
        changed.setattr("os.fsync", full)
        with pytest.raises(ConfigError, match="no space left"):
            file.begin(TitleSet("Thursday"))
    with pytest.raises(ChangeRefused):
        file.begin(TitleSet("Thursday"), LengthSet(0))
    assert (tmp_path / FILE).read_bytes() == before
    assert earlier(tmp_path) == ()
    file.begin(TitleSet("Thursday"))
    assert (file.tournament.title, len(earlier(tmp_path))) == ("Thursday", 1)


def test_of_several_changes_none_is_made_where_the_disk_is_full_in_the_middle(tmp_path):
    file = TournamentFile(tmp_path)
    file.say(TitleSet("Wednesday"))
    before = (tmp_path / FILE).read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 * len(before) + 20, limits[1]))
    try:
        with pytest.raises(ConfigError, match="the tournament cannot be written"):
            file.say(TitleSet("Thursday"), LengthSet(5), TitleSet("Friday"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert TournamentFile(tmp_path).tournament.title == "Wednesday"
    assert (tmp_path / FILE).read_bytes() == before
    assert file.say(LengthSet(5)) == 2


def test_two_who_write_at_once_never_write_over_each_other(tmp_path):
    one, other = TournamentFile(tmp_path), TournamentFile(tmp_path)
    one.say(TitleSet("Friday"))
    other.say(LengthSet(4))
    with pytest.raises(ChangeRefused):
        one.say(LengthSet(0))
    assert one.say(LengthSet(5)) == 3


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    file = TournamentFile(tmp_path / "gone")
    with pytest.raises(ConfigError, match="the tournament cannot be changed"):
        file.say(TitleSet("Friday"))


def test_a_real_companion_shows_the_round_to_its_pages(tables, club, hub, folder):
    """A process as people start it: its pages hear of the round, and of nothing once it is put aside."""
    said(club, "settings", "--rules", "wrc")
    with running_companion(folder / "real", str(hub.code())) as url:
        mine = next(one for one in hub.members.all if one.id not in {table.mine.table for table in tables})
        said(club, "assign", 2, mine.name)
        with rounds_at(url) as rounds:
            seen = next(one for one in rounds if one)
            assert seen["seats"] == list(planned(club)[1, 2])
            assert (seen["table"], seen["has_begun"], seen["left_s"]) == (2, False, None)
            assert seen["rules"]["name"] == "wrc"
            said(club, "round", "start")
            begun = next(one for one in rounds if one["has_begun"] and one["left_s"])
            assert begun["left_s"] > 3_500
            said(club, "new", "Thursday")
            assert None in rounds


def test_a_name_that_is_forgotten_stands_nowhere_in_the_hub_or_at_a_table(tables, club):
    # The same hub has other tournaments in which none of these names stands.
    said(club, "players", "--add", "Beate")
    said(club, "players", "--rename", "Beate", "Benedikta")
    said(club, "new", "Thursday", "--rounds", 2)
    said(club, "players", "--earlier")
    said(club, "players", "--rename", "Benedikta", "Bernadette")
    said(club, "plan")
    kept = [table.mine.folder / ROUND for table in tables]
    assert soon(lambda: any("Bernadette" in text_of(file) for file in kept))
    assert "out of 1 tournament" in said(club, "forget", "bernadette")
    assert "out of 1 tournament" in said(club, "forget", "Benedikta")
    for name in ("Beate", "Benedikta", "Bernadette"):
        quoted = f'"{name}"'
        assert not [file for file in (club / "club").glob("*.jsonl") if quoted in file.read_text()]
        assert soon(lambda quoted=quoted: not any(quoted in text_of(file) for file in kept))
    assert "Player 9" in said(club, "players")
    assert "nobody is called" in said(club, "forget", "Bernadette", status=1)


@pytest.mark.gate(0)
def test_a_damaged_tournament_does_not_keep_the_hub_from_its_copies(tables, club, hub):
    file = club / "club" / FILE
    whole = file.read_bytes()
    file.write_bytes(b'{"revision":1}\n' + whole)
    assert soon(lambda: "the tournament cannot be followed" in hub.tournament.complaint)
    tables[0].play(game(3), HOUSE, PEOPLE[:4])
    newest = tables[0].journal.last_seq
    assert soon(
        lambda: any(one.held == newest for one in hub.tables if one.member.id == tables[0].mine.table)
    )
    file.write_bytes(whole)
    assert soon(lambda: not hub.tournament.complaint)


def test_a_change_that_was_read_while_the_copies_failed_is_counted_at_the_next_look(tmp_path):
    def fails() -> bool:
        raise StoreDown("the disk is broken")

    file = TournamentFile(tmp_path)
    file.say(TitleSet("one"))
    with closing(Copies(tmp_path / "club.sqlite")) as copies:
        board = Scoreboard(tmp_path, copies)
        assert board.look()
        file.say(TitleSet("two"))
        board._followed.look, sound = fails, board._followed.look
        with pytest.raises(StoreDown):
            board.look()
        board._followed.look = sound
        assert board.look()
        assert board.scores.tournament.title == "two"
        assert not board.look()
