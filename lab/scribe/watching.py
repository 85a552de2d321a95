"""One hand watched: the true table is played, the eye looks, keys are pressed, questions are answered."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from random import Random
from time import thread_time

from companion.evidence import Said
from companion.evidence.sights import TableSeen
from companion.riichi import facts as f
from companion.riichi.apply import apply
from companion.riichi.calls import Action
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.scribe import Answered, Mind, Pressed, Question, Ticked, Trust, Verdict, consider
from companion.scribe.mind import Keys
from lab.scribe.hands import Hand
from lab.scribe.reader import ScriptedEye
from lab.scribe.tallies import Tally, aligned, events, indicators, is_open
from tests.toolbox.sightings import visible

REST_NS = 2_500_000_000
"""The time from one look to the next."""
LAST_LOOKS = 4
"""How often the eye looks once the hand is over, before a long calm."""
PRESSED = 0.95
"""For what share of calls and riichis somebody presses the key, where keys are pressed."""
_Calls = (
    f.ChiCalled
    | f.PonCalled
    | f.DaiminkanCalled
    | f.AnkanDeclared
    | f.KakanDeclared
    | f.KitaDeclared
    | f.RiichiDeclared
)
PRESSES = {
    f.ChiCalled: Action.CHI,
    f.PonCalled: Action.PON,
    f.DaiminkanCalled: Action.DAIMINKAN,
    f.AnkanDeclared: Action.ANKAN,
    f.KakanDeclared: Action.KAKAN,
    f.KitaDeclared: Action.KITA,
    f.RiichiDeclared: Action.RIICHI,
}


@dataclass(frozen=True)
class Setting:
    """How a hand is watched; with `presses`, people press the key for 95 of 100 calls and riichis."""

    rate: float
    most_changes: int = 1
    """At most this many visible changes happen between two rests; the number is drawn anew each time."""
    presses: bool = False
    wrong_keys: float = 0.0
    """For what share of discards and calls of discards somebody presses a wrong key first."""
    answers: bool = False
    trust: Trust = field(default_factory=Trust)


Heard = Callable[[Verdict], object]
"""A function that is called with every verdict."""


def steps(hand: Hand, setting: Setting, random: Random) -> Iterator[tuple[Kyoku, KyokuFact | None, bool]]:
    """The true table after each fact, the fact, whether the eye looks; at the end, looks without a fact."""
    kyoku, seen = hand.begun, visible(hand.begun)
    left = random.randint(1, setting.most_changes)
    for fact in hand.facts:
        kyoku = apply(kyoku, fact)
        now = visible(kyoku)
        left -= now != seen
        is_looked_at = left <= 0 and now != seen
        if is_looked_at:
            left = random.randint(1, setting.most_changes)
        seen = now
        yield kyoku, fact, is_looked_at
    for _ in range(LAST_LOOKS):
        yield kyoku, None, True


class Table:
    """The scribe at its table: what it has told, and whether that was lawful."""

    def __init__(
        self, hand: Hand, setting: Setting, tally: Tally, heard: Heard = lambda _verdict: None
    ) -> None:
        self.heard = heard
        self.begun = hand.begun
        self.setting = setting
        self.tally = tally
        # The hand is in the middle of an evening, so the scribe knows whether these people press keys.
        self.mind = Mind(keys=Keys(hears_keys=setting.presses))
        self.told: tuple[KyokuFact, ...] = ()
        self.tables = [hand.begun]
        """The table after each of the told facts, as far as they are legal."""
        self.asked: set[int] = set()

    def tell(self, evidence, played: Sequence[KyokuFact]) -> None:
        """Let the scribe weigh one piece of evidence; `played` is what has truly happened by then."""
        started = thread_time()
        verdict = consider(self.mind, self.begun, self.told, evidence, self.setting.trust)
        if isinstance(evidence, TableSeen):
            self.tally.seconds.append(thread_time() - started)
        self.heard(verdict)
        self.mind = verdict.mind
        self._write(verdict.takes_back, _of_the_kyoku(verdict))
        if self.setting.answers:
            self._answer(verdict.questions, played, evidence.at_ns)

    def _write(self, takes_back: int, facts: Sequence[KyokuFact]) -> None:
        if not takes_back and not facts:
            return
        kept = len(self.told) - takes_back
        # If every fact comes again unchanged, nothing was wrong: something was only put before them.
        self.tally.put_right += any(fact not in facts for fact in self.told[kept:])
        self.told = (*self.told[:kept], *facts)
        del self.tables[kept + 1 :]
        try:
            for fact in self.told[len(self.tables) - 1 :]:
                self.tables.append(apply(self.tables[-1], fact))
        except IllegalFactError:
            self.tally.illegal += 1

    def ask(self, question: Question, played: Sequence[KyokuFact]) -> int:
        """What somebody who saw everything answers to a question that was not asked before."""
        return truthful(question, self.told, played)

    def _answer(self, questions: Sequence[Question], played: Sequence[KyokuFact], at_ns: int) -> None:
        for question in questions:
            if question.number in self.asked:
                continue
            self.asked.add(question.number)
            self.tally.questions += 1
            answer = self.ask(question, played)
            verdict = consider(
                self.mind, self.begun, self.told, Answered(question.number, answer, at_ns), self.setting.trust
            )
            self.heard(verdict)
            self.mind = verdict.mind
            self._write(verdict.takes_back, _of_the_kyoku(verdict))
            return self._answer(verdict.questions, played, at_ns)
        return None


def truthful(question: Question, told: Sequence[KyokuFact], played: Sequence[KyokuFact]) -> int:
    """The answer of somebody who saw everything; -1 if none is right.

    Of several answers without a fault, the one that leaves out least: "riichi, discards", not "discards".
    """
    true, before = events(played), events(told)
    ways = [(*told[: len(told) - one.replaces], *one.facts) for one in question.choices]
    said = [events(way) for way in ways]
    # An answer that changes nothing says that the record is right as it is.
    asked = {at for one in said if len(one) == len(before) for at, way in enumerate(one) if way != before[at]}
    shown = _true_of_indicators(ways, told, played)
    right = [
        number
        for number, (one, is_shown) in enumerate(zip(said, shown, strict=True))
        if is_shown and _is_true(one, before, true, asked)
    ]
    return min(right, key=lambda number: _passed_over(said[number], true), default=-1)


def _true_of_indicators(
    ways: Sequence[Sequence[KyokuFact]], told: Sequence[KyokuFact], played: Sequence[KyokuFact]
) -> Iterator[bool]:
    """Whether each answer says nothing false of the indicators about which the answers differ (表示牌)."""
    true, before = indicators(played), indicators(told)
    said = [indicators(way) for way in ways]
    for way in said:
        asked = [pair[:2] for pair in zip_longest(way, true, before, *said) if set(pair[2:]) != {pair[0]}]
        yield all(mine is None or (one is not None and is_open(one, mine)) for mine, one in asked)


def _passed_over(said: list, true: list) -> int:
    """How many true events are left out before the last one that the answer has."""
    pairs = aligned(true, said)
    last = max((at for at, (_, other) in enumerate(pairs) if other is not None), default=-1)
    return sum(other is None for _, other in pairs[: last + 1])


def _news(said: list, before: list) -> Iterator[int]:
    """The places at which the choice says something new; what it only repeats is not asked about."""
    at = -1
    for one, other in aligned(before, said):
        at += other is not None
        if other is not None and other != one:
            yield at


def _is_true(said: list, before: list, true: list, asked: set[int]) -> bool:
    """Whether every event is true that the choice adds, changes, or keeps where another choice changes it."""
    mine = asked | set(_news(said, before))
    if len(said) < len(before):
        return said == true[: len(said)]
    pairs, at = [], -1
    for one, other in aligned(true, said):
        at += other is not None
        if other is not None and at in mine:
            pairs.append((one, other))
    return all(one is not None and is_open(one, other) for one, other in pairs)


def _of_the_kyoku(verdict: Verdict) -> tuple[KyokuFact, ...]:
    facts = tuple(fact for fact in verdict.facts if isinstance(fact, KyokuFact))
    assert len(facts) == len(verdict.facts), "the scribe neither deals nor ends a hand"
    return facts


def pressed(fact: KyokuFact, action: Action | None = None) -> Said:
    """What the seat says that did this: its own key, or the given one."""
    assert isinstance(fact, f.Discarded | _Calls), "somebody at the table did it"
    return Said(fact.seat, PRESSES[type(fact)] if action is None else action)


def _wrong_key(fact: KyokuFact | None) -> Action | None:
    """Another key than the one that belongs to what somebody does."""
    match fact:
        case f.Discarded():
            return Action.RIICHI
        case f.ChiCalled():
            return Action.PON
        case f.PonCalled() | f.DaiminkanCalled():
            return Action.CHI
        case _:
            return None


def watch(
    hand: Hand,
    setting: Setting,
    random: Random,
    tally: Tally,
    heard: Heard = lambda _verdict: None,
    seated: Callable[..., Table] = Table,
    eye: ScriptedEye | None = None,
) -> Table:
    """The scribe's table after the whole hand; `seated` makes it, if it is to be another kind of table.

    `eye` draws from the same `random`; without one, it is made.
    """
    eye = eye or ScriptedEye(random, setting.rate)
    table, at_ns, played = seated(hand, setting, tally, heard), 0, []
    for kyoku, fact, is_looked_at in steps(hand, setting, random):
        if fact is not None:
            played.append(fact)
        wrong = _wrong_key(fact) if setting.wrong_keys and random.random() < setting.wrong_keys else None
        if fact is not None and wrong is not None:
            table.tell(Pressed(pressed(fact, wrong), at_ns), played)
        if fact is not None and setting.presses and type(fact) in PRESSES and random.random() < PRESSED:
            table.tell(Pressed(pressed(fact), at_ns), played)
        if is_looked_at:
            at_ns += REST_NS
            table.tell(eye.look(kyoku, at_ns), played)
    table.tell(eye.look(kyoku, at_ns + REST_NS, is_calm=True), played)
    for pause in (1, 2, 3, 4, 40, 80):
        table.tell(Ticked(at_ns + pause * REST_NS, None), played)
    tally.add(hand.facts, table.told)
    return table
