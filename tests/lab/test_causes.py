"""Mistakes of the eye, told from how a table truly lies."""

from dataclasses import replace

from companion.pretend.painting.things import Pose, Stance
from companion.pretend.stage.setting import EXACTLY
from companion.pretend.stage.strokes import Stroke
from companion.pretend.stage.truth import perfect_sighting
from companion.riichi.tiles import Tile
from lab.scribe.causes import JudgedSight, Truth
from lab.scribe.setting import set_of
from vision.labels import BACK
from vision.sighting import Sighting, TileView
from vision.wire import to_line

POSES = {
    1: Pose(-20, 100, 0, 0.0),
    2: Pose(5, 100, 0, 0.0),
    3: Pose(40, 212, 0, 0.0, Stance.DOWN),
    4: Pose(0, 362, 0, 0.0, Stance.STANDING),
}
LABELS = {1: "1m", 2: "5p", 3: "9s", 4: "7z"}


def truth() -> Truth:
    out = Truth("overhead", EXACTLY)
    out.after([Stroke(1.0, settles=dict(POSES))], LABELS)
    return out


def said(change=lambda view: view) -> Sighting:
    """What a perfect eye says, with some views changed or left out."""
    told = perfect_sighting(POSES, {piece: Tile(label) for piece, label in LABELS.items()})
    zones = [replace(z, tiles=tuple(v for one in z.tiles if (v := change(one)))) for z in told.zones]
    return replace(told, zones=tuple(zones))


def kinds(sighting: Sighting) -> list[str]:
    return sorted(kind for kind, _ in truth().mistakes(sighting))


def test_a_perfect_eye_makes_no_mistake() -> None:
    assert truth().mistakes(said()) == set()


def test_each_mistake_is_named() -> None:
    def five(**changes):
        return said(lambda view: replace(view, **changes) if view.label == "5p" else view)

    assert kinds(said(lambda view: None if view.label == "5p" else view)) == ["not found"]
    assert kinds(five(label=BACK)) == ["nothing named"]
    assert kinds(five(label="6p")) == ["another kind"]
    assert kinds(five(label="0p")) == ["another five"]
    assert kinds(five(sideways=True)) == ["turned"]
    assert kinds(said(lambda view: replace(view, label="5z") if view.label == BACK else view)) == ["a back"]


def test_a_face_where_nothing_lies_and_one_in_another_zone_are_mistakes() -> None:
    def more(one: TileView) -> Sighting:
        told = said()
        zones = [replace(z, tiles=(*z.tiles, one)) if z.name == "river.C" else z for z in told.zones]
        return replace(told, zones=tuple(zones))

    quad = ((0.3, 0.3), (0.33, 0.3), (0.33, 0.34), (0.3, 0.34))
    assert kinds(more(TileView("2s", 0.4, quad, False))) == ["nothing there"]
    told = said()
    river = next(zone for zone in told.zones if zone.name == "river.A")
    zones = [
        replace(z, tiles=() if z is river else river.tiles if z.name == "river.D" else z.tiles)
        for z in told.zones
    ]
    assert kinds(replace(told, zones=tuple(zones))) == ["another zone"] * 2


class House:
    """As much of a house as a replayed eye needs."""

    class state:  # noqa: N801
        questions = ()

    def __init__(self) -> None:
        self.heard: list[tuple[float, bytes]] = []

    def wait(self, seconds: float) -> None:
        pass

    def hear(self, line: bytes) -> None:
        self.heard.append((0.0, line))


def test_a_mistake_counts_at_each_look_and_is_gone_when_it_is_put_right() -> None:
    wrong = to_line(said(lambda view: replace(view, label="6p") if view.label == "5p" else view))
    calls = [[], [(0.0, wrong)], [], [(0.0, to_line(said()))]]
    sight = JudgedSight(House(), calls, Truth("overhead", EXACTLY), is_listed=False)
    sight.perform([Stroke(1.0, settles=dict(POSES))], LABELS)
    for _ in range(3):
        sight.rest(1.0)
    assert [(kind, count) for (kind, _), count in sight.lasted.items()] == [("another kind", 2)]
    assert sight.looks == 3


def test_a_kind_of_table_can_have_pale_backs() -> None:
    assert set_of("usual+pale2").of(5).pale == 2
    assert {set_of("usual").of(seed).pale for seed in range(40)} > {None}
    assert str(set_of("usual:3@45+pale0+tiles")) == "usual_3_45_pale0_tiles"
