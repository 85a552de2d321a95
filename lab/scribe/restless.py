"""A hand in which the table hardly rests: people play on and press keys, and the eye sees little of it."""

from dataclasses import dataclass, field
from random import Random

from companion.riichi.apply import apply
from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.scribe import Pressed, Ticked
from lab.scribe.hands import Hand
from lab.scribe.reader import ScriptedEye
from lab.scribe.tallies import Tally
from lab.scribe.watching import LAST_LOOKS, PRESSED, PRESSES, Setting, Table, pressed
from tests.toolbox.sightings import visible

SECOND = 1_000_000_000
EACH_NS = 2 * SECOND
"""The time from one visible change to the next."""


@dataclass
class Unrest:
    """A table, and an eye that says once a second when it last saw the table at rest."""

    table: Table
    eye: ScriptedEye
    random: Random
    most_s: float
    at_ns: int = 0
    rested_ns: int = 0
    until_ns: int = 0
    """Until then the eye sees no table at rest."""
    played: list[KyokuFact] = field(default_factory=list)

    def passes(self, for_ns: int) -> None:
        """Let time pass; the scribe gets a tick each second."""
        for _ in range(for_ns // SECOND):
            self.at_ns += SECOND
            if self.at_ns >= self.until_ns:
                self.rested_ns = self.at_ns
            self.table.tell(Ticked(self.at_ns, self.rested_ns), self.played)

    def looks(self, kyoku: Kyoku) -> None:
        """The table lies still, and the eye sees all of it."""
        self.rested_ns = self.at_ns
        self.table.tell(self.eye.look(kyoku, self.at_ns), self.played)

    def is_restless(self) -> bool:
        return self.at_ns < self.until_ns

    def may_begin(self) -> None:
        """Begin a time without rest, with a chance of one half."""
        if self.random.random() < 0.5:
            self.until_ns = self.at_ns + round(self.random.uniform(0, self.most_s) * SECOND)


def watch_restless(hand: Hand, setting: Setting, most_s: float, random: Random, tally: Tally) -> Table:
    """The scribe's table after the hand; the eye may see no rest for up to `most_s` seconds at a time."""
    table = Table(hand, setting, tally)
    unrest = Unrest(table, ScriptedEye(random, setting.rate), random, most_s)
    kyoku = hand.begun
    unrest.passes(SECOND)
    unrest.looks(kyoku)
    for fact in hand.facts:
        if setting.presses and type(fact) in PRESSES and random.random() < PRESSED:
            table.tell(Pressed(pressed(fact), unrest.at_ns), unrest.played)
        before, kyoku = visible(kyoku), apply(kyoku, fact)
        unrest.played.append(fact)
        if visible(kyoku) == before:
            continue
        unrest.passes(EACH_NS)
        if not unrest.is_restless():
            unrest.looks(kyoku)
            unrest.may_begin()
    unrest.until_ns = 0
    for _ in range(LAST_LOOKS):
        unrest.passes(EACH_NS)
        unrest.looks(kyoku)
    unrest.passes(60 * SECOND)
    tally.add(hand.facts, table.told)
    return table
