"""Reads a question about one hand from plain text and numbers, and values the hand.

The keys are those of `companion score --json`; whatever cannot be read is a `QuestionError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from companion.riichi.errors import NotationError
from companion.riichi.facts import HandValue, WinBy
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.minimum import has_two_han, needs_two_han
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind
from companion.riichi.settlement import base_points, limit_of, ron_points, tsumo_shares
from companion.riichi.situation import Situation
from companion.riichi.tiles import Tile, parse_tiles
from companion.rules_file import RulesError, load_rules
from companion.scoring.errors import ScoringError
from companion.scoring.unplayed import unplayed
from companion.scoring.valuing import value_hand

FLAGS: Final = (
    *("riichi", "double_riichi", "open_riichi", "ippatsu", "rinshan", "chankan"),
    *("haitei", "houtei", "tenhou", "chiihou", "renhou"),
)
_MOST_COUNTERS = 1_000
# A single hand has no seats: East sits at seat 0, so every seat has the number of its wind.
_DEALER = Seat(0)


class QuestionError(ValueError):
    """The question cannot be read: a stable code and one sentence that names the place."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Question:
    """A winning hand, the rules to value it by, and what lies on the table."""

    hand: tuple[Tile, ...]
    """Concealed, without the winning tile."""
    melds: tuple[Meld, ...]
    tile: Tile
    situation: Situation
    indicators: tuple[Tile, ...]
    ura: tuple[Tile, ...]
    honba: int
    sticks: int
    rules: RuleSet
    giver: Seat | None = None
    """Who gave the tile of a ron, if the question says so."""
    liable: Seat | None = None
    """Who is liable, if the question says so (包)."""
    liable_for_kans: Seat | None = None
    """Who fed the fourth kan, if `liable` fed another yakuman besides suukantsu (包)."""
    wareme: Seat | None = None
    """Whose wall was broken, if the question says so (割れ目)."""


def read_question(asked: Mapping[str, Any]) -> Question:
    """Read a question.

    The hand may be written with or without the winning tile. Whoever sits east is the dealer; a
    `seat_wind` that is left out is east for a dealer and south for anybody else.

    Raises:
        QuestionError: a key is unknown, missing or of the wrong type, a string is not a tile, or the
            rules do not play something that the question names.
    """
    unknown = next((key for key in asked if key not in _KEYS), None)
    if unknown is not None:
        raise QuestionError("unknown_field", f"there is no field {unknown!r}: use {', '.join(_KEYS)}")
    rules, situation = _rules(asked), _situation(asked)
    indicators, ura = _tiles(asked, "indicators", ()), _tiles(asked, "ura", ())
    refused = unplayed(situation, indicators, ura, rules)
    if refused is not None:
        raise QuestionError(*refused)
    wareme = _other_seat(asked, "wareme", rules)
    if wareme is not None and not rules.wareme:
        raise QuestionError(Reason.NO_WAREME, f"{rules.name}: {Reason.NO_WAREME.sentence}")
    melds = tuple(_meld(place, each) for place, each in enumerate(_list(asked, "melds"), 1))
    tile = _one_tile(asked, "win")
    return Question(
        hand=_without_winning_tile(_tiles(asked, "hand"), melds, tile),
        melds=melds,
        tile=tile,
        situation=situation,
        indicators=indicators,
        ura=ura,
        honba=_counter(asked, "honba"),
        sticks=_counter(asked, "sticks"),
        rules=rules,
        giver=_giver(asked, situation, rules),
        liable=_other_seat(asked, "liable", rules),
        liable_for_kans=_other_seat(asked, "liable_for_kans", rules),
        wareme=wareme,
    )


def valued(question: Question) -> HandValue:
    """What the hand is worth.

    Raises:
        ScoringError: the hand is impossible, not complete, or has no yaku, or too few han of yaku.
    """
    value = value_hand(
        question.hand,
        question.melds,
        question.tile,
        question.situation,
        indicators=question.indicators,
        ura=question.ura,
        rules=question.rules,
    )
    if needs_two_han(question.honba, question.rules) and not has_two_han(value):
        raise ScoringError(Reason.TWO_HAN_NEEDED)
    return value


