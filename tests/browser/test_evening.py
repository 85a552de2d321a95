"""Looking back on the real page: hands, corrections of the past, games in and out, statistics."""

import json
import re

import pytest
from playwright.sync_api import expect

from companion.haifu.gathering import gather
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.riichi.presets import TENHOU
from tests.browser.evenings import NAMES, SIX_HANDS, B, D, EveningTable, ron
from tests.browser.touching import shown
from tests.haifu.wanderers import game

OPEN = """async (view) => {
  const { html, render } = await import("/static/vendor/htm-preact-standalone.module.js");
  const { Evening } = await import("/static/js/evening/main.js");
  const { loadWords } = await import("/static/js/words.js");
  const { send, preview } = await import("/static/js/commands.js");
  const words = await loadWords(document.documentElement.lang);
  document.getElementById("page").style.display = "none";
  const root = document.createElement("div");
  document.body.append(root);
  const draw = async () => {
    const snapshot = await (await fetch("/api/snapshot")).json();
    const tell = async (kind, more) => {
      const answer = await send(kind, snapshot.seq, more);
      await draw();
      return answer;
    };
    const look = (kind, more) => preview(kind, snapshot.seq, more);
    const given = { words, snapshot, args: { view }, mayChange: true, mayForget: true, tell, preview: look };
    render(html`<${Evening} ...${given} onClose=${() => render(null, root)} />`, root);
  };
  await draw();
}"""
"""The view alone, as the menu opens it."""


@pytest.fixture
def serving():
    table = EveningTable()
    yield table
    table.end()


def open_evening(page, view="history"):
    page.evaluate(OPEN, view)
    expect(page.locator("dialog.evening h3").first).to_be_visible()
    return page


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def asked(page, path):
    return page.evaluate("async (path) => (await fetch(path)).json()", path)


def points_now(serving):
    return serving.table.hanchan.kyoku.points_before


