"""From the fields of a command to what is asked of the table. What becomes of it is not known here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, get_args

from companion import evidence
from companion.dashboard.fields import Body, bad
from companion.dashboard.intended import read_intention
from companion.evidence import Depth, Said
from companion.haifu.texts import LONGEST_NAME
from companion.person_names import same_name
from companion.riichi.calls import Action
from companion.riichi.facts import HanchanStarted, KyokuEnded, KyokuStarted, SeatsBound
from companion.riichi.presets import PRESETS, preset_called
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.tea_facts import RulesChanged, TeaFact
from companion.riichi.tiles import UNKNOWN
from companion.rules_file import RulesError, changed_rules, differences
from companion.shelf import AnonymiseAsked, ForgetAsked, ShelfCommand

__all__ = ["FIELDS", "Envelope", "read_asked"]


@dataclass(frozen=True, slots=True)
class Envelope:
    """What every command has."""

    id: str
    expected_seq: int
    by: str
    house: RuleSet
    """The house rules, which apply unless others are named."""
    rules: Callable[[], RuleSet] | None = None
    """Returns the rules of the next hand at this table; None: the house rules."""


TEA: Final[tuple[type, ...]] = get_args(TeaFact)

_Asked = evidence.Command | ShelfCommand


def read_asked(kind: str, body: Body, who: Envelope) -> _Asked:
    """What a command of this kind asks for. Raises RequestRefused."""
    return _READERS[kind](body, who)


def _undo(_: Body, who: Envelope) -> evidence.Command:
    return evidence.UndoAsked(who.id, who.expected_seq, who.by)


def _redo(_: Body, who: Envelope) -> evidence.Command:
    return evidence.RedoAsked(who.id, who.expected_seq, who.by)


def _finish(_: Body, who: Envelope) -> evidence.Command:
    return evidence.FinishAsked(who.id, who.expected_seq, who.by)


def _rules_from_now(body: Body, who: Envelope) -> evidence.Command:
    """Only the rules that differ are told: others that were agreed on meanwhile stay."""
    changes, base = body.raw("changes"), who.rules() if who.rules else who.house
    if not isinstance(changes, dict):
        bad("changes has a value for each rule that changes.")
    try:
        rules = changed_rules(base, changes)
    except RulesError as error:
        bad(f"{error}.")
    fields = tuple(one.field for one in differences(base, rules))
    if not fields:
        bad("changes names at least one rule that changes.")
    return evidence.TellAsked(who.id, who.expected_seq, who.by, (RulesChanged(rules, fields),))


def _say(body: Body, who: Envelope) -> evidence.Command:
    waived = body.raw("waived") if body.has("waived") else []
    if not isinstance(waived, list) or len(waived) > MOST_WAIVED:
        bad(f"waived is a list of at most {MOST_WAIVED} codes of rules.")
    what = read_intention(body.raw("what"), "what")
    return evidence.SayAsked(
        who.id, who.expected_seq, who.by, what, tuple(_reason(one, "waived") for one in waived)
    )


def _reason(value: Any, name: str) -> Reason:
    try:
        return Reason(value)
    except ValueError:
        bad(f"{name} has the codes of warnings.")


def _waive(body: Body, who: Envelope) -> evidence.Command:
    try:
        reason = Reason(body.raw("reason"))
    except ValueError:
        bad("reason is the code of an open warning.")
    return evidence.WaiveAsked(who.id, who.expected_seq, who.by, reason.value)


def _start(body: Body, who: Envelope) -> evidence.Command:
    rules = _rules(body.raw("rules"), who.house)
    names = body.names("names")
    if len(names) != rules.players:
        bad(f"names has one name for each of the {rules.players} players.")
    _require_different(names)
    return evidence.StartAsked(who.id, who.expected_seq, who.by, names, rules)


def _require_different(names: tuple[str, ...]) -> None:
    given = [same_name(name) for name in names if name]
    if len(set(given)) < len(given):
        bad("Two players have the same name.")


def _rules(value: Any, house: RuleSet) -> RuleSet:
    """The house's rules, a preset, or one of them with some fields changed."""
    if value is None:
        return house
    named = value if isinstance(value, dict) else {"preset": value}
    if not set(named) <= {"preset", "changes"}:
        bad("rules has the fields preset and changes.")
    name, changes = named.get("preset", house.name), named.get("changes", {})
    base = house if name == house.name else preset_called(name) if isinstance(name, str) else None
    if base is None or not isinstance(changes, dict):
        bad(f"rules is one of {', '.join({house.name: 0, **PRESETS})}, or one of them with changes.")
    try:
        return changed_rules(base, changes)
    except RulesError as error:
        bad(f"{error}.")


def _deal(body: Body, who: Envelope) -> evidence.Command:
    return _deal_of(body, who, _depth_of(body))


