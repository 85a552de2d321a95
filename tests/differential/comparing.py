"""Lays our answers beside the peer's at every decision of generated kyoku and collects where they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from companion.riichi.apply import apply, start
from companion.riichi.calls import Action, Ruling, first_claims, rulings
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuFact, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Seat, in_turn_order_after
from companion.riichi.settlement import settle
from companion.scoring import ScoringError, value_win
from tests.differential.events import fact_of, start_of, tiles_of
from tests.differential.peer import Stop, play_kyoku
from tests.differential.wording import PASS, words_of_fact

CLAIMS = {"hora": "ron", "pon": "pon", "daiminkan": "daiminkan", "chi": "chi", "ryukyoku": "draw"}

ANKAN, KITA = "ankan", "kita"


@dataclass(frozen=True, slots=True)
class House:
    """One rule set as we name it and as the peer does."""

    name: str
    rules: RuleSet
    peer_rule: str


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where the two answer differently."""

    seed: str
    """Plays the same kyoku again."""
    kyoku: Kyoku
    seat: Seat
    ours: frozenset[str]
    """What only we allow, or say will happen."""
    theirs: frozenset[str]
    """What only the peer allows, or does."""

    def __str__(self) -> str:
        kyoku = self.kyoku
        player = kyoku.players[self.seat]
        melds = ", ".join("".join(str(tile) for tile in meld.tiles) for meld in player.melds) or "none"
        return (
            f"{self.seed} seat {self.seat}: only ours {sorted(self.ours)}, only theirs {sorted(self.theirs)}"
            f"; hand {' '.join(str(tile) for tile in player.hand)}, melds {melds}, {kyoku.phase}, "
            f"offer {kyoku.offer}, {kyoku.wall.live} live"
        )


@dataclass(slots=True)
class Tally:
    """What was compared."""

    positions: int = 0
    """A player who was asked, at one moment."""
    silences: int = 0
    """A player who was not asked about a tile on the table, and by our rules has nothing to say."""
    contests: int = 0
    """Moments at which somebody called: who came first was compared too."""
    kyoku: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    """How many times each kind of action was possible by both."""
    refusals: Counter[Reason] = field(default_factory=Counter)
    """How many times each reason of ours forbade a kind of action altogether."""
    results: Counter[str] = field(default_factory=Counter)
    """How the kyoku ended whose payments were compared."""
    disagreements: list[Disagreement] = field(default_factory=list)


def has_yaku(kyoku: Kyoku, win: Won) -> bool:
    """Whether our scoring finds one."""
    try:
        value_win(kyoku, win)
    except ScoringError as error:
        if error.reason is Reason.NO_YAKU:
            return False
        raise
    return True


def compare(house: House, seed: str, most_positions: int) -> Tally:
    """Play kyoku after kyoku until this many positions have been compared."""
    tally = Tally()
    while tally.positions < most_positions:
        _OneKyoku(house, f"{house.name}/{seed}/{tally.kyoku}", tally).run()
        tally.kyoku += 1
    return tally


