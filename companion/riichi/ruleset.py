"""The house's rules as one frozen value. Presets by name are in `presets`.

Each field says what it decides; whatever differs between two houses has a field here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

HAND_TILES: Final = 13
YAKUMAN_HAN: Final = 13


class Reveal(StrEnum):
    """When the indicator of a kan is turned."""

    AT_ONCE = "at_once"
    """Before the replacement tile is drawn."""
    WITH_DISCARD = "with_discard"
    """With the declarer's next discard, or just before a further replacement tile."""
    AFTER_DISCARD = "after_discard"
    """When the declarer's next discard has passed without ron, or just before a further replacement tile."""


class Suukaikan(StrEnum):
    """What happens after four kans by more than one player (四開槓)."""

    AFTER_DISCARD = "after_discard"
    """A draw when the discard after the fourth kan passes."""
    AT_ONCE = "at_once"
    """A draw at the fourth declaration, unless the kan is robbed."""
    NO_FIFTH = "no_fifth"
    """No draw; a fifth kan is not possible."""
    URA_POSITIONS = "ura_positions"
    """No draw; from the fifth kan on ura positions serve as indicators, and no ura is turned."""


class FifthKan(StrEnum):
    """What happens to a fifth kan when one player has made all four."""

    FORBIDDEN = "forbidden"
    DRAW = "draw"


class KanInRiichi(StrEnum):
    """How strictly a closed kan after riichi is judged."""

    FORBIDDEN = "forbidden"
    WAITS = "waits"
    """The waits must stay the same."""
    EVERY_READING = "every_reading"
    """As `WAITS`, and the three tiles must be a triplet in every reading with every winning tile."""


class MultipleRon(StrEnum):
    """Several ron on one tile."""

    HEAD_BUMP = "head_bump"
    DOUBLE = "double"
    """Two win, three are an abortive draw."""
    ALL = "all"


class Kuikae(StrEnum):
    """What may not be discarded right after a call (喰い替え)."""

    ALLOWED = "allowed"
    SAME_TILE = "same_tile"
    """The called kind is forbidden, the other end of the run is not."""
    FORBIDDEN = "forbidden"


class Renchan(StrEnum):
    """When the dealer deals again (連荘)."""

    TENPAI = "tenpai"
    """After a win, and when tenpai at a draw."""
    WIN = "win"
    WIN_OR_DRAW = "win_or_draw"
    """After a win, and after every draw (ノーテン連荘)."""
    NEVER = "never"
    """Only a hand that an abortive draw or a chombo made void is dealt again (連荘なし)."""


class Ties(StrEnum):
    """Equal points at the end."""

    SEAT_ORDER = "seat_order"
    SHARED = "shared"


class DealerStop(StrEnum):
    """After which results a last dealer in first place stops (和了やめ, 聴牌やめ)."""

    NEVER = "never"
    WIN = "win"
    WIN_OR_TENPAI = "win_or_tenpai"
    """After a win, and when tenpai at a draw that is not abortive."""


class TimeLimit(StrEnum):
    """What is still played once time is called."""

    NONE = "none"
    THIS_HAND = "this_hand"
    ONE_MORE = "one_more"
    """This hand and one more, whoever deals it."""


class ScoreRounding(StrEnum):
    """How the final points become scores in thousands."""

    NONE = "none"
    FIVE_UP = "five_up"
    """To whole thousands; a remainder of 500 is rounded away from zero (四捨五入).

    Whoever is in first place takes the difference.
    """
    FIVE_DOWN = "five_down"
    """The same, but a remainder of 500 is rounded towards zero (五捨六入)."""


class SticksLeft(StrEnum):
    """Who gets the sticks on the table at the end of the game (供託)."""

    FIRST = "first"
    STAY = "stay"


class Renhou(StrEnum):
    """What a ron before the winner's first draw is worth (人和)."""

    NONE = "none"
    MANGAN = "mangan"
    """A mangan by itself, unless the hand is worth more without it."""
    FIVE_HAN = "five_han"
    """Five han that add to other yaku and dora."""
    YAKUMAN = "yakuman"


class HonbaTo(StrEnum):
    """Who gets honba and sticks when several players win by ron."""

    FIRST_WINNER = "first_winner"
    EVERY_WINNER = "every_winner"
    """Each winner gets the honba and their own riichi stick; the first also takes all other sticks."""


class PenaltyTo(StrEnum):
    """Where a penalty short of chombo goes (罰符)."""

    NONE = "none"
    OTHERS = "others"
    """The other players share it."""
    TABLE = "table"
    """It stays on the table as sticks, for the next winner (供託)."""
    SCORE = "score"
    """It is taken from the final score."""


