"""A question as a page shows it: what each answer would tell, and nothing that goes without saying."""

from dataclasses import replace
from pathlib import Path

from companion.projections.questions_view import questions_view
from companion.projections.snapshot import plain, project
from companion.riichi import facts as f
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe.questions import QuestionCode
from companion.table_state import Difference, OpenChoice, OpenQuestion, TableState, Zone
from tests.projections.tables import after, started

E, S, W, N = SEATS
P5, R5, P7 = Tile("5p"), Tile("0p"), Tile("7p")


def acts(*facts: f.Fact):
    question = OpenQuestion(4, "which_story", S, (OpenChoice(facts, 2, facts),))
    return plain(questions_view((question,)))[0]["choices"][0]["acts"]


def test_an_answer_shows_what_it_tells_and_not_the_draw_before_it() -> None:
    assert acts(f.RiichiAccepted(E), f.Drawn(S), f.Discarded(S, P5)) == [
        {"is": "Discarded", "seat": 1, "tile": "5p", "tsumogiri": None}
    ]


def test_a_draw_that_is_all_there_is_is_shown() -> None:
    assert acts(f.Drawn(S)) == [{"is": "Drawn", "seat": 1, "tile": None}]


def test_a_long_story_is_told_from_its_end() -> None:
    story = [fact for seat in (E, S, W, N, E) for fact in (f.Drawn(seat), f.Discarded(seat, P5))]
    assert [act["seat"] for act in acts(*story)] == [1, 2, 3, 0]


def test_where_the_table_differs_is_shown_tile_by_tile() -> None:
    river = Difference(Zone.RIVER, S, missing=(P5,), extra=(None,), other=((P5, R5), (P7, None)))
    question = OpenQuestion(4, "table_differs", S, (OpenChoice(()),), differences=(river,))
    assert plain(questions_view((question,)))[0]["differences"] == [
        {"zone": "river", "seat": 1, "missing": ["5p"], "extra": ["?"], "other": [["5p", "0p"], ["7p", "?"]]}
    ]


def test_the_snapshot_has_the_questions_that_stand() -> None:
    choices = (OpenChoice((), 0, (f.Discarded(E, P5),)), OpenChoice((), 1, (), (f.Discarded(E, P7),)))
    question = OpenQuestion(4, QuestionCode.WHICH_TILE, E, choices, crop=9, tile=P7, place="discard 3")
    state = TableState(7, "a game", after(started()))
    assert project(state).questions == ()
    shown = plain(project(replace(state, questions=(question,))))["questions"]
    assert shown == [
        {
            "number": 4,
            "code": "which_tile",
            "seat": 0,
            "tile": "7p",
            "crop": 9,
            "choices": [
                {"acts": [{"is": "Discarded", "seat": 0, "tile": "5p", "tsumogiri": None}], "goes": []},
                {"acts": [], "goes": [{"is": "Discarded", "seat": 0, "tile": "7p", "tsumogiri": None}]},
            ],
            "differences": [],
            "place": "discard 3",
        }
    ]


def test_every_question_is_on_the_page_of_the_interface() -> None:
    page = (Path(__file__).parents[2] / "docs/reference/api.md").read_text(encoding="utf-8")
    part = page.split("### `questions`")[1].split("\n### ")[0]
    listed = [line.split("`")[1] for line in part.splitlines() if line.startswith("| `")]
    assert sorted(listed) == sorted(QuestionCode)
