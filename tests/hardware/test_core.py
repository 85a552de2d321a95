"""The firmware's core, compiled for this machine: its keys, its lamps, its patience and its nerves."""

import re
import shutil
import subprocess

import pytest

from firmware_bridge.frames import LineReader, encode
from firmware_bridge.signals import Lamp
from tests.firmware_bridge.firmware import SOURCES, NativePanel, built


@pytest.fixture
def panel():
    panel = NativePanel()
    yield panel
    panel.close()


def said(panel, data=b"", ms=1):
    return LineReader().feed(panel.exchange(data, ms * 1000))


def greet(panel):
    said(panel, encode("?"), 2)
    said(panel, encode("A 255"), 600)


@pytest.mark.gate(1)
@pytest.mark.parametrize(("count", "seed"), [(300_000, 1), (1_500_000, 1), (1_500_000, 2)])
def test_random_and_damaged_frames_break_nothing_under_the_sanitizers(count, seed):
    ran = subprocess.run(
        [str(built("fuzz")), str(count), str(seed)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.startswith(f"{count} frames")


@pytest.mark.gate(1)
@pytest.mark.parametrize(("count", "seed"), [(100_000, 1), (500_000, 1), (500_000, 2)])
def test_wild_datagrams_break_neither_end_of_the_radio_under_the_sanitizers(count, seed):
    ran = subprocess.run(
        [str(built("fuzz_radio")), str(count), str(seed)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.startswith(f"{count} datagrams")


@pytest.mark.gate(0)
@pytest.mark.parametrize(
    ("file", "line", "broken"),
    [
        ("radio_wire.h", "return take_wire(&check, 2) ==", "return take_wire(&check, 2) || 1 =="),
        ("radio_receiver.c", "|| length != RADIO_HEADER + count * RADIO_EDGE", ""),
        ("radio_receiver.c", "if (panel->count == PANEL_QUEUE)", "if (panel->count > PANEL_QUEUE)"),
        ("radio_box.c", "if (told > 0 && told <= box->count)", "if (told > 0)"),
    ],
)
def test_a_radio_without_one_of_its_checks_is_broken_by_the_wild_datagrams(tmp_path, file, line, broken):
    built("fuzz_radio")
    copy = tmp_path / "panel_firmware"
    shutil.copytree(SOURCES, copy)
    source = copy / "core" / file
    text = source.read_text()
    assert text.count(line) == 1
    source.write_text(text.replace(line, broken))
    subprocess.run(["make", "-C", copy, f"BUILD={tmp_path}", "CC=gcc -w", "fuzz_radio"], check=True)
    ran = subprocess.run(
        [str(tmp_path / "fuzz_radio"), "200000", "1"], capture_output=True, text=True, check=False
    )
    assert ran.returncode != 0


def test_the_looks_of_the_lamps_are_the_same_on_both_ends():
    header = (SOURCES / "core" / "waves.h").read_text()
    rows = re.findall(r"0x([0-9A-F]{4}), /\* (\w+)\s+([#.]{16}) \*/", header)
    assert [(name, wave) for _, name, wave in rows] == [(lamp.name, lamp.wave) for lamp in Lamp]
    assert all(f"{int(word, 16):016b}" == wave.replace("#", "1").replace(".", "0") for word, _, wave in rows)


@pytest.mark.parametrize("lamp", list(Lamp))
def test_a_lamp_plays_its_wave(panel, lamp):
    greet(panel)
    mask = sum((lamp.value >> plane & 1) << (4 * plane + 2) for plane in range(4))
    said(panel, encode(f"L 1 {mask}"), 1)
    while panel.now_ns // 1_000_000 % 2_000 != 60:
        said(panel, encode("A 255"))
    seen = ""
    for _ in range(16):
        seen += "#" if panel.lamps >> 2 & 1 else "."
        assert panel.lamps & ~4 == 0
        said(panel, encode("A 255"), 125)
    assert seen == lamp.wave


def test_alone_it_walks_its_lamps_then_shows_that_nobody_is_there(panel):
    walk = []
    for _ in range(4):
        panel.exchange(b"", 250_000 - 1_000)
        walk.append(panel.lamps)
        panel.exchange(b"", 1_000)
    assert walk == [1, 2, 4, 8]
    flashes = 0
    for _ in range(40):
        panel.exchange(b"", 50_000)
        flashes += panel.lamps == 15
    assert 0 < flashes <= 4


def test_alone_a_key_lights_the_lamp_of_its_seat(panel):
    panel.exchange(b"", 1_500_000)
    panel.press(1 << 18)
    panel.exchange(b"", 200_000)
    assert panel.lamps == 0b0100


def test_when_the_host_goes_away_the_lamps_say_so_and_the_mask_returns_with_it(panel):
    greet(panel)
    said(panel, encode("L 1 15"))
    assert panel.lamps == 15
    panel.exchange(b"", 3_200_000)
    lit = set()
    for _ in range(20):
        panel.exchange(b"", 100_000)
        lit.add(panel.lamps)
    assert lit == {0, 15}
    said(panel, encode("?"))
    assert panel.lamps == 15


@pytest.mark.parametrize(("samples", "edges"), [(4, 0), (5, 1)])
def test_five_equal_samples_make_a_press(panel, samples, edges):
    panel.press(1)
    panel.exchange(b"", samples * 1_000)
    panel.press(0)
    panel.exchange(b"", 4_000)
    assert panel.queued == edges


@pytest.mark.parametrize(("samples", "edges"), [(6, 1), (19, 1), (20, 3)])
def test_twenty_equal_samples_make_a_release_so_that_a_held_key_that_chatters_is_one_press(
    panel, samples, edges
):
    panel.press(1)
    panel.exchange(b"", 30_000)
    panel.press(0)
    panel.exchange(b"", samples * 1_000)
    panel.press(1)
    panel.exchange(b"", 19_000)
    assert panel.queued == edges


def test_chatter_makes_one_edge(panel):
    for down in (1, 0, 1, 1, 0, 1, 0, 0, 1):
        panel.press(down)
        panel.exchange(b"", 1_000)
    panel.exchange(b"", 20_000)
    assert panel.queued == 1


def test_a_contact_that_never_settles_makes_no_edge(panel):
    for _ in range(10):
        for down, samples in ((1, 4), (0, 1)):
            panel.press(down)
            panel.exchange(b"", samples * 1_000)
    assert panel.queued == 0


def test_edges_are_told_only_after_a_hello(panel):
    panel.press(1 << 9)
    assert not [line for line in said(panel, ms=300) if line.startswith("E")]
    assert [line for line in said(panel, encode("?"), 20) if line.startswith("E")] == ["E 0 1 1 D 5"]


def test_an_edge_is_repeated_until_it_is_acknowledged_and_then_never_again(panel):
    greet(panel)
    panel.press(1)
    told = [line for line in said(panel, ms=200) if line.startswith("E")]
    assert len(told) > 3
    assert len(set(told)) == 1
    said(panel, encode("A 0"), 10)
    assert not [line for line in said(panel, ms=200) if line.startswith("E")]


@pytest.mark.parametrize(("ack", "left"), [("A 0", 7), ("A 3", 4)])
def test_an_acknowledgement_takes_what_it_names_and_no_more(panel, ack, left):
    greet(panel)
    panel.press(0xFF)
    said(panel, ms=30)
    said(panel, encode(ack), 2)
    assert panel.queued == left


def test_only_four_edges_are_under_way_at_a_time(panel):
    greet(panel)
    panel.press(0xFF)
    sequences = {line.split()[1] for line in said(panel, ms=300) if line.startswith("E")}
    assert sequences == {"0", "1", "2", "3"}


@pytest.mark.parametrize("ack", ["A 4", "A 100", "A 256", "A", "A x", "A -1"])
def test_an_acknowledgement_of_what_was_never_sent_changes_nothing(panel, ack):
    greet(panel)
    panel.press(0xFF)
    said(panel, ms=30)
    said(panel, encode(ack), 2)
    assert panel.queued == 8


def test_an_acknowledgement_beyond_the_last_edge_changes_nothing(panel):
    greet(panel)
    panel.press(1)
    said(panel, ms=30)
    said(panel, encode("A 1"), 2)
    assert panel.queued == 1


def test_the_heartbeat_counts_what_was_damaged(panel):
    greet(panel)
    beats = [line for line in said(panel, b"?*0000\nA 7*A65\n" + b"x" * 60 + b"\n", 300) if line[0] == "H"]
    assert beats[-1].split()[3] == "3"


def test_a_frame_newer_than_the_firmware_is_no_damage(panel):
    greet(panel)
    said(panel, encode("Z 1 2 3") + encode("A 255 more"), 5)
    assert panel.damaged == 0


def test_lamps_are_set_again_by_a_command_with_an_old_number(panel):
    greet(panel)
    assert "K 7 15" in said(panel, encode("L 7 15"), 5)
    assert "K 7 1" in said(panel, encode("L 7 1"), 5)
    assert panel.lamps == 1


def test_every_line_fits_whatever_the_numbers():
    panel = NativePanel(2**32 - 1)
    lines = []
    for _ in range(4):
        panel._started_ns -= (2**30 - 1_000) * 1_000_000
        lines += said(panel, ms=300)
    assert lines[-1].startswith("I 1 native 1 4294967295 0 4 8 42949")
    assert all(len(encode(line)) <= 48 for line in lines)
    panel.close()
