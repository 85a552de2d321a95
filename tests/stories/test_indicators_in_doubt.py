"""An indicator that may not be written yet: it is asked about, and play is written on meanwhile (表示牌)."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile, TableSeen
from companion.intake.eye.blanks import against_a_dragon
from companion.riichi.facts import IndicatorRevealed
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import QuestionCode, Trust
from tests.stories.watched_evening import Evening, seen_of
from tests.toolbox.tables import table
from vision.sighting import TileView

E, S, W, N = SEATS
PLAYED = "E draws, E discards 1z, S draws, S discards 2z"
KAN = f"{PLAYED}, W draws, W closes 3333z"
ON = f"{KAN}, W replaces, W discards 4z"
FURTHER = f"{ON}, N draws, N discards 6z"
FLIP = (IndicatorRevealed(Tile("5z")),)


def pale(script: str, back: float = 0.0248) -> TableSeen:
    """A table with a blank beside the indicator that may be a back."""
    seen, blank = seen_of(script), SeenTile(Tile("5z"), 0.974)
    view = TileView("5z", 0.974, ((0.0, 0.0),) * 4, sideways=False, alternatives=(("back", back),))
    turned = replace(seen, indicators=(*seen.indicators, blank))
    return replace(seen, otherwise=((against_a_dragon(view), turned),))


def watched(*scripts: str, rests: int = 3, evening: Evening | None = None, back: float = 0.0248) -> Evening:
    evening = evening or Evening()
    for script in scripts:
        for _ in range(rests):
            evening.sees(pale(script, back))
    return evening


def indicators(evening: Evening) -> list[str]:
    return [tile.text for tile in evening.kyoku.wall.indicators if tile]


def test_a_blank_beside_the_indicator_is_a_back_while_none_is_owed() -> None:
    evening = watched(PLAYED, rests=9)
    assert indicators(evening) == ["9m"]
    assert not evening.questions
    assert not evening.mind.oddities.early_flips


@pytest.mark.parametrize(("answer", "told"), [(0, ["9m", "5z"]), (1, ["9m"])])
def test_where_one_is_owed_it_is_asked_about_once_and_play_is_written_on(
    answer: int, told: list[str]
) -> None:
    evening = watched(PLAYED, KAN, ON)
    assert indicators(evening) == ["9m"]
    assert evening.story()[-2:] == ["W AnkanDeclared", "W Discarded 4z"]
    (question,) = evening.questions
    assert (question.code, question.seat) == (QuestionCode.WHICH_STORY, None)
    assert [choice.facts for choice in question.choices] == [FLIP, ()]
    evening.answers(answer)
    assert indicators(evening) == told
    watched(FURTHER, rests=9, evening=evening)
    assert indicators(evening) == told
    assert evening.story()[-1] == "N Discarded 6z"
    assert not evening.questions


def test_a_blank_that_looks_more_like_a_back_is_none() -> None:
    evening = watched(PLAYED, KAN, ON, rests=6, back=0.1)
    assert indicators(evening) == ["9m"]
    assert not evening.questions


def test_where_pictures_may_write_none_it_is_asked_about_at_once_and_holds_up_nothing() -> None:
    """Nobody was asked until the next discard; then that one waited for the answer, too, and all after it."""
    evening = Evening(trust=Trust(writes_indicators=False))
    turned = f"{KAN}, dora 3p"
    for _ in range(4):
        evening.sees(turned)
    assert [choice.facts for choice in evening.questions[0].choices] == [(IndicatorRevealed(Tile("3p")),)]
    for more in (", W replaces, W discards 4z", ", N draws, N discards 6z"):
        turned += more
        evening.sees(turned)
    assert evening.story()[-2:] == ["W Discarded 4z", "N Discarded 6z"]
    evening.sees(turned)
    evening.answers(0)
    assert indicators(evening) == ["9m", "3p"]
    assert not evening.questions


def test_a_first_indicator_in_doubt_keeps_its_name_beside_that_of_a_kan() -> None:
    """Only the surer face was handed over, and the one that was told took its name."""
    evening = Evening(table(dora="5z"))
    for _ in range(2):
        evening.sees(seen_of(KAN, evening.begun))
    both = seen_of(f"{KAN}, dora 3s", evening.begun)
    first = replace(both.indicators[0], confidence=0.974)
    surer = replace(both, indicators=both.indicators[1:])
    both = replace(both, indicators=(first, *both.indicators[1:]))
    for _ in range(4):
        evening.sees(replace(surer, otherwise=((-0.1, both),)))
    assert indicators(evening) == ["5z", "3s"]
    assert not evening.questions


@pytest.mark.parametrize("answer", [1, 2])
def test_what_people_say_is_none_stays_none_however_surely_it_is_read(answer: int) -> None:
    evening = watched(PLAYED, KAN, ON)
    evening.answers(answer)
    seen = seen_of(ON)
    for _ in range(4):
        evening.sees(replace(seen, indicators=(*seen.indicators, SeenTile(Tile("5z"), 0.99))))
    assert indicators(evening) == ["9m"]
    assert not evening.questions
    evening.sees(f"{ON}, dora 3p")
    assert indicators(evening) == ["9m", "3p"]


def called_or_not(seen: TableSeen) -> TableSeen:
    """The last discard is gone, and east, who may have called it, has discarded."""
    east, west = seen.seats[E], seen.seats[W]
    river = (*east.river, SeenTile(Tile("9p"), 0.97))
    other = tuple((cost, called_or_not(way)) for cost, way in seen.otherwise)
    seats = (replace(east, river=river), seen.seats[S], replace(west, river=()), seen.seats[N])
    return replace(seen, seats=seats, otherwise=other)


@pytest.mark.parametrize("is_declined", [False, True])
def test_a_question_about_something_else_does_not_offer_one_that_may_be_none(*, is_declined: bool) -> None:
    evening = watched(PLAYED, KAN, ON)
    if is_declined:
        evening.answers(1)
    for _ in range(3):
        evening.sees(called_or_not(pale(ON)))
    (question,) = evening.questions
    told = [fact for choice in question.choices for fact in choice.facts]
    assert not any(isinstance(fact, IndicatorRevealed) for fact in told)
    assert len(question.choices) == 3


def test_something_else_is_asked_about_no_sooner_while_one_waits() -> None:
    """The rests that had shown the indicator counted for whatever came later."""
    evening = Evening(trust=Trust(writes_indicators=False))
    turned = f"{KAN}, dora 3p, W replaces, W discards 4z"
    for _ in range(6):
        evening.sees(turned)
    assert evening.questions
    for _ in range(2):
        evening.sees(called_or_not(seen_of(turned)))
        assert not evening.questions
    evening.sees(called_or_not(seen_of(turned)))
    assert evening.questions


def test_no_story_is_declined_where_an_indicator_is() -> None:
    """The story that was told counted as declined, and was not told again with another tile."""
    evening = watched(PLAYED, KAN, ON)
    evening.answers(1)
    assert not evening.mind.people.declined.stories
