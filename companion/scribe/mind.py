"""What the scribe remembers within a kyoku, and what the house lets it write. Plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final

from companion.evidence import Said
from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.scribe.comparing import Left, Sighted
from companion.scribe.identities import Way
from companion.scribe.observations import Pool
from companion.scribe.policy import LIKELY_ENOUGH, TIMES_AHEAD
from companion.scribe.questions import Declined, Question, QuestionCode
from companion.scribe.sights import TableSeen
from companion.scribe.spots import Spot

__all__ = [
    "TRUSTING",
    "Belief",
    "Doubt",
    "Eye",
    "Gone",
    "Held",
    "Keys",
    "Laid",
    "Mind",
    "Oddities",
    "Outline",
    "People",
    "Pressed",
    "Sticks",
    "Telling",
    "Trust",
    "Unsure",
]

Outline = tuple[tuple[type[KyokuFact], int | None], ...]
"""Who did what, without the tiles."""


@dataclass(frozen=True, slots=True)
class Telling:
    """What is told of a kyoku, with the tables before, between and after its facts."""

    tables: tuple[Kyoku, ...] = ()
    """One more than there are facts; none before the first evidence."""
    facts: tuple[KyokuFact, ...] = ()

    @property
    def begun(self) -> Kyoku:
        """The table right after the deal."""
        return self.tables[0]

    @property
    def kyoku(self) -> Kyoku:
        """The table after all facts."""
        return self.tables[-1]

    def shared(self, facts: Sequence[KyokuFact]) -> int:
        """How many facts these share with it from the beginning."""
        count = 0
        for one, other in zip(self.facts, facts, strict=False):
            if one is not other and one != other:
                break
            count += 1
        return count

    def then(self, facts: Sequence[KyokuFact]) -> Telling:
        """The telling that goes on with these facts; raises IllegalFactError where the rules refuse one."""
        after = accumulate(facts, apply, initial=self.kyoku)
        return Telling((*self.tables[:-1], *after), (*self.facts, *facts))

    def instead(self, facts: Sequence[KyokuFact]) -> Telling:
        """The same kyoku told with these facts; raises IllegalFactError where the rules refuse one."""
        shared = self.shared(facts)
        return Telling(self.tables[: shared + 1], self.facts[:shared]).then(facts[shared:])

    def if_lawful(self, facts: Sequence[KyokuFact]) -> Telling | None:
        """The same kyoku told with these facts; None if the rules refuse one."""
        try:
            return self.instead(facts)
        except IllegalFactError:
            return None


@dataclass(frozen=True, slots=True)
class Trust:
    """What the house lets a picture alone write."""

    sure: float = LIKELY_ENOUGH
    """A story must be at least this likely, among all that explain what is seen."""
    ahead: float = TIMES_AHEAD
    """How many times as likely as the next story it must be."""
    writes_discards: bool = True
    writes_melds: bool = True
    writes_indicators: bool = True
    writes_riichi: bool = True

    @property
    def if_confirmed(self) -> Trust:
        """These margins where a person confirms first: everything may be told once it is this sure."""
        return Trust(self.sure, self.ahead)


TRUSTING: Final = Trust()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key was pressed; it says what a tap would say."""

    said: Said
    at_ns: int


@dataclass(frozen=True, slots=True)
class Doubt:
    """Tiles that nobody can be sure of, and how long that has been so."""

    code: QuestionCode
    ways: tuple[Way, ...]
    looks: int
    """How many rests had shown the tile when the doubt arose."""
    since_ns: int
    crop: int = 0
    number: int = 0
    """The number of the question that was asked; 0 while the scribe still hopes for a better look."""


@dataclass(frozen=True, slots=True)
class Held:
    """A story that is not written yet, and what it would explain."""

    outline: Outline
    rests: Mapping[Left, int]
    """What was seen and not explained, and at how many rests so far."""
    times: int
    """The largest number of `rests`."""
    since_ns: int
    there: frozenset[Sighted] = frozenset()
    """What was not explained, with the faces that were last read there."""
    number: int = 0
    """The number of the question that was asked; 0 for none yet."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A stick that was laid in this kyoku."""

    number: int
    """The number of its player's last discard when the stick was first seen; -1 before the first one."""
    looks: int = 1
    """How many rests in a row have shown it."""


