"""A phone as the keys of a seat, from end to end: its page in a real browser, the table, the lamp."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import PATIENCE_MS
from tests.browser.measuring import faults, faults_at, resize
from tests.club.conftest import folder, hub, soon
from tests.front_door.companions import source, started

__all__ = ["folder", "hub"]

NAMES = ["Aki", "Ben", "Chie", "Dai"]
SIZES = [(390, 844), (844, 390)]
TABLE_SIZES = ((1280, 800), (800, 1280), (390, 844), (800, 480))
LANGUAGES = ["en", "de", "fr", "ja", "zh", "ko"]


@pytest.fixture
def companion(tmp_path):
    with started(tmp_path / "g", "run") as companion:
        yield companion


def begin(companion, sides="ABCD"):
    tell(companion, "start", names=NAMES)
    if sides:
        tell(companion, "tell", facts=[{"is": "SeatsBound", "sides": sides}])
        tell(companion, "deal", depth="counting")


def tell(companion, kind, **more):
    status, answer = companion.command(kind, tap=f"{kind}-1", **more)
    assert status == 200, answer


@pytest.fixture
def opened(chromium, companion):
    """Opens the page of the keys on a phone of this size."""
    contexts = []

    def open_page(size=SIZES[0], lang="en", **more):
        context = chromium.new_context(
            viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True, **more
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{companion.port}/keys?lang={lang}")
        return page

    yield open_page
    for context in contexts:
        context.close()


def sit(page, side):
    page.locator(f".place.at-{side}").click()
    page.locator(".seat-keys:not(.is-lost)").wait_for()


def leave(page):
    """The seat is free for whoever comes next."""
    page.get_by_role("button").first.click()
    page.locator(".place.at-A").wait_for()


def speak(page, companion, lang):
    """The page of the keys in this language."""
    page.goto(f"http://127.0.0.1:{companion.port}/keys?lang={lang}")
    page.locator(f"html[lang={lang}] .place.at-A").wait_for()


def key(page, name):
    return page.locator(f"[data-key={name}]")


def lamp(page, name):
    page.locator(f".lamp.{name}").wait_for()


def has_discarded(seat, count=1):
    return lambda now: len(now["seats"][seat]["river"]) == count


def hold(page, name):
    """A finger comes down on the middle of a key."""
    box = key(page, name).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return box


def test_four_phones_sit_down_and_play(companion, opened):
    begin(companion, sides="")
    phones = {side: opened() for side in "ABCD"}
    for side, page in phones.items():
        sit(page, side)
    phones["A"].get_by_text("Each player presses a key").wait_for()
    for page in phones.values():
        lamp(page, "slow")
    companion.wait_until(lambda now: source(now, "panel").get("state") == "up")
    for side in "CDAB":  # East sits at side C
        key(phones[side], "next").tap()
        if side != "B":
            lamp(phones[side], "wink")
    companion.wait_until(lambda now: now["sides"] == "CDAB")
    phones["C"].get_by_role("heading", name="Aki").wait_for()
    tell(companion, "deal", depth="counting")
    key(phones["C"], "next").tap()
    companion.wait_until(has_discarded(0))
    # Not her turn: the lamp says so, and the phone says why.
    key(phones["A"], "tsumo").tap()
    lamp(phones["A"], "triple")
    phones["A"].locator(".said.is-news").wait_for()
    key(phones["D"], "riichi").tap()
    key(phones["D"], "next").tap()
    companion.wait_until(lambda now: now["seats"][1]["riichi"])


@pytest.mark.gate(0)
def test_one_thumb_presses_two_keys(companion, opened):
    begin(companion)
    page = opened()
    sit(page, "A")
    hold(page, "wait")
    page.mouse.down()
    page.locator(".wait.down").wait_for()
    hold(page, "next")
    page.mouse.up()
    # wait and next: an abortive draw, and which one is asked.
    page.get_by_text("which draw?").wait_for()
    lamp(page, "fast")


@pytest.mark.gate(0)
def test_wait_held_takes_back(companion, opened):
    begin(companion)
    page = opened()
    sit(page, "A")
    key(page, "next").tap()
    companion.wait_until(has_discarded(0))
    hold(page, "wait")
    page.mouse.down()
    page.get_by_text("take back the last entry?").wait_for()
    page.mouse.up()
    key(page, "next").tap()
    companion.wait_until(has_discarded(0, count=0))


def test_ura_that_the_value_has_counted_is_not_asked_for_on_a_phone(companion, opened):
    tell(companion, "start", names=NAMES)
    tell(companion, "tell", facts=[{"is": "SeatsBound", "sides": "ABCD"}])
    tell(companion, "deal", depth="points")
    tell(companion, "tap", seat=0, action="riichi")
    won = {"seat": 0, "value": {"han": 3, "fu": 30}}
    tell(companion, "say", what={"is": "Win", "winners": [won], "giver": 1})
    companion.wait_until(lambda now: [one["code"] for one in now["reminders"]] == ["turn_ura"])
    page = opened()
    sit(page, "A")
    expect(page.locator(".said")).to_have_text("Press next when you are ready to go on.")


@pytest.mark.gate(0)
def test_in_no_club_wait_held_for_two_seconds_says_so(companion, opened):
    page = opened()
    sit(page, "A")
    assert "referee" not in page.locator(".said").inner_text()
    hold(page, "wait")
    page.mouse.down()
    page.get_by_text("there is no referee to call").wait_for()
    page.mouse.up()


@pytest.mark.gate(0)
def test_in_a_club_wait_held_for_two_seconds_calls_the_referee_and_withdraws_the_call(companion, opened, hub):
    assert companion.ask("POST", "/api/membership/join", {"code": str(hub.code())})[0] == 200
    begin(companion)
    page = opened()
    sit(page, "C")
    for size in SIZES:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.get_by_text("To call the referee, hold wait for two seconds").wait_for()
        assert (faults(page), violations(page)) == ([], []), size
    place = hold(page, "wait")
    page.mouse.down()
    page.get_by_text("Chie: Referee called").wait_for()
    lamp(page, "wink")
    # Whatever is said meanwhile, the key stays under the finger.
    page.get_by_text("number 1 in the queue").wait_for()
    assert key(page, "wait").bounding_box() == place
    page.mouse.up()
    # The page at the table says it on all four sides, beside the call itself.
    table = page.context.new_page()
    table.goto(f"http://127.0.0.1:{companion.port}/?lang=en")
    table.get_by_text("Chie: Referee called").first.wait_for()
    assert faults_at(table, TABLE_SIZES, "called by key") == []
    table.close()
    assert soon(lambda: [call.seat for call in hub.calls.open] == [2])
    # Ten seconds later it says how the call stands.
    page.get_by_text("Referee called, number 1 in the queue · Chie is calling").wait_for()
    assert (faults(page), violations(page)) == ([], [])
    hold(page, "wait")
    page.mouse.down()
    page.get_by_text("Chie: Referee call withdrawn").wait_for()
    page.mouse.up()
    assert soon(lambda: hub.calls.open == ())


@pytest.mark.gate(0)
def test_what_a_club_adds_finds_room_on_a_phone(companion, opened, hub):
    assert companion.ask("POST", "/api/membership/join", {"code": str(hub.code())})[0] == 200
    begin(companion)
    page = opened(SIZES[1])
    for lang in LANGUAGES:
        speak(page, companion, lang)
        sit(page, "A")
        plain = page.locator(".said").inner_text()
        assert faults_at(page, SIZES, f"{lang}, {plain}") == []
        companion.ask("POST", "/api/referee", {"wanted": True, "seat": 2})
        page.locator(".said.is-news").wait_for()
        assert faults_at(page, SIZES, f"{lang}, called") == []
        companion.ask("POST", "/api/referee", {"wanted": False, "seat": 2})
        assert soon(lambda: hub.calls.open == ())
        leave(page)


@pytest.mark.gate(0)
def test_a_lost_line_is_said_and_presses_meanwhile_mean_nothing(companion, opened):
    begin(companion)
    page = opened()
    sit(page, "A")
    page.context.set_offline(True)
    page.get_by_text("Not connected: use the table").wait_for()
    assert faults(page) == []
    assert violations(page) == []
    companion.wait_until(lambda now: source(now, "panel").get("code") == "phone_away")
    key(page, "next").tap()
    page.context.set_offline(False)
    page.locator(".seat-keys:not(.is-lost)").wait_for()
    companion.wait_until(lambda now: source(now, "panel").get("state") == "up")
    assert has_discarded(0, count=0)(companion.snapshot)
    key(page, "next").tap()
    companion.wait_until(has_discarded(0))


@pytest.mark.gate(0)
def test_the_seat_is_picked_once_and_is_free_again_when_it_is_changed(companion, opened):
    page = opened()
    sit(page, "D")
    page.reload()
    page.locator(".seat-keys:not(.is-lost)").wait_for()
    page.get_by_role("heading", name="Side D").wait_for()
    page.get_by_role("button", name="Change seat").click()
    page.get_by_text("Where do you sit?").wait_for()
    companion.wait_until(lambda now: source(now, "panel").get("state") == "ended")


@pytest.mark.gate(0)
def test_the_menu_of_the_table_leads_there(companion, opened):
    begin(companion)
    page = opened()
    page.goto(f"http://127.0.0.1:{companion.port}/?lang=en")
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="This phone as keys").click()
    page.get_by_text("Where do you sit?").wait_for()


@pytest.mark.gate(0)
def test_keys_for_who_presses_without_a_finger(companion, opened):
    begin(companion)
    page = opened()
    sit(page, "A")
    key(page, "next").focus()
    page.keyboard.press("Enter")
    companion.wait_until(has_discarded(0))


@pytest.mark.gate(0)
def test_every_language_fits_on_a_phone_both_ways(companion, opened):
    begin(companion)
    page = opened()
    for lang in LANGUAGES:
        speak(page, companion, lang)
        for size in SIZES:
            resize(page, size)
            assert (faults(page), violations(page)) == ([], []), (lang, size, "choosing")
            sit(page, "A")
            page.get_by_text(re.compile("Aki")).first.wait_for()
            assert (faults(page), violations(page)) == ([], []), (lang, size, "keys")
            for name in ("chi", "next"):
                box = key(page, name).bounding_box()
                assert min(box["width"], box["height"]) >= 80, (lang, size, name, box)
            leave(page)


@pytest.mark.gate(0)
def test_the_clock_of_a_seat_is_on_its_phone_runs_stands_and_says_when_time_is_up(companion, opened):
    clock = {"bank_s": 2, "free_s": 0, "again_s": 60}
    begin(companion)
    page = opened()
    sit(page, "B")
    own = page.locator(".own-clock")
    expect(own).to_have_count(0)
    assert companion.ask("POST", "/api/clocks", clock)[0] == 200
    expect(own.locator(".seat-clock")).to_have_text("0:02")
    assert own.locator(".seat-clock.runs").count() == 0
    # The turn of this phone begins with the discard before it.
    tell_discard(companion, 0)
    own.locator(".seat-clock.runs").wait_for()
    expect(own.locator(".seat-clock")).to_have_text("0:00")
    page.wait_for_timeout(1_300)  # less than a second was left
    key(page, "next").tap()
    companion.wait_until(has_discarded(1))
    expect(own.locator(".seat-clock.is-up")).to_have_text("Time up")
    for size in SIZES:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        assert faults(page) == [], size
    assert violations(page) == []
    (flag,) = [
        one["flag"] for one in companion.ask("GET", "/api/clocks")[1]["clocks"]["seats"] if one["flag"]
    ]
    assert companion.ask("POST", "/api/clocks/waive", {"flag": flag})[0] == 200
    expect(own.locator(".seat-clock.is-up")).to_have_count(0)
    assert companion.command("tell", tap="break", facts=[{"is": "GamePaused"}])[0] == 200
    expect(own.locator(".clock-stands")).to_contain_text("break")


def tell_discard(companion, seat):
    tap = {"seat": seat, "action": "discard", "is_open": False, "own": [], "tile": None}
    tell(companion, "tap", **tap, giver=None, tsumogiri=None)


@pytest.mark.parametrize("is_pressed", [False, True])
def test_a_phone_opens_itself_anew_after_an_update(opened, companion, is_pressed):
    begin(companion)
    page = opened()
    sit(page, "A")
    if is_pressed:  # and a key was down when it gave up its seat
        page.locator(".eight button").first.hover()
        page.mouse.down()
        page.locator(".eight .down").wait_for()
        page.evaluate("() => document.querySelector('.seat-keys header button').click()")
        page.locator(".seat-choice").wait_for()
        page.mouse.up()
    documents = []
    page.on("request", lambda asked: asked.resource_type == "document" and documents.append(asked.url))
    told = "retry: 300\n\nevent: release\ndata: r-another\n\n"
    page.route("**/api/stream", lambda asked: asked.fulfill(content_type="text/event-stream", body=told))
    # A phone that was put down, and is taken up again.
    with page.expect_navigation():
        page.evaluate("() => { dispatchEvent(new Event('pagehide')); dispatchEvent(new Event('pageshow')); }")
    page.locator(".seat-choice" if is_pressed else ".seat-keys:not(.is-lost)").wait_for()
    page.wait_for_timeout(1_000)
    assert len(documents) == 1, "and once alone"
