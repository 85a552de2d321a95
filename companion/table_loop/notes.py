"""What the table knows of a game besides its facts, so that a restart forgets nothing that concerns people.

What they have dealt with does not come back, and what waits for them does not vanish. Notes are kept beside
the entries, in the same transaction where there is one. Questions are not noted: the eye raises them again.
Only `Noted` reads and writes them; the one writer owns it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, cast, get_args

from cattrs import Converter
from cattrs.errors import BaseValidationError

from companion.evidence import Depth
from companion.journal import Game, Journal
from companion.journal.strict import sentences, strict_converter
from companion.logs import boot_id
from companion.reveals.wall_seen import WallWatch
from companion.riichi.facts import CALLS, Discarded, KyokuFact
from companion.riichi.seats import Seat
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.riichi.wording import Wording
from companion.scribe.questions import Declined, Sighted
from companion.table_loop.desk import Desk
from companion.table_loop.steps import newest_tap
from companion.table_loop.undoing import past_without
from companion.table_state import CallTold, OpenQuestion, SeenReminder, TableWarning

__all__ = ["CUT", "Noted", "Notes", "encoded", "notes_of", "since_boot", "with_notes"]

_FORM: Final = 1
"""The form of the text; what another form says is passed over."""
CUT: Final = "journal_cut"
"""The code of the warning that the journal could not be followed to its end: the journal itself says so."""
MOST_ANSWERED: Final = 8
"""How many commands that wrote only notes are remembered, because a device may send them again."""
_KYOKU_FACTS: Final = {kind.__name__: kind for kind in get_args(KyokuFact)}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notes:
    """What a restart would forget of a game."""

    depth: Depth | None = None
    """How closely the hand is kept, where the entries do not say so yet."""
    warnings: tuple[TableWarning, ...] = ()
    seen: frozenset[SeenReminder] = frozenset()
    declined: Declined = field(default_factory=Declined)
    """What people have said no to in the newest hand, without what the entries say of it."""
    wall: WallWatch = field(default_factory=WallWatch)
    yields_ns: int | None = None
    """Until when another call may take the place of the newest one, by the clock since this boot."""
    answered: tuple[str, ...] = ()
    """The newest commands that wrote only notes."""

    def says_as_much(self, other: Notes) -> bool:
        """Whether the two differ at most in what may wait until something else is written."""
        return replace(self, wall=other.wall, yields_ns=other.yields_ns) == other


def notes_of(desk: Desk) -> Notes:
    """What the table knows now besides the facts."""
    state, scribing = desk.state, desk.scribing
    is_newest = scribing.deal == len(desk.deals)
    declined = scribing.mind.people.declined
    return Notes(
        depth=None if state.depth is desk.depth else state.depth,
        warnings=tuple(one for one in state.warnings if one.code != CUT),
        seen=state.seen,
        declined=replace(declined, facts=frozenset()) if is_newest else Declined(),
        wall=scribing.wall if is_newest else WallWatch(),
        yields_ns=None if state.claimed is None else state.claimed.until_ns,
    )


def with_notes(desk: Desk, notes: Notes, at_ns: int) -> Desk:
    """The desk as the journal has it, with what was noted besides."""
    denied = desk.scribing.mind.people.declined.facts
    declined = replace(notes.declined, facts=denied | notes.declined.lying)
    scribing = replace(desk.scribing, mind=desk.scribing.mind.with_declined(declined), wall=notes.wall)
    state = replace(
        desk.state,
        depth=notes.depth or desk.state.depth,
        warnings=notes.warnings,
        seen=notes.seen,
        claimed=_claimed(desk, notes.yields_ns, at_ns),
    )
    return replace(desk, state=state, scribing=scribing)


def _claimed(desk: Desk, until_ns: int | None, at_ns: int) -> CallTold | None:
    """The newest call, if its ten seconds are not over: they run on while the companion is away."""
    told = newest_tap(desk.standing, desk.memory)
    call = told[-1].fact if told else None
    if until_ns is None or at_ns >= until_ns or not isinstance(call, CALLS):
        return None
    before = past_without(desk, told).hanchan.kyoku
    return None if before is None else CallTold(call, before, until_ns)


class Noted:
    """What was noted last, and the journal in which it is."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._game: Game | None = None
        self._last = Notes()
        self.writes = 0
        """How many times something was written that came with no fact."""

    def found(self, desk: Desk, game: Game, at_ns: int) -> Desk:
        """The desk with what the journal has noted of its game."""
        self.look(game)
        return with_notes(desk, self._last, at_ns)

    def look(self, game: Game | None) -> None:
        """Read what the journal has noted of a game. Raises JournalError."""
        self._game, self._last = game, Notes()
        if game is not None:
            self._last = _decoded(self._journal.notes_of(game))

    @property
    def answered(self) -> tuple[str, ...]:
        """The newest commands that wrote only notes."""
        return self._last.answered

    def wrote(self, game: Game, notes: Notes) -> None:
        """Remember what was written together with the newest entries."""
        self._game, self._last = game, notes

    def keep(self, desk: Desk, command_id: str = "") -> None:
        """Write what has changed, if anything has; of a game that is in the journal.

        Raises:
            JournalError: it was not written.
        """
        if desk.game is None:
            return
        before = self._last if desk.game == self._game else Notes()
        notes = replace(notes_of(desk), answered=before.answered)
        if notes.says_as_much(before):
            return
        if command_id:
            notes = replace(notes, answered=(*notes.answered, command_id)[-MOST_ANSWERED:])
        self._journal.note(desk.game, encoded(notes))
        self._game, self._last = desk.game, notes
        self.writes += 1


