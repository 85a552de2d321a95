"""A closed kan at the far side of a low camera: one of its two tiles that lie face down is never seen."""

from dataclasses import replace

import pytest

from companion.evidence.sights import TableSeen
from companion.riichi.calls import Action
from companion.riichi.facts import CALLS, AnkanDeclared
from companion.riichi.seats import SEATS
from companion.riichi.tiles import parse_tiles
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
ROUND = "E draws, E discards 2z, S draws, S discards 9p, W draws, W discards 4s, N draws, N discards 8s"
KAN = f"{ROUND}, E draws, E discards 7m, S draws, S closes 1m, S replaces, S discards 2m"
AFTER = [
    "W draws, W discards 3s",
    "N draws, N discards 6p",
    "E draws, E discards 1p",
    "S draws, S discards 1z",
]


def half_hidden(script: str, hidden: int) -> TableSeen:
    """What is seen, but for the first or the last tile of South's kan."""
    seen = seen_of(script)
    (kan,) = seen.seats[S].melds
    tiles = kan.tiles[1:] if hidden == 0 else kan.tiles[:-1]
    seat = replace(seen.seats[S], melds=(replace(kan, tiles=tiles),))
    return replace(seen, seats=(*seen.seats[:S], seat, *seen.seats[S + 1 :]))


@pytest.mark.parametrize("hidden", [0, 3])
@pytest.mark.parametrize("is_pressed", [True, False])
def test_three_tiles_of_which_one_is_a_back_are_a_closed_kan(hidden: int, is_pressed: bool) -> None:
    """It was told as a pon of somebody's discard, ten facts later; with its key, without a face."""
    evening, script = Evening(), KAN
    evening.sees(ROUND)
    if is_pressed:
        evening.presses(S, Action.ANKAN)
    for more in ["", *AFTER]:
        script = f"{script}, {more}" if more else script
        evening.sees(half_hidden(script, hidden))
        evening.sees(half_hidden(script, hidden))
    melds = [fact for fact in evening.told if isinstance(fact, (*CALLS, AnkanDeclared))]
    assert melds == [AnkanDeclared(S, parse_tiles("1111m"))]
    assert not evening.questions
