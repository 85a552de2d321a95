"""Scripted disputes: what a referee asks of a table's record, answered over HTTP, judged by the game itself.

The truth is counted here from what the pretend players did, tile by tile. It knows no rules of ours, no
journal and no page.
"""

import json
import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from pathlib import Path

from companion.club.membership import JoinCode, join
from companion.club.service import FOLDER, HubPlan, HubService
from companion.club_page.app import HubPage, PagePlan
from companion.evidence import Cause
from companion.journal import Draft
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import (
    CALLS,
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KyokuStarted,
    RiichiDeclared,
    RinshanDrawn,
)
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin
from companion.riichi.tiles import Tile
from tests.club_page.playing import NAMES, NOON, LinkedTable
from tests.reliability.club_kills import free_ports
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder

NOT_SEEN = "not seen"
_TOLD_BY = (Cause.PANEL, Cause.PERSON, Cause.CAMERA)
_WITHIN_S = 60.0


@dataclass(frozen=True)
class Moment:
    """A game up to the call for the referee: what happened in the hand, and by what each was told."""

    hand: tuple[Fact, ...]
    told: tuple[Cause, ...]


def _discards(of: Moment) -> list[tuple[Discarded, Cause]]:
    return [(fact, by) for fact, by in zip(of.hand, of.told, strict=True) if isinstance(fact, Discarded)]


def _tile(tile: Tile | None) -> str:
    return NOT_SEEN if tile is None else tile.text


def _origin(fact: Discarded) -> str:
    return {True: "drawn", False: "hand", None: NOT_SEEN}[fact.tsumogiri]


def _how_many(of: Moment, *kinds: type[Fact]) -> int:
    return sum(isinstance(fact, kinds) for fact in of.hand)


def _calls(of: Moment) -> list[tuple[str, int, object, str]]:
    found = [fact for fact in of.hand if isinstance(fact, CALLS)]
    # A chi has one giver only: the seat before.
    return [
        (type(one).__name__, one.seat, getattr(one, "giver", (one.seat - 1) % 4), _tile(one.tile))
        for one in found
    ]


TRUTH: dict[str, Callable[[Moment], object]] = {
    "who discarded what, the last three": lambda of: [
        (fact.seat, _tile(fact.tile)) for fact, _ in reversed(_discards(of)[-3:])
    ],
    "was the last discard drawn or from the hand": lambda of: _origin(_discards(of)[-1][0]),
    "who told the last discard": lambda of: _discards(of)[-1][1].value,
    "who called what, in order": lambda of: [(kind, seat, tile) for kind, seat, _, tile in _calls(of)],
    "who declared riichi, in order": lambda of: [
        fact.seat for fact in of.hand if isinstance(fact, RiichiDeclared)
    ],
    # 136 tiles, 14 of them dead, four hands of 13; each replacement makes the live wall one shorter.
    "how many tiles are left": lambda of: 136 - 14 - 4 * 13 - _how_many(of, Drawn, RinshanDrawn),
    "how many replacement tiles are left": lambda of: 4 - _how_many(of, RinshanDrawn),
    "which indicators are open": lambda of: [
        _tile(fact.indicator if isinstance(fact, KyokuStarted) else fact.tile)
        for fact in of.hand
        if (isinstance(fact, KyokuStarted) and fact.indicator is not None)
        or isinstance(fact, IndicatorRevealed)
    ],
}


def _unseen(text: object) -> object:
    return NOT_SEEN if text in ("?", "not_seen", None) else text


def _steps(minutes: dict, *names: str) -> list[dict]:
    return [one for one in minutes["steps"] if one["fact"] in names and one["taken_back"] is None]


ANSWERS: dict[str, Callable[[dict], object]] = {
    "who discarded what, the last three": lambda said: [
        (one["seat"], _unseen(one["tile"])) if one else NOT_SEEN for one in said["discards"]
    ],
    "was the last discard drawn or from the hand": lambda said: _unseen(
        said["discards"][0] and said["discards"][0]["origin"]
    ),
    "who told the last discard": lambda said: _unseen(said["discards"][0] and said["discards"][0]["told"]),
    "who called what, in order": lambda said: [
        (one["fact"], one["seat"], _unseen(one["tile"]))
        for one in _steps(said, *(kind.__name__ for kind in CALLS))
    ],
    "who declared riichi, in order": lambda said: [one["seat"] for one in _steps(said, "RiichiDeclared")],
    "how many tiles are left": lambda said: _unseen(said["wall"]["live"]),
    "how many replacement tiles are left": lambda said: said["wall"]["replacements_left"],
    "which indicators are open": lambda said: [_unseen(one) for one in said["wall"]["indicators"]],
}


def has_unseen(answer: object) -> bool:
    """Whether an answer says of anything that it was not seen."""
    if isinstance(answer, list | tuple):
        return any(has_unseen(one) for one in answer)
    return answer == NOT_SEEN


def agrees(answer: object, truth: object) -> bool:
    """Whether all that was answered is true; of what was not seen nothing is said."""
    if answer == NOT_SEEN:
        return True
    if isinstance(answer, list | tuple) and isinstance(truth, list | tuple):
        return len(answer) == len(truth) and all(map(agrees, answer, truth))
    return answer == truth