def test_hand_two_is_corrected_while_hand_seven_is_played(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_evening(open_page())
    expect(page.locator(".hand-row")).to_have_count(7)
    page.locator(".hand-row").nth(1).click()
    button(page, "Correct this hand").click()
    button(page, "The result").click()
    page.get_by_label("Han").select_option("4")
    expect(page.locator(".differences li")).to_have_text(
        [
            "East 1 · 1 honba: Ben 26,300 → 32,000",
            "East 1 · 1 honba: Dai 22,700 → 17,000",
        ]
    )
    before = points_now(serving)
    button(page, "Confirm the correction").click()
    expect(page.locator(".evening-said")).to_contain_text("Corrected. East 1 · 1 honba: Ben 26,300 → 32,000")
    fresh = EveningTable()
    try:
        fresh.play(SIX_HANDS[0], (ron(B, D, 4),), *SIX_HANDS[2:])
        assert points_now(serving) == points_now(fresh) != before
    finally:
        fresh.end()
    told = page.locator(".told-list")
    expect(told.locator("del")).to_contain_text(["Ben: ron from Dai, 2 han 30 fu"])
    expect(told.locator(".taken-back").first).to_contain_text("Taken back")
    expect(told.locator("li").filter(has_text="4 han 30 fu")).to_contain_text("entered later")
    button(page, "← Back").click()
    # The hands after it began with other points, and nothing in them was wrong.
    rows = page.locator(".hand-row")
    expect(rows).to_have_count(7)
    expect(page.locator(".hand-row .corrected")).to_have_count(1)
    expect(rows.nth(1).locator(".corrected")).to_have_text("corrected")


@pytest.mark.gate(0)
def test_what_cannot_be_is_refused_before_it_is_confirmed(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_evening(open_page())
    page.locator(".hand-row").nth(0).click()
    button(page, "Correct this hand").click()
    seq = serving.table.seq
    button(page, "Something else").click()
    page.locator(".told-list li").filter(has_text="Ben: riichi").get_by_role("button").click()
    expect(page.locator(".refusal")).to_contain_text("Not possible")
    expect(button(page, "Confirm the correction")).to_be_disabled()
    assert serving.table.seq == seq


@pytest.mark.gate(0)
@pytest.mark.parametrize(
    ("what", "choose", "told"),
    [
        (
            "Riichi",
            lambda page: page.get_by_role("group", name="Forgotten").get_by_text("Dai").click(),
            "Dai: riichi",
        ),
        ("A kan", lambda page: button(page, "Closed kan").click(), "Aki: closed kan"),
        (
            "A dora indicator",
            lambda page: page.get_by_label("Indicator 1").select_option("7p"),
            "Deal: East 1",
        ),
        (
            "The start of the hand",
            lambda page: page.get_by_label("Points of Chie").fill("26000"),
            "Deal: East 1",
        ),
    ],
)
def test_what_else_was_wrong_is_said_again(open_page, serving, what, choose, told):
    serving.play(*SIX_HANDS)
    page = open_evening(open_page())
    page.locator(".hand-row").nth(1).click()
    button(page, "Correct this hand").click()
    button(page, what).click()
    choose(page)
    button(page, "Confirm the correction").click()
    expect(page.locator(".told-list li").filter(has_text="entered later").first).to_contain_text(told)
    assert asked(page, "/api/history")["failure"] == ""


@pytest.mark.gate(0)
def test_on_a_phone_the_result_lies_open_and_what_else_it_was_is_folded_away(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_evening(open_page((390, 844)))
    page.locator(".hand-row").nth(1).click()
    button(page, "Correct this hand").click()
    expect(page.get_by_role("group", name="Winner")).to_be_in_viewport(ratio=1)
    # Nothing was said yet, so nothing is refused.
    expect(page.locator(".what-changes")).to_contain_text("Choose")
    page.locator(".what summary").click()
    button(page, "Riichi").click()
    expect(page.locator(".what summary")).to_contain_text("Riichi")
    expect(page.locator(".what .options")).to_be_hidden()
    expect(page.get_by_role("group", name="Forgotten")).to_be_in_viewport(ratio=1)


def deals(page):
    return [hand["name"] for hand in asked(page, "/api/history")["kyoku"]]


def test_a_whole_forgotten_hand_is_put_in_and_taken_out_again(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_evening(open_page())
    before, points = deals(page), points_now(serving)
    page.locator(".hand-row").nth(6).click()
    button(page, "Correct this hand").click()
    button(page, "A hand before this one is missing").click()
    # Nobody has won by default.
    expect(page.locator(".form [aria-pressed=true]")).to_have_text(["Win"])
    button(page, "Chombo").click()
    expect(page.locator(".form [aria-pressed=true]")).to_have_text(["Chombo"])
    expect(page.locator(".what-changes")).to_contain_text("Choose")
    button(page, "Win").click()
    chie = page.get_by_role("group", name="Riichi", exact=True).get_by_role("button", name="Chie")
    chie.click()
    expect(chie).to_have_attribute("aria-pressed", "true")
    page.get_by_role("group", name="From").get_by_text("Aki").click()
    page.get_by_role("group", name="Winner").get_by_text("Ben").click()
    expect(page.locator(".differences li").first).to_contain_text("is added")
    button(page, "Confirm the correction").click()
    expect(page.locator(".evening-said")).to_contain_text("is added")
    expect(page.locator(".hand-row, .told-list").first).to_be_visible()
    assert len(deals(page)) == len(before) + 1
    after = points_now(serving)
    assert (sum(after), after[1] - points[1]) == (sum(points), 1_000 + 300 + 1_000)
    button(page, "← Back").click()
    page.locator(".hand-row").nth(6).click()
    button(page, "Correct this hand").click()
    button(page, "This hand was entered twice").click()
    expect(page.locator(".differences li").first).to_contain_text("is removed")
    button(page, "Confirm the correction").click()
    expect(page.locator(".evening-said")).to_contain_text("is removed")
    assert (deals(page), points_now(serving)) == (before, points)


def test_the_chart_has_a_line_for_each_player_and_a_table(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_evening(open_page())
    lines = page.locator("svg.chart polyline")
    expect(lines).to_have_count(4)
    looks = lines.evaluate_all(
        "all => all.map(line => { const s = getComputedStyle(line); return [s.stroke, s.strokeDasharray]; })"
    )
    assert len({colour for colour, _ in looks}) == len({dashes for _, dashes in looks}) == 4
    places = lines.first.evaluate("line => line.points.numberOfItems")
    assert places == 7
    button(page, "As a table").click()
    rows = page.locator(".chart-box tbody tr")
    expect(rows).to_have_count(7)
    expect(rows.last.locator("td")).to_have_text(["16,200", "35,100", "15,600", "33,100"])


def test_a_hand_is_stepped_through_on_the_table(open_page, serving):
    facts = list(game(3, TENHOU))
    serving.say(*facts)
    page = open_evening(open_page())
    page.locator(".hand-row").first.click()
    button(page, "Step by step").click()
    expect(page.locator(".picture .card.result")).to_be_visible()
    button(page, "To the deal").click()
    expect(page.locator(".picture .river li")).to_have_count(0)
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".step-said")).to_contain_text("Step 9 of")
    hand = asked(page, "/api/history")["kyoku"][0]["entries"]
    discards = sum(entry["fact"]["is"] == "Discarded" for entry in hand[:9])
    assert discards > 1
    expect(page.locator(".picture .river li")).to_have_count(discards)


@pytest.mark.gate(0)
def test_nothing_moves_under_the_finger_when_the_first_picture_comes(open_page, serving):
    serving.say(*game(3, TENHOU))
    page = open_evening(open_page())
    held = []

    def hold(route):
        held.append(route)

    page.route("**/at/*", hold)
    page.locator(".hand-row").first.click()
    button(page, "Step by step").click()
    expect(page.locator(".replay .wait")).to_be_visible()
    assert page.locator(".step-bar").count() == 0
    while not held:  # it is drawn before it asks
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(page.locator(".picture")).to_be_visible()
    expect(button(page, "One step back")).to_be_visible()


def bring_in(page, name, text):
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": text.encode()}
    )


@pytest.mark.gate("tenhou6")
@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_a_record_comes_in_once_and_goes_out_as_it_was(open_page, serving, form):
    serving.play(*SIX_HANDS)
    record = gather(game(3, TENHOU), TENHOU, NAMES)
    # Three hands are a whole game in mjai, which says where it ends, and a cut-off one in tenhou.net/6.
    text = write_mjai(record) if form == "mjai" else write_tenhou6(record)
    page = open_evening(open_page(), "games")
    bring_in(page, "evening.json", text)
    expect(page.locator(".evening-said")).to_have_text("Imported as import-2.")
    bring_in(page, "the same.json", text)
    expect(page.locator(".evening-said")).to_have_text("That game is here already: import-2.")
    expect(page.locator(".game-row")).to_have_count(2)
    assert serving.table.game == "table-1"
    button(page, "Statistics").click()
    expect(page.locator(".evening-said")).to_be_empty()
    button(page, "All games").click()
    page.locator(".game-row").first.click()
    with page.expect_download() as download:
        page.get_by_role("link", name="mjai" if form == "mjai" else "tenhou.net/6").click()
    text = download.value.path().read_text(encoding="utf-8")
    assert download.value.suggested_filename.startswith(f"import-2.{form}.")
    button(page, "← Back").click()
    bring_in(page, "out and in again", text)
    expect(page.locator(".evening-said")).to_have_text("That game is here already: import-2.")


@pytest.mark.gate(0)
def test_a_broken_file_is_one_sentence_and_nothing_is_kept(open_page, serving):
    page = open_evening(open_page(expects_errors=True), "games")
    record = gather(game(3, TENHOU), TENHOU, NAMES)
    text, unlawful = write_tenhou6(record), write_mjai(record).replace('"dahai"', '"tsumo"', 1)
    for name, content, said in (
        ("cut.json", text[: len(text) // 2], "Nothing was imported. cut.json: In hand "),
        ("cat.png", "\u0089PNG", "Nothing was imported. cat.png: It is not a record of a game."),
        ("empty", "", "Nothing was imported. empty: The file is empty."),
        ("wrong", unlawful, "The player holds one tile too many and must discard first."),
    ):
        bring_in(page, name, content)
        expect(page.locator(".evening-said")).to_contain_text(said)
    assert asked(page, "/api/games") == {"games": []}


@pytest.mark.gate(0)
def test_a_game_kept_by_points_goes_out_and_comes_back(open_page, serving):
    serving.play(*SIX_HANDS)
    serving.finish()
    page = open_evening(open_page(), "games")
    page.locator(".game-row").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Spreadsheet").click()
    assert "East" not in (told := download.value.path().read_text(encoding="utf-8"))
    assert told.splitlines()[4].startswith(
        '"table-1",4,"E3-1","Chie",1,2,"tsumo","Ben","","5","30","0","","","",'
    )
    first = asked(page, "/api/games/table-1")
    text = page.evaluate("async () => (await fetch('/api/games/table-1/export?format=mjai')).text()")
    page.get_by_role("button", name=re.compile("^Forget this game")).click(delay=700)
    expect(page.locator(".evening-said")).to_have_text("table-1 is forgotten.")
    bring_in(page, "table-1.jsonl", text)
    expect(page.locator(".evening-said")).to_have_text("Imported as import-2.")
    again = asked(page, "/api/games/import-2")
    for hand, back in zip(first["kyoku"][:-1], again["kyoku"], strict=True):
        assert (hand["points_after"], hand["result"]) == (back["points_after"], back["result"])


def test_what_cannot_be_taken_back_is_held(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_evening(open_page(), "games")
    page.locator(".game-row").click()
    expect(page.get_by_text("This game is still open at this table. End it first")).to_be_visible()
    serving.finish()
    page.reload()
    page.wait_for_selector("main:not(.waiting)")
    open_evening(page, "games")
    page.locator(".game-row").click()
    names = page.get_by_role("button", name=re.compile("^Remove the names"))
    names.click()
    assert asked(page, "/api/players")["players"][0]["name"] in NAMES
    names.focus()
    page.keyboard.down("Enter")
    expect(page.locator(".evening-said")).to_have_text("The names were removed from table-1.")
    page.keyboard.up("Enter")
    assert asked(page, "/api/players") == {"players": []}
    expect(page.locator("svg.chart .who")).to_have_text(["Player 1", "Player 2", "Player 3", "Player 4"])


@pytest.mark.gate(0)
def test_the_sheet_is_one_page_without_a_script(open_page, serving):
    serving.play(*SIX_HANDS)
    serving.finish()
    page = open_page()
    page.goto(f"{serving.url}api/games/table-1/export?format=sheet&lang=fr")
    expect(page.locator("h1")).to_have_text("Riichi : table-1")
    expect(page.locator("table.hands tbody tr")).to_have_count(6)
    expect(page.locator("table.hands tbody tr").nth(0).locator("td").nth(0)).to_have_text(
        "Aki : ron sur Chie, 3 han 30 fu"
    )
    expect(page.locator("table.final tbody tr").first).to_contain_text("Ben")
    expect(page.locator("table.final + p")).to_have_text("Chie : −20,0 pour chombo et pénalités")
    assert page.locator("script, [style]").count() == 0
    # On paper as wide as A4 between its margins nothing is cut, and a number is one word.
    page.set_viewport_size({"width": 688, "height": 1_000})
    page.emulate_media(media="print")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 688
    assert page.evaluate(BROKEN_NUMBERS) == []


BROKEN_NUMBERS = """() => [...document.querySelectorAll("td:nth-child(n + 3)")].flatMap((cell) =>
  [...cell.childNodes].filter((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return new Set([...range.getClientRects()].map(({ y }) => y)).size > 1;
  }).map((node) => node.textContent))"""


def test_statistics_say_a_dash_where_nobody_can_know(open_page, serving):
    serving.play(*SIX_HANDS)
    serving.finish()
    page = open_evening(open_page(), "statistics")
    row = page.locator("table.statistics tr", has=page.get_by_role("rowheader", name="Hands opened"))
    expect(row.locator("td")).to_have_text(["–"] * 4)
    wins = page.locator("table.statistics tr", has=page.get_by_role("rowheader", name="Wins", exact=True))
    expect(wins.locator("td")).to_have_text(["20.0%", "40.0%", "0.0%", "20.0%"])


@pytest.mark.gate(0)
def test_escape_closes_it(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_evening(open_page())
    page.keyboard.press("Escape")
    expect(page.locator("dialog.evening")).to_have_count(0)


@pytest.mark.gate(0)
def test_the_history_is_data_too(open_page, serving):
    serving.play(*SIX_HANDS)
    history = asked(open_page(), "/api/history")
    assert [hand["name"] for hand in history["kyoku"]] == [
        "E1-0",
        "E1-1",
        "E2-0",
        "E3-1",
        "E4-0",
        "E4-0",
        "E4-1",
    ]
    entry = history["kyoku"][0]["entries"][-2]
    assert (entry["because"], entry["by"], entry["retracted_by"]) == ("person", "Anna", None)
    assert json.dumps(entry["fact"]).startswith('{"by": "ron", "giver": 2')


@pytest.mark.gate(0)
def test_the_menu_opens_it_and_a_correction_is_seen_on_the_table(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_page()
    page.get_by_role("button", name=re.compile("^Menu")).click()
    page.get_by_role("button", name="History").click()
    page.locator(".hand-row").nth(1).click()
    button(page, "Correct this hand").click()
    button(page, "The result").click()
    page.get_by_label("Han").select_option("4")
    expect(page.locator(".differences li")).to_have_count(2)
    # The table shows the correction before its answer is here: what was told is not asked about once more.
    before, asked_again = page.evaluate("() => document.documentElement.dataset.seq"), []

    def hold(route):
        answer = route.fetch()
        page.wait_for_function("seq => document.documentElement.dataset.seq !== seq", arg=before)
        route.fulfill(response=answer)

    page.route("**/api/commands", hold)
    page.on(
        "request", lambda request: "/api/preview" in request.url and asked_again.append(request.post_data)
    )
    button(page, "Confirm the correction").click()
    expect(page.locator(".evening-said")).to_contain_text("Corrected.")
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    assert asked_again == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    shown(page, serving)
    points = page.locator(".points").all_inner_texts()
    assert sorted(points) == sorted(f"{each:,}" for each in points_now(serving))
