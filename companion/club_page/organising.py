"""Turns what a host enters on the page into changes of the tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Final

from companion.club.members import Members
from companion.club.round_time import RoundTime
from companion.club.topics import is_id
from companion.club.tournament_file import TournamentFile, former
from companion.player_clock import ClockRules, PlayerClockSet
from companion.plurals import counted
from companion.riichi.presets import PRESETS, preset_called
from companion.riichi.ruleset import RuleSet, TimeLimit
from companion.tournament.changes import (
    Change,
    ClockPaused,
    ClockResumed,
    GameChosen,
    LengthSet,
    PenaltyGiven,
    PlayerFixed,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    PlayersAdded,
    PlayersSwapped,
    Record,
    ResultTyped,
    RoundStarted,
    RulesSet,
    TableGiven,
    TeamSet,
    TieBreak,
    TimeGiven,
    TimeSet,
    TitleSet,
)
from companion.tournament.companions import tables_given
from companion.tournament.cutting import cut_to
from companion.tournament.entering import entrants_in
from companion.tournament.folding import changed
from companion.tournament.matching import newest_before
from companion.tournament.penalty_kind import PenaltyKind
from companion.tournament.recording import undoing
from companion.tournament.replanning import planned
from companion.tournament.results import results_of
from companion.tournament.standings import standings_of
from companion.tournament.state import SEATS, Tournament
from companion.tournament.table_games import TableGame

__all__ = ["ACTS", "FieldRefused", "Fields", "Organiser"]

_MOST_LETTERS: Final = 60_000
_MOST_NUMBER: Final = 10_000_000
OWN_SCREEN: Final = "own"
"""Who told something at the hub's own screen."""
_SAID_BEFORE: Final = "somebody did the same before this page heard of it: say it again to do it once more."


class FieldRefused(ValueError):
    """A field is missing or is not what it should be; the sentence says which."""


