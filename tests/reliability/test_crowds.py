"""The controls of C1 to C4: without the walls each of these attacks shuts people out."""

import pytest

from tests.reliability.crowds import shuts_out


@pytest.mark.gate(1)
@pytest.mark.parametrize("kind", ["half-sent", "slow-bodies", "deaf", "watching"])
def test_without_walls_people_are_shut_out(kind, tmp_path):
    assert shuts_out(kind, tmp_path / "games")
