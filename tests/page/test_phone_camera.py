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
