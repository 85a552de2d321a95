"""What is said of games that are looked back at, and of which people: without a page."""

from __future__ import annotations

import pytest

from companion.dashboard.looking_back import game_json
from companion.evenings.played import played
from companion.evidence import Depth
from companion.evidence.intentions import ResultWas, TakeBack, Win, Winner
from companion.riichi.facts import AnkanDeclared, HandValue
from tests.table_loop.people import N, People, S, W
from tests.toolbox.shown_table import shown_of as shown

SAID = """async ([module, name, lang, ...given]) => {
  const { [name]: say } = await import(`/static/js/evening/${module}.js`);
  const { loadWords, withMore } = await import("/static/js/words.js");
  return say(...given.map((one) => one ?? undefined), await withMore(await loadWords(lang), "club"));
}"""


@pytest.fixture
def said(node):
    """What a function of a module says in a language; the words are the last that it is given."""
    return lambda module, name, *given, lang="en": node.evaluate(SAID, [module, name, lang, *given])


@pytest.fixture
def of(node):
    code = "async ([file, name, ...given]) => (await import(`/static/js/evening/${file}.js`))[name](...given)"
    return lambda module, name, *given: node.evaluate(code, [module, name, *given])


def hand(names, sitting, after, **more):
    return {"names": names, "sitting": sitting, "points_before": [25, 25, 25], "points_after": after, **more}


SWAPPED = {
    "names": ["Ben", "Anna", "Chie"],
    "sitting": [1, 0, 2],
    "kyoku": [
        hand(["Anna", "Ben", "Chie"], [0, 1, 2], [31, 23, 21], name="E1-0"),
        hand(["Ben", "Anna", "Chie"], [1, 0, 2], [20, 34, 21], name="E2-0"),
    ],
}


def test_the_chart_follows_people_over_a_change_of_seats(of):
    assert of("chart", "coursesOf", SWAPPED) == [[25, 23, 20], [25, 31, 34], [25, 21, 21]]


def test_the_chart_has_a_gap_where_somebody_was_not_at_the_table(of):
    first, second = SWAPPED["kyoku"]
    game = {"sitting": [3, 0, 2], "kyoku": [first, {**second, "sitting": [3, 0, 2]}]}
    assert of("chart", "coursesOf", game)[0] == [None, None, 20]


def test_what_a_correction_changes_is_said_of_whoever_sat_there_in_each_hand(said):
    changes = [
        {"kyoku": "E1-0", "was": None, "points_before": [31, 23, 21], "points_after": [33, 21, 21]},
        {"kyoku": "E2-0", "was": None, "points_before": [20, 34, 21], "points_after": [16, 38, 21]},
    ]
    told = [one["text"] for one in said("correct", "differencesOf", changes, SWAPPED)]
    assert [text.split(":")[0] + text.split(":")[1][:5] for text in told] == [
        "East 1 Anna",
        "East 1 Ben ",
        "East 2 Ben ",
        "East 2 Anna",
    ]
    # Later hands that differ by the same, wherever people sit there, say nothing new.
    changes[1] |= {"points_after": [18, 36, 21]}
    assert len(said("correct", "differencesOf", changes, SWAPPED)) == 2


def test_a_hand_that_nobody_goes_on_with_is_not_being_played(node):
    code = """async (isOnTable) => {
      const { resultLines } = await import("/static/js/evening/telling.js");
      const { loadWords } = await import("/static/js/words.js");
      return resultLines({ result: null }, [], await loadWords("en"), isOnTable);
    }"""
    assert node.evaluate(code, True) == ["being played"]
    assert node.evaluate(code, False) == ["no result"]


@pytest.mark.parametrize(
    ("snapshot", "is_open"),
    [
        ({"game": "table-2", "final": None}, True),
        ({"game": "table-2", "final": []}, False),
        ({"game": "table-3", "final": None}, False),
        ({"game": "table-2", "final": None, "kyoku": None, "next": None}, False),
        ({"game": "table-2", "final": None, "kyoku": None, "next": {"name": "E1-0"}}, True),
    ],
)
def test_a_game_is_open_while_it_lies_on_the_table_and_goes_on(of, snapshot, is_open):
    assert of("telling", "isOpen", "table-2", snapshot) is is_open


