"""An evening as its host says it on the hub's page: players, plan, rounds, clock, penalties, standings."""

import json
import time
from dataclasses import replace

import pytest

from companion.club.scoreboard import Scores, doubts_in
from companion.club.service import FOLDER
from companion.club.tournament_file import TournamentFile
from companion.club_page.organising import FieldRefused, Fields
from companion.player_clock import ClockRules
from companion.riichi.presets import WRC
from companion.tournament.changes import RulesSet, SpareTookOver, TableGiven, TieBreak
from companion.tournament.entering import entrants_in
from companion.tournament.results import results_of
from companion.tournament.standings import standings_of
from companion.tournament.state import Player
from tests.club.conftest import soon
from tests.club_page.playing import game_of
from tests.club_page.test_roles import port_of
from tests.security.visitors import own_screen, paired, passer_by
from tests.tournament.evenings import Evening

PEOPLE = ("Aiko", "Ben", "Chiyo", "Dario", "Eva", "Finn", "Goro", "Hana")


@pytest.fixture
def host(page):
    host, before = own_screen(port_of(page)), (evening(page) or {}).get("event")
    said = host.ask(
        "POST", "/api/evening/new", {"title": "Spring", "rounds": 2, "minutes": 60, "after": "one_more"}
    )
    assert said[0] == 200, said
    # The one of the test before has the same name.
    assert soon(lambda: (evening(page) or {}).get("event") not in (None, before))
    return host


def say(host, act, **body):
    status, said, _ = host.ask("POST", f"/api/evening/{act}", body)
    assert status == 200, said
    return said


def evening(page):
    return json.loads(page.board.read()[1]).get("evening")


def seen(page, is_so):
    """Soon the page says so, and what it says then."""
    assert soon(lambda: (now := evening(page)) and now["title"] == "Spring" and is_so(now)), evening(page)
    return evening(page)


def test_from_nothing_to_a_round(page, host):
    say(host, "players", names="\n".join(PEOPLE[:6]) + "\nGoro, Reds\nHana; Reds\n")
    say(host, "plan")
    now = seen(page, lambda now: len(now["plan"]) == 2)
    assert [one["name"] for one in now["players"]] == list(PEOPLE)
    assert [one["team"] for one in now["players"]][-2:] == ["Reds", "Reds"]
    assert all(
        sorted(one for seats in tables for one in seats) == list(range(1, 9)) for tables in now["plan"]
    )
    say(host, "start")
    now = seen(page, lambda now: now["begun"] == 1)
    assert now["clock"]["limits_s"] == [3600, 3600, 3600]
    say(host, "extra", table=2, minutes=5)
    assert seen(page, lambda now: now["clock"]["limits_s"] == [3600, 3600, 3900])
    say(host, "pause")
    assert seen(page, lambda now: now["clock"]["paused_at"] is not None)
    say(host, "go")
    assert seen(page, lambda now: now["clock"]["paused_at"] is None)
    say(host, "penalty", player=3, points=20_000, reason="late", round=1)
    now = seen(page, lambda now: now["standings"]["players"][-1]["name"] == "Chiyo")
    assert now["standings"]["players"][-1]["total"] == -20.0
    one, other = now["plan"][0][0][0], now["plan"][0][1][0]
    say(host, "swap", round=1, one=one, other=other)
    now = seen(page, lambda now: now["plan"][0][0][0] == other)
    say(host, "undo")
    assert seen(page, lambda now: now["plan"][0][0][0] == one)


def test_a_last_hand_is_in_the_standings_within_seconds(page, host, linked):
    table = linked("Evening")
    say(host, "players", names="\n".join(PEOPLE[:4]))
    say(host, "plan")
    say(host, "table", table=1, companion=table.mine.table)
    say(host, "start")
    now = seen(page, lambda now: now["begun"] == 1 and now["companions"] == {"1": table.mine.table})
    names = tuple(PEOPLE[one - 1] for one in now["plan"][0][0])
    table.begin(game_of(4, names))
    now = seen(page, lambda now: now["results"] and now["results"][0]["state"] == "finished")
    assert sum(seat["points"] for seat in now["results"][0]["seats"]) == 100_000
    assert round(sum(row["total"] for row in now["standings"]["players"]), 1) == 0
    assert [row["place"] for row in now["standings"]["players"]] == [1, 2, 3, 4]
    text = host.ask("GET", "/api/papers/standings.csv")[2]
    assert text.startswith('"place","player","team","total","round 1"')
    assert all(name in text for name in names)
    assert "<h1>Spring</h1>" in host.ask("GET", "/api/papers/standings.html")[2]


