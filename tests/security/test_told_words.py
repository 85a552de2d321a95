"""What a scorer tells in words: on one line and short, and a text in every spreadsheet, never a formula."""

import csv
import io
from dataclasses import replace
from typing import get_args, get_type_hints

import pytest

from companion.haifu.texts import LONGEST_NAME, LONGEST_TEXT, has_fit_texts, with_fit_texts
from companion.person_names import as_entered, same_name
from companion.riichi import facts as f
from companion.riichi import tea_facts as t
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from tests.front_door.companions import started
from tests.security.bombs import begin_a_hand

NAMES = ["Aki", "=1+1", "Chie;=2", "Dai"]
A, B = SEATS[:2]
FORMULAS = ("=cmd|'/c calc'!A1", "+1", "-1", "@SUM(A1)", "＝1+1")
UNSEEN = (
    "a\nb",
    "a\0b",
    "a\N{RIGHT-TO-LEFT OVERRIDE}b",
    "a\tb",
    "a\x1b[2Jb",
    "\r=1",
    "a\N{ZERO WIDTH SPACE}b",
)


def won(*yaku):
    value = {"han": 1, "fu": 30, "yaku": [[name, 1] for name in yaku]}
    return {"is": "Won", "seat": 1, "by": "ron", "giver": 0, "value": value}


@pytest.fixture
def table(tmp_path):
    with started(tmp_path / "games", "run") as companion:
        yield companion
        assert companion.end() == 0


def test_words_that_cannot_be_seen_are_refused_wherever_they_come_in(table):
    begin_a_hand(table)
    before = table.seq
    told = [
        *({"kind": "tell", "facts": [won(text)]} for text in UNSEEN),
        *({"kind": "tell", "facts": [{"is": "Chombo", "seat": 0, "why": text}]} for text in UNSEEN),
        {"kind": "tell", "facts": [won("x" * 61)]},
        {"kind": "tell", "facts": [{"is": "Chombo", "seat": 0, "why": "x" * (LONGEST_TEXT + 1)}]},
        *(
            {"kind": "correct", "retracts": [1], "before": 2, "facts": [started_by(names, rules)]}
            for names, rules in [
                (["a\nb", *NAMES[1:]], "tenhou"),
                (["x" * (LONGEST_NAME + 1), *NAMES[1:]], "tenhou"),
                (NAMES, "a\nb"),
            ]
        ),
    ]
    for number, body in enumerate(told):
        status, answer = table.ask(
            "POST", "/api/commands", {"id": f"t{number}", "expected_seq": before, **body}
        )
        assert (status, answer["error"]) == (400, "bad_command"), (body, answer)
    assert table.seq == before


def started_by(names, rules):
    return {"is": "HanchanStarted", "names": names, "rules": rules}


def test_a_cell_of_a_spreadsheet_is_never_a_formula(table):
    assert table.command("start", tap="start", names=NAMES)[0] == 200
    for number, name in enumerate(FORMULAS):
        assert table.command("deal", tap=f"deal-{number}", depth="points")[0] == 200
        told = [won(name, name), {"is": "KyokuEnded"}]
        assert table.command("tell", tap=f"tell-{number}", facts=told)[0] == 200
    text = table.text("/api/games/table-1/export?format=csv")
    rows = list(csv.reader(io.StringIO(text)))
    assert len(rows) > len(FORMULAS)
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "@", "＝"))] == []
    # A number may be negative; a text that begins so may not.
    assert all(cell.lstrip("-").isdigit() for cell in cells if cell.startswith("-"))
    assert {f"'{name} 1, {name} 1" for name in FORMULAS} <= set(cells)
    # Who divides at semicolons too meets no formula: a text is in quotes as a whole.
    assert '"Chie;=2 before"' in text


@pytest.mark.gate(1)
@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("csv", "table-1.csv"),
        ("mjai", "table-1.mjai.jsonl"),
        ("tenhou6", "table-1.tenhou6.json"),
        ("sheet", "table-1.sheet.html"),
    ],
)
def test_a_file_says_each_word_of_its_name_once(table, form, name):
    begin_a_hand(table)
    assert table.header(f"/api/games/table-1/export?format={form}", "Content-Disposition").endswith(
        f'filename="{name}"'
    )


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("e\u200d\u0301", "é"),
        ("A\u200cki", "Aki"),
        ("Aki \u200d\u200c ", "Aki"),
        ("\u3000山田\u3000\u200d太郎", "山田 太郎"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("\u0d28\u0d4d\u200d\u0d31", "\u0d28\u0d4d\u200d\u0d31"),
        ("\u200d", ""),
    ],
)
def test_a_joiner_stays_in_a_name_only_where_it_joins(typed, kept):
    assert as_entered(typed) == kept == as_entered(kept)
    assert same_name(typed) == same_name(kept)


def test_every_fact_that_tells_a_text_is_looked_at():
    hints = {kind: get_type_hints(kind).values() for kind in get_args(f.Fact)}
    with_text = {kind for kind, found in hints.items() if str in found or tuple[str, ...] in found}
    assert with_text == {
        *(f.HanchanStarted, f.Chombo, f.SeatsBound),
        *(t.PlayerSubstituted, t.PlayerRenamed, t.RulesChanged),
    }
    value = f.HandValue(1, 30, 0, (("a\nb", 1),))
    unfit = (
        f.HanchanStarted(("a\nb",), "tenhou"),
        f.HanchanStarted(("a",), "a\nb"),
        f.Chombo(A, "a\nb"),
        f.SeatsBound("a\nb"),
        t.PlayerSubstituted(A, "a\nb"),
        t.PlayerRenamed(A, "a\nb"),
        t.RulesChanged(TENHOU, ("a\nb",)),
        t.RulesChanged(replace(TENHOU, name="a\nb"), ("bust",)),
        f.Won(A, f.WinBy.RON, B, value=value),
    )
    for fact in unfit:
        assert not has_fit_texts(fact)
        assert has_fit_texts(with_fit_texts(fact))
        assert "a?b" in str(with_fit_texts(fact))