class PaoSplit(StrEnum):
    """What a liable player pays for."""

    WHOLE_HAND = "whole_hand"
    """The whole hand, even yakuman that nobody fed; if two players fed one each, each pays for their own."""
    OWN_YAKUMAN = "own_yakuman"


class PaoHonba(StrEnum):
    """Who pays the honba when a liable player and the discarder share a ron."""

    LIABLE = "liable"
    DISCARDER = "discarder"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One house's rules. The defaults are those of `tenhou` with four players."""

    name: str = "tenhou"
    players: int = 4
    rounds: int = 2
    """Winds dealt: 1 east only, 2 hanchan, 4 up to north (一荘)."""

    # Points and the end of the game.
    start_points: int = 25_000
    return_points: int = 30_000
    """Points that make a score of zero; the difference to the start makes the oka (返し)."""
    uma: tuple[int, ...] = (20, 10, -10, -20)
    """By place, in thousands."""
    uma_by_winners: tuple[tuple[int, ...], ...] = ()
    """By how many players have at least `return_points` (0, 1, 2 …); () for a fixed uma (浮きウマ)."""
    oka: bool = True
    ties: Ties = Ties.SEAT_ORDER
    score_rounding: ScoreRounding = ScoreRounding.NONE
    bust: bool = True
    """The game ends when a player falls below zero (飛び)."""
    dealer_stop: DealerStop = DealerStop.WIN_OR_TENPAI
    """After which results a last dealer in first place with `target_points` ends the game (和了やめ)."""
    dealer_stop_asked: bool = False
    """The dealer may choose; otherwise the game ends by itself."""
    extension: bool = True
    """One more wind while nobody has `target_points` (西入); none follows north."""
    target_points: int = 30_000
    time_limit: TimeLimit = TimeLimit.NONE
    honba_points: int = 300
    """What each honba adds in all: paid by the discarder, or shared equally by the payers of a tsumo."""
    noten_points: int = 3_000
    renchan: Renchan = Renchan.TENPAI
    sticks_left: SticksLeft = SticksLeft.FIRST
    chombo_points: int = 20_000
    """Taken from the final score; 0: a mangan is paid to the others at once."""
    chombo_ends_game: bool = False
    dead_hands: bool = False
    """A hand may be declared dead (アガリ放棄)."""
    penalty_to: PenaltyTo = PenaltyTo.NONE
    penalty_points: int = 1_000
    """The usual penalty, or each other player's share of it, in points; the one entered may differ."""
    penalties: frozenset[str] = frozenset({"warning", "yellow_card", "chombo", "dead_hand", "points"})
    """What a referee can give in a tournament; `red_card` may be named too, and costs what a chombo costs."""
    chip_points: int = 0
    """What a chip is worth in the final score, in points (祝儀); 0: there are none."""
    bust_points: int = 0
    """What a player sent below zero by a win pays the winner in the final score, in points (飛び賞)."""
    yakitori_points: int = 0
    """What a player without a win pays each player with one in the final score, in points (焼き鳥)."""
    red_fives: tuple[int, int, int] = (1, 1, 1)
    """How many red fives the set has of characters, circles and bamboos."""

    # Dora and kan.
    kan_dora: bool = True
    ura: bool = True
    kan_ura: bool = True
    ippatsu: bool = True
    ankan_reveal: Reveal = Reveal.AT_ONCE
    open_kan_reveal: Reveal = Reveal.WITH_DISCARD
    suukaikan: Suukaikan = Suukaikan.AFTER_DISCARD
    fifth_kan: FifthKan = FifthKan.FORBIDDEN
    kan_in_riichi: KanInRiichi = KanInRiichi.EVERY_READING
    chankan_of_ankan: bool = False
    """Kokushi may rob a closed kan."""
    daiminkan_pao: bool = False
    """The feeder of an open kan alone pays for a win on its replacement tile."""

    # Calls, draws, wins.
    open_tanyao: bool = True
    sakizuke: bool = False
    """An open hand needs a yaku settled by its first call; people are asked what nobody can see (先付け)."""
    multiple_ron: MultipleRon = MultipleRon.DOUBLE
    honba_to: HonbaTo = HonbaTo.FIRST_WINNER
    kyuushu_kyuuhai: bool = True
    suufon_renda: bool = True
    suucha_riichi: bool = True
    kuikae: Kuikae = Kuikae.FORBIDDEN
    riichi_min_live: int = 4
    """How many live tiles must be left for riichi."""
    riichi_min_points: int | None = 1_000
    """How many points a player needs for riichi; None: no minimum, and the stick may take them below zero."""
    open_riichi: bool = False
    open_riichi_yakuman: bool = False
    """Dealing into an open riichi is a yakuman."""
    pao: frozenset[str] = frozenset({"daisangen", "daisuushii"})
    """Yakuman for which the feeder of the last set is liable."""
    pao_split: PaoSplit = PaoSplit.WHOLE_HAND
    pao_honba: PaoHonba = PaoHonba.LIABLE
    nagashi_mangan: bool = True
    nagashi_win: bool = False
    """Nagashi mangan counts as a win: it takes honba and sticks, and moves the deal (流し満貫)."""
    wareme: bool = False
    """The player whose wall was broken pays and gets double for hands, not for honba or sticks (割れ目)."""
    kiriage: bool = False
    """30 fu 4 han and 60 fu 3 han count as mangan (切り上げ)."""
    kazoe_yakuman: bool = True
    double_yakuman: bool = False
    """Suuankou tanki, kokushi with thirteen waits, pure chuuren and daisuushii count twice."""
    yakuman_stack: bool = True
    """Different yakuman in one hand add up."""
    two_han_from: int | None = None
    """From this many honba on, a win needs two han of yaku, dora not counted (二翻縛り); None: never."""
    green_needs_hatsu: bool = False
    """Ryuuiisou needs a green dragon among its tiles (緑一色)."""
    local_yaku: tuple[tuple[str, int], ...] = ()
    """What this house counts besides the usual yaku, by name and han (ローカル役); 13 han: a yakuman."""
    tenhou_doubles: bool = False
    """At tenhou, whichever of the fourteen tiles pays most counts as the one drawn last (天和)."""
    double_wind_fu: int = 4
    """Fu for a pair of the wind that is both seat and round wind: 2 or 4 (連風牌)."""
    rinshan_fu: bool = True
    """Two fu for a tsumo on a replacement tile."""
    renhou: Renhou = Renhou.NONE
    four_copies_tenpai: bool = True
    """A wait on a tile of which hand and melds hold all four is tenpai, at a riichi and when hands are shown.

    Where all four are in the hand itself, in no meld or kan, it never is.
    """
    kita: bool = False
    """Three players: north may be set aside."""
    north_yakuhai: bool = False
    """Three players: three norths in the hand are a yaku for everybody."""
    dead_wall: int = 14
    """How many tiles the dead wall keeps: fourteen, with three players also eighteen (王牌)."""
    tsumo_loss: bool = True
    """Three players: nobody pays the missing player's share of a tsumo."""

    unverified: tuple[str, ...] = ()
    """Fields whose value no source confirms, or whose sources disagree; shown as such."""

    @property
    def live_tiles(self) -> int:
        """How many tiles can be drawn after the deal: 70, with three players 55, or 51 if 18 are kept."""
        return self.tile_count - HAND_TILES * self.players - self.dead_wall

    @property
    def replacement_tiles(self) -> int:
        """How many replacement tiles there are: four, with three players eight (嶺上牌)."""
        return 4 if self.players == 4 else 8

    @property
    def tile_count(self) -> int:
        """How many tiles the set has."""
        return 136 if self.players == 4 else 108

    @property
    def most_yakuman(self) -> int:
        """How many yakuman the best possible hand is worth (役満).

        Suuankou, daisuushii and tsuuiisou go together, with tenhou or suukantsu as a fourth; the first
        two may count twice, and an open riichi may add one, as may each local yakuman of the house.
        """
        doubled = 2 if self.double_yakuman else 1
        own = sum(han >= YAKUMAN_HAN for _, han in self.local_yaku)
        return 2 + 2 * doubled + self.open_riichi_yakuman + own if self.yakuman_stack else doubled

    def ura_under(self, indicators: int) -> int:
        """How many ura count under these indicators: one under each, or only under the first (裏ドラ)."""
        counted = indicators if self.kan_dora and self.kan_ura else min(indicators, 1)
        return counted if self.ura else 0

    @property
    def allows_two_liable(self) -> bool:
        """Whether two players can each be liable for a yakuman of one hand, one of these being suukantsu."""
        return self.yakuman_stack and "suukantsu" in self.pao and len(self.pao) > 1

    @property
    def allows_fifth_kan(self) -> bool:
        """Whether any fifth kan can be declared at all."""
        return self.suukaikan is Suukaikan.URA_POSITIONS or self.fifth_kan is FifthKan.DRAW
