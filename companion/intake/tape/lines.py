"""Writes a line of a tape as JSON and reads it back. The reader trusts nothing: tapes come from anywhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, cast

from cattrs.errors import BaseValidationError
from cattrs.strategies import configure_tagged_union

from companion.evidence import Command, FactObserved
from companion.intake.tape.events import (
    AskedFor,
    Ended,
    Head,
    Heard,
    Line,
    Noticed,
    Put,
    Saw,
    Shown,
    Signalled,
    TapeError,
    Trusted,
    Turned,
    Wrote,
)
from companion.journal.intended import teach_intentions
from companion.journal.strict import sentences, strict_converter
from companion.keeping.trusting import TrustRefused, trust_of
from companion.scribe import Pressed, SightChanged, Ticked
from firmware_bridge.signals import Condition, HeldDown, LongPress, PanelStatus, Press
from hardware import Button, Side
from vision.errors import WorkerProtocolError
from vision.sighting import EyeStatus, Sighting
from vision.wire import from_line, to_line

__all__ = ["FORM", "read_head", "read_line", "write_head", "write_line"]

FORM: Final = 8
"""The form of these lines. A companion reads tapes of its own form and of older ones, and refuses others."""
_READ: Final = frozenset({1, 2, 3, 4, 5, 6, 7, FORM})
"""The forms that can be read.

