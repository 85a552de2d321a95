"""The fields of a POST body, each checked before it is believed: numbers, seats, tiles, facts, names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final, NoReturn, TypeVar, get_args

from cattrs.errors import BaseValidationError

from companion.dashboard.errors import RequestRefused
from companion.haifu.texts import LONGEST_NAME, LONGEST_TEXT, has_fit_texts, is_fit
from companion.journal.strict import common_converter, sentences
from companion.person_names import as_entered
from companion.riichi.errors import NotationError
from companion.riichi.facts import Fact, HanchanStarted, HandValue, KyokuFact, KyokuStarted, Won
from companion.riichi.house_facts import PenaltyGiven
from companion.riichi.seats import SEATS, Seat, Wind
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted, PointsSet
from companion.riichi.tiles import UNKNOWN, Tile

__all__ = ["Body", "bad", "is_of_a_table"]

LARGEST_NUMBER: Final = 2**53
MOST_POINTS: Final = 10_000_000
MOST_FACTS: Final = 64
MOST_HONBA: Final = 999
MOST_URA: Final = 5

_Value = TypeVar("_Value")
_CONVERTER: Final = common_converter()


def bad(sentence: str) -> NoReturn:
    """Refuse the request: the sentence names the field."""
    raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_command", sentence)


class Body:
    """One JSON object; each method returns a field as its own type, or refuses the request."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self._fields.get(name) is not None

    def maybe(self, name: str, read: Callable[[str], _Value]) -> _Value | None:
        """The field as `read` returns it; None if it is not given."""
        return read(name) if self.has(name) else None

    def raw(self, name: str) -> Any:
        """The field as it came."""
        return self._fields.get(name)

    def whole(self, name: str, least: int = 0, most: int = LARGEST_NUMBER) -> int:
        """A whole number from `least` to `most`."""
        return _whole(self._fields.get(name), name, least, most)

    def honba(self, name: str) -> int:
        """A number of honba counters or riichi sticks."""
        return self.whole(name, 0, MOST_HONBA)

    def flag(self, name: str) -> bool:
        """True or false; false where it is not given."""
        value = self._fields.get(name, False)
        return value if type(value) is bool else bad(f"{name} is true or false.")

    def seat(self, name: str) -> Seat:
        """A seat."""
        value = self._fields.get(name)
        return SEATS[value] if type(value) is int and value in range(4) else bad(f"{name} is 0 to 3.")

    def wind(self, name: str) -> Wind:
        """E, S, W or N."""
        try:
            return Wind.from_letter(str(self._fields.get(name)))
        except NotationError:
            bad(f"{name} is E, S, W or N.")

    def tile(self, name: str) -> Tile | None:
        """A tile; None for `?`, or if it is not given."""
        return _tile(self._fields.get(name), name)

    def tiles(self, name: str, most: int = 18) -> tuple[Tile | None, ...]:
        """A list of tiles, each None for `?`; empty if it is not given."""
        return tuple(_tile(each, name) for each in self._list(name, most))

    def seen_tiles(self, name: str, most: int = 14) -> tuple[Tile, ...]:
        """A list of tiles, each of them known."""
        tiles = self.tiles(name, most)
        return tuple(tile if tile is not None else bad(f"{name} must be a list of tiles.") for tile in tiles)

    def numbers(self, name: str, least: int, most: int, longest: int) -> tuple[int, ...]:
        """A list of at most `longest` whole numbers, each from `least` to `most`."""
        return tuple(_whole(each, name, least, most) for each in self._list(name, longest))

    def points(self, name: str) -> tuple[int, ...]:
        """Points by seat."""
        return self.numbers(name, -MOST_POINTS, MOST_POINTS, 4)

    def one_of(self, name: str, kind: Callable[[Any], _Value], choices: str) -> _Value:
        """The field as a value of `kind`; a refusal names the `choices`."""
        try:
            return kind(self._fields.get(name))
        except ValueError:
            bad(f"{name} must be one of {choices}.")

    def names(self, name: str) -> tuple[str, ...]:
        """People's names, as they are kept."""
        return tuple(_name(each) for each in self._list(name, 4))

    def facts(self, name: str, *kinds: type) -> tuple[Fact, ...]:
        """Facts as the journal writes them: any fact of a kyoku, and facts of the other `kinds`."""
        found = tuple(_fact(each, name) for each in self._list(name, MOST_FACTS))
        wrong = [fact for fact in found if not isinstance(fact, (*get_args(KyokuFact), *kinds))]
        if wrong:
            bad(f"{name} cannot hold {type(wrong[0]).__name__}.")
        return found

    def _list(self, name: str, longest: int) -> list[Any]:
        value = self._fields.get(name, [])
        if type(value) is not list or len(value) > longest:
            bad(f"{name} must be a list of at most {longest}.")
        return value


def _whole(value: Any, name: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        bad(f"{name} must be a whole number from {least} to {most}.")
    return value


def _tile(value: Any, name: str) -> Tile | None:
    if value is None or value == UNKNOWN:
        return None
    try:
        return Tile(value)
    except NotationError:
        bad(f"{name} must be a tile such as 5p, or ?.")


def _name(value: Any) -> str:
    told = value.strip() if isinstance(value, str) else bad("names is a list of texts.")
    name = as_entered(told)
    if len(name) > LONGEST_NAME or not is_fit(told, LONGEST_TEXT):
        bad(f"A name is at most {LONGEST_NAME} letters on one line.")
    return name


def _fact(value: Any, name: str) -> Fact:
    try:
        fact: Fact | None = _CONVERTER.structure(value, Fact | None)  # type: ignore[arg-type]
    except (BaseValidationError, ValueError, TypeError, LookupError, AttributeError) as failure:
        bad(f"{name} cannot be read: {sentences(failure)}."[:400])
    if fact is None or not _has_sizes_of_a_table(fact):
        bad(f"{name} says something that no table has.")
    if not has_fit_texts(fact):
        bad(f"{name} has texts that are too long, or that are not on one line.")
    return _with_entered_names(fact)


def _with_entered_names(fact: Fact) -> Fact:
    """The fact with the names of people as they are kept."""
    match fact:
        case HanchanStarted(names):
            return replace(fact, names=tuple(map(as_entered, names)))
        case PlayerSubstituted(name=name) | PlayerRenamed(name=name):
            return replace(fact, name=as_entered(name))
        case _:
            return fact


def is_of_a_table(fact: Fact) -> bool:
    """Whether the numbers and texts of a fact could come from a real table."""
    return _has_sizes_of_a_table(fact) and has_fit_texts(fact)


def _has_sizes_of_a_table(fact: Fact) -> bool:
    """Whether the numbers of a fact could come from a real table."""
    match fact:
        case KyokuStarted():
            counters = 0 <= fact.honba <= MOST_HONBA and 0 <= fact.kyoutaku <= MOST_HONBA
            return counters and _are_points(*fact.points)
        case PointsSet():
            return 0 <= fact.kyoutaku <= MOST_HONBA and _are_points(*fact.points)
        case PenaltyGiven():
            return _are_points(fact.points)
        case Won():
            return len(fact.ura) <= MOST_URA and (fact.value is None or _is_value(fact.value))
        case _:
            return True


def _are_points(*points: int) -> bool:
    return all(abs(one) <= MOST_POINTS for one in points)


def _is_value(value: HandValue) -> bool:
    numbers = 0 <= value.han <= 200 and 0 <= value.fu <= 200 and 0 <= value.yakuman <= 20
    return numbers and len(value.yaku) <= 40 and all(abs(han) <= 200 for _, han in value.yaku)
