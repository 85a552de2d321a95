"""How a form offers each field of a rule set: its group, its kind, and what may be chosen. Pure.

A field that this module does not name appears all the same: its type says how it is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from companion.riichi.presets import PRESETS
from companion.riichi.ruleset import YAKUMAN_HAN
from companion.rules_file.fields import (
    DEAD_WALLS,
    HINTS,
    MEANINGS,
    NAMES,
    NO_MINIMUM,
    PAO_YAKUMAN,
    PENALTIES,
    wanted,
)

__all__ = ["GROUPS", "FieldForm", "FormKind", "form_of", "forms_for", "plain"]

_NOT_OFFERED: Final = frozenset({"name", "players", "unverified"})
"""Fields in no form: name and `unverified` follow from the changes; the number of players comes first."""
MORE: Final = "more"

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "tiles": ("red_fives", "kita", "north_yakuhai", "dead_wall", "ippatsu", "ura", "kan_dora", "kan_ura"),
    "calls": (
        *("open_tanyao", "sakizuke", "kuikae", "open_kan_reveal", "ankan_reveal", "suukaikan", "fifth_kan"),
        *("kan_in_riichi", "chankan_of_ankan"),
    ),
    "draws": (
        *("riichi_min_points", "riichi_min_live", "open_riichi", "open_riichi_yakuman"),
        *("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "renchan", "four_copies_tenpai"),
        "noten_points",
    ),
    "wins": (
        *("multiple_ron", "honba_to", "honba_points", "kiriage", "kazoe_yakuman", "double_yakuman"),
        *(
            "yakuman_stack",
            "two_han_from",
            "green_needs_hatsu",
            "local_yaku",
            "tenhou_doubles",
            "double_wind_fu",
        ),
        *("rinshan_fu", "renhou", "nagashi_mangan", "nagashi_win", "wareme", "tsumo_loss"),
    ),
    "pao": ("pao", "daiminkan_pao", "pao_split", "pao_honba"),
    "end": (
        *("rounds", "bust", "dealer_stop", "dealer_stop_asked", "extension", "target_points"),
        *("time_limit", "start_points"),
        *("return_points", "oka", "uma", "uma_by_winners", "sticks_left", "ties", "score_rounding"),
        *("chombo_points", "chombo_ends_game", "dead_hands", "penalty_to", "penalty_points"),
        "penalties",
        *("chip_points", "bust_points", "yakitori_points"),
    ),
}
"""Fields that belong together, in the order in which a form shows them."""

_ONLY_FOR: Final = dict.fromkeys(("kita", "north_yakuhai", "tsumo_loss", "dead_wall"), 3) | dict.fromkeys(
    ("suufon_renda", "suucha_riichi"), 4
)
_NUMBERS: Final[dict[str, tuple[int, int, int]]] = {
    "rounds": (1, 4, 1),
    "riichi_min_live": (0, 70, 1),
    "two_han_from": (0, 20, 1),
    "chombo_points": (0, 100_000, 1_000),
    "penalty_points": (1_000, 20_000, 1_000),
    "chip_points": (0, 10_000, 500),
    "bust_points": (0, 50_000, 1_000),
    "yakitori_points": (0, 50_000, 1_000),
    "riichi_min_points": (0, 10_000, 100),
}
"""The least and the most that a stepper offers, and its step."""
_SHARED: Final = {
    ("honba_points", 4): 300,
    ("honba_points", 3): 200,
    ("noten_points", 4): 600,
    ("noten_points", 3): 200,
}
"""The step for points that players share in whole hundreds, by field and number of players."""
_MOST_SHARED: Final = 60_000
_INSTEAD: Final[dict[str, tuple[Any, ...]]] = {"riichi_min_points": (NO_MINIMUM,), "chombo_points": (0,)}
"""Values offered besides the numbers, because they mean something other than an amount."""
_POINTS: Final = (0, 200_000, 1_000)
_COUNT: Final = (0, 100, 1)
_CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "double_wind_fu": (2, 4),
    "dead_wall": DEAD_WALLS,
    "pao": PAO_YAKUMAN,
    "penalties": PENALTIES,
}
_USUAL: Final[dict[tuple[str, int], tuple[Any, ...]]] = {
    ("red_fives", 4): ((0, 0, 0), (1, 1, 1), (1, 2, 1)),
    ("red_fives", 3): ((0, 0, 0), (0, 1, 1), (0, 2, 1)),
    ("uma", 4): ((10, 5, -5, -10), (20, 10, -10, -20), (30, 10, -10, -30), (0, 0, 0, 0)),
    ("uma", 3): ((10, 0, -10), (15, 0, -15), (20, 0, -20), (30, 0, -30), (0, 0, 0)),
    ("uma_by_winners", 3): ((), ((0, 0, 0), (20, -10, -10), (15, 5, -20), (0, 0, 0))),
}
"""What many houses play, besides what the presets say."""


class FormKind(StrEnum):
    """How a value is chosen."""

    ONE = "one"
    """One of the choices."""
    SOME = "some"
    """Any number of the choices."""
    NUMBER = "number"
    """A number between `least` and `most`, or one of the choices instead, if there are any."""
    NAMED = "named"
    """Names that people write, each with a number between `least` and `most`."""


@dataclass(frozen=True, slots=True)
class FieldForm:
    """One field of a rule set as a form offers it."""

    field: str
    group: str
    kind: FormKind
    choices: tuple[Any, ...]
    wanted: str
    meaning: str
    """One English sentence; a page shows it where it has no words of its own for the field."""
    least: int = 0
    most: int = 0
    step: int = 1


def forms_for(players: int) -> tuple[FieldForm, ...]:
    """Every field that a table of this many players can change, group by group."""
    grouped = [name for group in GROUPS.values() for name in group]
    others = [name for name in NAMES if name not in grouped]
    return tuple(
        form_of(name, players)
        for name in (*grouped, *others)
        if name in NAMES and name not in _NOT_OFFERED and _ONLY_FOR.get(name, players) == players
    )


def form_of(name: str, players: int) -> FieldForm:
    """How one field is offered to this many players."""
    hint = HINTS[name]
    group = next((group for group, names in GROUPS.items() if name in names), MORE)
    about = (wanted(name), MEANINGS[name])
    if hint == tuple[tuple[str, int], ...]:
        return FieldForm(name, group, FormKind.NAMED, (), *about, 1, YAKUMAN_HAN, 1)
    if name in _CHOICES or hint not in (int, int | None):
        kind = FormKind.SOME if hint == frozenset[str] else FormKind.ONE
        return FieldForm(name, group, kind, _choices(name, hint, players), *about)
    least, most, step = _range_of(name, players)
    instead = _INSTEAD.get(name) or ((NO_MINIMUM,) if hint == int | None else ())
    return FieldForm(name, group, FormKind.NUMBER, instead, *about, least, most, step)


def _range_of(name: str, players: int) -> tuple[int, int, int]:
    if (name, players) in _SHARED:
        return (0, _MOST_SHARED, _SHARED[name, players])
    return _NUMBERS.get(name) or (_POINTS if name.endswith("_points") else _COUNT)


def _choices(name: str, hint: Any, players: int) -> tuple[Any, ...]:
    if name in _CHOICES:
        return _CHOICES[name]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return tuple(choice.value for choice in hint)
    if hint is bool:
        return (True, False)
    known = [getattr(rules, name) for rules in PRESETS.values() if rules.players == players]
    if hint == frozenset[str]:
        return tuple(sorted(frozenset[str]().union(*known)))
    found = dict.fromkeys((*_USUAL.get((name, players), ()), *known))
    return tuple(plain(value) for value in found)


def plain(value: Any) -> Any:
    """A value as JSON has it.

    >>> plain(frozenset({"b", "a"})), plain(((1, 2), ()))
    (['a', 'b'], [[1, 2], []])
    """
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value