Form 7 does not say where a question came up, nor why a panel that is plugged in cannot be used.
Form 6 does not know that an eye may see the stickers of several tables, or several cameras have one name.
Form 5 does not say what the table knew besides the facts when the tape began; form 4, whether an entry told,
corrected, undid or redid something; form 3, whose keys went away.
Forms 1 and 2 lack the command `say`; form 1, when the table last lay still.
"""

_CONVERTER: Final = strict_converter()
teach_intentions(_CONVERTER)
configure_tagged_union(
    Command, _CONVERTER, tag_name="kind", tag_generator=lambda one: one.__name__.removesuffix("Asked").lower()
)
_EVIDENCE: Final[dict[str, type]] = {
    "pressed": Pressed,
    "sight": SightChanged,
    "tick": Ticked,
    "fact": FactObserved,
}
_Key = Press | LongPress | HeldDown
_dumps = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode


def write_head(head: Head) -> bytes:
    """The first line of a tape, with its end."""
    said = {"tape": FORM, **cast("dict[str, Any]", _CONVERTER.unstructure(head))}
    return _dumps(said).encode() + b"\n"


def read_head(line: bytes) -> Head:
    """The first line of a tape.

    Raises:
        TapeError: it is not one, or one of another form.
    """
    said = _object(line)
    form = said.pop("tape", None)
    if type(form) is not int:
        raise TapeError("it does not begin like a tape of a riichi table")
    if form not in _READ:
        raise TapeError(f"it is a tape of form {form}, and this companion reads forms up to {FORM}")
    return cast("Head", _structured(said, Head))


def write_line(line: Line) -> bytes:
    """One line of a tape, with its end."""
    name, write, _ = _FORMS[type(line.heard)]
    said = {"at": line.at_ns, "is": name, **write(line.heard)}
    return _dumps(said).encode() + b"\n"


def read_line(text: bytes) -> Line:
    """One line of a tape after its first.

    Raises:
        TapeError: no companion of this form writes such a line.
    """
    said = _object(text)
    at, name = said.pop("at", None), said.pop("is", None)
    if type(at) is not int or not 0 <= at < 2**63:
        raise TapeError("a line does not say when it was heard")
    read = _READERS.get(name) if isinstance(name, str) else None
    if read is None:
        raise TapeError(f"a line is of an unknown kind, {str(name)[:40]!r}")
    return Line(at, read(said))


def _object(line: bytes) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        raise TapeError("a line is not JSON") from None
    if type(said) is not dict:
        raise TapeError("a line is not a JSON object")
    return said


def _structured(said: Any, kind: Any) -> Any:
    try:
        return _CONVERTER.structure(said, kind)
    except (BaseValidationError, ValueError, TypeError, LookupError, AttributeError) as failure:
        raise TapeError(f"a line cannot be read: {sentences(failure)}"[:300].replace("\n", " ")) from failure


def _plainly(kind: type) -> tuple[Callable[[Any], dict[str, Any]], Callable[[dict[str, Any]], Heard]]:
    """How to write and read a value by the names of its fields."""
    return _CONVERTER.unstructure, lambda said: cast("Heard", _structured(said, kind))


def _write_saw(heard: Saw) -> dict[str, Any]:
    return {"line": json.loads(to_line(heard.message))}


def _read_saw(said: dict[str, Any]) -> Saw:
    try:
        message = from_line(_dumps(said.get("line")).encode())
    except (WorkerProtocolError, ValueError) as error:
        raise TapeError(f"a line is not one that the eye sends: {error}"[:300]) from error
    if not isinstance(message, Sighting | EyeStatus) or said.keys() != {"line"}:
        raise TapeError("a tape keeps what the eye saw and how it was doing, but no pictures")
    return Saw(message)


def _write_signal(heard: Signalled) -> dict[str, Any]:
    match heard.signal:
        case PanelStatus(condition, at_ns, _, lost, gone):
            sides = {"gone": sorted(side.name for side in gone)} if gone else {}
            return {"condition": condition.value, "at_ns": at_ns, "lost": lost} | sides
        case Press(held_with=held) as press:
            return _write_key("press", press) | {"held_with": sorted(key.name for key in held)}
        case LongPress() as long:
            return _write_key("long", long)
        case HeldDown() as held_down:
            return _write_key("held", held_down)


def _write_key(what: str, key: _Key) -> dict[str, Any]:
    return {
        "what": what,
        "side": key.side.name,
        "button": key.button.name,
        "at_ns": key.at_ns,
        "seq": key.seq,
    }


_KEYS: Final[Mapping[str, Callable[..., _Key]]] = {"press": Press, "long": LongPress, "held": HeldDown}


def _read_signal(said: dict[str, Any]) -> Signalled:
    try:
        if "condition" in said:
            condition, at_ns, lost = (said.pop(name) for name in ("condition", "at_ns", "lost"))
            gone = frozenset(Side[name] for name in said.pop("gone", ()))
            signal: _Key | PanelStatus = PanelStatus(
                Condition(condition), _whole(at_ns), "", _whole(lost), gone
            )
        else:
            make, side, button = _KEYS[said.pop("what")], Side[said.pop("side")], Button[said.pop("button")]
            when, number = _whole(said.pop("at_ns")), _whole(said.pop("seq"))
            more = (frozenset(Button[name] for name in said.pop("held_with")),) if make is Press else ()
            signal = make(side, button, when, number, *more)
    except (KeyError, ValueError, TypeError) as failure:
        raise TapeError("a line has a signal that no panel sends") from failure
    if said:
        raise TapeError("a signal has unknown fields")
    return Signalled(signal)


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**63:
        raise ValueError("not a whole number")
    return value


def _write_asked(heard: AskedFor) -> dict[str, Any]:
    return {"ask": _CONVERTER.unstructure(heard.command, Command)}


def _read_asked(said: dict[str, Any]) -> AskedFor:
    ask = said.get("ask")
    if said.keys() != {"ask"} or type(ask) is not dict or type(ask.get("kind")) is not str:
        raise TapeError("a line has no command that can be read")
    return AskedFor(cast("Command", _structured(ask, Command)))


def _write_noticed(heard: Noticed) -> dict[str, Any]:
    name = next(name for name, kind in _EVIDENCE.items() if isinstance(heard.evidence, kind))
    return {"what": name, "told": _CONVERTER.unstructure(heard.evidence)}


def _read_noticed(said: dict[str, Any]) -> Noticed:
    kind = _EVIDENCE.get(str(said.get("what")))
    if kind is None or said.keys() != {"what", "told"}:
        raise TapeError("a line has evidence of an unknown kind")
    told = said["told"]
    if kind is Ticked and type(told) is dict:
        told = {"rested_ns": None, **told}  # form 1 lacks it
    return Noticed(_structured(told, kind))


def _write_trusted(heard: Trusted) -> dict[str, Any]:
    return {"trust": asdict(heard.trust)}


def _read_trusted(said: dict[str, Any]) -> Trusted:
    trust = said.get("trust")
    if said.keys() != {"trust"} or type(trust) is not dict:
        raise TapeError("a line says wrongly what pictures may write")
    try:
        return Trusted(trust_of(trust))
    except TrustRefused as refusal:
        raise TapeError(f"a line says wrongly what pictures may write: {refusal}"[:300]) from refusal


_FORMS: Final[dict[type, tuple[str, Callable[[Any], dict[str, Any]], Callable[[dict[str, Any]], Heard]]]] = {
    Saw: ("eye", _write_saw, _read_saw),
    Shown: ("shown", *_plainly(Shown)),
    Signalled: ("key", _write_signal, _read_signal),
    AskedFor: ("asked", _write_asked, _read_asked),
    Noticed: ("noticed", _write_noticed, _read_noticed),
    Turned: ("turned", *_plainly(Turned)),
    Wrote: ("wrote", *_plainly(Wrote)),
    Put: ("questions", *_plainly(Put)),
    Trusted: ("trusted", _write_trusted, _read_trusted),
    Ended: ("ended", *_plainly(Ended)),
}
_READERS: Final = {name: read for name, _, read in _FORMS.values()}
