"""事実: what can happen at a table. Facts are past tense, complete, and never commands.

A tile that nobody saw is `None`. The mjai twin of each fact is named in its docstring.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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
    """How a hand was won: 自摸和 by the own draw, or 栄和 on somebody's tile."""

    TSUMO = "tsumo"
    RON = "ron"


class RyuukyokuKind(StrEnum):
    """流局 The ways in which a kyoku ends without a win."""

    EXHAUSTIVE = "exhaustive"
    NAGASHI_MANGAN = "nagashi_mangan"
    KYUUSHU_KYUUHAI = "kyuushu"
    SUUFON_RENDA = "suufon"
    SUUCHA_RIICHI = "suucha_riichi"
    SUUKAIKAN = "suukaikan"
    SANCHAHOU = "sanchahou"

    @property
    def is_abortive(self) -> bool:
        """途中流局 No payments, one honba more, the dealer stays."""
        return self not in (RyuukyokuKind.EXHAUSTIVE, RyuukyokuKind.NAGASHI_MANGAN)


@dataclass(frozen=True, slots=True)
class HandValue:
    """What a winning hand is worth, before honba and sticks."""

    han: int
    fu: int
    yakuman: int = 0
    """How many yakuman; then `han` and `fu` do not count."""
    yaku: tuple[tuple[str, int], ...] = ()
    """Each yaku and its han (13 for each yakuman)."""


@dataclass(frozen=True, slots=True)
class KyokuStarted:
    """局開始 The walls stand, thirteen tiles each are dealt (mjai start_kyoku).

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
    """自摸 A tile from the live wall (mjai tsumo)."""

    seat: Seat
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class RinshanDrawn:
    """嶺上牌 A replacement tile after a kan or kita (mjai tsumo)."""

    seat: Seat
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Discarded:
    """打牌 A tile laid into the river (mjai dahai). `tsumogiri` None: nobody could tell."""

    seat: Seat
    tile: Tile | None = None
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class ChiCalled:
    """吃 A run with kamicha's discard (mjai chi). `own` are the two tiles shown from the hand."""

    seat: Seat
    tile: Tile | None
    own: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class PonCalled:
    """碰 A triplet with a discard (mjai pon).

    `giver` None: nobody followed the turns, and nobody knows any more.
    """

    seat: Seat
    giver: Seat | None
    tile: Tile | None
    own: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class DaiminkanCalled:
    """大明槓 A kan with a discard (mjai daiminkan).

    `giver` None: nobody followed the turns, and nobody knows any more.
    """

    seat: Seat
    giver: Seat | None
    tile: Tile | None
    own: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class KakanDeclared:
    """加槓 The fourth tile laid on an own pon (mjai kakan)."""

    seat: Seat
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class AnkanDeclared:
    """暗槓 Four own tiles laid down closed (mjai ankan)."""

    seat: Seat
    tiles: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class KitaDeclared:
    """北抜き A north set aside as dora, three players only (mjai nukidora)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class IndicatorRevealed:
    """槓ドラ表示牌 The next dora indicator was turned (mjai dora)."""

    tile: Tile | None


@dataclass(frozen=True, slots=True)
class RiichiDeclared:
    """立直 "Riichi" was said; the sideways discard follows (mjai reach)."""

    seat: Seat
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class RiichiAccepted:
    """The riichi discard passed and the stick lies on the table (mjai reach_accepted)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Won:
    """和了 A hand was won (mjai hora). Several ron on one tile are several facts.

    `hand` is the concealed part as shown, the winning tile not in it. `value` is what the hand
    is worth and was confirmed; without it the payment is not known.
    """

    seat: Seat
    by: WinBy
    giver: Seat
    """Who paid the tile; the winner's own seat for tsumo."""
    tile: Tile | None = None
    hand: tuple[Tile, ...] | None = None
    ura: tuple[Tile, ...] = ()
    value: HandValue | None = None
    liable: Seat | None = None
    """包 Who is liable, where the table said so; None: as the melds tell."""
    liable_for_kans: Seat | None = None
    """包 Who fed the fourth kan of a suukantsu, where `liable` fed another yakuman beside it."""


@dataclass(frozen=True, slots=True)
class Ryuukyoku:
    """流局 The kyoku ended without a win (mjai ryukyoku).

    `tenpai` are the seats that showed tenpai; `by` is who declared kyuushu kyuuhai.
    `hands` are the hands that were shown.
    """

    kind: RyuukyokuKind
    tenpai: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()
    by: Seat | None = None
    hands: tuple[tuple[Tile, ...] | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Chombo:
    """チョンボ A penalty was given; the kyoku is void and dealt again, unless the rules go on."""

    seat: Seat
    why: str = ""


@dataclass(frozen=True, slots=True)
class RuleWaived:
    """The table said "house rule: allowed": the next fact may break this rule."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class PlayUnfollowed:
    """Points only from here: riichi, kans and the result are recorded, draws and discards are not.

    It may be said right after the deal or at any moment of the kyoku.
    """


@dataclass(frozen=True, slots=True)
class PlayFollowed:
    """From here on the turns are followed again: `turn` draws next, and `live` tiles are left to draw."""

    turn: Seat
    live: int


@dataclass(frozen=True, slots=True)
class KyokuEnded:
    """局終了 Points have been paid; the next kyoku may be dealt (mjai end_kyoku)."""


@dataclass(frozen=True, slots=True)
class HanchanStarted:
    """対局開始 People sat down (mjai start_game). `rules` is a rule set by name."""

    names: tuple[str, ...]
    rules: str


@dataclass(frozen=True, slots=True)
class SeatsBound:
    """席決め People said at which side of the table each of them sits, so that keys and lamps have an owner.

    `sides` has one letter for each seat, A to D, in seat order.
    """

    sides: str


@dataclass(frozen=True, slots=True)
class HanchanEnded:
    """終局 The last kyoku was played, or people stopped early (mjai end_game)."""


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
"""What opens and closes kyoku and hanchan."""

Fact = KyokuFact | HanchanFact | TeaFact
