"""Names that an older companion let in and that no table takes: they are cut, and still found in full."""

import pytest

from companion.club.season import season_in
from companion.club.tournament_file import TournamentFile
from companion.keeping.club_file import keep_club, kept_club
from companion.riichi.presets import HOUSE
from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PlayersAdded,
    ResultTyped,
    RoundsSeated,
    RoundStarted,
    RulesSet,
    TitleSet,
)
from tests.club.club_tables import said

LONG = f"Maximiliane {'von und zu ' * 4}Sand"
CUT = LONG[:40]


@pytest.fixture
def hub(tmp_path):
    """The data folder of a hub with an evening of before, with a long name, and one of now, with that cut."""
    (tmp_path / "club").mkdir()
    for name in (LONG, CUT):
        file = TournamentFile(tmp_path / "club")
        people = PlayersAdded(tuple(Entrant(one) for one in ("X", "Ben", "Chiyo", "Dario")))
        seats = RoundsSeated(1, (((1, 2, 3, 4),),))
        typed = ResultTyped(1, 1, (40_000, 30_000, 20_000, 10_000))
        file.begin(TitleSet("Evening"), RulesSet(HOUSE), LengthSet(1), people)
        file.say(seats, RoundStarted(1, 1.7e9), typed)
        path = tmp_path / "club" / "tournament.jsonl"
        path.write_text(path.read_text().replace('"X"', f'"{name}"'))
    return tmp_path


def text_in(hub) -> str:
    return "".join(file.read_text() for file in (hub / "club").glob("*.jsonl"))


@pytest.mark.parametrize("typed", [LONG, CUT, LONG.upper(), "Max"])
def test_whoever_is_forgotten_is_so_by_each_of_these_names(hub, typed):
    keep_club(hub, kept_club(hub).with_same("Max", LONG))
    assert text_in(hub).count(CUT) == 2
    assert "out of 2 tournaments" in said(hub, "forget", typed)
    assert CUT not in text_in(hub)
    assert kept_club(hub).same == {}


@pytest.mark.parametrize("same", [(), (LONG, "Max"), ("Max", LONG)])
def test_in_a_season_it_is_one_person_whatever_the_club_was_told(hub, same):
    if same:
        keep_club(hub, kept_club(hub).with_same(*same))
        TournamentFile(hub / "club").begin(
            TitleSet("Third"),
            RulesSet(HOUSE),
            LengthSet(1),
            PlayersAdded(tuple(map(Entrant, ("Max", "Ben", "Chiyo", "Dario")))),
            RoundsSeated(1, (((1, 2, 3, 4),),)),
            RoundStarted(1, 1.7e9),
            ResultTyped(1, 1, (40_000, 30_000, 20_000, 10_000)),
        )
    season = season_in(hub / "club", (), hub)
    first = season.rows[0]
    assert (first.name, first.played) == (("Max", 3) if same else (CUT, 2))
