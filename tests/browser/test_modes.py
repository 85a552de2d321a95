"""The page in other hands: a phone, a spectator, a screen on the wall, a keyboard, three players."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.riichi.presets import TENHOU, TENHOU_3P
from tests.browser.measuring import faults_at
from tests.browser.real_table import RealTable
from tests.browser.touching import act, confirm, go, points, seat, shown, sit, win


@pytest.fixture
def rules():
    return TENHOU


@pytest.fixture
def serving(rules):
    table = RealTable(rules)
    yield table
    table.end()


def test_a_phone_shows_its_own_seat_first(open_page, serving):
    sit(serving)
    page = open_page((390, 844), seat=2)
    own = page.locator(".seats .seat-card")
    expect(own).to_have_count(1)
    expect(own.locator(".name")).to_have_text("Chie")
    expect(page.locator(".others .seat-card")).to_have_count(3)
    own.get_by_role("button", name="Riichi").click()
    expect(own.locator(".points")).to_have_text("24,000")


WORDS_ON_TWO_LINES = """name => {
  const [text] = name.childNodes;
  const isBroken = ({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  };
  return [...text.data.matchAll(/\\S+/g)].filter(isBroken).map(([word]) => word);
}"""


@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_word_of_a_name_is_broken_on_the_phone_of_its_player(open_page, serving, width):
    serving.do("start", names=["Anna", "Maximilian von Hohenfels", "Chie", "Dai"])
    serving.do("deal", depth="points")
    page = open_page((width, 700), seat=1)
    name = page.locator(".seats .seat-card .name")
    assert name.evaluate(WORDS_ON_TWO_LINES) == []
    serving.do("tell", facts=[{"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": [1]}])
    page.locator(".seats .outcome").wait_for()
    assert name.evaluate(WORDS_ON_TWO_LINES) == []


def test_no_heading_of_the_points_of_a_hand_is_broken_on_a_phone(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[{"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": [1]}])
    page = open_page((360, 740), lang="de", seat=1)
    page.locator(".buttons .menu").click()
    page.locator("dialog.menu").get_by_role("button", name="Rückblick").click()
    page.locator(".hand-row").click()
    heads = page.locator(".figures thead th")
    expect(heads).to_have_text(["Spieler", "Vorher", "Änderung", "Nachher"])
    assert [heads.nth(at).evaluate(WORDS_ON_TWO_LINES) for at in range(4)] == [[]] * 4


@pytest.mark.gate(0)
def test_everybody_hears_of_a_host_that_a_key_has_made(open_page, serving):
    sit(serving)
    pages = [open_page(), open_page((390, 844), seat=2)]
    serving.entrance.became_host_by_key("Dai’s phone")
    for page in pages:
        notice = page.get_by_role("alert")
        expect(notice).to_contain_text("Dai’s phone is a host now, by a key held at the table")
        notice.get_by_role("button", name="Dismiss").click()
        expect(notice).to_have_count(0)


def test_who_only_watches_has_no_buttons(open_page, serving):
    sit(serving)
    page = open_page(watch=1, layout="flat")
    expect(page.locator(".panel")).to_have_count(4)
    assert page.get_by_role("button").count() == 0
    serving.do("tap", seat=1, action="riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")


@pytest.mark.gate(0)
def test_who_looks_on_reads_the_evening_and_changes_nothing(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[{"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": [1]}])
    page = open_page()
    page.route("**/api/me", lambda asked: asked.fulfill(json={"role": "spectator", "name": ""}))
    page.reload()
    expect(page.locator(".go")).to_have_count(0)
    page.locator(".watching").get_by_role("button", name="Only watch").click()
    page.get_by_role("button", name="Menu").click()
    of_the_game = page.locator("dialog.menu fieldset").first.get_by_role("button")
    expect(of_the_game).to_have_text(["History", "Full screen", "Read aloud …"])
    of_the_game.first.click()
    evening = page.locator("dialog.evening")
    evening.locator(".hand-row").click()
    expect(evening.get_by_role("button", name="Step by step")).to_be_visible()
    expect(evening.get_by_role("button", name="Correct this hand")).to_have_count(0)
    evening.get_by_role("button", name="All games").click()
    expect(evening.get_by_role("button", name="Import")).to_have_count(0)
    evening.locator(".game-row").click()
    expect(evening.get_by_role("link", name="Sheet to print")).to_be_visible()
    expect(evening.locator(".hold")).to_have_count(0)


@pytest.mark.gate(0)
def test_who_keeps_the_score_is_not_offered_to_forget_a_game(open_page, serving):
    sit(serving)
    serving.do("finish")
    page = open_page()
    page.route("**/api/me", lambda asked: asked.fulfill(json={"role": "scorer", "name": "Tablet"}))
    page.reload()
    page.get_by_role("button", name="History").click()
    evening = page.locator("dialog.evening")
    evening.get_by_role("button", name="All games").click()
    evening.locator(".game-row").click()
    expect(evening.get_by_role("heading", name="Save or print")).to_be_visible()
    expect(evening.get_by_role("heading", name="Remove data")).to_have_count(0)
    expect(evening.locator(".hold")).to_have_count(0)


@pytest.mark.gate(0)
def test_a_screen_on_the_wall_wanders_and_dims(open_page, serving):
    sit(serving)
    page = open_page(kiosk=1)
    page.clock.install()
    page.reload()
    expect(page.locator("main.flat")).to_be_visible()
    page.clock.fast_forward("11:00")
    expect(page.locator(".dimmed")).to_have_count(1)
    assert page.evaluate("() => document.documentElement.style.getPropertyValue('--drift-x')") != ""
    page.mouse.click(640, 20)
    expect(page.locator(".dimmed")).to_have_count(0)


def test_keyboard_alone_plays_a_hand(open_page, serving):
    sit(serving)
    page = open_page()
    seat(page, "Ben").get_by_role("button", name="Win").focus()
    page.keyboard.press("Enter")
    sheet = page.locator("dialog.win-sheet")
    expect(sheet).to_be_visible()
    for target in ("Tsumo", re.compile("^2 han 40 fu")):
        sheet.get_by_role("button", name=target).focus()
        page.keyboard.press("Space")
    expect(sheet.locator(".confirm[aria-busy=false]")).to_be_enabled()
    sheet.locator(".confirm").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Ben: tsumo;")
    expect(page.get_by_role("status").first).to_contain_text("Aki −1,300")
    page.wait_for_function("() => document.activeElement?.closest('main') !== null")


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [TENHOU_3P])
def test_three_players_set_norths_aside_and_have_three_walls(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Kita")
    expect(seat(page, "Ben").locator(".kita")).to_be_visible()
    # Beside three there is nobody opposite: the third sits on the left.
    sheet = win(page, "Aki", "Ron from Ben", "2 han 30 fu")
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_have_text("−2,900")


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [TENHOU_3P])
@pytest.mark.parametrize(("sides", "chie"), [("ABC", "top"), ("ACD", "left"), ("ABD", "left")])
def test_three_players_are_shown_at_the_sides_at_which_they_sit(open_page, serving, sides, chie):
    sit(serving, "counting")
    serving.do("say", what={"is": "SeatsBound", "sides": sides})
    for _ in range(2):
        serving.do("tap", seat=0, action="kita")
    for one in (0, 1, 2, 0):
        serving.do("tap", seat=one, action="discard")
    page = open_page(layout="flat")
    lying = [(800, 1280), (1024, 768), (1280, 800)]
    assert page.locator(f".panel.{chie} .name").inner_text() == "Chie"
    found = faults_at(page, lying, sides)
    page.get_by_role("button", name="Chie discards").click()
    page.locator(f".panel.{chie}").get_by_role("button", name="Win").click()
    page.locator(f"dialog.win-sheet.{chie}").wait_for()
    found += faults_at(page, lying, f"{sides}, the sheet,")
    assert not found, "\n".join(found)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="History").click()
    page.locator(".hand-row").click()
    page.get_by_role("button", name="Step by step").click()
    assert page.locator(f".picture .{chie} .name").inner_text() == "Chie"


@pytest.mark.gate(0)
@pytest.mark.parametrize("rules", [TENHOU_3P])
def test_in_riichi_kita_and_the_question_about_a_kan_have_places_of_their_own(open_page, serving):
    sit(serving, "counting")
    serving.do("tap", seat=0, action="riichi")
    for one in (0, 1, 2):
        serving.do("tap", seat=one, action="discard")
    page = open_page((390, 844), seat=0)
    for label in ("Kita", "May I kan?"):
        page.get_by_role("button", name=label, exact=True).click(trial=True)


@pytest.mark.gate(0)
def test_a_correction_of_an_early_hand_moves_all_that_follow(open_page, serving):
    sit(serving)
    page = open_page()
    for name, source, worth in (
        *(
            ("Aki", "Ron from Ben", "1 han 30 fu"),
            ("Ben", "Tsumo", "2 han 30 fu"),
            ("Ben", "Ron from Chie", "3 han 30 fu"),
        ),
        *(
            ("Chie", "Ron from Dai", "2 han 40 fu"),
            ("Dai", "Ron from Aki", "1 han 50 fu"),
            ("Aki", "Tsumo", "Mangan"),
        ),
    ):
        confirm(win(page, name, source, worth))
        # A limit that was tapped alone stands alone: nobody counted its fu.
        expect(page.locator(".cards .worth").first).to_have_text(worth)
        go(page, "Next hand")
        expect(page.locator(".go.draw")).to_be_visible()
    before = [int(text.replace(",", "")) for text in points(page)]
    entries = serving.journal.entries(serving.journal.games()[-1].number)
    second = [entry for entry in entries if type(entry.fact).__name__ == "Won"][1]
    fact = {
        "is": "Won",
        "seat": 1,
        "by": "tsumo",
        "giver": 1,
        "value": {"han": 4, "fu": 30, "yakuman": 0, "yaku": []},
    }
    serving.do("correct", retracts=[second.seq], facts=[fact], before=second.seq)
    shown(page, serving)
    after = [int(text.replace(",", "")) for text in points(page)]
    assert after != before
    assert sum(after) == sum(before)
    assert serving.board.current.snapshot.health.points_ok