@pytest.mark.gate(0)
def test_of_two_games_of_a_round_the_host_says_which_counts(page, host, linked):
    table = linked("Twice")
    say(host, "players", names="\n".join(PEOPLE[:4]))
    say(host, "plan")
    say(host, "table", table=1, companion=table.mine.table)
    say(host, "start")
    names = tuple(PEOPLE[one - 1] for one in seen(page, lambda now: now["begun"] == 1)["plan"][0][0])
    for seed in (4, 5):
        table.begin(game_of(seed, names))
    machine = table.mine.table
    now = seen(page, lambda now: [one["kind"] for one in now["doubts"]] == ["several_games"])
    games = now["doubts"][0]["games"]
    assert [(one["companion"], one["game"]) for one in games] == [(machine, 1), (machine, 2)]
    assert all(one["names"] == list(names) and one["is_finished"] for one in games)
    points = set()
    for game in (1, 2):
        say(host, "game", round=1, table=1, companion=machine, game=game)
        now = seen(page, lambda now, game=game: now["results"][0]["game"] == [machine, game])
        assert now["results"][0]["state"] == "finished"
        points.add(tuple(one["points"] for one in now["results"][0]["seats"]))
        assert [one["points"] for one in now["results"][0]["seats"]] == games[game - 1]["points"]
    assert len(points) == 2


def test_the_clock_of_each_player_reaches_the_tables_and_goes_again(page, host, linked):
    table = linked("Clocked")
    say(host, "players", names="\n".join(PEOPLE[:4]))
    say(host, "plan")
    say(host, "table", table=1, companion=table.mine.table)
    assert seen(page, lambda now: now["player_clock"]["bank_s"] == 0)
    say(host, "clocks", bank_s=360, free_s=6, again_s=60)
    now = seen(page, lambda now: now["player_clock"]["bank_s"])
    assert now["player_clock"] == {"bank_s": 360, "free_s": 6, "again_s": 60}
    assert soon(lambda: (told := table.link.round.seen()) and told.clock == ClockRules(360, 6, 60))
    refused = host.ask("POST", "/api/evening/clocks", {"bank_s": "360", "free_s": 6, "again_s": 60})[1]
    assert refused["message"] == "the time of a clock is a whole number of seconds, from 0 to 86,400."
    say(host, "clocks", bank_s=0, free_s=6, again_s=60)
    assert soon(lambda: not table.link.round.seen().clock.is_on)


def test_the_rules_are_chosen_until_a_round_begins_and_the_tables_offer_them(page, host, linked):
    table = linked("Ruled")
    say(host, "players", names="\n".join(PEOPLE[:4]))
    say(host, "plan")
    say(host, "table", table=1, companion=table.mine.table)
    offered = seen(page, lambda now: now["plan"])["rules_offered"]
    assert {"ema", "wrc", "m-league", "house"} <= set(offered)
    assert not any(name.endswith("-3p") for name in offered)
    say(host, "rules", rules="wrc", ties="places")
    now = seen(page, lambda now: now["rules"] == "wrc")
    assert (now["ties"], now["uma"]) == ("places", list(WRC.uma))
    assert soon(lambda: (told := table.link.round.seen()) and told.rules.uma == WRC.uma)
    assert host.ask("POST", "/api/evening/rules", {"rules": "chess", "ties": "none"})[0] == 400
    refused = host.ask("POST", "/api/evening/rules", {"rules": "tenhou-3p", "ties": "none"})[1]
    assert refused["message"] == "a tournament needs rules for four players."
    say(host, "start")
    refused = host.ask("POST", "/api/evening/rules", {"rules": "ema", "ties": "none"})[1]
    assert refused["message"] == "the rules cannot change: a round has begun."
    assert seen(page, lambda now: now["begun"] == 1)["rules"] == "wrc"


def test_rules_keep_what_a_command_changed_in_them(page, host, folder):
    file = TournamentFile(folder / "hub" / FOLDER, time.time)
    own = replace(WRC, uma=(30, 10, -10, -30))
    file.say(RulesSet(own, TieBreak.NONE))
    say(host, "rules", rules="wrc", ties="places")
    now = seen(page, lambda now: now["ties"] == "places")
    assert now["uma"] == [30, 10, -10, -30]


def test_who_leaves_is_not_seated_in_the_next_round(page, host):
    say(host, "players", names="\n".join(PEOPLE))
    say(host, "plan")
    say(host, "start")
    for player in (5, 6, 7, 8):
        say(host, "left", player=player)
    say(host, "start")
    now = seen(page, lambda now: now["begun"] == 2)
    assert now["plan"][1] == [now["plan"][1][0]]
    assert sorted(now["plan"][1][0]) == [1, 2, 3, 4]


