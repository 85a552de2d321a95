"""An evening by touch: what a finger on the page does to a real table, and what becomes of its mistakes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.riichi.presets import TENHOU_3P
from tests.browser.real_table import RealTable

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NAMES = ["Aki", "Ben", "Chie", "Dai"]
SIDES = {"Aki": "bottom", "Ben": "right", "Chie": "top", "Dai": "left"}


@pytest.fixture
def rules():
    return None


@pytest.fixture
def serving(rules):
    table = RealTable(rules) if rules else RealTable()
    yield table
    table.end()


def seat(page: Page, name: str) -> Locator:
    return page.locator(f".panel.{SIDES[name]}")


def act(page: Page, name: str, what: str) -> None:
    seat(page, name).get_by_role("button", name=what, exact=True).click()


def go(page: Page, name: str) -> None:
    page.locator(".middle").get_by_role("button", name=name).click()


def points(page: Page) -> list[str]:
    return [seat(page, name).locator(".points").inner_text() for name in NAMES]


def deltas(page: Page) -> list[str]:
    return [seat(page, name).locator(".delta").inner_text() for name in NAMES]


def shown(page: Page, table: RealTable) -> None:
    page.wait_for_function("seq => document.documentElement.dataset.seq === String(seq)", arg=table.table.seq)


def facts(table: RealTable) -> list[str]:
    """What counts of the running game, by kind."""
    entries = table.journal.entries(table.journal.games()[-1].number)
    gone = {entry.retracts for entry in entries}
    return [type(entry.fact).__name__ for entry in entries if entry.fact and entry.seq not in gone]


def sit(table: RealTable, depth: str = "points") -> None:
    table.do("start", names=NAMES[: table.house.players])
    table.do("deal", depth=depth)


def win(page: Page, name: str, source: str, worth: str) -> Locator:
    act(page, name, "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name=source, exact=True).click()
    sheet.get_by_role("button", name=re.compile(f"^{worth}")).first.click()
    return sheet


def confirm(sheet: Locator) -> None:
    sheet.locator(".confirm").click()
    sheet.wait_for(state="detached")


# 開局


def test_a_game_begins_with_names_winds_and_rules(open_page, serving):
    page = open_page()
    go(page, "New game")
    sheet = page.locator("dialog.start-sheet")
    for at, name in enumerate(NAMES):
        sheet.locator(".name-line input").nth(at).fill(name)
    sheet.get_by_role("button", name="Draw the winds").click()
    for at in (2, 0, 3, 1):
        sheet.locator(".wind-tile").nth(at).click()
    drawn = sheet.locator(".wind-tile").evaluate_all(
        "all => all.map(tile => tile.getAttribute('aria-label'))"
    )
    by_wind = {said.split(": ")[1]: said.split(": ")[0] for said in drawn}
    sheet.get_by_role("button", name="Sit like this").click()
    sheet.get_by_role("button", name="M-League").click()
    expect(sheet.locator("summary")).to_contain_text("differences")
    sheet.get_by_role("button", name="East only").click()
    sheet.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".go.deal")).to_contain_text("East 1")
    hanchan = serving.table.hanchan
    assert list(hanchan.names) == [by_wind[wind] for wind in ("East", "South", "West", "North")]
    assert (hanchan.rules.rounds, hanchan.rules.uma) == (1, (30, 10, -10, -30))


def test_two_players_of_one_name_are_asked_for_another(open_page, serving):
    page = open_page()
    go(page, "New game")
    for at in range(4):
        page.locator(".name-line input").nth(at).fill("Aki" if at < 2 else NAMES[at])
    expect(page.locator("dialog .foot-said")).to_have_text("Two players have the same name.")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()


def test_names_are_remembered_and_one_tap_each(open_page, serving):
    sit(serving)
    serving.do("finish")
    page = open_page()
    go(page, "New game")
    page.locator(".name-line input").first.focus()
    for name in ("Dai", "Aki"):
        page.locator(".remembered").get_by_role("button", name=name).click()
    written = page.locator(".name-line input").evaluate_all("all => all.map(input => input.value)")
    assert written == ["Dai", "Aki", "", ""]


@pytest.mark.parametrize(("total", "wall"), [(2, "Ben"), (5, "Aki"), (7, "Chie"), (12, "Dai")])
def test_the_dice_say_where_the_wall_is_broken(open_page, serving, total, wall):
    sit(serving)
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Dice").click()
    page.locator(".sums").get_by_role("button", name=str(total), exact=True).click()
    expect(page.locator(".break-side p")).to_contain_text(f"the wall of {wall}")
    expect(page.locator(".break-side p")).to_contain_text(f"after {total} stacks")
    expect(page.locator(".wall-stack.dead")).to_have_count(7)
    expect(page.locator(".wall-stack.shown")).to_have_count(1)


def test_rolled_dice_and_their_sum_agree(open_page, serving):
    sit(serving)
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Dice").click()
    for _ in range(5):
        page.get_by_role("button", name="Roll").click()
        pips = page.locator(".die circle").count()
        expect(page.locator(".sums [aria-pressed=true]")).to_have_text(str(pips))


# 打つ


def test_what_is_paid_is_shown_before_it_is_confirmed_and_why_after(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    sheet = win(page, "Dai", "Ron: Ben", "3 han 40 fu")
    expect(sheet.locator(".payments")).to_contain_text("Ben → Dai 5,200 hand")
    expect(sheet.locator(".payments")).to_contain_text("table → Dai 1,000 sticks")
    expect(sheet.get_by_role("img", name="Ben pays Dai 5,200. table pays Dai 1,000")).to_be_visible()
    assert facts(serving)[-1] == "RiichiAccepted"
    confirm(sheet)
    assert deltas(page) == ["±0", "−5,200", "±0", "+6,200"]
    expect(page.locator(".cards .payments")).to_contain_text("1,000 sticks")


def test_a_draw_is_one_tap_and_tenpai_is_said_at_each_seat(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Chie", "Riichi")
    go(page, "Exhaustive draw")
    expect(seat(page, "Chie").get_by_role("button", name="Tenpai")).to_be_disabled()
    # Two players at once: neither overwrites the other.
    seat(page, "Aki").locator(".tenpai").click()
    seat(page, "Dai").locator(".tenpai").click()
    expect(page.locator(".panel .tenpai[aria-pressed=true]")).to_have_count(3)
    assert deltas(page) == ["+1,000", "−3,000", "+1,000", "+1,000"]
    seat(page, "Dai").locator(".tenpai").click()
    expect(seat(page, "Dai").locator(".delta")).to_have_text("−1,500")
    go(page, "Next hand")
    expect(page.locator(".plate.bottom .honba")).to_have_text("×1")
    assert points(page) == ["26,500", "23,500", "25,500", "23,500"]


def test_a_ron_on_the_riichi_tile_gives_the_stick_back(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    sheet = win(page, "Aki", "Ron: Ben", "1 han 30 fu")
    sheet.get_by_role("button", name="On the riichi tile: the stick goes back").click()
    expect(sheet.locator(".payments")).to_have_text("Ben → Aki 1,500 hand")
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_have_text("−1,500")
    assert points(page)[1] == "25,000"


def test_two_win_on_one_tile(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = win(page, "Chie", "Ron: Aki", "2 han 30 fu")
    sheet.get_by_role("button", name="Ben too").click()
    sheet.get_by_role("button", name=re.compile("^3 han 30 fu")).click()
    expect(sheet.locator(".payments li")).to_have_count(2)
    confirm(sheet)
    assert deltas(page) == ["−5,900", "+3,900", "+2,000", "±0"]


def test_another_ron_is_added_after_the_first_was_told(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Chie", "Ron: Aki", "2 han 30 fu"))
    act(page, "Ben", "Ron too")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name=re.compile("^3 han 30 fu")).click()
    confirm(sheet)
    expect(seat(page, "Aki").locator(".delta")).to_have_text("−5,900")


def test_who_is_liable_for_a_yakuman_pays_half_of_a_ron(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = win(page, "Ben", "Ron: Chie", "Yakuman")
    sheet.get_by_role("button", name="Pao: Dai").click()
    expect(sheet.locator(".payments")).to_contain_text("Dai → Ben 16,000 pao")
    confirm(sheet)
    assert deltas(page) == ["±0", "+32,000", "−16,000", "−16,000"]


def test_a_chombo_is_paid_as_the_rules_say(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Other end")
    page.locator("dialog .danger").click()
    page.get_by_role("button", name="False win").click()
    page.get_by_role("button", name="Dai", exact=True).click()
    expect(page.locator(".cards h2")).to_contain_text("Chombo by Dai")
    assert facts(serving)[-1] == "Chombo"


def test_abortive_draws_are_offered_as_far_as_they_can_be(open_page, serving):
    sit(serving)
    page = open_page()
    go(page, "Other end")
    four = page.locator("dialog .row-button", has_text="Four riichi")
    expect(four).to_be_disabled()
    expect(four).to_contain_text("Not all four players are in riichi.")
    page.locator("dialog .row-button", has_text="Nine orphans: Ben").click()
    expect(page.locator(".cards h2")).to_have_text("Nine terminals and honours")


def test_a_result_that_stands_is_put_right(open_page, serving):
    sit(serving)
    page = open_page()
    confirm(win(page, "Chie", "Ron: Aki", "2 han 30 fu"))
    go(page, "Put right")
    sheet = page.locator("dialog.win-sheet")
    expect(sheet.locator(".cell[aria-pressed=true]")).to_have_attribute(
        "aria-label", re.compile("2 han 30 fu")
    )
    sheet.get_by_role("button", name="Ron: Ben").click()
    sheet.get_by_role("button", name=re.compile("^2 han 40 fu")).click()
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_have_text("−2,600")
    assert deltas(page) == ["±0", "−2,600", "+2,600", "±0"]
    assert facts(serving).count("Won") == 1


def test_a_hand_by_tiles_is_valued_while_it_is_tapped(open_page, serving):
    serving.do("start", names=NAMES)
    serving.do("deal", depth="points", indicator="4z")
    page = open_page()
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Ron: Aki").click()
    sheet.get_by_role("button", name="By tiles").click()
    sheet.get_by_role("button", name="Pon", exact=True).click()
    tap_tiles(sheet, "green dragon")
    tap_tiles(
        sheet, "2 of characters", "3 of characters", "4 of characters", "4 of circles", "5 of circles, red"
    )
    tap_tiles(
        sheet, "6 of circles", "7 of bamboos", "8 of bamboos", "9 of bamboos", "1 of bamboos", "1 of bamboos"
    )
    expect(sheet.locator(".worth-line")).to_contain_text("2 han 30 fu")
    expect(sheet.locator(".worth-line")).to_contain_text("Hatsu")
    expect(sheet.locator(".worth-line")).to_contain_text("Red fives")
    sheet.get_by_role("button", name="Houtei").click()
    expect(sheet.locator(".worth-line")).to_contain_text("3 han 30 fu")
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_have_text("+3,900")
    expect(page.locator(".cards .yaku")).to_contain_text("Houtei")
    expect(seat(page, "Ben").locator(".meld.pon")).to_have_count(1)


def tap_tiles(sheet: Locator, *names: str) -> None:
    for name in names:
        sheet.locator(".keys").get_by_role("button", name=name, exact=True).click()


# 数える


def test_counting_is_one_tap_for_each_discard_and_call(open_page, serving):
    sit(serving, "counting")
    page = open_page()
    live = page.locator(".plate.bottom .live b")
    for name, left in (("Aki", "69"), ("Ben", "68")):
        page.get_by_role("button", name=f"{name} discards").click()
        expect(live).to_have_text(left)
    act(page, "Dai", "Pon")
    page.get_by_role("button", name="Dai discards").click()
    expect(live).to_have_text("68")
    act(page, "Aki", "Riichi")
    page.get_by_role("button", name="Ben discards").click()
    expect(seat(page, "Aki").locator(".stick.accepted")).to_be_visible()
    expect(live).to_have_text("66")
    act(page, "Chie", "Closed kan")
    expect(page.locator(".plate.bottom .reminder", has_text="Turn the kan dora now")).to_be_visible()


def test_quick_taps_wait_for_one_another(open_page, serving):
    sit(serving, "counting")
    page = open_page()
    names = [f".panel.{SIDES[name]} .big" for name in NAMES]
    page.evaluate("names => names.forEach(name => document.querySelector(name).click())", names)
    expect(page.locator(".plate.bottom .live b")).to_have_text("66")
    assert [len(one.discards) for one in serving.table.hanchan.kyoku.players] == [1, 1, 1, 1]


def test_forgotten_taps_are_counted_when_somebody_says_so(open_page, serving):
    sit(serving, "counting")
    page = open_page()
    page.get_by_role("button", name="Aki discards").click()
    page.get_by_role("button", name="Dai discards").click()
    page.get_by_role("button", name="2 taps were forgotten: count them too").click()
    expect(page.locator(".plate.bottom .live b")).to_have_text("66")
    assert [len(one.discards) for one in serving.table.hanchan.kyoku.players] == [1, 1, 1, 1]


def test_the_depth_changes_in_mid_hand(open_page, serving):
    sit(serving)
    page = open_page()
    expect(page.locator(".plate.bottom .live b")).to_have_text("?")
    go(page, "Points only")
    sheet = page.locator("dialog.sheet")
    sheet.locator(".row-button", has_text="Full").click()
    sheet.get_by_role("button", name=re.compile("Chie")).click()
    sheet.get_by_role("spinbutton").fill("31")
    sheet.get_by_role("button", name="Take it").click()
    expect(page.locator(".plate.bottom .live b")).to_have_text("31")
    page.get_by_role("button", name="Chie discards").click()
    page.locator("dialog .keys").get_by_role("button", name="5 of circles, red", exact=True).click()
    expect(seat(page, "Chie").locator(".river .tile")).to_have_attribute("aria-label", "5 of circles, red")
    go(page, "Full")
    page.locator("dialog .row-button", has_text="Points only").click()
    page.get_by_role("button", name="Take it").click()
    expect(page.locator(".plate.bottom .live b")).to_have_text("?")


def test_a_kan_dora_is_turned_by_its_reminder(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Closed kan")
    page.locator(".plate.bottom button.reminders").click()
    page.get_by_role("button", name="Turned: which tile?").click()
    page.locator("dialog .keys").get_by_role("button", name="north wind", exact=True).click()
    expect(page.locator(".under .dora .tile").nth(1)).to_have_attribute("aria-label", "east wind")
    expect(page.locator(".plate.bottom .reminder", has_text="Turn the kan dora")).to_have_count(0)


def test_an_indicator_that_nobody_told_can_be_named_later(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    page.get_by_role("button", name="Indicator 1: which tile is it?").click()
    page.locator("dialog .keys").get_by_role("button", name="9 of circles", exact=True).click()
    expect(page.locator(".under .dora .tile")).to_have_attribute("aria-label", "1 of circles")
    assert seat(page, "Ben").locator(".points").inner_text() == "24,000"


def test_a_reminder_that_was_seen_stands_back(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Closed kan")
    page.locator(".plate.bottom button.reminders").click()
    page.locator(".reminding", has_text="Turn the kan dora now").get_by_role("button", name="Seen").click()
    expect(page.locator(".plate .reminder", has_text="Turn the kan dora now")).to_have_count(0)
    assert [one.code for one in serving.board.current.snapshot.reminders if one.seen] == ["flip_kan_dora_now"]


# 失敗


def test_undo_asks_twice_and_redo_tells_again(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    page.locator(".buttons .undo").click()
    assert facts(serving)[-1] == "RiichiAccepted"
    page.locator(".buttons .undo").click()
    expect(seat(page, "Ben").locator(".points")).to_have_text("25,000")
    page.get_by_role("button", name="Tell again what was taken back").click()
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")


def test_undo_is_also_one_long_touch(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    page.locator(".buttons .undo").click(delay=900)
    expect(seat(page, "Ben").locator(".points")).to_have_text("25,000")


def test_fifty_equal_taps_are_one(open_page, serving):
    sit(serving)
    page = open_page()
    page.evaluate(
        "() => { for (let at = 0; at < 50; at++) document.querySelector('.panel.right .act-ankan').click(); }"
    )
    expect(seat(page, "Ben").locator(".meld")).to_have_count(1)
    page.evaluate("() => { for (let at = 0; at < 50; at++) document.querySelector('.go.draw')?.click(); }")
    expect(page.locator(".cards h2")).to_have_text("Exhaustive draw")
    assert facts(serving).count("Ryuukyoku") == 1


def test_a_tap_on_an_old_page_changes_nothing_and_the_page_shows_the_new_state(open_page, serving):
    sit(serving)
    page = open_page(expects_errors=True)
    # The news does not reach this page, as on a line that hangs.
    page.evaluate("() => { window.EventSource.prototype.dispatchEvent = () => true; }")
    page.route(
        "**/api/commands", lambda route: (serving.do("tap", seat=0, action="riichi"), route.continue_())
    )
    act(page, "Ben", "Riichi")
    expect(page.locator(".notice")).to_contain_text("The table has moved on; look again")
    expect(seat(page, "Aki").locator(".points")).to_have_text("24,000")
    assert [one.in_riichi for one in serving.table.hanchan.kyoku.players] == [True, False, False, False]


def test_two_who_confirm_at_once(open_page, serving):
    sit(serving)
    one, other = open_page(expects_errors=True), open_page(expects_errors=True)
    sheets = [win(one, "Ben", "Tsumo", "2 han 30 fu"), win(other, "Chie", "Tsumo", "3 han 30 fu")]
    for sheet in sheets:
        expect(sheet.locator(".confirm")).to_be_enabled()
    sheets[0].locator(".confirm").click()
    shown(other, serving)
    sheets[0].wait_for(state="detached")
    expect(sheets[1].locator(".confirm")).to_be_disabled()
    expect(sheets[1].locator(".refusal")).to_be_visible()
    assert facts(serving).count("Won") == 1


def test_a_tap_survives_a_restart_of_the_server(open_page, serving):
    sit(serving)
    page = open_page(expects_errors=True)
    serving.end()
    act(page, "Ben", "Riichi")
    serving.begin()
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    expect(page.locator(".lost")).to_have_count(0)
    assert facts(serving).count("RiichiAccepted") == 1


def test_what_is_not_possible_says_why(open_page, serving):
    serving.do("start", names=NAMES)
    serving.do("deal", depth="points", points=[900, 33_000, 33_000, 33_100])
    page = open_page()
    seat(page, "Aki").locator(".act-riichi").click(force=True)
    expect(page.locator(".notice")).to_contain_text("Riichi needs 1,000 points.")
    assert "RiichiDeclared" not in facts(serving)


# 見方


def test_a_phone_shows_its_own_seat_first(open_page, serving):
    sit(serving)
    page = open_page((390, 844), seat=2)
    own = page.locator(".seats .seat-card")
    expect(own).to_have_count(1)
    expect(own.locator(".name")).to_have_text("Chie")
    expect(page.locator(".others .seat-card")).to_have_count(3)
    own.get_by_role("button", name="Riichi").click()
    expect(own.locator(".points")).to_have_text("24,000")


def test_who_only_watches_has_no_buttons(open_page, serving):
    sit(serving)
    page = open_page(watch=1)
    expect(page.locator(".panel")).to_have_count(4)
    assert page.get_by_role("button").count() == 0
    serving.do("tap", seat=1, action="riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")


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
    expect(sheet.locator(".confirm")).to_be_enabled()
    sheet.locator(".confirm").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Ben: tsumo.")
    expect(page.get_by_role("status").first).to_contain_text("Aki −1,300")
    focused = page.evaluate("() => document.activeElement?.closest('main') !== null")
    assert focused


@pytest.mark.parametrize("rules", [TENHOU_3P])
def test_three_players_set_norths_aside_and_have_three_walls(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "North")
    expect(seat(page, "Ben").locator(".kita")).to_be_visible()
    # Beside three there is nobody opposite: the third sits on the left.
    sheet = win(page, "Aki", "Ron: Ben", "2 han 30 fu")
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_have_text("−2,900")


def test_a_correction_of_an_early_hand_moves_all_that_follow(open_page, serving):
    sit(serving)
    page = open_page()
    for name, source, worth in (
        *(
            ("Aki", "Ron: Ben", "1 han 30 fu"),
            ("Ben", "Tsumo", "2 han 30 fu"),
            ("Ben", "Ron: Chie", "3 han 30 fu"),
        ),
        *(
            ("Chie", "Ron: Dai", "2 han 40 fu"),
            ("Dai", "Ron: Aki", "1 han 50 fu"),
            ("Aki", "Tsumo", "Mangan"),
        ),
    ):
        confirm(win(page, name, source, worth))
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
