"""Players over many evenings: standings, seasons, months, courses, and who is who."""

import json
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.errors import ConfigError
from companion.evenings.archive import Archive
from companion.evenings.club import GameBrought, day_of, standings_of
from companion.evenings.statistics import Counts
from companion.journal import SqliteJournal, SqliteReader
from companion.keeping.club_file import FILE, Club, ClubRefused, Season, keep_club, kept_club
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from tests.evenings.games import drafts
from tests.evenings.test_agreed import game as game_of

SPRING = Season("2026 spring", "2026-01-01", "2026-06-30")


def brought(name, day, *scores, players=4):
    """A game in which people have these scores, by name."""
    people = tuple((who, Counts(games=1, first=score > 0, score=score)) for who, score in scores)
    return GameBrought(name, day, players, people)


GAMES = (
    brought("a", "2025-12-31", ("Anna", 10.0), ("Ben", -10.0)),
    brought("b", "2026-01-01", ("Anna", 5.5), ("Ben", -5.5)),
    brought("c", "2026-01-20", ("Ana", 20.1), ("Ben", -20.1)),
    brought("d", "2026-06-30", ("Ben", 1.0), ("Zoe", -1.0)),
    brought("e", "2026-07-01", ("Ben", 50.0), ("Zoe", -50.0)),
    brought("f", "2026-02-01", ("Anna", 99.0), players=3),
)


def totals(*args, **more):
    return {one.name: one.total for one in standings_of(*args, **more).standings}


def test_totals_are_those_of_all_games_at_such_tables():
    assert totals(GAMES, Club()) == {"Anna": 15.5, "Ana": 20.1, "Ben": 15.4, "Zoe": -51.0}
    assert totals(GAMES, Club(), players=3) == {"Anna": 99.0}


def test_two_names_are_one_person_only_where_somebody_said_so():
    club = Club().with_same("Ana", "Anna")
    assert totals(GAMES, club) == {"Anna": 35.6, "Ben": 15.4, "Zoe": -51.0}
    anna = standings_of(GAMES, club).standings[0]
    assert (anna.name, anna.also, anna.games) == ("Anna", ("Ana",), 3)
    assert totals(GAMES, club.without_same("Ana"))["Ana"] == 20.1


def test_a_season_has_its_first_day_and_its_last():
    found = standings_of(GAMES, Club(), season=SPRING)
    assert (found.season, found.games) == ("2026 spring", 3)
    assert {one.name: one.total for one in found.standings} == {
        "Ana": 20.1,
        "Anna": 5.5,
        "Zoe": -1.0,
        "Ben": -24.6,
    }


def test_months_and_courses_say_how_it_came_about():
    found = standings_of(GAMES, Club().with_same("Ana", "Anna"))
    assert found.months == ("2025-12", "2026-01", "2026-06", "2026-07")
    anna, ben, _ = found.standings
    assert anna.months == (10.0, 25.6, None, None)
    assert anna.course == (10.0, 15.5, 35.6)
    assert ben.course[-1] == ben.total == 15.4
    assert sum(month for month in ben.months if month is not None) == pytest.approx(ben.total)


def test_equal_totals_have_one_place():
    games = (brought("a", "2026-01-01", ("B", 3.0), ("A", 3.0), ("C", -6.0)),)
    assert [(one.place, one.name) for one in standings_of(games, Club()).standings] == [
        (1, "A"),
        (1, "B"),
        (3, "C"),
    ]


def test_a_name_that_was_said_to_be_another_leads_to_the_last_of_them():
    club = Club().with_same("Ana", "Anna").with_same("Anna", "Anna Maria")
    assert (club.person("Ana"), club.person("Anna")) == ("Anna Maria", "Anna Maria")
    with pytest.raises(ClubRefused):
        club.with_same("Anna Maria", "Ana")


