"""What the page says in states of the table that people rarely see; nothing is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Depth
from companion.evidence.intentions import Draw
from companion.riichi.facts import RyuukyokuKind
from companion.riichi.presets import EMA, HOUSE, TENHOU, TENHOU_3P
from tests.table_loop.people import E, N, People, S, W
from tests.toolbox.shown_table import shown_of as shown

PART = """async ({ module, name, props }) => {
  const part = (await import(`/static/js/${module}.js`))[name];
  const words = { say: (key) => key, has: () => true, of: (...two) => two.join(" ") };
  Object.assign(words, { list: String, tile: String, number: String, difference: String });
  const told = [], said = [], buttons = [];
  const play = { tell: (...more) => told.push(more), say: (one) => told.push(one) };
  const tap = () => ({ error: "refused", reason: "not_your_turn" });
  Object.assign(play, { tap, settled: () => props.then, isBusy: () => props.busy ?? false });
  function walk(node) {
    if (Array.isArray(node)) return node.forEach(walk);
    if (["string", "number"].includes(typeof node)) return said.push(String(node).trim());
    if (!node?.props) return undefined;
    if (node.type === "button") buttons.push(node.props);
    return walk(node.props.children);
  }
  walk(part({ words, play, choices: {}, args: {}, nameOf: (seat) => `P${seat}`, ...props }));
  for (const { onClick } of props.taps ?? true ? buttons : []) await onClick();
  return { said: said.filter(Boolean), told, labels: buttons.map((props) => props["aria-label"]) };
}"""


@pytest.fixture
def part(node):
    """What a part of the page says, and what its buttons tell when each is tapped."""

    def part(module, name, **props):
        return node.evaluate(PART, {"module": module, "name": name, "props": props})

    return part


@pytest.fixture
def of(node):
    """A function of a module, asked with these values."""

    def ask(module, name, *values):
        code = f'async (given) => (await import("/static/js/{module}.js")).{name}(...given)'
        return node.evaluate(code, values)

    return ask


def people_at(rules=TENHOU, depth=Depth.POINTS) -> People:
    people = People(rules=rules)
    people.start(*("Anna", "Ben", "Chie", "Dai")[: rules.players], rules=rules)
    people.deal(depth)
    return people


# The end of a game.


def test_a_game_that_ends_in_mid_hand_says_that_the_hand_does_not_count(part):
    people = people_at()
    assert part("play/finish", "FinishSheet", snapshot=shown(people))["said"] == ["play.finish.says_hand"]
    people.wins(S, E)
    assert part("play/finish", "FinishSheet", snapshot=shown(people))["said"] == ["play.finish.says"]


def test_at_the_end_each_seat_shows_the_points_of_the_final_scores(of):
    people = people_at()
    people.tap(E, "riichi")
    people.say(Draw(RyuukyokuKind.EXHAUSTIVE, (E,)))
    people.finish()
    snapshot = shown(people)
    final = {row["seat"]: (row["points"], row["place"]) for row in snapshot["final"]}
    seats = [of("seat", "afterwards", seat, snapshot) for seat in snapshot["seats"]]
    assert {seat["seat"]: (seat["points"], seat["place"]) for seat in seats} == final
    assert sum(points for points, _ in final.values()) == 100_000


# What the table was told.

SENT = """async (answers) => {
  const { fetch, setTimeout } = globalThis;
  globalThis.setTimeout = (act) => queueMicrotask(act);
  globalThis.fetch = async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new Error("the line is broken");
    return { json: async () => answer };
  };
  try {
    return await (await import("/static/js/commands.js")).send("undo", 7);
  } finally {
    Object.assign(globalThis, { fetch, setTimeout });
  }
}"""
TOO_FAST = {"error": "too_fast"}


@pytest.mark.parametrize(
    ("answers", "end"),
    [
        ([None], {"error": "unanswered"}),
        ([None, {"seq": 8}], {"seq": 8}),
        ([TOO_FAST], TOO_FAST),
        ([TOO_FAST, None, TOO_FAST], {"error": "unanswered"}),
    ],
)
def test_what_was_sent_without_an_answer_may_have_been_done(node, answers, end):
    assert node.evaluate(SENT, answers) == end


def test_what_has_taken_the_place_of_a_call_is_undone_only_while_it_is_the_newest(of):
    notice = {"code": "overruled", "seq": 7}
    assert of("play/notice", "isNewest", notice, {"seq": 7, "undo": True})
    assert not of("play/notice", "isNewest", notice, {"seq": 8, "undo": True})


def test_a_table_that_no_story_explains_says_what_to_do(part):
    question = {"number": 3, "code": "table_differs", "choices": []}
    answers = part("play/questions", "Answers", question=question, snapshot={})
    assert answers["said"] == ["question.table_differs.look", "play.seen"]
    assert answers["told"] == [["answer", {"question": 3, "choice": 0}]]


def test_a_tap_in_a_pause_is_told_that_the_game_is_paused(part):
    snapshot = {**shown(people_at(depth=Depth.COUNTING)), "taps": [], "tea": {"paused": True}}
    big = part("play/acts", "Big", snapshot=snapshot, seat=snapshot["seats"][S])
    assert [one["reason"] for one in big["told"]] == ["paused"]


def test_a_question_that_was_laid_aside_can_be_opened_again(part):
    assert part("play/questions", "LaidAside", taps=False)["said"] == ["question"]


@pytest.mark.parametrize("is_there", [True, False])
def test_undo_asks_only_where_there_is_something_to_take_back(of, is_there):
    code = "undo_sure" if is_there else "nothing_to_undo"
    assert of("play/playing", "asksFor", {"undo": is_there}) == {"code": code, "isSure": is_there}


def test_a_deal_adds_up_to_what_people_sat_down_with(of):
    snapshot = shown(people_at())
    deal = {"points": [26_000, 25_000, 25_000, 25_000], "kyoutaku": 0}
    assert of("play/deal", "offBy", deal, snapshot) == 1_000
    assert of("play/deal", "offBy", {"points": [24_000, *[25_000] * 3], "kyoutaku": 1}, snapshot) == 0


WHY = """async ({ module, answer }) => {
  const { loadWords } = await import("/static/js/words.js");
  const { whyNot, whyUnread } = await import(`/static/js/play/${module}.js`);
  const words = await loadWords("en");
  words.say = (key) => key;
  return (whyNot ?? whyUnread)(answer, words);
}"""


@pytest.mark.parametrize(
    ("module", "answer", "said"),
    [
        ("worth", {"error": "not_connected"}, "notice.not_connected"),
        ("worth", {"error": "too_fast"}, "notice.too_fast"),
        ("worth", {"error": "cannot_value", "reason": "no_yaku"}, "reason.no_yaku"),
        ("worth", {"error": "cannot_value"}, "play.no_value"),
        ("hand_photo", {"error": "refused", "reason": "not_your_turn"}, "reason.not_your_turn"),
        ("hand_photo", {"error": "unanswered"}, "notice.unanswered"),
        ("hand_photo", {"error": "hand_is_played"}, "play.photo.hand_is_played"),
    ],
)
def test_a_hand_that_nobody_could_ask_about_is_not_said_to_be_wrong(node, module, answer, said):
    assert node.evaluate(WHY, {"module": module, "answer": answer}) == said


def test_in_a_tournament_nobody_asks_the_page_for_a_kan(of):
    people = people_at()
    people.tap(E, "riichi")
    people.wins(S, E)
    assert of("menu", "mayAskForKan", shown(people), None)
    assert not of("menu", "mayAskForKan", shown(people), {"round": {}})


def test_tiles_that_nobody_counts_are_not_said_to_add_up(of):
    assert of("menu", "tilesKey", shown(people_at())) == "health.uncounted"
    assert of("menu", "tilesKey", shown(people_at(depth=Depth.COUNTING))) == "health.right"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ["play.tap_side"]),
        ({"health": {"sources": [{"name": "panel", "state": "up"}]}}, ["play.tap_side_keys"]),
        ({"reminders": [{"code": "evening_kept", "seat": None, "seen": True}]}, ["play.tap_side"]),
        ({"reminders": [{"code": "evening_kept", "seat": None, "seen": False}]}, []),
        ({"health": {"sources": [{"name": "camera", "state": "up"}]}, "sides": "ABCD"}, []),
        ({"final": []}, []),
    ],
)
def test_how_a_discard_is_told_is_said_where_people_tell_it(part, changes, said):
    snapshot = {**shown(people_at(depth=Depth.COUNTING)), **changes}
    assert part("centre", "Beginning", snapshot=snapshot)["said"] == said


def test_a_tap_that_was_only_too_early_speaks_of_no_forgotten_ones(part):
    people = people_at(depth=Depth.COUNTING)
    people.tap(E)
    now = shown(people)
    busy = {**now, "taps": [{}] * 4}
    told = part("play/acts", "Big", snapshot=busy, then=now, seat=now["seats"][S], busy=True)["told"]
    assert told == []


def test_a_reminder_that_asks_opens_the_sheet_with_its_answer(node):
    ways = """async (code) => {
      const { waysOf } = await import("/static/js/play/reminding.js");
      const opened = [];
      const play = { open: (name) => opened.push(name), fromSheet: () => {} };
      const given = { snapshot: { reminders: [], result: null }, play, args: {} };
      for (const [, act] of waysOf({ code, seat: 0, values: {} }, given)) act();
      return opened;
    }"""
    asked = {
        "ask_two_han": "edit",
        "ask_sakizuke": "edit",
        "wareme_unsaid": "house",
        "camera_who_sits": "sides",
        "panel_who_sits": "sides",
        "panel_who_sits_by_page": "sides",
        "panel_awaited": "sides",
        "dealer_may_stop": "deal",
    }
    assert {code: node.evaluate(ways, code) for code in asked} == {
        code: [name] for code, name in asked.items()
    }


@pytest.mark.parametrize(("may", "sheets"), [(True, ["pick"]), (False, [])])
def test_a_flip_that_waits_is_offered_as_soon_as_the_table_takes_it(node, may, sheets):
    opened = node.evaluate(
        """async (may) => {
          const { waysOf } = await import("/static/js/play/reminding.js");
          const opened = [];
          const play = { open: (name) => opened.push(name), fromSheet: () => {} };
          const snapshot = { reminders: [], kyoku: { phase: "turn" }, wall: { may_flip_early: may } };
          const reminder = { code: "flip_kan_dora_after_discard", seat: 0, values: {} };
          for (const [, act] of waysOf(reminder, { snapshot, play, args: {} })) act();
          return opened;
        }""",
        may,
    )
    assert opened == sheets


def test_a_refused_rule_is_said_of_its_player(part):
    reminders = [{"may_waive": True, "code": "kan_in_riichi_forbidden", "seat": E}]
    said = part("rulings", "Refused", snapshot={"reminders": reminders}, taps=False)["said"]
    assert "P0 reason.kan_in_riichi_forbidden" in said


def test_rules_that_do_not_go_together_are_refused_in_the_readers_language(of):
    assert of("play/rules", "whyUnfit", {"error": "bad_command"}) == "play.rules_unfit"


def test_a_chombo_says_which_rule_was_broken(node):
    told = """async (why) => {
      const { factText } = await import("/static/js/evening/telling.js");
      const { loadWords } = await import("/static/js/words.js");
      return factText({ is: "Chombo", seat: 1, why }, ["Anna", "Ben"], await loadWords("en"));
    }"""
    assert node.evaluate(told, "no_yaku").startswith("Chombo by Ben, ")
    assert node.evaluate(told, "false_win") == "Chombo by Ben"


def test_a_seat_that_this_game_does_not_have_is_nobodys(of):
    fourth = {"seat": 3, "near": 3}
    assert of("choices", "choicesAt", fourth, 4) == fourth
    assert of("choices", "choicesAt", fourth, 3) == {"seat": "none", "near": 0}
    assert of("choices", "choicesAt", {"seat": "none", "near": 2}, 3) == {"seat": "none", "near": 2}


def test_a_layout_is_chosen_only_where_there_is_a_choice(of):
    assert of("choices", "mayChooseLayout", {"seat": "none"}, 1280, 800)
    assert not of("choices", "mayChooseLayout", {"seat": "none"}, 390, 844)
    assert not of("choices", "mayChooseLayout", {"seat": 2}, 1280, 800)


def test_before_the_first_game_a_seat_is_called_by_its_wind(node):
    named = """async (snapshot) => {
      const { namedSeats } = await import("/static/js/menu.js");
      return namedSeats(snapshot, { wind: (wind) => `wind ${wind}` });
    }"""
    assert node.evaluate(named, {**shown(people_at()), "game": None})[0] == [E, "wind E"]
    assert node.evaluate(named, shown(people_at()))[0] == [E, "Anna"]


def test_a_page_that_only_watches_says_how_to_use_it_again(node):
    done = """async () => {
      const { watchOnly } = await import("/static/js/menu.js");
      const done = [];
      watchOnly({ say: (said) => done.push(said) }, (choice) => done.push(choice));
      return done;
    }"""
    assert node.evaluate(done) == [{"code": "watching"}, {"watch": True}]


def test_tiles_name_only_a_meld_of_their_own_kind(of):
    laid = [{"kind": "chi", "tiles": []}, {"kind": "pon", "tiles": []}, {"kind": "kakan", "tiles": []}]
    pon = of("play/hand", "withMeld", laid, {"kind": "pon", "tiles": ["5p"] * 3})
    assert pon == [laid[0], {"kind": "pon", "tiles": ["5p"] * 3, "isFilled": True}, laid[2]]
    kan = of("play/hand", "withMeld", laid, {"kind": "daiminkan", "tiles": ["1z"] * 4})
    assert kan == [*laid[:2], {"kind": "kakan", "tiles": ["1z"] * 4, "isFilled": True}]
    new = of("play/hand", "withMeld", laid, {"kind": "ankan", "tiles": ["1z"] * 4})
    assert new == [*laid, {"kind": "ankan", "tiles": ["1z"] * 4, "isNew": True}]


def test_other_ends_are_offered_where_there_are_some(of):
    people = people_at()
    assert of("play/draws", "otherEnd", {"kyoku": None, "result": None}) is None
    assert of("play/draws", "otherEnd", shown(people)) == "play.other_end"
    people.wins(S, E)
    assert of("play/draws", "otherEnd", shown(people)) == "play.chombo"
    people = people_at()
    people.say(Draw(RyuukyokuKind.EXHAUSTIVE, ()))
    assert of("play/draws", "otherEnd", shown(people)) is None


def test_an_end_that_is_refused_says_why(node):
    why = """async (change) => {
      const { changeText } = await import("/static/js/play/ends.js");
      return changeText(change ?? undefined, { has: (key) => key === "reason.no_kyoku", say: (key) => key });
    }"""
    assert node.evaluate(why, {"error": "refused", "reason": "no_kyoku"}) == "reason.no_kyoku"
    assert node.evaluate(why, 0) == "±0"
    assert node.evaluate(why) == "…"


# What the rules have.


def test_a_kan_of_fives_has_the_red_ones_of_the_set(of):
    assert of("play/copies", "quad", "5p", shown(people_at())) == ["0p", "5p", "5p", "5p"]
    assert of("play/copies", "quad", "0s", shown(people_at())) == ["0s", "5s", "5s", "5s"]
    assert of("play/copies", "quad", "5z", shown(people_at())) == ["5z"] * 4
    assert of("play/copies", "quad", "5p", shown(people_at(EMA))) == ["5p"] * 4
    two = replace(TENHOU, name="two red", red_fives=(1, 2, 1))
    assert of("play/copies", "quad", "5p", shown(people_at(two))) == ["0p", "0p", "5p", "5p"]


def test_where_the_set_has_no_red_fives_there_are_no_keys_for_them(part):
    def keys(rules):
        keys = part("play/picker", "TileKeys", snapshot=shown(people_at(rules)), taps=False)["labels"]
        return [key for key in keys if key.startswith("0")]

    assert keys(TENHOU) == ["0m", "0p", "0s"]
    assert keys(EMA) == []


NO_LOSS = replace(TENHOU_3P, name="no loss", tsumo_loss=False)
BROKEN = replace(HOUSE, name="wareme", wareme=True)


@pytest.mark.parametrize(
    ("rules", "wareme", "win", "paid"),
    [
        (TENHOU, None, (S, "tsumo"), [1_000, 2_000]),
        (TENHOU, None, (E, "tsumo"), [2_000]),
        (TENHOU, None, (S, W), [3_900]),
        (TENHOU, None, (S, None), [3_900]),
        (TENHOU_3P, None, (S, "tsumo"), [1_000, 2_000]),
        (NO_LOSS, None, (S, "tsumo"), [1_500, 2_500]),
        (NO_LOSS, None, (E, "tsumo"), [3_000]),
        (BROKEN, S, (S, "tsumo"), [2_000, 4_000]),
        (BROKEN, W, (E, "tsumo"), [2_000, 4_000]),
        (BROKEN, W, (S, W), [7_800]),
        (BROKEN, N, (S, W), [3_900]),
    ],
)
def test_the_table_of_han_and_fu_says_what_the_rules_pay(of, rules, wareme, win, paid):
    snapshot = shown(people_at(rules))
    if wareme is not None:
        snapshot["seats"][wareme]["wareme"] = True
    base = 30 * 2**5  # three han, thirty fu
    assert of("play/prices", "prices", base, dict(zip(("seat", "from"), win, strict=True)), snapshot) == paid


KEPT = """async ([kept, choices]) => {
  const shelf = { "riichi-table": JSON.stringify(kept) };
  const setItem = (key, text) => (shelf[key] = text);
  globalThis.localStorage = { getItem: (key) => shelf[key] ?? null, setItem };
  try {
    const { keepChoices, keptChoices } = await import("/static/js/choices.js");
    keepChoices(choices);
    return keptChoices();
  } finally {
    delete globalThis.localStorage;
  }
}"""


@pytest.mark.parametrize(("overlay", "theme"), [("", "dark"), ("lower", "light")])
def test_a_picture_over_a_film_leaves_the_choices_of_its_browser_alone(node, overlay, theme):
    choices = {"theme": "dark", "depth": "points", "overlay": overlay, "watch": bool(overlay)}
    assert node.evaluate(KEPT, [{"theme": "light"}, choices])["theme"] == theme


MELDS = """async ({ final }) => {
  const { meldsBeside } = await import("/static/js/flat.js");
  const result = { wins: [{ seat: 1, hand: { tiles: ["1m"] } }, { seat: 2, hand: null }] };
  return [0, 1, 2].map((seat) => meldsBeside({ seat, melds: [seat] }, { result, final }));
}"""


def test_a_winners_melds_are_shown_once_and_after_the_game_too(node):
    assert node.evaluate(MELDS, {"final": None}) == [[0], [], [2]]
    assert node.evaluate(MELDS, {"final": [{}]}) == [[0], [1], [2]]
