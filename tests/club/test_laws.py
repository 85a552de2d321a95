"""Whatever is lost, doubled, delayed, restarted or wiped: at rest each copy equals its journal."""

import os

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from companion.club.copies import Copies, Copy, Kept
from companion.club.messages import Log
from tests.club.tables import NOON, Room
from tests.toolbox.quick_folder import quick_folder

EVENINGS = int(os.environ.get("CLUB_EVENINGS", "25"))
_TRIED = settings(settings.get_profile("ci"), stateful_step_count=40)
WHICH = st.integers(0, 5)
MOMENTS = st.sampled_from([NOON, "2031-05-05T00:00:00.000000Z", "1999-12-31T23:59:59.999999Z"])


class Evening(RuleBasedStateMachine):
    """Three tables, of which two call themselves by one name, and everything that can go wrong between."""

    copies_kind: type[Copies] = Copies

    def __init__(self) -> None:
        super().__init__()
        self._folder = quick_folder()
        self.room = Room(self._folder.__enter__(), ("east", "west", "east"), self.copies_kind)
        for table in self.room.tables:
            self.room.connect(table)

    @rule(which=WHICH, count=st.integers(1, 150), at=MOMENTS)
    def write(self, which, count, at):
        table = self.room.tables[which % 3]
        table.write(count, at)
        self.room.send(table, table.uplink.wrote())

    @rule(which=WHICH, count=st.integers(0, 5), at=MOMENTS)
    def begin_another_game(self, which, count, at):
        table = self.room.tables[which % 3]
        table.begin(at)
        if count:
            table.write(count, at)
        self.room.send(table, table.uplink.wrote())

    @rule(which=WHICH, game=WHICH, text=st.sampled_from(("", "seen", "said no")))
    def note(self, which, game, text):
        table = self.room.tables[which % 3]
        if games := table.journal.games():
            table.journal.note(games[game % len(games)], text)
        self.room.send(table, table.uplink.wrote())

    @rule(which=WHICH, game=WHICH)
    def forget(self, which, game):
        table = self.room.tables[which % 3]
        table.forget(game)
        self.room.send(table, table.uplink.wrote())

    @rule(which=WHICH, game=WHICH)
    def anonymise(self, which, game):
        table = self.room.tables[which % 3]
        table.anonymise(game)
        self.room.send(table, table.uplink.wrote())

    @rule(which=WHICH)
    def restart_table(self, which):
        table = self.room.tables[which % 3]
        table.start()
        self.room.connect(table)

    @rule(which=WHICH)
    def save(self, which):
        self.room.tables[which % 3].save()

    @rule(which=WHICH)
    def restore(self, which):
        table = self.room.tables[which % 3]
        # The machine was off meanwhile: what it had sent has arrived by now, or never will.
        self.room.line.to_hub = [pair for pair in self.room.line.to_hub if pair[0] is not table]
        self.room.line.kept = {key: pair for key, pair in self.room.line.kept.items() if pair[0] is not table}
        table.restore()
        self.room.connect(table)

    @precondition(lambda self: self.room.line.to_hub)
    @rule(picks=st.lists(WHICH, min_size=1, max_size=12))
    def deliver_to_hub(self, picks):
        for at in picks[: len(self.room.line.to_hub)]:
            self.room.deliver_to_hub(at)

    @precondition(lambda self: self.room.line.to_tables)
    @rule(picks=st.lists(WHICH, min_size=1, max_size=12))
    def deliver_to_tables(self, picks):
        for at in picks[: len(self.room.line.to_tables)]:
            self.room.deliver_to_tables(at)

    @rule(turns=st.integers(1, 30))
    def good_weather(self, turns):
        for _ in range(turns):
            if self.room.line.to_hub:
                self.room.deliver_to_hub(0)
            if self.room.line.to_tables:
                self.room.deliver_to_tables(0)

    @rule(at=WHICH)
    def lose(self, at):
        for way in (self.room.line.to_hub, self.room.line.to_tables):
            if way:
                way.pop(at % len(way))

    @rule(at=WHICH)
    def double(self, at):
        for way in (self.room.line.to_hub, self.room.line.to_tables):
            if way:
                way.append(way[at % len(way)])

    @rule()
    def restart_hub(self):
        self.room.restart_hub()
        assert not self.room.broken, self.room.broken

    @rule()
    def wipe_hub(self):
        self.room.wipe_hub()

    @rule()
    def wipe_broker(self):
        self.room.wipe_broker()

    @rule(seconds=st.sampled_from([1.0, 4.0, 25.0]))
    def wait(self, seconds):
        self.room.wait(seconds)

    def teardown(self):
        room = self.room
        try:
            assert room.settle(), [table.uplink.standing for table in room.tables]
            for table in room.tables:
                _require_equal(room.copies, table)
                _require_taken_out(room.copies, table)
        finally:
            room.copies.close()
            self._folder.__exit__(None, None, None)


def _require_equal(copies, table):
    copy = copies.of(table.name, table.epoch)
    assert copies.entries(copy) == table.entries
    assert copies.games(copy) == table.headers
    noted = table.journal.newest_notes()
    assert copies.notes(copy) == (noted and (noted[0], noted[2]))


def _require_taken_out(copies, table):
    """What was forgotten or made nobody's at the table is so in every epoch of its journal."""
    times = {header.digest: header.times for header in table.headers}
    for copy in copies.all():
        if copy.journal == table.journal.origin.journal and copy.table == table.name:
            held = {header.digest: header.times for header in copies.games(copy)}
            assert not held.keys() & table.gone
            assert all(held[one] >= times[one] for one in held.keys() & times.keys())


def test_at_rest_every_copy_equals_its_journal():
    run_state_machine_as_test(Evening, settings=settings(_TRIED, max_examples=EVENINGS))


class CopiesThatAnswerFirst(Copies):
    """A hub that acknowledges, and writes only when the next message comes: what must never be."""

    waiting: tuple[Copy, Log] | None = None

    def keep(self, copy, log):
        if self.waiting:
            super().keep(*self.waiting)
        self.waiting = (copy, log)
        return Kept(max(copy.held, log.last))


class EveningWithAFault(Evening):
    copies_kind = CopiesThatAnswerFirst

    def teardown(self):
        self.room.copies.close()
        self._folder.__exit__(None, None, None)


def test_a_hub_that_acknowledges_before_its_commit_is_caught():
    with pytest.raises(AssertionError, match="acknowledged"):
        run_state_machine_as_test(
            EveningWithAFault, settings=settings(_TRIED, max_examples=300, phases=[Phase.generate])
        )
