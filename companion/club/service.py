"""The running hub: certificates, broker, where tables join, and the thread that keeps their copies."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from companion.club.authority import Authority
from companion.club.broker import Broker, BrokerPlan
from companion.club.copies import Copies, Copy, StoreDown
from companion.club.flags_told import RaisedFlags
from companion.club.foreign_broker import ForeignBroker, ForeignPlan, RightsProbe
from companion.club.handing_over import HandingOver, keep_address
from companion.club.hub import Hub, Trouble
from companion.club.joining import JoinCodes, JoinServer
from companion.club.members import Member, Members, Tokens
from companion.club.membership import JoinCode
from companion.club.messages import Leaf, Message
from companion.club.referee_queue import RefereeQueue
from companion.club.running_tournament import RunningTournament
from companion.club.topics import FROM_HUB, FROM_TABLES, table_and_leaf, topic
from companion.club.wire import Wire, WireDown, sealed_by
from companion.errors import ConfigError, JournalInUse
from companion.files import make_privately
from companion.journal.opening import lock
from companion.tournament.flags import FLAGS
from companion.tournament.referee import CALL

__all__ = ["HubPlan", "HubService", "TableNow"]

FOLDER: Final = "club"
"""The hub's folder within the data folder."""
FILE: Final = "club.sqlite"
TURN_S: Final = 0.05
_AGAIN_S: Final = 0.2
_LOOK_EVERY_S: Final = 1.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HubPlan:
    """Where the hub listens. The broker cannot choose a port by itself, so its port is never 0."""

    host: str
    broker_port: int
    join_port: int
    addresses: tuple[str, ...]
    """The addresses at which a table can reach it, the best first."""
    broker: str = ""
    """The host of somebody else's broker; if it is empty, the hub starts its own."""
    broker_authority: Path = Path()
    """The certificate of the authority that vouches for somebody else's broker."""
    is_home_told: bool = False
    """Whether Home Assistant hears what everybody sees of the tables."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """One table, as the hub sees it: its entries up to `held` of `newest` are on the hub's disk."""

    member: Member
    is_here: bool
    held: int
    newest: int
    troubles: tuple[Trouble, ...]
    copy: tuple[int, int] = (0, 0)
    """Which copy was heard from last, and how many of the table's removals were done in it."""


@contextmanager
def _again_where_it_fails(event: threading.Event) -> Iterator[None]:
    try:
        yield
    except OSError:
        event.set()
        raise


