"""Tables, a hub, and a line between them that loses, doubles, delays and reorders: all in one process."""

from __future__ import annotations

import secrets
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from companion.club.chain import Header, text_to_send
from companion.club.copies import Copies
from companion.club.hub import Hub
from companion.club.messages import Ack, Ask, Message, Wanted, decoded
from companion.club.uplink import Uplink
from companion.evidence import Cause
from companion.journal import Draft, Game, MemoryJournal
from companion.journal.origin import Origin
from companion.journal.rows import game_row
from companion.riichi.facts import Drawn, HanchanStarted
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS

NAMES = ("Wilhelmina", "Ngoc", "Bo", "Sigrun")
NOON = "2024-01-01T12:00:00.000000Z"


def told(at: str = NOON, seat: int = 0) -> Draft:
    return Draft(at=at, because=Cause.PERSON, fact=Drawn(SEATS[seat]), by="10.0.0.7")


class Table:
    """One table: its journal, and its side of the link while it runs."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.journal = MemoryJournal()
        self.saved: tuple[MemoryJournal, set[str]] | None = None
        self.gone: set[str] = set()
        """The headers of the games that were forgotten here."""
        self.start()

    def start(self) -> None:
        self.uplink = Uplink(self.journal, secrets.token_hex(8))

    def begin(self, at: str = NOON) -> Game:
        game = self.journal.next_game("table", TENHOU, at)
        sat = Draft(at=at, because=Cause.PERSON, fact=HanchanStarted(NAMES, "tenhou"), by="10.0.0.7")
        self.journal.append(game, [sat])
        return game

    def write(self, count: int, at: str = NOON) -> None:
        games = self.journal.games()
        game = games[-1] if games else self.begin(at)
        self.journal.append(game, [told(at, number % 4) for number in range(count)])

    def forget(self, which: int) -> None:
        if older := self.journal.games()[:-1]:
            game = older[which % len(older)]
            self.gone.add(Header(*game_row(game)).digest)
            self.journal.forget(game)

    def anonymise(self, which: int) -> None:
        if older := self.journal.games()[:-1]:
            self.journal.anonymise(older[which % len(older)])

    def save(self) -> None:
        self.saved = (deepcopy(self.journal), set(self.gone))

    def restore(self) -> None:
        """Go on from the copy that was saved, in a new epoch."""
        if self.saved is None or self.journal.origin is None:
            return
        self.journal, self.gone = deepcopy(self.saved[0]), set(self.saved[1])
        self.journal.origin = Origin(self.saved[0].origin.journal, secrets.token_hex(16))
        self.start()

    @property
    def epoch(self) -> str:
        assert self.journal.origin is not None
        return self.journal.origin.epoch

    @property
    def entries(self) -> tuple[tuple[int, int, str], ...]:
        """What its copy has to hold."""
        found = self.journal.texts(0, 10**9)
        return tuple((one.seq, one.game, text_to_send(one.text)) for one in found)

    @property
    def headers(self) -> tuple[Header, ...]:
        times = self.journal.rewritten()
        return tuple(
            Header(*game_row(game), times=times.get(game.number, 0)) for game in self.journal.games()
        )


@dataclass
class Line:
    """Messages on their way, and what the broker keeps; it may forget all of it at any time."""

    to_hub: list[tuple[Table, Message]] = field(default_factory=list)
    to_tables: list[tuple[str, Message]] = field(default_factory=list)
    kept: dict[tuple[str, str], tuple[Table | None, Message]] = field(default_factory=dict)


class Room:
    """Some tables, a hub, and a line that is as bad as one likes."""

    def __init__(self, folder: Path, names: tuple[str, ...], copies: type[Copies] = Copies) -> None:
        self.now_s = 0.0
        self.line = Line()
        self.tables = [Table(name) for name in names]
        self._file, self._kind = folder / "club.sqlite", copies
        self.broken: list[str] = []
        """Promises that were not kept: acknowledged, and not on the disk."""
        self._promised: dict[tuple[str, str], int] = {}
        self._open_hub()

    def _open_hub(self) -> None:
        self.copies = self._kind(self._file)
        self.hub = Hub(self.copies)

    def send(self, table: Table, messages: list[Message]) -> None:
        for message in messages:
            self.line.to_hub.append((table, message))
            if message.is_retained:
                self.line.kept[table.name, message.leaf] = (table, message)

    def connect(self, table: Table) -> None:
        self.send(table, table.uplink.connected(self.now_s))
        for (name, _), (sender, message) in self.line.kept.items():
            if sender is None and name == table.name:
                self.line.to_tables.append((name, message))

    def deliver_to_hub(self, at: int) -> None:
        table, message = self.line.to_hub.pop(at % len(self.line.to_hub))
        self._heard(table, message)

    def _heard(self, table: Table, message: Message) -> None:
        for answer in self.hub.take(table.name, message.leaf, message.payload):
            self._note(table.name, answer)
            self.line.to_tables.append((table.name, answer))
            if answer.is_retained:
                self.line.kept[table.name, answer.leaf] = (None, answer)

    def _note(self, name: str, answer: Message) -> None:
        words = decoded(answer.leaf, answer.payload)
        if isinstance(words, Ack):
            self._promised[name, words.epoch] = words.held
        elif isinstance(words, Ask) and words.wanted is Wanted.LOG:
            self._promised[name, words.epoch] = words.start - 1  # a game was made nobody's and comes again

    def deliver_to_tables(self, at: int) -> None:
        name, message = self.line.to_tables.pop(at % len(self.line.to_tables))
        for table in self.tables:
            if table.name == name:
                self.send(table, table.uplink.take(message.leaf, message.payload, self.now_s))

    def restart_hub(self) -> None:
        """It is killed: what was not committed is lost, what was acknowledged must not be."""
        self.copies.close()
        self._open_hub()
        for (name, epoch), held in self._promised.items():
            copy = self.copies.of(name, epoch)
            if copy is None or copy.held < held:
                self.broken.append(f"{name}: {held} acknowledged, {copy and copy.held} on the disk")
        for sender, message in list(self.line.kept.values()):
            if sender is not None:
                self.line.to_hub.append((sender, message))

    def wipe_hub(self) -> None:
        self.copies.close()
        for file in self._file.parent.glob(f"{self._file.name}*"):
            file.unlink()
        self._promised = {}
        self._open_hub()

    def wipe_broker(self) -> None:
        self.line = Line()
        for table in self.tables:
            self.connect(table)

    def wait(self, seconds: float) -> None:
        self.now_s += seconds
        for table in self.tables:
            self.send(table, table.uplink.waited(self.now_s))

    def settle(self, rounds: int = 40) -> bool:
        """From now on nothing is lost; whether everything comes to rest with equal copies."""
        for table in self.tables:
            self.send(table, table.uplink.wrote())
        self.wait(25)
        for _ in range(rounds):
            for _ in range(5_000):
                if self.line.to_hub:
                    self.deliver_to_hub(0)
                elif self.line.to_tables:
                    self.deliver_to_tables(0)
                else:
                    break
            else:
                return False  # they talk for ever
            if all(table.uplink.standing.is_equal for table in self.tables):
                return True
            self.wait(25)
        return False
