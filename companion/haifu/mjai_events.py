"""What each mjai event means as a fact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.haifu.mjai_house import HOUSE_EVENTS
from companion.haifu.mjai_reading import Reading
from companion.haifu.mjai_results import read_chombo, read_hora, read_ryukyoku
from companion.haifu.mjai_words import (
    Event,
    number_of,
    points_of,
    seat_of,
    tile_of,
    tiles_of,
)
from companion.haifu.named_rules import preset_or_tenhou, rules_with
from companion.haifu.record import FinalClaim, Unreadable
from companion.haifu.texts import names_in
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuEnded,
    KyokuStarted,
    PlayFollowed,
    PonCalled,
    RiichiDeclared,
    RinshanDrawn,
)
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat, Wind
from companion.riichi.tiles import Tile


def _start_game(reading: Reading, event: Event) -> None:
    if reading.hands or reading.facts:
        raise Unreadable("a second game begins; a record is one game")
    names = reading.names = names_in(event.get("names"))
    if "rule_changes" in event:
        reading.rules = rules_with(event.get("rules"), event["rule_changes"])
        reading.names = reading.names[: reading.rules.players]
        return
    is_three = len(names) == 3 or (len(names) == 4 and not names[3] and names[0])
    rules = preset_or_tenhou(event.get("rules"), 3 if is_three else 4)
    if event.get("aka_flag") is False:
        rules = replace(rules, red_fives=(0, 0, 0))
    if event.get("kuitan") is False:
        rules = replace(rules, open_tanyao=False)
    if event.get("kyoku_first") == 4:
        rules = replace(rules, rounds=1)
    reading.rules = rules


def _start_kyoku(reading: Reading, event: Event) -> None:
    reading.close_hand()
    points = _points_at_start(reading, event)
    players = reading.rules.players
    wind, number = event.get("bakaze"), number_of(event, "kyoku", players)
    if not isinstance(wind, str) or wind not in ("E", "S", "W", "N"):
        raise Unreadable(f"bakaze is {wind!r:.40}, not E, S, W or N")
    start = KyokuStarted(
        round_wind=Wind.from_letter(wind),
        dealer=SEATS[number_of(event, "oya", players - 1, default=max(0, number - 1))],
        honba=number_of(event, "honba", 1_000, default=0),
        kyoutaku=number_of(event, "kyotaku", 10_000, default=reading.kyoutaku),
        points=points,
        indicator=tile_of(event.get("dora_marker")),
        hands=_hands(event, players),
    )
    is_first = not reading.hands and start.round_wind is Wind.EAST and not start.honba
    if is_first and len(set(points)) == 1:
        reading.rules = replace(reading.rules, start_points=points[0])
    reading.begin(start)
    if event.get("followed") is False:
        reading.lose_sight()


def _unfollowed(reading: Reading, _event: Event) -> None:
    if reading.is_ended or reading.is_unfollowed:
        raise Unreadable("unfollowed where no turns are followed")
    reading.lose_sight()


def _followed(reading: Reading, event: Event) -> None:
    turn, live = _actor(reading, event), number_of(event, "left", most=reading.rules.live_tiles)
    reading.add(PlayFollowed(turn, live))
    reading.is_unfollowed, reading.replacement_for = False, None


def _points_at_start(reading: Reading, event: Event) -> tuple[int, ...]:
    """The points that the event gives, else those after the hand before.

    Those of the first hand show how many people play.
    """
    scores = event.get("scores")
    if not reading.hands and isinstance(scores, list):
        is_three = len(scores) == 3 or (scores[3:] == [0] and 0 not in scores[:3])
        if is_three and reading.rules.players == 4:
            reading.rules = _by_tenhou(TENHOU_3P, reading.rules)
        elif len(scores) == len(reading.names) == 4 and scores[3] and reading.rules.players == 3:
            reading.rules = _by_tenhou(TENHOU, reading.rules)  # the fourth player only has no name
    reading.names = reading.names[: reading.rules.players]
    told = points_of(event, "scores", reading.rules.players)
    if told is not None:
        reading.claim_points_before(told)
        return told
    return reading.points or (reading.rules.start_points,) * reading.rules.players


def _by_tenhou(preset: RuleSet, rules: RuleSet) -> RuleSet:
    """Tenhou's rules for this many players, with what the record had said of red fives, tanyao and rounds."""
    red = preset.red_fives if any(rules.red_fives) else rules.red_fives
    return replace(preset, red_fives=red, open_tanyao=rules.open_tanyao, rounds=rules.rounds)


def _hands(event: Event, players: int) -> tuple[tuple[Tile, ...] | None, ...]:
    dealt = event.get("tehais")
    if dealt is None:
        return (None,) * players
    if not isinstance(dealt, list) or len(dealt) < players:
        raise Unreadable(f"tehais is not a list of {players} hands")
    hands = (tiles_of({"tehais": hand or []}, "tehais") for hand in dealt[:players])
    return tuple(_seen(hand) for hand in hands)


def _seen(hand: tuple[Tile | None, ...]) -> tuple[Tile, ...] | None:
    known = tuple(tile for tile in hand if tile is not None)
    return known if hand and len(known) == len(hand) else None