@dataclass(frozen=True, slots=True)
class _Seen:
    code: str
    seat: int | None
    values: tuple[tuple[str, int | str | bool], ...]


@dataclass(frozen=True, slots=True)
class _Said:
    fact: str
    seat: int | None
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class _There:
    what: str
    seat: int
    place: int
    faces: tuple[Tile | None, ...]


@dataclass(frozen=True, slots=True)
class _Put:
    question: OpenQuestion
    told: int


@dataclass(frozen=True, slots=True)
class _Place:
    kind: SpotKind
    seat: Seat
    number: int
    at: int
    tile: Tile | None = None
    """The face that an answer was about; a note of a discard that declared no riichi has none."""


@dataclass(frozen=True, slots=True)
class _Written:
    """Notes as they are written: each set is a list, in a settled order."""

    form: int
    boot: str
    depth: Depth | None
    warnings: tuple[TableWarning, ...]
    seen: tuple[_Seen, ...]
    stories: tuple[tuple[_Said, ...], ...]
    there: tuple[_There, ...]
    lying: tuple[Discarded, ...]
    tables: tuple[_Put, ...]
    tiles: tuple[_Place, ...]
    riichi: tuple[_Place, ...]
    agreed: int
    differed: int
    yields_ns: int | None
    answered: tuple[str, ...]
    confirmed: tuple[_Place, ...] = ()


def encoded(notes: Notes) -> str:
    """The notes as one text; empty where there is nothing to note."""
    if notes == Notes():
        return ""
    declined = notes.declined
    written = _Written(
        _FORM,
        boot_id(),
        notes.depth,
        notes.warnings,
        _sorted(_Seen(*one) for one in notes.seen),
        _sorted(_in_words(one) for one in declined.stories),
        _sorted(_There(*left, faces) for left, faces in declined.there),
        _sorted(declined.lying),
        _sorted(_Put(*one) for one in declined.tables),
        _sorted(_Place(*spot, tile) for spot, faces in declined.tiles.items() for tile in faces),
        _sorted(_Place(*one) for one in declined.riichi),
        notes.wall.agreed,
        notes.wall.differed,
        notes.yields_ns,
        notes.answered,
        _sorted(_Place(*spot, tile) for spot, tile in declined.confirmed.items()),
    )
    return json.dumps(_converter().unstructure(written), separators=(",", ":"))


def since_boot(text: str, boot: str) -> str:
    """The notes of a tape, for a table whose clock goes on with the tape's, which has run since `boot`.

    A time in them holds only if it was noted since the same start of that machine.
    """
    try:
        said = json.loads(text)
        is_same = said["boot"] == boot != "unknown"
    except (ValueError, TypeError, LookupError):
        return text  # nothing is noted, or nobody can read it
    return json.dumps(said | {"boot": boot_id() if is_same else ""})


def _in_words(story: Wording) -> tuple[_Said, ...]:
    return tuple(_Said(kind.__name__, seat, tile) for kind, seat, tile in story)


def _sorted(values: Any) -> tuple[Any, ...]:
    return tuple(sorted(values, key=repr))


def _decoded(text: str) -> Notes:
    """The notes; empty where this companion cannot read them, because another one wrote them."""
    if not text:
        return Notes()
    try:
        written = _converter().structure(json.loads(text), _Written)
        return _read(written)
    except (BaseValidationError, ValueError, TypeError, LookupError, AttributeError) as failure:
        _log.warning("notes.unread %s", sentences(failure))
        return Notes()


def _read(written: _Written) -> Notes:
    if written.form != _FORM:
        raise ValueError(f"the notes are of form {written.form}, this companion reads {_FORM}")
    declined = Declined(
        stories=frozenset(_wording(one) for one in written.stories),
        there=frozenset(_sighted(one) for one in written.there),
        lying=frozenset(written.lying),
        tables=frozenset((one.question, one.told) for one in written.tables),
        tiles={spot: frozenset(_faces(written.tiles, spot)) for spot in map(_spot, written.tiles)},
        confirmed={_spot(one): one.tile for one in written.confirmed if one.tile is not None},
        riichi=frozenset(_spot(one) for one in written.riichi),
    )
    is_this_boot = written.boot == boot_id() != "unknown"
    return Notes(
        written.depth,
        written.warnings,
        frozenset((one.code, one.seat, one.values) for one in written.seen),
        declined,
        WallWatch(written.agreed, written.differed),
        # A machine that was started anew was away for longer than a call waits for another one.
        written.yields_ns if is_this_boot else None,
        written.answered,
    )


def _wording(said: tuple[_Said, ...]) -> Wording:
    return tuple((_KYOKU_FACTS[one.fact], one.seat, one.tile) for one in said)


def _sighted(one: _There) -> Sighted:
    return (one.what, one.seat, one.place), one.faces


def _faces(places: Sequence[_Place], spot: Spot) -> Iterator[Tile | None]:
    return (one.tile for one in places if _spot(one) == spot)


def _spot(one: _Place) -> Spot:
    return Spot(one.kind, one.seat, one.number, one.at)


@cache
def _converter() -> Converter:
    converter = strict_converter()
    converter.register_structure_hook_func(lambda kind: kind == int | str | bool, _plain)
    return converter


def _plain(value: Any, _: Any) -> int | str | bool:
    if type(value) not in {int, str, bool}:
        raise ValueError("a value of a reminder is a number, a text, or true or false")
    return cast("int | str | bool", value)
