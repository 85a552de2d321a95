"""What a photograph of a hand fills in, and what is said of it."""

from __future__ import annotations

import pytest

HAND = ["2m", "3m", "4m", "3p", "4p", "5p", "6p", "7p", "8p", "8s", "8s", "5s", "6s", "7s"]

TAKEN = """async ({ tiles, doubtful, wanted, given, lang }) => {
  const { handIn, saidOf } = await import("/static/js/play/hand_photo.js");
  const { loadWords } = await import("/static/js/words.js");
  const hand = handIn({ tiles, doubtful: doubtful ?? [] }, wanted, given);
  return [hand.tiles, saidOf(hand, "play.held.read", wanted, await loadWords(lang ?? "en"))];
}"""


@pytest.fixture
def taken(node):
    return lambda tiles, wanted=14, **more: node.evaluate(TAKEN, {"tiles": tiles, "wanted": wanted, **more})


def test_a_tile_that_was_read_with_doubt_is_named(taken):
    assert taken(HAND) == [HAND, "Read from the photograph."]
    _, said = taken(HAND, doubtful=[5, 13])
    assert said == "Read from the photograph. Unsure: 5 of circles, 7 of bamboos."
    assert taken(HAND, doubtful=[5], lang="fr")[1].endswith("Incertain\u00a0: 5 de cercles.")


def test_a_ron_tile_that_the_table_knows_is_not_in_the_hand_twice(taken):
    assert taken(HAND, 13, given="4p")[0] == [one for one in HAND if one != "4p"]
    hand, said = taken(HAND, 13, given="8s", doubtful=[9, 10, 13])
    assert hand == [*HAND[:10], *HAND[11:]]
    assert said.endswith("Unsure: 8 of bamboos, 7 of bamboos.")


@pytest.mark.parametrize(("read", "given"), [(14, "1z"), (14, None), (13, "4p"), (12, "4p")])
def test_otherwise_what_was_read_stays_as_it_is(taken, read, given):
    assert taken(HAND[:read], 13, given=given)[0] == HAND[:read]


UNREAD = """async ({ lang, ...file }) => {
  const { readIn, whyUnread, wordsFor } = await import("/static/js/play/hand_photo.js");
  const { loadWords } = await import("/static/js/words.js");
  const answer = await readIn(file, 14);
  return whyUnread(answer, await wordsFor(answer, await loadWords(lang)));
}"""


@pytest.mark.parametrize(
    ("name", "kind", "lang", "said"),
    [
        ("IMG_0042.HEIC", "", "en", "set its camera to"),
        ("hand", "image/heif", "de", "HEIC"),
        ("hand.jpg", "image/jpeg", "en", "This photograph cannot be read."),
    ],
)
def test_what_helps_where_a_phone_takes_photographs_that_its_browser_cannot_read(
    node, name, kind, lang, said
):
    assert said in node.evaluate(UNREAD, {"name": name, "type": kind, "lang": lang})
