"""A hand laid open at a win, read as the lawful hand that it must be. A person confirms it.

The tiles are doubtful, the rules are not: thirteen tiles and the winning one, four copies of each, a
complete shape, a yaku, no furiten. `value` says what a hand is worth: this module knows no scoring.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice

from companion.evidence.sights import SeenTile, TableSeen
from companion.reveals.jokers import completions
from companion.reveals.kans_seen import has_unknown_meld, with_kans_seen
from companion.reveals.numbers import (
    ALMOST,
    AS_IT_LIES,
    FAINT,
    FALSE_WIN,
    FOUL,
    LAID_APART,
    LAID_LAST,
    MOST_HANDS,
    MOST_VALUED,
    PENALISED,
)
from companion.reveals.shown_hand import (
    Chances,
    Left,
    ReadHand,
    chances_of,
    left_of,
    misread_crop,
    possible_hands,
)
from companion.reveals.ura import UraRead, ura_readings
from companion.riichi.apply import apply
from companion.riichi.calls import refusal
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Chombo, HandValue, KyokuFact, RuleWaived, WinBy, Won
from companion.riichi.kyoku import Kyoku, OfferKind, Phase
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat, seats
from companion.riichi.shape import counts_of, is_complete
from companion.riichi.tiles import Tile
from companion.riichi.unseen import completed
from companion.scribe.policy import MOST_ASKED
from companion.scribe.questions import Choice, Question, QuestionCode

__all__ = ["Valuer", "revealed_wins"]

Valuer = Callable[[Kyoku, Won], HandValue | None]
"""What a win at this table is worth; None if this hand may not win."""


@dataclass(frozen=True, slots=True)
class _Story:
    """How the hand may have been won, without its tiles."""

    kyoku: Kyoku
    """The table right before the win."""
    win: Won
    before: tuple[KyokuFact, ...] = ()
    after: tuple[KyokuFact, ...] = ()
    """What was told after the win, and stays."""
    replaces: int = 0
    chance: float = 1.0


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One complete story, and how likely it is compared with the others."""

    facts: tuple[KyokuFact, ...]
    weight: float
    replaces: int
    alike: object
    """Candidates for which this is equal are one choice: the same hand for the same points."""
    crop: int = 0
    is_foul: bool = False


def revealed_wins(
    begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen, value: Valuer
) -> tuple[Question, ...]:
    """A question for each hand that lies open and may have won, with at most three ranked answers."""
    questions: list[Question] = []
    for seat in seats(begun.rules.players):
        if not seen.seats[seat].showing:
            continue
        stories = list(_stories(begun, told, seat, seen))
        found = [one for story in stories for one in _candidates(story, seen, value)]
        if stories and not stories[0].replaces:
            found = _plain_wins(found)
        if found:
            questions.append(_question(seat, found))
    return tuple(questions)


def _plain_wins(found: list[_Candidate]) -> list[_Candidate]:
    """For a hand that nobody called a win: its lawful wins, if one of them is almost what the eye reads.

    Hands are laid open for other reasons too, and people will say what this one is for.
    """
    lawful = [one for one in found if not one.is_foul]
    return lawful if any(one.weight >= ALMOST for one in lawful) else []


def _stories(begun: Kyoku, told: Sequence[KyokuFact], seat: Seat, seen: TableSeen) -> Iterator[_Story]:
    """The win that was told without its hand; else each way in which the seat can win now."""
    for place, fact in enumerate(told):
        if isinstance(fact, Won) and fact.seat == seat:
            if fact.hand is None:
                yield _told_win(begun, told, place, fact, seen)
            return
    kyoku = reduce(apply, told, begun)
    if kyoku.phase not in (Phase.ENDED, Phase.UNFOLLOWED):
        yield from _untold(kyoku, seat, seen)


def _told_win(begun: Kyoku, told: Sequence[KyokuFact], place: int, win: Won, seen: TableSeen) -> _Story:
    """A win that was told; closed kans before it that had no tiles get those that are seen now."""
    before = with_kans_seen(begun, told[: place + 1], seen)[:place]
    same = next((at for at in range(place) if before[at] != told[at]), place)
    after = tuple(told[place + 1 :])
    return _Story(reduce(apply, before, begun), win, before[same:], after, len(told) - same)


