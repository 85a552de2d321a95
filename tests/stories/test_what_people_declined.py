"""A person has said how it was, or that it was not so: that holds, and something else may still be true."""

from dataclasses import replace

from companion.evidence.sights import SeenTile
from companion.riichi.calls import Action
from companion.riichi.facts import Discarded
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import Answered, Trust
from companion.scribe.questions import Choice, Question, QuestionCode
from tests.stories.watched_evening import Evening, seen_of, with_river

E, S, W, N = SEATS
FIRST = "E draws, E discards 1z"
NOT_TRUSTED = Trust(writes_discards=False)


def asked_about(evening: Evening, script: str) -> list[str]:
    """The table is looked at until somebody is asked; what is offered."""
    for _ in range(5):
        evening.sees(script)
        if evening.questions:
            facts = evening.questions[0].choices[0].facts
            return [fact.tile.text for fact in facts if isinstance(fact, Discarded) and fact.tile]
    return []


def test_who_declines_one_tile_is_asked_about_another_in_its_place() -> None:
    evening = Evening(trust=NOT_TRUSTED)
    assert asked_about(evening, FIRST) == ["1z"]
    evening.answers(-1)
    assert asked_about(evening, FIRST) == []
    assert asked_about(evening, "E draws, E discards 9p") == ["9p"]


def test_who_declines_a_discard_is_asked_about_the_same_player_a_turn_later() -> None:
    evening = Evening(trust=NOT_TRUSTED)
    asked_about(evening, FIRST)
    evening.answers(0)
    turn = FIRST + ", S draws, S discards 2z, W draws, W discards 3z, N draws, N discards 4z"
    for script in ("S discards 2z", "W discards 3z", "N discards 4z"):
        asked_about(evening, turn[: turn.index(script) + len(script)])
        evening.answers(0)
    asked_about(evening, turn + ", E draws, E discards 5p")
    evening.answers(-1)
    assert evening.story()[-1] == "N Discarded 4z"
    assert asked_about(evening, turn + ", E draws, E discards 7p") == ["7p"]


def across(script: str, confidence: float = 1.0):
    """The last discard of East looks sideways."""
    seen = seen_of(script)
    return with_river(seen, E, replace(seen.seats[E].river[-1], confidence=confidence, sideways=True))


def test_a_riichi_that_a_person_denied_is_not_told_again() -> None:
    evening = Evening(trust=Trust(writes_riichi=False))
    seen = across(FIRST)
    for _ in range(5):
        evening.sees(seen)
    assert evening.story() == ["E Discarded 1z"]
    assert [question.code.value for question in evening.questions] == ["which_story"]
    evening.answers(-1)
    for number in range(4):
        evening.sees(across(FIRST, 0.9 + number / 100))
    assert evening.story() == ["E Discarded 1z"]
    assert not evening.questions


def test_its_key_tells_it_at_once() -> None:
    evening = Evening()
    evening.presses(E, Action.RIICHI)
    evening.sees(across(FIRST))
    assert evening.story() == ["E RiichiDeclared", "E Discarded 1z"]


def test_a_shadow_at_the_end_is_taken_back_although_nothing_moves_any_more() -> None:
    evening = Evening()
    evening.sees(FIRST)
    seen = seen_of(FIRST + ", S draws, S discards 2z")
    evening.sees(with_river(seen, S, SeenTile(Tile("5p"), 0.5)))
    evening.sees(with_river(seen, S, SeenTile(Tile("6s"), 0.4)))
    assert evening.story()[1:] == ["S Discarded"]
    evening.sees(FIRST)
    evening.waits(12)
    assert evening.story() == ["E Discarded 1z"]


def test_a_tile_that_was_read_and_is_hidden_since_stays_told() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.sees(FIRST + ", S draws, S discards 2z")
    evening.sees(FIRST)
    evening.waits(12)
    assert evening.story() == ["E Discarded 1z", "S Discarded 2z"]


def test_who_says_that_a_discard_never_was_takes_back_what_was_read_of_it_too() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.sees(FIRST + ", S draws, S discards 2z")
    without = Question(7, QuestionCode.WHICH_STORY, S, (Choice((), 1.0, replaces=2),))
    evening.mind = replace(evening.mind, unsure=replace(evening.mind.unsure, questions=(without,)))
    evening.hears(Answered(7, 0, evening.at_ns))
    assert evening.story() == ["E Discarded 1z"]
    assert all(spot.seat == E for spot in evening.mind.pools)
    evening.sees(FIRST + ", S draws, S discards 3p")
    assert evening.story() == ["E Discarded 1z", "S Discarded 3p"]


def test_a_tile_that_was_seen_at_several_rests_is_no_shadow_though_nobody_could_read_it() -> None:
    evening = Evening()
    evening.sees(FIRST)
    seen = seen_of(FIRST + ", S draws, S discards 2z")
    for number, tile in enumerate(("5p", "6s", "5p", "4p")):
        evening.sees(with_river(seen, S, SeenTile(Tile(tile), 0.4 + number / 100)))
    assert evening.story()[1:] == ["S Discarded"]
    evening.sees(FIRST)
    evening.waits(12)
    assert evening.story()[1:] == ["S Discarded"]
