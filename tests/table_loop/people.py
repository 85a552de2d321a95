"""People at a table who tell everything by taps, and a journal that must agree after each of them."""

from __future__ import annotations

from itertools import count

from companion.clock import ManualClock
from companion.evidence import (
    Answer,
    AnswerAsked,
    Command,
    CorrectAsked,
    DealAsked,
    Depth,
    DepthAsked,
    Done,
    FinishAsked,
    RedoAsked,
    Refusal,
    Refused,
    Said,
    SayAsked,
    SeenAsked,
    StartAsked,
    TapAsked,
    TellAsked,
    UndoAsked,
)
from companion.evidence.intentions import Intention
from companion.journal import Entry, Game, Journal, MemoryJournal, replay
from companion.journal.imported import newest_of_table
from companion.riichi.calls import Action
from companion.riichi.facts import Fact, HandValue, WinBy, Won
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat
from companion.scribe.mind import TRUSTING, Trust
from companion.table_loop import TableKeeper
from companion.table_state import Preview

E, S, W, N = SEATS


_RUNS = count()
"""Each start of a keeper: what was refused leaves no number, and no two taps may share a name."""


class People:
    """A keeper and what people say to it, each with a name of its own."""

    def __init__(
        self, journal: Journal | None = None, rules: RuleSet = TENHOU, trust: Trust = TRUSTING
    ) -> None:
        self.journal = journal if journal is not None else MemoryJournal()
        self.clock = ManualClock()
        self.keeper = TableKeeper(self.journal, rules, self.clock, trust=lambda: trust)
        run = next(_RUNS)
        self._taps = (f"tap-{run}-{number}" for number in count())

    @property
    def _head(self) -> tuple[str, int, str]:
        return next(self._taps), self.keeper.state.seq, "Anna"

    @property
    def _game(self) -> Game:
        """The game that a restart would find."""
        newest = newest_of_table(self.journal)
        assert newest is not None
        return newest[0]

    def do(self, asked: Command) -> Answer:
        """Ask, and compare what is shown with what a restart would find."""
        self.clock.advance(seconds=1)
        answer = self.keeper.do(asked)
        state = self.keeper.state
        assert state.seq == self.journal.last_seq
        if self.journal.games():
            game = self._game
            found = replay(self.journal.entries(game.number), game.rules)
            assert (game.name, found.hanchan, found.failure) == (state.game, state.hanchan, None)
            assert found.last_kyoku == state.last_kyoku
        return answer

    def start(self, *names: str, rules: RuleSet = TENHOU) -> Answer:
        return self.do(StartAsked(*self._head, names or ("Anna", "Ben", "Chie", "Dai"), rules))

    def deal(self, depth: Depth = Depth.COUNTING, **more: object) -> Answer:
        return self.do(DealAsked(*self._head, depth, **more))

    def tap(self, seat: Seat, action: str = "discard", **more: object) -> Answer:
        return self.do(TapAsked(*self._head, Said(seat, Action(action), **more)))

    def tell(self, *facts: Fact) -> Answer:
        return self.do(TellAsked(*self._head, facts))

    def say(self, what: Intention, *waived: Reason) -> Answer:
        return self.do(SayAsked(*self._head, what, waived))

    def wins(self, seat: Seat, giver: Seat | None = None, han: int = 3, fu: int = 30) -> Answer:
        by = WinBy.TSUMO if giver is None else WinBy.RON
        return self.tell(Won(seat, by, seat if giver is None else giver, value=HandValue(han, fu)))

    def undo(self) -> Answer:
        return self.do(UndoAsked(*self._head))

    def redo(self) -> Answer:
        return self.do(RedoAsked(*self._head))

    def depth(self, depth: Depth, turn: Seat | None = None, live: int | None = None) -> Answer:
        return self.do(DepthAsked(*self._head, depth, turn, live))

    def finish(self) -> Answer:
        return self.do(FinishAsked(*self._head))

    def seen(self, code: str, seat: Seat | None = None) -> Answer:
        return self.do(SeenAsked(*self._head, code, seat))

    def answer(self, question: int, choice: int) -> Answer:
        return self.do(AnswerAsked(*self._head, question, choice))

    def looks_at_answering(self, question: int, choice: int) -> Preview:
        """What an answer would change."""
        return self.keeper.preview(AnswerAsked(*self._head, question, choice))

    def correct(self, retracts: tuple[int, ...], *facts: Fact, before: int | None = None) -> Answer:
        return self.do(CorrectAsked(*self._head, retracts, facts, before))

    def insert(self, *facts: Fact, before: int | None = None, **more: object) -> Answer:
        return self.do(self._inserting(facts, before, **more))

    def looks_at_inserting(self, *facts: Fact, before: int | None = None, **more: object) -> Preview:
        return self.keeper.preview(self._inserting(facts, before, **more))

    def _inserting(
        self, facts: tuple[Fact, ...], before: int | None, *, by_rules: bool = True, **deal: object
    ) -> CorrectAsked:
        name, seq, by = self._head
        dealt = DealAsked(name, seq, by, Depth.POINTS, **deal)
        return CorrectAsked(name, seq, by, (), facts, before, by_rules=by_rules, deal=dealt)

    def looks_at(self, retracts: tuple[int, ...], *facts: Fact, before: int | None = None) -> Preview:
        """What a correction would change."""
        return self.keeper.preview(CorrectAsked(*self._head, retracts, facts, before))

    @property
    def points(self) -> tuple[int, ...]:
        hanchan = self.keeper.state.hanchan
        return hanchan.points if hanchan.kyoku is None else hanchan.kyoku.points

    @property
    def kyoku(self):
        return self.keeper.state.hanchan.kyoku

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries of the newest game."""
        return self.journal.entries(self._game.number)

    @property
    def facts(self) -> list[Fact]:
        """What counts, in the order in which it happened."""
        game = self._game
        return [entry.fact for entry in replay(self.entries, game.rules).entries]

    def seq_of(self, kind: type, nth: int = 0) -> int:
        """The number of a standing fact of this kind."""
        game = self._game
        found = [one for one in replay(self.entries, game.rules).entries if isinstance(one.fact, kind)]
        return found[nth].seq


def sat_down(depth: Depth = Depth.COUNTING, trust: Trust = TRUSTING) -> People:
    """Four people in the first kyoku."""
    people = People(trust=trust)
    assert people.start() == Done(1)
    assert isinstance(people.deal(depth), Done)
    return people


def refused(answer: Answer) -> Refusal:
    assert isinstance(answer, Refused), answer
    return answer.reason
