"""A player lays a second tile by mistake, beside the first one or instead of it, and one is called."""

from dataclasses import replace

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
FIRST = seen_of("E draws, E discards 1z")


def tile(text: str, *, sideways: bool = False) -> SeenTile:
    return SeenTile(Tile(text), 0.97, sideways=sideways)


def river(seen: TableSeen, seat: int, *tiles: str) -> TableSeen:
    one = replace(seen.seats[seat], river=tuple(map(tile, tiles)))
    return replace(seen, seats=(*seen.seats[:seat], one, *seen.seats[seat + 1 :]))


def ponned(seen: TableSeen, text: str) -> TableSeen:
    """What south, who sits to the right of east, lays out then."""
    meld = SeenMeld((tile(text, sideways=True), tile(text), tile(text)))
    return replace(seen, seats=(seen.seats[E], replace(seen.seats[S], melds=(meld,)), *seen.seats[W:]))


def watched(*tables: TableSeen, rests: int = 3) -> Evening:
    evening = Evening()
    evening.sees("")
    for seen in tables:
        for _ in range(rests):
            evening.sees(seen)
    return evening


def test_one_that_is_laid_instead_of_the_first_and_called_is_the_discard() -> None:
    both = river(FIRST, E, "1z", "2z")
    for beside in ((), (both,)):
        evening = watched(FIRST, *beside, river(FIRST, E, "2z"), ponned(river(FIRST, E), "2z"))
        assert evening.story() == ["E Discarded 2z", "S PonCalled 2z"]
        assert not evening.questions


def test_which_of_two_was_called_is_asked_if_the_first_still_lies_there() -> None:
    evening = watched(FIRST, river(FIRST, E, "1z", "2z"))
    evening.presses(S, Action.PON)
    for _ in range(3):
        evening.sees(ponned(FIRST, "2z"))
    assert evening.story() == ["E Discarded 1z"]
    assert [choice.replaces for choice in evening.questions[0].choices[:2]] == [1, 1]


def test_a_pon_that_lies_there_is_not_taken_back_without_a_question() -> None:
    """The river had become another one, and a story without the pon explained that at less cost."""
    called = ponned(river(FIRST, E, "2z"), "1z")
    seen = river(called, S, "9p")
    evening = watched(FIRST, river(FIRST, E, "1z", "2z"), called, seen, seen)
    for seat, tiles in ((W, ["8p"]), (N, ["8p"]), (E, ["2z", "8p"])):
        seen = river(seen, seat, *tiles)
        for _ in range(3):
            evening.sees(seen)
    assert evening.story()[:3] == ["E Discarded 1z", "S PonCalled 1z", "S Discarded 9p"]
    (question,) = evening.questions
    assert question.choices[0].replaces
    evening.answers(len(question.choices))
    assert evening.story()[1] == "S PonCalled 1z"
