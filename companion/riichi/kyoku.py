"""One deal as a value (局): who holds, laid and called what, whose turn it is, what is owed.

Nothing here changes anything; `apply` does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.riichi import wall as walls
from companion.riichi.facts import Chombo, KyokuStarted, Ryuukyoku, Won
from companion.riichi.house_facts import PenaltyGiven
from companion.riichi.player import Player
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind, wind_of
from companion.riichi.tiles import KINDS, Tile
from companion.riichi.wall import Wall


class Phase(StrEnum):
    """What the table waits for."""

    TO_DRAW = "to_draw"
    """`turn` draws next; until then the last discard may be called."""
    TURN = "turn"
    """`turn` has drawn: discard, kan, riichi or tsumo."""
    CALLED = "called"
    """`turn` has called chi or pon and must discard."""
    RIICHI = "riichi"
    """`turn` has declared riichi and must discard."""
    TO_REPLACE = "to_replace"
    """`turn` has declared a kan or kita: the tile may be robbed, or a replacement is drawn."""
    UNFOLLOWED = "unfollowed"
    """Nobody follows the turns: draws and discards are not entered; `turn` means nothing."""
    WON = "won"
    """Somebody has won; after a ron, others may still win on the same tile."""
    ENDED = "ended"
    """A draw or a chombo has ended the kyoku."""


class OfferKind(StrEnum):
    """What was done with a tile that others can win on."""

    DISCARD = "discard"
    KAKAN = "kakan"
    ANKAN = "ankan"
    KITA = "kita"


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile that others can call or win on, now or earlier in the kyoku."""

    seat: Seat
    tile: Tile | None
    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of this kyoku in which nobody followed the turns."""

    most_live: int
    """While it lasts: at most this many draws are left."""
    unseen_discards: int = 0
    """Once it is over: how many discards in the rivers were never told."""
    lay: Offer | None = None
    """The discard that could be called when it began: a meld told later may contain it."""


@dataclass(frozen=True, slots=True)
class Kyoku:
    """One deal (局)."""

    rules: RuleSet
    round_wind: Wind
    dealer: Seat
    honba: int
    kyoutaku: int
    """Riichi sticks on the table, those of earlier kyoku included (供託)."""
    points: tuple[int, ...]
    """What each player has now; accepted riichi sticks are already gone."""
    points_before: tuple[int, ...]
    kyoutaku_before: int
    players: tuple[Player, ...]
    wall: Wall
    turn: Seat
    phase: Phase = Phase.TO_DRAW
    offer: Offer | None = None
    offers: tuple[Offer, ...] = ()
    """What others could win on so far: the discards, and the tiles laid down for own kans and as kita."""
    seen: bytes = bytes(KINDS + 3)
    """How many tiles of each kind were seen or are known in hands, then the red fives of m, p and s."""
    is_untouched: bool = True
    """No call, kan or kita so far (純正の巡目)."""
    rinshan_of: OfferKind | None = None
    """Set while `turn` holds a replacement tile: what it was drawn for; `DISCARD` is an open kan."""
    feeder: Seat | None = None
    """Who fed the open kan whose replacement tile `turn` holds."""
    wins: tuple[Won, ...] = ()
    ryuukyoku: Ryuukyoku | None = None
    chombo: Chombo | None = None
    penalties: tuple[PenaltyGiven, ...] = ()
    """What was paid for smaller faults in this kyoku (罰符)."""
    wareme: Seat | None = None
    """Whose wall was broken, where the house asks for it and somebody said so (割れ目)."""
    chips: tuple[int, ...] = (0, 0, 0, 0)
    """Chips that each seat received in this kyoku, minus those it gave (祝儀)."""
    hands_left: int | None = None
    """Once time has been called: how many hands are left, this one included; None while there is time."""
    next_rules: RuleSet | None = None
    """What people have agreed on for the next kyoku; None if nothing changes."""
    has_stopped: bool = False
    """The last dealer has chosen to end the game (和了やめ)."""
    waived: frozenset[Reason] = field(default_factory=frozenset)
    """Rules that the table has waived for the next fact."""
    gap: Gap | None = None
    """Set as soon as nobody follows the turns, and kept for the rest of the kyoku."""

    @property
    def number(self) -> int:
        """1 to 4: the dealer's place in the round."""
        return self.dealer + 1

    @property
    def name(self) -> str:
        """Such as `E1-0`: round wind, number, honba."""
        return f"{self.round_wind.letter}{self.number}-{self.honba}"

    @property
    def last_discard(self) -> Offer | None:
        """The discard that may be called now."""
        return self.offer if self.phase is Phase.TO_DRAW else None

    @property
    def is_over(self) -> bool:
        """Whether the kyoku has its result."""
        return self.phase in (Phase.WON, Phase.ENDED)

    @property
    def kans(self) -> int:
        """Kans of all players."""
        return self.wall.kans

    @property
    def uses_ura_places(self) -> bool:
        """Whether a fifth kan took its indicator from the ura positions: then no ura is turned."""
        return self.wall.uses_ura_places(self.rules)

    def seat_wind(self, seat: Seat) -> Wind:
        """The wind of a seat (自風)."""
        return wind_of(seat, self.dealer, self.rules.players)

    @property
    def is_unfollowed(self) -> bool:
        """Whether the turns are not followed now, or were not when the kyoku ended."""
        return self.wall.live is None

    @property
    def has_gap(self) -> bool:
        """Whether there was a time when nobody followed the turns; what depends on them is unknown."""
        return self.gap is not None

    def is_first_turn(self, seat: Seat) -> bool:
        """Whether the seat has not discarded yet and nobody has called; after a gap nobody knows."""
        return self.is_untouched and self.gap is None and not self.players[seat].discards

    def may_be_first_turn(self, seat: Seat) -> bool:
        """Whether it may be the seat's first turn, as far as the turns were followed."""
        if self.gap is None:
            return self.is_first_turn(seat)
        if self.players[seat].discards or self.players[seat].in_riichi:
            return False
        if any(player.melds or player.kita for player in self.players):
            return False
        live = self.wall.live
        return live is None or live >= self.rules.live_tiles - self.rules.players


def deal(fact: KyokuStarted, rules: RuleSet) -> Kyoku:
    """The table right after the deal, before the dealer draws."""
    hands = (*fact.hands, *(None,) * rules.players)[: rules.players]
    players = tuple(Player() if hand is None else Player(hand) for hand in hands)
    return Kyoku(
        rules=rules,
        round_wind=fact.round_wind,
        dealer=fact.dealer,
        honba=fact.honba,
        kyoutaku=fact.kyoutaku,
        points=fact.points,
        points_before=fact.points,
        kyoutaku_before=fact.kyoutaku,
        players=players,
        wall=walls.build(rules, fact.indicator),
        turn=fact.dealer,
    )
