"""The other scorer: what `riichienv` says a hand is worth, in our words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

# The package's front adds the winning tile once more to a hand of two kans: what stands behind it is asked.
from riichienv import _riichienv as peer

from companion.riichi.facts import WinBy
from companion.riichi.melds import MeldKind
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import Tile
from companion.scoring import ScoringError
from companion.scoring.asking import Question, as_json, valued

_WINDS: Final = (peer.Wind.East, peer.Wind.South, peer.Wind.West, peer.Wind.North)
_MELDS: Final = {
    MeldKind.CHI: peer.MeldType.Chi,
    MeldKind.PON: peer.MeldType.Pon,
    MeldKind.DAIMINKAN: peer.MeldType.Daiminkan,
    MeldKind.KAKAN: peer.MeldType.Kakan,
    MeldKind.ANKAN: peer.MeldType.Ankan,
}
_OURS: Final = (
    *("", "menzen_tsumo", "riichi", "chankan", "rinshan", "haitei", "houtei", "haku", "hatsu", "chun"),
    *("seat_wind", "round_wind", "tanyao", "iipeikou", "pinfu", "chanta", "ittsu", "sanshoku_doujun"),
    *("double_riichi", "sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou"),
    *("chiitoitsu", "junchan", "honitsu", "ryanpeikou", "chinitsu", "ippatsu", "dora", "aka_dora"),
    *("ura_dora", "nuki_dora", "tenhou", "chiihou", "daisangen", "suuankou", "tsuuiisou", "ryuuiisou"),
    *("chinroutou", "kokushi", "shousuushii", "suukantsu", "chuuren", "", "junsei_chuuren"),
    *("suuankou_tanki", "kokushi_13", "daisuushii"),
)
"""Our names, in the order of its numbers."""
_DOUBLE: Final = frozenset({"suuankou_tanki", "junsei_chuuren", "kokushi_13", "daisuushii"})


@dataclass(frozen=True, slots=True)
class Worth:
    """What both say of a hand. Nothing at all: it is not a win."""

    yaku: frozenset[str] = frozenset()
    han: int = 0
    """Of a yakuman thirteen for each."""
    fu: int = 0
    """0 for a yakuman: there it says nothing."""
    points: tuple[int, ...] = ()
    """Of a ron; of a tsumo what the dealer pays, and each other."""


def our_worth(question: Question, rules: RuleSet) -> Worth:
    """What we say by these rules."""
    question = replace(question, rules=rules)
    try:
        value = valued(question)
    except ScoringError:
        return Worth()
    told = as_json(question, value)["points"]
    points = tuple(told["tsumo"]) if "tsumo" in told else (told["ron"],)
    yaku = frozenset("_".join(name.split("_")[:2]) if "_wind_" in name else name for name, _ in value.yaku)
    return Worth(yaku, value.han, 0 if value.yakuman else value.fu, points)


def its_worth(question: Question) -> Worth:
    """What it says. It counts some yakuman double; where the house does not, that is turned back here."""
    found = _asked(question)
    if not found.is_win:
        return Worth()
    yaku = frozenset(_OURS[number] for number in found.yaku)
    points = _points(question, found)
    if not found.yakuman:
        return Worth(yaku, found.han, found.fu, points)
    times = found.han // 13
    if not question.rules.double_yakuman:
        single = times - len(yaku & _DOUBLE)
        points = tuple(paid // times * single for paid in points)
        times = single
    return Worth(yaku, 13 * times, 0, points)


def _asked(question: Question) -> peer.WinResult:
    numbers = _Numbers()
    melds = [
        peer.Meld(_MELDS[meld.kind], sorted(numbers.of(tile) for tile in meld.tiles if tile), meld.is_open)
        for meld in question.melds
    ]
    hand = [numbers.of(tile) for tile in question.hand]
    win = numbers.of(question.tile)
    scorer = peer.HandEvaluator if question.rules.players == 4 else peer.HandEvaluator3P
    indicators, ura = ([numbers.of(tile) for tile in tiles] for tiles in (question.indicators, question.ura))
    return scorer(sorted((*hand, win)), melds).calc(win, indicators, ura, _conditions(question))


class _Numbers:
    """Gives tiles its numbers: the lowest copy of a five is the red one."""

    def __init__(self) -> None:
        self._given: Counter[Tile] = Counter()

    def of(self, tile: Tile) -> int:
        """A number of this tile that was not given yet."""
        is_five = tile.kind < 27 and tile.kind % 9 == 4
        first = 1 if is_five and not tile.is_red else 0
        number = tile.kind * 4 + first + self._given[tile]
        self._given[tile] += 1
        return number


def _conditions(question: Question) -> peer.Conditions:
    now = question.situation
    return peer.Conditions(
        tsumo=now.by is WinBy.TSUMO,
        riichi=now.riichi,
        double_riichi=now.double_riichi,
        ippatsu=now.ippatsu,
        haitei=now.haitei,
        houtei=now.houtei,
        rinshan=now.rinshan,
        chankan=now.chankan,
        tsumo_first_turn=now.tenhou or now.chiihou,
        player_wind=_WINDS[now.seat_wind],
        round_wind=_WINDS[now.round_wind],
        kita_count=now.kita,
        is_sanma=question.rules.players == 3,
        num_players=question.rules.players,
    )


def _points(question: Question, found: peer.WinResult) -> tuple[int, ...]:
    if question.situation.by is WinBy.RON:
        return (found.ron_agari,)
    if question.situation.is_dealer:
        return (found.tsumo_agari_ko, found.tsumo_agari_ko)
    return (found.tsumo_agari_oya, found.tsumo_agari_ko)
