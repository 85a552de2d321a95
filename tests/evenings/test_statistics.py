"""Statistics, held against a recount that knows no rules: it counts what the record says of each hand."""

from collections import Counter

import pytest

from companion.haifu.record import Record
from companion.intake.record_player import playable
from companion.riichi.facts import (
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    KakanDeclared,
    KitaDeclared,
    PonCalled,
    RiichiDeclared,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from tests.evenings.games import of_record, records, statistics_of


def recounted(record: Record, seat: int) -> Counter:
    """Everything about one seat by reading the record line by line; slowly, and without our rules."""
    count = Counter(games=1)
    for hand in record.hands:
        count += _recounted_hand([placed.fact for placed in hand.facts], hand.claim, seat)
    points = record.final.points
    place = 1 + sum(other > points[seat] for other in points) + points[:seat].count(points[seat])
    count[("first", "second", "third", "fourth")[place - 1]] += 1
    count["points"] += points[seat]
    count["busts"] += points[seat] < 0
    return count


def _recounted_hand(facts, claim, seat) -> Counter:
    count = Counter(hands=1)
    wins = [fact for fact in facts if isinstance(fact, Won)]
    draw = next((fact for fact in facts if isinstance(fact, Ryuukyoku)), None)
    if draw is None:
        count += _recounted_wins(facts, wins, claim, seat)
    elif draw.kind is RyuukyokuKind.EXHAUSTIVE:
        count["draws"] += 1
        count["tenpai"] += seat in draw.tenpai
    riichi = any(isinstance(fact, RiichiDeclared) and fact.seat == seat for fact in facts)
    count["riichi"] += riichi
    count["riichi_won"] += riichi and draw is None and any(win.seat == seat for win in wins)
    count["called"] += any(
        isinstance(fact, ChiCalled | PonCalled | DaiminkanCalled) and fact.seat == seat for fact in facts
    )
    return count


def _recounted_wins(facts, wins, claim, seat) -> Counter:
    count = Counter()
    worth = {win.seat: win.points for win in claim.wins}
    for win in wins:
        if win.seat == seat:
            count["wins"] += 1
            count["tsumo"] += win.by is WinBy.TSUMO
            count["won"] += worth[seat]
            count["turns"] += _recounted_turn(facts, win)
    fed = [win for win in wins if win.by is WinBy.RON and win.giver == seat]
    count["dealt_in"] += bool(fed)
    count["paid"] += sum(worth[win.seat] for win in fed)
    return count


def _recounted_turn(facts, win) -> int:
    discards = [fact for fact in facts if isinstance(fact, Discarded) and fact.seat == win.giver]
    last = [fact for fact in facts if isinstance(fact, Discarded | KakanDeclared | KitaDeclared)][-1]
    robbed = not isinstance(last, Discarded)
    return len(discards) + (win.by is WinBy.TSUMO or robbed)


@pytest.mark.gate(1)
@pytest.mark.parametrize(("archive", "players"), [("games-4p.tar.xz", 4), ("games-3p.tar.xz", 3)])
def test_every_count_is_that_of_a_slow_recount_of_real_records(archive, players):
    checked = Counter()
    for record in records(archive, 25):
        if record.final is None or playable(record).failure:
            continue
        names = [f"{record.name} {seat}" for seat in range(players)]
        game = of_record(
            Record(record.name, record.format, record.rules, tuple(names), record.hands, record.final)
        )
        found = {one.name: one for one in statistics_of([game])}
        for seat, name in enumerate(names):
            counts = found[name].counts
            for what, number in recounted(record, seat).items():
                assert getattr(counts, what) == number, (record.name, seat, what)
                checked[what] += number
            assert counts.score == record.final.scores[seat]
            assert counts.followed == counts.hands
    # A figure that never moved would have been tested by nothing.
    assert (
        min(checked[what] for what in ("wins", "tsumo", "dealt_in", "riichi", "called", "draws", "tenpai"))
        > 8
    )
