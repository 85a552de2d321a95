"""A panel on a real serial port of the system (a pseudo-terminal), with the real core behind it."""

import errno
import os
import pty
import subprocess
import sys
import termios
import threading
import tty
from dataclasses import dataclass, replace

import pytest

from firmware_bridge.errors import PanelAmbiguous, PanelError
from firmware_bridge.frames import encode
from firmware_bridge.ports import find_port, not_opened
from firmware_bridge.serial_panel import SerialPanel
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, PanelStatus, Press, Side
from hardware import SerialLink
from tests.firmware_bridge.firmware import ROOT
from tests.firmware_bridge.pty_device import PtyDevice
from tests.firmware_bridge.waiting import eventually, signals_until, until_condition, until_count


@pytest.fixture
def device(tmp_path):
    with PtyDevice(tmp_path) as device:
        yield device


@pytest.fixture
def panel(device):
    panel = SerialPanel(SerialLink(port=str(device.port)))
    yield panel
    panel.close()


@pytest.fixture
def bare_port():
    """A port on which the test itself is the device."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    panel = SerialPanel(SerialLink(port=os.ttyname(slave)))
    yield master, panel
    panel.close()
    os.close(master)
    os.close(slave)


def tap(device, panel, key):
    device.press(1 << key)
    signals = until_count(panel, Press, 1)
    device.press(0)
    return [(s.side, s.button) for s in signals if isinstance(s, Press)]


def test_a_key_becomes_a_press(device, panel):
    until_condition(panel, Condition.CONNECTED)
    assert tap(device, panel, 8 * 2 + 1) == [(Side.C, Button.PON)]


def test_the_lamps_follow(device, panel):
    until_condition(panel, Condition.CONNECTED)
    panel.show(Lamps(b=Lamp.STEADY, d=Lamp.STEADY))
    eventually(panel, lambda: device.lamps == 0b1010)


def test_a_pulled_plug_is_told_and_a_returned_panel_goes_on(device, panel):
    until_condition(panel, Condition.CONNECTED)
    panel.show(Lamps(a=Lamp.STEADY))
    assert tap(device, panel, 0) == [(Side.A, Button.CHI)]
    device.unplug()
    signals_until(panel, lambda seen: any(isinstance(s, PanelStatus) and "unplugged" in s.says for s in seen))
    device.press(1 << 9)
    device.plug()
    signals = until_count(panel, Press, 1)
    assert [s.condition for s in signals if isinstance(s, PanelStatus)][-1] is Condition.CONNECTED
    assert [(s.side, s.button) for s in signals if isinstance(s, Press)] == [(Side.B, Button.PON)]
    eventually(panel, lambda: device.lamps == 0b0001)


def test_a_panel_that_loses_power_is_told(device, panel):
    until_condition(panel, Condition.CONNECTED)
    device.restart(99)
    until_condition(panel, Condition.RESTARTED)


def test_show_may_be_called_from_another_thread(device, panel):
    until_condition(panel, Condition.CONNECTED)
    threading.Thread(target=panel.show, args=(Lamps(c=Lamp.STEADY),)).start()
    eventually(panel, lambda: device.lamps == 0b0100)


def test_a_closed_panel_says_nothing_more(device, panel):
    until_condition(panel, Condition.CONNECTED)
    panel.close()
    assert panel.wait(5.0) == ()


def test_a_plug_pulled_while_the_port_is_opened_is_a_panel_that_is_away(bare_port, monkeypatch):
    """The library flushes the port when it opens it, and lets the error of that through as it is."""
    _, panel = bare_port

    def flush(*_):
        raise termios.error(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(termios, "tcflush", flush)
    (status,) = panel.wait(0)
    assert (status.condition, status.is_down) == (Condition.DISCONNECTED, True)
    assert "cannot be opened" in status.says
    monkeypatch.undo()
    eventually(panel, lambda: panel._port is not None)


def test_a_port_that_is_not_there_gets_one_sentence_and_is_waited_for(tmp_path):
    panel = SerialPanel(SerialLink(port=str(tmp_path / "panel")))
    (status,) = until_condition(panel, Condition.DISCONNECTED)
    assert "is not there; plug the panel in" in status.says
    assert panel.wait(0.6) == ()
    with PtyDevice(tmp_path):
        until_condition(panel, Condition.CONNECTED)
        panel.close()


def test_a_foreign_device_is_named(bare_port):
    master, panel = bare_port
    stop = threading.Event()

    def chatter():
        while not stop.wait(0.02):
            os.write(master, b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M*47\r\n")

    thread = threading.Thread(target=chatter)
    thread.start()
    signals = until_condition(panel, Condition.MISMATCH)
    stop.set()
    thread.join()
    assert "another device" in signals[0].says
    assert not signals[0].is_usable


def test_an_old_firmware_is_named(bare_port):
    master, panel = bare_port
    panel.wait(0.1)
    os.write(master, encode("I 9 mjbox 0.1 5 0 4 8"))
    (status,) = until_condition(panel, Condition.MISMATCH)
    assert "version 9" in status.says
    assert "put the firmware that came with this companion on it" in status.says


def test_noise_makes_no_press(bare_port):
    master, panel = bare_port
    panel.wait(0.1)
    os.write(master, encode("I 1 mjbox 0.1 5 0 4 8"))
    until_condition(panel, Condition.CONNECTED)
    done = threading.Event()

    def noise():
        for _ in range(100):
            os.write(master, os.urandom(1_000) + b"E 0 0 0 D 10*0000\n")
        done.set()

    thread = threading.Thread(target=noise)
    thread.start()
    signals = []
    while not done.is_set():
        signals += panel.wait(0.05)
    thread.join()
    while not any(isinstance(s, Press) for s in signals):
        edge = encode("E 0 0 0 D 110")
        os.write(master, b"\n" + encode("I 1 mjbox 0.1 5 0 4 8") + edge + encode("H 120 1 0 0 0") + edge)
        signals += panel.wait(0.05)
    assert [s.button for s in signals if isinstance(s, Press)] == [Button.CHI]


@dataclass
class Listed:
    device: str
    vid: int | None = 0x2E8A
    pid: int | None = 0x000A
    serial_number: str | None = None


LINK = SerialLink()


def plugged(folder, vendor, product):
    device = folder / "1-1"
    device.mkdir()
    (device / "idVendor").write_text(f"{vendor:04x}\n")
    (device / "idProduct").write_text(f"{product:04x}\n")
    return folder


def test_a_panel_is_found_by_its_numbers(tmp_path):
    ports = [Listed("/dev/ttyS0", None, None), Listed("/dev/ttyUSB0", 0x1A86, 0x7523), Listed("/dev/ttyACM3")]
    assert find_port(LINK, lambda: ports, tmp_path) == "/dev/ttyACM3"


def test_two_panels_are_told_apart_by_their_serial_number(tmp_path):
    ports = [Listed("/dev/ttyACM0", serial_number="E1"), Listed("/dev/ttyACM1", serial_number="E2")]
    assert find_port(replace(LINK, serial="E2"), lambda: ports, tmp_path) == "/dev/ttyACM1"
    with pytest.raises(PanelAmbiguous, match=r"E1 on /dev/ttyACM0, E2 on /dev/ttyACM1.*profile"):
        find_port(LINK, lambda: ports, tmp_path)


@pytest.mark.parametrize(
    ("numbers", "words", "condition"),
    [
        ((0x2E8A, 0x000A), "sudo modprobe cdc_acm", Condition.NOT_OPENED),
        ((0x2E8A, 0x0003), "copy the .uf2", Condition.NO_FIRMWARE),
        ((0x2E8A, 0x000F), "for the first Pico", Condition.NO_FIRMWARE),
        ((0x2E8A, 0x0005), "2e8a:0005 of the same maker.*put the firmware on it", Condition.NO_FIRMWARE),
        ((1, 2), "check the cable", Condition.DISCONNECTED),
    ],
)
def test_what_is_missing_is_said_with_what_to_do(tmp_path, numbers, words, condition):
    with pytest.raises(PanelError, match=words) as told:
        find_port(LINK, list, plugged(tmp_path, *numbers))
    assert told.value.condition is condition


def test_a_hub_with_a_chip_of_the_same_maker_is_no_board_without_firmware(tmp_path):
    with pytest.raises(PanelError, match="check the cable") as told:
        find_port(replace(LINK, vendor=0x1A86, product=0x7523), list, plugged(tmp_path, 0x1A86, 0x8091))
    assert told.value.condition is Condition.DISCONNECTED


def test_a_board_without_the_firmware_is_not_called_unplugged(tmp_path):
    """Such as a Pico as it is sold, or one with MicroPython: the page says what is known of it."""
    folder = plugged(tmp_path, 0x2E8A, 0x0003)
    panel = SerialPanel(LINK, find=lambda link: find_port(link, list, folder))
    (status,) = until_condition(panel, Condition.NO_FIRMWARE)
    panel.close()
    assert (status.is_usable, status.is_down) == (False, True)


def test_a_port_on_which_nothing_answers_has_a_board_without_the_firmware(bare_port):
    _, panel = bare_port
    (status,) = until_condition(panel, Condition.NO_FIRMWARE)
    assert "nothing answers" in status.says


def test_another_board_than_that_of_the_profile_is_named(tmp_path):
    """Such as a new one in place of one that broke, or that of another table."""
    ports = [Listed("/dev/ttyACM0", serial_number="E1"), Listed("/dev/ttyUSB0", 0x1A86, 0x7523)]
    with pytest.raises(PanelAmbiguous, match=r"E2.*E1 on /dev/ttyACM0.*serial ="):
        find_port(replace(LINK, serial="E2"), lambda: ports, plugged(tmp_path, 0x2E8A, 0x000A))


def test_a_device_that_vanishes_while_it_is_listed_is_not_there(tmp_path):
    """The library then reads a number out of a file that is gone."""

    def listed():
        raise TypeError("int() argument must be a string, a bytes-like object or a real number")

    with pytest.raises(PanelError, match="check the cable"):
        find_port(LINK, listed, tmp_path)


def test_a_device_that_vanishes_does_not_hide_the_panel(tmp_path):
    turns = iter([None, [Listed("/dev/ttyACM1")]])

    def listed():
        if (ports := next(turns)) is None:
            raise TypeError("int() argument must be a string, a bytes-like object or a real number")
        return ports

    assert find_port(LINK, listed, tmp_path) == "/dev/ttyACM1"


def test_a_named_port_is_not_searched_for(tmp_path):
    assert find_port(replace(LINK, port="/dev/mine"), list, tmp_path) == "/dev/mine"


@pytest.mark.parametrize(
    ("cause", "words", "condition"),
    [
        (errno.EACCES, "usermod -aG dialout", Condition.NOT_ALLOWED),
        (errno.EBUSY, "another program", Condition.IN_USE),
        (errno.ENOENT, "plug the panel in", Condition.DISCONNECTED),
        (errno.EIO, "cannot be opened", Condition.DISCONNECTED),
        (errno.ENOTTY, "cannot be opened", Condition.NOT_OPENED),
    ],
)
def test_a_port_that_will_not_open_gets_a_sentence(cause, words, condition):
    told = not_opened("/dev/ttyACM0", OSError(cause, os.strerror(cause)))
    assert words in str(told)
    assert told.condition is condition


def test_a_port_that_another_program_holds_is_said(device, panel):
    until_condition(panel, Condition.CONNECTED)
    second = SerialPanel(SerialLink(port=str(device.port)))
    (status,) = until_condition(second, Condition.IN_USE)
    second.close()
    assert "another program" in status.says
    assert (status.is_usable, status.is_down) == (False, True)


def test_where_it_is_not_clear_which_panel_is_meant_that_is_said():
    def find(_):
        raise PanelAmbiguous("2 panels are plugged in")

    panel = SerialPanel(SerialLink(), find=find)
    (status,) = until_condition(panel, Condition.WHICH_PANEL)
    panel.close()
    assert status.says == "2 panels are plugged in"


def test_the_wiring_test_prints_presses(device, tmp_path):
    profile = tmp_path / "mine.toml"
    profile.write_text(f'name = "mine"\n[panel]\nkind = "serial"\nport = "{device.port}"\n')
    running = subprocess.Popen(
        [sys.executable, "-m", "firmware_bridge", str(profile)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    assert "is connected" in running.stdout.readline()
    device.press(1 << 3)
    # A machine that is very busy may hold up the panel for so long that its loss is told first.
    assert next(line for line in running.stdout if line.startswith("side")) == "side A  ron  (press 1)\n"
    running.terminate()
    running.wait()
    running.stdout.close()
