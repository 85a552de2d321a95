"""What the companion knows about the keys of a profile before it opens them."""

import pytest

from companion.intake.hardware import planned_panel
from hardware import Button, Side


@pytest.mark.parametrize(
    ("profile", "sides"),
    [("usb-panel", ""), ("number-pads", ""), ("pi5-gpio", "ABCD"), ("mqtt-buttons", "BC")],
)
def test_a_profile_says_which_sides_have_no_key_for_tsumo(profile, sides):
    """Where a side has none, its `ron` may be either, and is asked about where both are possible."""
    plan = planned_panel(profile)
    assert plan is not None
    assert {side for side, keys in plan.keys.items() if Button.TSUMO not in keys} == {
        Side[side] for side in sides
    }


def test_the_small_build_has_no_next():
    plan = planned_panel("pi5-gpio")
    assert plan is not None
    assert list(plan.keys) == list(Side)
    assert not any(Button.NEXT in keys for keys in plan.keys.values())
