"""What waits for an answer is heard once; a key press that means nothing sounds as an error."""

from __future__ import annotations

import pytest

from companion.evidence import Depth, Notice, NoticesChanged
from companion.intake.panel.listener import Listener, Reply
from companion.intake.panel.outcomes import News, Trouble
from companion.intake.panel.several import Standing
from companion.intake.panel.showing import notices
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS
from firmware_bridge.signals import Side
from tests.table_loop.people import sat_down
from tests.toolbox.shown_table import shown_of

HEARD = """async (steps) => {
  const { Sounds } = await import(`/static/js/sound.js?fresh=${Math.random()}`);
  const said = [];
  const speaker = { unlock() {}, isUnlocked: false, say: (news) => said.push(news), prepare() {} };
  const sounds = new Sounds({ speech: true }, speaker);
  const heard = [];
  for (const [at, [seconds, after]] of steps.entries()) {
    if (at) sounds.heard(steps[at - 1][1], after, { code: "en" }, 20, seconds * 1_000);
    const phrase = (path) => path.split("/").pop().replace(".mp3", "");
    heard.push(said.splice(0).map(({ chime, paths }) => [chime, ...paths.map(phrase)]));
  }
  return heard;
}"""
LOOK = ["question", "question"]


@pytest.fixture
def heard(node):
    """What each of these states brings to the ear after the one before it, each with its second."""

    def heard(*states):
        timed = [state if isinstance(state, tuple) else (0, state) for state in states]
        return node.evaluate(HEARD, [list(one) for one in timed])

    return heard


@pytest.fixture
def aloud(node):
    """What is read aloud when one state follows another."""

    def aloud(before, after):
        return node.evaluate(
            """async ([before, after]) => {
              const { account } = await import("/static/js/aloud/account.js");
              return account(before, after).map(({ kind, parts }) => [kind, ...parts]);
            }""",
            [before, after],
        )

    return aloud


def question(number, code="which_tile", seat=1, tile=None, choices=(), *, place="discard 3"):
    asked = {"number": number, "code": code, "seat": seat, "tile": tile, "place": place}
    return {**asked, "choices": list(choices)}


def asking(state, *questions):
    return {**state, "questions": list(questions)}


def noticed(*said):
    people = sat_down()
    people.keeper.hear(NoticesChanged("panel", said))
    return shown_of(people)


def test_a_question_of_the_camera_is_heard(heard):
    bare = shown_of(sat_down())
    asked = asking(bare, question(1))
    assert heard(bare, asked, asked, bare) == [[], [LOOK], [], []]


def test_a_question_that_only_changes_is_not_heard_again(heard):
    bare = shown_of(sat_down())
    other = question(2, tile="7p")
    assert heard(bare, asking(bare, question(1)), asking(bare, other)) == [[], [LOOK], []]


def test_another_question_beside_the_first_is_heard(heard):
    bare = shown_of(sat_down())
    one, other, third = question(1), question(2), question(3, seat=2)
    states = (
        asking(bare, one),
        asking(bare, one, other),
        asking(bare, one, other, third),
        asking(bare, other),
    )
    assert heard(bare, *states) == [[], [LOOK], [LOOK], [LOOK], []]


def test_a_question_that_is_gone_for_a_moment_is_not_heard_again(heard):
    bare = shown_of(sat_down())
    asked = asking(bare, question(1))
    again = asking(bare, question(2))
    assert heard(bare, (1, asked), (5, bare), (20, again), (21, bare), (80, asked)) == [
        *([], [LOOK], [], [], [], [LOOK])
    ]


def test_a_question_about_another_tile_of_the_same_player_is_heard_at_once(heard):
    bare = shown_of(sat_down())
    first, second = asking(bare, question(1)), asking(bare, question(2, place="discard 4"))
    assert heard(bare, (1, first), (5, bare), (9, second)) == [[], [LOOK], [], [LOOK]]
    assert heard(bare, (1, first), (9, second)) == [[], [LOOK], [LOOK]]


def test_a_second_press_of_the_same_player_that_the_table_does_not_show_is_heard(heard):
    bare = shown_of(sat_down())
    press = {"code": "press_not_seen", "level": "warn", "seat": 1, "values": {}}
    one, two = ({**bare, "reminders": [*bare["reminders"], *[press] * count]} for count in (1, 2))
    assert heard(bare, one, two, one, two) == [[], [LOOK], [LOOK], [], []]


def test_two_that_come_at_once_are_heard_once(heard):
    bare = shown_of(sat_down())
    assert heard(bare, asking(bare, question(1), question(2, code="which_story", seat=None))) == [[], [LOOK]]


@pytest.mark.parametrize("code", ["panel_ask_kan", "panel_who_sits", "camera_who_sits", "evening_asked"])
def test_a_question_of_a_device_is_heard(heard, code):
    bare = shown_of(sat_down())
    assert heard(bare, noticed(Notice(code, is_question=True))) == [[], [LOOK]]


@pytest.mark.parametrize("code", [Trouble.WENT_BEFORE, Reason.NOT_YOUR_TURN])
def test_a_key_press_that_means_nothing_sounds_as_an_error(heard, aloud, code):
    bare = shown_of(sat_down())
    refused = noticed(Notice(code.value, 1, is_refusal=True))
    assert heard(bare, refused, refused) == [[], [["error", "seat.S", "question"]], []]
    assert aloud(bare, refused) == [["look", "seat.S", "question"]]


def test_a_key_before_the_game_is_refused_without_a_name(heard):
    bare = shown_of(sat_down())
    assert heard(bare, noticed(Notice("panel_no_game", is_refusal=True))) == [[], [["error", "question"]]]


def test_keys_tell_refusals_from_news_and_doubts():
    listener, state = Listener(), sat_down().keeper.state
    listener.refuse(Side.A, Reason.NOT_YOUR_TURN, 0)
    listener.refuse(Side.B, Trouble.NOTHING_TO_UNDO, 0)
    listener.replies[Side.C] = Reply(News.REFEREE_CALLED, 0)
    said = notices(listener, state, 0, Standing())
    assert [(one.code, one.is_refusal) for one in said if not one.is_question] == [
        ("not_your_turn", True),
        ("panel_nothing_to_undo", True),
        ("panel_referee_called", False),
    ]


def test_read_aloud_a_question_is_said_anew_only_where_its_words_change(aloud):
    bare = shown_of(sat_down())
    maybe = [{"acts": [{"is": "Discarded", "seat": 1, "tile": "7s"}], "goes": []}]
    first, same = asking(bare, question(1)), asking(bare, question(2))
    assert aloud(bare, first) == [["question", "seat.S", "q.which_tile"]]
    assert aloud(first, same) == []
    assert aloud(same, asking(bare, question(3, choices=maybe))) == [
        ["question", "seat.S", "q.which_tile", "maybe", "seat.S", "tile.7s"]
    ]


def test_what_still_stands_in_the_next_hand_is_not_heard_again(heard):
    people = sat_down(Depth.POINTS)
    people.keeper.hear(NoticesChanged("camera", (Notice("camera_lost"),)))
    before = shown_of(people)
    people.wins(SEATS[0])
    ended = shown_of(people)
    people.deal(Depth.POINTS)
    assert LOOK not in [said for state in heard(before, ended, shown_of(people)) for said in state]
