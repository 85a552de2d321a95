"""What a scripted evening's questions are about."""

from random import Random

from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.tiles import Tile
from companion.scribe import Question
from companion.scribe.questions import Choice, QuestionCode
from lab.scribe.asked import Listening, kind_of
from lab.scribe.hands import pretend_hands
from lab.scribe.reader import ScriptedEye
from lab.scribe.tallies import Tally
from lab.scribe.watching import Setting, watch


def question(code: QuestionCode, *choices: tuple[f.KyokuFact, ...]) -> Question:
    return Question(1, code, 0, tuple(Choice(facts, 0.5) for facts in choices))


def test_a_question_is_about_a_tile_a_riichi_or_something_else():
    thrown, riichi = f.Discarded(0, Tile("1m")), f.RiichiDeclared(0)
    story = QuestionCode.WHICH_STORY
    assert kind_of(question(QuestionCode.FIFTH_COPY, (thrown,), ())) == "a tile"
    assert kind_of(question(story, (riichi, thrown), (thrown,))) == "a riichi"
    assert kind_of(question(story, (riichi, thrown), (riichi,))) == "something else"


def test_every_question_is_counted_and_worn_tiles_are_asked_about():
    hand, random, tally = next(pretend_hands(TENHOU, 1)), Random(3), Tally()
    eye = ScriptedEye(random, 0.1)
    table = watch(hand, Setting(0.1, answers=True), random, tally, seated=Listening, eye=eye)
    assert table.about.total() == tally.questions > 0
    assert eye.worn > 0
    assert table.about["a tile", True] > 0


def test_an_eye_that_reads_everything_has_no_worn_tile():
    hand, random = next(pretend_hands(TENHOU, 1)), Random(3)
    eye = ScriptedEye(random, 0.0)
    watch(hand, Setting(0.0), random, Tally(), eye=eye)
    assert eye.worn == 0
