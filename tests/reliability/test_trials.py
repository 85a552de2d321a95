"""Every trial, in its short form; the gate leaves out those that take longest."""

import pytest

from tests.reliability.all_trials import TRIALS
from tests.reliability.trials import row

LONG = frozenset(
    {
        *("C2", "C3", "C5"),
        *("N1", "N2", "N3", "N4", "P1", "P3", "P4", "P5", "P6"),
        *("R1", "R7", "R10", "R16", "R17", "R17c", "R18", "R19", "R19c", "R20", "Z9"),
    }
)
"""What takes over five seconds also in its short form, with its controls; half of the six crowds;
and the viewers that are only counted."""


@pytest.mark.gate(*(TRIALS.keys() - LONG))
@pytest.mark.parametrize("name", TRIALS)
def test_a_trial_meets_its_target(name, tmp_path, record_property):
    trial = TRIALS[name]
    outcome = trial.run(trial.short, tmp_path)
    record_property("trial", row(trial, outcome))
    assert outcome.tries > 0
    assert outcome.failures == 0, outcome.note
