"""A hand lies open until it was read, and what is still in doubt is asked and answered then."""

import random
from dataclasses import replace

from companion.pretend.people.comparing import Compared, compared, hands_of
from companion.pretend.people.people import People
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import Game, games_of
from companion.pretend.stage.table import StageTable
from companion.pretend.stage.truth import perfect_sighting
from companion.riichi.facts import Discarded, Fact, Won
from companion.riichi.hanchan import SIDES, begin
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin
from lab.bench.stage_house import CAMERA, NAMES, QuickHouse, QuickKeys
from lab.bench.stage_reel import PerfectSight

UNDISTURBED_S = 1.0
"""An eye that needs this long a time without any hand over the table."""


def one_hand() -> Game:
    return next(games_of(play_hanchan(random.Random("3"), TENHOU, NAMES, see_all=True), 1))


class SlowSight(PerfectSight):
    """It looks only where people leave the table alone for a while."""

    def perform(self, strokes, labels) -> None:
        self.may_look = False
        super().perform(strokes, labels)

    def look(self) -> None:
        if self.may_look:
            super().look()

    def rest(self, seconds: float) -> None:
        super().rest(seconds)
        self.may_look = seconds >= UNDISTURBED_S
        self.look()


class DoubtingSight(PerfectSight):
    """It never reads one discard confidently."""

    doubted: Discarded

    def look(self) -> None:
        self.number += 1
        told = perfect_sighting(self.lying, self.table.tiles, number=self.number, camera=CAMERA)
        river = f"river.{SIDES[self.doubted.seat]}"
        zones = tuple(
            replace(zone, tiles=tuple(self._read(view) for view in zone.tiles))
            if zone.name == river
            else zone
            for zone in told.zones
        )
        self.house.say(replace(told, zones=zones, at_ns=self.house.clock.monotonic_ns()))

    def _read(self, view):
        if view.label != self.doubted.tile.text:
            return view
        return replace(view, confidence=0.6, alternatives=(("4z", 0.35),))


def watched(sight_of: type[PerfectSight], game: Game, **more) -> tuple[Compared, People]:
    house = QuickHouse(TENHOU)
    table = StageTable(begin(TENHOU, game.started.names), SIDES, seed=1)
    sight = sight_of(house, table)
    for name, value in more.items():
        setattr(sight, name, value)
    people = People(sight, QuickKeys(house, are_there=False), house)
    people.play(game, table, TENHOU)
    (written,) = hands_of(fact for _, fact in house.entries())
    return compared(game.kyokus[0], written), people


def test_a_shown_hand_lies_open_until_it_was_read() -> None:
    hand, people = watched(SlowSight, one_hand())
    assert (people.confirmations, people.corrections) == (1, 0)
    assert hand.is_exact


def unshown(kyoku: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The same hand where nobody lays open what won."""
    facts = (public_twin(fact) for fact in kyoku)
    return tuple(replace(fact, hand=None) if isinstance(fact, Won) else fact for fact in facts)


def test_a_doubt_that_comes_up_once_the_result_was_tapped_is_answered_before_the_next_deal() -> None:
    known = one_hand()
    game = replace(known, kyokus=(unshown(known.kyokus[0]),))
    discards = [fact for fact in game.kyokus[0] if isinstance(fact, Discarded)]
    hand, people = watched(DoubtingSight, game, doubted=discards[-3])
    assert (people.questions, people.confirmations, people.corrections) == (1, 0, 1)
    assert hand.is_exact
