"""What is left of the walls is compared with what is left to draw: it is told, and nothing is written."""

import random
from dataclasses import replace

import pytest

from companion.pretend.people.comparing import compared, hands_of
from companion.pretend.people.people import SIDES, People
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.pretend.stage.table import StageTable
from companion.pretend.stage.truth import perfect_sighting
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from lab.bench.stage_house import CAMERA, NAMES, QuickHouse, QuickKeys
from lab.bench.stage_reel import PerfectSight
from vision.labels import BACK
from vision.sighting import TileView, ZoneView

GONE_FROM, GONE_TO = 40, 70
"""Between these looks somebody holds a part of the wall."""


class WallSight(PerfectSight):
    """Some stacks are missing for a while, or a part of the wall is never seen."""

    gone = 0
    is_always = False

    def __init__(self, house: QuickHouse, table: StageTable) -> None:
        super().__init__(house, table)
        self.warned: list[bool] = []

    def look(self) -> None:
        self.number += 1
        told = perfect_sighting(self.lying, self.table.tiles, number=self.number, camera=CAMERA)
        if self.is_always or GONE_FROM <= self.number < GONE_TO:
            told = replace(told, zones=tuple(self._shorter(told.zones)))
        self.house.say(replace(told, at_ns=self.house.clock.monotonic_ns()))
        self.warned.append("wall_differs" in {warning.code for warning in self.house.state.warnings})

    def _shorter(self, zones: tuple[ZoneView, ...]) -> list[ZoneView]:
        """From where it is longest this many backs are taken."""
        walls = [zone for zone in zones if zone.name.startswith("wall.")]
        longest = max(walls, key=lambda zone: len(zone.tiles))
        out = []
        for zone in zones:
            backs = sorted((view for view in zone.tiles if view.label == BACK), key=_place)
            taken = backs[: self.gone] if zone is longest else []
            out.append(replace(zone, tiles=tuple(view for view in zone.tiles if view not in taken)))
        return out


def _place(view: TileView) -> float:
    """Along a wall one of both grows and the other stays."""
    return sum(view.quad[0])


def watched(rules: RuleSet = TENHOU, *, gone: int = 0, is_always: bool = False) -> list[bool]:
    """Whether the wall was said to differ, look by look; the hand is written exactly all the same."""
    players = NAMES[: rules.players]
    game = next(games_of(play_hanchan(random.Random("3"), rules, players, see_all=True), 1))
    house = QuickHouse(rules)
    table = StageTable(begin(rules, game.started.names), SIDES[: rules.players], seed=1)
    sight = WallSight(house, table)
    sight.gone, sight.is_always = gone, is_always
    People(sight, QuickKeys(house, are_there=True), house).play(game, table, rules)
    (written,) = hands_of(fact for _, fact in house.entries())
    assert compared(game.kyokus[0], written).is_exact
    return sight.warned


@pytest.mark.gate(1)
@pytest.mark.parametrize("rules", [TENHOU, TENHOU_3P])
def test_a_wall_that_is_as_long_as_it_should_be_is_nothing_to_tell(rules: RuleSet) -> None:
    assert not any(watched(rules))


def test_a_wall_that_is_too_short_is_told_after_some_rests_and_until_it_is_right_again() -> None:
    warned = watched(gone=9)
    assert not any(warned[: GONE_FROM + 2])
    assert all(warned[GONE_FROM + 10 : GONE_TO - 1])
    assert not any(warned[GONE_TO:])


@pytest.mark.gate(1)
@pytest.mark.parametrize(("gone", "is_always"), [(2, False), (9, True)])
def test_a_stack_or_two_and_a_wall_that_was_never_all_in_view_say_nothing(gone: int, is_always: bool) -> None:
    assert not any(watched(gone=gone, is_always=is_always))
