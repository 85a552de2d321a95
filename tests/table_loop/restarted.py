"""A table that is played at random, and the same table restarted from a copy of its journal."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any, Final

from companion.clock import ManualClock
from companion.evidence import (
    Answer,
    AnswerAsked,
    Cause,
    Command,
    CorrectAsked,
    DealAsked,
    Depth,
    DepthAsked,
    FactObserved,
    FinishAsked,
    RedoAsked,
    Said,
    SayAsked,
    SeenAsked,
    StartAsked,
    TapAsked,
    TellAsked,
    UndoAsked,
    WaiveAsked,
)
from companion.evidence import intentions as i
from companion.evidence.sights import SeenTile
from companion.journal import MemoryJournal
from companion.journal.codec import decode_entry, encode_entry
from companion.projections.reminders import reminders
from companion.projections.snapshot import plain, project
from companion.riichi import facts as f
from companion.riichi import tea_facts as t
from companion.riichi.calls import Action
from companion.riichi.facts import HandValue, RyuukyokuKind
from companion.riichi.presets import PRESETS
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import Tile
from companion.scribe import Pressed, SightChanged
from companion.scribe.mind import TRUSTING
from companion.scribe.questions import Declined
from companion.table_loop import TableKeeper
from tests.toolbox.sightings import visible

HOUSES: Final = ("tenhou", "tenhou-3p")
NAMES: Final = ("Anna", "Ben", "Chie", "Dai", "Eve")
NOT_KEPT: Final = ("questions",)
"""What a restart may change in a snapshot: a question comes back once the eye has looked again."""


class Table:
    """A keeper with its journal and its clock; a copy of it goes its own way."""

    def __init__(self, house: str) -> None:
        self.rules = PRESETS[house]
        self.journal = MemoryJournal()
        self.clock = ManualClock()
        self.keeper = TableKeeper(self.journal, self.rules, self.clock, trust=lambda: TRUSTING)

    def twin(self) -> Table:
        """The same table, which ran on."""
        twin = self._with_journal_of(self)
        twin.keeper = copy(self.keeper)
        noted = copy(self.keeper.noted)
        vars(noted).update(_journal=twin.journal)
        vars(twin.keeper).update(_journal=twin.journal, _clock=twin.clock, _unwritten={}, noted=noted)
        return twin

    def restarted(self) -> Table:
        """The same table, after a plug was pulled."""
        twin = self._with_journal_of(self)
        twin.keeper = TableKeeper(twin.journal, twin.rules, twin.clock, trust=lambda: TRUSTING)
        return twin

    @staticmethod
    def _with_journal_of(one: Table) -> Table:
        twin = copy(one)
        twin.journal, twin.clock = copy(one.journal), copy(one.clock)
        read = [(game, decode_entry(encode_entry(entry))) for game, entry in one.journal._entries]
        notes = dict(one.journal._notes)
        vars(twin.journal).update(_entries=read, _games=list(one.journal.games()), _notes=notes)
        return twin

    def do(self, act: Act) -> Answer | None:
        """What a page, a key or a camera does; then the scribe looks again, as in the loop."""
        answer = self.do_alone(act)
        self.keeper.see(self.keeper.tick())
        return answer

    def do_alone(self, act: Act) -> Answer | None:
        """The same, and the scribe does not look again: what it saw before the restart it has forgotten."""
        self.clock.advance(seconds=1)
        return act(self)

    def ask(self, kind: Callable[..., Command], *what: Any) -> Answer:
        head = (f"tap-{self.keeper.state.seq}-{self.clock.monotonic_ns()}", None, "Anna")
        return self.keeper.do(kind(*head, *what))

    @property
    def shown(self) -> dict[str, Any]:
        """What every device is shown and a restart does not change."""
        state = self.keeper.state
        told = plain(project(state, last_kyoku=state.last_kyoku))
        return {key: value for key, value in told.items() if key not in NOT_KEPT}

    @property
    def told(self) -> list[tuple[Any, ...]]:
        """The facts that count, in order, and by what they are known."""
        return [(one.seq, one.fact, one.because) for one in self.keeper.standing]

    @property
    def waiting(self) -> tuple[Any, ...]:
        """What people may still allow, and the call that may still give way."""
        return self.keeper.state.warnings, self.keeper.state.claimed

    @property
    def declined(self) -> Declined:
        """What people have said no to in this hand, and what the eye told and they took back."""
        scribing = self.keeper._desk.scribing
        is_newest = scribing.deal == sum(isinstance(one.fact, f.KyokuStarted) for one in self.keeper.standing)
        declined = scribing.mind.people.declined
        return declined if is_newest else Declined(facts=declined.facts - declined.lying)

    @property
    def written(self) -> list[tuple[Any, ...]]:
        """All that is in the journal, but for the names of commands."""
        return [(game, replace(entry, command_id=None)) for game, entry in self.journal._entries]


Act = Callable[[Table], Answer | None]


def drawn_act(random: Random, table: Table, *, by_people: bool = False) -> tuple[str, Act]:
    """Something that people, keys or the camera do at this table now, lawful or not, and its name."""
    standing = table.keeper.standing
    kyoku = table.keeper.state.hanchan.kyoku
    wants_deal = standing and (kyoku is None or kyoku.is_over) and random.random() < 0.35
    if not standing or random.random() < 0.02:
        return _start(random, table)
    if wants_deal:
        return _deal(random, table)
    people = (
        *[_tap] * 4,
        *[_result] * 2,
        *[_say] * 3,
        _tea,
        _correct,
        *[_undo] * 3,
        *[_redo] * 2,
        _depth,
        _finish,
        *[_seen] * 2,
        *[_waive] * 2,
    )
    devices = (_see, _see, _see, _fed, _press, _eye, _answer)
    return random.choice(people if by_people else (*people, *devices))(random, table)


def _seat(random: Random, table: Table) -> Seat:
    return random.choice(SEATS[: table.rules.players])


def _tile(random: Random) -> Tile:
    return Tile(random.choice("123456789") + random.choice("ps"))


def _start(random: Random, table: Table) -> tuple[str, Act]:
    names = tuple(random.sample(NAMES, table.rules.players))
    return f"start {names}", lambda one: one.ask(StartAsked, names, one.rules)


def _deal(random: Random, table: Table) -> tuple[str, Act]:
    depth = random.choice(list(Depth))
    indicator = random.choice((None, Tile("5s")))
    return f"deal {depth}", lambda one: one.ask(
        lambda *head: DealAsked(*head, depth, indicator=indicator, is_indicator_open=True)
    )


def _tap(random: Random, table: Table) -> tuple[str, Act]:
    kyoku = table.keeper.state.hanchan.kyoku
    seat = _seat(random, table)
    if kyoku is not None and kyoku.turn is not None and random.random() < 0.7:
        seat = kyoku.turn
    usual = [Action.DISCARD] * 8 if random.random() < 0.7 else []
    said = Said(seat, random.choice((*usual, *Action)))
    if said.action is Action.DISCARD and random.random() < 0.5:
        said = replace(said, tile=_tile(random))
    if said.action is Action.RON:
        said = replace(said, giver=random.choice((None, _seat(random, table))))
    return f"tap {said}", lambda one: one.ask(TapAsked, said)


def _press(random: Random, table: Table) -> tuple[str, Act]:
    said = Said(
        _seat(random, table), random.choice((Action.DISCARD, Action.RIICHI, Action.PON, Action.ANKAN))
    )
    return f"press {said}", lambda one: one.keeper.see(Pressed(said, one.clock.monotonic_ns()))


def _eye(random: Random, table: Table) -> tuple[str, Act]:
    is_seeing = random.random() < 0.7
    return f"eye {is_seeing}", lambda one: one.keeper.see(SightChanged(is_seeing, one.clock.monotonic_ns()))


def _see(random: Random, one: Table) -> tuple[str, Act]:
    """The eye sees the table as it is told, one tile more, or one tile otherwise."""
    kyoku = one.keeper.state.hanchan.running
    if kyoku is None:
        return _tap(random, one)
    table = visible(kyoku)
    seat = random.randrange(len(table.seats)) if kyoku.turn is None else kyoku.turn
    mine = table.seats[seat]
    tiles, last = list(mine.river), SeenTile(_tile(random))
    if mine.river and random.random() < 0.3:
        tiles[-1] = last
    elif random.random() < 0.8:
        tiles.append(last)
    seats = (*table.seats[:seat], replace(mine, river=tuple(tiles)), *table.seats[seat + 1 :])
    seen = replace(table, seats=seats)
    return f"see {last} of {seat}", lambda one: one.keeper.see(replace(seen, at_ns=one.clock.monotonic_ns()))


def _fed(random: Random, table: Table) -> tuple[str, Act]:
    kyoku = table.keeper.state.hanchan.kyoku
    seat = _seat(random, table) if kyoku is None or kyoku.turn is None else kyoku.turn
    facts = random.choice(
        ((f.Drawn(seat), f.Discarded(seat, _tile(random))), (f.Discarded(seat),), (f.RiichiDeclared(seat),))
    )
    return f"fed {facts}", lambda one: one.keeper.take(
        [FactObserved(fact, Cause.CAMERA, one.clock.monotonic_ns()) for fact in facts]
    )


def _win(random: Random, table: Table) -> i.Win:
    value = random.choice((None, HandValue(3, 30), HandValue(1, 30), HandValue(4, 30)))
    seat, giver = _seat(random, table), random.choice((None, _seat(random, table)))
    others = [one for one in SEATS[: table.rules.players] if one not in (seat, giver)]
    winners = [i.Winner(seat, value)]
    if giver is not None and random.random() < 0.2:
        winners.append(i.Winner(random.choice(others), HandValue(2, 30)))
    return i.Win(tuple(winners), giver, is_riichi_tile=giver is not None and random.random() < 0.1)


def _some_result(random: Random, table: Table) -> i.Result:
    tenpai = tuple(seat for seat in SEATS[: table.rules.players] if random.random() < 0.4)
    draw = i.Draw(random.choice((RyuukyokuKind.EXHAUSTIVE, *RyuukyokuKind)), random.choice((None, tenpai)))
    return random.choice((_win(random, table), _win(random, table), draw, f.Chombo(_seat(random, table))))


def _result(random: Random, table: Table) -> tuple[str, Act]:
    waived = random.choice(((), (), (), (Reason.TILES_LEFT,), (Reason.FURITEN_TURN,)))
    result = _some_result(random, table)
    return f"result {result} {waived}", lambda one: one.ask(SayAsked, result, waived)


def _say(random: Random, table: Table) -> tuple[str, Act]:
    standing = table.keeper.standing
    deals = [one.seq for one in standing if isinstance(one.fact, f.KyokuStarted)]
    hand = random.choice((None, *deals))
    seat, other = _seat(random, table), _seat(random, table)
    newest = [one.seq for one in standing[-3:]]
    anything = [one.seq for one in standing]
    what: i.Intention = random.choice(
        (
            i.ResultWas(_some_result(random, table), hand),
            i.ResultWas(_win(random, table), hand),
            i.RiichiWas(hand, random.choice((None, other)), random.choice((None, seat))),
            i.KanForgotten(seat, random.random() < 0.5, hand),
            i.DealWas(hand, dealer=random.choice((None, seat)), honba=random.choice((None, 0, 2))),
            i.TakeBack((random.choice(newest),)),
            i.TakeBack(tuple(newest)),
            i.TakeBack((random.choice(anything),)),
            i.Tenpai(seat, random.random() < 0.5),
            i.Indicator(_tile(random), random.choice((None, 0)), hand),
            i.KanTiles(seat, is_closed=True, tiles=(Tile("1s"),) * 4),
            i.HandForgotten(_win(random, table), random.choice((None, *deals))),
            *((i.ToldTwice(random.choice(deals)),) if deals else ()),
            f.RiichiDeclared(seat),
        )
    )
    waived = random.choice(((), (), (), (Reason.RIICHI_AFTER_CALL,), (Reason.RIICHI_TWICE,)))
    return f"say {what} {waived}", lambda one: one.ask(SayAsked, what, waived)


def _tea(random: Random, table: Table) -> tuple[str, Act]:
    seats = SEATS[: table.rules.players]
    points = tuple(table.rules.start_points for _ in seats)
    fact = random.choice(
        (
            t.GamePaused(),
            t.GameResumed(),
            t.PlayerRenamed(_seat(random, table), random.choice(NAMES)),
            t.PlayerSubstituted(_seat(random, table), random.choice(NAMES)),
            t.SeatsChanged(tuple(random.sample(seats, len(seats))), random.choice(list(t.Carried))),
            t.PointsSet(points, 0),
        )
    )
    return f"tea {fact}", lambda one: one.ask(TellAsked, (fact,))


def _correct(random: Random, table: Table) -> tuple[str, Act]:
    standing = table.keeper.standing
    entry = random.choice(standing)
    fact = f.Discarded(_seat(random, table), _tile(random))
    if isinstance(entry.fact, f.Discarded):
        fact = replace(entry.fact, tile=_tile(random))
    retracts = (entry.seq,) if random.random() < 0.7 else ()
    return f"correct {entry} {fact}", lambda one: one.ask(CorrectAsked, retracts, (fact,), entry.seq)


def _undo(random: Random, table: Table) -> tuple[str, Act]:
    return "undo", lambda one: one.ask(UndoAsked)


def _redo(random: Random, table: Table) -> tuple[str, Act]:
    return "redo", lambda one: one.ask(RedoAsked)


def _depth(random: Random, table: Table) -> tuple[str, Act]:
    depth, seat = random.choice(list(Depth)), _seat(random, table)
    return f"depth {depth}", lambda one: one.ask(DepthAsked, depth, seat, 40)


def _seen(random: Random, table: Table) -> tuple[str, Act]:
    standing = reminders(table.keeper.state)
    if not standing:
        return _tap(random, table)
    one = random.choice(standing)
    return f"seen {one}", lambda other: other.ask(SeenAsked, one.code, one.seat)


def _waive(random: Random, table: Table) -> tuple[str, Act]:
    waivable = [one for one in table.keeper.state.warnings if one.refused]
    if not waivable:
        return _tap(random, table)
    one = random.choice(waivable)
    return f"waive {one}", lambda other: other.ask(WaiveAsked, one.code)


def _finish(random: Random, table: Table) -> tuple[str, Act]:
    if random.random() < 0.7:
        return _undo(random, table)
    return "finish", lambda one: one.ask(FinishAsked)


def _answer(random: Random, table: Table) -> tuple[str, Act]:
    questions = table.keeper.state.questions
    if not questions:
        return _see(random, table)
    question = random.choice(questions)
    choice = random.randrange(len(question.choices) + 1)
    return f"answer {question} {choice}", lambda one: one.ask(AnswerAsked, question.number, choice)
