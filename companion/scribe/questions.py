"""What people are asked, with the answers that the scribe can think of, and what they have said no to.

No sentences for people and no decisions here. What was answered about a tile is not asked again as long as
that tile lies there. A story that was declined is not told until a person tells it; nor, if its last tile was
named, is anything that builds on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.facts import Discarded, Fact, KyokuFact
from companion.riichi.seats import Seat
from companion.riichi.spots import Spot
from companion.riichi.tiles import Tile
from companion.riichi.wording import Wording, put_in_words
from companion.table_state import Difference, OpenQuestion

Left = tuple[str, int, int]
"""Something seen and not explained: `river`, `meld`, `added`, `aside` or `indicator`; the seat; the place."""
Sighted = tuple[Left, tuple[Tile | None, ...]]
"""Something seen and not explained, with the faces that were read there."""


class QuestionCode(StrEnum):
    """What is asked: a stable code; the pages supply the words."""

    WHICH_TILE = "which_tile"
    """One tile cannot be read with confidence."""
    WHICH_STORY = "which_story"
    """What lies there could have come about in more than one way."""
    WHO_CALLED = "who_called"
    """A discard is gone, and more than one player may have taken it."""
    TABLE_DIFFERS = "table_differs"
    """What lies there and what is written do not agree, and no story may be written that explains it."""
    IS_THIS_THE_HAND = "is_this_the_hand"
    """A hand was shown; it is read as this."""
    FOUL_SHOWN = "foul_shown"
    """A hand was shown that breaks a rule; people decide what follows."""
    IS_THIS_THE_DRAW = "is_this_the_draw"
    """The hand ends without a win; these are tenpai."""
    FIFTH_COPY = "fifth_copy"
    """More copies of a tile are read than the set has."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what is taken back and what is told instead."""

    facts: tuple[KyokuFact, ...]
    chance: float
    """How likely the scribe thinks it is, from 0 to 1; what is not offered may be likely, too."""
    replaces: int = 0
    """How many of the newest facts of the kyoku are taken back before `facts` are told."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked."""

    number: int
    """Its number while it stands; the same question keeps it."""
    code: QuestionCode
    seat: Seat | None
    """Whom it is about; None: the whole table."""
    choices: tuple[Choice, ...]
    """At most three, the likeliest first."""
    crop: int = 0
    """The number of the picture of the tile that caused it; 0 where there is none."""
    tile: Tile | None = None
    """The tile that it is about; None where that is not known."""
    differences: tuple[Difference, ...] = ()
    """Where the table is not as it is written, for a question about that."""
    place: str = ""
    """Where on the table it came up, such as `discard 3`, however that is read; empty where nobody knows."""


@dataclass(frozen=True, slots=True)
class Declined:
    """What people have declined or taken back, and what therefore is not told, or not asked, again."""

    stories: frozenset[Wording] = frozenset()
    """Stories that were declined, each from the deal on."""
    there: frozenset[Sighted] = frozenset()
    """What lay there unexplained when a story was declined: this alone is not a reason to ask again. Where
    only indicators waited, these are not told either (表示牌)."""
    facts: frozenset[Fact] = frozenset()
    """What a picture told and people took back, or declined: it is asked about before it is told again."""
    lying: frozenset[Discarded] = frozenset()
    """Those of `facts` that people were asked about: the tile lies in a river, though nobody discarded it."""
    tables: frozenset[tuple[OpenQuestion, int]] = frozenset()
    """Questions about the whole table that were answered, each with the number of facts told then (or 0)."""
    tiles: Mapping[Spot, frozenset[Tile | None]] = field(default_factory=dict)
    """The faces that were offered for a tile when people named none of them."""
    confirmed: Mapping[Spot, Tile] = field(default_factory=dict)
    """The tiles that people have named when they were asked, also as they were told already."""
    riichi: frozenset[Spot] = frozenset()
    """Discards that declared no riichi, as somebody has answered (立直)."""

    def has(self, sequence: Sequence[KyokuFact]) -> bool:
        """Whether this is a declined story, or begins with one whose last tile was named."""
        if not self.stories:
            return False
        said = put_in_words(sequence)
        return any(
            _is_like(said, one) or (_is_named(one) and _is_like(said[: len(one)], one))
            for one in self.stories
        )

    def explains(self, there: frozenset[Sighted]) -> bool:
        """Whether something lies there, and people were asked about all of it."""
        return bool(there) and there <= self.there

    def denies(self, seat: int, seen: SeenTile) -> bool:
        """Whether people say that this player has not discarded such a tile."""
        return Discarded(Seat(seat), seen.tile) in self.facts

    def denies_flip(self, at: int, seen: SeenTile) -> bool:
        """Whether people were asked about this open face on the walls, and said no (表示牌)."""
        return (("indicator", 0, at), (seen.tile,)) in self.there

    def with_seen(self, seen: TableSeen) -> Declined:
        """This memory without the tiles that lie there no longer."""
        rivers = {(seat, tile.tile) for seat, one in enumerate(seen.seats) for tile in one.river}
        return replace(self, lying=frozenset(one for one in self.lying if (one.seat, one.tile) in rivers))

    def and_lying(self, tiles: frozenset[Discarded]) -> Declined:
        """This memory after people have said that these tiles lie in rivers and were never discarded."""
        return replace(self, facts=self.facts | tiles, lying=self.lying | tiles)

    def but_gone(self, laid: Mapping[Spot, object]) -> Declined:
        """This memory without answers about tiles that were never laid in what is told now."""
        tiles = {spot: faces for spot, faces in self.tiles.items() if spot in laid}
        confirmed = {spot: tile for spot, tile in self.confirmed.items() if spot in laid}
        return replace(self, tiles=tiles, confirmed=confirmed, riichi=self.riichi.intersection(laid))

    def but_told(self, told: Sequence[KyokuFact]) -> Declined:
        """This memory without the stories that people have told since."""
        if not self.stories:
            return self
        said = put_in_words(told)
        kept = frozenset(one for one in self.stories if not _is_like(said[: len(one)], one))
        return replace(self, stories=kept)


def _is_like(said: Wording, declined: Wording) -> bool:
    """Whether a story is one that was declined; where that named no tile, any tile is meant."""
    return len(said) == len(declined) and all(
        one[:2] == other[:2] and other[2] in {None, one[2]} for one, other in zip(said, declined, strict=True)
    )


def _is_named(declined: Wording) -> bool:
    """Whether its last tile was named: else it may have been a shadow where a real tile lies now."""
    return declined[-1:] != () and declined[-1][2] is not None
