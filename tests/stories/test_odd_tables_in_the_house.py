"""In mid hand a cat lies on two rivers, or the table is cleared: from the eye to the journal."""

import random
from dataclasses import replace

import pytest

from companion.pretend.people.comparing import compared, hands_of
from companion.pretend.people.people import People
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.pretend.stage.table import StageTable
from companion.pretend.stage.truth import perfect_sighting
from companion.riichi.hanchan import SIDES, begin
from companion.riichi.presets import TENHOU
from lab.bench.stage_house import CAMERA, NAMES, QuickHouse, QuickKeys
from lab.bench.stage_reel import PerfectSight
from vision.sighting import Sighting, ZoneView

WHEN, SECONDS = 60, 40


def cat(sighting: Sighting) -> Sighting:
    """Fur over the first two rivers: what lies there is seen as something, and nobody can read it."""
    zones = tuple(
        replace(zone, tiles=tuple(replace(tile, label="unknown", confidence=0.4) for tile in zone.tiles))
        if zone.name in {"river.A", "river.B"}
        else zone
        for zone in sighting.zones
    )
    return replace(sighting, zones=zones)


def cleared(sighting: Sighting) -> Sighting:
    return replace(sighting, zones=tuple(ZoneView(zone.name, ()) for zone in sighting.zones))


def swept(sighting: Sighting) -> Sighting:
    """Rivers and melds lie in a heap elsewhere, the walls still stand."""
    zones = tuple(
        zone if zone.name.startswith("wall") else ZoneView(zone.name, ()) for zone in sighting.zones
    )
    return replace(sighting, zones=zones)


class TroubledTable(PerfectSight):
    """Once in the hand the table looks otherwise for a while; nobody plays then."""

    trouble = staticmethod(cat)
    has_been = False

    def look(self) -> None:
        super().look()
        if self.number == WHEN:
            self._otherwise()

    def _otherwise(self) -> None:
        before = self.house.entries()
        for _ in range(SECONDS):
            self.number += 1
            told = perfect_sighting(self.lying, self.table.tiles, number=self.number, camera=CAMERA)
            self.house.say(replace(self.trouble(told), at_ns=self.house.clock.monotonic_ns()))
            self.house.wait(1)
        assert self.house.entries() == before
        self.has_been = True


@pytest.mark.gate(1)
@pytest.mark.parametrize("trouble", [cat, cleared, swept])
def test_nothing_is_told_of_it_and_the_hand_goes_on(trouble) -> None:
    game = next(games_of(play_hanchan(random.Random("3"), TENHOU, NAMES, see_all=True), 1))
    house = QuickHouse(TENHOU)
    table = StageTable(begin(TENHOU, game.started.names), SIDES, seed=1)
    sight = TroubledTable(house, table)
    sight.trouble = trouble
    people = People(sight, QuickKeys(house, are_there=True), house)
    people.play(game, table, TENHOU)
    assert sight.has_been
    (written,) = hands_of(fact for _, fact in house.entries())
    assert compared(game.kyokus[0], written).is_exact
