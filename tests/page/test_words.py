"""Words with numbers and names in them."""

import pytest

from companion.person_names import same_name


def test_a_polish_count_has_its_own_form(node):
    said = node.evaluate(
        """async () => {
          const { Words } = await import("/static/js/words.js");
          const texts = { "hand.one": "1 ręka", "hand.few": "{count} ręce", "hand.other": "{count} rąk" };
          const words = new Words("pl", texts);
          return [1, 2, 5, 22].map((count) => words.say("hand", { count }));
        }"""
    )
    assert said == ["1 ręka", "2 ręce", "5 rąk", "22 ręce"]


def test_the_history_says_by_name_who_was_away(node):
    said = node.evaluate(
        """async (kinds) => {
          const { loadWords } = await import("/static/js/words.js");
          const { factText } = await import("/static/js/evening/telling.js");
          const words = await loadWords("en");
          return kinds.map((is) => factText({ is, seat: 1 }, ["Aki", "Ben", "Chie", "Dai"], words));
        }""",
        ["PlayerLeft", "PlayerReturned"],
    )
    assert said == ["Ben is away", "Ben is back"]


def test_a_list_has_the_marks_of_its_language(node):
    said = node.evaluate(
        """async (languages) => {
          const { loadWords } = await import("/static/js/words.js");
          const { factText } = await import("/static/js/evening/telling.js");
          const fact = { is: "Ryuukyoku", kind: "exhaustive", tenpai: [0, 2] };
          const told = [];
          for (const language of languages) {
            const words = await loadWords(language);
            const both = words.clauses([words.list(["a", "", "{next}"]), words.list([])]);
            const names = ["Aki", "Ben", "Chie", "Dai"];
            told.push([both, words.list(["a", "b", "c"]), factText(fact, names, words)]);
          }
          return told;
        }""",
        ["en", "fr", "ja"],
    )
    assert [one[0] for one in said] == ["a, {next}", "a, {next}", "a、{next}"]
    assert [one[1] for one in said] == ["a, b, c", "a, b, c", "a、b、c"]
    assert ["Aki, Chie" in said[0][2], "Aki、Chie" in said[2][2]] == [True, True]


def test_the_page_and_the_table_compare_names_alike(node):
    pairs = [
        ("Aki", "aki"),
        ("Chloé", "Chloe\u0301"),
        ("Aki\u3000Sato", " aki  sato"),
        ("Ａki", "Aki"),
        ("Gauß", "GAUSS"),
        ("Aki\u200d", "Aki"),
        ("Aki", "Akio"),
        ("Zoé", "Zoe"),
    ]
    code = """async (pairs) => {
      const { hasTwice } = await import("/static/js/names.js");
      return pairs.map(hasTwice);
    }"""
    assert node.evaluate(code, pairs) == [same_name(one) == same_name(other) for one, other in pairs]


def test_the_referee_reads_an_open_kan_without_its_tile_as_the_table_does(node):
    said = node.evaluate(
        """async (steps) => {
          const { loadWords } = await import("/static/js/words.js");
          const { stepText } = await import("/static/js/hub/minutes.js");
          const words = await loadWords("en");
          return steps.map((step) => stepText({ seat: 1, giver: null, ...step }, words, () => "Ben"));
        }""",
        [{"fact": "KakanDeclared", "tile": "?"}, {"fact": "KakanDeclared", "tile": "5p"}],
    )
    assert said == ["Ben: Open kan", "Ben: added kan, 5 of circles"]


def test_why_a_photograph_was_not_read_is_said_in_the_readers_language(node):
    said = node.evaluate(
        """async (codes) => {
          const { loadWords } = await import("/static/js/words.js");
          const { whyUnread } = await import("/static/js/play/hand_photo.js");
          const words = await loadWords("de");
          return codes.map((error) => whyUnread({ error, message: "The eye stopped." }, words));
        }""",
        ["no_model", "role_too_low", "fell"],
    )
    assert said == [
        "Der Rechner am Tisch kann keine Fotos lesen.",
        "Das darf nur der Gastgeber",
        "Das Foto wurde nicht gelesen. Noch einmal versuchen.",
    ]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("panel_too_late", "That key was pressed too long ago; press again"),
        ("panel_key_stuck", "A key seems to be stuck: is something lying on it?"),
    ],
)
def test_what_is_said_of_a_key_names_the_player_only_once_players_have_sat_down(node, code, text):
    said = node.evaluate(
        """async ({ code, seats }) => {
          const { loadWords } = await import("/static/js/words.js");
          const { reminderText } = await import("/static/js/reminders.js");
          const words = await loadWords("en");
          return seats.map((seat) => reminderText({ code, seat, values: {} }, words, () => "Ben"));
        }""",
        {"code": code, "seats": [None, 1]},
    )
    assert said == [text, f"Ben: {text}"]


FINAL = [
    {"seat": at, "place": at + 1, "points": 25_000, "score": score, "penalty": 0.0, "extra": extra}
    for at, (score, extra) in enumerate([(59.0, 2.0), (0.0, -2.0), (-24.3, 0.0), (-34.7, 0.0)])
]


@pytest.mark.parametrize("language", ["en", "ja", "de", "fr", "zh", "ko"])
def test_the_scores_of_one_table_have_one_number_of_decimals(drawn, language):
    mark = "," if language in ("de", "fr") else "."
    scores = [text.replace(".", mark) for text in ("+59.0", "±0.0", "−24.3", "−34.7")]
    seats = [{"name": name} for name in ("Aki", "Ben", "Chie", "Dai")]
    snapshot = {"result": None, "seats": seats, "final": FINAL}
    card = drawn("result:ResultCard", {"snapshot": snapshot}, language=language, views=())["said"][0]
    assert all(score in card for score in scores)
    assert f"+2{mark}0" in card


def test_a_score_below_nought_is_rounded_like_the_same_above(node):
    scored = """async (values) => {
      const { Words } = await import("/static/js/words.js");
      const words = new Words("en", {});
      return values.map((value) => words.score(value));
    }"""
    said = node.evaluate(scored, [3.45, -3.45, 12.25, -12.25, 0.04, -0.04])
    assert said == ["+3.5", "−3.5", "+12.3", "−12.3", "±0.0", "±0.0"]