class HubService:
    """A hub from `start` to `stop`.

    Raises:
        ConfigError: the broker is not installed, a port is taken, or the folder cannot be used.
        StoreDown: the club's file cannot be used.
        JournalInUse: another hub uses it.
    """

    def __init__(self, data: Path, plan: HubPlan) -> None:
        self._folder = folder = data / FOLDER
        with ExitStack() as last_first:
            last_first.callback(_alone(folder).close)
            self._authority = Authority(folder, plan.addresses)
            self.members = Members(folder)
            self._tokens = Tokens(time.monotonic)
            self._handing_over = HandingOver(
                folder, folder / FILE, self.members, self._authority, lambda table: table in self._here
            )
            self._handing_over.finish()
            self.broker, told = _broker(folder, self.members, plan, self._authority)
            self._copies = Copies(folder / FILE)
            last_first.callback(self._copies.close)
            self._joining = JoinServer(
                (plan.host, plan.join_port),
                self._authority,
                self.members,
                self._tokens,
                broker=told,
                joined=self._joined,
                spares=self._handing_over,
            )
            last_first.callback(self._joining.server_close)
            self._last_first = last_first.pop_all()
        address = (*plan.addresses, "localhost")[0]
        self._codes = JoinCodes(address, self._joining.port, self._tokens, self._authority.fingerprint)
        self._hub = Hub(self._copies, self.members.name, self.members.spare_of)
        self.tournament = RunningTournament(folder, self._copies)
        """Plan, clock, results and standings of the evening."""
        self.calls, self.flags = RefereeQueue(folder, tables=self._ids()), RaisedFlags()
        self._clock, self._look_again_at = time.monotonic, 0.0
        self._stopped, self._members_changed = threading.Event(), threading.Event()
        self._changed = threading.Condition()
        self._tables: tuple[TableNow, ...] = ()
        self._here: set[str] = set()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)
        self.complaint = ""
        """What keeps the hub from working now; empty where nothing does."""

    def start(self) -> None:
        """Start everything. Raises ConfigError, OSError, StoreDown."""
        self._last_first.callback(self.broker.stop)
        self.broker.start()
        keep_address(self._folder, self._codes.host, self._codes.port)
        self._joining.start()
        self._last_first.callback(self._joining.shutdown)
        self._look()
        self._thread.start()
        self._last_first.callback(self._thread.join, 10.0)

    def stop(self) -> None:
        """End everything, last started first."""
        self._stopped.set()
        self._last_first.close()

    def code(self) -> JoinCode:
        """A new code with which one table may join."""
        return self._codes.new()

    def shown_code(self) -> JoinCode:
        """The code that every screen of the hub shows: the same until a table joins with it or it expires."""
        return self._codes.shown()

    def is_good(self, code: JoinCode) -> bool:
        """Whether a code would still let a table in."""
        return self._tokens.is_good(code.token)

    def spare_code(self, table: str) -> JoinCode:
        """A code with which a spare machine takes over for a table. Raises ConfigError."""
        return self._handing_over.code(table)

    def own_wire(self, last_will: str = "", topics: Iterable[str] = ()) -> Wire:
        """Another connection of the hub to its broker, not opened yet. Raises ConfigError."""
        return _wire(self.broker, self._authority, topics, last_will)

    @property
    def copies_file(self) -> Path:
        """Where the copies lie, for whoever only reads them."""
        return self._folder / FILE

    def rename(self, table: str, name: str) -> None:
        """Call a table something else. Raises ConfigError."""
        self.members.rename(table, name)
        self._members_changed.set()

    def remove(self, table: str) -> None:
        """Remove a table from the club; what it sent stays. Raises ConfigError."""
        self.members.leave(table)
        # The hub's thread takes the rights away, and tries again where the disk refuses that now.
        self._members_changed.set()

    @property
    def tables(self) -> tuple[TableNow, ...]:
        """Every table as it is now. Any thread may ask."""
        return self._tables

    def wait(self, known: tuple[TableNow, ...], timeout_s: float) -> tuple[TableNow, ...]:
        """Every table, as soon as something differs from what is known, or when the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._tables is not known, timeout_s)
        return self._tables

    def _joined(self, member: Member) -> None:
        # First, so that the hub grants the rights later if that fails now.
        self._members_changed.set()
        self.broker.allow(self._ids())
        _log.info("club.table_joined table=%s", member.id)

    def _ids(self) -> list[str]:
        return [member.id for member in self.members.all]

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._follow()
            except WireDown as down:
                is_own = isinstance(self.broker, Broker)
                self._complain(f"the hub cannot reach its own broker: {down}" if is_own else str(down))
            except (StoreDown, ConfigError) as down:
                self._complain(str(down))
            except OSError as error:
                self._complain(f"the hub cannot write in {self._folder}: {error}")
            self._stopped.wait(_AGAIN_S)

    def _complain(self, sentence: str) -> None:
        if sentence and sentence != self.complaint:
            _log.warning("club.hub_down %s", sentence)
        self.complaint = sentence

    def _look_at_members(self) -> None:
        """Notice tables that have joined, or that somebody has renamed or removed."""
        if self._clock() >= self._look_again_at:
            self._look_again_at = self._clock() + _LOOK_EVERY_S
            if self.members.look():
                self._members_changed.set()
        if self._members_changed.is_set():
            self._members_changed.clear()
            with _again_where_it_fails(self._members_changed):
                self.broker.allow(self._ids())
            self._look()

    def _follow(self) -> None:
        wire = self.own_wire(topics=[topic(self.members.club, "+", leaf) for leaf in FROM_TABLES])
        wire.open()
        probe = _probe(self.broker, wire, self.members.club)
        try:
            while not self._stopped.is_set():
                self._look_at_members()
                arrived = wire.turn(TURN_S)
                if probe is None or probe.look(arrived):
                    self._complain(self.members.complaint)
                for one in arrived:
                    self._take(wire, *table_and_leaf(one.topic), one.payload)
                if arrived:
                    self._look()
                self._tell(wire)
        finally:
            wire.close()
            self._here.clear()
            self._look()

    def _tell(self, wire: Wire) -> None:
        """Send tables the news of tournament and referee; the broker keeps it for those that are away."""
        tables = tuple(self._ids())
        for table, leaf, payload in (*self.tournament.due(tables), *self.calls.due(tables)):
            wire.send(topic(self.members.club, table, leaf), payload, is_retained=True)

    def _take(self, wire: Wire, table: str, leaf: str, payload: bytes) -> None:
        if table not in self._ids():
            _send_away(wire, self.members.club, table, self._hub.sent_away(leaf, payload))
            return
        # The broker has kept these, so they may come from a table that is away.
        if kept := {CALL: self.calls.hear, FLAGS: self.flags.hear}.get(leaf):
            kept(table, payload)
            return
        if leaf == "up" and not payload:
            self._here.discard(table)  # the last will of a connection that broke
            return
        self._here.add(table)
        if leaf == "up":
            self.tournament.is_there(table)
            self.calls.is_there(table)
        _answer(wire, self.members.club, table, self._hub.take(table, leaf, payload))

    def _look(self) -> None:
        now = _tables_now(self.members, self._copies, self._hub, self._here)
        with self._changed:
            if now != self._tables:
                self._tables = now
                self._changed.notify_all()


def _alone(folder: Path) -> IO[str]:
    """The lock of the folder, taken before anything in it is changed: another hub may be using it."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        make_privately(folder)
        return lock(folder / FILE)
    except JournalInUse as error:
        raise JournalInUse(f"another hub is running in {folder}: end that one first") from error
    except OSError as error:
        raise ConfigError(f"the hub's folder {folder} cannot be used: {error}") from error


