"""規則: the house's rules as one frozen value. Presets by name are in `presets`.

Each field says what it decides; where two houses differ there is a field, and nowhere else.
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
    """With the declarer's next discard, or just before the replacement of a further kan."""
    AFTER_DISCARD = "after_discard"
    """Only when that discard has passed without ron."""


class Suukaikan(StrEnum):
    """四開槓 What four kans by more than one player do."""

    AFTER_DISCARD = "after_discard"
    """Draw when the discard after the fourth kan passes."""
    AT_ONCE = "at_once"
    """Draw at the fourth declaration, unless it is robbed."""
    NO_FIFTH = "no_fifth"
    """No draw; a fifth kan is not possible."""
    URA_POSITIONS = "ura_positions"
    """No draw; from the fifth kan on ura positions serve as indicators, and no ura is turned."""


class FifthKan(StrEnum):
    """What a fifth kan does where one player has made all four."""

    FORBIDDEN = "forbidden"
    DRAW = "draw"


class KanInRiichi(StrEnum):
    """How strictly a closed kan after riichi is judged."""

    FORBIDDEN = "forbidden"
    WAITS = "waits"
    """The waits must stay the same."""
    EVERY_READING = "every_reading"
    """And the three tiles are a triplet in every reading of every winning tile."""


class MultipleRon(StrEnum):
    """Several ron on one tile."""

    HEAD_BUMP = "head_bump"
    DOUBLE = "double"
    """Two win, three are an abortive draw."""
    ALL = "all"


class Kuikae(StrEnum):
    """喰い替え What may not be discarded right after a call."""

    ALLOWED = "allowed"
    SAME_TILE = "same_tile"
    """The called kind is forbidden, the other end of the run is not."""
    FORBIDDEN = "forbidden"


class Renchan(StrEnum):
    """連荘 When the dealer deals again."""

    TENPAI = "tenpai"
    """After a win, and when tenpai at a draw."""
    WIN = "win"
    WIN_OR_DRAW = "win_or_draw"
    """ノーテン連荘 After a win, and after every draw."""
    NEVER = "never"
    """連荘なし Only a hand that an abortive draw or a chombo made void is dealt again."""


class Ties(StrEnum):
    """Equal points at the end."""

    SEAT_ORDER = "seat_order"
    SHARED = "shared"


class DealerStop(StrEnum):
    """和了やめ, 聴牌やめ After what the last dealer stops when first."""

    NEVER = "never"
    WIN = "win"
    WIN_OR_TENPAI = "win_or_tenpai"


class TimeLimit(StrEnum):
    """時間 What is still played once time is called."""

    NONE = "none"
    THIS_HAND = "this_hand"
    ONE_MORE = "one_more"
    """This hand and one more, whoever deals it."""


class ScoreRounding(StrEnum):
    """How the final points become scores in thousands."""

    NONE = "none"
    FIVE_UP = "five_up"
    """四捨五入 Points to whole thousands, 500 away from nothing; the first takes the difference."""
    FIVE_DOWN = "five_down"
    """五捨六入 The same with 500 towards nothing."""


class SticksLeft(StrEnum):
    """供託 Sticks on the table at the end."""

    FIRST = "first"
    STAY = "stay"


class Renhou(StrEnum):
    """人和 A ron before the own first draw."""

    NONE = "none"
    MANGAN = "mangan"
    """A mangan by itself, unless the hand is worth more without it."""
    FIVE_HAN = "five_han"
    """Five han that add to other yaku and dora."""
    YAKUMAN = "yakuman"


class HonbaTo(StrEnum):
    """Who gets honba and sticks at several ron."""

    FIRST_WINNER = "first_winner"
    EVERY_WINNER = "every_winner"
    """Each winner gets the honba; each the own riichi stick, the first what else lies there."""


class PenaltyTo(StrEnum):
    """罰符 Where a penalty short of chombo goes."""

    NONE = "none"
    OTHERS = "others"
    """The other players share it."""
    TABLE = "table"
    """供託 It lies on the table as sticks, for the next winner."""
    SCORE = "score"
    """It is taken from the final score."""


class PaoSplit(StrEnum):
    """What a liable player pays for."""

    WHOLE_HAND = "whole_hand"
    """Also for yakuman beside the one that was fed."""
    OWN_YAKUMAN = "own_yakuman"


