"""Games that an eye watches, and what it said of them: drawn once, replayed as often as you like."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from companion.pretend.people.comparing import hands_of
from companion.pretend.people.habits import Mistakes, habits_of
from companion.pretend.people.people import People
from companion.pretend.stage.games import Game
from companion.pretend.stage.setting import Setting
from companion.pretend.stage.table import StageTable
from companion.riichi.facts import Fact
from companion.riichi.hanchan import SIDES, begin
from companion.riichi.ruleset import RuleSet
from lab.bench.stage_house import QuickHouse, QuickKeys, Spent
from lab.bench.stage_reel import RAW, KeepingSight, RenderedSight, read_reel, write_reel
from lab.scribe.setting import Set
from lab.scribe.troubles import TroubledSight

__all__ = ["Evening", "Played", "Reels", "seed_of", "watched"]


@dataclass(frozen=True)
class Played:
    """One game to be watched, and its name."""

    name: str
    rules: RuleSet
    game: Game
    archive: str = ""
    """The archive that was asked for; empty for the usual one."""


@dataclass
class Evening:
    """One game watched in one mode."""

    house: QuickHouse
    people: People

    def written(self) -> list[tuple[Fact, ...]]:
        """What the companion wrote, hand by hand."""
        return hands_of(fact for _, fact in self.house.entries())


def watched(
    played: Played, sight_for, setting: Setting, *, mistakes: Mistakes, keys: bool, answers: bool, seed: int
) -> Evening:
    """Play the game in front of an eye, and let the companion write it down."""
    house = QuickHouse(played.rules)
    habits = habits_of(mistakes)
    hanchan = begin(played.rules, played.game.started.names)
    table = StageTable(hanchan, SIDES, seed=seed, neat=habits.neat, layout=setting.layout)
    people = People(
        sight_for(house), QuickKeys(house, are_there=keys), house, seed=seed, habits=habits, answers=answers
    )
    people.play(played.game, table, played.rules)
    return Evening(house, people)


@dataclass
class Reels:
    """What the eye said of each game: drawn once, replayed as often as you like.

    `of` gives it for one game, one list for each call; it is kept in `folder`, if there is one.
    """

    folder: Path | None
    camera: str
    mistakes: Mistakes
    set: Set = field(default_factory=Set)
    unrest_s: float = 0.0
    spent: Spent = field(default_factory=Spent)
    drawn: int = 0
    frames: int = 0
    seconds: float = 0.0

    def of(self, played: Played, *, raw: bool = False):
        """What the eye said of a game; `raw`: an eye that believes whatever it reads first."""
        path = self.folder / self.name_of(played, raw=raw) if self.folder else None
        if path and path.exists():
            return read_reel(path)
        calls = self._drawn(played, RAW if raw else None)
        if path:
            write_reel(calls, path)
        return calls

    def name_of(self, played: Played, *, raw: bool) -> str:
        """The file in which it is kept: its name has every setting that changes what the eye says."""
        unrest = f"unrest-{self.unrest_s:g}" if self.unrest_s else ""
        mark = "-".join(filter(None, ("raw" if raw else "", unrest))) or "settled"
        source = f"{Path(played.archive).name.partition('.')[0]}-" if played.archive else ""
        game, hands = source + played.name.replace(" ", "-"), len(played.game.kyokus)
        return f"{self.camera}-{self.set}-{self.mistakes}-{mark}-{game}-{hands}.reel.gz"

    def _drawn(self, played: Played, patience):
        seed = seed_of(played)
        setting = self.set.before(self.camera, seed)
        kept: list[KeepingSight] = []

        def sight_for(house: QuickHouse) -> KeepingSight:
            where: dict[str, Any] = {"tiles": seed % 2, "patience": patience, "setting": setting}
            troubles: dict[str, Any] = {"most_s": self.unrest_s, "random": Random(f"troubles {seed}")}
            sight = (
                TroubledSight(house, self.camera, **where, **troubles)
                if self.unrest_s
                else RenderedSight(house, self.camera, **where)
            )
            kept.append(KeepingSight(sight, house))
            return kept[0]

        began_s = time.process_time()
        evening = watched(
            played, sight_for, setting, mistakes=self.mistakes, keys=True, answers=True, seed=seed
        )
        self.seconds += time.process_time() - began_s
        self.drawn += len(played.game.kyokus)
        self.frames += kept[0].sight.frames
        for name in ("drawing", "glancing", "looking"):
            setattr(self.spent, name, getattr(self.spent, name) + getattr(evening.house.spent, name))
        self.spent.thinking += evening.house.spent.thinking
        return kept[0].calls

    def cost(self) -> str:
        """Where the processor's time went."""
        hands = max(1, self.drawn)
        parts = {
            "drawing": self.spent.drawing, "glancing": self.spent.glancing,
            "looking": self.spent.looking, "thinking": sum(self.spent.thinking),
        }  # fmt: skip
        told = ", ".join(f"{name} {seconds / hands:.1f}" for name, seconds in parts.items())
        return (
            f"{self.drawn} hands drawn at 1920 x 1080, {self.frames / hands:.0f} pictures and "
            f"{self.seconds / hands:.1f} s of one core each: {told}"
        )


def seed_of(played: Played) -> int:
    """The seed of a game's table and people, and of what happens to its camera; it follows from the name."""
    return crc32(played.name.encode())
