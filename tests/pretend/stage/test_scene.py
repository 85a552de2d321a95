"""The picture of a pretend table: it shows what lies there by the rules, and nothing that nobody saw."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.intake.eye.translate import seen
from companion.pretend.painting.things import Pose, Stance
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.places import STACKS
from companion.pretend.stage.scene import Scene, newest, scene_of
from companion.pretend.stage.truth import perfect_sighting
from companion.riichi.facts import Discarded, Drawn, Fact, KitaDeclared, Ryuukyoku, Won
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import Suukaikan
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from tests.toolbox.sightings import visible

NAMES = ("Aiko", "Ben", "Chiyo", "Dario")


def played(seed: str, most: int, rules=TENHOU):
    """The table after each fact as everybody may know it, and the fact."""
    names = NAMES[: rules.players]
    hanchan: Hanchan = begin(rules, names)
    for number, fact in enumerate(play_hanchan(random.Random(seed), rules, names)):
        hanchan = apply_to_hanchan(hanchan, fact)
        if hanchan.kyoku is not None:
            yield hanchan.kyoku, fact
        if number == most:
            return


def looked_at(scene: Scene, sides: str) -> TableSeen:
    """What a perfect eye makes of it."""
    numbered = list(enumerate(scene.tiles.values()))
    poses = {number: tile.pose for number, tile in numbered}
    tiles = {number: Tile(tile.label) for number, tile in numbered if tile.label}
    return seen(perfect_sighting(poses, tiles), sides)


def bare(table: TableSeen) -> object:
    rivers = [[_said(tile) for tile in seat.river] for seat in table.seats]
    melds = [[_meld(meld) for meld in seat.melds] for seat in table.seats]
    return rivers, melds, [_said(tile) for tile in table.indicators]


def _said(tile: SeenTile) -> tuple[object, ...]:
    return tile.tile, tile.is_back, tile.sideways


def _meld(meld: SeenMeld) -> object:
    return [_said(tile) for tile in meld.tiles], meld.added and meld.added.tile


@pytest.mark.gate(1)
@pytest.mark.parametrize(("seed", "sides"), [("3", "ABCD"), ("8", "CDAB")])
def test_a_perfect_eye_sees_in_it_what_the_rules_say_is_visible(seed: str, sides: str) -> None:
    melds = 0
    for number, (kyoku, fact) in enumerate(played(seed, 260)):
        if isinstance(fact, Drawn) or number % 4 > 1:
            continue
        assert bare(looked_at(scene_of(kyoku, sides), sides)) == bare(visible(kyoku)), fact
        melds += sum(len(player.melds) for player in kyoku.players)
    assert melds > 5


def test_it_is_a_whole_set_of_tiles_and_hands_say_nothing() -> None:
    for kyoku, fact in played("3", 120):
        scene = scene_of(kyoku)
        assert len(scene.tiles) == 136, fact
        if not kyoku.is_over:
            hands = [tile for name, tile in scene.tiles.items() if name[0] == "h"]
            assert {(tile.label, tile.pose.stance) for tile in hands} == {("", Stance.STANDING)}


def test_three_players_have_a_table_too_with_their_norths_beside_it() -> None:
    has_kita = False
    for kyoku, fact in played("5", 150, TENHOU_3P):
        scene = scene_of(kyoku)
        assert len(scene.tiles) == 108, fact
        norths = [name for name in scene.tiles if name[0] == "k"]
        assert len(norths) == sum(player.kita for player in kyoku.players)
        has_kita = has_kita or isinstance(fact, KitaDeclared)
    assert has_kita


@pytest.mark.parametrize("rules", [TENHOU, TENHOU_3P])
def test_each_side_has_the_wall_that_belongs_there(rules) -> None:
    kyoku, _ = next(played("5", 5, rules))
    poses = [tile.pose for name, tile in scene_of(kyoku).tiles.items() if name[0] == "w"]
    sides = Counter(max(range(4), key=lambda side: _towards(side, pose)) for pose in poses)
    drawn = 2 * sum(STACKS[rules.players]) - len(poses)
    short = {side: 2 * stacks - sides[side] for side, stacks in enumerate(STACKS[rules.players])}
    assert all(count >= 0 for count in short.values())
    assert sum(short.values()) == drawn


def _towards(side: int, pose: Pose) -> float:
    return (pose.y, pose.x, -pose.y, -pose.x)[side]


def test_what_lies_there_stays_where_it_is() -> None:
    before: tuple[Kyoku, Scene] | None = None
    for kyoku, fact in played("3", 90):
        scene = scene_of(kyoku)
        if before is not None and before[0].name == kyoku.name and isinstance(fact, Discarded):
            rivers = {name: tile for name, tile in before[1].tiles.items() if name[0] in "rmw"}
            assert {name: scene.tiles.get(name) for name in rivers} == rivers
        before = kyoku, scene


def test_the_tile_that_was_laid_last_is_known_by_who_laid_it() -> None:
    before: Scene | None = None
    told = 0
    for kyoku, fact in played("3", 60):
        scene = scene_of(kyoku)
        laid = newest(before, scene) if before else None
        if isinstance(fact, Discarded):
            assert laid is not None
            assert (laid[0], laid[1].label) == (fact.seat, str(fact.tile))
            told += 1
        elif isinstance(fact, Drawn):
            assert laid is None
        before = scene
    assert told > 12


@pytest.mark.parametrize("giver", [1, 2, 3])
def test_the_tile_added_to_a_pon_is_the_newest_and_the_others_keep_their_names(giver: int) -> None:
    kyoku = next(kyoku for kyoku, _ in played("3", 60))
    before, after = (scene_of(_with_meld(kyoku, kind, giver)) for kind in (MeldKind.PON, MeldKind.KAKAN))
    assert newest(before, after) == (0, after.tiles["m0.0.3"])
    assert after.tiles["m0.0.3"].label == "0p"
    pon = [name for name in before.tiles if name[0] == "m"]
    assert [after.tiles[name] for name in pon] == [before.tiles[name] for name in pon]


def _with_meld(kyoku: Kyoku, kind: MeldKind, giver: int) -> Kyoku:
    added = (Tile("0p"),) if kind is MeldKind.KAKAN else ()
    meld = Meld(kind, (Tile("5p"), Tile("5p"), *added), Tile("5p"), Seat(giver))
    first, *others = kyoku.players
    return replace(kyoku, players=(replace(first, melds=(meld,)), *others))


def test_a_shown_hand_lies_open() -> None:
    shows = 0
    last: Fact | None = None
    for kyoku, fact in played("3", 700):
        if not isinstance(fact, Won | Ryuukyoku) or fact is last:
            continue
        last, scene = fact, scene_of(kyoku)
        shown = {
            int(name[1])
            for name, tile in scene.tiles.items()
            if name[0] == "h" and tile.pose.stance is Stance.UP
        }
        wanted = {fact.seat} if isinstance(fact, Won) else {at for at, one in enumerate(fact.hands) if one}
        assert wanted <= shown
        shows += len(shown)
    assert shows >= 2


def test_a_sixth_indicator_lies_on_the_place_of_the_first_ura():
    rules = replace(TENHOU, suukaikan=Suukaikan.URA_POSITIONS)
    kyoku = next(kyoku for kyoku, _ in played("ura", 40, rules))
    six = tuple(map(Tile, ("1m", "2m", "3m", "4m", "5m", "6m")))
    tiles = scene_of(replace(kyoku, wall=replace(kyoku.wall, indicators=six))).tiles
    assert [tiles[f"w{number}"].label for number in (5, 7, 9, 11, 13, 4)] == [tile.text for tile in six]
