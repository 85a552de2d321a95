"""The clocks of the players at this table, kept beside the game: the table's thread passes each new state on.

What was charged is worked out anew from the facts that stand and from what was in doubt meanwhile. A file
keeps where the clocks stood, so that a restart costs nobody anything. Nothing of it is in the journal.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from math import inf
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock
from companion.errors import ConfigError
from companion.files import UNREADABLE, field_in, json_in, write_instead
from companion.journal import Entry
from companion.player_clock import (
    OFF,
    ClockRules,
    ClocksSeen,
    Doubt,
    Flag,
    Past,
    Reckoning,
    SeatClock,
    Told,
    begun,
    merged,
    new_hand,
    reckoned,
)
from companion.riichi.facts import (
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Fact,
    KyokuStarted,
    PonCalled,
)
from companion.table_loop.clock_doubts import REACHES_BACK, doubt_in
from companion.table_state import TableState

__all__ = ["FILE", "PlayerClocks"]

FILE: Final = "player_clock.json"
JUMP_S: Final = 0.2
"""By how many seconds the two clocks of this machine may drift apart between two looks."""
_MOVES: Final = (Discarded, ChiCalled, PonCalled, DaiminkanCalled)
"""What begins and ends turns: where one of these is taken back, the time of the turn is in doubt."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Game:
    """One game from its present hand on, or since this process began."""

    name: str
    start: Reckoning
    """The clocks before the first fact of `past`."""
    anchor: int | None = None
    """The entry before that fact; None: it is the first of the game."""
    past: Past = field(default_factory=Past)
    why: str = ""
    """What is in doubt now; empty: nothing."""
    since_s: float = 0.0
    """Since when."""
    refused_at: int = 0
    """The entry after which the table was last told something that could not be followed."""


