"""What *Health* says of each source, drawn without a browser: how it is, where, and what to do."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from companion.clock import ManualClock
from companion.dashboard.pages import STATIC
from companion.evidence import EndsEarly, SourceChanged, SourceState
from companion.intake.panel.hearing import Ear
from companion.intake.panel.several import Standing
from companion.riichi.facts import SeatsBound
from companion.riichi.reasons import Reason
from firmware_bridge.errors import PanelAmbiguous, PanelNotOpened, PinUnavailable
from firmware_bridge.signals import EVERY_SIDE, Condition, PanelStatus
from tests.toolbox.shown_table import shown


def said(drawn, table, language="en"):
    props = {"snapshot": shown(table), "connection": "live", "age": 1}
    return drawn("menu:Health", props, language=language)["said"][-1]


def boxes(code, sides):
    state = SourceState.UP if code == "battery_low" else SourceState.DOWN
    return [SourceChanged("panel", state, "a sentence", code, sides)]


def test_health_says_whose_wireless_boxes_are_not_heard(drawn, table):
    table.sources = boxes("box_away", "AC")
    table.show()
    before = said(drawn, table)
    assert "needs attention · side A, side C · a wireless seat box does not answer" in before
    table.say(SeatsBound("BCDA"))
    bound = said(drawn, table)
    assert "needs attention · Dai (side A), Ben (side C) · a wireless seat box does not answer" in bound


def test_health_says_whose_battery_is_nearly_empty(drawn, table):
    table.sources = boxes("battery_low", "D")
    table.say(SeatsBound("BCDA"))
    assert "running · Chie (side D) · the battery of a seat box is nearly empty" in said(drawn, table)


@pytest.mark.parametrize(
    ("language", "where"),
    [
        ("de", "Chie (Seite D)"),
        ("fr", "Chie (côté D)"),
        ("ja", "Chie（D側）"),
        ("zh", "Chie（D边）"),
        ("ko", "Chie(D 쪽)"),
    ],
)
def test_every_language_says_where(drawn, table, language, where):
    table.sources = boxes("box_away", "D")
    table.say(SeatsBound("BCDA"))
    assert where in said(drawn, table, language)


def test_what_concerns_a_whole_source_names_no_side(drawn, table):
    table.sources = [SourceChanged("panel", SourceState.DOWN, "a sentence", "disconnected")]
    table.say(SeatsBound("BCDA"))
    assert "needs attention · unplugged or silent" in said(drawn, table)


@pytest.mark.parametrize("condition", [one for one in Condition if not PanelStatus(one, 0, "").is_usable])
def test_how_a_panel_is_is_said_in_the_language_of_the_page(drawn, table, condition):
    """What is plugged in, but cannot be used, is not called unplugged."""
    status = PanelStatus(condition, 0, "a sentence of the program", gone=EVERY_SIDE)
    table.sources = list(Standing().changes(status, is_beside=False))
    table.show()
    told = [said(drawn, table, language) for language in ("en", "de", "fr", "ja", "zh", "ko")]
    assert len(set(told)) == len(told)
    assert not any("a sentence of the program" in one for one in told)
    assert ("check the cable" in told[0]) == (condition is Condition.DISCONNECTED)


@pytest.mark.parametrize(
    ("error", "english"),
    [
        (PanelNotOpened, "plugged in, but it cannot be opened"),
        (PanelAmbiguous, "nothing says that it is this table’s"),
        (PinUnavailable, "a pin of the Pi’s header cannot be used"),
    ],
)
def test_what_keeps_a_panel_from_being_opened_is_said_with_what_to_do(drawn, table, error, english):
    def refuse():
        raise error("A sentence of the program.")

    ear = Ear(refuse, table.sources.append, lambda: None, ManualClock())
    ear.stop()
    ear._follow_panel()
    table.show()
    assert english in said(drawn, table)


@pytest.mark.parametrize(
    ("name", "code", "english"),
    [
        ("journal", "unsaved", "nothing can be saved"),
        ("archive", "damaged", "one of them is damaged"),
        ("archive", "journal_restored", "The journal was damaged and restored"),
        ("copies", "failed", "no copy can be made"),
        ("disk", "gone", "was removed or replaced"),
        ("disk", "refused", "cannot be written to"),
        ("club", "damaged", "join the club again"),
        ("key sides", "damaged", "under “Who sits where”"),
        ("camera", "unopened", "cannot be opened"),
        ("camera", "restarting", "being restarted"),
    ],
)
def test_what_a_source_says_is_said_in_the_language_of_the_page(drawn, table, name, code, english):
    table.sources = [SourceChanged(name, SourceState.DOWN, "A sentence of the program.", code)]
    table.show()
    assert english in said(drawn, table)
    for language in ("de", "fr", "ja", "zh", "ko"):
        heard = said(drawn, table, language)
        assert "A sentence of the program." not in heard
        assert english not in heard


def changes() -> Iterator[tuple[str, ast.Call]]:
    """Where the companion makes a `SourceChanged` that may say that a source is down."""
    for path in STATIC.parents[1].rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "SourceChanged":
                state = ast.unparse(node.args[1])
                if state not in {"SourceState.UP", "SourceState.ENDED", "SourceState.GONE"}:
                    yield f"{path.name}:{node.lineno}", node


def test_no_source_is_down_without_a_code_for_which_the_page_has_words():
    assert [place for place, call in changes() if len(call.args) < 4] == []


STOPS = EndsEarly("unlawful", 2, 5, Reason.NOT_YOUR_TURN)


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "In hand 2 (entry 5 of the file), something happens that its rules do not allow."),
        ("de", "In Spiel 2 (Eintrag 5 der Datei) geschieht etwas gegen die Regeln. Jemand anderes ist an"),
        ("fr", "Donne 2 (entrée 5 du fichier)"),
        ("ja", "2局目（ファイルの5番目の記録）に、ルール上ありえない内容があります。"),
    ],
)
def test_why_a_record_cannot_be_played_to_its_end_is_said_in_every_language(drawn, table, language, why):
    note = "a.mjlog: hand 2, event 5: it is not their turn (3x, paused)"
    table.sources = [SourceChanged("record", SourceState.UP, note, "pace", stop=STOPS)]
    table.show()
    told = said(drawn, table, language)
    assert "a.mjlog" not in told
    assert why in told
    assert "×1" in told
