"""The same evening told with fewer words: what a table tells of a hand whose turns nobody follows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.riichi import facts as f
from companion.riichi.hanchan import Hanchan, apply_to_hanchan
from companion.riichi.settlement import liable_for

UNTOLD = f.Drawn | f.RinshanDrawn | f.Discarded | f.ChiCalled | f.PonCalled
UNSEEN = (None, None, None, None)


def points_only(hanchan: Hanchan, facts: Iterable[f.Fact]) -> Iterator[f.Fact]:
    """These facts, played from this game on, as a table tells them that keeps points alone.

    Riichi, kans and results are told; draws, discards, chi and pon are not, and no tile is. Of a
    win: who, on whose tile, what it is worth, and who is liable.
    """
    for fact in facts:
        before, hanchan = hanchan, apply_to_hanchan(hanchan, fact)
        if isinstance(fact, f.KyokuStarted):
            yield replace(fact, indicator=None, hands=UNSEEN)
            yield f.PlayUnfollowed()
            yield f.IndicatorRevealed(None)
        elif isinstance(fact, f.DaiminkanCalled | f.KakanDeclared):
            yield f.DaiminkanCalled(fact.seat, None, None, (None,) * 3)
        elif isinstance(fact, f.AnkanDeclared):
            yield f.AnkanDeclared(fact.seat, UNSEEN)
        elif isinstance(fact, f.IndicatorRevealed):
            yield f.IndicatorRevealed(None)
        elif isinstance(fact, f.Won):
            yield replace(fact, tile=None, hand=None, ura=(), liable=_liable(before, fact))
        elif isinstance(fact, f.Ryuukyoku):
            yield replace(fact, hands=UNSEEN)
        elif not isinstance(fact, UNTOLD):
            yield fact


def with_gap(
    hanchan: Hanchan, facts: Sequence[f.Fact], start: int, stop: int
) -> Iterator[tuple[f.Fact, Hanchan]]:
    """One hand, from this game on, of which nobody followed the turns from one place to another.

    The turns are followed again at the first ordinary draw from `stop` on, if there is one. Melds
    are told as they were called. With each fact comes the game as it is when all is told.
    """
    is_followed = True
    for place, fact in enumerate(facts):
        kyoku = hanchan.kyoku
        if is_followed and kyoku is not None and not kyoku.is_over and start <= place < stop:
            yield f.PlayUnfollowed(), hanchan
            is_followed = False
        elif not is_followed and place >= stop and isinstance(fact, f.Drawn):
            assert kyoku is not None
            yield f.PlayFollowed(kyoku.turn, kyoku.wall.live), hanchan
            is_followed = True
        before, hanchan = hanchan, apply_to_hanchan(hanchan, fact)
        if isinstance(fact, f.Won):
            yield replace(fact, liable=_liable(before, fact)), hanchan
        elif is_followed or not isinstance(fact, f.Drawn | f.RinshanDrawn | f.Discarded):
            yield fact, hanchan


def _liable(before: Hanchan, win: f.Won) -> int | None:
    """Whom the table names where it does not follow the melds."""
    assert before.kyoku is not None
    return liable_for(before.kyoku, win)
