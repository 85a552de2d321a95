"""Hands laid open at a draw: who is tenpai, and whether a riichi hand breaks a rule.

A hand that is not shown counts as noten, and so does a dead one. A fault in a riichi hand is never
penalised here: people are asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import product

from companion.evidence.sights import SeenTile, TableSeen
from companion.reveals.jokers import Fill, completions
from companion.reveals.numbers import FAINT, MOST_MISREAD_AT_A_DRAW, PENALISED, TENPAI, TENPAI_IN_RIICHI
from companion.reveals.shown_hand import chances_of, left_of, misread_crop, possible_hands
from companion.riichi.apply import apply
from companion.riichi.draws import abortive_draw_due, nagashi_seats
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Chombo, KyokuFact, RuleWaived, Ryuukyoku, RyuukyokuKind
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.reasons import Reason
from companion.riichi.reveal import riichi_fault
from companion.riichi.seats import SEATS, Seat, seats
from companion.riichi.shape import Counts, counts_of
from companion.riichi.tenpai import counts_as_tenpai
from companion.riichi.tiles import Tile
from companion.riichi.unseen import completed
from companion.scribe.policy import MOST_ASKED
from companion.scribe.questions import Choice, Question, QuestionCode

__all__ = ["revealed_draw"]


@dataclass(frozen=True, slots=True)
class _Hand:
    """What a shown hand may be."""

    seat: Seat
    tiles: tuple[Tile, ...] | None
    is_tenpai: bool
    chance: float
    crop: int = 0


def revealed_draw(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen) -> Question | None:
    """The draw as the shown hands make it, to be confirmed.

    None: no such draw is due, a hand is missing or cannot be read, or people have said the same already.
    """
    kyoku, replaces = _before_the_draw(begun, told)
    draw = None if kyoku is None else _draw_due(kyoku, told[-1] if replaces else None)
    if kyoku is None or draw is None or not _is_ripe(kyoku, seen):
        return None
    shown = [_readings(kyoku, seat, seen.seats[seat].showing) for seat in seats(kyoku.rules.players)]
    if not all(shown):
        return None  # a hand lies there that nobody can read yet
    stories = [hands for hands in product(*shown) if math.prod(hand.chance for hand in hands) > 0]
    choices = [choice for hands in stories for choice in _choices(kyoku, draw, hands, replaces)]
    if not choices or (replaces and _says_the_same(told[-1], choices[0])):
        return None
    return _question(choices, stories[0])


def _before_the_draw(begun: Kyoku, told: Sequence[KyokuFact]) -> tuple[Kyoku | None, int]:
    """The table now (None: over), or before a draw told without hands; how many facts that takes back."""
    last = told[-1] if told else None
    if isinstance(last, Ryuukyoku) and not any(last.hands):
        return reduce(apply, told[:-1], begun), 1
    kyoku = reduce(apply, told, begun)
    return (None if kyoku.is_over else kyoku), 0


def _draw_due(kyoku: Kyoku, said: KyokuFact | None) -> Ryuukyoku | None:
    """The draw at which hands are shown now, still without them; None if there is none.

    Whether somebody has nagashi mangan is for people to say; if they have `said` nothing, the rivers decide.
    """
    if kyoku.phase is not Phase.TO_DRAW:
        return None
    due = abortive_draw_due(kyoku)
    if due is RyuukyokuKind.SUUCHA_RIICHI:
        return Ryuukyoku(due)
    if kyoku.wall.live != 0 or due is not None:
        return None
    if isinstance(said, Ryuukyoku) and not said.kind.is_abortive:
        return Ryuukyoku(said.kind, nagashi=said.nagashi)
    nagashi = nagashi_seats(kyoku) if kyoku.rules.nagashi_mangan else ()
    return Ryuukyoku(RyuukyokuKind.NAGASHI_MANGAN if nagashi else RyuukyokuKind.EXHAUSTIVE, nagashi=nagashi)


def _is_ripe(kyoku: Kyoku, seen: TableSeen) -> bool:
    """Whether each hand that must be shown is; if none must, whether any is, or the table is cleared."""
    must = [seat for seat in seats(kyoku.rules.players) if kyoku.players[seat].must_show]
    if must:
        return all(seen.seats[seat].showing for seat in must)
    return any(zone.showing for zone in seen.seats) or not seen.has_walls


def _readings(kyoku: Kyoku, seat: Seat, showing: tuple[SeenTile, ...]) -> list[_Hand]:
    """Tenpai or noten, each with its likeliest tiles; empty if the tiles cannot be a hand."""
    tiles = tuple(tile for tile in showing if not tile.is_back)
    player = kyoku.players[seat]
    size = 13 - 3 * len(player.melds)
    if not tiles:
        return [_Hand(seat, None, False, 1.0)]
    if not size - 1 <= len(tiles) <= size:
        return []
    row: tuple[SeenTile | None, ...] = (*tiles, *(None,) * (size - len(tiles)))
    places = [chances_of(tile, left_of(kyoku, seat)) for tile in row]
    before = TENPAI_IN_RIICHI if player.in_riichi else TENPAI
    found: list[_Hand] = []
    waiting = possible_hands(places, (), _tenpai_fills, misread=MOST_MISREAD_AT_A_DRAW)
    if waiting:
        chance = before * min(1.0, sum(math.exp(-hand.loss) for hand in waiting))
        read = waiting[0]
        waits = counts_as_tenpai(counts_of(read.tiles), player.melds, kyoku.rules)
        is_tenpai = waits and not player.is_dead
        found.append(_Hand(seat, read.tiles, is_tenpai, chance, misread_crop(row, read)))
    literal = tuple(max(place, key=place.__getitem__) for place in places)
    if None not in row and not (waiting and waiting[0].tiles == literal):
        found.append(_Hand(seat, literal, False, 1 - before))
    whole = sum(hand.chance for hand in found) or 1.0
    likely = [replace(hand, chance=hand.chance / whole) for hand in found if hand.chance / whole > FAINT]
    return sorted(likely, key=lambda hand: -hand.chance)


@lru_cache(maxsize=20_000)
def _tenpai_fills(counts: Counts, unread: int) -> tuple[Fill, ...]:
    """Every choice of `unread` kinds that leaves the hand one tile short of complete."""
    whole = completions(counts, unread + 1)
    return tuple(sorted({(*fill[:at], *fill[at + 1 :]) for fill in whole for at in range(len(fill))}))


def _choices(kyoku: Kyoku, due: Ryuukyoku, hands: tuple[_Hand, ...], replaces: int) -> Iterator[Choice]:
    """The draw with these hands, and before it the penalty where one of them breaks a rule."""
    chance = math.prod(hand.chance for hand in hands)
    draw = _with_hands(due, hands)
    fault = next(((hand.seat, reason) for hand in hands if (reason := _fault(kyoku, hand))), None)
    if fault is not None:
        seat, reason = fault
        yield Choice((Chombo(seat, reason.value),), chance * PENALISED, replaces)
        chance *= 1 - PENALISED
    facts = _lawful(kyoku, draw)
    if facts is not None:
        yield Choice(facts, chance, replaces)


def _fault(kyoku: Kyoku, hand: _Hand) -> Reason | None:
    return None if hand.tiles is None else riichi_fault(kyoku, hand.seat, counts_of(hand.tiles))


def _with_hands(due: Ryuukyoku, hands: tuple[_Hand, ...]) -> Ryuukyoku:
    return replace(
        due,
        tenpai=tuple(hand.seat for hand in hands if hand.is_tenpai),
        hands=(*(hand.tiles for hand in hands), *(None,) * (4 - len(hands))),
    )


def _lawful(kyoku: Kyoku, draw: Ryuukyoku) -> tuple[KyokuFact, ...] | None:
    """The draw with what must have happened before it, and with each rule waived that it breaks."""
    waived: tuple[KyokuFact, ...] = ()
    *before, _ = completed(kyoku, draw)
    for _ in range(4):
        try:
            reduce(apply, (*before, *waived, draw), kyoku)
        except IllegalFactError as refused:
            if not refused.reason.is_waivable:
                return None
            waived = (*waived, RuleWaived(refused.reason))
        else:
            return (*before, *waived, draw)
    return None


def _says_the_same(told: KyokuFact, choice: Choice) -> bool:
    """Whether people have said so already: hands that agree are not worth a question.

    Where no hand is shown, what people said about tenpai stands.
    """
    new = choice.facts[-1]
    if not isinstance(told, Ryuukyoku) or not isinstance(new, Ryuukyoku) or len(choice.facts) > 1:
        return False
    shown = [seat for seat in SEATS if new.hands[seat] is not None]
    return all((seat in told.tenpai) == (seat in new.tenpai) for seat in shown)


def _question(choices: Sequence[Choice], likeliest: tuple[_Hand, ...]) -> Question:
    whole = sum(choice.chance for choice in choices) or 1.0
    ranked = sorted(choices, key=lambda choice: -choice.chance)[:MOST_ASKED]
    kept = tuple(Choice(each.facts, each.chance / whole, each.replaces) for each in ranked)
    penalty = kept[0].facts[-1]
    is_foul = isinstance(penalty, Chombo)
    code = QuestionCode.FOUL_SHOWN if is_foul else QuestionCode.IS_THIS_THE_DRAW
    seat = penalty.seat if isinstance(penalty, Chombo) else None
    crop = next((hand.crop for hand in likeliest if hand.crop), 0)
    return Question(0, code, seat, kept, crop)
