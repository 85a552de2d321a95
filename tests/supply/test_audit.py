"""`scripts/audit` never calls libraries sound that nobody could look up."""

import json
import shutil
import subprocess

import pytest

HOLE = {"name": "setuptools", "version": "65.5.0", "vulns": [{"id": "CVE-2022-40897"}]}
SOUND = {"name": "click", "version": "8.5.1", "vulns": []}
SKIPPED = {"name": "flask", "skip_reason": "could not be audited"}
OURS = {"name": "riichi-table-companion", "skip_reason": "distribution marked as editable"}

ASKER = """#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    --output) out=$2 ;;
    --requirement) answer="{folder}/control" ;;
    --path) answer="{folder}/installed" ;;
  esac
  shift
done
[ -e "$answer" ] && cp "$answer" "$out" && exit 1
echo "a traceback" >&2
echo "ConnectionError: the list cannot be reached" >&2
exit 1
"""


@pytest.fixture
def audit(root, tmp_path):
    """What the script says where the list answers so."""
    (tmp_path / "scripts").mkdir()
    script = shutil.copy(root / "scripts" / "audit", tmp_path / "scripts")
    for place, text in (
        ("build/audit/bin/python", ASKER.format(folder=tmp_path)),
        ("build/audit/bin/pip-audit", "#!/bin/sh\n"),
        (".venv/bin/python", "#!/bin/sh\necho nowhere\n"),
    ):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def audit(control, installed):
        for name, told in (("control", control), ("installed", installed)):
            if told is not None:
                (tmp_path / name).write_text(json.dumps({"dependencies": told, "fixes": []}))
        ended = subprocess.run([script], capture_output=True, text=True, check=False, timeout=60)
        return ended.returncode, ended.stdout, ended.stderr

    return audit


def test_where_every_library_was_looked_up_and_none_has_a_hole_it_says_so(audit):
    assert audit([HOLE], [SOUND, SOUND, OURS]) == (0, "None of 2 libraries has a known hole.\n", "")


def test_a_hole_is_named(audit):
    status, said, _ = audit([HOLE], [SOUND, HOLE])
    assert (status, said) == (1, "setuptools 65.5.0 has a known hole: CVE-2022-40897\n")


def test_a_list_that_knows_no_hole_at_all_says_nothing_about_ours(audit):
    for control in ([], [{**HOLE, "vulns": []}], [{"name": "setuptools", "skip_reason": "not found"}]):
        status, said, errors = audit(control, [SOUND])
        assert (status, said) == (2, "")
        assert "nothing is known about any library" in errors


def test_a_library_that_could_not_be_looked_up_is_named(audit):
    assert audit([HOLE], [SOUND, SKIPPED]) == (2, "", "These were not looked up: flask.\n")


def test_a_list_that_cannot_be_reached_is_said_in_two_lines(audit):
    status, said, errors = audit(None, None)
    assert (status, said) == (2, "")
    lines = errors.splitlines()
    assert lines[0] == "ConnectionError: the list cannot be reached"
    assert lines[-1].startswith("The list does not answer here")