def _untold(kyoku: Kyoku, seat: Seat, seen: TableSeen) -> Iterator[_Story]:
    """The ways to win that nobody has told: the number of tiles and the river tell a ron from a tsumo."""
    offer = kyoku.offer
    is_full = _number(seen, seat) > 13 - 3 * len(kyoku.players[seat].melds)
    is_taken = offer is not None and _is_taken(kyoku, offer.seat, seen)
    if offer is not None and offer.seat != seat:
        chance = AS_IT_LIES if is_taken or not is_full else 1 - AS_IT_LIES
        yield _Story(kyoku, Won(seat, WinBy.RON, offer.seat, offer.tile), chance=chance)
    may_draw = seat == kyoku.turn and kyoku.phase in (Phase.TO_DRAW, Phase.TURN, Phase.TO_REPLACE)
    if may_draw and is_full:
        win = Won(seat, WinBy.TSUMO, seat, kyoku.players[seat].drawn)
        *before, _ = completed(kyoku, win)
        try:
            after = reduce(apply, before, kyoku)
        except IllegalFactError:
            return
        yield _Story(after, win, tuple(before), chance=1 - AS_IT_LIES if is_taken else AS_IT_LIES)


def _number(seen: TableSeen, seat: Seat) -> int:
    return len(seen.seats[seat].showing) + len(seen.seats[seat].loose)


def _is_taken(kyoku: Kyoku, giver: Seat, seen: TableSeen) -> bool:
    """Whether the discard that may be won on has left its river."""
    is_discard = kyoku.offer is not None and kyoku.offer.kind is OfferKind.DISCARD
    return is_discard and len(seen.seats[giver].river) < len(kyoku.players[giver].river)


def _candidates(story: _Story, seen: TableSeen, value: Valuer) -> Iterator[_Candidate]:
    """The hands that can be meant, and one that breaks a rule, each with its weight."""
    win, kyoku = story.win, story.kyoku
    left = left_of(kyoku, win.seat)
    faces = [(face, chances_of(face, left)) for face in seen.indicators if not face.is_back]
    ura = ura_readings(kyoku, win, faces) or (UraRead((), 1.0),)
    row = _row(story, seen)
    if row is None:
        return
    yield from _incomplete(story, row, left)
    lawful, is_foul_told = 0.0, False
    wins = ((one, read) for one in _completed_wins(story, row, left) for read in ura)
    ranked = sorted(
        ((weight * read.chance, won, read.tiles, crop) for (won, weight, crop), read in wins), key=_weight
    )
    rest = sum(weight for weight, *_ in ranked)
    for number, (weight, won, tiles, crop) in enumerate(ranked):
        if lawful and (rest < lawful * FAINT or number >= MOST_VALUED):
            break  # what is left hardly changes the answers
        rest -= weight
        whole, chance = replace(won, ura=tiles, value=None), story.chance * weight
        reason = refusal(kyoku, whole)
        worth = value(kyoku, whole) if reason is None else None
        if worth is not None:
            lawful += weight
            yield _lawful(story, replace(whole, value=worth), chance, crop)
        elif not is_foul_told and (reason or not has_unknown_meld(kyoku, win.seat)):
            is_foul_told = True
            yield from _foul(story, whole, reason or Reason.NO_YAKU, chance, value)


def _weight(one: tuple[float, Won, tuple[Tile, ...], int]) -> float:
    return -one[0]


def _lawful(story: _Story, won: Won, weight: float, crop: int) -> _Candidate:
    worth = won.value
    tiles = (*(won.hand or ()), *((won.tile,) if won.tile else ()))
    points = (worth.han, worth.fu, worth.yakuman) if worth else None
    alike = (won.by, tuple(sorted(tiles)), won.ura, points)
    return _Candidate((*story.before, won, *story.after), weight, story.replaces, alike, crop)


def _incomplete(story: _Story, row: _Row, left: Left) -> Iterator[_Candidate]:
    """The penalty for a hand that is not complete, if it was read right (誤和了)."""
    known = _winning_tile(story)
    tiles = tuple(seen.tile for seen in row.tiles if seen is not None and seen.tile is not None)
    hand = (*tiles, known) if known is not None and len(tiles) == _size(story) else tiles
    if len(tiles) == len(row.tiles) and not is_complete(counts_of(hand)):
        sure = math.prod(
            chances_of(seen, left).get(seen.tile, 0.0) for seen in row.tiles if seen and seen.tile
        )
        chance = story.chance * sure * FALSE_WIN
        yield from _penalised(story, Reason.HAND_NOT_COMPLETE, chance)


def _foul(story: _Story, won: Won, reason: Reason, chance: float, value: Valuer) -> Iterator[_Candidate]:
    """The answers to a hand that breaks a rule: the table gives the penalty, or lets it pass."""
    if not reason.is_waivable:
        return
    chance *= FOUL.get(reason, FALSE_WIN)
    yield from _penalised(story, reason, chance * PENALISED)
    worth = value(story.kyoku, won)
    if worth is not None:
        pair = (RuleWaived(reason), replace(won, value=worth))
        facts = (*story.before, *pair, *story.after)
        yield _Candidate(facts, chance * (1 - PENALISED), story.replaces, (reason, "waived"), is_foul=True)