def test_what_cannot_be_read_is_not_said_to_be_empty(said):
    assert "club.toml" in said("asking", "whyUnread", "club_file_damaged")
    assert "open it again" in said("asking", "whyUnread", "not_connected")
    assert "club.toml" in said("club", "whyNone", "club_file_damaged", "spring")


def test_a_season_without_a_game_says_nothing_of_other_seasons(said):
    assert (
        said("club", "whyNone", None, "spring") == "No game with named players was finished in this season."
    )
    assert said("club", "whyNone", None, "") == "No game with named players is finished yet."


def test_why_a_file_was_not_taken_in_is_said_in_the_readers_language(said):
    refused = {"error": "journal_down", "message": "It could not be written."}
    assert "could not be written" not in said("games", "refusal", refused, "a.json", lang="de")
    assert "Speichern ging nicht" in said("games", "refusal", refused, "a.json", lang="de")


def test_where_nothing_was_entered_the_form_says_so(node):
    code = """async () => {
      const { IndicatorForm } = await import("/static/js/evening/correct_forms.js");
      const standing = [{ seq: 1, fact: { is: "KyokuStarted", indicator: null } }];
      return IndicatorForm({ words: { say: (key) => key }, standing }).props.children;
    }"""
    assert node.evaluate(code) == "evening.correct.nothing"


@pytest.fixture
def corrected(drawn):
    """The sheet that puts right a hand without a result, after these taps."""

    def corrected(*taps, answers):
        dealt = {"seq": 2, "retracted_by": None, "fact": {"is": "KyokuStarted"}}
        hand = {"result": None, "entries": [dealt], "round_wind": "E", "number_in_round": 1, "honba": 0}
        game = {"names": ["Anna"], "allows": {}, "kyoku": []}
        props = {"hand": hand, "game": game, "snapshot": {"seq": 3}, "place": {}}
        return drawn("evening/correct:Correct", props, taps=taps, answers=answers)["asked"]

    return corrected


def test_a_correction_that_is_confirmed_again_before_its_answer_is_told_once(corrected):
    taps = ["This hand was entered twice", "Confirm the correction", "Confirm the correction"]
    asked = corrected(*taps, answers={"told_after_ms": 100})
    told = [one for one in asked if one[0] != "preview"]
    assert told == [["tell", "say", {"what": {"is": "ToldTwice", "hand": 2}}]]


@pytest.mark.parametrize("error", ["not_connected", "too_fast"])
def test_a_correction_that_could_not_be_asked_just_now_is_asked_again_by_itself(corrected, error):
    taps = ["This hand was entered twice", 1_200, "Confirm the correction"]
    asked = corrected(*taps, answers={"preview": [{"error": error}, {"changes": []}]})
    assert [what for what, *_ in asked] == ["preview", "preview", "tell"]


def test_a_correction_to_nagashi_mangan_is_asked_about_once_somebody_is_chosen(of):
    draw = {"kind": "nagashi_mangan", "tenpai": [], "nagashi": [], "by": None}
    result = {"kind": "draw", "draw": draw, "wins": [], "from": None, "chombo": None}
    assert of("result_said", "meantBy", result, {}) is None
    assert of("result_said", "meantBy", {**result, "draw": {**draw, "nagashi": [2]}}, {})["nagashi"] == [2]


def test_a_long_japanese_name_stays_within_the_chart(drawn):
    names = ["ジョナサン・ハーカー", "Jonathan Harker Jr", "Chie"]
    told = drawn("evening/chart:Chart", {"game": {**SWAPPED, "names": names}})["said"][0]
    assert "ジョナサン・…" in told
    assert "Jonathan Har…" in told
    assert "Chie" in told


