"""What must break when other libraries are installed than were tested, or the audit is too easily content."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

_LOCKED = "tests/supply/test_locked.py::test_"

MUTANTS = (
    Mutant(
        promise="security/hashes",
        broken="a file without a hash is installed",
        file="scripts/install-locked",
        old=" --require-hashes --only-binary=:all:",
        new=" --only-binary=:all:",
        tests=(f"{_LOCKED}a_library_without_a_hash_is_refused",),
    ),
    Mutant(
        promise="security/hashes",
        broken="the hashes are not looked at",
        file="scripts/install-locked",
        old='--require-hashes --only-binary=:all: --requirement "$2"',
        new="--only-binary=:all: tiles",
        tests=(f"{_LOCKED}what_was_changed_on_its_way_is_refused_and_nothing_is_installed",),
    ),
    Mutant(
        promise="security/hashes",
        broken="the update takes whatever is newest",
        file="scripts/update",
        old='    scripts/install-locked "$new/bin/python"\n',
        new='    "$new/bin/python" -m pip install ".[panel,vision]"\n',
        tests=(f"{_LOCKED}the_update_installs_by_nothing_else",),
    ),
    Mutant(
        promise="security/hashes",
        broken="a library that the companion needs is not locked",
        file="requirements/locked.txt",
        old="waitress==3.0.2 \\\n",
        new="waitless==3.0.2 \\\n",
        tests=(f"{_LOCKED}every_library_that_is_asked_for_is_there_and_new_enough",),
    ),
    Mutant(
        promise="security/wheels-alone",
        broken="what has no wheel is built",
        file="scripts/install-locked",
        old=" --require-hashes --only-binary=:all:",
        new=" --require-hashes",
        tests=(f"{_LOCKED}a_library_that_would_have_to_be_built_is_refused",),
    ),
    Mutant(
        promise="security/audit",
        broken="a list that knows nothing calls every library sound",
        file="scripts/audit",
        old='if not any(one.get("vulns") for one in control):\n',
        new="if False:\n",
        tests=("tests/supply/test_audit.py",),
    ),
    Mutant(
        promise="security/audit",
        broken="libraries that were not looked up are passed over",
        file="scripts/audit",
        old="elif unknown or not installed:\n",
        new="elif not installed:\n",
        tests=("tests/supply/test_audit.py",),
    ),
)
