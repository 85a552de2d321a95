"""How long it takes from a tile being laid down until the table is told, in two parts that add up.

    python -m lab.bench.stage_delay --camera oblique --discards 20

The camera's part is counted in its own time, ten pictures a second, each tile laid at a different moment
between two pictures, so it is the same on every machine. The processor's part is the time that the eye and
the scribe spend on the decisive picture, from drawing and coding it to glancing, the last look and thinking.
"""

from __future__ import annotations

import argparse
import random
import time

import cv2

from companion.pretend.painting.lens import CAMERAS
from companion.pretend.people.people import AFTER_DISCARD_S
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.pretend.stage.strokes import LAID
from companion.pretend.stage.table import StageTable
from companion.riichi.facts import Discarded, Drawn, KyokuStarted
from companion.riichi.hanchan import SIDES, begin
from companion.riichi.presets import TENHOU
from lab.bench.figures import percentile
from lab.bench.stage_house import NAMES, QuickHouse
from lab.bench.stage_reel import FRAME_S, RenderedSight


class Delays(RenderedSight):
    """Shows the eye every picture of a discard, until it reports something new."""

    def discard(self, stroke, labels, phase_s: float) -> tuple[float, float] | None:
        """Seconds of the camera's and the processor's time until the table is told; None if it never is."""
        self.start(stroke)
        now_s, is_laid = phase_s, False
        while now_s < stroke.seconds + AFTER_DISCARD_S:
            if not is_laid and now_s >= LAID * stroke.seconds:
                self.finish(stroke, labels)
                is_laid = True
            share = now_s / stroke.seconds
            told, began_s = self.sightings, time.process_time()
            self.see(stroke.moment(share, labels) if share < 1 else None)
            if is_laid and self.sightings > told:
                return now_s - LAID * stroke.seconds, time.process_time() - began_s
            self.house.wait(FRAME_S)
            now_s += FRAME_S
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--camera", choices=sorted(CAMERAS), default="oblique")
    parser.add_argument("--discards", type=int, default=20)
    parser.add_argument("--seed", default="3")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    dice = random.Random(asked.seed)
    facts = play_hanchan(dice, TENHOU, NAMES, see_all=True)
    kyoku = next(games_of(facts, 1)).kyokus[0]
    house, table = QuickHouse(TENHOU), StageTable(begin(TENHOU, NAMES), SIDES)
    sight = Delays(house, asked.camera)
    found = []
    for fact in kyoku:
        strokes = table.deal(kyoku) if isinstance(fact, KyokuStarted) else table.play(fact)
        if isinstance(fact, Discarded):
            found.append(sight.discard(strokes[0], table.labels, dice.uniform(0, FRAME_S)))
            sight.rest(AFTER_DISCARD_S)
        else:
            sight.perform(strokes, table.labels)
            sight.rest(0 if isinstance(fact, Drawn) else AFTER_DISCARD_S)
        if len(found) >= asked.discards:
            break
    delays = [one for one in found if one is not None]
    print(f"{asked.camera}: {len(delays)} of {len(found)} discards told in time")
    if not delays:
        return
    for name, values in zip(("camera", "processor"), zip(*delays, strict=True), strict=True):
        print(
            f"  {name:10} p50 {1000 * percentile(values, 0.5):6.0f} ms, longest {1000 * max(values):6.0f} ms"
        )


if __name__ == "__main__":
    main()