def _deal_of(body: Body, who: Envelope, depth: Depth) -> evidence.DealAsked:
    return evidence.DealAsked(
        who.id,
        who.expected_seq,
        who.by,
        depth=depth,
        round_wind=body.maybe("round_wind", body.wind),
        dealer=body.maybe("dealer", body.seat),
        honba=body.maybe("honba", body.honba),
        kyoutaku=body.maybe("kyoutaku", body.honba),
        points=body.maybe("points", body.points),
        indicator=body.tile("indicator"),
        is_indicator_open=body.raw("indicator") == UNKNOWN or depth is not Depth.FULL,
    )


def _depth_of(body: Body) -> Depth:
    return body.one_of("depth", Depth, ", ".join(Depth))


def _tap(body: Body, who: Envelope) -> evidence.Command:
    said = Said(
        seat=body.seat("seat"),
        action=body.one_of("action", Action, ", ".join(Action)),
        tile=body.tile("tile"),
        own=body.tiles("own", 4),
        giver=body.maybe("giver", body.seat),
        is_open=body.flag("is_open"),
        tsumogiri=body.maybe("tsumogiri", body.flag),
    )
    return evidence.TapAsked(who.id, who.expected_seq, who.by, said)


def _tell(body: Body, who: Envelope) -> evidence.Command:
    facts = body.facts("facts", KyokuEnded, SeatsBound, *TEA)
    if not facts:
        bad("facts is a list of at least one fact.")
    return evidence.TellAsked(who.id, who.expected_seq, who.by, facts)


def _depth(body: Body, who: Envelope) -> evidence.Command:
    turn = body.maybe("turn", body.seat)
    live = body.whole("live", 0, 136) if body.has("live") else None
    return evidence.DepthAsked(who.id, who.expected_seq, who.by, _depth_of(body), turn, live)


def _correct(body: Body, who: Envelope) -> evidence.Command:
    facts = body.facts("facts", KyokuStarted, KyokuEnded, HanchanStarted, *TEA)
    for fact in facts:
        if isinstance(fact, HanchanStarted):
            _require_different(fact.names)
    return evidence.CorrectAsked(
        who.id,
        who.expected_seq,
        who.by,
        retracts=body.numbers("retracts", 1, 2**53, 1_000),
        facts=facts,
        before=_place(body),
        by_rules=body.flag("by_rules"),
    )


def _insert_hand(body: Body, who: Envelope) -> evidence.Command:
    facts = body.facts("facts")
    if not facts:
        bad("facts is a list of what happened in the hand, its result at least.")
    return evidence.CorrectAsked(
        who.id,
        who.expected_seq,
        who.by,
        (),
        facts,
        _place(body),
        by_rules=not body.has("by_rules") or body.flag("by_rules"),
        deal=_deal_of(body, who, Depth.POINTS),
    )


def _place(body: Body) -> int | None:
    return body.maybe("before", lambda name: body.whole(name, 1))


def _seen(body: Body, who: Envelope) -> evidence.Command:
    code = body.raw("code")
    if not isinstance(code, str) or len(code) > LONGEST_NAME:
        bad("code is the code of a reminder.")
    return evidence.SeenAsked(who.id, who.expected_seq, who.by, code, body.maybe("seat", body.seat))


def _answer(body: Body, who: Envelope) -> evidence.Command:
    question, choice = body.whole("question", 1), body.whole("choice", 0, MOST_CHOICES)
    return evidence.AnswerAsked(who.id, who.expected_seq, who.by, question, choice)


def _forget_game(body: Body, who: Envelope) -> ShelfCommand:
    return ForgetAsked(who.id, None, who.by, _game_of(body))


def _anonymise(body: Body, who: Envelope) -> ShelfCommand:
    return AnonymiseAsked(who.id, None, who.by, _game_of(body))


def _game_of(body: Body) -> str:
    name = body.raw("game")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
        bad("game is the name of a game in the journal.")
    return name


_READERS: Final[dict[str, Callable[[Body, Envelope], _Asked]]] = {
    "undo": _undo,
    "redo": _redo,
    "waive": _waive,
    "start": _start,
    "deal": _deal,
    "tap": _tap,
    "tell": _tell,
    "say": _say,
    "rules": _rules_from_now,
    "depth": _depth,
    "correct": _correct,
    "insert_hand": _insert_hand,
    "finish": _finish,
    "seen": _seen,
    "answer": _answer,
    "forget_game": _forget_game,
    "anonymise": _anonymise,
}
MOST_CHOICES: Final = 3
MOST_WAIVED: Final = 8
_DEAL: Final = ("round_wind", "dealer", "honba", "kyoutaku", "points", "indicator")
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "speed": ("speed",),
    "waive": ("reason",),
    "start": ("names", "rules"),
    "deal": ("depth", *_DEAL),
    "tap": ("seat", "action", "tile", "own", "giver", "is_open", "tsumogiri"),
    "tell": ("facts",),
    "say": ("what", "waived"),
    "rules": ("changes",),
    "depth": ("depth", "turn", "live"),
    "correct": ("retracts", "facts", "before", "by_rules"),
    "insert_hand": ("before", "facts", "by_rules", *_DEAL),
    "seen": ("code", "seat"),
    "answer": ("question", "choice"),
    "forget_game": ("game",),
    "anonymise": ("game",),
}
"""The fields of each kind of command, besides those that all have."""
