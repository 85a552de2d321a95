"""Reads tenhou.net/6 JSON: one game, text in, `Record` out.

A game is `{"name": [...], "rule": {...}, "log": [kyoku, ...]}`; a file may also hold one such object
for each kyoku, line by line, or links that contain them. A kyoku is a list: `[number, honba, sticks]`,
points, indicators, ura indicators, then for each seat the dealt tiles, what came in and what went out,
and last the result. `tenhou6_order` works out the order of play between the seats.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import unquote

from companion.haifu.payments import with_liable
from companion.haifu.record import (
    FinalClaim,
    Format,
    HandClaim,
    PlacedFact,
    ReadingFailure,
    Record,
    RecordedHand,
    Unreadable,
)
from companion.haifu.showing import ryuukyoku_of
from companion.haifu.tenhou6_order import Move, order_of_play
from companion.haifu.tenhou6_play import Play
from companion.haifu.tenhou6_results import ToldResult, read_result
from companion.haifu.tenhou6_rules import rules_of
from companion.haifu.tenhou6_tokens import Lay, tile_of
from companion.haifu.texts import names_in
from companion.riichi.facts import (
    Chombo,
    IndicatorRevealed,
    KyokuEnded,
    KyokuStarted,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat, Wind
from companion.riichi.tea_facts import PointsSet
from companion.riichi.tiles import Tile

_FIRST_SEAT_AT = 4
_MOST_ENTRIES = 1_000
"""The most entries in one list of a kyoku; real ones have far fewer."""


@dataclass(slots=True)
class _Reading:
    """What has been read so far."""

    rules: RuleSet = TENHOU
    names: tuple[str, ...] = ()
    hands: list[RecordedHand] = field(default_factory=list)
    final: FinalClaim | None = None
    events: int = 0
    """How many entries have been read, in all kyoku."""
    hand_number: int = 0


def read_tenhou6(text: str, name: str) -> Record:
    """Read one game. Never raises for its content: see `Record.failure`."""
    reading = _Reading()
    failure: ReadingFailure | None = None
    try:
        for game in _games(text):
            _read_game(reading, game)
        if not reading.hands:
            raise Unreadable("there is no hand in this record")
    except Unreadable as error:
        hand = reading.hand_number + isinstance(error, _BrokenOff)
        failure = ReadingFailure(str(error), hand, max(1, reading.events))
    return Record(
        name,
        Format.TENHOU6,
        reading.rules,
        reading.names,
        tuple(reading.hands),
        reading.final,
        failure,
        # A list of hands may have any length: only final scores show that it is whole.
        is_cut_off=reading.final is None,
    )


class _BrokenOff(Unreadable):
    """The text ends too early, within the hand after the last one read."""


def _games(text: str) -> Iterator[dict[str, Any]]:
    """The objects of a file: one, or one for each line."""
    text = text.removeprefix("\ufeff").strip()
    try:
        whole = json.loads(text)
    except RecursionError:
        raise Unreadable("the JSON is nested too deeply") from None
    except ValueError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if (len(lines) > 1 and all("log" in line for line in lines)) or "#json=" in text:
            yield from (_object(_from_line(number, line)) for number, line in enumerate(lines, 1))
            return
        yield _whole_hands(text)
        raise _BrokenOff(f"the JSON breaks off or is damaged ({error})") from None
    else:
        yield _object(whole)


def _from_line(number: int, line: str) -> Any:
    _, mark, linked = line.partition("#json=")
    try:
        return json.loads(unquote(linked) if mark else line)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"line {number} is not JSON ({error})") from None


def _whole_hands(text: str) -> dict[str, Any]:
    """The head and the hands that come before the damage."""
    head, mark, rest = text.partition('"log"')
    log: list[Any] = []
    game = _head(head)
    place = rest.find("[") + 1
    decoder = json.JSONDecoder()
    while mark and place:
        try:
            kyoku, place = decoder.raw_decode(rest, place)
        except (ValueError, RecursionError):
            break
        log.append(kyoku)
        comma = rest.find(",", place)
        place = comma + 1 if comma >= 0 and not rest[place:comma].strip() else 0
    return {**game, "log": log}


def _head(text: str) -> dict[str, Any]:
    try:
        head = json.loads(text.rstrip().rstrip(",") + "}")
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}


def _object(value: Any) -> dict[str, Any]:
    if isinstance(value, dict) and isinstance(value.get("log"), list):
        return value
    raise Unreadable("this is not a tenhou.net/6 record: it has no list `log`")


def _read_game(reading: _Reading, game: dict[str, Any]) -> None:
    kyoku_lists = [_unwrapped(kyoku) for kyoku in game["log"]]
    if not reading.hands:
        first = kyoku_lists[0] if kyoku_lists else []
        reading.rules = rules_of(game, first)
        reading.names = names_in(game.get("name"))[: reading.rules.players]
    for kyoku in kyoku_lists:
        reading.hand_number += 1
        _read_kyoku(reading, kyoku)
    counted = _counted(game.get("points_set"), reading.rules.players)
    if counted is not None and reading.hands:
        last = reading.hands[-1]
        said = PlacedFact(counted, reading.events)
        reading.hands[-1] = replace(last, facts=(*last.facts, said))
    reading.final = _final(game.get("sc"), reading.rules.players)


def _unwrapped(kyoku: Any) -> list[Any]:
    """The kyoku without the extra list that some programs put around it."""
    is_wrapped = isinstance(kyoku, list) and len(kyoku) == 1 and isinstance(kyoku[0], list)
    inner = kyoku[0] if is_wrapped else kyoku
    return inner if isinstance(inner, list) else [inner]


def _final(scores: Any, players: int) -> FinalClaim | None:
    if not isinstance(scores, list) or len(scores) < 2 * players:
        return None
    if not all(isinstance(score, int | float) and abs(score) < 1e9 for score in scores):
        return None
    wanted = scores[: 2 * players]
    return FinalClaim(tuple(int(points) for points in wanted[::2]), tuple(float(s) for s in wanted[1::2]))


def _counted(said: Any, players: int) -> PointsSet | None:
    """The points that people counted after the last hand, where one of our own files says so."""
    if not isinstance(said, dict) or said.keys() != {"scores", "kyotaku"}:
        return None
    points = _numbers(_list([said["scores"]], 0, "the points that people counted"), "the points")
    kyoutaku = _numbers([said["kyotaku"]], "the riichi sticks that people counted")
    return PointsSet(tuple(points[:players]), kyoutaku[0])


def _read_kyoku(reading: _Reading, kyoku: list[Any]) -> None:
    """Read one hand; if it cannot be read to its end, the part that makes sense is kept."""
    players, first_event = reading.rules.players, reading.events
    reading.events += 1
    start, indicators = _start(kyoku, players)
    ura = _tiles(_list(kyoku, 3, "the ura indicators"), "the ura indicators")
    if reading.hands:
        _claim_points(reading, start.points)
    elif not start.honba and start.round_wind is Wind.EAST and len(set(start.points)) == 1:
        reading.rules = replace(reading.rules, start_points=start.points[0])
    play = Play(start, reading.rules, indicators[1:])
    if start.indicator is None and len(indicators) > 1:
        play.add(IndicatorRevealed(None))  # the first is turned before those of kans
    claim = HandClaim(
        indicators=None if indicators in ((), (None,)) else indicators,
        ura=tuple(tile for tile in ura if tile is not None) or None,
    )
    liable: tuple[Seat | None, ...] = ()
    try:
        told, problem = _result(kyoku, reading.rules, start.dealer)
        _tell(play, kyoku, players, told)
        if problem is not None:
            raise problem
        if told is not None:
            play.entry += 1
            claim = _tell_result(play, told, claim)
            liable = tuple(win.liable for win in told.wins)
    finally:
        facts = tuple(PlacedFact(fact, first_event + entry) for fact, entry in play.facts)
        reading.hands.append(with_liable(RecordedHand(facts, claim), reading.rules, liable))
        reading.events = first_event + play.entry


def _start(kyoku: list[Any], players: int) -> tuple[KyokuStarted, tuple[Tile | None, ...]]:
    numbers = _numbers(_list(kyoku, 0, "the number of the hand"), "the number of the hand")
    points = _numbers(_list(kyoku, 1, "the points"), "the points")[:players]
    indicators = _tiles(_list(kyoku, 2, "the indicators"), "the indicators")
    if len(numbers) != 3 or len(points) < players or min(numbers) < 0 or numbers[0] > 15:
        raise Unreadable("the hand does not begin with its number, honba, sticks and points")
    dealer = numbers[0] % 4
    if dealer >= players:
        raise Unreadable(f"hand number {numbers[0]} has no dealer among {players} players")
    hands = tuple(_hand(kyoku, seat) for seat in range(players))
    start = KyokuStarted(
        round_wind=Wind(numbers[0] // 4),
        dealer=SEATS[dealer],
        honba=numbers[1],
        kyoutaku=numbers[2],
        points=tuple(points),
        indicator=indicators[0] if indicators else None,
        hands=hands,
    )
    return start, indicators


def _hand(kyoku: list[Any], seat: int) -> tuple[Tile, ...] | None:
    words = f"the dealt tiles of seat {seat}"
    tiles = _tiles(_list(kyoku, _FIRST_SEAT_AT + 3 * seat, words), words)
    known = tuple(tile for tile in tiles if tile is not None)
    return known if tiles and len(known) == len(tiles) else None


def _list(kyoku: list[Any], at: int, words: str) -> list[Any]:
    value = kyoku[at] if at < len(kyoku) else None
    if not isinstance(value, list):
        raise Unreadable(f"{words} are missing" if value is None else f"{words} are not a list")
    if len(value) > _MOST_ENTRIES:
        raise Unreadable(f"{words} have {len(value)} entries, more than any hand")
    return value


def _numbers(values: list[Any], words: str) -> list[int]:
    if not all(isinstance(value, int) and abs(value) < 10**9 for value in values):
        raise Unreadable(f"{words}: not all are whole numbers")
    return values


def _tiles(values: list[Any], words: str) -> tuple[Tile | None, ...]:
    try:
        return tuple(tile_of(value) for value in values)
    except Unreadable as error:
        raise Unreadable(f"{words}: {error}") from None


def _claim_points(reading: _Reading, points: tuple[int, ...]) -> None:
    """The points with which a hand starts are those with which the hand before it ended."""
    before = reading.hands[-1]
    if before.claim.deltas is not None:
        reading.hands[-1] = replace(before, claim=replace(before.claim, points=points))


def _result(kyoku: list[Any], rules: RuleSet, dealer: Seat) -> tuple[ToldResult | None, Unreadable | None]:
    """The last element, after the lists of three or four seats, or what is wrong with it."""
    last = kyoku[-1]
    is_result = len(kyoku) > _FIRST_SEAT_AT + 3 * rules.players and isinstance(last, list) and bool(last)
    if not is_result or not isinstance(last[0], str):
        return None, None
    try:
        return read_result(last, rules.players, dealer, rules), None
    except Unreadable as error:
        return None, error


def _tell(play: Play, kyoku: list[Any], players: int, told: ToldResult | None) -> None:
    at = [_FIRST_SEAT_AT + 3 * seat for seat in range(players)]
    takes = [_list(kyoku, place + 1, f"the draws of seat {seat}") for seat, place in enumerate(at)]
    gives = [_list(kyoku, place + 2, f"the discards of seat {seat}") for seat, place in enumerate(at)]
    dealer = play.table.dealer
    order = order_of_play(takes, gives, dealer, _fits(told))
    play.tell(order.moves)
    if order.problem:
        raise Unreadable(order.problem)


def _fits(told: ToldResult | None) -> Callable[[Move | None], bool]:
    """A function that says whether the result can come right after a given last move, or after the deal."""

    def fits(last: Move | None) -> bool:
        if last is None:
            return told is not None and told.chombo is not None
        if told is None or told.chombo is not None:
            return True
        if told.wins:
            is_tsumo = told.wins[0].seat == told.wins[0].giver
            return last.seat == told.wins[0].giver and last.is_take == is_tsumo
        if told.draw is RyuukyokuKind.KYUUSHU_KYUUHAI:
            return last.is_take
        return isinstance(last.entry, Lay) or told.draw is RyuukyokuKind.SUUKAIKAN

    return fits


def _tell_result(play: Play, told: ToldResult, claim: HandClaim) -> HandClaim:
    claim = replace(claim, deltas=told.deltas)
    if told.chombo is not None:
        play.add(Chombo(told.chombo))
    elif told.draw is not None:
        if told.draw is not RyuukyokuKind.SANCHAHOU:
            play.go_on()
        play.add(ryuukyoku_of(told.draw, play.table, told.deltas, told.tenpai))
    else:
        for win in told.wins:
            by = WinBy.TSUMO if win.seat == win.giver else WinBy.RON
            tile = play.drawn if by is WinBy.TSUMO else _offered(play)
            hand = play.table.winning_hand(win.seat, by, tile)
            ura = (claim.ura or ()) if win.seat in play.table.riichi else ()
            play.add(Won(win.seat, by, win.giver, tile, hand, ura, win.value))
        claim = replace(claim, wins=tuple(win.claim for win in told.wins))
    play.add(KyokuEnded())
    return claim


def _offered(play: Play) -> Tile | None:
    return play.table.offered[1] if play.table.offered else None