def test_two_hosts_who_begin_or_undo_at_once_do_it_once(page, host):
    say(host, "players", names="\n".join(PEOPLE))
    say(host, "plan")
    say(host, "start", round=1)
    status, refused, _ = host.ask("POST", "/api/evening/start", {"round": 1})
    assert (status, refused["message"]) == (409, "round 2 is the next that can begin.")
    now = seen(page, lambda now: now["begun"] == 1)
    say(host, "undo", revision=now["undoable"])
    status, refused, _ = host.ask("POST", "/api/evening/undo", {"revision": now["undoable"]})
    assert (status, "was undone before" in refused["message"]) == (409, True)
    now = seen(page, lambda now: now["begun"] == 0)
    assert len(now["plan"]) == 2


def test_a_round_that_was_begun_by_mistake_is_taken_back_as_a_whole(page, host, linked):
    companions = [linked(name).mine.table for name in ("Ivy", "Lily")]
    say(host, "players", names="\n".join(PEOPLE))
    say(host, "start", round=1)
    now = seen(page, lambda now: now["begun"] == 1 and now["companions"])
    assert len(now["companions"]) == len(companions)
    say(host, "undo", revision=now["undoable"])
    now = seen(page, lambda now: now["begun"] == 0)
    assert (now["companions"], now["plan"]) == ({}, [])
    assert len(now["players"]) == len(PEOPLE)


def test_a_host_takes_back_own_changes_and_not_that_a_spare_took_over(page, host, hub, linked):
    table = linked("Aster").mine.table
    say(host, "players", names="\n".join(PEOPLE))
    say(host, "table", table=1, companion=table)
    say(host, "start", round=1)
    now = seen(page, lambda now: now["begun"] == 1 and table in now["companions"].values())
    say(host, "extra", table=0, minutes=5)
    TournamentFile(hub.copies_file.parent).say(SpareTookOver(table, "0badbeef"))
    now = seen(page, lambda now: "0badbeef" in now["companions"].values())
    assert now["clock"]["limits_s"][0] == 300 + 60 * now["minutes"]
    say(host, "undo", revision=now["undoable"])
    again = seen(page, lambda now: now["clock"]["limits_s"][0] == 60 * now["minutes"])
    assert again["companions"] == now["companions"]


def test_two_hosts_who_give_time_or_a_penalty_or_swap_or_begin_at_once_do_it_once(page, host):
    say(host, "players", names="\n".join(PEOPLE))
    say(host, "plan")
    say(host, "start")
    now = seen(page, lambda now: now["begun"] == 1)
    one, other = now["plan"][0][0][0], now["plan"][0][1][0]
    # Each of the two tables shows a doubt with the swap; they name the two people in turn.
    for two in ({"one": one, "other": other}, {"one": other, "other": one}):
        say(host, "extra", table=0, minutes=5, seen=now["revision"])
        say(host, "penalty", player=3, points=1_000, reason="late", round=1, seen=now["revision"])
        say(host, "swap", round=1, **two, seen=now["revision"])
    again = seen(page, lambda now: now["plan"][0][0][0] == other)
    assert again["revision"] == now["revision"] + 3
    assert again["clock"]["limits_s"] == [3_900, 3_900, 3_900]
    # Whoever has seen that it was done means once more.
    say(host, "extra", table=0, minutes=5, seen=again["revision"])
    say(host, "undo")
    say(host, "extra", table=0, minutes=10, seen=again["revision"])
    assert seen(page, lambda now: now["clock"]["limits_s"] == [4_500, 4_500, 4_500])
    # Whoever was too late is told so, and has then seen it.
    late = say(host, "extra", table=0, minutes=10, seen=again["revision"])
    assert late["status"] == "over"
    assert "somebody did the same" in late["message"]
    done = say(host, "extra", table=0, minutes=10, seen=late["revision"])
    assert (done["status"], done["event"]) == ("done", now["event"])
    assert done["revision"] == late["revision"] + 1
    assert seen(page, lambda now: now["clock"]["limits_s"] == [5_100, 5_100, 5_100])
    more = {"title": "Spring", "rounds": 1, "minutes": 0}
    say(host, "new", **more, event=now["event"])
    status, refused, _ = host.ask("POST", "/api/evening/new", {**more, "event": now["event"]})
    assert (status, refused["message"]) == (409, "another tournament has begun meanwhile: Spring.")
    status, refused, _ = host.ask("POST", "/api/evening/new", {**more, "event": ""})
    assert (status, refused["error"]) == (409, "evening_refused")


