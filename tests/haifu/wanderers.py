"""Seeded players who know the rules and nothing else: they make games in which everything happens.

They call what they can, kan what they can and win when they can, with the facts in the order in
which Tenhou's records have them: a kan's indicator before the replacement, that of an open kan just
before the discard.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from companion.riichi import facts as f
from companion.riichi import shape
from companion.riichi.apply import apply, start
from companion.riichi.draws import abortive_draw_due, orphan_kinds
from companion.riichi.errors import IllegalFactError
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat, Wind, distance
from companion.riichi.settlement import settle
from companion.riichi.tiles import BY_KIND, Tile, kinds_in_play, red_of

VALUES = (
    f.HandValue(1, 30, 0, (("riichi", 1),)),
    f.HandValue(3, 40, 0, (("haku", 1), ("dora", 2))),
    f.HandValue(4, 50, 0, (("round_wind_east", 1), ("toitoi", 2), ("aka_dora", 1))),
    f.HandValue(7, 30, 0, (("chinitsu", 6), ("pinfu", 1))),
    f.HandValue(13, 30, 0, (("chinitsu", 6), ("riichi", 1), ("ura_dora", 6))),
    f.HandValue(0, 0, 2, (("suuankou", 13), ("tsuuiisou", 13))),
)


@lru_cache
def game(seed: int, rules: RuleSet, kyoku: int = 4) -> tuple[f.Fact, ...]:
    """The facts of a few kyoku, the first of each as full of triplets as the next is not."""
    dice = random.Random(seed)
    points = (rules.start_points,) * rules.players
    facts: list[f.Fact] = []
    for number in range(kyoku):
        dealer = SEATS[number % rules.players]
        wall = _wall(dice, rules, lumps=number % 2 == 0)
        hands = tuple(tuple(wall.pop() for _ in range(13)) for _ in range(rules.players))
        begin = f.KyokuStarted(Wind.EAST, dealer, number % 3, number % 2, points, wall.pop(), hands)
        told, points = _kyoku(dice, begin, wall, rules)
        facts += [begin, *told, f.KyokuEnded()]
    return tuple(facts)


def unseen(facts: Sequence[f.Fact]) -> list[f.Fact]:
    """The same game as a real table sees it: no hands, no draws, no word on where discards came from.

    After a call everybody knows it: from the hand.
    """
    calls = (f.ChiCalled, f.PonCalled)
    pairs = zip([None, *facts], facts, strict=False)
    return [fact if isinstance(before, calls) else _unseen(fact) for before, fact in pairs]


def _unseen(fact: f.Fact) -> f.Fact:
    match fact:
        case f.KyokuStarted():
            return replace(fact, hands=(None,) * len(fact.points))
        case f.Drawn() | f.RinshanDrawn():
            return replace(fact, tile=None)
        case f.Discarded():
            return replace(fact, tsumogiri=None)
        case f.Won():
            return replace(fact, hand=None, tile=None if fact.by is f.WinBy.TSUMO else fact.tile)
        case f.Ryuukyoku():
            return replace(fact, hands=(None,) * len(fact.hands))
        case _:
            return fact


def _wall(dice: random.Random, rules: RuleSet, *, lumps: bool) -> list[Tile]:
    tiles = [BY_KIND[kind] for kind in kinds_in_play(rules.players) for _ in range(4)]
    for suit, count in zip("mps", rules.red_fives, strict=True):
        five = Tile(f"5{suit}")
        for _ in range(count):
            tiles[tiles.index(five)] = red_of(five)
    size = 3 if lumps else 1
    blocks = [tiles[at : at + size] for at in range(0, len(tiles), size)]
    dice.shuffle(blocks)
    return [tile for block in blocks for tile in block]


def _kyoku(
    dice: random.Random, begin: f.KyokuStarted, wall: list[Tile], rules: RuleSet
) -> tuple[list[f.Fact], tuple[int, ...]]:
    kyoku, told = start(begin, rules), []
    while kyoku.phase is not Phase.ENDED:
        for fact in _wishes(dice, kyoku, wall):
            try:
                after = apply(kyoku, fact)
            except IllegalFactError:
                continue
            if isinstance(fact, f.Drawn | f.RinshanDrawn | f.IndicatorRevealed):
                wall.pop()
            kyoku = after
            told.append(fact)
            break
        else:
            assert kyoku.wins, f"nobody knows how to go on: {kyoku}"
            break
    return told, settle(kyoku).points


def _wishes(dice: random.Random, kyoku: Kyoku, wall: list[Tile]) -> Iterator[f.KyokuFact]:
    """What might be next, what is rare first; the rules choose."""
    if kyoku.phase is Phase.WON:
        yield from _rons(dice, kyoku)
    elif kyoku.phase is Phase.TO_DRAW:
        yield from _after_a_discard(dice, kyoku)
        yield f.Drawn(kyoku.turn, wall[-1])
        yield f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE, *_tenpai(kyoku))
    elif kyoku.phase is Phase.TO_REPLACE:
        yield from _rons(dice, kyoku)
        if kyoku.wall.owed_now > 0:
            yield f.IndicatorRevealed(wall[-1])
        yield f.RinshanDrawn(kyoku.turn, wall[-1])
    else:
        yield from _own_turn(dice, kyoku, wall)


def _tenpai(kyoku: Kyoku) -> tuple:
    tenpai = tuple(seat for seat, player in enumerate(kyoku.players) if _is_tenpai(player.known_hand))
    hands = tuple(shown(player.known_hand) if s in tenpai else None for s, player in enumerate(kyoku.players))
    return tuple(map(Seat, tenpai)), (), None, hands


def _is_tenpai(hand: tuple[Tile, ...] | None) -> bool:
    return hand is not None and len(hand) % 3 == 1 and shape.is_tenpai(shape.counts_of(hand))


def shown(hand: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """A hand as it is laid open: by kind, a red five before the others."""
    return tuple(sorted(hand, key=lambda tile: (tile.kind, not tile.is_red)))


def _rons(dice: random.Random, kyoku: Kyoku) -> Iterator[f.KyokuFact]:
    offer = kyoku.offer
    if offer is None or dice.random() < 0.2:
        return
    players = len(kyoku.players)
    for seat in sorted(range(players), key=lambda seat: distance(offer.seat, seat, players))[1:]:
        player = kyoku.players[seat]
        ura = (Tile("9p"),) if player.in_riichi else ()
        value = dice.choice(VALUES)
        yield f.Won(Seat(seat), f.WinBy.RON, offer.seat, offer.tile, shown(player.known_hand), ura, value)


def _after_a_discard(dice: random.Random, kyoku: Kyoku) -> Iterator[f.KyokuFact]:
    offer = kyoku.offer
    if offer is None:
        return
    yield from _rons(dice, kyoku)
    yield f.RiichiAccepted(offer.seat)
    due = abortive_draw_due(kyoku)
    if due is not None:
        everybody = tuple(Seat(seat) for seat in range(len(kyoku.players)))
        shows = everybody if due is f.RyuukyokuKind.SUUCHA_RIICHI else ()
        hands = tuple(shown(p.known_hand) if shows else None for p in kyoku.players)
        yield f.Ryuukyoku(due, shows, hands=hands)
    if dice.random() < 0.5:
        return
    for seat, player in enumerate(kyoku.players):
        same = [tile for tile in player.known_hand if offer.tile and tile.kind == offer.tile.kind]
        yield f.DaiminkanCalled(Seat(seat), offer.seat, offer.tile, tuple(same[:3]))
        yield f.PonCalled(Seat(seat), offer.seat, offer.tile, tuple(same[:2]))
        run = [tile for tile in player.known_hand if 0 < abs(tile.kind - offer.tile.kind) < 3]
        for own in combinations(run, 2):
            yield f.ChiCalled(Seat(seat), offer.tile, own)


def _own_turn(dice: random.Random, kyoku: Kyoku, wall: list[Tile]) -> Iterator[f.KyokuFact]:
    seat, player = kyoku.turn, kyoku.players[kyoku.turn]
    hand, drawn = list(player.known_hand), player.drawn
    if drawn is not None:
        yield from _with_the_drawn_tile(dice, kyoku, hand, drawn)
    dice.shuffle(hand)
    if kyoku.phase is Phase.TURN and dice.random() < 0.8:
        rests = (hand[:at] + hand[at + 1 :] for at in range(len(hand)))
        if any(_is_tenpai(tuple(rest)) for rest in rests):
            yield f.RiichiDeclared(seat)
    if kyoku.wall.owed_later:
        yield f.IndicatorRevealed(wall[-1])
    for tile in hand:
        is_same = tile is drawn
        yield f.Discarded(seat, tile, is_same and dice.random() < 0.9)
        yield f.Discarded(seat, tile, is_same)


def _with_the_drawn_tile(
    dice: random.Random, kyoku: Kyoku, hand: list[Tile], drawn: Tile
) -> Iterator[f.KyokuFact]:
    seat = kyoku.turn
    counts = shape.counts_of(hand)
    if shape.is_complete(counts):
        rest = list(hand)
        rest.remove(drawn)
        ura = (Tile("9p"),) if kyoku.players[seat].in_riichi else ()
        yield f.Won(seat, f.WinBy.TSUMO, seat, drawn, shown(tuple(rest)), ura, dice.choice(VALUES))
    if (orphan_kinds(kyoku, seat) or 0) >= 9:
        hands = [shown(tuple(hand)) if s == seat else None for s in range(len(kyoku.players))]
        yield f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=seat, hands=tuple(hands))
    yield f.KitaDeclared(seat)
    for tile in sorted(set(hand)):
        same = tuple(t for t in hand if t.kind == tile.kind)
        if len(same) == 4:
            yield f.AnkanDeclared(seat, same)
        yield f.KakanDeclared(seat, tile)