def _wire(broker: Broker | ForeignBroker, mine: Authority, topics: Iterable[str], last_will: str) -> Wire:
    plan = broker.plan
    seal = sealed_by(plan.authority, mine.hub_file, is_named=isinstance(broker, ForeignBroker))
    return Wire(plan.near_host, plan.port, seal, topics, last_will)


def _broker(
    folder: Path, members: Members, plan: HubPlan, mine: Authority
) -> tuple[Broker | ForeignBroker, dict[str, object]]:
    """The broker, and what a table that joins is told of it."""
    told: dict[str, object] = {"port": plan.broker_port}
    if plan.broker:
        where = ForeignPlan(plan.broker, plan.broker_port, plan.broker_authority, plan.is_home_told)
        foreign = ForeignBroker(folder, members.club, where)
        return foreign, told | {"broker": plan.broker, "broker_authority": foreign.authority}
    own = BrokerPlan(plan.host, plan.broker_port, mine.certificate_file, mine.hub_file, plan.is_home_told)
    return Broker(folder, members.club, own, [one.id for one in members.all]), told


def _probe(broker: Broker | ForeignBroker, wire: Wire, club: str) -> RightsProbe | None:
    """Checks the hub's rights at somebody else's broker; None for its own broker, which grants them."""
    return RightsProbe(wire, club, broker.rights_file) if isinstance(broker, ForeignBroker) else None


def _send_away(wire: Wire, club: str, table: str, answers: list[Message]) -> None:
    """Answer a machine that was removed from the club: somebody else's broker still lets it in."""
    # What the broker has kept for the table must not greet it as one of the club again.
    for leaf in FROM_HUB if answers else ():
        if leaf != Leaf.ASK:  # it is never kept, and the table would hear an empty one
            wire.send(topic(club, table, leaf), b"", is_retained=True)
    _answer(wire, club, table, answers)


def _answer(wire: Wire, club: str, table: str, answers: list[Message]) -> None:
    for answer in answers:
        wire.send(topic(club, table, answer.leaf), answer.payload, is_retained=answer.is_retained)


def _tables_now(members: Members, copies: Copies, hub: Hub, here: set[str]) -> tuple[TableNow, ...]:
    newest = {copy.table: copy for copy in copies.all()}
    return tuple(_table_now(one, newest.get(one.id), hub, is_here=one.id in here) for one in members.all)


def _table_now(member: Member, copy: Copy | None, hub: Hub, *, is_here: bool) -> TableNow:
    held = copy.held if copy else 0
    newest = max(held, hub.newest(member.id))
    of = (copy.id, copy.changes) if copy else (0, 0)
    return TableNow(member, is_here, held, newest, hub.troubles(member.id), of)
