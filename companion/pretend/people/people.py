"""The people of a rehearsal: they follow a known game, lay tiles, press keys, answer and confirm.

`companion.pretend.people.habits` decides what they do wrong, and their `Sight` how time passes.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

from companion.evidence import (
    Answer,
    AnswerAsked,
    Command,
    CorrectAsked,
    DealAsked,
    Depth,
    DepthAsked,
    FinishAsked,
    Refused,
    StartAsked,
    TellAsked,
)
from companion.pretend.people.answering import truthful
from companion.pretend.people.comparing import essence
from companion.pretend.people.habits import Habits, Slip
from companion.pretend.people.ports import House, Keys, Sight
from companion.pretend.stage.games import Game
from companion.pretend.stage.strokes import Stroke
from companion.pretend.stage.table import StageTable
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    SeatsBound,
    WinBy,
    Won,
)
from companion.riichi.hanchan import SIDES
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat
from companion.scribe.questions import QuestionCode

__all__ = ["People"]

RESULTS = (QuestionCode.IS_THIS_THE_HAND, QuestionCode.FOUL_SHOWN, QuestionCode.IS_THIS_THE_DRAW)
"""The questions that every table answers after a hand; they do not count as doubts."""
AFTER_DISCARD_S = 1.1
"""How long a discard lies before the next player draws."""
SHOWN_S = 3.0
"""How long a hand lies open, at least, before anybody says what it is worth."""
HALF_LAID_S = 2.5
"""How long a meld lies half laid."""


class People:
    """The players, who know what they are going to play."""

    def __init__(
        self,
        sight: Sight,
        keys: Keys,
        house: House,
        *,
        seed: int = 1,
        habits: Habits | None = None,
        answers: bool = True,
        laid: Callable[[Fact], None] = lambda _: None,
    ) -> None:
        self._sight, self._keys, self._house = sight, keys, house
        self._habits = habits or Habits()
        self._answers = answers
        self._laid = laid
        self._rng = random.Random(f"people {seed}")
        self._put_off: list[Stroke] = []
        # The journal may hold an earlier evening, and a command is done once for each id, so ids are new.
        evening = secrets.token_hex(6)
        self._names = (f"people-{evening}-{number}" for number in count(1))
        self._asked: set[int] = set()
        self._played: list[Fact] = []
        self.questions = 0
        """How many questions they answered that are not in `RESULTS`, during a hand and after it."""
        self.confirmations = 0
        """How many of the questions in `RESULTS` they answered."""
        self.corrections = 0
        """How many times a result had to be told or corrected by a person."""

    def play(
        self, game: Game, table: StageTable, rules: RuleSet, finished: Callable[[int], None] = lambda _: None
    ) -> None:
        """Sit down, play every kyoku of the game, and leave; a game that others left open is finished first.

        `finished` is called after each kyoku with the number of those played.
        """
        state = self._house.state
        if state.game is not None and not state.hanchan.is_closed:
            self._say(FinishAsked(*self._head))
        self._say(StartAsked(*self._head, game.started.names, rules))
        self._say(TellAsked(*self._head, (SeatsBound(SIDES[: rules.players]),)))
        for number, kyoku in enumerate(game.kyokus, start=1):
            self._kyoku(kyoku, table)
            finished(number)
        if self._house.state.hanchan.kyoku is not None:
            self._say(FinishAsked(*self._head))

    def _kyoku(self, kyoku: Sequence[Fact], table: StageTable) -> None:
        start = kyoku[0]
        if not isinstance(start, KyokuStarted):
            raise TypeError("a kyoku begins with its deal")
        table.neat = self._habits.neat
        self._played = [start]
        self._put_off = []
        strokes = table.deal(kyoku)
        self._sight.perform(strokes[:1], table.labels)
        self._deal(start)
        self._sight.perform(strokes[1:], table.labels)
        self._sight.settle()
        for fact in kyoku[1:-1]:
            self._one(fact, table)
        self._confirm(kyoku)
        self._answer()
        self._sight.perform(table.play(kyoku[-1]), table.labels)
        # What was still in doubt is asked once the hand is over, and answered before the next one is dealt.
        self._answer()

    def _deal(self, start: KyokuStarted) -> None:
        """Deal by keys; for the first kyoku of a game, or where keys deal nothing, somebody taps."""
        before = self._house.state.hanchan.kyoku
        if before is None or not self._keys.deal():
            self._say(_dealing(self._head, start))

    def _one(self, fact: Fact, table: StageTable) -> None:
        """One fact: what is said with a key, what hands do, and what is asked about it."""
        if isinstance(fact, Discarded) and self._makes(Slip.TAKEN_BACK):
            self._sight.perform(table.fumble(fact.seat), table.labels)
        is_late = self._makes(Slip.LATE_PRESS)
        if not is_late:
            self._press(fact, table)
        strokes = self._slipped(fact, table)
        self._played.append(fact)
        self._perform(fact, strokes, table)
        if is_late:
            self._press(fact, table)
        if isinstance(fact, Discarded):
            self._after_discard(table)
        if isinstance(fact, Won | Ryuukyoku):
            self._sight.rest(SHOWN_S)
        if strokes and not isinstance(fact, Drawn | RinshanDrawn):
            self._sight.settle()
        self._answer()

    def _press(self, fact: Fact, table: StageTable) -> None:
        key = _key_for(fact)
        if key is None or self._makes(Slip.MISSING_PRESS):
            return
        is_wrong = self._makes(Slip.WRONG_KEY)
        if not self._keys.are_there:
            return  # the random numbers were drawn first, so that hands do the same with keys or without
        side = table.side_of(key[0])
        if is_wrong:
            self._keys.press(side, "chi" if key[1] != "chi" else "kan")
        self._keys.press(side, *key[1:])

    def _slipped(self, fact: Fact, table: StageTable) -> tuple[Stroke, ...]:
        """The strokes that people make now for a fact, with their slips."""
        strokes = table.play(fact)
        if isinstance(fact, RiichiAccepted) and self._makes(Slip.NO_STICK):
            return ()
        if isinstance(fact, IndicatorRevealed) and self._makes(Slip.LATE_FLIP):
            self._put_off += strokes
            return ()
        if strokes and self._makes(Slip.HAND_STAYS):
            who = Seat(self._rng.randrange(table.hanchan.rules.players))
            return (replace(strokes[0], lingering=table.side_of(who)), *strokes[1:])
        return strokes

    def _perform(self, fact: Fact, strokes: tuple[Stroke, ...], table: StageTable) -> None:
        is_meld = isinstance(fact, ChiCalled | PonCalled | DaiminkanCalled)
        for number, stroke in enumerate(strokes):
            if number and is_meld and self._makes(Slip.TWO_STEPS):
                self._sight.rest(HALF_LAID_S)
            self._sight.perform((stroke,), table.labels)
        if strokes:
            self._laid(fact)

    def _after_discard(self, table: StageTable) -> None:
        """Let the tile lie for a while, do what was put off, and perhaps let a mishap happen."""
        self._sight.rest(AFTER_DISCARD_S)
        if self._put_off:
            self._sight.perform(tuple(self._put_off), table.labels)
            self._put_off = []
        mishap = self._habits.mishap(self._rng)
        if mishap is not None:
            self._sight.let_happen(mishap)

    def _makes(self, slip: Slip) -> bool:
        return self._habits.makes(slip, self._rng)

    def _answer(self) -> None:
        """Answer up to four open questions, each only once."""
        for _ in range(4):
            new = [one for one in self._house.state.questions if one.number not in self._asked]
            if not new or not self._answers:
                return
            question = new[0]
            self._asked.add(question.number)
            is_result = question.code in RESULTS
            self.confirmations += is_result
            self.questions += not is_result
            told = [fact for _, fact in self._told()]
            choice = truthful(question, told, self._played)
            answer = self._say(AnswerAsked(*self._head, question=question.number, choice=choice))
            if isinstance(answer, Refused):
                # The true answer is impossible, because something else was told wrong: none of these, then.
                none = len(question.choices)
                self._say(AnswerAsked(*self._head, question=question.number, choice=none))

    def _confirm(self, kyoku: Sequence[Fact]) -> None:
        """If the page does not have the right result, somebody enters it."""
        results = [fact for fact in kyoku if isinstance(fact, Won | Ryuukyoku)]
        written = [(seq, fact) for seq, fact in self._told() if isinstance(fact, Won | Ryuukyoku)]
        wrong = [seq for seq, fact in written if essence([fact])[0] not in essence(results)]
        right = essence(fact for seq, fact in written if seq not in wrong)
        missing = tuple(fact for fact in results if essence([fact])[0] not in right)
        if not wrong and not missing:
            return
        self.corrections += 1
        if wrong:
            said = self._say(CorrectAsked(*self._head, tuple(wrong), missing))
        else:
            said = self._say(TellAsked(*self._head, missing))
        if isinstance(said, Refused):
            self._points_alone(tuple(wrong), missing)

    def _points_alone(self, wrong: tuple[int, ...], results: Sequence[Fact]) -> None:
        """Where the page has the wrong player's turn: stop following turns, and enter only the points."""
        if wrong:
            self._say(CorrectAsked(*self._head, wrong, ()))
        self._say(DepthAsked(*self._head, Depth.POINTS))
        plain = (replace(fact, hand=None, tile=None) if isinstance(fact, Won) else fact for fact in results)
        self._say(TellAsked(*self._head, tuple(plain)))

    def _told(self) -> list[tuple[int, Fact]]:
        """The journal's facts of this kyoku, from its deal on, each with its number."""
        entries = self._house.entries()
        deals = [at for at, (_, fact) in enumerate(entries) if isinstance(fact, KyokuStarted)]
        return list(entries[deals[-1] :]) if deals else []

    @property
    def _head(self) -> tuple[str, None, str]:
        return next(self._names), None, "rehearsal"

    def _say(self, command: Command) -> Answer:
        return self._house.ask(command)


def _dealing(head: tuple[str, None, str], start: KyokuStarted) -> DealAsked:
    """The deal as people would tap it; the eye will say which indicator lies there."""
    return DealAsked(
        *head, Depth.FULL, start.round_wind, start.dealer, start.honba, start.kyoutaku, start.points,
        is_indicator_open=False,
    )  # fmt: skip


def _key_for(fact: Fact) -> tuple[Seat, str, str] | None:
    """Who presses a key when this happens, which one, and which key answers the question it raises."""
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
        case KitaDeclared(seat):
            return seat, "wait+kan", ""
        case RiichiDeclared(seat):
            return seat, "riichi", ""
        case Won(seat, by):
            return seat, "tsumo" if by is WinBy.TSUMO else "ron", ""
    return None
