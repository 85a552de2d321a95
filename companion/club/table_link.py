"""A table's link to its club, in a thread of its own: it reads the journal and never delays the table."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from typing import Final

from companion.clock import Clock
from companion.club.call_kept import KeptCall
from companion.club.flags_told import SaidFlags
from companion.club.membership import Membership
from companion.club.messages import Leaf, Message, MessageRefused
from companion.club.round_kept import LEAVES, KeptRound
from companion.club.topics import FROM_HUB, topic
from companion.club.uplink import Standing, Uplink
from companion.club.wire import Wire, WireDown, WireRefused, sealed_by
from companion.errors import CompanionError
from companion.evidence import SourceChanged, SourceState
from companion.journal import JournalReader
from companion.tournament.flags import FLAGS
from companion.tournament.referee import CALL, QUEUE
from companion.tournament.told import ToldRefused

__all__ = ["NAME", "TableLink"]

NAME: Final = "club"
"""The name of this source on the page."""
TURN_S: Final = 0.1
_LOST: Final = "lost"
_REPLACED: Final = "replaced"
_AWAY: Final = "away"
_REFUSED: Final = "refused"
"""Has no words on the page: the sentence says which certificate or right is wrong."""
_WAITS_S: Final = (0.2, 0.5, 1.0, 2.0, 5.0)
_log = logging.getLogger(__name__)


class TableLink:
    """Sends the hub what the journal has, as long as it runs."""

    def __init__(
        self,
        membership: Membership,
        reader: Callable[[], JournalReader],
        say: Callable[[SourceChanged], object],
        clock: Clock,
    ) -> None:
        self._membership, self._open_reader, self._say, self._clock = membership, reader, say, clock
        self._session = secrets.token_hex(8)
        self._grew, self._stopped = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)
        self._said: SourceChanged | None = None
        self._failures = 0
        """How many times in a row the connection was lost without an answer from the hub."""
        self.round = KeptRound(membership.folder, membership.club, self._now_s)
        """What the hub has said of the tournament."""
        self.call = KeptCall(membership.folder, self._now_s)
        """What this table wants of the referee."""
        self.flags = SaidFlags()
        """Who has run out of time at this table, where people play by the clock."""
        self.standing: Standing | None = None
        """How much of the journal the hub has; None before its first `ask` or `ack`."""

    @property
    def is_reached(self) -> bool:
        """Whether the hub answers now."""
        said = self._said
        return said is not None and (said.state is SourceState.UP or said.code in (_LOST, _REPLACED))

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def notice(self) -> None:
        """Note that the journal may have grown. Any thread may call this."""
        self._grew.set()

    def stop(self) -> None:
        """End; what was not sent is sent after the next start."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(2 * _WAITS_S[-1])

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._follow()
            except WireRefused as refused:
                later = "the table plays on and sends everything once it is let in"
                self._tell(SourceState.DOWN, f"{refused}; {later}", _REFUSED)
            except WireDown as down:
                self._tell_away(str(down))
            except CompanionError as error:
                _log.warning("club.link_failed %s", error)
                self._tell(SourceState.DOWN, str(error))
            self._stopped.wait(_WAITS_S[min(self._failures, len(_WAITS_S) - 1)])
            self._failures += 1

    def _follow(self) -> None:
        """Talk with the hub until the connection is gone."""
        mine = self._membership
        reader = self._open_reader()
        try:
            uplink = Uplink(reader, self._session, mine.since)
            topics = [self._topic(leaf) for leaf in FROM_HUB]
            seal = sealed_by(mine.authority_file, mine.own_file, is_named=bool(mine.broker))
            wire = Wire(mine.broker_host, mine.port, seal, topics, last_will=self._topic(Leaf.UP))
            wire.open()
            try:
                self._talk(uplink, wire)
            finally:
                wire.close()
        finally:
            reader.close()

    def _talk(self, uplink: Uplink, wire: Wire) -> None:
        is_greeted = False
        while not self._stopped.is_set():
            for arrived in wire.turn(TURN_S):
                try:
                    self._heard(uplink, wire, arrived.topic.rpartition("/")[2], arrived.payload)
                except (MessageRefused, ToldRefused) as refused:
                    _log.warning("club.message_refused %s", refused)
            self.round.waited()
            if not wire.may_write and not self._failures:
                return  # a table that was let in just now may be ahead of its rights: it tries again
            if uplink.is_sent_away or not wire.may_write:
                raise WireRefused(
                    f"the hub at {self._membership.host} takes nothing from this table: it was removed from "
                    "the club; leave the club here and join anew"
                )
            if not wire.is_ready:
                continue
            if not is_greeted:
                is_greeted = True
                self.call.connected()
                self.flags.connected()
                self._send(wire, uplink.connected(self._now_s()))
            if self._grew.is_set():
                self._grew.clear()
                self._send(wire, uplink.wrote())
            self._send(wire, uplink.waited(self._now_s()))
            if uplink.is_unanswered(self._now_s()):
                self._tell_away("the hub does not answer")
            if call := self.call.due():
                wire.send(self._topic(CALL), call, is_retained=True)
            if flags := self.flags.due():
                wire.send(self._topic(FLAGS), flags, is_retained=True)

    def _heard(self, uplink: Uplink, wire: Wire, leaf: str, payload: bytes) -> None:
        if leaf == Leaf.ACK and not payload:
            return  # the hub has let the broker forget what it had kept
        if leaf in LEAVES:
            self.round.take(leaf, payload)
            return
        if leaf == QUEUE:
            self.call.take(payload)
            return
        self._send(wire, uplink.take(leaf, payload, self._now_s()))
        if not uplink.is_sent_away:
            self._note(uplink)

    def _note(self, uplink: Uplink) -> None:
        self.standing, self._failures = uplink.standing, 0
        if self.standing.has_more:
            lost = "the hub has entries that this journal has lost; they are safe there"
            self._tell(SourceState.DOWN, lost, _LOST)
        elif self.standing.spare:
            apart = "another machine goes on in this table's place; what is told here does not count there"
            self._tell(SourceState.DOWN, f"{apart}: {self.standing.spare}", _REPLACED)
        else:
            self._tell(SourceState.UP, "")

    def _send(self, wire: Wire, messages: list[Message]) -> None:
        for message in messages:
            wire.send(self._topic(message.leaf), message.payload, is_retained=message.is_retained)

    def _topic(self, leaf: str) -> str:
        return topic(self._membership.club, self._membership.table, leaf)

    def _tell_away(self, why: str) -> None:
        # Said only once: the sentence may differ from one attempt to the next.
        if self._said is None or self._said.code != _AWAY:
            self._tell(SourceState.DOWN, f"{why}; the table plays on and sends everything later", _AWAY)

    def _tell(self, state: SourceState, note: str, code: str = "") -> None:
        said = SourceChanged(NAME, state, note, code)
        if said != self._said:
            self._said = said
            self._say(said)

    def _now_s(self) -> float:
        return self._clock.monotonic_ns() / 1e9
