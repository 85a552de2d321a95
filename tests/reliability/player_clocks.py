"""Clocks of players beside a timekeeper with a stopwatch: a scripted evening whose times are known.

The timekeeper counts what the script does and knows nothing of entries, states or doubts of ours. Mishaps
last for minutes, so that a clock that runs on in one of them runs over.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from time import monotonic, sleep

from companion.evidence import Notice, SourceState
from companion.player_clock import ClockRules
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import (
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
)
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin
from companion.riichi.seats import Seat
from companion.riichi.tea_facts import GamePaused, GameResumed
from tests.front_door.companions import started
from tests.reliability.trials import Outcome, trial
from tests.table_loop.thinking import QUESTION, ThinkingTable

NAMES = ("Aiko", "Ben", "Chiyo", "Dario")
RULES = ClockRules(90, 6, 30)
WITHIN_S = 0.3
MISHAPS_OF_100 = 6


@dataclass
class Stopwatch:
    """What a person beside the table has written down."""

    left: list[float] = field(default_factory=lambda: [float(RULES.bank_s)] * 4)
    ran_over: dict[int, int] = field(default_factory=dict)
    """By seat: the hand."""
    hand: int = 0
    sure_s: float | None = None
    """Of this turn; None: nobody can time it."""
    flags: int = 0
    sure_at_move: float = 0.0

    def deals(self) -> None:
        for seat, hand in self.ran_over.items():
            if hand == self.hand:
                self.left[seat] = float(RULES.again_s)
        self.hand += 1
        self.sure_s = None

    def turns(self, already_s: float | None) -> None:
        """Somebody's turn begins, with this much of it over."""
        self.sure_s, self.sure_at_move = already_s, 0.0

    def thinks(self, seconds: float) -> None:
        if self.sure_s is not None:
            self.sure_s += seconds

    def forgets(self) -> None:
        """Since the last discard or call nothing is sure."""
        if self.sure_s is not None:
            self.sure_s = self.sure_at_move

    def discards(self, seat: int) -> float:
        """How much of the bank it cost."""
        if self.sure_s is None or self.ran_over.get(seat) == self.hand:
            return 0.0
        cost = max(0.0, self.sure_s - RULES.free_s)
        self.left[seat] -= cost
        if self.left[seat] < 0:
            self.ran_over[seat] = self.hand
            self.flags += 1
        return cost


class Evening:
    """Games at one table, told with delays and mishaps."""

    def __init__(self, seed: str, folder: Path) -> None:
        self.rng = random.Random(seed)
        self.seed = seed
        self.table = ThinkingTable(folder, RULES)
        self.watch = Stopwatch()
        self.errors: list[float] = []
        self.wrong: list[str] = []
        self.hands = self.turns = self.flags = self.mishaps = 0

    def play(self, hands: int) -> None:
        game = 0
        while self.hands < hands:
            game += 1
            self.flags += self.watch.flags
            self.watch = Stopwatch()
            facts = [
                public_twin(one) for one in play_hanchan(random.Random(f"{self.seed} {game}"), TENHOU, NAMES)
            ]
            self._play(facts)
        self.flags += self.watch.flags

    def _play(self, facts: list[Fact]) -> None:
        late: list[Fact] = []
        for at, fact in enumerate(facts):
            match fact:
                case KyokuStarted():
                    self.hands += 1
                    self._pass(self.rng.uniform(20, 60))
                    self.watch.deals()
                    self.table.tell(fact)
                case Discarded():
                    follows = facts[at + 1] if at + 1 < len(facts) else KyokuEnded()
                    if not late and isinstance(follows, Drawn) and self.rng.random() < 0.005:
                        # Nobody tells this one until the next player has discarded as well.
                        late = [fact]
                        self.mishaps += 1
                        continue
                    self._discard(fact, late)
                    late = []
                case Drawn() if late:
                    late.append(fact)
                case ChiCalled() | PonCalled() | DaiminkanCalled():
                    self._call(fact)
                case _:
                    self._pass(self.rng.uniform(0.2, 1.0))
                    self.table.tell(fact)

    def _pass(self, seconds: float) -> None:
        """Time that counts for whoever's turn it is."""
        self.table.wait(seconds)
        self.watch.thinks(seconds)

    def _call(self, fact: ChiCalled | PonCalled | DaiminkanCalled) -> None:
        self._pass(self.rng.uniform(0.3, 2.0))
        turn = self.table.seen.clocks.turn
        self.table.tell(fact)
        if turn is not None and turn.seat == fact.seat:
            self.watch.sure_at_move = self.watch.sure_s or 0.0
        else:
            self.watch.turns(0.0)

    def _discard(self, fact: Discarded, late: list[Fact]) -> None:
        if late:
            self._pass(self.rng.uniform(60, 300))
            self.table.tell(*late, fact)
            self._compare(fact.seat, None)
            self.watch.turns(None)
            return
        self._pass(self._thought())
        if self.rng.random() * 100 < MISHAPS_OF_100:
            self.mishaps += 1
            self.rng.choice(MISHAPS)(self, fact.seat)
            self._pass(self._thought())
        cost = self.watch.discards(fact.seat)
        told_after = self.rng.uniform(0.0, 0.7)
        self.table.wait(told_after)
        before = self.table.left(fact.seat)
        self.table.tell(fact, ago_s=told_after)
        self._compare(fact.seat, abs(before - self.table.left(fact.seat) - cost))
        self.watch.turns(told_after)

    def _thought(self) -> float:
        kind = self.rng.random()
        return self.rng.uniform(*((0.8, 5) if kind < 0.85 else (5, 20) if kind < 0.97 else (20, 50)))

    def _compare(self, seat: int, error: float | None) -> None:
        self.turns += 1
        if error is not None:
            self.errors.append(error)
        truth = {(one, hand) for one, hand in self.watch.ran_over.items() if hand == self.watch.hand}
        shown = {(one, hand) for one, hand in self.table.flagged if hand == self.watch.hand}
        if shown != truth:
            self.wrong.append(f"hand {self.hands}: flags {sorted(shown)}, and it was {sorted(truth)}")

    def in_doubt(self) -> None:
        """Minutes go by that nobody may be charged for."""
        self.table.wait(self.rng.uniform(100, 400))