class PaoHonba(StrEnum):
    """Who pays the honba when a liable player and the discarder share a ron."""

    LIABLE = "liable"
    DISCARDER = "discarder"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """規則 One house's rules. The defaults are those of `tenhou` with four players."""

    name: str = "tenhou"
    players: int = 4
    rounds: int = 2
    """Winds dealt: 1 east only, 2 hanchan."""

    # Points and the end of the game.
    start_points: int = 25_000
    return_points: int = 30_000
    """返し What one needs in the end; the difference to the start makes the oka."""
    uma: tuple[int, ...] = (20, 10, -10, -20)
    """By place, in thousands."""
    uma_by_winners: tuple[tuple[int, ...], ...] = ()
    """浮きウマ By how many players have at least `return_points` (0, 1, 2 …); () for a fixed uma."""
    oka: bool = True
    ties: Ties = Ties.SEAT_ORDER
    score_rounding: ScoreRounding = ScoreRounding.NONE
    bust: bool = True
    """Below zero ends the game."""
    dealer_stop: DealerStop = DealerStop.WIN_OR_TENPAI
    """和了やめ The last dealer, first with `target_points`, ends the game instead of dealing again."""
    dealer_stop_asked: bool = False
    """The dealer chooses; else the game ends by itself."""
    extension: bool = True
    """西入 One more wind while nobody has `target_points`."""
    target_points: int = 30_000
    time_limit: TimeLimit = TimeLimit.NONE
    honba_points: int = 300
    """Each honba for a ron; shared equally by the payers of a tsumo."""
    noten_points: int = 3_000
    renchan: Renchan = Renchan.TENPAI
    sticks_left: SticksLeft = SticksLeft.FIRST
    chombo_points: int = 20_000
    """Taken from the final score; 0: a mangan is paid to the others at once."""
    chombo_ends_game: bool = False
    dead_hands: bool = False
    """アガリ放棄 A hand may be declared dead."""
    penalty_to: PenaltyTo = PenaltyTo.NONE
    penalty_points: int = 1_000
    """What a penalty usually is, or what each of the others gets of it; a given one may be another."""
    chip_points: int = 0
    """祝儀 What a chip is worth in the final score, in points; 0: there are none."""
    bust_points: int = 0
    """飛び賞 What whoever falls below zero by a win pays the winner in the final score, in points."""
    yakitori_points: int = 0
    """焼き鳥 What who has won no hand pays each who has in the final score, in points."""
    red_fives: tuple[int, int, int] = (1, 1, 1)
    """How many red fives of characters, circles, bamboos."""

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
    """The feeder of an open kan pays a win on its replacement tile alone."""

    # Calls, draws, wins.
    open_tanyao: bool = True
    sakizuke: bool = False
    """先付け An open hand needs a yaku that its first call has settled; what nobody can see is asked."""
    multiple_ron: MultipleRon = MultipleRon.DOUBLE
    honba_to: HonbaTo = HonbaTo.FIRST_WINNER
    kyuushu_kyuuhai: bool = True
    suufon_renda: bool = True
    suucha_riichi: bool = True
    kuikae: Kuikae = Kuikae.FORBIDDEN
    riichi_min_live: int = 4
    """How many live tiles riichi needs."""
    riichi_min_points: int | None = 1_000
    open_riichi: bool = False
    open_riichi_yakuman: bool = False
    """Dealing into an open riichi is a yakuman."""
    pao: frozenset[str] = frozenset({"daisangen", "daisuushii"})
    """Yakuman for which the feeder of the last set is liable."""
    pao_split: PaoSplit = PaoSplit.WHOLE_HAND
    pao_honba: PaoHonba = PaoHonba.LIABLE
    nagashi_mangan: bool = True
    nagashi_win: bool = False
    """流し満貫 It counts as won: honba and sticks are taken, and the deal passes as after a win."""
    wareme: bool = False
    """割れ目 Whose wall was broken pays and gets twice what a hand is worth; honba and sticks stay single."""
    kiriage: bool = False
    """切り上げ 30 fu 4 han and 60 fu 3 han count as mangan."""
    kazoe_yakuman: bool = True
    double_yakuman: bool = False
    """Suuankou tanki, kokushi with thirteen waits, pure chuuren and daisuushii count twice."""
    yakuman_stack: bool = True
    """Different yakuman in one hand add up."""
    two_han_from: int | None = None
    """二翻縛り From so many honba on a win needs two han of yaku, dora not counted; None: never."""
    green_needs_hatsu: bool = False
    """緑一色 Ryuuiisou needs a green dragon among its tiles."""
    local_yaku: tuple[tuple[str, int], ...] = ()
    """ローカル役 What this house counts beside the usual yaku, by name and han; 13 han: a yakuman."""
    tenhou_doubles: bool = False
    """天和 With the dealer's first fourteen any tile may have come last, the one that pays most."""
    double_wind_fu: int = 4
    rinshan_fu: bool = True
    """Two fu for a tsumo on a replacement tile."""
    renhou: Renhou = Renhou.NONE
    four_copies_tenpai: bool = True
    """A wait on a tile of which one holds all four counts as tenpai at a draw."""
    kita: bool = False
    """Three players: north may be set aside."""
    north_yakuhai: bool = False
    """Three players: three norths in the hand are a yaku for everybody."""
    dead_wall: int = 14
    """王牌 Tiles that are never drawn; three players may keep eighteen."""
    tsumo_loss: bool = True
    """Three players: nobody pays the missing player's share of a tsumo."""

    unverified: tuple[str, ...] = ()
    """Fields whose value no source confirms, or whose sources disagree; shown as such."""

    @property
    def live_tiles(self) -> int:
        """Tiles that can be drawn after the deal: 70, with three players 55, or 51 beside eighteen."""
        return self.tile_count - HAND_TILES * self.players - self.dead_wall

    @property
    def replacement_tiles(self) -> int:
        """嶺上牌 Four, with three players eight."""
        return 4 if self.players == 4 else 8

    @property
    def tile_count(self) -> int:
        """All tiles of the set."""
        return 136 if self.players == 4 else 108

    @property
    def most_yakuman(self) -> int:
        """役満 How many yakuman the dearest hand is worth that tiles can make.

        Suuankou, daisuushii and tsuuiisou go together, with tenhou or suukantsu as a fourth; the first
        two may count twice, and an open riichi may add one, as may each yakuman of the house's own.
        """
        doubled = 2 if self.double_yakuman else 1
        own = sum(han >= YAKUMAN_HAN for _, han in self.local_yaku)
        return 2 + 2 * doubled + self.open_riichi_yakuman + own if self.yakuman_stack else doubled

    @property
    def allows_two_liable(self) -> bool:
        """包 Whether two players can each be liable for a yakuman of one hand: one of them for suukantsu."""
        return self.yakuman_stack and "suukantsu" in self.pao and len(self.pao) > 1

    @property
    def allows_fifth_kan(self) -> bool:
        """Whether any fifth kan can be declared at all."""
        return self.suukaikan is Suukaikan.URA_POSITIONS or self.fifth_kan is FifthKan.DRAW
