"""The golden tapes are thought again by today's scribe, and it writes what was written then.

Where a change of the scribe is right and a tape is not, `python -m tests.tapes` makes them anew.
"""

from pathlib import Path

import pytest

from companion.intake.tape.reading import read_tape
from companion.table_loop.rethinking import rethink
from tests.tapes.making import EVENINGS

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("name", EVENINGS)
def test_todays_scribe_writes_what_was_written_then(name):
    tape = read_tape(FOLDER / f"{name}.tape")
    found = rethink(tape.head, tape.lines())
    assert tape.ended == ""
    assert [change for game in found.games for change in game.changes] == []
    assert sum(len(game.now) for game in found.games) > 5
    asked = [
        [(one.code, one.choices) for one in each] for each in (found.questions_then, found.questions_now)
    ]
    assert asked[0] == asked[1]


def test_every_golden_tape_has_its_story():
    assert {path.stem for path in FOLDER.glob("*.tape")} == set(EVENINGS)


def test_a_win_that_was_shown_and_confirmed_is_on_a_tape():
    tape = read_tape(FOLDER / "win.tape")
    found = rethink(tape.head, tape.lines())
    assert [one.code for one in found.questions_now] == ["is_this_the_hand"]
    (game,) = found.games
    assert game.now[-1].value.han == 2
