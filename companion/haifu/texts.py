"""Makes text from outside fit to show and store; knows no format.

Names of players, rules and yaku and the reason for a chombo come from people and from files. Each must be one
short line of visible characters, spaces and joiners: no line break, no NUL, no mark that reverses the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from companion.person_names import LONGEST, is_shown
from companion.riichi.facts import Chombo, Fact, HanchanStarted, HandValue, SeatsBound, Won
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted, RulesChanged

LONGEST_NAME: Final = LONGEST
"""The most characters of a name."""
LONGEST_TEXT: Final = 200
"""The most characters of a sentence, such as the reason for a chombo."""
_LONGEST_WORD: Final = 60


def storable(text: str) -> str:
    r"""The text with "?" for lone surrogates, which can be neither stored nor shown.

    >>> storable("東\ud800")
    '東?'
    """
    return text.encode("utf-8", "replace").decode("utf-8")


def names_in(told: Any) -> tuple[str, ...]:
    """The names in a JSON list; an empty one for each seat that has none.

    >>> names_in(["東", None]), names_in(None)
    (('東', ''), ())
    """
    names = told if isinstance(told, list) else []
    return tuple("" if name is None else storable(str(name)) for name in names)


def printable(text: str) -> str:
    r"""The text on one line, with "?" for each character that cannot be printed.

    >>> printable("a\nb"), printable("山田\u3000太郎") == "山田\u3000太郎"
    ('a?b', True)
    """
    return "".join(letter if is_shown(letter) else "?" for letter in storable(text))


def is_fit(text: str, longest: int) -> bool:
    r"""Whether the text is one line of visible characters, `longest` at most.

    >>> is_fit("a", 1), is_fit("a\N{RIGHT-TO-LEFT OVERRIDE}b", 10), is_fit("ab", 1)
    (True, False, False)
    """
    return len(text) <= longest and all(map(is_shown, text))


def with_fit_texts(fact: Fact) -> Fact:
    """The fact as a journal may keep it: bad characters in its texts are replaced, long texts cut off."""
    return _with_texts(fact, lambda text, longest: printable(text)[:longest])


def has_fit_texts(fact: Fact) -> bool:
    """Whether all texts of the fact are fit."""
    unfit: list[str] = []

    def look(text: str, longest: int) -> str:
        if not is_fit(text, longest):
            unfit.append(text)
        return text

    _with_texts(fact, look)
    return not unfit


def _with_texts(fact: Fact, change: Callable[[str, int], str]) -> Fact:
    """The fact with each of its texts changed. Every kind of fact that has texts is listed here."""
    match fact:
        case HanchanStarted():
            names = tuple(change(name, LONGEST_NAME) for name in fact.names)
            return replace(fact, names=names, rules=change(fact.rules, _LONGEST_WORD))
        case Chombo():
            return replace(fact, why=change(fact.why, LONGEST_TEXT))
        case PlayerSubstituted() | PlayerRenamed():
            return replace(fact, name=change(fact.name, LONGEST_NAME))
        case RulesChanged():
            name = change(fact.rules.name, _LONGEST_WORD)
            fields = tuple(change(field, _LONGEST_WORD) for field in fact.fields)
            own = tuple((change(named, LONGEST_NAME), han) for named, han in fact.rules.local_yaku)
            return replace(fact, rules=replace(fact.rules, name=name, local_yaku=own), fields=fields)
        case SeatsBound():
            return replace(fact, sides=change(fact.sides, LONGEST_NAME))
        case Won(value=HandValue() as value):
            yaku = tuple((change(name, _LONGEST_WORD), han) for name, han in value.yaku)
            return replace(fact, value=replace(value, yaku=yaku))
        case _:
            return fact
