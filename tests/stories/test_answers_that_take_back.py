"""A person says that something never happened: what was read of it is forgotten, and the hand goes on."""

from dataclasses import replace

from companion.scribe.questions import Choice, Question, QuestionCode
from tests.stories.watched_evening import Evening

FIRST = "E draws, E discards 1m, S draws, S discards 2z"
SHADOW = f"{FIRST}, W draws, W discards 5z"


def test_an_answer_may_take_back_a_discard_that_was_read() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.sees(SHADOW)
    assert evening.story()[-1] == "W Discarded 5z"
    choices = (Choice((), 0.6, replaces=2), Choice((), 0.4))
    asked = Question(7, QuestionCode.WHICH_STORY, None, choices)
    evening.mind = replace(evening.mind, questions=(asked,))
    evening.questions = (asked,)
    evening.answers(0)
    assert evening.story() == ["E Discarded 1m", "S Discarded 2z"]
    evening.sees(f"{FIRST}, W draws, W discards 9p")
    assert evening.story()[-1] == "W Discarded 9p"
