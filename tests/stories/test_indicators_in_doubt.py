"""An indicator that may not be written yet: it is asked about, and play is written on meanwhile (表示牌)."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile, TableSeen
from companion.intake.eye.blanks import against_a_dragon
from companion.riichi.facts import IndicatorRevealed
from companion.riichi.tiles import Tile
from companion.scribe import QuestionCode, Trust
from tests.stories.watched_evening import Evening, seen_of
from tests.toolbox.tables import table
from vision.sighting import TileView

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
