"""A table as text, for `companion show`, the log and tests.

`drawing` reads back a kyoku that is being played, without penalties, wareme, chips or a time limit.

    E1-0  tenhou  57 live, 4 replacement tiles
    dora  4m
    turn  1 called

      0 E  25000
        hand   ?13
        river  1z 9p^ 3m. [5m>1]
    > 1 S  25000
        hand   ?11
        melds  <5m>3m4m
    ...

A tile `<5m>` lies sideways, `(4z)` face down, `<5m/5m>` has the added tile of a kakan on top.
In a river `^` is tsumogiri, `.` from the hand, `*` sideways, `[5m>1]` called away by seat 1.
`?` is a tile that nobody saw, `?13` thirteen of them, `+5m` the tile just drawn. `? live` means that
nobody follows the turns; the line `gap` also stays when they are followed again. `ippatsu?` means
that nobody knows. An open meld without a sideways tile was called from an unknown player.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from companion.riichi.draws import abortive_draw_due
from companion.riichi.facts import WinBy, Won
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.melds import LaidTile, Meld, laid
from companion.riichi.player import Hand, Player, RiichiState, RiverTile
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat, wind_of
from companion.riichi.tiles import UNKNOWN, Tile, text_of


def diagram(table: Kyoku | Hanchan) -> str:
    """A readable picture of a table; between two kyoku it shows the players and what comes next."""
    if isinstance(table, Kyoku):
        return "\n".join(_kyoku_lines(table)) + "\n"
    lines = _between_lines(table) if table.kyoku is None else _kyoku_lines(table.kyoku, table.names)
    return "\n".join((*_tea_lines(table), *lines)) + "\n"


def _tea_lines(hanchan: Hanchan) -> Iterator[str]:
    """What people agreed on outside the play; no lines if there is nothing."""
    sitting, coming = hanchan.sitting, hanchan.next_rules
    if sitting.is_paused:
        yield "paused"
    if sitting.away:
        yield f"away  {' '.join(map(str, sorted(sitting.away)))}"
    if sitting.at != tuple(range(len(sitting.at))):
        seated = (sitting.names[seat].strip() or str(seat) for seat in range(len(sitting.at)))
        yield f"seated  {', '.join(seated)}"
    if coming is not None:
        yield f"from the next hand  {coming.name}: {', '.join(_differing(hanchan.rules, coming))}"


def _differing(now: RuleSet, coming: RuleSet) -> Iterator[str]:
    names = (field.name for field in fields(RuleSet) if field.name != "name")
    return (
        f"{name} {getattr(coming, name)}" for name in names if getattr(coming, name) != getattr(now, name)
    )


def _between_lines(hanchan: Hanchan) -> Iterator[str]:
    """The lines of a game between two kyoku, or after the last."""
    following = hanchan.next_deal
    if following is None:
        yield f"{hanchan.rules.name}  the game is over" + (f" ({hanchan.ended})" if hanchan.ended else "")
    else:
        name = f"{following.round_wind.letter}{following.dealer + 1}-{following.honba}"
        yield f"{hanchan.rules.name}  {name} comes next"
    if hanchan.kyoutaku:
        yield f"sticks {hanchan.kyoutaku}"
    yield ""
    for seat, points in enumerate(hanchan.points):
        yield f"  {seat}  {points}  {hanchan.names[seat]}"


def _kyoku_lines(kyoku: Kyoku, names: tuple[str, ...] = ()) -> Iterator[str]:
    wall = kyoku.wall
    live = UNKNOWN if wall.live is None else wall.live
    yield f"{kyoku.name}  {kyoku.rules.name}  {live} live, {wall.replacements_left} replacement tiles"
    yield f"dora  {' '.join(map(_text, wall.indicators))}".rstrip()
    if wall.owed_now or wall.owed_later:
        anyway = f", {wall.owed_anyway} before the kan" if wall.owed_anyway else ""
        yield f"owed  {wall.owed_now} now, {wall.owed_later} {wall.later}{anyway}"
    if kyoku.gap is not None:
        yield f"gap  {kyoku.gap.most_live} live at most, {kyoku.gap.unseen_discards} discards untold"
    if kyoku.kyoutaku:
        yield f"sticks  {kyoku.kyoutaku}"
    yield from (f"penalty  {given.seat} {given.points}" for given in kyoku.penalties)
    if kyoku.wareme is not None:
        yield f"wareme  {kyoku.wareme}"
    if any(kyoku.chips):
        yield f"chips  {' '.join(map(str, kyoku.chips[: kyoku.rules.players]))}"
    if kyoku.hands_left is not None:
        yield f"time  hands left, with this one: {kyoku.hands_left}"
    yield f"turn  {_turn(kyoku)}"
    if kyoku.phase is Phase.TO_REPLACE and not wall.replacements_left and abortive_draw_due(kyoku) is None:
        yield "replacement  all are drawn, and no rule says which comes next: ask the table"
    if kyoku.uses_ura_places:
        yield "ura  indicators serve as kan dora, and no ura is turned: ask the table which one comes first"
    if kyoku.offer is not None:
        yield f"offer  {kyoku.offer.kind} {_text(kyoku.offer.tile)} of {kyoku.offer.seat}"
    yield from _result_lines(kyoku)
    yield ""
    for seat, player in zip(SEATS, kyoku.players, strict=False):
        name = f"  {names[seat]}" if names else ""
        mark = ">" if seat == kyoku.turn and not kyoku.is_over else " "
        wind = wind_of(seat, kyoku.dealer, kyoku.rules.players).letter
        yield f"{mark} {seat} {wind}  {kyoku.points[seat]}{name}"
        yield from (f"    {line}" for line in _player_lines(kyoku, seat, player))


def _turn(kyoku: Kyoku) -> str:
    """What the table waits for, and what a held replacement tile was drawn for."""
    words = [f"{kyoku.turn} {kyoku.phase}"]
    if kyoku.rinshan_of is not None:
        words.append(f"replaced {kyoku.rinshan_of}")
    if kyoku.feeder is not None:
        words.append(f"fed {kyoku.feeder}")
    return " ".join(words)


def _result_lines(kyoku: Kyoku) -> Iterator[str]:
    yield from (f"result  {_win(win)}" for win in kyoku.wins)
    if kyoku.ryuukyoku is not None:
        tenpai = " ".join(map(str, kyoku.ryuukyoku.tenpai)) or "nobody"
        yield f"result  {kyoku.ryuukyoku.kind}, tenpai: {tenpai}"
    if kyoku.chombo is not None:
        yield f"result  chombo by {kyoku.chombo.seat}"
    if kyoku.has_stopped:
        yield "result  the dealer stops"


def _win(win: Won) -> str:
    how = "tsumo" if win.by is WinBy.TSUMO else f"ron from {win.giver}"
    worth = f", {win.value.han} han {win.value.fu} fu" if win.value else ""
    return f"{win.seat} {how} {_text(win.tile)}{worth}"


def _player_lines(kyoku: Kyoku, seat: Seat, player: Player) -> Iterator[str]:
    holds = kyoku.phase in (Phase.TURN, Phase.RIICHI) and seat == kyoku.turn
    yield f"hand   {_hand(player, holds=holds)}"
    if player.melds:
        melds = (meld_text(meld, seat, kyoku.rules.players) for meld in player.melds)
        yield f"melds  {'  '.join(melds)}"
    if player.discards:
        yield f"river  {' '.join(map(_river_tile, player.discards))}"
    if player.riichi is not None:
        yield f"riichi  {_riichi(player.riichi)}".rstrip()
    if player.kita:
        yield f"kita  {player.kita}"
    if player.is_dead:
        yield "dead  hand"
    for yakuman, giver in player.pao:
        yield f"pao  {yakuman} {giver}"


def _hand(player: Player, *, holds: bool) -> str:
    """The known tiles in order, the number of unseen ones, and the drawn tile by itself."""
    hand = list(player.hand)
    if not holds or player.drawn not in hand:
        return _tiles(player.hand)
    hand.remove(player.drawn)
    return f"{_tiles(tuple(hand))} +{_text(player.drawn)}".lstrip()


def _tiles(hand: Hand) -> str:
    known = sorted(tile for tile in hand if tile is not None)
    unseen = len(hand) - len(known)
    return text_of(known) + (f"{UNKNOWN}{unseen}" if unseen else "")


def _text(tile: Tile | None) -> str:
    return UNKNOWN if tile is None else tile.text


def meld_text(meld: Meld, owner: Seat, players: int) -> str:
    """A meld as it lies before its owner, such as `<5m>3m4m` or `(4z)4z4z(4z)`."""
    return "".join(map(_laid_tile, laid(meld, owner, players))).replace("></", "/")


def _laid_tile(tile: LaidTile) -> str:
    text = _text(tile.tile)
    if tile.face_down:
        return f"({text})"
    if tile.on_top:
        return f"</{text}>"
    return f"<{text}>" if tile.sideways else text


_HOW = {True: "^", False: ".", None: ""}


def _river_tile(discard: RiverTile) -> str:
    text = _text(discard.tile) + _HOW[discard.tsumogiri] + ("*" if discard.sideways else "")
    return text if discard.called_by is None else f"[{text}>{discard.called_by}]"


def _riichi(riichi: RiichiState) -> str:
    words = (
        ("double", riichi.is_double),
        ("double?", riichi.is_double is None),
        ("open", riichi.is_open),
        ("accepted", riichi.is_accepted),
        ("ippatsu", riichi.ippatsu),
        ("ippatsu?", riichi.ippatsu is None),
    )
    return " ".join(word for word, holds in words if holds)
