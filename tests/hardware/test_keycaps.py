"""The page of stickers for number pads: as large as keys are, in two colours, drawn by its program."""

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from hardware import Button
from lab import keycaps

SVG = "{http://www.w3.org/2000/svg}"


def stickers():
    return ET.fromstring(keycaps.SHEET.read_text("utf-8")).findall(f"{SVG}g")  # noqa: S314 - our own


def test_there_is_a_sticker_for_every_key_of_four_pads():
    found = Counter(each.get("id").partition("-")[0] for each in stickers())
    assert set(found) == {button.label for button in Button}
    assert min(found.values()) >= 4


def test_a_sticker_is_as_large_as_the_top_of_a_key_and_has_two_colours():
    page = keycaps.SHEET.read_text("utf-8")
    # One unit is one millimetre.
    assert 'width="210mm" height="297mm" viewBox="0 0 210 297"' in page
    for each in stickers():
        edge, *words = each
        assert (edge.get("width"), edge.get("height")) == ("12.0", "12.0")
        assert [word.get("fill") for word in words] == [keycaps.BLACK, keycaps.RED]


def test_no_letter_reaches_over_the_edge_of_its_sticker():
    for each in stickers():
        edge, *words = each
        x, y = float(edge.get("x")), float(edge.get("y"))
        for word in words:
            for left, top in absolute(word.get("d")):
                assert x < left < x + 12, each.get("id")
                assert y < top < y + 12, each.get("id")


def absolute(path):
    """Every point that a path names; the program writes absolute commands alone."""
    at = [0.0, 0.0]
    for command, numbers in re.findall(r"([MLHVCQZ])([^MLHVCQZ]*)", path):
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        if command == "H":
            values = [part for value in values for part in (value, at[1])]
        elif command == "V":
            values = [part for value in values for part in (at[0], value)]
        for pair in zip(values[::2], values[1::2], strict=True):
            at = list(pair)
            yield pair


def test_the_page_is_what_its_program_draws():
    pytest.importorskip("fontTools", reason="the fonts' library is not installed")
    if not keycaps.FONT.exists():
        pytest.skip(f"{keycaps.FONT} is not here; scripts/install-lab-fonts brings it")
    assert keycaps.sheet(keycaps.Letters()) == keycaps.SHEET.read_text("utf-8")


def test_the_words_are_those_of_the_printed_boxes():
    drawing = (keycaps.SHEET.parents[1] / "enclosure/common.scad").read_text("utf-8")
    printed = dict(re.findall(r'\["(\w+)", "([^"]+)"\]', drawing))
    assert {button.label: word for button, word in keycaps.WORDS.items()} == printed
