"""Every trial, in its short form."""

import pytest

from tests.reliability.all_trials import TRIALS
from tests.reliability.trials import row


@pytest.mark.parametrize("name", TRIALS)
def test_a_trial_meets_its_target(name, tmp_path, record_property):
    trial = TRIALS[name]
    outcome = trial.run(trial.short, tmp_path)
    record_property("trial", row(trial, outcome))
    assert outcome.tries > 0
    assert outcome.failures == 0, outcome.note
