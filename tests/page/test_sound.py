"""What sounds and what does not, by what was chosen; nothing is played here."""

from __future__ import annotations

import pytest

from companion.dashboard.pages import STATIC
from tests.toolbox.tongues import SPOKEN


def test_every_phrase_lies_there_in_every_language_and_no_other(node):
    named = node.evaluate('async () => (await import("/static/js/sound/announcements.js")).PHRASES')
    assert len(named) == len(set(named)) > 40
    for language in SPOKEN:
        assert {path.stem for path in (STATIC / "sounds" / language).iterdir()} == set(named), language
    assert {path.name for path in (STATIC / "sounds").iterdir()} == {*SPOKEN, "aloud"}


SAID = """async ({ kept, code, hour }) => {
  const { Sounds } = await import(`/static/js/sound.js?fresh=${Math.random()}`);
  const said = [];
  const speaker = { unlock() {}, isUnlocked: false, say: (news) => said.push(news), prepare() {} };
  const sounds = new Sounds(kept, speaker);
  const table = (seq, riichi) => ({
    seq, game: "a game", kyoku: { round_wind: "E", number: 1, honba: 0 }, result: null, final: null,
    reminders: [],
    seats: ["E", "S", "W", "N"].map((wind) => ({
      wind, points: 25000, river: [], melds: [], kita: 0, riichi: wind === "S" ? riichi : null,
    })),
    health: { sources: [] },
  });
  sounds.heard(table(1, null), table(2, { double: false, accepted: false }), { code }, hour);
  return said;
}"""


@pytest.mark.parametrize(
    ("kept", "code", "hour", "said"),
    [
        ({}, "en", 20, [{"chime": "riichi", "paths": [], "volume": 0.5}]),
        (
            {"speech": True, "volume": 1},
            "fr",
            20,
            [
                {
                    "chime": "riichi",
                    "paths": ["/static/sounds/fr/riichi.mp3", "/static/sounds/fr/seat.S.mp3"],
                    "volume": 1,
                }
            ],
        ),
        (
            {"speech": True, "chimes": False},
            "ja",
            20,
            [
                {
                    "chime": None,
                    "paths": ["/static/sounds/ja/seat.S.mp3", "/static/sounds/ja/riichi.mp3"],
                    "volume": 0.5,
                }
            ],
        ),
        ({"chimes": False}, "en", 20, []),
        ({"muted": ["riichi"]}, "en", 20, []),
        ({"muted": ["call", "result"]}, "en", 20, [{"chime": "riichi", "paths": [], "volume": 0.5}]),
        ({"quiet": {"from": 22, "to": 7}}, "en", 23, []),
        ({"quiet": {"from": 22, "to": 7}}, "en", 6, []),
        ({"quiet": {"from": 22, "to": 7}}, "en", 7, [{"chime": "riichi", "paths": [], "volume": 0.5}]),
        ({"quiet": {"from": 12, "to": 14}}, "en", 13, []),
        (
            {"volume": "loud", "muted": 7, "quiet": {"from": -1}},
            "en",
            3,
            [{"chime": "riichi", "paths": [], "volume": 0.5}],
        ),
    ],
)
def test_only_what_was_chosen_is_heard(node, kept, code, hour, said):
    assert node.evaluate(SAID, {"kept": kept, "code": code, "hour": hour}) == said


def test_at_most_two_announcements_wait_and_the_newest_win(node):
    rung = node.evaluate(
        """async () => {
          const { Speaker } = await import("/static/js/sound/speaker.js");
          const fetched = [];
          const context = {
            state: "running", currentTime: 0, decodeAudioData: () => null,
            createGain: () => ({ gain: {}, connect() {} }),
          };
          const fetchSound = (path) => {
            fetched.push(path);
            return new Promise(() => {});
          };
          const speaker = new Speaker({ newContext: () => context, fetchSound });
          speaker.unlock();
          for (const path of ["first", "second", "third", "fourth"]) {
            speaker.say({ chime: null, paths: [path], volume: 1 });
          }
          return { fetched, waiting: speaker.waiting.map(({ paths }) => paths[0]) };
        }"""
    )
    # The first is being said, however long its sound takes to come; nobody waited for it.
    assert rung == {"fetched": ["first"], "waiting": ["third", "fourth"]}


def test_before_the_first_tap_nothing_sounds_and_nothing_fails(node):
    state = node.evaluate(
        """async () => {
          const { Speaker } = await import("/static/js/sound/speaker.js");
          const speaker = new Speaker({ newContext: () => { throw new Error("blocked"); } });
          speaker.say({ chime: "call", paths: ["a"], volume: 1 });
          speaker.unlock();
          speaker.say({ chime: "call", paths: ["a"], volume: 1 });
          return [speaker.isUnlocked, speaker.waiting.length];
        }"""
    )
    assert state == [False, 0]
