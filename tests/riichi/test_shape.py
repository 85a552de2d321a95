"""Readings, waits and tenpai of hands; what a kan would change is in test_kan_in_riichi."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.riichi.shape import (
    Group,
    GroupKind,
    counts_of,
    is_complete,
    is_kokushi,
    is_tenpai,
    readings,
    tenpai_discards,
    waits,
    waits_for_kokushi,
)
from companion.riichi.tiles import BY_KIND, KINDS, parse_tiles, text_of


def waits_of(hand: str) -> str:
    return text_of(BY_KIND[kind] for kind in sorted(waits(counts_of(parse_tiles(hand)))))


def read(hand: str) -> list[str]:
    return [" ".join(map(str, reading)) for reading in readings(counts_of(parse_tiles(hand)))]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("123m456p789s1155z", "15z"),
        ("1112345678999m", "123456789m"),
        ("2345m", "25m"),
        ("5z", "5z"),
        ("1133m5577p2299s5z", "5z"),
        ("112233m445566p7s", "7s"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("119m19p19s123457z", "6z"),
    ],
)
def test_a_tenpai_hand_waits(hand: str, expected: str) -> None:
    assert waits_of(hand) == expected


@pytest.mark.parametrize(
    "hand",
    ["147m258p369s1234z", "13m5z1z", "1111m", "1111m456p789s111z", "1133m5577p229999s", "119m19p19s123455z"],
)
def test_a_noten_hand_waits_for_nothing(hand: str) -> None:
    assert waits_of(hand) == ""


@st.composite
def hands(draw) -> tuple[int, ...]:
    """Hands of few suits, which are often tenpai."""
    size = draw(st.sampled_from((1, 4, 7, 10, 13)))
    kinds = draw(
        st.sampled_from((range(9), range(9, 27), range(18, 34), (0, 8, 9, 17, 18, 26, *range(27, 34))))
    )
    deck = [kind for kind in kinds for _ in range(4)]
    counts = [0] * KINDS
    for kind in draw(st.permutations(deck))[:size]:
        counts[kind] += 1
    return tuple(counts)


@given(hands())
def test_a_wait_is_what_completes_the_hand(hand: tuple[int, ...]) -> None:
    completing = {
        kind
        for kind in range(KINDS)
        if hand[kind] < 4 and is_complete((*hand[:kind], hand[kind] + 1, *hand[kind + 1 :]))
    }
    assert waits(hand) == completing
    assert is_tenpai(hand) is bool(completing)


@given(hands(), st.integers(0, KINDS - 1))
def test_a_hand_is_complete_when_it_can_be_read(hand: tuple[int, ...], kind: int) -> None:
    full = (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])
    found = readings(full)
    assert bool(found) is is_complete(full)
    for reading in found:
        assert counts_of(BY_KIND[k] for group in reading for k in group.kinds) == full


def test_a_hand_may_be_read_in_several_ways() -> None:
    assert read("222333444p11z") == ["222p 333p 444p 11z", "234p 234p 234p 11z"]
    assert read("223344m556677p88s") == ["234m 234m 567p 567p 88s", "22m 33m 44m 55p 66p 77p 88s"]
    assert read("19m19p19s11234567z") == ["1m 9m 1p 9p 1s 9s 11z 2z 3z 4z 5z 6z 7z"]
    assert read("123m456p") == []
    assert read("124m11z") == []


def test_runs_do_not_cross_suits_and_honours_make_none() -> None:
    assert read("89m1p55z") == []
    assert read("123z55z") == []


def test_kokushi_is_thirteen_orphans_and_one_twice() -> None:
    assert is_kokushi(counts_of(parse_tiles("19m19p19s11234567z")))
    assert not is_kokushi(counts_of(parse_tiles("19m19p19s1234567z2m")))
    assert not is_kokushi(counts_of(parse_tiles("19m19p19s1234567z")))
    assert waits_for_kokushi(counts_of(parse_tiles("19m19p19s1234567z")))
    assert not waits_for_kokushi(counts_of(parse_tiles("123m456p789s1155z")))
    assert not waits_for_kokushi(counts_of(parse_tiles("1z")))


def test_some_discards_keep_tenpai() -> None:
    assert (
        text_of(BY_KIND[kind] for kind in sorted(tenpai_discards(parse_tiles("123m456p789s1155z9m")))) == "9m"
    )
    assert tenpai_discards(parse_tiles("147m258p369s12345z")) == frozenset()


def test_a_group_is_written_as_its_tiles() -> None:
    forms = [Group(form, 0) for form in GroupKind]
    assert [str(group) for group in forms] == ["123m", "111m", "11m", "1m"]