def test_what_a_broken_line_kept_away_is_read_when_it_is_back(drawn):
    answers = {"/api/games": ["no line", {"games": []}]}
    props = {"snapshot": {"seq": 1}, "place": {"view": "games"}}
    first, then = drawn("evening/games:Games", props, answers=answers, taps=[2_100])["said"]
    assert "This could not be loaded." in first
    assert "There are no games yet." in then


def told_of(people):
    (game,) = people.journal.games()
    return game_json(played(game, people.journal.entries(game.number)), says_who=True)


def test_the_game_on_the_table_goes_on_in_the_list_of_all_games(drawn):
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    people.wins(S, W)
    props = {"snapshot": shown(people)}
    name = props["snapshot"]["game"]
    props["place"] = {"view": "games", "game": name, "isHands": True}
    before = told_of(people)
    people.deal(Depth.POINTS)
    people.wins(N, W)
    answers = {f"/api/games/{name}": [before, told_of(people)]}
    taps = [{"snapshot": shown(people)}]
    first, then = drawn("evening/games:Games", props, taps=taps, answers=answers, views=())["said"]
    assert first.count("ron from") == 1
    assert then.count("ron from") == 2


def test_a_hand_that_is_looked_at_step_by_step_can_be_put_right_meanwhile(drawn):
    """Somebody else takes back its last entries: the step that is shown is then its last one."""
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    people.tap(S, "riichi")
    people.wins(S, W)
    name = people.journal.games()[0].name
    path = f"/api/games/{name}"
    before, now = told_of(people), shown(people)
    dealt_at = before["kyoku"][0]["entries"][0]["at"]
    place = {"view": "games", "game": name, "hand": dealt_at, "act": "replay"}
    props = {"snapshot": now, "place": place}
    people.undo()
    after = told_of(people)
    moments = {f"{path}/at/{entry['seq']}": now for entry in before["kyoku"][0]["entries"]}
    answers = {path: [before, after], **moments}
    taps = [{"snapshot": shown(people)}, "One step back"]
    first, then, back = drawn("evening/games:Games", props, taps=taps, answers=answers, views=())["said"]
    assert "Step 6 of 6" in first
    assert "Step 5 of 5" in then
    assert "Step 4 of 5" in back


@pytest.fixture
def hands(drawn):
    """What the list of the hands of this game says."""

    def hands(people):
        props = {"snapshot": shown(people), "place": {"view": "history"}}
        answers = {"/api/history": told_of(people)}
        return drawn("evening/history:History", props, answers=answers, views=())["said"][0]

    return hands


def test_a_hand_of_which_only_something_was_taken_back_later_is_a_corrected_one(hands):
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    people.tap(S, "ankan")
    people.undo()
    people.tap(S, "ankan")
    people.wins(S, W)
    people.deal(Depth.POINTS)
    assert "corrected" not in hands(people)
    (game,) = people.journal.games()
    *_, kan = (one for one in people.journal.entries(game.number) if isinstance(one.fact, AnkanDeclared))
    people.say(TakeBack((kan.seq,)))
    assert hands(people).count("corrected") == 1


def test_the_hands_after_a_corrected_one_are_not_corrected(hands):
    people = People()
    people.start()
    for winner in (S, W):
        people.deal(Depth.POINTS)
        people.wins(winner, N)
    people.deal(Depth.POINTS)
    value = HandValue(4, 30)
    people.say(ResultWas(Win((Winner(S, value),), N), hand=people.journal.entries(1)[1].seq))
    assert hands(people).count("corrected") == 1


COUNTED = {"han": 13, "fu": 30, "yakuman": 0, "limit": "yakuman", "yaku": [["riichi", 13]]}


@pytest.mark.parametrize(("yakuman", "name"), [(0, "Counted yakuman"), (1, "Yakuman")])
def test_a_yakuman_of_han_alone_is_called_a_counted_one_wherever_it_is_written(node, said, yakuman, name):
    win = COUNTED | {"yakuman": yakuman}
    assert said("../result", "briefWorth", win) == name
    assert said("telling", "worth", win).split(" · ")[0] == name
    assert said("telling", "worth", {**win, "yaku": []}) == name
