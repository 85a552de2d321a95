"""Whole hanchan of the pretend table with everything it knew after each fact; and walls built by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.pretend.players.dealer import TileWall, tile_set
from companion.pretend.players.game import PretendTable, WallBuilder
from companion.pretend.players.style import Style
from companion.riichi.facts import Fact
from companion.riichi.hanchan import Hanchan
from companion.riichi.presets import PRESETS
from companion.riichi.public import public_twin
from companion.riichi.ruleset import Kuikae, Reveal, RuleSet, Suukaikan
from companion.riichi.tiles import Tile, parse_tiles

NAMES = ("Aki", "Ben", "Chie", "Dan")
HOUSES = {
    **PRESETS,
    "late flips": replace(PRESETS["tenhou"], open_kan_reveal=Reveal.AFTER_DISCARD, chankan_of_ankan=True),
    "late flips, 3p": replace(
        PRESETS["tenhou-3p"], open_kan_reveal=Reveal.AFTER_DISCARD, tsumo_loss=False, rounds=1
    ),
    "four kans at once": replace(
        PRESETS["tenhou"], suukaikan=Suukaikan.AT_ONCE, kuikae=Kuikae.ALLOWED, rounds=1
    ),
}
"""The presets, and houses that none of them is."""


@dataclass(frozen=True, slots=True)
class Step:
    """One fact: as the table knows it and as it tells it, with the game and the real wall after it."""

    fact: Fact
    told: Fact
    hanchan: Hanchan
    wall: TileWall | None


@dataclass(frozen=True, slots=True)
class Game:
    """A hanchan that was played to its end."""

    rules: RuleSet
    seed: int
    steps: tuple[Step, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(step.fact for step in self.steps)


def table(rules: RuleSet, seed: int, **how: object) -> PretendTable:
    """A pretend table that tells all."""
    how = {"see_all": True, **how}
    return PretendTable(random.Random(seed), rules, NAMES[: rules.players], **how)


def play(rules_name: str, seed: int) -> Game:
    """Play one hanchan and keep every moment of it."""
    rules = HOUSES[rules_name]
    pretend = table(rules, seed)
    steps = [Step(fact, public_twin(fact), pretend.hanchan, pretend.wall) for fact in pretend.play()]
    return Game(rules, seed, tuple(steps))


def first_kyoku(rules: RuleSet, walls: WallBuilder, style: Style) -> list[Fact]:
    """The facts of the first kyoku, played by four of the same temper with a wall built by hand."""
    facts: list[Fact] = []
    pretend = table(rules, seed=1, walls=walls, styles=(style,) * rules.players)
    for fact in pretend.play():
        facts.append(fact)
        if type(fact).__name__ == "KyokuEnded":
            break
    return facts


def stacked(hands: Mapping[int, str], draws: str = "", replacements: str = "") -> WallBuilder:
    """Walls that deal these hands (by place after the dealer) and draws; what is left is shuffled."""

    def build(rng: random.Random, rules: RuleSet) -> TileWall:
        places = _places(rules, hands, draws, replacements)
        rest = list(tile_set(rules))
        for tile in places.values():
            rest.remove(tile)
        rng.shuffle(rest)
        tiles = [places[place] if place in places else rest.pop() for place in range(rules.tile_count)]
        return TileWall(rules, tuple(tiles))

    return build


def _places(rules: RuleSet, hands: Mapping[int, str], draws: str, replacements: str) -> dict[int, Tile]:
    last, players = rules.tile_count - 1, rules.players
    found: dict[int, Tile] = {}
    for place, text in hands.items():
        found |= dict(zip(_hand_places(last, players, place), parse_tiles(text), strict=True))
    first_draw = last - 13 * players
    found |= {first_draw - number: tile for number, tile in enumerate(parse_tiles(draws))}
    # The upper tile of a stack has the odd number and goes first.
    found |= {number ^ 1: tile for number, tile in enumerate(parse_tiles(replacements))}
    return found


def _hand_places(last: int, players: int, place: int) -> Sequence[int]:
    fours = [last - 4 * (turn * players + place) - tile for turn in range(3) for tile in range(4)]
    return [*fours, last - 12 * players - place]