class PlayerClocks:
    """What each player has left. `look` is called in the table's thread; any thread may ask and set.

    Args:
        folder: where the table keeps what is its own; None: nothing is kept.
        clock: both clocks of this machine.
        agreed: the clock that this table's tournament has set; None without a tournament or such a clock.
    """

    def __init__(
        self, folder: Path | None, clock: Clock, agreed: Callable[[], ClockRules | None] = lambda: None
    ) -> None:
        self._file = folder / FILE if folder else None
        self._clock, self._agreed = clock, agreed
        self._lock = threading.Lock()
        self._own = OFF
        self._rules = OFF
        self._kept: dict[str, Any] = {}
        self._game: _Game | None = None
        self._last: tuple[TableState, tuple[Entry, ...]] | None = None
        self._looked_at: tuple[float, float] | None = None
        self._seen: ClocksSeen | None = None
        self._read()

    @property
    def own(self) -> ClockRules:
        """What is set at this table; a tournament's setting takes precedence."""
        return self._own

    def seen(self) -> ClocksSeen | None:
        """What people see now; None while there is no clock."""
        if (self._agreed() or self._own) != self._rules:
            with self._lock:
                self._look_again()
        return self._seen

    def choose(self, rules: ClockRules) -> None:
        """From now on there is this clock, or none; if it is another one, all clocks start over.

        Raises:
            ConfigError: it cannot be kept, and nothing has changed.
        """
        with self._lock:
            before, self._own = self._own, rules
            try:
                self._keep()
            except OSError as error:
                self._own = before
                raise ConfigError(f"the setting cannot be kept: {error}") from error
            self._look_again()

    def waive(self, seq: int) -> bool:
        """People waive the flag of the discard with this number; False where there is none."""
        with self._lock:
            game = self._game
            seats = self._seen.clocks.seats if self._seen else ()
            if game is None or not any(one.flag is not None and one.flag.seq == seq for one in seats):
                return False
            start = replace(game.start, seats=tuple(_waived(one, seq) for one in game.start.seats))
            past = replace(game.past, waived=game.past.waived | {seq})
            self._game = replace(game, start=start, past=past)
            self._reckon(self._game, self._clock.monotonic_ns() / 1e9)
            return True

    def look(self, state: TableState, standing: tuple[Entry, ...]) -> None:
        """The table has a new state, with the facts that count."""
        with self._lock:
            self._look(state, standing)

    def _look_again(self) -> None:
        if self._last is not None:
            self._look(*self._last)

    def _look(self, state: TableState, standing: tuple[Entry, ...]) -> None:
        before, self._last = self._last, (state, standing)
        rules = self._agreed() or self._own
        now_s, wall_s = self._clock.monotonic_ns() / 1e9, self._clock.utc_now().timestamp()
        jumped_since = self._jumped_since(now_s, wall_s)
        if rules != self._rules:
            self._rules, self._game = rules, None
        if not rules.is_on or state.game is None:
            self._game = self._seen = None
            return
        game = known = self._game
        if game is None or game.name != state.game:
            is_new = before is not None and before[0].game != state.game
            game = self._opened(state.game, state.hanchan.rules.players, standing, is_new=is_new)
        if known is not game or before is None or standing is not before[1]:
            game = self._with_facts(game, standing, now_s, None if jumped_since is not None else wall_s)
        if jumped_since is not None:
            game = _with_doubt(game, Doubt(jumped_since, now_s, "clock_jumped"))
        game = _with_present(game, state, before[0] if before else state, now_s)
        if game is not known:
            self._game = game
            self._reckon(game, now_s)

    def _jumped_since(self, now_s: float, wall_s: float) -> float | None:
        """Since when the wall clock may have jumped; None: it has not."""
        before, self._looked_at = self._looked_at, (now_s, wall_s)
        if before is None or abs((wall_s - before[1]) - (now_s - before[0])) <= JUMP_S:
            return None
        return before[0]

    def _opened(self, name: str, players: int, standing: tuple[Entry, ...], *, is_new: bool) -> _Game:
        """A game that begins, or one that this process did not see from its beginning."""
        if is_new:
            return _Game(name, begun(self._rules, players))
        hands = _hands(standing)
        start = _start_of(self._kept, name, self._rules, players, hands)
        return _Game(name, start or begun(self._rules, players, hands), _newest(standing))

    def _with_facts(
        self, game: _Game, standing: tuple[Entry, ...], now_s: float, wall_s: float | None
    ) -> _Game:
        past = game.past
        place = _place_after(standing, game.anchor)
        if place is None:
            # The hand before is open again, or this one is older than the process: what was charged stays.
            now = reckoned(self._rules, game.start, past, now_s)
            start = replace(now, turn=None, is_unclear=False, hand=_hands(standing))
            return replace(game, start=start, anchor=_newest(standing), past=Past())
        known = {one.seq: one for one in past.told}
        told = tuple(
            known.get(one.seq) or _told(one, one.fact, now_s, wall_s) for one in standing[place:] if one.fact
        )
        if told == past.told:
            return game
        left = {one.seq for one in told}
        gone = [one.at_s for one in past.told if one.seq not in left and isinstance(one.fact, _MOVES)]
        game = replace(game, past=replace(past, told=_in_order(told)))
        if gone:
            game = _with_doubt(game, Doubt(min(gone), now_s, "corrected"))
        return self._settled(game)

    def _settled(self, game: _Game) -> _Game:
        """The game from its newest deal on: what is put right in an earlier hand says nothing of this one."""
        told = game.past.told
        deals = [place for place, one in enumerate(told) if place and isinstance(one.fact, KyokuStarted)]
        if not deals:
            return game
        before, deal = replace(game.past, told=told[: deals[-1]]), told[deals[-1]]
        start = reckoned(self._rules, game.start, before, deal.at_s)
        doubts = tuple(one for one in game.past.doubts if one.until_s > deal.at_s)
        past = Past(told[deals[-1] :], doubts, game.past.waived)
        return replace(game, start=replace(start, turn=None), anchor=before.told[-1].seq, past=past)

    def _reckon(self, game: _Game, now_s: float) -> None:
        past = game.past
        if game.why:
            past = replace(past, doubts=merged((*past.doubts, Doubt(game.since_s, inf, game.why))))
        before = self._seen
        seen = ClocksSeen(self._rules, reckoned(self._rules, game.start, past, now_s), game.why, now_s)
        self._seen = seen
        if before is None or before.clocks.seats != seen.clocks.seats:
            self._keep_now()

    def _keep_now(self) -> None:
        try:
            self._keep()
        except OSError as error:
            # People play on; after a restart some time is given back.
            _log.warning("player_clock.not_kept %s", error)

    def _keep(self) -> None:
        kept: dict[str, Any] = {"own": asdict(self._own)}
        if self._seen is not None and self._game is not None:
            kept |= {
                "rules": asdict(self._rules),
                "game": self._game.name,
                "hand": self._seen.clocks.hand,
                "seats": [asdict(one) for one in self._seen.clocks.seats],
            }
        self._kept = kept
        if self._file is not None:
            write_instead(self._file, json.dumps(kept).encode(), _own_in)

    def _read(self) -> None:
        if self._file is None:
            return
        try:
            content = self._file.read_bytes()
            self._own, self._kept = _own_in(content), json_in(content)
        except FileNotFoundError:
            return
        except (OSError, *UNREADABLE) as error:
            # Without its setting a table plays without a clock, which harms nobody.
            _log.warning("player_clock.forgotten file=%s %s", self._file, error)


