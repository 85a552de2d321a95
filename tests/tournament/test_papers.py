"""Standings and plans on paper: nothing that somebody is called becomes a tag or a formula."""

import csv
import io
import re
from html.parser import HTMLParser

from companion.evenings.csv_writer import cell
from companion.tournament.changes import CutMade, Entrant, PlayerLeft, PlayerRenamed, PlayersAdded, TitleSet
from companion.tournament.papers import (
    plan_rows,
    plan_text,
    standings_page,
    standings_rows,
    standings_text,
    written,
)
from companion.tournament.results import results_of
from companion.tournament.standings import standings_of
from tests.tournament.evenings import Evening

EVIL = '<script>alert("1")</script>'


def played() -> Evening:
    evening = Evening(9, 2, substitutes=0)
    evening.say(TitleSet(f"Evening & {EVIL}"), PlayerRenamed(1, EVIL), PlayerRenamed(2, "=1+1"))
    evening.plan()
    evening.play_round()
    return evening


def counted(evening: Evening):
    results = results_of(evening.now, evening.games)
    return results, standings_of(evening.now, results)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict]] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_from_elsewhere():
    evening = played()
    results, standings = counted(evening)
    page = standings_page(evening.now, results, standings)
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "script" not in [tag for tag, _ in tags.seen]
    assert not [attrs for _, attrs in tags.seen if {"src", "href", "onload"} & set(attrs)]
    assert "alert" in page
    assert not re.search("https?:|url\\(|@import", page)
    for one in evening.now.players[2:]:
        assert f">{one.name}<" in page


def test_a_spreadsheet_gets_texts_and_numbers():
    evening = played()
    _, standings = counted(evening)
    rows = list(csv.DictReader(io.StringIO(written(standings_rows(standings), cell))))
    assert len(rows) == 9
    assert "'=1+1" in [row["player"] for row in rows]
    assert sum(float(row["total"]) for row in rows) == 0
    plan = list(csv.DictReader(io.StringIO(written(plan_rows(evening.now), cell))))
    assert len(plan) == 4


def test_lines_for_a_terminal_say_who_is_not_seated_and_what_is_still_open():
    evening = played()
    _, standings = counted(evening)
    assert any(line.startswith("  not seated: ") for line in plan_text(evening.now, 1))
    assert next(standings_text(standings)) == "After 1 of 2 rounds"
    evening.start()
    evening.play(1, hands=1, is_finished=False)
    lines = list(standings_text(counted(evening)[1]))
    assert lines[0] == "After 2 of 2 rounds (provisional)"
    assert sum("still playing" in line for line in lines) == 4


def test_a_newcomer_has_a_dash_for_the_rounds_before():
    evening = played()
    evening.say(PlayersAdded((Entrant("Zoe"),)))
    line = next(line for line in standings_text(counted(evening)[1]) if "Zoe" in line)
    assert line.endswith("[-]")


def test_the_page_says_what_a_cut_carried_and_who_has_left():
    evening = Evening(8, 2)
    evening.plan()
    evening.play_round()
    before = standings_page(evening.now, *counted(evening))
    assert ">Carried<" not in before
    evening.say(CutMade(1, (1, 2, 3, 4), 50), PlayerLeft(5))
    results, standings = counted(evening)
    page = standings_page(evening.now, results, standings)
    assert ">Carried<" in page
    first = standings.players[0]
    assert first.total == first.carried > 0
    assert page.count(f">{first.total:+g}<") >= 2
    assert ">Player 5, left<" in page
