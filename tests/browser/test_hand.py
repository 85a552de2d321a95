"""A whole hand on the page, fact by fact: what the table does is seen where it belongs."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.projections.snapshot import ControlView
from companion.riichi.facts import (
    AnkanDeclared,
    Discarded,
    Drawn,
    HanchanEnded,
    IndicatorRevealed,
    KakanDeclared,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Won,
)
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import Wind
from companion.riichi.tiles import Tile
from tests.browser.conftest import Serving, Table
from tests.browser.hands import CALLS, DRAW, LONG_HAND, WIN, A, B, C, D, deal, turn, turns

NEAR = ".plate.bottom"


def seat_of(page: Page, name: str):
    return page.get_by_role("region", name=re.compile(f", {name}$"))


def live(page: Page):
    return page.locator(f"{NEAR} .live b")


def reminder(page: Page, text: str):
    return page.locator(f"{NEAR} .reminder", has_text=text)


def uses(locator):
    """The faces that are drawn there, in order."""
    return [
        href.split("#t-")[1]
        for href in locator.locator("use").evaluate_all("all => all.map(use => use.getAttribute('href'))")
    ]


def test_live_tiles_are_counted_down_with_every_draw(open_page, table):
    table.say(deal())
    page = open_page()
    expect(live(page)).to_have_text("70")
    for step, (seat, tile) in enumerate(((D, "1z"), (A, "1z"), (B, "9p"))):
        table.say(*turn(seat, tile))
        expect(live(page)).to_have_text(str(69 - step))
    expect(page.locator(f"{NEAR} .deal")).to_contain_text("South 4")
    expect(page.locator(f"{NEAR} .honba")).to_have_text("×2")
    expect(page.locator(f"{NEAR} .sticks")).to_have_text("×1")


@pytest.mark.gate(0)
def test_every_side_reads_the_same_count(open_page, table):
    table.say(deal(), *turn(D, "1z"))
    page = open_page()
    expect(page.locator(".plate .live b")).to_have_text(["69"] * 4)


def test_an_indicator_is_owed_until_it_is_turned(open_page, table):
    table.say(deal(), Drawn(D))
    page = open_page()
    stacks = page.locator(".deadwall .stack")
    expect(stacks).to_have_count(8)
    table.say(AnkanDeclared(D, (Tile("9m"),) * 4))
    expect(reminder(page, "Flip the kan dora now")).to_be_visible()
    expect(stacks.nth(3).locator(".half.is-owed.upper")).to_be_visible()
    table.say(IndicatorRevealed(Tile("5z")))
    expect(reminder(page, "Flip the kan dora now")).to_have_count(0)
    expect(stacks.nth(3).locator(".half.is-shown.upper")).to_be_visible()
    assert uses(stacks.nth(3).locator(".upper")) == ["5z"]
    assert uses(page.locator(".under .dora")) == ["5m", "6z"]
    table.say(RinshanDrawn(D))
    expect(stacks.nth(0).locator(".half.is-gone.upper")).to_have_count(1)
    expect(stacks.nth(7).locator(".half.haitei.upper")).to_have_count(1)
    expect(reminder(page, "Leave the lower tile of stack 8")).to_be_visible()
    expect(page.locator(f"{NEAR} .kans")).to_contain_text("1/4")


def test_melds_lie_as_on_the_table(open_page, table):
    table.say(deal(), *CALLS)
    page = open_page()
    kakan, daiminkan = seat_of(page, "Chie").locator(".meld"), seat_of(page, "Dai").locator(".meld")
    expect(kakan).to_have_attribute("aria-label", re.compile("Added kan.*from Aki"))
    assert uses(kakan) == ["7z"] * 4
    piles = kakan.locator(".pile")
    expect(piles).to_have_count(3)
    expect(piles.nth(1).locator(".tile.side")).to_have_count(2)
    assert uses(daiminkan) == ["5p", "0p", "5p", "5p"]
    expect(daiminkan.locator(".pile").nth(1).locator(".tile.side.red")).to_have_count(1)
    chi = seat_of(page, "Aki").locator(".meld")
    assert uses(chi) == ["3m", "2m", "4m"]
    expect(chi.locator(".pile").nth(0).locator(".side")).to_have_count(1)


@pytest.mark.gate(0)
def test_called_tiles_are_marked_in_the_river(open_page, table):
    table.say(deal(), *CALLS)
    page = open_page()
    called = seat_of(page, "Ben").locator(".river .called")
    expect(called).to_have_count(1)
    expect(called).to_have_attribute("aria-label", "5 of circles, red, called")


def test_a_riichi_is_declared_paid_and_shown(open_page, table):
    table.say(deal(), *turns(D, "1z", "2z"), Drawn(B))
    page = open_page()
    ben = seat_of(page, "Ben")
    table.say(RiichiDeclared(B), Discarded(B, Tile("9p")))
    expect(reminder(page, "Ben: lay down the riichi stick")).to_be_visible()
    expect(ben.locator(".stick.declared")).to_be_visible()
    expect(ben.locator(".points")).to_have_text("24,800")
    table.say(RiichiAccepted(B))
    expect(ben.locator(".stick.accepted")).to_be_visible()
    expect(ben.locator(".points")).to_have_text("23,800")
    expect(page.locator(f"{NEAR} .sticks")).to_have_text("×2")
    expect(ben.locator(".river .side")).to_have_count(1)
    expect(page.locator(f"{NEAR} .reminder")).to_have_count(0)


@pytest.mark.gate(0)
def test_the_latest_discard_and_whose_turn_it_is_stand_out(open_page, table):
    table.say(deal(), *turns(D, "1z", "2z"))
    page = open_page()
    expect(page.locator(".tile.fresh")).to_have_attribute("aria-label", "south wind")
    expect(seat_of(page, "Ben")).to_have_class(re.compile("is-turn"))
    table.say(Drawn(B))
    expect(page.locator(".tile.fresh")).to_have_count(0)


def test_a_whole_hand_ends_with_its_payments(open_page, table):
    table.say(*LONG_HAND[:1])
    page = open_page()
    for fact in LONG_HAND[1:]:
        table.say(fact)
    shown = table.board.current.snapshot
    expect(live(page)).to_have_text(str(shown.wall.live))
    for seat in shown.seats:
        expect(seat_of(page, seat.name).locator(".river li")).to_have_count(len(seat.river))
    table.say(*turns(C, "5s"), WIN)
    card = page.locator(".cards > .card")
    expect(card.locator("h2")).to_contain_text("Ben")
    expect(card.locator("h2")).to_contain_text("ron from Chie")
    expect(card.locator(".worth")).to_contain_text("Mangan · 4 han 40 fu")
    expect(card.locator(".yaku")).to_contain_text("Ura dora")
    expect(card.locator(".payments")).to_contain_text("Chie → Ben 8,000")
    expect(card.locator(".payments")).to_contain_text("table → Ben 2,000")
    expect(seat_of(page, "Ben").locator(".delta")).to_have_text("+10,600")
    expect(seat_of(page, "Chie").locator(".delta")).to_have_text("−8,600")
    assert uses(card.locator(".hand"))[-1] == "5s"
    assert uses(card.locator(".ura")) == ["9s", "1m", "2z"]


@pytest.mark.gate(0)
def test_a_draw_says_its_kind(open_page, table):
    table.say(deal(), Drawn(D))
    page = open_page(lang="fr")
    table.say(DRAW)
    expect(page.locator(".cards > .card h2")).to_have_text("Neuf terminales et honneurs")
    expect(page.locator(".cards > .card")).to_contain_text("Aucun paiement")


@pytest.mark.gate(0)
def test_the_end_of_a_game_shows_places_and_scores(open_page, table):
    table.say(deal(kyoutaku=1), *turn(D, "3p"), Won(A, WIN.by, D, Tile("3p"), value=WIN.value), KyokuEnded())
    page = open_page()
    table.say(HanchanEnded())
    rows = page.locator(".cards > .card tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("Aki")
    expect(rows.first).to_contain_text("40,800")


@pytest.mark.gate(0)
def test_three_players_sit_on_three_sides(chromium, open_page, serving, table):
    other = Table(TENHOU_3P, ("Aki", "Ben", "Chie"))
    table.hanchan = other.hanchan
    table.say(KyokuStarted(Wind.EAST, A, 0, 0, (35_000,) * 3, Tile("9s")), *turn(A, "1z"))
    page = open_page()
    expect(page.locator(".panel")).to_have_count(3)
    expect(page.locator(".panel.top")).to_have_count(0)
    expect(live(page)).to_have_text("54")
    assert uses(page.locator(".deadwall .stack").nth(4).locator(".upper")) == ["9s"]


@pytest.mark.gate(0)
def test_a_fact_is_taken_back_with_two_taps(open_page, table):
    table.say(deal(), *turns(D, "1z", "2z"))
    page = open_page()
    page.get_by_role("button", name="Take back the last entry").click()
    assert table.commands == []
    page.get_by_role("button", name="Tap again to take it back").click()
    expect(page.get_by_role("alert")).to_have_text("Taken back")
    expect(seat_of(page, "Aki").locator(".river li")).to_have_count(0)
    assert len({command.id for command in table.commands}) == 1


@pytest.mark.gate(0)
def test_a_tap_on_an_old_page_changes_nothing_and_says_so(open_page, table):
    table.say(deal(), *turns(D, "1z", "2z"))
    page = open_page(expects_errors=True)
    page.get_by_role("button", name="Take back the last entry").click()
    table.seq += 1
    page.get_by_role("button", name="Tap again to take it back").click()
    expect(page.get_by_role("alert")).to_have_text("The table has changed; look again")
    expect(seat_of(page, "Aki").locator(".river li")).to_have_count(1)


def test_a_pretend_table_is_paused_and_hurried(open_page, table):
    table.control = ControlView(1.0, paused=False)
    table.say(deal())
    page = open_page()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="×20").click()
    expect(page.get_by_role("button", name="×20")).to_have_attribute("aria-pressed", "true")
    assert [command.kind for command in table.commands] == ["pause", "resume", "speed"]


@pytest.mark.gate(0)
def test_people_at_a_table_have_no_pause(open_page, table):
    table.say(deal())
    page = open_page()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)


@pytest.mark.gate(0)
def test_choices_are_kept_on_this_device(open_page, table):
    table.say(deal())
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Français").click()
    page.get_by_role("button", name="Debout").click()
    page.get_by_role("button", name="Clair").click()
    page.get_by_role("group", name="Place la plus proche").get_by_role("button", name="Chie").click()
    page.get_by_role("button", name="Fermer").click()
    page.goto(page.url.split("?")[0])
    expect(page.locator("main.stand")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator(".seat-card .name").first).to_have_text("Chie")


def test_a_lost_line_is_said_and_found_again(open_page, serving: Serving, table):
    table.say(deal(), *turn(D, "1z"))
    page = open_page(expects_errors=True)
    serving.end()
    expect(page.locator(f"{NEAR} .lost")).to_contain_text("Not connected")
    expect(page.locator(".plate .lost")).to_have_count(4)
    expect(page.locator("button.menu .light.bad")).to_have_count(1)
    expect(live(page)).to_have_text("69")
    serving.begin()
    table.say(*turn(A, "1z"))
    expect(live(page)).to_have_text("68")
    expect(page.locator(".lost")).to_have_count(0)
    expect(page.locator("button.menu .light.good")).to_have_count(1)


@pytest.mark.gate(0)
def test_a_page_that_finds_no_place_in_the_stream_asks_for_snapshots(chromium, open_page, serving, table):
    table.say(deal())
    page = open_page(expects_errors=True)
    page.route("**/api/stream", lambda route: route.fulfill(status=503, json={"error": "too_many_viewers"}))
    page.reload()
    expect(live(page)).to_have_text("70")
    table.say(*turn(D, "1z"))
    expect(live(page)).to_have_text("69")
    expect(page.locator(".lost")).to_have_count(0)


@pytest.mark.gate(0)
@pytest.mark.parametrize("layout", ["flat", "stand"])
def test_a_robbed_kan_leaves_its_indicator_unturned(open_page, table, layout):
    table.say(deal(), *turn(D, "5p"), PonCalled(B, D, Tile("5p"), (Tile("5p"), Tile("5p"))))
    table.say(Discarded(B, Tile("1z")), *turns(C, "9s", "9s", "9m"), Drawn(B), KakanDeclared(B, Tile("0p")))
    page = open_page(layout=layout)
    table.say(Won(C, WIN.by, B, Tile("0p"), value=WIN.value))
    expect(page.locator(".card h2").first).to_contain_text("ron from Ben")
    expect(page.locator(".is-owed")).to_have_count(0)
