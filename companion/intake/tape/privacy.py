"""What a tape does not keep: addresses, free text, and names unless somebody asked for them.

A tape is made to be given away.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from dataclasses import replace
from hashlib import sha256
from typing import Final, cast

from cattrs.errors import BaseValidationError

from companion.evidence import Command, CorrectAsked, FactObserved, SayAsked, StartAsked, TellAsked
from companion.evidence.intentions import HandForgotten, Intention, ResultWas
from companion.intake.tape.events import AskedFor, Heard, Noticed, Saw, Signalled, Wrote
from companion.journal.entry import Entry
from companion.journal.strict import common_converter
from companion.riichi.facts import Chombo, Fact, HanchanStarted
from companion.riichi.reasons import Reason
from companion.riichi.sitting import as_compared
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted
from companion.table_state import TableWarning
from firmware_bridge.signals import PanelStatus
from vision.sighting import EyeStatus, Sighting

__all__ = ["nameless"]

_ADDRESS: Final = re.compile(r"\d+\.\d+\.\d+\.\d+|[0-9a-f]{2}([:-][0-9a-f]{2}){5}")
_KEY: Final = secrets.token_bytes(16)
_CODES: Final = frozenset(reason.value for reason in Reason)


def nameless(heard: Heard, *, with_names: bool = False) -> Heard:
    """The same line without addresses and free text, and without names unless they are wanted."""
    match heard:
        case Saw(message):
            return Saw(_plain_message(message))
        case Signalled(PanelStatus() as status):
            return Signalled(replace(status, says=""))
        case AskedFor(command):
            return AskedFor(_plain_command(command, with_names=with_names))
        case Wrote(entries=entries):
            kept = tuple(_plain_entry(entry, with_names=with_names) for entry in entries)
            notes = _plain_notes(heard.notes, with_names=with_names)
            return replace(heard, entries=kept, notes=notes)
        case Noticed(FactObserved() as observed):
            return Noticed(replace(observed, fact=_plain_fact(observed.fact, with_names=with_names)))
        case _:
            return heard


def _plain_message(message: Sighting | EyeStatus) -> Sighting | EyeStatus:
    camera = "camera" if _ADDRESS.search(message.camera) else message.camera
    if isinstance(message, EyeStatus):
        return replace(message, camera=camera, note="")
    return replace(message, camera=camera)


def _plain_command(command: Command, *, with_names: bool) -> Command:
    plain = replace(command, by=_plain_asker(command.by))
    match plain:
        case StartAsked(names=names) if not with_names:
            return replace(plain, names=("",) * len(names))
        case TellAsked(facts=facts):
            return replace(plain, facts=_plain_facts(facts, with_names=with_names))
        case SayAsked(what=what):
            return replace(plain, what=_plain_intention(what, with_names=with_names))
        case CorrectAsked(facts=facts, deal=deal):
            dealt = None if deal is None else replace(deal, by=_plain_asker(deal.by))
            return replace(plain, facts=_plain_facts(facts, with_names=with_names), deal=dealt)
        case _:
            return plain


def _plain_intention(what: Intention, *, with_names: bool) -> Intention:
    match what:
        case ResultWas(result=Chombo() as chombo) | HandForgotten(result=Chombo() as chombo):
            return replace(what, result=_plain_chombo(chombo))
        case Chombo() | PlayerSubstituted() | PlayerRenamed():
            return cast("Intention", _plain_fact(what, with_names=with_names))
        case _:
            return what


def _plain_chombo(chombo: Chombo) -> Chombo:
    return chombo if chombo.why in _CODES else replace(chombo, why="")


def _somebody(name: str) -> str:
    """A pseudonym: the same for a name until the companion ends; trying many names does not undo it."""
    return f"Guest {hmac.new(_KEY, as_compared(name).encode(), sha256).hexdigest()[:8]}"


def _plain_asker(by: str) -> str:
    """Keep the side of a key; drop the address of a page."""
    return by if re.fullmatch(r"side [A-D]", by) else ""


def _plain_entry(entry: Entry, *, with_names: bool) -> Entry:
    fact = None if entry.fact is None else _plain_fact(entry.fact, with_names=with_names)
    return replace(entry, by=_plain_asker(entry.by), fact=fact)


def _plain_notes(notes: str, *, with_names: bool) -> str:
    """What the journal notes beside the facts; nothing of it where it cannot be read."""
    try:
        said = json.loads(notes)
        warnings = common_converter().structure(said["warnings"], tuple[TableWarning, ...])
        plain = tuple(_plain_warning(one, with_names=with_names) for one in warnings)
        return json.dumps(said | {"warnings": common_converter().unstructure(plain)})
    except (BaseValidationError, ValueError, TypeError, LookupError, AttributeError):
        return ""


def _plain_warning(warning: TableWarning, *, with_names: bool) -> TableWarning:
    """A warning without its sentence, which may name a file or a table; its code says enough."""
    refused = tuple(
        replace(one, fact=_plain_fact(one.fact, with_names=with_names)) for one in warning.refused
    )
    return replace(warning, sentence="", refused=refused)


def _plain_facts(facts: tuple[Fact, ...], *, with_names: bool) -> tuple[Fact, ...]:
    return tuple(_plain_fact(fact, with_names=with_names) for fact in facts)


def _plain_fact(fact: Fact, *, with_names: bool) -> Fact:
    match fact:
        case HanchanStarted(names=names) if not with_names:
            return replace(fact, names=("",) * len(names))
        case PlayerSubstituted(name=name) | PlayerRenamed(name=name) if not with_names:
            return replace(fact, name=_somebody(name))
        case Chombo():
            return _plain_chombo(fact)
        case _:
            return fact
