"""Standings over several evenings, added up a second time by hand."""

import pytest

from companion.riichi.presets import EMA
from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PenaltyGiven,
    PlayerLeft,
    PlayersAdded,
    ResultTyped,
    RoundsSeated,
    RoundStarted,
    RulesSet,
)
from companion.tournament.papers import season_text
from companion.tournament.recording import folded, with_changes
from companion.tournament.results import results_of
from companion.tournament.season import SeasonEvening, season_of
from companion.tournament.standings import Standings, standings_of
from tests.tournament.evenings import POINTS, Evening
from tests.tournament.test_standings import standings

UMA = (15_000, 5_000, -5_000, -15_000)


def counted(points: tuple[int, ...]) -> tuple[float, ...]:
    """The scores of one game by EMA, by this test alone: what is above 30,000, and the uma by places."""
    best_first = sorted(points, reverse=True)
    shared = {
        one: sum(UMA[at] for at, other in enumerate(best_first) if other == one) / best_first.count(one)
        for one in points
    }
    return tuple((one - 30_000 + shared[one]) / 1_000 for one in points)


def evening(names: tuple[str, ...], games: list[tuple[int, ...]]) -> Standings:
    """One table that plays some rounds, always in the same seats."""
    entered = PlayersAdded(tuple(Entrant(name) for name in names))
    seated = RoundsSeated(1, (((1, 2, 3, 4),),) * len(games))
    changes = [RulesSet(EMA), LengthSet(len(games)), entered, seated]
    for number, points in enumerate(games, 1):
        changes += [RoundStarted(number, 1.0), ResultTyped(number, 1, points)]
    now = folded(with_changes((), changes, 1.0))
    return standings_of(now, results_of(now, ()))


def season(*evenings: Standings, person=str):
    told = (SeasonEvening(f"Evening {at}", f"2026-01-{at:02}", one) for at, one in enumerate(evenings, 1))
    return season_of(told, person)


EVENINGS = (
    (("Anna", "Ben", "Chiyo", "Dario"), [POINTS[0], POINTS[1]]),
    (("Ben", "ANNA ", "Eva", "Finn"), [POINTS[2]]),
    (("Anna", "Dario", "Eva", "Goro"), [POINTS[1], POINTS[0], POINTS[2]]),
)


def test_a_season_is_what_another_count_makes_of_the_same_games():
    found = season(*(evening(*one) for one in EVENINGS))
    wanted: dict[str, list[float]] = {}
    for names, games in EVENINGS:
        for points in games:
            for name, score in zip(names, counted(points), strict=True):
                wanted.setdefault(name.strip().casefold(), []).append(score)
    assert {row.name.strip().casefold(): row.total for row in found.rows} == {
        name: pytest.approx(sum(scores)) for name, scores in wanted.items()
    }
    assert [row.total for row in found.rows] == sorted((row.total for row in found.rows), reverse=True)
    anna = next(row for row in found.rows if row.name == "Anna")
    assert (anna.played, [total is not None for total in anna.evenings]) == (3, [True, True, True])
    goro = next(row for row in found.rows if row.name == "Goro")
    assert (goro.played, goro.evenings[:2]) == (1, (None, None))
    assert found.is_complete
    assert found.evenings[2] == ("2026-01-03", "Evening 3")


def test_equal_totals_share_a_place_and_the_next_is_left_out():
    even = (30_000, 30_000, 30_000, 30_000)
    found = season(evening(("A", "B", "C", "D"), [even]), evening(("A", "B", "E", "F"), [POINTS[0]]))
    places = {row.name: row.place for row in found.rows}
    assert (places["C"], places["D"]) == (3, 3)
    assert sorted(places.values()) == [1, 2, 3, 3, 5, 6]
    assert sum(row.won for row in found.rows) == 5


def test_two_names_of_one_person_are_added_and_two_people_of_one_evening_are_not():
    first = evening(("Anna", "Ben", "Chiyo", "Dario"), [POINTS[0]])
    second = evening(("Annie", "Ben", "Chiyo", "Dario"), [POINTS[0]])
    both = evening(("Annie", "Anna", "Chiyo", "Dario"), [POINTS[0]])
    found = season(first, second, person=lambda name: {"Annie": "Anna"}.get(name, name))
    assert next(row.played for row in found.rows if row.name in ("Anna", "Annie")) == 2
    apart = season(both, person=lambda name: {"Annie": "Anna"}.get(name, name))
    assert len(apart.rows) == 4


def test_whoever_never_sat_down_has_not_played_that_evening_but_a_penalty_counts():
    played = Evening(8, 2)
    played.plan()
    played.play_round()
    played.say(PlayersAdded((Entrant("Late"), Entrant("Fined"))))
    played.say(PenaltyGiven(10, 20_000, "came drunk"), PlayerLeft(9))
    found = season(standings(played))
    totals = {row.name: row.total for row in found.rows}
    assert "Late" not in totals
    assert totals["Fined"] == -20.0
    assert len(totals) == 9


def test_a_season_begins_with_one_evening_and_says_how_many_there_were():
    played = [evening(*one) for one in EVENINGS]
    assert next(season_text(season(played[0]))) == "1 evening"
    assert next(season_text(season(*played))) == "3 evenings"
