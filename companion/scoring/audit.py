"""Checks whether a hand is possible at all before anything is computed, because nothing else does.

The library that counts yaku takes nonsense without a word: it reads a fifth 1m as a 2m [rules 3].
So sizes, copies, red fives, melds, shape and situation are checked here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.plurals import counted
from companion.riichi import shape
from companion.riichi.facts import WinBy
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.situation import Situation
from companion.riichi.tiles import COPIES, NORTH, Tile
from companion.riichi.wall import most_indicators
from companion.scoring.errors import Contradiction, ScoringError


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A hand that is to be valued, every tile of it seen (和了形)."""

    hand: tuple[Tile, ...]
    """Concealed, without the winning tile."""
    melds: tuple[Meld, ...]
    tile: Tile
    """The winning tile."""
    situation: Situation
    indicators: tuple[Tile | None, ...] = ()
    """None where nobody saw the face."""
    ura: tuple[Tile, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand: concealed, winning, melded; no norths set aside."""
        return (*self.hand, self.tile, *(tile for meld in self.melds for tile in meld.tiles if tile))

    @property
    def open_in_the_wall(self) -> tuple[Tile, ...]:
        """The indicators whose faces were seen, ura among them."""
        return (*(tile for tile in self.indicators if tile), *self.ura)

    @property
    def is_open(self) -> bool:
        """Whether any meld but a closed kan was made."""
        return any(meld.is_open for meld in self.melds)


def audit(win: WinningHand, rules: RuleSet) -> None:
    """Refuse a hand that is impossible or not complete.

    Raises:
        ScoringError: its `reason` says what is wrong.
    """
    if len(win.hand) + 3 * len(win.melds) != 13:
        raise ScoringError(Reason.WRONG_HAND_SIZE, _size(win))
    for meld in win.melds:
        audit_meld(meld, rules)
    _audit_copies((*win.tiles, *win.open_in_the_wall, *[NORTH] * win.situation.kita), rules)
    for reason, holds in _contradictions(win, rules):
        if holds:
            raise ScoringError(reason)
    if not shape.is_complete(shape.counts_of((*win.hand, win.tile))):
        raise ScoringError(Reason.HAND_NOT_COMPLETE)


def _size(win: WinningHand) -> str:
    melds = f", melds: {len(win.melds)}" if win.melds else ""
    return f"{counted(len(win.hand), 'tile')} besides the winning one{melds}"


def audit_meld(meld: Meld, rules: RuleSet) -> None:
    """Refuse a meld that is not the run, three of a kind or four of a kind that its name says.

    Raises:
        ScoringError: its `reason` says what is wrong.
    """
    kinds = [tile.kind for tile in meld.tiles if tile]
    if len(kinds) != len(meld.tiles):
        raise ScoringError(Contradiction.NOT_SEEN)
    if meld.kind is MeldKind.CHI:
        if rules.players == 3:
            raise ScoringError(Reason.NO_CHI_WITH_THREE)
        fits = kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2] and kinds[0] < 27 and kinds[0] % 9 <= 6
    else:
        fits = len(kinds) == (COPIES if meld.kind.is_kan else 3) and len(set(kinds)) == 1
    if not fits:
        raise ScoringError(Reason.NOT_A_MELD, f"{meld.kind} of {_texts(meld.tiles)}")


def _texts(tiles: Iterable[Tile | None]) -> str:
    return " ".join(tile.text for tile in tiles if tile)


def _audit_copies(tiles: Sequence[Tile], rules: RuleSet) -> None:
    for tile, number in Counter(tile.plain for tile in tiles).items():
        if number > COPIES:
            raise ScoringError(Reason.FIFTH_COPY, tile.text)
        if rules.players == 3 and 1 <= tile.kind <= 7:
            raise ScoringError(Reason.NOT_IN_THE_SET, tile.text)
    for tile, number in Counter(tile for tile in tiles if tile.is_red).items():
        if number > rules.red_fives["mps".index(tile.suit)]:
            raise ScoringError(Reason.TOO_MANY_RED, tile.text)


def _follows_a_kan(win: WinningHand) -> bool:
    now = win.situation
    return now.chankan or now.rinshan or now.kita > 0 or len(win.indicators) > 1


def _sees_robbed_tile(win: WinningHand) -> bool:
    """Whether a copy of the robbed tile lies elsewhere: three are in the kan, the fourth is won on."""
    laid = (tile for meld in win.melds for tile in meld.tiles if tile)
    return win.tile.kind in {tile.kind for tile in (*win.hand, *laid, *win.open_in_the_wall)}


def _contradictions(win: WinningHand, rules: RuleSet) -> tuple[tuple[Reason | Contradiction, bool], ...]:
    now = win.situation
    is_tsumo = now.by is WinBy.TSUMO
    in_riichi = now.riichi or now.double_riichi
    first_turn = now.tenhou or now.chiihou or now.renhou
    has_kan = any(meld.kind.is_kan for meld in win.melds) or now.kita > 0
    return (
        (Reason.NO_SUCH_SEAT, now.seat_wind >= rules.players),
        (Reason.NO_KITA, now.kita > 0 and not rules.kita),
        (Reason.RIICHI_OPEN_HAND, in_riichi and win.is_open),
        (Contradiction.IPPATSU_WITHOUT_RIICHI, now.ippatsu and not in_riichi),
        (Contradiction.OPEN_RIICHI_WITHOUT_RIICHI, now.open_riichi and not in_riichi),
        (Contradiction.IPPATSU_WITH_RINSHAN, now.ippatsu and now.rinshan),
        (Contradiction.CHANKAN_WITH_TSUMO, now.chankan and is_tsumo),
        (Contradiction.HOUTEI_WITH_TSUMO, now.houtei and is_tsumo),
        (Contradiction.RENHOU_WITH_TSUMO, now.renhou and is_tsumo),
        (Contradiction.RINSHAN_WITHOUT_TSUMO, now.rinshan and not is_tsumo),
        (Contradiction.RINSHAN_WITHOUT_KAN, now.rinshan and not has_kan),
        (Contradiction.HAITEI_WITHOUT_TSUMO, now.haitei and not is_tsumo),
        (Contradiction.HAITEI_WITH_RINSHAN, now.haitei and now.rinshan),
        (Contradiction.HOUTEI_WITH_CHANKAN, now.houtei and now.chankan),
        (Contradiction.TENHOU_NOT_DEALER, now.tenhou and not now.is_dealer),
        (Contradiction.TENHOU_WITHOUT_TSUMO, now.tenhou and not is_tsumo),
        (Contradiction.CHIIHOU_AS_DEALER, now.chiihou and now.is_dealer),
        (Contradiction.CHIIHOU_WITHOUT_TSUMO, now.chiihou and not is_tsumo),
        (Contradiction.RENHOU_AS_DEALER, now.renhou and now.is_dealer),
        (Contradiction.FIRST_TURN_WITH_MELD, first_turn and bool(win.melds)),
        (Contradiction.FIRST_TURN_WITH_RIICHI, first_turn and in_riichi),
        (Contradiction.FIRST_TURN_AT_WALL_END, first_turn and (now.haitei or now.houtei)),
        (Contradiction.FIRST_TURN_AFTER_KAN, first_turn and _follows_a_kan(win)),
        (Contradiction.CHANKAN_OF_HELD_TILE, now.chankan and _sees_robbed_tile(win)),
        (Contradiction.TOO_MANY_INDICATORS, len(win.indicators) > most_indicators(rules)),
        (Contradiction.MORE_URA_THAN_INDICATORS, len(win.ura) > len(win.indicators)),
    )
