"""What the gate leaves out for the whole run, said by each test about itself."""

from types import SimpleNamespace

import pytest

from tests.tiers import parted


def asked_for(*cases: str, gate: tuple[int | str, ...] | None = None) -> list[SimpleNamespace]:
    """The collected cases of one test, marked with what the gate tries of it."""
    mark = None if gate is None else SimpleNamespace(args=gate)
    return [
        SimpleNamespace(nodeid=f"a.py::test_it[{case}]", get_closest_marker=lambda _: mark) for case in cases
    ]


def ids_of(items: list[SimpleNamespace]) -> list[str]:
    return [item.nodeid.partition("[")[2].rstrip("]") for item in items]


@pytest.mark.parametrize(
    ("gate", "kept"),
    [
        (None, ["en-1", "de-1", "ja-1", "ja-2"]),
        ((0,), []),
        ((2,), ["en-1", "de-1"]),
        (("ja",), ["ja-1", "ja-2"]),
        (("de", "2"), ["de-1", "ja-2"]),
    ],
)
def test_a_test_says_which_of_its_cases_the_gate_tries(gate, kept) -> None:
    items = asked_for("en-1", "de-1", "ja-1", "ja-2", gate=gate)
    tried, left = parted(items)
    assert ids_of(tried) == kept
    assert sorted(ids_of(tried) + ids_of(left)) == sorted(ids_of(items))


def test_cases_of_two_tests_are_counted_apart() -> None:
    other = [SimpleNamespace(nodeid="b.py::test_it", get_closest_marker=lambda _: SimpleNamespace(args=(1,)))]
    tried, left = parted([*asked_for("1", "2", gate=(1,)), *other])
    assert (len(tried), len(left)) == (2, 1)


def test_a_case_that_is_not_there_is_said() -> None:
    with pytest.raises(pytest.UsageError, match="no case fr for the gate"):
        parted(asked_for("en", "de", gate=("fr",)))
