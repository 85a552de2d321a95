"""What a phone sends of what its camera shows; no picture is made here."""

from __future__ import annotations

import pytest

SENT = """async (isLive) => {
  const { Sending } = await import("/static/js/camera/sending.js");
  const sent = [];
  const reading = globalThis.fetch;
  globalThis.fetch = async (path) => (sent.push(path), new Response('{"still_ms": 1, "moving_ms": 1}'));
  const looker = { isLive, hasMoved: () => true, jpeg: async () => "a picture" };
  const sending = new Sending(looker, () => {});
  const going = sending.start();
  await new Promise((done) => setTimeout(done, 450));
  sending.isStopped = true;
  await going;
  globalThis.fetch = reading;
  return sent.length;
}"""


@pytest.mark.parametrize("is_live", [True, False])
def test_the_last_picture_of_a_camera_that_another_app_has_taken_is_not_sent_again(node, is_live):
    assert (node.evaluate(SENT, is_live) > 0) is is_live


TOLD = """async () => {
  const { Sending } = await import("/static/js/camera/sending.js");
  const told = [];
  const reading = globalThis.fetch;
  const looker = { isLive: true, hasMoved: () => true, jpeg: async () => "a picture" };
  globalThis.fetch = async () => {
    looker.isLive = false;
    return new Response('{"still_ms": 1, "moving_ms": 1}');
  };
  const sending = new Sending(looker, (one) => told.push(one));
  const going = sending.start();
  await new Promise((done) => setTimeout(done, 450));
  sending.isStopped = true;
  await going;
  globalThis.fetch = reading;
  return [sending.count, told.length];
}"""


def test_a_camera_that_another_app_takes_while_a_picture_is_on_its_way_is_not_called_sending(node):
    assert node.evaluate(TOLD, None) == [1, 0]


MISSING = """async ({ answers, page }) => {
  const { askWhatIsMissing } = await import("/static/js/camera/missing.js");
  const reading = globalThis.fetch;
  const put = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true });
  put("isSecureContext", page.isSecure);
  put("navigator", page.hasCamera ? { mediaDevices: {} } : {});
  globalThis.fetch = async (path) => {
    const answer = answers[path].length > 1 ? answers[path].shift() : answers[path][0];
    if (!answer) throw new Error("no connection");
    return new Response(JSON.stringify(answer), { status: answer.error ? 409 : 200 });
  };
  const told = [];
  const stop = askWhatIsMissing((code) => told.push(code), 5);
  await new Promise((done) => setTimeout(done, 120));
  stop();
  globalThis.fetch = reading;
  return told;
}"""
HOST, THERE, NO_PHONE = {"role": "host"}, {"status": "done"}, {"error": "no_phone"}
SEALED, OPEN = {"isSecure": True, "hasCamera": True}, {"isSecure": False, "hasCamera": False}


@pytest.fixture
def missing(node):
    def missing(me, phone, page=SEALED):
        answers = {"/api/me": me, "/api/phone": phone}
        return node.evaluate(MISSING, {"answers": answers, "page": page})

    return missing


def test_a_phone_goes_on_asking_until_the_companion_answers(missing):
    assert missing([None, HOST], [THERE]) == ["not_connected", "ready"]
    assert missing([HOST], [None, {"error": "too_fast"}, THERE]) == ["not_connected", "too_fast", "ready"]


def test_where_no_phone_is_the_camera_a_paired_phone_is_not_sent_to_https(missing):
    assert missing([HOST], [NO_PHONE]) == ["no_phone"]
    assert missing([HOST], [NO_PHONE], OPEN) == ["no_phone"]
    assert missing([HOST], [THERE], OPEN) == ["needs_https"]
    assert missing([{"role": "spectator"}], [NO_PHONE], OPEN) == ["needs_https"]
    assert missing([{"role": "spectator"}], [NO_PHONE]) == ["pairing_needed"]


def test_a_browser_without_cameras_is_not_sent_to_the_page_on_which_it_is(missing):
    assert missing([HOST], [THERE], {"isSecure": True, "hasCamera": False}) == ["no_camera"]


def test_what_has_no_words_of_the_camera_is_said_as_everywhere_else(node):
    told = """async (codes) => {
      const { said } = await import("/static/js/camera/missing.js");
      const { loadWords, withMore } = await import("/static/js/words.js");
      const words = await withMore(await loadWords("de"), "eye");
      return codes.map((code) => said(code, words) === words.say(`notice.${code}`));
    }"""
    assert node.evaluate(told, ["own_fault", "other", "too_fast"]) == [True, True, False]


SIZED = """async (bytesAPixel) => {
  const { Looker } = await import("/static/js/camera/looking.js");
  const { document: usual } = globalThis;
  const canvas = () => ({
    getContext: () => ({ drawImage() {} }),
    toBlob(done, _, quality) {
      done({ size: this.width * this.height * quality * bytesAPixel, width: this.width });
    },
  });
  globalThis.document = { createElement: canvas };
  const looker = new Looker({ videoWidth: 1_920, videoHeight: 1_440 });
  globalThis.document = usual;
  const made = [await looker.jpeg(), await looker.jpeg()];
  return made.map((one) => one?.width ?? null);
}"""


@pytest.mark.parametrize(
    ("bytes_a_pixel", "widths"), [(0.3, [1920, 1920]), (0.6, [1440, 1440]), (9.0, [None, None])]
)
def test_a_picture_with_too_much_noise_to_be_sent_is_sent_smaller(node, bytes_a_pixel, widths):
    assert node.evaluate(SIZED, bytes_a_pixel) == widths