def _tsumo(reading: Reading, event: Event) -> None:
    seat, tile = _actor(reading, event), tile_of(event.get("pai"))
    reading.go_on()
    is_replacement = reading.replacement_for == seat
    reading.replacement_for = None
    reading.add(RinshanDrawn(seat, tile) if is_replacement else Drawn(seat, tile))


def _actor(reading: Reading, event: Event) -> Seat:
    if reading.is_ended:
        raise Unreadable(f"{event['type']} where no hand is being played")
    return seat_of(event, "actor", reading.rules.players)


def _dahai(reading: Reading, event: Event) -> None:
    seat, tsumogiri = _actor(reading, event), event.get("tsumogiri")
    is_known = isinstance(tsumogiri, bool) and event.get("is_tsumogiri_known") is not False
    reading.add(Discarded(seat, tile_of(event.get("pai")), tsumogiri if is_known else None))


def _chi(reading: Reading, event: Event) -> None:
    seat = _actor(reading, event)
    reading.go_on()
    reading.add(ChiCalled(seat, tile_of(event.get("pai")), tiles_of(event, "consumed", 2)))


def _giver(reading: Reading, event: Event) -> Seat | None:
    """Who gave the tile; may be None if nobody followed the turns.

    Raises:
        Unreadable: the turns were followed, and the event does not say.
    """
    if reading.is_unfollowed and event.get("target") is None:
        return None
    return seat_of(event, "target", reading.rules.players)


def _pon(reading: Reading, event: Event) -> None:
    seat, giver = _actor(reading, event), _giver(reading, event)
    reading.go_on()
    reading.add(PonCalled(seat, giver, tile_of(event.get("pai")), tiles_of(event, "consumed", 2)))


def _daiminkan(reading: Reading, event: Event) -> None:
    seat, giver = _actor(reading, event), _giver(reading, event)
    reading.go_on()
    reading.add(DaiminkanCalled(seat, giver, tile_of(event.get("pai")), tiles_of(event, "consumed", 3)))
    _owe_replacement(reading, seat)


def _owe_replacement(reading: Reading, seat: Seat) -> None:
    reading.replacement_for = seat
    reading.kans += 1


def _kakan(reading: Reading, event: Event) -> None:
    seat = _actor(reading, event)
    reading.add(KakanDeclared(seat, tile_of(event.get("pai"))))
    _owe_replacement(reading, seat)


def _ankan(reading: Reading, event: Event) -> None:
    seat = _actor(reading, event)
    reading.add(AnkanDeclared(seat, tiles_of(event, "consumed", 4), is_late=event.get("late") is True))
    _owe_replacement(reading, seat)


def _kita(reading: Reading, event: Event) -> None:
    seat = _actor(reading, event)
    reading.add(KitaDeclared(seat))
    reading.replacement_for = seat


def _dora(reading: Reading, event: Event) -> None:
    reading.add(IndicatorRevealed(tile_of(event.get("dora_marker"))))


def _reach(reading: Reading, event: Event) -> None:
    seat = _actor(reading, event)
    reading.add(RiichiDeclared(seat, is_open=event.get("open") is True))
    reading.waiting = seat


def _reach_accepted(reading: Reading, event: Event) -> None:
    seat = _actor(reading, event)
    offered = reading.table.offered
    # Some programs write it before the discard, but the stick is only paid once the discard has passed.
    has_passed = reading.is_unfollowed or (offered is not None and reading.table.drawn != seat)
    if reading.waiting == seat and has_passed:
        reading.accept(seat)
        told = points_of(event, "scores", reading.rules.players)
        reading.points = told or reading.points
    elif reading.waiting != seat:
        raise Unreadable("reach_accepted without reach")


def _end_kyoku(reading: Reading, _event: Event) -> None:
    if reading.facts:
        if not reading.is_ended:
            raise Unreadable("the hand ends without hora or ryukyoku")
        reading.add(KyokuEnded())
        reading.close_hand()


def _end_game(reading: Reading, event: Event) -> None:
    if not reading.is_ended:
        raise Unreadable("the game ends within a hand")
    reading.is_over = True
    reading.close_hand()
    final = points_of(event, "scores", reading.rules.players)
    if final is not None:
        reading.final = FinalClaim(final)


READERS: Mapping[str, Callable[[Reading, Event], None]] = MappingProxyType(
    {
        "start_game": _start_game,
        "start_kyoku": _start_kyoku,
        "tsumo": _tsumo,
        "dahai": _dahai,
        "chi": _chi,
        "pon": _pon,
        "daiminkan": _daiminkan,
        "kakan": _kakan,
        "ankan": _ankan,
        "nukidora": _kita,
        "kita": _kita,
        "dora": _dora,
        "reach": _reach,
        "reach_accepted": _reach_accepted,
        "hora": read_hora,
        "ryukyoku": read_ryukyoku,
        "chombo": read_chombo,
        **HOUSE_EVENTS,
        "unfollowed": _unfollowed,
        "followed": _followed,
        "end_kyoku": _end_kyoku,
        "end_game": _end_game,
    }
)
"""The function that reads each type of event."""
