"""What is said, and what is offered, while the eye is set up: without a page."""

from __future__ import annotations

import pytest

from tests.page.conftest import DRAWING
from tests.page.test_asked_again import at_points, telling

SAID = """async (given) => {
  const { why } = await import("/static/js/eye/asking.js");
  const { loadWords, withMore } = await import("/static/js/words.js");
  return why(given.answer, await withMore(await loadWords(given.lang ?? "en"), "eye"), given.kind);
}"""


@pytest.fixture
def why(node):
    return lambda error, kind=None, **more: node.evaluate(
        SAID, {"answer": {"error": error, "message": "A sentence of the server."}, "kind": kind, **more}
    )


@pytest.mark.parametrize("error", ["no_camera", "no_picture"])
def test_a_phone_that_sends_nothing_has_to_be_started_and_not_plugged_in(why, error):
    assert "Start the camera" in why(error, "phone")
    assert "phone" not in why(error, "usb")


def test_what_the_page_says_of_any_fault_is_said_here_in_the_reader_s_language(why):
    assert "Programm" in why("own_fault", lang="de")
    assert why("something_new") == "A sentence of the server."


def test_while_a_hand_is_played_a_page_says_why_nothing_is_read(why):
    assert why("hand_is_played") == "Tiles cannot be photographed while a hand is being played."


def test_corners_by_which_no_table_is_found_are_not_kept(node):
    may = """async ([shot, isAsked]) => {
      const { canFollow } = await import("/static/js/eye/table.js");
      const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
      return canFollow(shot && { ...shot, asked: { corners: isAsked ? corners : null } }, corners);
    }"""
    assert node.evaluate(may, [{"found": "given"}, True]) is True
    assert node.evaluate(may, [{"found": "", "why": "too_small"}, True]) is False
    assert node.evaluate(may, [{"found": "stickers"}, False]) is False
    assert node.evaluate(may, [None, False]) is False


def test_corners_that_the_eye_found_itself_may_be_kept_whatever_covers_the_table_now(node):
    may = """async () => (await import("/static/js/eye/table.js")).canFollow({ found: "" }, null)"""
    assert node.evaluate(may) is True


EYE = {
    "cameras": [{"name": "table", "kind": "uvc", "says": "Webcam"}],
    "camera": "table", "tile_sets": [], "tiles": "", "missing": [], "is_taken": False, "offer": None,
}  # fmt: skip
LOOK = {
    "number": 1, "width": 1280, "height": 720, "lens": "good", "found": "", "why": "no_stickers",
}  # fmt: skip


@pytest.mark.parametrize(("stalled_s", "told"), [(0, False), (25, True)])
def test_a_picture_that_the_camera_repeats_is_not_shown_as_the_table_of_now(drawn, stalled_s, told):
    answers = {
        "/api/eye": EYE,
        "/api/eye/open": {"key": "one"},
        "/api/eye/look": {**LOOK, "stalled_s": stalled_s},
        "/api/eye/close": {},
    }
    sheet = drawn("eye/main:EyeSheet", telling(at_points()), taps=[100], answers=answers, views=("eye",))
    assert ("no new pictures arrive · as of 25 s ago" in sheet["said"][-1]) is told


DESK = """
  import { html } from "/static/vendor/htm-preact-standalone.module.js";
  import { useDesk } from "/static/js/eye/desk.js";
  const heard = {};
  globalThis.addEventListener = (kind, act) => (heard[kind] = act);
  export function Part({ camera }) {
    const desk = useDesk(camera);
    const away = () => {
      heard.pagehide();
      heard.pageshow({ persisted: true });
    };
    return html`<p>[${desk.key ?? "no key"}]</p><button type="button" onClick=${away}>away and back</button>
      <button type="button" onClick=${desk.again}>again</button>`;
  }
"""


@pytest.mark.parametrize(
    ("answers", "taps", "deeds"),
    [
        ([], ["away and back", 100], ["open", "close", "open", "close"]),
        # The line is not there yet: somebody taps "again" a little later.
        (["no line"], ["away and back", 100, "again"], ["open", "close", "open", "open", "close"]),
    ],
)
def test_a_page_that_the_browser_brings_back_sits_at_the_desk_again(node, answers, taps, deeds):
    given = {"props": {"camera": "table"}, "taps": taps, "language": "en", "views": []}
    given["answers"] = {
        "/api/eye/open": [{"key": "first"}, *answers, {"key": "second"}],
        "/api/eye/close": {},
    }
    # A module is run once: each case has one of its own.
    desk = f"{DESK} // {deeds}"
    code = """async ([drawing, code, more]) => {
      const { addEventListener } = globalThis;
      const module = `data:text/javascript,${encodeURIComponent(code)}`;
      const sheet = await (await import(drawing)).drawn({ module, part: "Part", ...more });
      Object.assign(globalThis, { addEventListener });
      return sheet;
    }"""
    sheet = node.evaluate(code, [DRAWING.as_uri(), desk, given])
    assert [sheet["said"][at][:9] for at in (0, -1)] == ["[first]aw", "[second]a"]
    assert [path.split("/")[-1] for path, *_ in sheet["asked"]] == deeds


READ = {"number": 2, "width": 1280, "height": 720, "fits": True, "agreeing": 9}
SHOWN = {**READ, "read": [{"tile": f"{rank}m", "said": f"{rank}m", "quad": []} for rank in range(1, 10)]}


@pytest.mark.parametrize("deed", ["enrol", "look"])
def test_faces_that_a_closed_desk_has_forgotten_are_not_said_to_have_been_shown(drawn, deed):
    """They were accepted from the camera's own picture: this device has nothing to show once more."""
    closed = {"error": "closed", "message": "The eye is no longer being set up by this device."}
    answers = {
        "/api/eye": EYE,
        "/api/eye/open": [{"key": "one"}, {"key": "two"}],
        "/api/eye/look": LOOK,
        "/api/eye/show": SHOWN,
        "/api/eye/accept": {"shown": [f"{rank}m" for rank in range(1, 10)]},
        "/api/eye/enrol": closed,
        "/api/eye/close": {},
    }
    last = "Learn"
    if deed == "look":
        answers["/api/eye/look"], last = [LOOK, LOOK, closed, LOOK], 3_000
    taps = [100, "Your tiles", "Look now", "These are right", last]
    sheet = drawn("eye/main:EyeSheet", telling(at_points()), taps=taps, answers=answers, views=("eye",))
    assert "25 faces have not been shown yet" in "".join(sheet["said"])
    assert "have not been shown yet" not in sheet["said"][-1]
    assert len([path for path, *_ in sheet["asked"] if path == "/api/eye/enrol"]) == (deed == "enrol")
