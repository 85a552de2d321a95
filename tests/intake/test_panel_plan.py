"""What the companion knows about the keys of a profile before it opens them."""

import pytest

from companion.intake.hardware import planned_panel
from hardware import Side


@pytest.mark.parametrize(
    ("profile", "sides"),
    [("usb-panel", ""), ("number-pads", ""), ("pi5-gpio", "ABCD"), ("mqtt-buttons", "BC")],
)
def test_a_profile_says_which_sides_have_no_key_for_tsumo(profile, sides):
    """Where a side has none, its `ron` may be either, and is asked about where both are possible."""
    plan = planned_panel(profile)
    assert plan is not None
    assert plan.without_tsumo == {Side[side] for side in sides}
