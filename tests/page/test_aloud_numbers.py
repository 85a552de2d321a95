"""Numbers read aloud: of clips that are there, and in the order in which people say them."""

from __future__ import annotations

from lab.voice.clips import clips_of
from lab.voice.phrases import phrases
from tests.toolbox.tongues import SPOKEN

NUMBERS = [*range(200), *range(200, 12_000, 37), *range(12_000, 200_001, 100), 20_005, 100_001]


def test_every_number_up_to_200_000_is_made_of_clips_that_are_there(node):
    said = node.evaluate(
        """async ([numbers, codes]) => {
          const { numberClips } = await import("/static/js/aloud/numbers.js");
          return codes.map((code) => numbers.map((number) => numberClips(number, code)));
        }""",
        [NUMBERS, SPOKEN],
    )
    for code, each in zip(SPOKEN, said, strict=True):
        known = {*phrases()[code], *clips_of(code)}
        assert {name for clips in each for name in clips} <= known
        assert [added_up(clips) for clips in each] == NUMBERS, code
        assert max(map(len, each)) <= 6


def added_up(clips):
    """The number that these clips say: "twenty-five, thousand, three hundred"."""
    total = 0
    for clip in clips:
        unit = {"thousand": 1_000, "man": 10_000}.get(clip)
        total = total * unit if unit else total + int(clip.removeprefix("n."))
    return total


def test_a_number_is_said_as_people_say_it(node):
    said = node.evaluate(
        """async () => {
          const { numberClips } = await import("/static/js/aloud/numbers.js");
          return [["en", 25300], ["fr", 1000], ["ja", 25300], ["zh", 20300], ["ko", 100000]].map(
            ([code, number]) => numberClips(number, code).join(" "));
        }"""
    )
    assert said == ["n.25 thousand n.300", "n.1000", "n.20000 n.5000 n.300", "n.20000 n.0 n.300", "n.10 man"]
