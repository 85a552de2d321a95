"""Plays whole hands of the pretend table to the eye and the scribe, and compares the journal with them.

    python -m lab.bench.stage_scribe --seed 3 --hands 4 --eye perfect --panel
    python -m lab.bench.stage_scribe --record games.mjlog --hands 2 --eye overhead
    python -m lab.bench.stage_scribe --rules tenhou-3p --eye oblique --panel --mistakes human

Everything runs in one thread, and no frame is dropped for lack of time: counts are the same on every machine.
"""

from __future__ import annotations

import argparse
import json
import random

from companion.haifu.opening import open_records
from companion.intake.record_player import playable
from companion.pretend.painting.lens import CAMERAS
from companion.pretend.people.comparing import compared, essence, hands_of
from companion.pretend.people.habits import Mistakes, habits_of
from companion.pretend.people.people import People
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.pretend.stage.table import StageTable
from companion.riichi.hanchan import SIDES, begin
from companion.riichi.presets import PRESETS
from lab.bench.figures import percentile
from lab.bench.stage_house import NAMES, QuickHouse, QuickKeys
from lab.bench.stage_reel import PerfectSight, RenderedSight


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="3")
    parser.add_argument("--hands", type=int, default=4)
    parser.add_argument("--record")
    parser.add_argument("--rules", default="tenhou", choices=sorted(PRESETS))
    parser.add_argument("--eye", default="perfect", choices=("perfect", *sorted(CAMERAS)))
    parser.add_argument("--tiles", type=int, default=0)
    parser.add_argument("--panel", action="store_true")
    parser.add_argument("--mistakes", default="none", choices=[one.value for one in Mistakes])
    parser.add_argument("--verbose", action="store_true")
    asked = parser.parse_args()
    rules = PRESETS[asked.rules]
    if asked.record:
        record = playable(next(iter(open_records([asked.record]))))
        rules, facts = record.rules, record.facts
    else:
        facts = tuple(play_hanchan(random.Random(asked.seed), rules, NAMES[: rules.players], see_all=True))
    total = {"hands": 0, "exact": 0, "facts": 0, "missing": 0, "wrong": 0, "invented": 0, "questions": 0}
    total |= {"confirmations": 0, "corrections": 0}
    think: list[float] = []
    for game in games_of(facts, asked.hands):
        house = QuickHouse(rules)
        table = StageTable(begin(rules, game.started.names), SIDES)
        sight = (
            PerfectSight(house, table)
            if asked.eye == "perfect"
            else RenderedSight(house, asked.eye, tiles=asked.tiles)
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
        think += [1000 * each for each in house.spent.thinking]
    thought = {f"p{part}": round(percentile(think, part / 100), 1) for part in (50, 99)}
    print(json.dumps(total | {"think_ms": thought}))


if __name__ == "__main__":
    main()