@dataclass(frozen=True, slots=True)
class Sticks:
    """All that was seen of riichi sticks in this kyoku."""

    old: Mapping[Seat, int] | None = None
    """Those of earlier hands, each with the sightings since it was seen; None before the first sighting."""
    laid: Mapping[Seat, Laid] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gone:
    """A discard that is not seen, and at how many rests so far."""

    spot: Spot
    rests: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class Belief:
    """A story other than the told one, and how much more speaks against it than against the told one."""

    told: Telling
    prior: float
    """In nats: how much rarer its events are than those of the told one."""
    seen: float
    """In nats: what all looks so far say against it."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What was pressed, and what became of it."""

    presses: tuple[Pressed, ...] = ()
    """What waits for its picture."""
    passed_over: tuple[tuple[int, Pressed], ...] = ()
    """Closed and added kans and norths that were pressed and not seen, each with the number of facts before
    it. A tsumo confirms them."""
    hears_keys: bool = False
    """Whether anybody has pressed a key so far: then riichi is hardly said without one."""
    unconfirmed: tuple[Said, ...] = ()
    """What was pressed and forgotten just now, because the table shows nothing of it."""


@dataclass(frozen=True, slots=True)
class Eye:
    """What the eye saw last, and since when it has seen nothing."""

    seen: TableSeen | None = None
    moved_ns: int = 0
    """When the table last looked different."""
    is_seeing: bool = True
    blind_ns: int | None = None
    """Since when nobody has seen or told anything; None if the eye has not been lost since the last look."""
    rested_ns: int | None = None
    """When the eye last saw the table lie still; None where nobody says so."""


@dataclass(frozen=True, slots=True)
class People:
    """What people have said: no picture changes it."""

    settled: frozenset[Spot] = frozenset()
    """The tiles that they have named."""
    named_only: frozenset[Spot] = frozenset()
    """Those of them that an answer has named without saying how the tile lies."""
    said_riichi: frozenset[Seat] = frozenset()
    """Who has said riichi, by a key or on a page: how a tile lies does not change it."""
    declined: Declined = field(default_factory=Declined)

    def and_riichi(self, seats: Iterable[Seat]) -> People:
        """What people have said, with riichi said by these players as well (立直)."""
        return replace(self, said_riichi=self.said_riichi | {*seats})

    def is_said_how(self, spot: Spot) -> bool:
        """Whether a person has said of a discard how it lies, and not only what it is."""
        return spot in self.settled and spot not in self.named_only


@dataclass(frozen=True, slots=True)
class Unsure:
    """What nobody is sure of yet, and what is asked about it."""

    doubts: Mapping[Spot, Doubt] = field(default_factory=dict)
    """Tiles in doubt, by themselves or as a meld."""
    maybe_riichi: Mapping[Spot, int] = field(default_factory=dict)
    """Discards that look sideways, or have a stick, though nobody has said riichi: the number of the question
    about each, 0 while one more look may tell."""
    held: Held | None = None
    questions: tuple[Question, ...] = ()
    asked: int = 0
    """How many questions were asked."""


@dataclass(frozen=True, slots=True)
class Oddities:
    """What lies differently from what was told, and at how many rests: a single one says little."""

    gone: Gone | None = None
    """The last discard, where it is no longer seen."""
    askew: Mapping[Seat, int] = field(default_factory=dict)
    """Rivers in which one tile fits nowhere while another is missing."""
    early_flips: int = 0
    """At how many rests an indicator that was not due yet lay open."""


@dataclass(frozen=True, slots=True)
class Mind:
    """All that the scribe remembers within a kyoku. Nobody else changes it."""

    told: Telling = field(default_factory=Telling)
    """The kyoku as the scribe left it; what differs was told by others."""
    beliefs: tuple[Belief, ...] = ()
    """Other stories that are still possible, the likeliest first."""
    pools: Mapping[Spot, Pool] = field(default_factory=dict)
    """What was read of each tile."""
    sticks: Sticks = field(default_factory=Sticks)
    """Which riichi sticks came to lie there in this kyoku (立直棒)."""
    keys: Keys = field(default_factory=Keys)
    eye: Eye = field(default_factory=Eye)
    people: People = field(default_factory=People)
    unsure: Unsure = field(default_factory=Unsure)
    oddities: Oddities = field(default_factory=Oddities)

    def with_declined(self, declined: Declined) -> Mind:
        """This mind with another memory of what people have said no to."""
        return replace(self, people=replace(self.people, declined=declined))

    @property
    def kyoku(self) -> Kyoku:
        """The table after all that was told."""
        return self.told.kyoku

    @property
    def begun(self) -> Kyoku:
        """The table right after the deal."""
        return self.told.begun