def as_json(question: Question, value: HandValue) -> dict[str, Any]:
    """The value, the limit it reaches, and its points, as JSON has them."""
    limit = limit_of(value, question.rules)
    return {
        "han": value.han,
        "fu": value.fu,
        "yaku": [[name, han] for name, han in value.yaku],
        "yakuman": value.yakuman,
        "limit": limit and limit.value,
        "points": _points(question, value),
    }


def refusal(error: QuestionError | ScoringError) -> dict[str, str]:
    """What is returned instead of an answer."""
    return {"error": error.code, "message": str(error)}


_KEYS: Final = (
    *("hand", "melds", "win", "by", "seat_wind", "round_wind", "indicators", "ura"),
    *FLAGS,
    *(
        "dealer",
        "kita",
        "honba",
        "sticks",
        "rules",
        "from",
        "liable",
        "liable_for_kans",
        "wareme",
        "local_yaku",
        "others",
    ),
)


def _value(asked: Mapping[str, Any], key: str, default: Any = None) -> Any:
    value = asked.get(key, default)
    if value is None:
        state = "must not be null" if key in asked else "is missing"
        raise QuestionError("missing_field", f"the field {key!r} {state}")
    return value


def _of_kind(kind: type, value: Any, key: str, wanted: str) -> Any:
    if type(value) is not kind:  # true is not a number, and 1.0 is not a whole number
        raise QuestionError("wrong_type", f"{key!r} must be {wanted}, not {_short(value)}")
    return value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _text(asked: Mapping[str, Any], key: str, default: str | None = None) -> str:
    return str(_of_kind(str, _value(asked, key, default), key, "a string"))


def _flag(asked: Mapping[str, Any], key: str) -> bool:
    return bool(_of_kind(bool, _value(asked, key, default=False), key, "true or false"))


def _list(asked: Mapping[str, Any], key: str) -> list[Any]:
    return list(_of_kind(list, _value(asked, key, []), key, "a list"))


