"""What can happen at a table. Facts are past tense, complete, and never commands.

A tile that nobody saw is `None`. Where a fact has an mjai twin, its docstring names it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.riichi.house_facts import (
    ChipsTaken,
    DealerStopped,
    HandDied,
    PenaltyGiven,
    TimeCalled,
    WallBroken,
)
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat, Wind
from companion.riichi.tea_facts import TeaFact
from companion.riichi.tiles import Tile


class WinBy(StrEnum):
    """How a hand was won: by self-draw (自摸和), or on another player's tile (栄和)."""

    TSUMO = "tsumo"
    RON = "ron"


class RyuukyokuKind(StrEnum):
    """The ways in which a kyoku ends without a win (流局)."""

    EXHAUSTIVE = "exhaustive"
    NAGASHI_MANGAN = "nagashi_mangan"
    KYUUSHU_KYUUHAI = "kyuushu"
    SUUFON_RENDA = "suufon"
    SUUCHA_RIICHI = "suucha_riichi"
    SUUKAIKAN = "suukaikan"
    SANCHAHOU = "sanchahou"

    @property
    def is_abortive(self) -> bool:
        """No payments, one honba more, the dealer stays (途中流局)."""
        return self not in (RyuukyokuKind.EXHAUSTIVE, RyuukyokuKind.NAGASHI_MANGAN)


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a winning hand is worth, before honba and sticks."""

    han: int
    fu: int
    yakuman: int = 0
    """How many yakuman; if there are any, `han` and `fu` do not count."""
    yaku: tuple[tuple[str, int], ...] = ()
    """Each yaku and its han (13 for each yakuman)."""


@dataclass(frozen=True, slots=True)
class KyokuStarted:
    """The walls are built and each player is dealt thirteen tiles (局開始, mjai start_kyoku).

    `hands` are the thirteen tiles of each seat where a record knows them. At a real table they
    are not known and never asked for.
    """

    round_wind: Wind
    dealer: Seat
    honba: int
    kyoutaku: int
    points: tuple[int, ...]
    indicator: Tile | None = None
    hands: tuple[tuple[Tile, ...] | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile from the live wall (自摸, mjai tsumo)."""

    seat: Seat
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class RinshanDrawn:
    """A replacement tile after a kan or kita (嶺上牌, mjai tsumo)."""

    seat: Seat
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Discarded:
    """A tile laid in the river (打牌, mjai dahai). `tsumogiri` None: nobody could tell."""

    seat: Seat
    tile: Tile | None = None
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class ChiCalled:
    """A run with kamicha's discard (吃, mjai chi). `own` are the two tiles shown from the hand."""

    seat: Seat
    tile: Tile | None
    own: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class PonCalled:
    """A triplet with a discard (碰, mjai pon).

    `giver` None: nobody followed the turns, so nobody knows.
    """

    seat: Seat
    giver: Seat | None
    tile: Tile | None
    own: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class DaiminkanCalled:
    """A kan with a discard (大明槓, mjai daiminkan).

    `giver` None: nobody followed the turns, so nobody knows.
    """

    seat: Seat
    giver: Seat | None
    tile: Tile | None
    own: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class KakanDeclared:
    """The fourth tile added to the player's own pon (加槓, mjai kakan)."""

    seat: Seat
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class AnkanDeclared:
    """Four tiles from the hand laid down closed (暗槓, mjai ankan).

    `is_late`: nobody followed the turns, and it was told only afterwards, so nobody knows when it was made.
    """

    seat: Seat
    tiles: tuple[Tile | None, ...]
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class KitaDeclared:
    """A north set aside as dora, three players only (北抜き, mjai nukidora)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class IndicatorRevealed:
    """The next dora indicator was turned (槓ドラ表示牌, mjai dora)."""

    tile: Tile | None


@dataclass(frozen=True, slots=True)
class RiichiDeclared:
    """Riichi was said; the sideways discard follows (立直, mjai reach)."""

    seat: Seat
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class RiichiAccepted:
    """The riichi discard passed and the stick lies on the table (mjai reach_accepted)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Won:
    """A hand was won (和了, mjai hora). Several ron on one tile are several facts.

    `hand` is the concealed part as shown, without the winning tile; `ura` are the ura indicators.
    `value` is what the hand is worth, once confirmed; without it the payment is not known.
    """

    seat: Seat
    by: WinBy
    giver: Seat
    """Whose tile it was; the winner's own seat for tsumo."""
    tile: Tile | None = None
    hand: tuple[Tile, ...] | None = None
    ura: tuple[Tile, ...] = ()
    value: HandValue | None = None
    liable: Seat | None = None
    """Who is liable, where the table said so (包); None: the melds decide."""
    liable_for_kans: Seat | None = None
    """Who fed the fourth kan of a suukantsu, where `liable` fed another yakuman of the hand (包)."""


