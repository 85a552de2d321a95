"""A person says that something never happened: what was read of it is forgotten, and the hand goes on."""

from dataclasses import replace

from companion.scribe.questions import Choice, Question, QuestionCode
from tests.stories.watched_evening import Evening, seen_of

FIRST = "E draws, E discards 1m, S draws, S discards 2z"
SHADOW = f"{FIRST}, W draws, W discards 5z"


def test_an_answer_may_take_back_a_discard_that_was_read() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.sees(SHADOW)
    assert evening.story()[-1] == "W Discarded 5z"
    choices = (Choice((), 0.6, replaces=2), Choice((), 0.4))
    asked = Question(7, QuestionCode.WHICH_STORY, None, choices)
    evening.mind = replace(evening.mind, unsure=replace(evening.mind.unsure, questions=(asked,)))
    evening.questions = (asked,)
    evening.answers(0)
    assert evening.story() == ["E Discarded 1m", "S Discarded 2z"]
    evening.sees(f"{FIRST}, W draws, W discards 9p")
    assert evening.story()[-1] == "W Discarded 9p"


def test_time_goes_on_after_people_took_back_a_discard_that_nobody_sees_any_more() -> None:
    """It was missing at the last look, which is remembered; of a river that is shorter now nothing is."""
    evening = Evening()
    evening.sees(SHADOW)
    seen = seen_of(SHADOW)
    without = replace(seen.seats[2], river=())
    evening.sees(replace(seen, seats=(*seen.seats[:2], without, seen.seats[3])))
    assert evening.mind.oddities.gone is not None
    evening.told = evening.told[:-2]
    evening.waits(1)
    assert evening.story() == ["E Discarded 1m", "S Discarded 2z"]
