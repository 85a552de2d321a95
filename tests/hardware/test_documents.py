"""The guides say what is true: golden lines, lamps, keys, files and pictures."""

import re

import pytest

from firmware_bridge.frames import encode, parse, unwrap
from firmware_bridge.gestures import HELD_DOWN_NS, LONG_PRESS_NS
from firmware_bridge.protocol import GREETING_NS, HELLO_EVERY_NS, LAMPS_EVERY_NS, NOISE_NS, SILENCE_NS
from firmware_bridge.signals import Button, Lamp
from tests.firmware_bridge.firmware import ROOT, SOURCES

PROTOCOL = (ROOT / "docs" / "reference" / "panel-protocol.md").read_text()
BUTTONS = (ROOT / "docs" / "buttons.md").read_text()
BUILD = "\n".join(path.read_text() for path in sorted((ROOT / "docs").glob("build*.md")))
HARDWARE = (ROOT / "hardware" / "README.md").read_text()


def rows(text, first):
    """The cells of the rows whose first cell fits."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    return [row for row in cells if re.fullmatch(first, row[0])]


def test_every_line_in_the_protocol_is_written_right():
    lines = [row[0].strip("`") for row in rows(PROTOCOL, r"`.*\*[0-9A-F]{4}`")]
    assert len(lines) == 8
    for line in lines:
        payload = unwrap(line.encode())
        assert encode(payload) == line.encode() + b"\n"
        assert payload[0] in "?AL" or parse(payload) is not None


def test_the_lamps_in_the_protocol_are_ours():
    found = [(int(number), name, wave.strip("`")) for number, name, wave in rows(PROTOCOL, r"\d")]
    assert found == [(lamp.value, lamp.name, lamp.wave) for lamp in Lamp]


def test_the_times_in_the_protocol_are_ours():
    header = (SOURCES / "core" / "panel.h").read_text()
    numbers = {name: int(value) for name, value in re.findall(r"#define PANEL_(\w+) (\d+)", header)}
    assert f"every {numbers['RESEND_MS']} ms" in PROTOCOL
    assert f"every {numbers['GREET_MS']} ms" in PROTOCOL
    assert f"every {numbers['BEAT_MS']} ms" in PROTOCOL
    assert f"queue of {numbers['QUEUE']}" in PROTOCOL
    assert (HELLO_EVERY_NS, LAMPS_EVERY_NS) == (200_000_000, 50_000_000)
    assert "every 200 ms" in PROTOCOL
    assert "every 50 ms" in PROTOCOL
    assert (SILENCE_NS, NOISE_NS, GREETING_NS) == (900_000_000, 10_000_000_000, 3_000_000_000)


def test_every_key_has_a_meaning_in_every_state():
    table = rows(BUTTONS, "`[a-z]+`")
    assert [row[0].strip("`") for row in table] == [button.label for button in Button]
    assert all(len(row) == 6 and all(row) for row in table)


def test_every_lamp_has_a_meaning():
    assert [row[0] for row in rows(BUTTONS, "[A-Z]{3,}")] == [lamp.name for lamp in Lamp]


def test_the_times_of_long_presses_are_ours():
    assert f"`wait`, {LONG_PRESS_NS / 1e9:.1f} seconds" in BUTTONS
    assert f"`kan`, {HELD_DOWN_NS / 1e9:.0f} seconds" in BUTTONS


def test_the_keys_lie_in_rows_and_columns_as_told():
    told = [row[1:] for row in rows(HARDWARE, "(first|second) row")]
    assert [label for row in told for label in row] == [button.label for button in Button]


@pytest.mark.parametrize(
    "text", [BUILD, BUTTONS, HARDWARE, PROTOCOL], ids=["build", "buttons", "hardware", "protocol"]
)
def test_files_that_are_named_are_there(text):
    links = [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in link]
    folders = [ROOT / "docs", ROOT / "docs" / "reference", ROOT / "hardware"]
    assert all(any((folder / link).exists() for folder in folders) for link in links)
    named = re.findall(r"`((?:hardware|scripts|docs|firmware_bridge)/[\w./-]+)`", text)
    assert all((ROOT / name).exists() for name in named), named


def test_every_sentence_of_the_troubleshooting_is_one_that_is_said():
    code = "".join(path.read_text() for path in (ROOT / "firmware_bridge").glob("*.py"))
    said = re.sub(r'"\s*f?"', "", code)
    told = [row[0].strip("*") for row in rows(BUILD, r"\*[^*]+\*")]
    for sentence in told:
        words = (
            sentence.replace("2e8a:000a", "{link.vendor:04x}:{link.product:04x}")
            .replace("2e8a:0005", "{names}")
            .rstrip(" …")
            .split("…")[0]
        )
        words = words.replace("2 panels", "panels")
        assert words.strip() in said, sentence
    assert len(told) > 6


PARTS = """tray, RJ45, inserts, arcade button, keyboard switch, labels, diode, column, Nano, charger,
number pads, phones, install-pi, ribbon, focus, arm, ribbon cable, without the arm, kiosk,
restart the companion, list of parts, filament,
ribbon cable on its bridge, without a cable, cell, slide switch"""


def test_whoever_holds_the_hub_or_the_guide_is_warned_that_its_sockets_are_no_network():
    lid = (ROOT / "hardware" / "enclosure" / "hub_box.scad").read_text().split("module hub_lid")[1]
    printed = re.search(r'label\("(KEYS ONLY[^"]*)"', lid)[1]
    assert "NO NETWORK" in printed
    warning = BUILD.split("**These are not network sockets.**")[1].split("\n\n")[0]
    assert "PoE" in warning
    assert re.search(r"\*(KEYS ONLY)\*", warning)[1] in printed
    # It stands where the hub is built, and not only where faults are looked up.
    assert BUILD.index("## The hub") < BUILD.index(warning)


def test_the_first_builder_has_a_place_for_every_answer():
    """What only a person with the parts can tell: every kind of part stands there, no answer is filled in."""
    page = (ROOT / "docs" / "first-builder.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if re.match(r"\| \d+ \|", line)]
    assert [int(number) for number, *_ in rows] == list(range(1, len(rows) + 1))
    assert {answer.strip() for *_, answer in rows} == {""}
    for part in re.split(r",\s+", PARTS):
        assert any(part in what for _, what, *_ in rows), part
    assert "(first-builder.md)" in (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
