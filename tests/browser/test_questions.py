"""What the scribe asks: a card before the player whom it is about, until somebody answers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.facts import Discarded
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe import SightChanged, Ticked
from tests.browser.real_table import RealTable
from tests.browser.touching import NAMES
from tests.toolbox.sightings import visible

JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f14"
    "1d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080001000101011100"
    "ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b51000020103030204030505040400"
    "00017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728"
    "292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a9293"
    "9495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8"
    "e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00fbfca2800fffd9"
)


@pytest.fixture
def serving():
    table = RealTable()
    table.do("start", names=list(NAMES))
    table.do("deal", depth="full", indicator="9s")
    yield table
    table.end()


def lies(serving: RealTable, at_ns: int = 1) -> TableSeen:
    return visible(serving.table.hanchan.kyoku, at_ns)


def with_river(table: TableSeen, seat: int, *tiles: SeenTile) -> TableSeen:
    mine = replace(table.seats[seat], river=tiles)
    return replace(table, seats=(*table.seats[:seat], mine, *table.seats[seat + 1 :]))


def doubtful(serving: RealTable) -> None:
    """East's first discard: either a 1p or a 7p, and nothing more is seen of it for a while."""
    serving.crops[3] = JPEG
    tile = SeenTile(Tile("1p"), 0.5, others=((Tile("7p"), 0.48),), crop=3)
    for second in range(1, 4):
        serving.see(with_river(lies(serving, second * 1_000_000_000), 0, tile))
    serving.see(Ticked(600_000_000_000, None))


def test_a_tile_that_cannot_be_read_is_named_by_a_tap(open_page, serving):
    page = open_page()
    doubtful(serving)
    card = page.locator(".asked")
    expect(card).to_contain_text("which tile is this?")
    expect(card.locator("img.crop")).to_have_js_property("naturalWidth", 1)
    expect(card.locator(".one-tile")).to_have_count(2)
    card.get_by_role("button", name="7 of circles").click()
    expect(card).to_have_count(0)
    assert serving.table.hanchan.kyoku.players[0].discards[0].tile == Tile("7p")


def test_a_hand_that_was_shown_is_confirmed_with_its_value(open_page, serving):
    page = open_page()
    serving.do("tap", seat=0, action="discard", tile="1z")
    table = lies(serving)
    hand = tuple(SeenTile(tile) for tile in parse_tiles("123m456p789s22z11z"))
    seats = (table.seats[0], replace(table.seats[1], showing=hand), *table.seats[2:])
    serving.see(replace(table, seats=seats))
    card = page.locator(".asked.right")
    expect(card).to_contain_text("is this the hand?")
    expect(card.locator(".asked-choices button").first).to_contain_text(re.compile(r"Yes: .*\bhan\b"))
    card.locator(".asked-choices button").first.click()
    expect(page.locator(".result, .cards")).not_to_have_count(0)
    assert serving.table.hanchan.kyoku.wins[0].value is not None


def test_where_the_table_differs_is_said_and_the_screen_may_be_right(open_page, serving):
    page = open_page()
    serving.do("tap", seat=0, action="discard", tile="1z")
    other = with_river(lies(serving, 9), 0, SeenTile(Tile("9s")))
    serving.see(SightChanged(is_seeing=False, at_ns=7), SightChanged(is_seeing=True, at_ns=8), other)
    card = page.locator(".asked")
    expect(card.locator(".differing")).to_contain_text("→")
    card.get_by_role("button", name="The screen is right").click()
    expect(card).to_have_count(0)
    assert Discarded(0, Tile("1z")) in [entry.fact for entry in serving.journal.entries(1)]
    assert serving.table.hanchan.kyoku.players[0].discards[0].tile == Tile("1z")


@pytest.mark.gate(0)
def test_who_only_looks_on_is_not_asked_and_a_card_can_be_laid_aside(open_page, serving):
    page = open_page()
    watcher = open_page(watch=1)
    doubtful(serving)
    expect(page.locator(".asked")).to_have_count(1)
    expect(watcher.locator(".asked")).to_have_count(0)
    page.locator(".asked .close").click()
    expect(page.locator(".asked")).to_have_count(0)
    assert len(serving.table.questions) == 1


COVERED = """() => {
  const card = document.querySelector(".asked").getBoundingClientRect();
  const isOn = (one) => {
    const box = one.getBoundingClientRect();
    const isSeen = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    const isAcross = box.right > card.left && box.left < card.right;
    return !isSeen || (isAcross && box.bottom > card.top && box.top < card.bottom);
  };
  const tiles = [...document.querySelectorAll("main .wind-E .river .tile")];
  const outside = card.left < 0 || card.top < 0 || card.right > innerWidth || card.bottom > innerHeight;
  const points = [...document.querySelectorAll("main.flat .wind-E .points")].filter(isOn).length;
  return { tiles: tiles.length, covered: tiles.filter(isOn).length, points, outside };
}"""
LAYOUTS = {
    "flat": ((1280, 800), {}),
    "flat, asked at the right": ((1280, 800), {"near": 3}),
    "flat, asked at the top": ((1280, 800), {"near": 2}),
    "flat, asked at the left": ((1280, 800), {"near": 1}),
    "portrait": ((800, 1280), {}),
    "portrait, asked at the left": ((800, 1280), {"near": 1}),
    "stand": ((1280, 800), {"layout": "stand"}),
    "stand, asked last": ((1280, 800), {"layout": "stand", "near": 1}),
    "small screen": ((800, 480), {}),
    "small screen, asked last": ((800, 480), {"near": 1}),
    "small screen, large letters": ((800, 480), {"scale": 1.6}),
    "phone": ((390, 844), {}),
    "phone, asked last": ((390, 844), {"near": 1}),
    "seat": ((390, 844), {"seat": 0}),
    "seat, on a small screen": ((800, 480), {"seat": 0}),
    "large screen": ((1920, 1200), {}),
}


@pytest.mark.gate(0)
def test_what_is_asked_about_stays_in_sight_in_every_layout(open_page, serving):
    doubtful(serving)
    found = {}
    for name, (size, choices) in LAYOUTS.items():
        page = open_page(size, **choices)
        expect(page.locator(".asked .one-tile")).to_have_count(2)
        expect(page.locator("main .wind-E .river .tile")).to_have_count(1)
        found[name] = page.evaluate(COVERED)
    assert found == {name: {"tiles": 1, "covered": 0, "points": 0, "outside": False} for name in LAYOUTS}


@pytest.mark.gate(0)
def test_a_card_that_covers_what_is_asked_about_after_a_turn_of_the_screen_moves_away(open_page, serving):
    doubtful(serving)
    page = open_page((1280, 800))
    expect(page.locator(".asked .one-tile")).to_have_count(2)
    for width, height in ((800, 1280), (1024, 768), (800, 480), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => (({COVERED})()).covered === 0 && !(({COVERED})()).outside")