class Fields:
    """The fields of one request; each method returns one that was checked."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def text(self, name: str, *, may_be_empty: bool = False) -> str:
        """A text. Raises FieldRefused."""
        value = self._fields.get(name, "")
        if type(value) is not str or len(value) > _MOST_LETTERS or not (value.strip() or may_be_empty):
            raise FieldRefused(f"{name} must be a text")
        return value.strip()

    def companion(self, name: str, *, may_be_empty: bool = False) -> str:
        """The id of a table of the club, which may have left by now. Raises FieldRefused."""
        value = self.text(name, may_be_empty=may_be_empty)
        if value and not is_id(value):
            raise FieldRefused(f"{name} must be the id of a table")
        return value

    def whole(self, name: str, least: int = 0, most: int = _MOST_NUMBER) -> int:
        """A whole number. Raises FieldRefused."""
        value = self._fields.get(name, 0)
        if type(value) is not int or not least <= value <= most:
            raise FieldRefused(f"{name} must be a whole number from {least} to {most}")
        return value

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self._fields

    def is_said(self, name: str) -> bool:
        """Yes or no; no where it is missing. Raises FieldRefused."""
        value = self._fields.get(name, False)
        if type(value) is not bool:
            raise FieldRefused(f"{name} must be yes or no")
        return value

    def penalty_kind(self, name: str) -> PenaltyKind:
        """What a referee gives; points where nothing is said. Raises FieldRefused."""
        try:
            return PenaltyKind(self.text(name, may_be_empty=True) or PenaltyKind.POINTS)
        except ValueError as failure:
            raise FieldRefused(f"{name} is one of: {', '.join(PenaltyKind)}") from failure

    def tie_break(self, name: str) -> TieBreak:
        """What decides between equal totals. Raises FieldRefused."""
        try:
            return TieBreak(self.text(name))
        except ValueError as failure:
            raise FieldRefused(f"{name} is one of: {', '.join(TieBreak)}") from failure

    def player_clock(self) -> ClockRules:
        """How much time each player has to think, in three fields that are all there. Raises FieldRefused."""
        bank, free, again = (self._fields.get(name) for name in ("bank_s", "free_s", "again_s"))
        try:
            # It refuses a missing field in the same way as one that is not a whole number.
            return ClockRules(bank, free, again)  # type: ignore[arg-type]
        except ValueError as failure:
            raise FieldRefused(str(failure)) from failure

    def points(self, name: str) -> tuple[int, int, int, int]:
        """The points of four seats. Raises FieldRefused."""
        value = self._fields.get(name)
        if type(value) is not list or len(value) != SEATS or any(type(one) is not int for one in value):
            raise FieldRefused(f"{name} must be four whole numbers")
        if any(abs(one) > _MOST_NUMBER for one in value):
            raise FieldRefused(f"{name}: no game has that many points")
        return value[0], value[1], value[2], value[3]


class Organiser:
    """Writes what a host says into the tournament's file. Any thread may use it.

    Raises:
        FieldRefused: the request lacks something; nothing was changed.
        ChangeRefused, ConfigError, RecordCorrupt: it is impossible, or cannot be saved; nothing was changed.
    """

    def __init__(
        self,
        folder: Path,
        members: Members,
        games: Callable[[], tuple[TableGame, ...]],
        device: Callable[[str], str] = lambda _: "",
    ) -> None:
        self._folder, self._members, self._games, self._device = folder, members, games, device
        self.time = RoundTime(folder)
        self._lock = Lock()

    def do(self, act: str, fields: Fields, by: str = "") -> dict[str, Any]:
        """Do one of `ACTS`; the answer for the page is `over` where somebody else had said the same.

        The answer holds the newest revision: a page that sends this number along with the same change wants
        the change made once more.
        `by` is the id of the device that says it, or `OWN_SCREEN`.
        """
        if act == "result":
            return self._type(fields, by)
        written: tuple[Record, ...] | None = None
        with self._lock:
            file = TournamentFile(self._folder)
            if act == "new":
                self._begin(file, fields)
            elif act == "undo":
                file.say(*undoing(file.records, fields.whole("revision")))
            else:
                written = file.decide(
                    lambda now: ACTS[act](self, now, fields), fields.whole("seen") or None, by
                )
                if act == "start":
                    self.time.note(file.tournament)
        told = {"event": file.event, "revision": file.tournament.revision}
        return (
            {"status": "over", "message": _SAID_BEFORE} | told if written == () else {"status": "done"} | told
        )

    def _type(self, fields: Fields, by: str) -> dict[str, Any]:
        """Type the points of a table; `over` where others stand there: the page sends those as `instead`."""
        told = ResultTyped(fields.whole("round", 1), fields.whole("table", 1), fields.points("points"))
        instead = fields.points("instead") if fields.has("instead") else None
        with self._lock:
            file = TournamentFile(self._folder)
            before = file.type_points(told, instead, by)
            answer = {"event": file.event, "revision": file.tournament.revision}
        if before is None:
            return {"status": "done", **answer}
        stands = before.change.points if isinstance(before.change, ResultTyped) else ()
        return {"status": "over", "message": self._stands(before, stands), "instead": stands, **answer}

    def _stands(self, before: Record, points: tuple[int, ...]) -> str:
        if before.by == OWN_SCREEN:
            who = " at the hub's own screen"
        elif before.by:
            who = f" by {self._device(before.by) or 'a device that is no longer paired'}"
        else:
            who = ""
        minutes = int((self.time.wall_s() - before.at) / 60)
        when = f"{counted(minutes, 'minute')} ago" if minutes > 0 else "just now"
        there = ", ".join(f"{one:,}" for one in points)
        return (
            f"other points were typed there {when}{who}, from east to north {there}: say it again to replace "
            "them."
        )

    def _begin(self, file: TournamentFile, fields: Fields) -> None:
        changes = (TitleSet(fields.text("title")), *self.settings(Tournament(), fields))
        seen = fields.text("event", may_be_empty=True) if fields.has("event") else None
        file.begin(*changes, seen=seen)

    def settings(self, now: Tournament, fields: Fields) -> tuple[Change, ...]:
        """Set how many rounds there are, and how long each lasts."""
        minutes = fields.whole("minutes", 0, 1440)
        try:
            then = TimeLimit(fields.text("after")) if minutes else TimeLimit.NONE
        except ValueError as failure:
            raise FieldRefused("after must be this_hand or one_more") from failure
        return (LengthSet(fields.whole("rounds", 1, 40)), TimeSet(minutes, then))

    def rules(self, now: Tournament, fields: Fields) -> tuple[Change, ...]:
        """Choose by which rules everybody plays, uma included, and what decides between equal totals."""
        return (RulesSet(_rules_called(fields.text("rules"), now.rules), fields.tie_break("ties")),)

    def players(self, now: Tournament, fields: Fields) -> tuple[Change, ...]:
        """Enter players, one a line, with a team after a comma, a semicolon or a tab."""
        try:
            found = entrants_in(fields.text("names"))
        except ValueError as failure:
            raise FieldRefused(str(failure)) from failure
        if fields.is_said("substitutes"):
            found = tuple(replace(one, is_substitute=True) for one in found)
        return (PlayersAdded(found),)

    def cut(self, now: Tournament, fields: Fields) -> tuple[Change, ...]:
        """Let only the first of the standings go on, and seat them at once."""
        standings = standings_of(now, results_of(now, self._games()))
        made = cut_to(now, standings, fields.whole("players", SEATS), fields.whole("carried", 0, 100))
        after = changed(now, made)
        if after.begun == after.length:
            return (made,)
        seated = planned(after)
        return (made, seated, *self._companions(changed(after, seated)))

    def plan(self, now: Tournament, fields: Fields) -> tuple[Change, ...]:
        """Seat everybody in all rounds that have not begun."""
        seated = planned(now, fields.whole("seed", 0) or 1)
        return (seated, *self._companions(changed(now, seated)))

    def start(self, now: Tournament, fields: Fields) -> tuple[Change, ...]:
        """Begin the round that the host sees as the next; if nobody is seated in it, seat all anew first.

        Two hosts who begin it at once begin one round, and not two.
        """
        seated = (planned(now),) if now.has_to_seat else ()
        later = changed(now, seated[0]) if seated else now
        newest = newest_before(later, self._games(), former(self._folder))
        started = RoundStarted(fields.whole("round") or now.begun + 1, self.time.wall_s(), newest)
        given = tables_given(later, self._members.may_follow, has_round_to_begin=True)
        return (*seated, started, *given)

    def _companions(self, now: Tournament) -> tuple[Change, ...]:
        return tables_given(now, self._members.may_follow)


def _rules_called(name: str, now: RuleSet) -> RuleSet:
    """The rules of that name, or those in force with what a command changed in them. Raises FieldRefused."""
    rules = now if name == now.name else preset_called(name)
    if rules is None:
        raise FieldRefused(f"rules is one of: {', '.join(PRESETS)}")
    return rules


def _swap(number: int, *people: int) -> Change:
    """A swap; whoever is named first, it is the same one, and two hosts who say it at once say it once."""
    return PlayersSwapped(number, *sorted(people))


Act = Callable[[Organiser, Tournament, Fields], tuple[Change, ...]]


def _said(make: Callable[[Fields], Change]) -> Act:
    return lambda _organiser, _now, fields: (make(fields),)


ACTS: Final[Mapping[str, Act]] = MappingProxyType(
    {
        "new": Organiser.settings,
        "undo": Organiser.settings,
        "settings": Organiser.settings,
        "rules": Organiser.rules,
        "clocks": _said(lambda of: PlayerClockSet(of.player_clock())),
        "players": Organiser.players,
        "plan": Organiser.plan,
        "start": Organiser.start,
        "pause": lambda organiser, now, _: (ClockPaused(organiser.time.now_s(now)),),
        "go": lambda organiser, now, _: (ClockResumed(organiser.time.now_s(now)),),
        "extra": _said(lambda of: TimeGiven(of.whole("table"), of.whole("minutes", -1440, 1440))),
        "left": _said(lambda of: PlayerLeft(of.whole("player", 1))),
        "back": _said(lambda of: PlayerReturned(of.whole("player", 1))),
        "rename": _said(lambda of: PlayerRenamed(of.whole("player", 1), of.text("name"))),
        "team": _said(lambda of: TeamSet(of.whole("player", 1), of.text("team", may_be_empty=True))),
        "cut": Organiser.cut,
        "fixed": _said(lambda of: PlayerFixed(of.whole("player", 1), of.whole("table"))),
        "swap": _said(lambda of: _swap(of.whole("round", 1), of.whole("one", 1), of.whole("other", 1))),
        "penalty": _said(
            lambda of: PenaltyGiven(
                of.whole("player", 1),
                of.whole("points", -_MOST_NUMBER),
                of.text("reason", may_be_empty=True),
                of.whole("round"),
                of.penalty_kind("kind"),
            )
        ),
        "game": _said(
            lambda of: GameChosen(
                of.whole("round", 1), of.whole("table", 1), of.companion("companion"), of.whole("game", 1)
            )
        ),
        "result": Organiser.settings,
        "table": _said(
            lambda of: TableGiven(of.whole("table", 1), of.companion("companion", may_be_empty=True))
        ),
    }
)
"""What can be said, by its name in an address. `Organiser.do` handles `new`, `undo` and `result` itself."""
