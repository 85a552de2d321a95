"""Whole hands of the pretend table before eye and scribe, and what the journal has of them.

    python -m lab.bench.stage_scribe --seed 3 --hands 4 --eye perfect --panel
    python -m lab.bench.stage_scribe --record games.mjlog --hands 2 --eye overhead

Everything runs in one thread and every frame is looked at, so figures do not hang on the machine's speed.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from dataclasses import replace

from companion.clock import ManualClock
from companion.evidence import Answer, Cause, Command, Said, TapAsked
from companion.haifu.opening import open_records
from companion.intake.eye.translate import seen
from companion.intake.panel.meaning import meaning_of
from companion.intake.panel.wishes import Question, Tap
from companion.intake.pretend.game import play_hanchan
from companion.intake.record_player import playable
from companion.intake.stage.kyokus import games_of
from companion.intake.stage.strokes import Stroke
from companion.intake.stage.table import StageTable
from companion.intake.stage.truth import told_truly
from companion.journal import MemoryJournal, in_force
from companion.rehearsal.comparing import compared, essence, hands_of
from companion.rehearsal.habits import Mishap, Mistakes, habits_of
from companion.rehearsal.people import People
from companion.riichi.facts import Fact
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from companion.riichi.seats import Seat
from companion.table_loop.keeper import TableKeeper
from companion.table_state import TableState
from firmware_bridge.signals import Button
from vision.sighting import Sighting
from vision.stage.things import Pose

NAMES = ("Aiko", "Ben", "Chiyo", "Dario")
SIDES = "ABCD"


class QuickHouse:
    """A companion without threads and pages."""

    def __init__(self, rules) -> None:
        self.journal = MemoryJournal()
        self.clock = ManualClock()
        self.keeper = TableKeeper(self.journal, rules, self.clock)
        self.think_ms: list[float] = []
        self.taps = 0

    @property
    def state(self) -> TableState:
        return self.keeper.state

    def ask(self, command: Command) -> Answer:
        return self.keeper.do(command)

    def entries(self) -> tuple[tuple[int, Fact], ...]:
        standing = in_force(self.journal.entries(self.journal.games()[-1].number))
        return tuple((entry.seq, entry.fact) for entry in standing if entry.fact is not None)

    def saw(self, sighting: Sighting) -> None:
        told = seen(replace(sighting, at_ns=self.clock.monotonic_ns()), SIDES)
        begin_s = time.perf_counter()
        self.keeper.see(told)
        self.think_ms.append((time.perf_counter() - begin_s) * 1000)


class QuickKeys:
    """Presses as they mean something, at once."""

    def __init__(self, house: QuickHouse, *, are_there: bool) -> None:
        self.house, self.are_there = house, are_there

    def deal(self) -> bool:
        return False

    def press(self, side: int, key: str, answer: str = "") -> None:
        meaning = meaning_of(self.house.state, Seat(side), Button[key.upper()])
        if isinstance(meaning, Question):
            doing = meaning.answers.get(Button[answer.upper()])
        else:
            doing = meaning.doing if isinstance(meaning, Tap) else None
        if doing is None:
            return  # a press that means nothing now
        self.house.taps += 1
        if isinstance(doing, Said):
            name = f"press-{self.house.taps}"
            self.house.ask(TapAsked(name, None, f"side {SIDES[side]}", doing, Cause.PANEL))


class PerfectSight:
    """An eye that misreads nothing: one sighting after each stroke."""

    def __init__(self, house: QuickHouse, table: StageTable) -> None:
        self.house, self.table = house, table
        self.lying: dict[int, Pose] = {}
        self.number = 0

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        for stroke in strokes:
            self.house.clock.advance(seconds=stroke.seconds)
            for carry in stroke.carries:
                self.lying[carry.piece] = carry.end
            for piece, pose in stroke.settles.items():
                if pose is None:
                    self.lying.pop(piece, None)
                else:
                    self.lying[piece] = pose
            self.look()

    def look(self) -> None:
        self.number += 1
        self.house.saw(told_truly(self.lying, self.table.tiles, number=self.number))

    def rest(self, seconds: float) -> None:
        self.house.clock.advance(seconds=seconds)

    def settle(self) -> None:
        pass

    def befall(self, mishap: Mishap) -> None:
        pass


class RenderedSight:
    """The pictures of a camera before the real eye."""

    def __init__(self, house: QuickHouse, table: StageTable, camera: str, tiles: int) -> None:
        from lab.bench.stage_sight import CAMERAS, Film, Watcher

        self.house = house
        self.watcher = Watcher(Film(CAMERAS[camera], tiles=tiles), 88)
        self.table = table

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        from lab.bench.stage_sight import settle

        film = self.watcher.film
        for stroke in strokes:
            for carry in stroke.carries:
                film.take(carry.piece)
            for share in (0.25, 0.55, 0.85):
                if share > 0.72:
                    settle(film, self.table, stroke)
                self._see(stroke.moment(share, self.table.labels))
            for _ in range(9):
                self._see()

    def _see(self, moving=None) -> None:
        self.house.clock.advance(seconds=0.1)
        if self.watcher.see(moving):
            self.house.saw(self.watcher.sighting)

    def rest(self, seconds: float) -> None:
        pass

    def settle(self) -> None:
        pass

    def befall(self, mishap: Mishap) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="3")
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--record")
    parser.add_argument("--eye", default="perfect")
    parser.add_argument("--tiles", type=int, default=0)
    parser.add_argument("--panel", action="store_true")
    parser.add_argument("--mistakes", default="none", choices=[one.value for one in Mistakes])
    parser.add_argument("--verbose", action="store_true")
    asked = parser.parse_args()
    rules = TENHOU
    if asked.record:
        record = playable(next(iter(open_records([asked.record]))))
        rules, facts = record.rules, record.facts
    else:
        facts = tuple(play_hanchan(random.Random(asked.seed), TENHOU, NAMES, see_all=True))
    total = {"hands": 0, "exact": 0, "facts": 0, "missing": 0, "wrong": 0, "invented": 0, "questions": 0}
    total |= {"confirmations": 0, "corrections": 0}
    think: list[float] = []
    for game in games_of(facts, asked.hands):
        house = QuickHouse(rules)
        table = StageTable(begin(rules, game.started.names), SIDES)
        sight = (
            PerfectSight(house, table)
            if asked.eye == "perfect"
            else RenderedSight(house, table, asked.eye, asked.tiles)
        )
        habits = habits_of(Mistakes(asked.mistakes))
        people = People(sight, QuickKeys(house, are_there=asked.panel), house, habits=habits)
        people.play(game, table, rules)
        written = hands_of(fact for _, fact in house.entries())
        for number, played in enumerate(game.kyokus):
            mine = written[number] if number < len(written) else ()
            result = compared(played, mine)
            total["hands"] += 1
            total["exact"] += result.is_exact
            for name in ("facts", "missing", "wrong", "invented"):
                total[name] += getattr(result, name)
            if not result.is_exact and asked.verbose:
                print(number, result)
                truth, told = essence(played), essence(mine)
                for at, (a, b) in enumerate(zip(truth, told, strict=False)):
                    if a != b:
                        print("  at", at, "\n  played ", a, "\n  written", b)
                        break
                else:
                    print("  lengths", len(truth), len(told), (truth[len(told) :] or told[len(truth) :])[:2])
        for name in ("questions", "confirmations", "corrections"):
            total[name] += getattr(people, name)
        think += house.think_ms
    think.sort()
    total["think_ms"] = {
        "p50": round(think[len(think) // 2], 1),
        "p99": round(think[int(len(think) * 0.99)], 1),
    }
    print(json.dumps(total))


if __name__ == "__main__":
    main()
