"""A change of a fact or of a rule set is a new form of the journal, with all that belongs to it."""

from dataclasses import MISSING, fields

import pytest

from companion.journal.codec import SCHEMA_VERSION
from companion.journal.strict import KINDS_OF_FACT
from companion.riichi.ruleset import RuleSet
from tests.journal.shapes import CHECKLIST, FOLDER, kept, shape

FORMS = sorted(int(path.stem.removeprefix("form-")) for path in FOLDER.glob("form-*.txt"))
KINDS = {**KINDS_OF_FACT, "RuleSet": RuleSet}


def test_facts_and_rule_sets_are_what_this_form_of_the_journal_holds() -> None:
    path = kept(SCHEMA_VERSION)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    changed = sorted(set(before.splitlines()) ^ set(shape().splitlines()))
    assert not changed, f"{CHECKLIST}\n\n" + "\n".join(changed)


@pytest.mark.parametrize("form", range(1, SCHEMA_VERSION))
def test_a_journal_of_every_older_form_is_kept(form: int) -> None:
    assert (FOLDER / f"form-{form}.sql").is_file(), CHECKLIST


@pytest.mark.parametrize("form", FORMS)
def test_what_an_older_form_did_not_have_has_a_default(form: int) -> None:
    held = kept(form).read_text(encoding="utf-8").splitlines()
    known = {line.partition(":")[0] for line in held}
    without = [
        f"{name}.{field.name}"
        for name, kind in KINDS.items()
        if any(one == name or one.startswith(f"{name}.") for one in known)
        for field in fields(kind)
        if f"{name}.{field.name}" not in known
        if field.default is MISSING and field.default_factory is MISSING
    ]
    assert not without, CHECKLIST


def test_the_page_of_the_journal_names_the_form() -> None:
    page = (FOLDER.parents[1] / "docs/reference/journal.md").read_text(encoding="utf-8")
    assert f"becomes form {SCHEMA_VERSION} when it is opened for writing" in page, CHECKLIST
