"""`status(kyoku)` says what cannot be true of a table; a clean table has no flag.

Everything is counted again from the tiles on the table and compared with what the kyoku remembers.
Nothing here knows how the table got that way, and nothing is corrected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Flag, auto

from companion.riichi.facts import WinBy
from companion.riichi.kyoku import Kyoku, OfferKind, Phase
from companion.riichi.melds import MeldKind
from companion.riichi.penalties import penalised
from companion.riichi.player import Player
from companion.riichi.seats import Seat
from companion.riichi.tiles import COPIES, KINDS, NORTH, Tile


class Irregularity(Flag):
    """What is wrong with a table; several flags may be set at once, and none means that all is well."""

    FIFTH_COPY = auto()
    """More than four tiles of one kind."""
    RED_FIVES = auto()
    """More red fives than the set has."""
    FOREIGN_TILE = auto()
    """A tile that is not in the set of these players."""
    SEEN = auto()
    """The remembered counts of seen tiles differ from the tiles in sight."""
    TILES = auto()
    """Wall, hands, melds and rivers do not add up to the set."""
    HAND_SIZE = auto()
    """A hand has a tile too many or too few for this moment."""
    LIVE_TILES = auto()
    """The live wall does not follow from discards and melds [rules 2]."""
    POINTS = auto()
    """Points and sticks do not add up to what they were at the deal."""
    STICKS = auto()
    """The sticks on the table are not those from before plus those of accepted riichi and penalties."""
    INDICATORS = auto()
    """More indicators are open than the first one and one for each kan."""
    KANS = auto()
    """The remembered number of kans is not that of the kans among the melds, without a robbed one."""
    RIVERS = auto()
    """Tiles called away and melds do not belong together, or two tiles of one river lie sideways."""


def status(kyoku: Kyoku) -> Irregularity:
    """What cannot be true of this table; falsy where all is well."""
    seen = seen_tiles(kyoku)
    holding = sum(_size(player) == 14 for player in kyoku.players)
    is_counted = not kyoku.is_unfollowed
    found = (
        (Irregularity.FIFTH_COPY, max(seen[:KINDS]) > COPIES),
        (Irregularity.RED_FIVES, any(map(int.__gt__, seen[KINDS:], kyoku.rules.red_fives))),
        (Irregularity.FOREIGN_TILE, kyoku.rules.players == 3 and any(seen[1:8])),
        (Irregularity.SEEN, seen != list(kyoku.seen)),
        (Irregularity.TILES, is_counted and _dead_wall(kyoku) != kyoku.rules.dead_wall),
        (Irregularity.HAND_SIZE, not _has_right_hand_sizes(kyoku)),
        (Irregularity.LIVE_TILES, is_counted and kyoku.wall.live != live_from_the_table(kyoku, holding)),
        (Irregularity.POINTS, _worth(kyoku.points, kyoku.kyoutaku) != _worth_before(kyoku)),
        (Irregularity.STICKS, not _has_right_sticks(kyoku)),
        (Irregularity.INDICATORS, _has_extra_indicator(kyoku)),
        (Irregularity.KANS, kyoku.kans not in _kan_counts(kyoku)),
        (Irregularity.RIVERS, not _rivers_fit_melds(kyoku)),
    )
    status = Irregularity(0)
    for flag, holds in found:
        if holds:
            status |= flag
    return status


def live_from_the_table(kyoku: Kyoku, holding: int) -> int:
    """The live wall, counted from what a table shows: the second form of the wall law [rules 2].

    `holding` is 1 while a player has drawn, or called chi or pon, and has not yet discarded or
    laid tiles down. An open kan cancels out, and so does a pon that has become a kakan. Discards that
    were never told are subtracted, too: those in the rivers by their number, the others by the open melds
    that took them.
    """
    live = kyoku.rules.live_tiles - holding - unseen_discards(kyoku)
    if kyoku.gap is not None:
        live -= _calls_without_discard(kyoku)
    for player in kyoku.players:
        live -= len(player.discards) + player.kita
        for meld in player.melds:
            live += (meld.kind in (MeldKind.CHI, MeldKind.PON)) - (meld.kind is MeldKind.ANKAN)
    return live


def unseen_discards(kyoku: Kyoku) -> int:
    """How many discards in the rivers were never told."""
    return 0 if kyoku.gap is None else kyoku.gap.unseen_discards


def _calls_without_discard(kyoku: Kyoku) -> int:
    """How many open melds took a discard that no river has on record."""
    melds = sum(meld.is_open for player in kyoku.players for meld in player.melds)
    taken = sum(tile.called_by is not None for player in kyoku.players for tile in player.discards)
    return melds - taken


def seen_tiles(kyoku: Kyoku) -> list[int]:
    """How many tiles of each kind are in sight or known, followed by the red fives of m, p and s."""
    seen = [0] * (KINDS + 3)
    for tile in _known_tiles(kyoku):
        seen[tile.kind] += 1
        if tile.is_red:
            seen[KINDS + "mps".index(tile.suit)] += 1
    return seen


def _known_tiles(kyoku: Kyoku) -> Iterator[Tile]:
    yield from (tile for tile in kyoku.wall.indicators if tile)
    for player in kyoku.players:
        yield from (tile for tile in player.hand if tile)
        yield from (tile for meld in player.melds for tile in meld.tiles if tile)
        yield from (discard.tile for discard in player.river if discard.tile)
        yield from (NORTH for _ in range(player.kita))


def _size(player: Player) -> int:
    """How many tiles a player holds, with every meld counted as three."""
    return len(player.hand) + 3 * len(player.melds)


def _dead_wall(kyoku: Kyoku) -> int:
    """How many tiles are left for the dead wall once all others are counted; needs a known live wall."""
    laid = sum(
        len(player.hand) + sum(len(meld.tiles) for meld in player.melds) + len(player.river) + player.kita
        for player in kyoku.players
    )
    return kyoku.rules.tile_count - (kyoku.wall.live or 0) - laid - unseen_discards(kyoku)


_HOLDS = frozenset({Phase.TURN, Phase.CALLED, Phase.RIICHI})


def _has_right_hand_sizes(kyoku: Kyoku) -> bool:
    return all(_size(player) in _right_sizes(kyoku, Seat(seat)) for seat, player in enumerate(kyoku.players))


def _right_sizes(kyoku: Kyoku, seat: Seat) -> tuple[int, ...]:
    if seat != kyoku.turn:
        return (13,)
    if kyoku.phase is Phase.ENDED:
        return (13, 14)  # a draw or a penalty may come at any moment of the turn
    won_by_tsumo = any(win.by is WinBy.TSUMO for win in kyoku.wins)
    return (14,) if kyoku.phase in _HOLDS or won_by_tsumo else (13,)


def _worth(points: tuple[int, ...], sticks: int) -> int:
    return sum(points) + 1_000 * sticks


def _worth_before(kyoku: Kyoku) -> int:
    return _worth(kyoku.points_before, kyoku.kyoutaku_before)


def _has_right_sticks(kyoku: Kyoku) -> bool:
    _, before = penalised(kyoku.points_before, kyoku.kyoutaku_before, kyoku.penalties, kyoku.rules)
    if kyoku.chombo is not None:
        return kyoku.kyoutaku == before
    accepted = sum(p.riichi is not None and p.riichi.is_accepted for p in kyoku.players)
    return kyoku.kyoutaku == before + accepted


def _has_extra_indicator(kyoku: Kyoku) -> bool:
    """Whether more indicators are open than one plus the kans; flips that were allowed early do not count."""
    waived = max(0, -kyoku.wall.owed_now)
    return len(kyoku.wall.indicators) > 1 + kyoku.kans + waived


def _kan_counts(kyoku: Kyoku) -> tuple[int, ...]:
    """How many kans may be remembered: a robbed one lies there and does not count."""
    laid = sum(player.kans for player in kyoku.players)
    if kyoku.offer is None or kyoku.offer.kind not in _ROBBED or not kyoku.is_over:
        return (laid,)
    # A draw by three ron, or a chombo, leaves no win: whether the kan was robbed is no longer known.
    return (laid - 1,) if kyoku.wins else (laid - 1, laid)


_ROBBED = frozenset({OfferKind.KAKAN, OfferKind.ANKAN})


def _rivers_fit_melds(kyoku: Kyoku) -> bool:
    """Whether each tile called away lies in a meld of its caller, and no river has two sideways tiles.

    A meld that was told while nobody followed the turns needs no tile in a river.
    """
    taken = Counter(
        (seat, discard.called_by, discard.tile.text if discard.tile else "")
        for seat, player in enumerate(kyoku.players)
        for discard in player.discards
        if discard.called_by is not None
    )
    called = Counter(
        (meld.giver, seat, meld.called.text if meld.called else "")
        for seat, player in enumerate(kyoku.players)
        for meld in player.melds
        if meld.giver is not None
    )
    fits = taken == called if kyoku.gap is None else taken <= called
    return fits and all(sum(discard.sideways for discard in player.river) <= 1 for player in kyoku.players)