def test_a_name_is_said_to_be_another_however_it_is_typed(tmp_path):
    club = Club().with_same("Chloe\u0301", "Aki\u3000 Sato").with_same("\u0645\u06cc\u200c\u062e", "Ben")
    assert (club.person("Chloé"), club.person("Aki\u3000Sato")) == ("Aki Sato", "Aki Sato")
    assert club.person("\u0645\u06cc\u200c\u062e") == "Ben"
    keep_club(tmp_path, club)
    assert kept_club(tmp_path) == club
    assert club.without_same("Chloe\u0301").person("Chloé") == "Chloé"
    with pytest.raises(ClubRefused):
        club.with_same("\u200d", "Ben")


def test_an_older_file_in_which_two_spellings_are_one_name_is_read(tmp_path):
    text = '[same]\n"Chloe\u0301" = "Chloé"\n"Ana" = "Chloe\u0301"\n'
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert kept_club(tmp_path).person("Ana") == "Chloé"


def test_an_older_file_whose_spellings_lead_back_to_a_name_is_read(tmp_path):
    (tmp_path / FILE).write_text('[same]\n"A  B" = "C"\n"C" = "A B"\n')
    assert kept_club(tmp_path).person("A B") == kept_club(tmp_path).person("C")


def test_what_was_said_is_kept_and_read_again(tmp_path):
    club = Club().with_same('An"na', "雀 Ünal").with_same("Ana", "Anna").with_season(SPRING)
    club = club.with_zone("Asia/Tokyo")
    keep_club(tmp_path, club)
    assert kept_club(tmp_path) == club
    assert kept_club(tmp_path / "none") == Club()
    for changed in (
        *(club.without_same("Ana"), club.with_same("Bea", "Ben")),
        *(club.without_season(SPRING.name), club.with_season(Season("x", "2026-01-01", "2026-01-02"))),
    ):
        assert changed.zone == "Asia/Tokyo"


@pytest.mark.parametrize(
    "text",
    [
        *(
            "same = 3",
            "zone = 3",
            "[same]\na = 3",
            '[seasons]\na = "2026"',
            '[seasons]\na = ["2026-02-30", "2026-03-01"]',
        ),
        *('[seasons]\na = ["2026-02-02", "2026-02-01"]', "[else]\na = 1", "[same", '[same]\na = "a"'),
        "zone = " + "1" * 5_000,
    ],
)
def test_a_damaged_file_is_one_sentence_that_names_it(tmp_path, text):
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"club\.toml"):
        kept_club(tmp_path)


def test_a_file_may_begin_with_the_mark_that_an_editor_has_put_there(tmp_path):
    (tmp_path / FILE).write_bytes(b'\xef\xbb\xbf[same]\r\n"Ana" = "Anna"\r\n')
    assert kept_club(tmp_path).person("Ana") == "Anna"


def test_more_than_is_read_again_is_not_kept(tmp_path):
    keep_club(tmp_path, Club({"Ana": "Anna"}))
    many = Club({f"{'x' * 50} {number}": "Anna" for number in range(4_000)}, seasons=(SPRING,))
    with pytest.raises(ClubRefused, match="too many"):
        keep_club(tmp_path, many)
    assert kept_club(tmp_path) == Club({"Ana": "Anna"})
    (tmp_path / FILE).write_text("# " + "x" * 199_997 + "\n[same]\n")
    with pytest.raises(ConfigError, match=r"club\.toml is too large"):
        kept_club(tmp_path)