class Court:
    """A hub with its page, and tables that quarrel one after the other."""

    def __init__(self, folder: Path, last: ExitStack) -> None:
        self._folder, self._last = folder, last
        data = folder / "hub"
        data.mkdir()
        self.hub = HubService(data, HubPlan("127.0.0.1", *free_ports(2), ("127.0.0.1",)))
        last.callback(self.hub.stop)
        self.hub.start()
        self._page = HubPage(self.hub, data / FOLDER, PagePlan("127.0.0.1", 0))
        last.callback(self._page.stop)
        self._page.start()
        code = JoinCode.read(str(self.hub.code()))
        self.table = last.enter_context(
            LinkedTable(folder / "table", join(folder / "mine", code, "Table", 1))
        )

    def tell(self, game: list[Fact], told: list[Cause], rng: random.Random) -> None:
        """The table tells a game; now and then somebody taps the wrong thing and takes it back."""
        journal = self.table.journal
        number = journal.next_game("table", TENHOU, NOON)
        told_by = zip(game, told, strict=True)
        journal.append(number, [Draft(at=NOON, because=by, fact=fact) for fact, by in told_by])
        if rng.random() < 0.5:
            wrong = journal.last_seq + 1
            journal.append(number, [Draft(at=NOON, because=Cause.PERSON, fact=Discarded(game[-1].seat))])
            journal.append(number, [Draft(at=NOON, because=Cause.PANEL, retracts=wrong)])
        self.table.link.notice()

    def asked(self) -> dict:
        """What the referee's phone is told, once the hub has all of it."""
        newest = self.table.journal.last_seq
        known = self.hub.tables
        while not any(one.held == newest for one in known):
            before, known = known, self.hub.wait(known, _WITHIN_S)
            assert known is not before, "waited in vain for the copy"
        line = HTTPConnection("127.0.0.1", int(self._page.url.rstrip("/").rpartition(":")[2]), timeout=20)
        line.request("GET", f"/api/referee/tables/{self.table.mine.table}", headers={"Host": "localhost"})
        answer = line.getresponse()
        text = answer.read()
        line.close()
        assert answer.status == 200, text
        return json.loads(text)["minutes"]


def quarrel(rng: random.Random, seed: str, chance_unseen: float) -> tuple[list[Fact], list[Cause], Moment]:
    """A game up to a discard; what was told of it, and what really happened in its hand."""
    facts, left = [], rng.randrange(20, 500)
    for fact in play_hanchan(random.Random(seed), TENHOU, NAMES):
        facts.append(public_twin(fact))
        left -= 1
        if left <= 0 and isinstance(fact, Discarded):
            break
    # Where the game was over before that, the quarrel is about its last discard.
    while not isinstance(facts[-1], Discarded):
        facts.pop()
    causes = [rng.choice(_TOLD_BY) for _ in facts]
    begun = max(at for at, fact in enumerate(facts) if isinstance(fact, KyokuStarted))
    truth = Moment(tuple(facts[begun:]), tuple(causes[begun:]))
    told = [
        replace(fact, tile=None, tsumogiri=None)
        if isinstance(fact, Discarded) and not _is_called(facts, at) and rng.random() < chance_unseen
        else fact
        for at, fact in enumerate(facts)
    ]
    return told, causes, truth


def _is_called(facts: list[Fact], at: int) -> bool:
    """What somebody calls, everybody has seen."""
    return at + 1 < len(facts) and not isinstance(facts[at + 1], Drawn)


def judged(tries: int, chance_unseen: float, kind: str) -> Outcome:
    """Ask of each quarrel one thing, and everything else that can be asked must not be wrong either."""
    right, unseen, wrong = 0, 0, []
    questions = list(TRUTH)
    with quick_folder() as folder, ExitStack() as last:
        court = Court(folder, last)
        for number in range(tries):
            rng = random.Random(f"{kind} {number}")
            told, causes, truth = quarrel(rng, f"{kind} {number}", chance_unseen)
            court.tell(told, causes, rng)
            said = court.asked()
            asked = questions[number % len(questions)]
            for question in questions:
                answer, true = ANSWERS[question](said), TRUTH[question](truth)
                if not agrees(answer, true):
                    wrong.append(f"{number}, {question}: {answer}, and it was {true}")
            if has_unseen(ANSWERS[asked](said)):
                unseen += 1
            else:
                right += 1
    # At a table that told all, nothing may be passed off as not seen.
    failures = len(wrong) + (unseen if chance_unseen == 0 else 0)
    note = f"{right} right, {unseen} not seen, {len(wrong)} wrong"
    return Outcome(tries, failures, f"{note}; {wrong[0]}" if wrong else note)


@trial("P1", "disputes at a table that told everything, answered wrongly or not at all", short=8, long=200)
def disputes(tries: int, _folder: Path) -> Outcome:
    return judged(tries, 0.0, "dispute")


@trial("P2", "disputes at a table that saw half of the discards, answered wrongly", short=4, long=200)
def disputes_half_seen(tries: int, _folder: Path) -> Outcome:
    return judged(tries, 0.5, "half seen")