def _texts(asked: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(str(_of_kind(str, each, key, "a list of strings")) for each in _list(asked, key))


def _counter(asked: Mapping[str, Any], key: str) -> int:
    number = int(_of_kind(int, _value(asked, key, 0), key, "a whole number"))
    if not 0 <= number <= _MOST_COUNTERS:
        raise QuestionError("wrong_number", f"{key!r} must be 0 to {_MOST_COUNTERS}, not {_short(number)}")
    return number


def _tiles(asked: Mapping[str, Any], key: str, default: Any = None) -> tuple[Tile, ...]:
    """Tiles from one string, or from a list of strings."""
    value = _value(asked, key, default)
    parts = value if isinstance(value, list | tuple) else [value]
    return tuple(
        tile
        for part in parts
        for tile in _parsed(_of_kind(str, part, key, "a string of tiles or a list of them"), key)
    )


def _parsed(text: str, key: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise QuestionError("bad_notation", f"{key}: {error}") from error


def _one_tile(asked: Mapping[str, Any], key: str) -> Tile:
    tiles = _parsed(_text(asked, key), key)
    if len(tiles) != 1:
        raise QuestionError("bad_notation", f"{key}: {_short(asked[key])} is not one tile")
    return tiles[0]


def _meld(place: int, written: Any) -> Meld:
    key = f"melds, number {place}"
    _of_kind(dict, written, key, 'an object with "kind" and "tiles"')
    unknown = next((each for each in written if each not in ("kind", "tiles")), None)
    if unknown is not None:
        raise QuestionError("unknown_field", f"{key}: there is no field {unknown!r}: use kind and tiles")
    tiles = _tiles(written, "tiles")
    kind = _choice(_text(written, "kind"), f"{key}, kind", MeldKind)
    if not tiles:
        raise QuestionError(Reason.NOT_A_MELD, f"{key}: there are no tiles")
    if kind is MeldKind.ANKAN:
        return Meld(kind, tiles)
    # Which tile was called, and from whom, changes no value.
    return Meld(kind, tiles[1:], tiles[0], _DEALER)


_Choice = TypeVar("_Choice", MeldKind, WinBy)


def _choice(text: str, key: str, choices: type[_Choice]) -> _Choice:
    try:
        return choices(text)
    except ValueError:
        names = ", ".join(choice.value for choice in choices)
        raise QuestionError("unknown_choice", f"{key} must be one of {names}, not {_short(text)}") from None


def _without_winning_tile(hand: tuple[Tile, ...], melds: tuple[Meld, ...], tile: Tile) -> tuple[Tile, ...]:
    """The hand without the winning tile, if that was written with it; other sizes are left to the audit."""
    if len(hand) + 3 * len(melds) != 14 or tile not in hand:
        return hand
    place = hand.index(tile)
    return (*hand[:place], *hand[place + 1 :])


def _situation(asked: Mapping[str, Any]) -> Situation:
    flags = {flag: _flag(asked, flag) for flag in FLAGS}
    more: dict[str, Any] = flags | {"riichi": flags["riichi"] or flags["double_riichi"]}
    return Situation(
        by=_choice(_text(asked, "by", WinBy.RON.value), "by", WinBy),
        seat_wind=_seat_wind(asked),
        round_wind=_wind(asked, "round_wind", "E"),
        kita=_counter(asked, "kita"),
        local_yaku=_texts(asked, "local_yaku"),
        **more,
    )


def _seat_wind(asked: Mapping[str, Any]) -> Wind:
    dealer = _flag(asked, "dealer")
    wind = _wind(asked, "seat_wind", "E" if dealer else "S")
    if dealer and wind is not Wind.EAST:
        raise QuestionError("dealer_not_east", f"the dealer sits east, not {wind.letter}")
    return wind


def _wind(asked: Mapping[str, Any], key: str, default: str) -> Wind:
    try:
        return Wind.from_letter(_text(asked, key, default))
    except NotationError as error:
        raise QuestionError("bad_notation", f"{key}: {error}") from error


def _giver(asked: Mapping[str, Any], situation: Situation, rules: RuleSet) -> Seat | None:
    giver = _other_seat(asked, "from", rules)
    if giver is not None and situation.by is WinBy.TSUMO:
        raise QuestionError(Reason.NO_TILE_TO_WIN_ON, "nobody gives the tile of a tsumo: leave 'from' out")
    if giver is not None and giver == Seat(situation.seat_wind):
        raise QuestionError(Reason.OWN_DISCARD, Reason.OWN_DISCARD.sentence)
    return giver


def _other_seat(asked: Mapping[str, Any], key: str, rules: RuleSet) -> Seat | None:
    """The player with this wind, the only name players have in a single hand; None if nobody is named."""
    if asked.get(key) is None:
        return None
    wind = _wind(asked, key, "")
    if wind >= rules.players:
        raise QuestionError(Reason.NO_SUCH_SEAT, f"{key}: {Reason.NO_SUCH_SEAT.sentence}")
    return Seat(wind)


def _rules(asked: Mapping[str, Any]) -> RuleSet:
    try:
        return load_rules(_text(asked, "rules", "tenhou"))
    except RulesError as error:
        raise QuestionError("bad_rules", str(error)) from error


def _points(question: Question, value: HandValue) -> dict[str, Any]:
    """The points of the hand alone; for a tsumo, the largest and the smallest payment."""
    base = base_points(value, question.rules)
    winner = Seat(question.situation.seat_wind)
    if question.situation.by is WinBy.RON:
        return {"ron": ron_points(base, winner, _DEALER)}
    shares = tsumo_shares(base, winner, _DEALER, question.rules)
    return {"tsumo": [max(shares.values()), min(shares.values())]}
