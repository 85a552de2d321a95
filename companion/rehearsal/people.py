"""四人: the people of a rehearsal: they lay tiles, press keys, answer and confirm, as a played game says.

What they do wrong is thrown by `companion.rehearsal.habits`; how time passes is their sight's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from companion.evidence import (
    Answer,
    AnswerAsked,
    Command,
    CorrectAsked,
    DealAsked,
    Depth,
    FinishAsked,
    StartAsked,
    TellAsked,
)
from companion.intake.stage.kyokus import Game
from companion.intake.stage.table import StageTable
from companion.rehearsal.answering import truthful
from companion.rehearsal.comparing import essence
from companion.rehearsal.ports import House, Keys, Sight
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Fact,
    KakanDeclared,
    KyokuStarted,
    PonCalled,
    RiichiDeclared,
    Ryuukyoku,
    SeatsBound,
    WinBy,
    Won,
)
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat

__all__ = ["People"]

SIDES = "ABCD"
AFTER_DISCARD_S = 1.1
"""How long a discard lies before the next player draws."""


class People:
    """Four players who know what they are going to play."""

    def __init__(self, sight: Sight, keys: Keys, house: House, *, seed: int = 1) -> None:
        self._sight, self._keys, self._house = sight, keys, house
        self._seed = seed
        self._names = (f"people-{number}" for number in count(1))
        self._asked: set[int] = set()
        self._played: list[Fact] = []
        self.questions = 0
        """How often they were asked something before the hand was over."""
        self.confirmations = 0
        """How often they were asked whether a hand or a draw was read rightly."""
        self.corrections = 0
        """How often a result had to be told or corrected by a person."""

    def play(self, game: Game, table: StageTable, rules: RuleSet) -> None:
        """Sit down, play every kyoku of the game, and leave."""
        self._say(StartAsked(*self._head, game.started.names, rules))
        self._say(TellAsked(*self._head, (SeatsBound(SIDES),)))
        for kyoku in game.kyokus:
            self._kyoku(kyoku, table)
        if self._house.state.hanchan.kyoku is not None:
            self._say(FinishAsked(*self._head))

    def _kyoku(self, kyoku: Sequence[Fact], table: StageTable) -> None:
        start = kyoku[0]
        if not isinstance(start, KyokuStarted):
            raise TypeError("a kyoku begins with its deal")
        self._played = [start]
        strokes = table.deal(kyoku)
        self._sight.perform(strokes[:1], table.labels)
        self._say(_dealing(self._head, start))
        self._sight.perform(strokes[1:], table.labels)
        self._sight.settle()
        for fact in kyoku[1:-1]:
            self._one(fact, table)
        self._confirm(kyoku)
        self._sight.perform(table.play(kyoku[-1]), table.labels)

    def _one(self, fact: Fact, table: StageTable) -> None:
        """One fact: what is said with a key, what hands do, and what is asked about it."""
        key = _key_for(fact)
        if key is not None and self._keys.are_there:
            self._keys.press(table.side_of(key[0]), *key[1:])
        strokes = table.play(fact)
        self._played.append(fact)
        self._sight.perform(strokes, table.labels)
        if isinstance(fact, Discarded):
            self._sight.rest(AFTER_DISCARD_S)
        if strokes:
            self._sight.settle()
        self._answer()

    def _answer(self) -> None:
        """Whatever is asked is answered, each question once."""
        for _ in range(4):
            new = [one for one in self._house.state.questions if one.number not in self._asked]
            if not new:
                return
            question = new[0]
            self._asked.add(question.number)
            is_result = any(
                isinstance(fact, Won | Ryuukyoku) for one in question.choices for fact in one.facts
            )
            self.confirmations += is_result
            self.questions += not is_result
            told = [fact for _, fact in self._told()]
            choice = truthful(question, told, self._played)
            self._say(AnswerAsked(*self._head, question=question.number, choice=choice))

    def _confirm(self, kyoku: Sequence[Fact]) -> None:
        """The result is on the page as it was, or somebody says so."""
        results = [fact for fact in kyoku if isinstance(fact, Won | Ryuukyoku)]
        written = [(seq, fact) for seq, fact in self._told() if isinstance(fact, Won | Ryuukyoku)]
        wrong = [seq for seq, fact in written if essence([fact])[0] not in essence(results)]
        right = essence(fact for seq, fact in written if seq not in wrong)
        missing = tuple(fact for fact in results if essence([fact])[0] not in right)
        if not wrong and not missing:
            return
        self.corrections += 1
        if wrong:
            self._say(CorrectAsked(*self._head, tuple(wrong), missing))
        else:
            self._say(TellAsked(*self._head, missing))

    def _told(self) -> list[tuple[int, Fact]]:
        """What the journal has of this kyoku, from its deal on."""
        entries = self._house.entries()
        deals = [at for at, (_, fact) in enumerate(entries) if isinstance(fact, KyokuStarted)]
        return list(entries[deals[-1] :]) if deals else []

    @property
    def _head(self) -> tuple[str, None, str]:
        return f"{next(self._names)}-{self._seed}", None, "rehearsal"

    def _say(self, command: Command) -> Answer:
        return self._house.ask(command)


def _dealing(head: tuple[str, None, str], start: KyokuStarted) -> DealAsked:
    """The deal as people would tap it; which indicator lies there the eye will say."""
    return DealAsked(
        *head, Depth.FULL, start.round_wind, start.dealer, start.honba, start.kyoutaku, start.points,
        is_indicator_open=False,
    )  # fmt: skip


def _key_for(fact: Fact) -> tuple[Seat, str, str] | None:
    """Which key a player presses when this happens, and with which one they answer what is asked then."""
    match fact:
        case ChiCalled(seat):
            return seat, "chi", ""
        case PonCalled(seat):
            return seat, "pon", ""
        case AnkanDeclared(seat):
            return seat, "kan", "chi"
        case KakanDeclared(seat):
            return seat, "kan", "pon"
        case DaiminkanCalled(seat):
            return seat, "kan", "kan"
        case RiichiDeclared(seat):
            return seat, "riichi", ""
        case Won(seat, by):
            return seat, "tsumo" if by is WinBy.TSUMO else "ron", ""
    return None
