"""The circumstances of a win, as far as the state of the table shows them; the rest has to be asked."""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.facts import WinBy, Won
from companion.riichi.kyoku import Kyoku, OfferKind
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind


@dataclass(frozen=True, slots=True)
class Situation:
    """How, when and by whom a hand is won: all that counts besides its tiles."""

    by: WinBy
    seat_wind: Wind
    round_wind: Wind
    riichi: bool = False
    """An accepted riichi; also set for a double riichi (立直)."""
    double_riichi: bool = False
    open_riichi: bool = False
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    tenhou: bool = False
    chiihou: bool = False
    renhou: bool = False
    """A ron before the winner's first draw; the house decides what it is worth (人和)."""
    local_yaku: tuple[str, ...] = ()
    """Yaku of the house that people say the hand has; the table cannot see them (ローカル役)."""
    kita: int = 0
    """How many norths were set aside."""

    @property
    def is_dealer(self) -> bool:
        """Whether the winner is the dealer, who sits east (親)."""
        return self.seat_wind is Wind.EAST


def local_yaku_of(win: Won, rules: RuleSet) -> tuple[str, ...]:
    """The house's own yaku that were named with the win; they are recorded nowhere else (ローカル役)."""
    named = {name for name, _ in win.value.yaku} if win.value is not None else set()
    return tuple(name for name, _ in rules.local_yaku if name in named)


def unknown_flags(kyoku: Kyoku, seat: Seat, by: WinBy) -> frozenset[str]:
    """Which fields of the `Situation` nobody can know, because nobody followed the turns.

    `situation_of` says False for them; somebody at the table has to be asked. Nothing is unknown
    where all turns were followed, and what is impossible is known: a player without a kan or kita has
    no rinshan.
    """
    if kyoku.gap is None:
        return frozenset()
    player = kyoku.players[seat]
    riichi, is_tsumo, is_unfollowed = player.riichi, by is WinBy.TSUMO, kyoku.is_unfollowed
    may_be_first = kyoku.may_be_first_turn(seat)
    is_dealer = seat == kyoku.dealer
    nobody_in_riichi = not any(other.in_riichi for other in kyoku.players)
    unknown = (
        ("double_riichi", riichi is not None and riichi.is_double is None),
        ("ippatsu", riichi is not None and riichi.ippatsu is None),
        ("rinshan", is_unfollowed and is_tsumo and (player.kans > 0 or player.kita > 0)),
        ("chankan", is_unfollowed and not is_tsumo),
        ("haitei", is_unfollowed and is_tsumo),
        ("houtei", is_unfollowed and not is_tsumo),
        ("tenhou", is_tsumo and is_dealer and may_be_first and nobody_in_riichi),
        ("chiihou", is_tsumo and not is_dealer and may_be_first),
        ("renhou", not is_tsumo and not is_dealer and may_be_first),
    )
    return frozenset(flag for flag, holds in unknown if holds)


def situation_of(kyoku: Kyoku, seat: Seat, by: WinBy) -> Situation:
    """The situation if `seat` wins now, or has just won.

    A replacement tile is rinshan and never haitei, even when it was the last tile; the discard
    after it is houtei. A robbed north is a plain ron [rules 1.3, 1.4, 2]. What nobody can know,
    because nobody followed the turns, is False here and listed in the `unknown_flags`.
    """
    player = kyoku.players[seat]
    riichi = player.riichi if player.riichi is not None and player.riichi.is_accepted else None
    is_tsumo = by is WinBy.TSUMO
    offered = None if is_tsumo or kyoku.offer is None else kyoku.offer.kind
    rinshan = is_tsumo and kyoku.rinshan_of is not None
    is_last = kyoku.wall.live == 0
    is_first = kyoku.is_first_turn(seat)
    is_dealer = seat == kyoku.dealer
    return Situation(
        by=by,
        seat_wind=kyoku.seat_wind(seat),
        round_wind=kyoku.round_wind,
        riichi=riichi is not None,
        double_riichi=riichi is not None and riichi.is_double is True,
        open_riichi=riichi is not None and riichi.is_open,
        ippatsu=riichi is not None and riichi.ippatsu is True,
        rinshan=rinshan,
        chankan=offered in (OfferKind.KAKAN, OfferKind.ANKAN),
        haitei=is_tsumo and is_last and not rinshan,
        houtei=is_last and offered is OfferKind.DISCARD,
        tenhou=is_tsumo and is_first and is_dealer,
        chiihou=is_tsumo and is_first and not is_dealer,
        renhou=is_first and not is_dealer and offered is OfferKind.DISCARD,
        kita=player.kita,
    )