@dataclass(frozen=True, slots=True)
class Ryuukyoku:
    """The kyoku ended without a win (流局, mjai ryukyoku).

    `tenpai` are the seats that showed tenpai, `nagashi` those with nagashi mangan; `by` is who declared
    kyuushu kyuuhai. `hands` are the hands that were shown, by seat.
    """

    kind: RyuukyokuKind
    tenpai: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()
    by: Seat | None = None
    hands: tuple[tuple[Tile, ...] | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Chombo:
    """A player committed a chombo: the kyoku is void and dealt again, unless the game ends (チョンボ).

    `why` is a `Reason` code or any other text; it may be empty.
    """

    seat: Seat
    why: str = ""


@dataclass(frozen=True, slots=True)
class RuleWaived:
    """The table said "house rule: allowed": the next fact may break this rule."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class PlayUnfollowed:
    """Points only from here: riichi, melds, norths and the result are recorded, draws and discards are not.

    It may be entered right after the deal or at any moment of the kyoku.
    """


@dataclass(frozen=True, slots=True)
class PlayFollowed:
    """From here on the turns are followed again: `turn` draws next, and `live` tiles are left to draw."""

    turn: Seat
    live: int


@dataclass(frozen=True, slots=True)
class KyokuEnded:
    """Points have been paid; the next kyoku may be dealt (局終了, mjai end_kyoku)."""


@dataclass(frozen=True, slots=True)
class HanchanStarted:
    """People sat down (mjai start_game). `rules` is the name of a rule set."""

    names: tuple[str, ...]
    rules: str


@dataclass(frozen=True, slots=True)
class SeatsBound:
    """People said at which side of the table each of them sits, so that keys and lamps have an owner.

    `sides` has one letter for each seat, A to D, in seat order.
    """

    sides: str


@dataclass(frozen=True, slots=True)
class HanchanEnded:
    """The last kyoku was played, or people stopped early (終局, mjai end_game)."""


KyokuFact = (
    Drawn
    | RinshanDrawn
    | Discarded
    | ChiCalled
    | PonCalled
    | DaiminkanCalled
    | KakanDeclared
    | AnkanDeclared
    | KitaDeclared
    | IndicatorRevealed
    | RiichiDeclared
    | RiichiAccepted
    | Won
    | Ryuukyoku
    | Chombo
    | HandDied
    | PenaltyGiven
    | TimeCalled
    | DealerStopped
    | WallBroken
    | ChipsTaken
    | RuleWaived
    | PlayUnfollowed
    | PlayFollowed
)
"""What happens within one kyoku."""

HanchanFact = HanchanStarted | KyokuStarted | KyokuEnded | SeatsBound | HanchanEnded
"""What opens and closes kyoku and hanchan, and who sits at which side."""

Fact = KyokuFact | HanchanFact | TeaFact

CALLS: Final = (ChiCalled, PonCalled, DaiminkanCalled)
"""Facts that take another player's discard (鳴き)."""
LAID_FROM_HAND: Final = (AnkanDeclared, KakanDeclared, KitaDeclared)
"""Facts that lay tiles of the player's own hand beside it (暗槓, 加槓, 北抜き)."""