def _asked_by_the_scribe(of: Evening, _: Seat) -> None:
    of.table.look((QUESTION,))
    of.in_doubt()
    of.table.look()
    of.watch.forgets()


def _asked_by_a_key(of: Evening, seat: Seat) -> None:
    of.table.hears([Notice("which_kan", seat, is_question=True)])
    of.in_doubt()
    of.table.hears()


def _refused(of: Evening, seat: Seat) -> None:
    of.table.hears([Notice("not_your_turn", seat)])
    of.in_doubt()
    of.table.hears()
    of.watch.forgets()


def _warned(of: Evening, seat: Seat) -> None:
    # Somebody else's discard: the table and what is written differ, until the next fact that fits.
    of.table.tell(Discarded(Seat((seat + 2) % 4)))
    of.in_doubt()
    of.watch.sure_s = None


def _paused(of: Evening, _: Seat) -> None:
    of.table.say(GamePaused())
    of.in_doubt()
    of.table.say(GameResumed())


def _camera_down(of: Evening, _: Seat) -> None:
    of.table.camera(SourceState.DOWN)
    of.in_doubt()
    of.table.camera(SourceState.UP)
    of.watch.forgets()


def _clock_jumps(of: Evening, _: Seat) -> None:
    # The doubt begins where both clocks were read last.
    of.table.jump(0)
    of.in_doubt()
    of.table.jump(of.rng.choice((-3_600, -90, 45, 3_600)))


def _call_is_decided(of: Evening, _: Seat) -> None:
    of.table.hears(is_deciding=True)
    of.in_doubt()
    of.table.hears()


def _restarts(of: Evening, _: Seat) -> None:
    of.in_doubt()
    of.table.start()
    of.watch.sure_s = None


def _taken_back(of: Evening, seat: Seat) -> None:
    of.table.tell(Discarded(seat))
    of.in_doubt()
    of.table.undo()


MISHAPS: tuple[Callable[[Evening, Seat], None], ...] = (
    _asked_by_the_scribe,
    _asked_by_a_key,
    _refused,
    _warned,
    _paused,
    _camera_down,
    _clock_jumps,
    _call_is_decided,
    _restarts,
    _taken_back,
)


def p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


def evenings(hands: int, folder: Path) -> Iterator[Evening]:
    """This many hands, in evenings of a few games each."""
    left, number = hands, 0
    while left > 0:
        number += 1
        place = folder / str(number)
        place.mkdir()
        evening = Evening(f"clock {number}", place)
        evening.play(min(left, 50))
        left -= evening.hands
        yield evening


def at_a_real_table(turns: int, folder: Path) -> list[float]:
    """How far off a whole companion is that is told by taps over HTTP, beside the stopwatch of the script."""
    rng, errors = random.Random("taps"), []
    with started(folder, "run") as companion:
        assert companion.ask("POST", "/api/clocks", {"bank_s": 3_600, "free_s": 0, "again_s": 60})[0] == 200
        companion.command("start", tap="start", names=list(NAMES))
        companion.command("deal", tap="deal", depth="counting")
        before, at = [3_600.0] * 4, 0.0
        for turn in range(turns + 1):
            sleep(rng.uniform(0.3, 1.5))
            tap = {"seat": turn % 4, "action": "discard", "is_open": False, "own": [], "tile": None}
            seq = companion.seq
            thought, at = monotonic() - at, monotonic()
            more = {"giver": None, "tsumogiri": None}
            status, said = companion.command("tap", tap=f"tap-{turn}", seq=seq, **tap, **more)
            assert status == 200, said
            seats = companion.ask("GET", "/api/clocks")[1]["clocks"]["seats"]
            left = [one["left_s"] for one in seats]
            if turn:
                errors.append(abs(before[turn % 4] - left[turn % 4] - thought))
            before = left
    return errors


@trial(
    "P5",
    "hands by the clock of each player: flags that a stopwatch denies, or charged more than 0.3 s off at p95",
    short=8,
    long=1_000,
)
def clocks_of_players(tries: int, folder: Path) -> Outcome:
    played = list(evenings(tries, folder))
    errors = [one for evening in played for one in evening.errors]
    wrong = [one for evening in played for one in evening.wrong]
    tapped = at_a_real_table(max(8, tries // 20), folder / "real")
    worst = max(p95(errors), p95(tapped))
    hands, turns = sum(one.hands for one in played), sum(one.turns for one in played)
    flags, mishaps = sum(one.flags for one in played), sum(one.mishaps for one in played)
    note = f"{turns:,} turns, {mishaps:,} mishaps, p95 {p95(errors):.3f} s, {flags} flags; "
    note += f"{len(tapped)} taps over HTTP, p95 {p95(tapped):.3f} s"
    return Outcome(hands, len(wrong) + (worst > WITHIN_S), f"{note}; {wrong[0]}" if wrong else note)