def test_points_that_another_host_has_typed_are_not_replaced_unseen(page, host):
    say(host, "players", names="\n".join(PEOPLE[:4]))
    say(host, "start")
    first, second = [35_000, 28_000, 23_000, 14_000], [35_000, 27_000, 24_000, 14_000]
    phone = paired(port_of(page), "host")
    done = say(phone, "result", round=1, table=1, points=first)
    assert done["status"] == "done"
    assert say(host, "result", round=1, table=1, points=first) == done  # it is the same, and is there once
    asked = say(host, "result", round=1, table=1, points=second)
    assert (asked["status"], asked["instead"]) == ("over", first)
    assert f"{first[0]:,}, {first[1]:,}" in asked["message"]
    assert typed(page) == first
    assert say(host, "result", round=1, table=1, points=second, instead=second)["status"] == "over"
    # What is impossible is refused at once, and not after a question.
    wrong = {"round": 1, "table": 1, "points": [35_100, *second[1:]]}
    assert host.ask("POST", "/api/evening/result", wrong)[0] == 409
    assert say(host, "result", round=1, table=1, points=second, instead=first)["status"] == "done"
    assert soon(lambda: typed(page) == second)
    # The other host has not seen that, either.
    again = say(phone, "result", round=1, table=1, points=first)
    assert (again["status"], again["instead"]) == ("over", second)
    assert "typed there just now at the hub's own screen, from east" in again["message"]
    say(phone, "result", round=1, table=1, points=first, instead=second)
    assert (
        "typed there just now by host, from east"
        in say(host, "result", round=1, table=1, points=second)["message"]
    )


def typed(page):
    (result,) = seen(page, lambda now: now["results"] and now["results"][0]["state"] == "typed")["results"]
    return [one["points"] for one in sorted(result["seats"], key=lambda one: one["seat"])]


def test_a_table_of_an_earlier_round_without_a_result_is_named_until_it_has_one(page, host, linked):
    table = linked("Late")
    say(host, "players", names="\n".join(PEOPLE[:4]))
    say(host, "plan")
    say(host, "table", table=1, companion=table.mine.table)
    say(host, "start")
    assert seen(page, lambda now: now["begun"] == 1)["left_open"] == []
    say(host, "start")
    now = seen(page, lambda now: now["left_open"])
    assert now["left_open"] == [{"round": 1, "table": 1, "state": "waiting"}]
    say(host, "result", round=1, table=1, points=[40_000, 30_000, 20_000, 10_000])
    assert seen(page, lambda now: now["left_open"] == [])


def test_a_table_that_nothing_follows_is_named_once_as_a_doubt():
    evening = Evening(8, 2)
    evening.say(TableGiven(2, ""))
    evening.plan()
    evening.start()
    evening.play(1, is_finished=False)
    evening.start()
    results = results_of(evening.now, evening.games)
    scores = Scores(evening.now, "1", tuple(evening.games), results, standings_of(evening.now, results))
    assert [(one.round, one.table) for one in scores.left_open] == [(1, 1)]
    assert list(doubts_in(scores)) == [
        "round 2: no companion follows table 2: type its points",
        "round 1: no companion follows table 2: type its points",
        "round 1: table 1 has no final result",
    ]


def test_one_more_round_leaves_the_seats_of_the_others(page, host):
    say(host, "players", names="\n".join(PEOPLE))
    say(host, "plan")
    say(host, "start")
    swapped = say(host, "swap", round=2, one=1, other=8)
    before = seen(page, lambda now: now["revision"] == swapped["revision"])["plan"]
    say(host, "settings", rounds=3, minutes=0)
    say(host, "start")
    assert seen(page, lambda now: now["begun"] == 2)["plan"] == before
    say(host, "start")
    assert len(seen(page, lambda now: now["begun"] == 3)["plan"]) == 3