def test_a_game_is_of_the_day_in_the_room(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert day_of("2026-01-31T20:00:00.000000Z") == "2026-02-01"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_game_is_of_the_day_in_the_zone_of_the_club_wherever_the_machine_is(monkeypatch):
    at = "2026-01-31T20:00:00.000000Z"
    for machine in ("UTC", "Asia/Tokyo", "America/Los_Angeles"):
        monkeypatch.setenv("TZ", machine)
        time.tzset()
        try:
            assert day_of(at, "Europe/Berlin") == "2026-01-31"
            assert day_of(at, "Asia/Seoul") == "2026-02-01"
        finally:
            monkeypatch.undo()
            time.tzset()


@pytest.mark.parametrize(
    "zone", ["Europe/Berlinn", "Europe", "europe berlin", "../etc/passwd", "/etc/passwd", "a" * 5_000]
)
def test_a_zone_that_does_not_exist_is_one_sentence_that_names_it(tmp_path, zone):
    (tmp_path / FILE).write_text(f'zone = "{zone}"', encoding="utf-8")
    with pytest.raises(ConfigError) as told:
        kept_club(tmp_path)
    found = str(told.value)
    assert f"club.toml: this machine knows no time zone '{zone[:60]}'" in found
    assert "such as Europe/Berlin" in found
    assert "\n" not in found
    assert len(found) < 400


def keep_two_games(folder: Path) -> None:
    with closing(SqliteJournal(folder / "table.sqlite")) as journal:
        for names in (("Anna", "Ben", "Chie", "Dai"), ("Ana", "Ben", "Chie", "Dai")):
            told = game_of("ron", "end")
            told[0] = f.HanchanStarted(names, "tenhou")
            held = journal.next_game("table", TENHOU, "2026-01-31T12:00:00.000000Z")
            journal.append(held, drafts(told))


def run(*words):
    return CliRunner().invoke(main, ["club", *words])


@pytest.mark.usefixtures("in_utc")
def test_the_command_says_seasons_and_names_and_shows_standings(tmp_path):
    keep_two_games(tmp_path)
    data = ("--data", str(tmp_path))
    assert "Ana  +" in run("standings", *data).output
    assert run("same", *data, "Ana", "Anna").output == "Ana counts as Anna\n"
    assert "Anna (also Ana)" in run("standings", *data).output
    assert run("season", *data, "winter", "2026-02-01", "2026-02-28").exit_code == 0
    assert run("standings", *data, "--season", "winter").output == "no game of named players is finished\n"
    assert run("season", *data, "winter", "2026-01-01", "2026-02-28").exit_code == 0
    found = json.loads(run("standings", *data, "--season", "winter", "--json").output)
    assert (found["games"], found["months"], found["standings"][0]["name"]) == (2, ["2026-01"], "Ben")
    assert run("same", *data, "--undo", "Ana").output == "Ana counts as Ana\n"
    assert run("season", *data, "--undo", "winter").output == "winter is no longer a season\n"
    for bad in (
        ("season", "x", "2026-13-01", "2026-01-01"),
        ("same", "Ana", "Ana"),
        ("standings", "--season", "x"),
    ):
        answer = run(bad[0], *data, *bad[1:])
        assert answer.exit_code == 1
        assert answer.output.startswith("Error: ")
        assert answer.output.count("\n") == 1


@pytest.mark.usefixtures("in_utc")
def test_days_and_months_of_the_standings_are_those_of_the_zone(tmp_path):
    keep_two_games(tmp_path)  # at noon in UTC on the last day of January
    data = ("--data", str(tmp_path))
    months = {"Pacific/Auckland": "2026-02", "Pacific/Honolulu": "2026-01"}
    for zone, month in months.items():
        said = run("zone", *data, zone).output
        assert said == f"days and months are those of {zone}\n"
        assert json.loads(run("standings", *data, "--json").output)["months"] == [month]
    assert run("season", *data, "february", "2026-02-01", "2026-02-28").exit_code == 0
    assert "no game" in run("standings", *data, "--season", "february").output
    run("zone", *data, "Pacific/Auckland")
    assert "Ben" in run("standings", *data, "--season", "february").output
    assert "the machine's own time zone" in run("zone", *data, "--undo").output
    assert json.loads(run("standings", *data, "--json").output)["months"] == ["2026-01"]
    unknown = run("zone", *data, "Europe/Berlinn")
    assert unknown.exit_code == 1
    assert unknown.output.startswith("Error: this machine knows no time zone 'Europe/Berlinn'")
    assert run("zone", *data).exit_code == run("zone", *data, "Asia/Tokyo", "--undo").exit_code == 2


def test_statistics_count_one_person_once(tmp_path):
    keep_two_games(tmp_path)
    archive = Archive(lambda: SqliteReader(tmp_path / "table.sqlite"), tmp_path)
    assert len(archive.statistics()) == 5
    keep_club(tmp_path, Club().with_same("Ana", "Anna"))
    assert {one.name: one.counts.games for one in archive.statistics()}["Anna"] == 2