class _OneKyoku:
    """The comparison of one kyoku, from the deal to its result."""

    def __init__(self, house: House, seed: str, tally: Tally) -> None:
        self.house = house
        self.seed = seed
        self.tally = tally
        self.kyoku: Kyoku
        self.asked = 0
        """How many tiles had been offered when players were last asked about one."""
        self.theirs_alone: set[str] = set()
        """Kinds of action that only the peer allowed at the last stop: noted already."""
        self.announced: KyokuFact | None = None
        """A closed kan or a north that others may rob: the peer logs it only when it has passed."""
        self.is_ahead = False
        """Whether it was followed before the peer logged it."""
        self.deltas = [0] * house.rules.players
        """What each player won or lost by the result, as the peer pays."""
        self.first: tuple[tuple[Seat | None, str], ...] | None = None
        """Whose claims take effect by our rules; None where they were not compared."""

    def run(self) -> None:
        for stop in play_kyoku(self.house.peer_rule, self.house.rules.players, Random(self.seed)):
            self._compare_claims(stop)
            if not all(self._follow(event) for event in stop.events):
                return
            self._compare_stop(stop)
        self._compare_points()

    def _follow(self, event: dict[str, Any]) -> bool:
        """Fold what happened. False where our rules refuse it: then the kyoku cannot be followed further."""
        if event["type"] in ("start_game", "end_game", "end_kyoku"):
            return True
        if event["type"] == "start_kyoku":
            self.kyoku = start(start_of(event), self.house.rules)
            return True
        fact = fact_of(event, self.kyoku)
        if event["type"] in (ANKAN, KITA) and self.is_ahead:
            self.is_ahead = False
            return True
        if event["type"] in ("tsumo", "ryukyoku"):
            self._compare_silence()
        if "deltas" in event:
            self.deltas = [before + more for before, more in zip(self.deltas, event["deltas"], strict=True)]
        try:
            self.kyoku = apply(self.kyoku, self._valued(fact, event))
        except IllegalFactError as error:
            if event["type"] not in self.theirs_alone:
                self._differ(SEATS[event.get("actor", 0)], set(), {f"{event['type']} despite {error.reason}"})
            return False
        return True

    def _valued(self, fact: KyokuFact, event: dict[str, Any]) -> KyokuFact:
        """A win with what it is worth by our scoring."""
        if not isinstance(fact, Won):
            return fact
        win = replace(fact, ura=tiles_of(event["ura_markers"]))
        try:
            return replace(win, value=value_win(self.kyoku, win))
        except ScoringError:  # noted already, when only the peer offered it
            return win

    def _compare_points(self) -> None:
        """Who paid how much for the result?"""
        after = settle(self.kyoku).points
        ours = [now - before for now, before in zip(after, self.kyoku.points, strict=True)]
        self.tally.results[self.kyoku.ryuukyoku.kind if self.kyoku.ryuukyoku else "win"] += 1
        if ours != self.deltas:
            self._differ(SEATS[0], {f"points {ours}"}, {f"points {self.deltas}"})

    def _compare_stop(self, stop: Stop) -> None:
        if not stop.offered:
            return
        self.theirs_alone = set()
        if stop.awaits_claims and self.kyoku.offer is None and self.announced is not None:
            self.kyoku = apply(self.kyoku, self.announced)
            self.is_ahead = True
        facts = {
            seat: self._compare_seat(seat, stop.offered[seat] - {PASS}) for seat in map(Seat, stop.offered)
        }
        self.tally.positions += len(facts)
        if not stop.awaits_claims:
            ((seat, words),) = stop.chosen.items()
            chosen = facts[Seat(seat)].get(words)
            self.announced = chosen if words.startswith((ANKAN, KITA)) else None
            return
        self.asked = len(self.kyoku.offers)
        self._expect_nothing_of(seat for seat in self._others() if seat not in stop.offered)
        claims = [facts[Seat(seat)].get(words) for seat, words in stop.chosen.items() if words != PASS]
        known = [claim for claim in claims if claim is not None]
        self.first = None
        if claims and len(known) == len(claims):
            self.first = tuple(
                (getattr(fact, "seat", None), "draw" if words == "kyuushu" else words.partition(" ")[0])
                for fact in first_claims(self.kyoku, known)
                for words in (words_of_fact(fact),)
            )

    def _compare_silence(self) -> None:
        """The peer asked nobody about the tile that lies there: nobody could have said a thing."""
        if self.kyoku.offer is not None and len(self.kyoku.offers) != self.asked:
            self._expect_nothing_of(self._others())

    def _expect_nothing_of(self, silent: Iterator[Seat]) -> None:
        for seat in silent:
            self.tally.silences += 1
            self._compare_seat(seat, frozenset())

    def _others(self) -> Iterator[Seat]:
        assert self.kyoku.offer is not None
        return iter(in_turn_order_after(self.kyoku.offer.seat, self.house.rules.players))

    def _compare_seat(self, seat: Seat, theirs: frozenset[str]) -> dict[str, KyokuFact]:
        answers = rulings(self.kyoku, seat, has_yaku)
        facts = {words_of_fact(fact): fact for ruling in answers for fact in ruling.facts}
        self.tally.refusals.update(ruling.reason for ruling in answers if ruling.reason is not None)
        self.tally.answers.update(self._kind(ruling, seat) for ruling in answers if ruling.is_allowed)
        if facts.keys() != theirs:
            self._differ(seat, set(facts.keys() - theirs), set(theirs - facts.keys()))
        return facts

    def _kind(self, ruling: Ruling, seat: Seat) -> str:
        offer = self.kyoku.offer
        if ruling.action is Action.RON and offer is not None:
            return f"ron on a {offer.kind}"
        if ruling.action is Action.ANKAN and self.kyoku.players[seat].in_riichi:
            return "ankan in riichi"
        return ruling.action.value

    def _compare_claims(self, stop: Stop) -> None:
        """Who came first, of several who called?"""
        expected, self.first = self.first, None
        if expected is None:
            return
        self.tally.contests += 1
        if len(expected) > 1 or expected[0][1] == "draw":
            self.tally.answers["sanchahou" if expected[0][1] == "draw" else f"{len(expected)} ron"] += 1
        happened = tuple(
            (None if event["type"] == "ryukyoku" else Seat(event["actor"]), CLAIMS[event["type"]])
            for event in stop.events
            if event["type"] in CLAIMS
        )
        if happened != expected:
            self._differ(SEATS[0], {f"first {expected}"}, {f"first {happened}"})

    def _differ(self, seat: Seat, ours: set[str], theirs: set[str]) -> None:
        self.theirs_alone |= {words.partition(" ")[0] for words in theirs}
        self.tally.disagreements.append(
            Disagreement(self.seed, self.kyoku, seat, frozenset(ours), frozenset(theirs))
        )