@pytest.mark.parametrize(
    ("act", "body", "status"),
    [
        ("players", {"names": 3}, 400),
        ("players", {"names": " \n , \n"}, 400),
        ("players", {"names": "N" * 41}, 409),
        ("settings", {"rounds": 0, "minutes": 0}, 400),
        ("settings", {"rounds": 4, "minutes": 60, "after": "whenever"}, 400),
        ("rules", {"rules": 3, "ties": "none"}, 400),
        ("rules", {"rules": "ema", "ties": "dice"}, 400),
        ("rules", {"rules": "ema"}, 400),
        ("clocks", {"bank_s": 360, "free_s": 6}, 400),
        ("clocks", {"bank_s": -1, "free_s": 6, "again_s": 60}, 400),
        ("clocks", {"bank_s": 360.5, "free_s": 6, "again_s": 60}, 400),
        ("clocks", {"bank_s": 360, "free_s": True, "again_s": 60}, 400),
        ("clocks", {"bank_s": 360, "free_s": 6, "again_s": 86_401}, 400),
        ("penalty", {"player": "Ben", "points": 1}, 400),
        ("result", {"round": 1, "table": 1, "points": [1, 2, 3]}, 400),
        ("table", {"table": 1, "companion": "\ud800"}, 400),
        ("game", {"round": 1, "table": 1, "companion": "\ud800", "game": 1}, 400),
        ("start", {}, 409),
        ("pause", {}, 409),
        ("swap", {"round": 1, "one": 1, "other": 2}, 409),
        ("left", {"player": 1}, 409),
        ("dance", {}, 404),
        ("new", {"title": "", "rounds": 2, "minutes": 0}, 400),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_nothing_is_changed(page, host, act, body, status):
    before = seen(page, lambda _: True)
    answer, said, _ = host.ask("POST", f"/api/evening/{act}", body)
    assert (answer, bool(said["message"])) == (status, True)
    assert evening(page) == before


def test_a_stranger_says_nothing_of_the_evening(page, host):
    stranger = passer_by(port_of(page))
    for act in ("new", "players", "start", "penalty", "undo"):
        assert (
            stranger.error("POST", f"/api/evening/{act}", {"title": "Mine", "rounds": 1}) == "pairing_needed"
        )
    assert seen(page, lambda now: now["title"] == "Spring")


def test_names_are_read_as_people_write_them():
    found = entrants_in('Anna\n "Lee, Bo" \n\nChen;Blue\nDan\tRed\n花子、東京\n张三，红队')
    assert [(one.name, one.team) for one in found] == [
        ("Anna", ""),
        ("Lee, Bo", ""),
        ("Chen", "Blue"),
        ("Dan", "Red"),
        ("花子", "東京"),
        ("张三", "红队"),
    ]
    with pytest.raises(FieldRefused):
        Fields({}).text("names")
    assert Player(1, "Anna").team == ""


def test_a_quotation_mark_that_is_never_closed_takes_no_other_lines_with_it():
    assert [one.name for one in entrants_in('"Ace\nBen\nChie, Reds')] == ["Ace", "Ben", "Chie"]


def test_the_host_enters_substitutes_and_puts_people_right(page, host):
    say(host, "players", names="\n".join(PEOPLE))
    say(host, "players", names="Ida", substitutes=True)
    say(host, "team", player=1, team="North")
    say(host, "fixed", player=2, table=2)
    now = seen(page, lambda now: len(now["players"]) == 9 and now["players"][1]["table"] == 2)
    assert now["players"][0]["team"] == "North"
    assert [one["name"] for one in now["players"] if one["is_substitute"]] == ["Ida"]
    say(host, "team", player=1, team="")
    seen(page, lambda now: now["players"][0]["team"] == "")
    status, refused, _ = host.ask("POST", "/api/evening/players", {"names": "Zoe", "substitutes": "yes"})
    assert (status, refused["error"]) == (400, "bad_evening")


def test_the_host_cuts_to_the_finals_once_the_round_is_over(page, host):
    say(host, "players", names="\n".join(PEOPLE))
    say(host, "plan")
    say(host, "start")
    status, refused, _ = host.ask("POST", "/api/evening/cut", {"players": 4, "carried": 50})
    assert (status, refused["error"]) == (409, "evening_refused")
    assert "wait for it" in refused["message"]
    for table in (1, 2):
        say(host, "result", round=1, table=table, points=[40_000, 30_000, 20_000, 10_000])
    standings = seen(page, lambda now: now["standings"]["is_complete"])["standings"]["players"]
    for wrong in ({"players": 3, "carried": 50}, {"players": 4, "carried": 101}):
        assert host.ask("POST", "/api/evening/cut", wrong)[0] == 400
    assert host.ask("POST", "/api/evening/cut", {"players": 6, "carried": 50})[0] == 409
    say(host, "cut", players=4, carried=50)
    now = seen(page, lambda now: now["cut"])
    best = [row["player"] for row in standings[:4]]
    assert now["cut"] == {"after": 1, "players": best, "carried": 50}
    # Whoever goes on is seated at once.
    assert [sorted(seats) for seats in now["plan"][1]] == [sorted(best)]
    say(host, "undo")
    now = seen(page, lambda now: not now["cut"])
    assert now["standings"]["is_complete"]