def _penalised(story: _Story, reason: Reason, chance: float) -> Iterator[_Candidate]:
    if not story.after and not story.kyoku.wins:  # otherwise somebody else has won on the same tile
        facts = (*story.before, Chombo(story.win.seat, reason.value))
        yield _Candidate(facts, chance, story.replaces, (reason, "penalised"), is_foul=True)


def _question(seat: Seat, found: Sequence[_Candidate]) -> Question:
    """The likeliest of all that was found; what is alike is one answer."""
    groups: dict[object, list[_Candidate]] = {}
    for one in found:
        groups.setdefault(one.alike, []).append(one)
    whole = sum(one.weight for one in found) or 1.0
    ranked = sorted(groups.values(), key=lambda group: -sum(one.weight for one in group))
    likeliest = [max(group, key=lambda one: one.weight) for group in ranked]
    chances = [sum(one.weight for one in group) / whole for group in ranked]
    choices = tuple(
        Choice(one.facts, chance, one.replaces)
        for at, (one, chance) in enumerate(zip(likeliest, chances, strict=True))
        if at == 0 or chance > FAINT
    )[:MOST_ASKED]
    won = next((fact for fact in choices[0].facts if isinstance(fact, Won) and fact.seat == seat), None)
    is_foul = won is None or any(isinstance(fact, RuleWaived) for fact in choices[0].facts)
    code = QuestionCode.FOUL_SHOWN if is_foul else QuestionCode.IS_THIS_THE_HAND
    return Question(0, code, seat, choices, likeliest[0].crop, won.tile if won else None)


def _completed_wins(story: _Story, row: _Row, left: Left) -> Iterator[tuple[Won, float, int]]:
    """The win with each hand that it may be, the likeliest first, and the picture it depends on."""
    known, tiles = _winning_tile(story), row.tiles
    places = [chances_of(tile, left) for tile in tiles]
    if known is None:
        for hand in islice(possible_hands(places, (), completions), MOST_HANDS):
            for place, chance in _drawn_places(hand, row.apart):
                others = (*hand.tiles[:place], *hand.tiles[place + 1 :])
                won = replace(story.win, tile=hand.tiles[place], hand=others)
                yield won, math.exp(-hand.loss) * chance, misread_crop(tiles, hand)
        return
    if len(tiles) > _size(story):
        gone = _place_of(known, places)
        tiles, places = (*tiles[:gone], *tiles[gone + 1 :]), [*places[:gone], *places[gone + 1 :]]
    for hand in islice(possible_hands(places, (known,), completions), MOST_HANDS):
        won = replace(story.win, tile=known, hand=hand.tiles)
        yield won, math.exp(-hand.loss), misread_crop(tiles, hand)


def _size(story: _Story) -> int:
    return 13 - 3 * len(story.kyoku.players[story.win.seat].melds)


def _winning_tile(story: _Story) -> Tile | None:
    if story.win.by is WinBy.TSUMO:
        return story.win.tile or story.kyoku.players[story.win.seat].drawn
    return story.win.tile or (story.kyoku.offer.tile if story.kyoku.offer else None)


@dataclass(frozen=True, slots=True)
class _Row:
    """The tiles of the hand as they lie, a gap for one that was not seen."""

    tiles: tuple[SeenTile | None, ...]
    apart: int | None = None
    """The place of the tile that lies apart from the others; None if none does."""


def _row(story: _Story, seen: TableSeen) -> _Row | None:
    """The hand with or without its winning tile. None: too many or too few tiles to be one."""
    zone, size = seen.seats[story.win.seat], _size(story)
    shown: tuple[SeenTile | None, ...] = tuple(tile for tile in zone.showing if not tile.is_back)
    across = [place for place, tile in enumerate(shown) if tile is not None and tile.sideways]
    apart = across[0] if len(across) == 1 else None
    if len(shown) == size and len(zone.loose) == 1:
        shown, apart = (*shown, zone.loose[0]), size
    least = size if _winning_tile(story) is not None else size + 1
    if len(shown) == least - 1:
        shown = (*shown, None)
    return _Row(shown, apart) if least <= len(shown) <= size + 1 else None


def _place_of(tile: Tile, places: Sequence[Chances]) -> int:
    """Where the winning tile lies among the others: the likeliest place, the last one of several."""
    likeness = [place.get(tile, 0.0) / max(place.values(), default=1.0) for place in places]
    return max(range(len(places)), key=lambda place: (likeness[place], place))


def _drawn_places(hand: ReadHand, apart: int | None) -> Iterator[tuple[int, float]]:
    """Which tile was drawn: the one laid apart, else the last one, else any; each kind of tile once."""
    first = len(hand.tiles) - 1 if apart is None else apart
    chance = LAID_LAST if apart is None else LAID_APART
    yield first, chance
    others = {tile: place for place, tile in enumerate(hand.tiles) if tile is not hand.tiles[first]}
    for place in others.values():
        yield place, (1 - chance) / len(others)
