"""What is written when somebody tapped the corners of the cloth a little wrong: no picture, only places.

    python -m lab.scribe.tapping --hands 6 --camera oblique --ways 3 --write

Every tile is read right and with certainty, at the place where a camera with such corners sees it: if
something is not written exactly, the places alone are to blame.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.pretend.painting.things import Pose, Stance
from companion.pretend.people.comparing import essence
from companion.pretend.people.habits import Mistakes
from companion.pretend.stage.setting import TableKind
from companion.riichi.facts import Fact
from lab.bench.cameras import cameras
from lab.bench.stage_house import CAMERA, QuickHouse
from lab.bench.stage_reel import PerfectSight
from lab.scribe.hands import refuse_without_records
from lab.scribe.lying import Places, in_sight
from lab.scribe.reels import Evening, Played, seed_of, watched
from lab.scribe.rendered import Score, games, tell_misses
from lab.scribe.setting import Set
from tests.conftest import ROOT
from tests.figures import Page, commit
from vision.labels import BACK
from vision.place.zones import zones_of
from vision.settle.laid import Lying, zones_with
from vision.sighting import Sighting

WAYS = tuple(range(0, 360, 45))
PAGE = Page(
    ROOT / "docs" / "figures" / "corners.md",
    "Corners tapped wrong",
    "python -m lab.scribe.tapping --hands 6 --camera oblique --ways 3 --write",
    "Every tile is read right and with certainty, so that only places can be wrong; usual tables, people "
    "who do not slip.",
    (
        *("camera", "corners", "keys", "hands", "exact", "as with true corners"),
        *("facts", "missing", "wrong", "invented", "questions a hand", "at commit"),
    ),
    names=3,
)


class TappedSight(PerfectSight):
    """A perfect eye, but it sees every tile at the place that follows from the tapped corners."""

    def __init__(self, house: QuickHouse, camera: str, found: Set, seed: int) -> None:
        self.house, self.number = house, 0
        self.lying: dict[int, Pose] = {}
        self.labels: dict[int, str] = {}
        self._places = Places(camera, found.before(camera, seed).tapped_off)
        self._zones = zones_of(())
        self._told: list[tuple[str, Pose]] = []

    def perform(self, strokes, labels: dict[int, str]) -> None:
        self.labels = labels
        super().perform(strokes, labels)

    def look(self) -> None:
        seen = list(self._seen())
        if seen == self._told:
            return
        self.number, self._told = self.number + 1, seen
        tiles = [Lying(label, 1.0, self._places.quad(pose)) for label, pose in seen]
        now_ns = self.house.clock.monotonic_ns()
        self.house.say(Sighting(CAMERA, now_ns, self.number, zones_with(tiles, self._zones)))

    def _seen(self) -> Iterator[tuple[str, Pose]]:
        for piece, pose in in_sight(self.lying):
            yield BACK if pose.stance is Stance.DOWN else self.labels[piece], pose


@dataclass
class Line:
    """One way in which corners were tapped."""

    found: Set
    score: Score = field(default_factory=Score)
    told: list[list[Fact]] = field(default_factory=list)
    """What was written, hand by hand."""


def heard(played: Played, camera: str, line: Line, *, keys: bool, misses: bool) -> None:
    """Play one game in front of one camera, the corners tapped as `line` says, and count it there."""
    seed = seed_of(played)
    evening = watched(
        played,
        lambda house: TappedSight(house, camera, line.found, seed),
        line.found.before(camera, seed),
        mistakes=Mistakes.NONE,
        keys=keys,
        answers=True,
        seed=seed,
    )
    counted(evening, played, line.score, line.told, f"{camera} {line.found} keys {keys}" if misses else None)


def counted(
    evening: Evening, played: Played, score: Score, told: list[list[Fact]], where: str | None
) -> None:
    """Count what was written of one game, and keep it; given `where`, print each hand that is not exact."""
    written = evening.written()
    for number, truth in enumerate(played.game.kyokus):
        said = written[number] if number < len(written) else ()
        told.append(essence(said))
        if not score.add(truth, said) and where is not None:
            print(f"\n{where}: game {played.name}, hand {number}")
            tell_misses(truth, said)
    score.count["questions"] += evening.people.questions


def lines_of(ways: list[float]) -> list[Line]:
    """True corners, usual ones, and all four moved by each given percentage in eight directions."""
    moved = [Line(Set(TableKind.USUAL, (percent, way))) for percent in ways for way in WAYS]
    return [Line(Set(TableKind.USUAL, (0, 0))), Line(Set(TableKind.USUAL)), *moved]


def cells(camera: str, name: str, keys: bool, some: list[Line], true: Line) -> tuple[str, ...]:
    """One line of the table, for several ways together."""
    hands = sum(one.score.hands for one in some)
    alike = sum(a == b for one in some for a, b in zip(one.told, true.told, strict=True))
    counts = [
        str(sum(one.score.count[what] for one in some)) for what in ("facts", "missing", "wrong", "invented")
    ]
    asked = sum(one.score.count["questions"] for one in some) / max(1, hands)
    exact = sum(one.score.exact for one in some)
    return (
        camera,
        name,
        "yes" if keys else "no",
        str(hands),
        str(exact),
        str(alike),
        *counts,
        f"{asked:.2f}",
    )


def rows(asked: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """All lines, each as soon as it is done."""
    for camera in asked.camera:
        for keys in (True, False) if asked.keys == "both" else (asked.keys == "yes",):
            lines = lines_of([float(one) for one in asked.ways.split(",") if one])
            for played in games(asked.hands, asked.first, asked.each):
                for line in lines:
                    heard(played, camera, line, keys=keys, misses=asked.misses)
            true, usual, *moved = lines
            yield cells(camera, "true", keys, [true], true)
            yield cells(camera, "each up to 2 % off", keys, [usual], true)
            for at in range(0, len(moved), len(WAYS)):
                some, found = moved[at : at + len(WAYS)], moved[at].found.moved
                assert found is not None, "these lines are moved"
                percent = found[0]
                yield cells(camera, f"all {percent:g} % off, eight ways", keys, some, true)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=12)
    parser.add_argument("--first", type=int, default=700, help="the number of the first recorded game")
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--camera", type=cameras, default="overhead,oblique")
    parser.add_argument("--ways", default="1.5,3", help="percentages of the table's side")
    parser.add_argument("--keys", default="no", choices=("yes", "no", "both"))
    parser.add_argument("--misses", action="store_true", help="print what differs from the hands as played")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.path.name}")
    asked = parser.parse_args()
    if asked.write:
        refuse_without_records(parser)
    print("| " + " | ".join(PAGE.heading[:-1]) + " |", flush=True)
    for row in rows(asked):
        print("| " + " | ".join(row) + " |", flush=True)
        if asked.write:
            PAGE.put((*row, commit()))


if __name__ == "__main__":
    main()
