"""What the eye gets wrong about tables at rest, by kind of mistake, and how often people are then asked.

    python -m lab.scribe.causes --hands 6 --first 1000 --set usual+pale1 --keep reels --list

When a discard has lain for a second, and after each result, what the eye said last is compared with how the
table truly lies. A mistake counts once, however long it stays. Backs count only where the eye names a face.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.pretend.painting.things import Pose, Stance
from companion.pretend.people.habits import Mistakes
from companion.pretend.stage.setting import TappedOff
from companion.pretend.stage.strokes import Stroke
from lab.bench.cameras import cameras
from lab.bench.stage_house import QuickHouse
from lab.bench.stage_reel import SHORT, KeptSight
from lab.scribe.hands import refuse_without_records
from lab.scribe.lying import Places, in_sight
from lab.scribe.reels import Reels, seed_of, watched
from lab.scribe.rendered import Score, games, short
from lab.scribe.setting import Set, set_of
from lab.scribe.tapping import counted
from lab.train.measures import wilson
from tests.conftest import ROOT
from tests.figures import Page, commit
from vision.labels import BACK, UNKNOWN, plain_of
from vision.place.zones import TableZone, zones_of
from vision.settle.laid import SAME, Lying
from vision.sighting import Sighting, TileView
from vision.wire import from_line

LASTING = 3
"""A mistake that was there at this many looks is lasting: the eye does not put it right by itself."""
KINDS = (
    *("not found", "nothing named", "another kind", "another five", "turned", "another zone"),
    *("nothing there", "a back"),
)
PAGE = Page(
    ROOT / "docs" / "figures" / "causes.md",
    "What the eye says wrongly of tables at rest",
    "python -m lab.scribe.causes --hands 2 --first 1116 --set usual+pale3 --write",
    "Recorded games before a drawn camera, no keys pressed, one hand of each game. A mistake counts "
    "once, however long it stays; after the slash, those that were there at three looks or more. *A "
    "back*: a face is named there.",
    (
        *("first game", "camera", "tables", "hands", "exact", "95 in 100", "questions a hand", "looks"),
        *KINDS,
        "at commit",
    ),
    names=3,
)
Mistake = tuple[str, str]
"""What kind of mistake, and the tile and the place that it is about."""
Points = np.ndarray


class Truth:
    """How tiles truly lie, at the places that a camera gives them whose corners were tapped this far off."""

    def __init__(self, camera: str, tapped_off: TappedOff) -> None:
        self._lying: dict[int, Pose] = {}
        self._labels: dict[int, str] = {}
        self._places, self._zones = Places(camera, tapped_off), zones_of(())

    def after(self, strokes: Iterable[Stroke], labels: dict[int, str]) -> None:
        """Lay the tiles as these strokes do."""
        self._labels = labels
        for stroke in strokes:
            self._lying |= {carry.piece: carry.end for carry in stroke.carries}
            for piece, pose in stroke.settles.items():
                if pose is None:
                    self._lying.pop(piece, None)
                else:
                    self._lying[piece] = pose

    def mistakes(self, said: Sighting) -> set[Mistake]:
        """Where the sighting differs from how the tiles lie."""
        views = [(zone.name, view) for zone in said.zones for view in zone.tiles]
        lying = list(self.seen())
        found: set[Mistake] = set()
        for label, quad in lying:
            if label != BACK:
                found |= set(self._about(label, quad, views))
        for zone, view in views:
            truly = {label for label, quad in lying if _far(quad, view) < SAME}
            if view.label not in {BACK, UNKNOWN} and truly <= {BACK}:
                found.add(("a back" if truly else "nothing there", f"{_words(view)} in {zone}"))
        return found

    def _about(self, label: str, quad: Points, views: Sequence[tuple[str, TileView]]) -> Iterator[Mistake]:
        """Where a sighting differs about one face."""
        zone = self._zones.zone_of(quad.mean(axis=0))
        where = f"{label} at {_place(quad)} in {zone.name if zone else 'no zone'}"
        near = [one for one in views if _far(quad, one[1]) < SAME]
        told, view = min(near, key=lambda one: _far(quad, one[1]), default=("", None))
        if view is None:
            yield "not found", where
            return
        where += f", as {_words(view)}"
        if view.label in {BACK, UNKNOWN}:
            yield "nothing named", where
        elif plain_of(view.label) != plain_of(label):
            yield "another kind", where
        elif view.label != label:
            yield "another five", where
        if zone is not None and told != zone.name:
            yield "another zone", f"{where} in {told}"
        elif zone is not None and _is_turned(view, quad, zone):
            yield "turned", where

    def seen(self) -> Iterator[tuple[str, Points]]:
        """Each tile that lies and is not covered, where the camera sees its upper side."""
        for piece, pose in in_sight(self._lying):
            yield BACK if pose.stance is Stance.DOWN else self._labels[piece], self._places.quad(pose)


def _is_turned(view: TileView, quad: Points, zone: TableZone) -> bool:
    return zone.side is not None and Lying("", 1.0, quad).is_across(zone.side) != view.sideways


def _far(quad: Points, view: TileView) -> float:
    return float(np.hypot(*(quad.mean(axis=0) - np.mean(view.quad, axis=0))))


def _place(quad: Points) -> str:
    x, y = np.mean(quad, axis=0)
    return f"{x:.2f} {y:.2f}"


def _words(view: TileView) -> str:
    return f"{view.label} at {_place(np.array(view.quad))}"


class JudgedSight(KeptSight):
    """Replays an eye, and judges what it said last after each discard and each result."""

    def __init__(
        self,
        house: QuickHouse,
        calls: Sequence[Sequence[tuple[float, bytes]]],
        truth: Truth,
        *,
        is_listed: bool,
    ) -> None:
        super().__init__(house, calls)
        self.looks = 0
        self.lasted: Counter[Mistake] = Counter()
        """At how many looks each mistake was there."""
        self._truth, self._is_listed = truth, is_listed
        self._asked: set[int] = set()

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        self._truth.after(strokes, labels)
        super().perform(strokes, labels)
        self._list_questions()

    def rest(self, seconds: float) -> None:
        super().rest(seconds)
        said = self._last()
        if said is None:
            return
        self.looks += 1
        for mistake in sorted(self._truth.mistakes(said)):
            if mistake not in self.lasted:
                self._list(": ".join(mistake))
            self.lasted[mistake] += 1
        self._list_questions()

    def _list_questions(self) -> None:
        for question in self.house.state.questions:
            if question.number not in self._asked:
                self._asked.add(question.number)
                ways = " or ".join(" ".join(map(short, one.news)) for one in question.choices)
                self._list(f"asked: {question.code} {ways}")

    def _last(self) -> Sighting | None:
        """What the eye said last about the whole table."""
        long = (line for _, line in reversed(self.house.heard) if len(line) >= SHORT)
        return next((one for line in long if isinstance(one := from_line(line), Sighting)), None)

    def _list(self, words: str) -> None:
        if self._is_listed:
            print(f"  look {self.looks:3} {words}", flush=True)


def row(camera: str, found: Set, asked: argparse.Namespace) -> tuple[str, ...]:
    """Watch one hand of each game at one kind of table, and put what was found into one line."""
    reels = Reels(asked.keep, camera, Mistakes.NONE, found)
    brief, lasting, score, looks = Counter[str](), Counter[str](), Score(), 0
    for played in games(asked.hands, asked.first, 1):
        heard, seed = reels.of(played), seed_of(played)
        setting = found.before(camera, seed)
        sights: list[JudgedSight] = []

        def sight(house: QuickHouse, heard=heard, setting=setting, sights=sights) -> JudgedSight:
            truth = Truth(camera, setting.tapped_off)
            sights.append(JudgedSight(house, heard, truth, is_listed=asked.list))
            return sights[0]

        if asked.list:
            print(f"game {played.name} {found}", flush=True)
        evening = watched(played, sight, setting, mistakes=Mistakes.NONE, keys=False, answers=True, seed=seed)
        counted(evening, played, score, [], f"{camera} {found}" if asked.list else None)
        looks += sights[0].looks
        brief.update(kind for kind, _ in sights[0].lasted)
        lasting.update(kind for (kind, _), count in sights[0].lasted.items() if count >= LASTING)
    low, high = (100 * share for share in wilson(score.exact, score.hands))
    kinds = (f"{brief[kind]} / {lasting[kind]}" for kind in KINDS)
    questions = f"{score.count['questions'] / max(1, score.hands):.2f}"
    figures = (str(score.hands), str(score.exact), f"{low:.0f} to {high:.0f} %", questions, str(looks))
    return str(asked.first), camera, str(found), *figures, *kinds


def sets(text: str) -> tuple[Set, ...]:
    """The kinds of tables that a text names, with commas between them. Raises argparse.ArgumentTypeError."""
    return tuple(map(set_of, text.split(",")))


def main() -> None:
    """Print one line for each kind of table, as it is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=6, help="how many games, one hand of each")
    parser.add_argument("--first", type=int, default=1000, help="the number of the first recorded game")
    parser.add_argument("--camera", type=cameras, default="oblique")
    parser.add_argument(
        "--set", type=sets, default="usual", help="kinds of tables, with commas between: usual+pale1,usual"
    )
    parser.add_argument("--keep", type=Path, help="a folder in which to keep what the eye says")
    parser.add_argument("--list", action="store_true", help="print each mistake and each question")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.path.name}")
    asked = parser.parse_args()
    if asked.write:
        refuse_without_records(parser)
    cv2.setNumThreads(1)
    print("| " + " | ".join(PAGE.heading[:-1]) + " |", flush=True)
    for camera in asked.camera:
        for found in asked.set:
            line = row(camera, found, asked)
            print("| " + " | ".join(line) + " |", flush=True)
            if asked.write:
                PAGE.put((*line, commit()))


if __name__ == "__main__":
    main()