def _own_in(content: bytes) -> ClockRules:
    """The setting that a file holds. Raises one of `UNREADABLE`."""
    return ClockRules(**field_in(json_in(content), "own", dict))


def _told(entry: Entry, fact: Fact, now_s: float, wall_s: float | None) -> Told:
    at_s = now_s
    if wall_s is not None:
        at_s = min(now_s, now_s - (wall_s - datetime.fromisoformat(entry.at).timestamp()))
    return Told(entry.seq, fact, at_s, is_late=entry.before is not None)


def _in_order(told: Sequence[Told]) -> tuple[Told, ...]:
    """The same facts; one that seems older than the one before it, by more than JUMP_S, was told late."""
    found: list[Told] = []
    latest = -inf
    for one in told:
        is_late = one.is_late or latest - one.at_s > JUMP_S
        latest = max(latest, one.at_s)
        found.append(replace(one, at_s=latest, is_late=is_late))
    return tuple(found)


def _with_doubt(game: _Game, doubt: Doubt) -> _Game:
    return replace(game, past=replace(game.past, doubts=merged((*game.past.doubts, doubt))))


def _with_present(game: _Game, state: TableState, before: TableState, now_s: float) -> _Game:
    """The game with what is in doubt now."""
    refused_at = game.refused_at
    # The same sentence may be said again: it is another warning.
    if any(all(one is not other for other in before.warnings) for one in state.warnings):
        refused_at = state.seq
    why = doubt_in(state) or ("refused" if refused_at == state.seq and refused_at else "")
    if refused_at != game.refused_at:
        game = replace(game, refused_at=refused_at)
    if why == game.why:
        return game
    if game.why:
        game = _with_doubt(game, Doubt(game.since_s, now_s, game.why))
    since = now_s
    if why in REACHES_BACK:
        since = next((one.at_s for one in reversed(game.past.told) if isinstance(one.fact, _MOVES)), now_s)
    return replace(game, why=why, since_s=since)


def _newest(standing: Sequence[Entry]) -> int | None:
    return standing[-1].seq if standing else None


def _hands(standing: Sequence[Entry]) -> int:
    return sum(isinstance(entry.fact, KyokuStarted) for entry in standing)


def _place_after(standing: Sequence[Entry], anchor: int | None) -> int | None:
    """Where the facts after this entry begin; None where it was taken back."""
    if anchor is None:
        return 0
    places = (place for place in range(len(standing), 0, -1) if standing[place - 1].seq == anchor)
    return next(places, None)


def _waived(clock: SeatClock, seq: int) -> SeatClock:
    flag = clock.flag
    return replace(clock, flag=replace(flag, is_waived=True)) if flag and flag.seq == seq else clock


def _start_of(
    kept: dict[str, Any], game: str, rules: ClockRules, players: int, hands: int
) -> Reckoning | None:
    """Where the clocks of this game stood when they were kept; None where nothing fits."""
    try:
        if kept.get("game") != game or ClockRules(**kept["rules"]) != rules or len(kept["seats"]) != players:
            return None
        seats = tuple(
            SeatClock(float(one["left_s"]), Flag(**one["flag"]) if one["flag"] else None)
            for one in kept["seats"]
        )
        at = Reckoning(seats, max(0, field_in(kept, "hand", int)))
    except (ValueError, TypeError, LookupError, AttributeError):
        return None
    while at.hand < hands:  # a hand that was dealt after the file was written begins like any other
        at = new_hand(at, rules)
    return replace(at, hand=hands)
