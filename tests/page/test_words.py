"""Words with numbers and names in them."""

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
