"""What the scribe remembers within a kyoku, and what the house lets it write. Plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import log
from typing import Final

from companion.evidence import Said
from companion.evidence.sights import TableSeen
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.riichi.spots import Spot
from companion.riichi.wording import Outline
from companion.scribe.identities import Way
from companion.scribe.observations import Pool
from companion.scribe.policy import CONTRADICTS, LIKELY_ENOUGH, TIMES_AHEAD
from companion.scribe.questions import Declined, Left, Question, QuestionCode, Sighted
from companion.scribe.spots import Telling


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
    def behind(self) -> float:
        """In nats: a story farther than this behind the likeliest one cannot rival it."""
        return log(self.ahead) + CONTRADICTS

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
    """How many rests had shown the tile when the doubt arose, or when its question was last answered."""
    since_ns: int
    crop: int = 0
    number: int = 0
    """The number of the question that was asked; 0 for none yet."""


@dataclass(frozen=True, slots=True)
class Held:
    """A story that is not written yet, and what it would explain."""

    outline: Outline
    rests: Mapping[Left, int]
    """What was seen and not explained, and at how many rests so far."""
    there: frozenset[Sighted] = frozenset()
    """What was not explained, with the faces that were last read there."""
    number: int = 0
    """The number of the question that was asked; 0 for none yet."""
    are_flips: bool = False
    """Whether nothing waits but indicators (表示牌)."""

    def is_about(self, left: Left) -> bool:
        """Whether it would explain this. An indicator waits by itself, and holds up nothing else."""
        return (left[0] == "indicator") == self.are_flips


@dataclass(frozen=True, slots=True)
class Laid:
    """A stick that was laid in this kyoku."""

    number: int
    """The number of its player's last discard when it came (-1: none), or of the next if in their turn."""
    looks: int = 1
    """How many rests in a row have shown it."""


@dataclass(frozen=True, slots=True)
class Sticks:
    """All that was seen of riichi sticks in this kyoku."""

    old: Mapping[Seat, int] | None = None
    """Those of earlier hands, each with how many sightings have lacked it; None before the first sighting."""
    laid: Mapping[Seat, Laid] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gone:
    """A discard that is not seen, and at how many rests so far."""

    spot: Spot
    rests: int
    at_ns: int
    """When the last of those rests was counted."""


@dataclass(frozen=True, slots=True)
class Root:
    """Where a story begins: what is told, a part of it, or something else that is still possible."""

    told: Telling
    cost: float = 0.0
    """In nats: how much rarer its events are than those of the told one."""
    taken_back: int = 0
    """How many facts of what is told are not in it."""
    seen: float = 0.0
    """In nats: what earlier looks say against it."""


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
    """What people have said. A look adds only a riichi that it bears out, and forgets tiles that are gone."""

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
    """All that the scribe remembers within a kyoku. Other rooms change only `people.declined`."""

    told: Telling = field(default_factory=Telling)
    """The kyoku as the scribe left it; what differs was told by others."""
    beliefs: tuple[Root, ...] = ()
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
