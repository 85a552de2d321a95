"""What must have happened unseen before a fact, and nothing else."""

from companion.riichi import facts as f
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import SEATS
from companion.riichi.unseen import all_completed, completed
from tests.toolbox.tables import play, table

E, S, W, N = SEATS


def names(facts: tuple[f.KyokuFact, ...]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


def test_a_flip_with_the_discard_comes_after_the_replacement_tile() -> None:
    kyoku = play(table(), "E draws, E discards 5p, N kans 5p")
    assert kyoku.wall.owed_later == 1
    assert names(completed(kyoku, f.IndicatorRevealed(None))) == ["RinshanDrawn", "IndicatorRevealed"]


def test_the_end_of_the_wall_pays_the_last_stick_first() -> None:
    kyoku = play(table(), "E draws, E riichi, E discards 9p")
    draw = f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE)
    assert names(completed(kyoku, draw)) == ["RiichiAccepted", "Ryuukyoku"]
    assert names(completed(kyoku, f.Chombo(E))) == ["Chombo"]


def test_nothing_is_added_where_nothing_is_missing() -> None:
    kyoku: Kyoku = play(table(), "E draws")
    assert completed(kyoku, f.Discarded(E)) == (f.Discarded(E),)


def test_each_of_several_facts_has_what_came_before_it() -> None:
    told = all_completed(table(), [f.RiichiDeclared(E), f.Discarded(E), f.Discarded(S)])
    assert " ".join(names(told)) == "Drawn RiichiDeclared Discarded RiichiAccepted Drawn Discarded"


def test_the_stick_of_a_riichi_lies_there_before_the_turns_are_followed_again() -> None:
    kyoku = play(table(), "nobody follows, E riichi")
    assert names(completed(kyoku, f.PlayFollowed(S, 40))) == ["RiichiAccepted", "PlayFollowed"]
