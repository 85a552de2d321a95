"""Finds the port of a panel by its numbers, and says what to do when it cannot be found or opened.

Looks at the list of ports and at the USB devices of the system; opens nothing.
"""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from serial.tools import list_ports

from firmware_bridge.errors import (
    PanelAmbiguous,
    PanelDisconnected,
    PanelError,
    PanelForbidden,
    PanelInUse,
    PanelNotOpened,
    PanelWithoutFirmware,
)
from hardware import SerialLink

__all__ = ["find_port", "not_opened"]

LISTED_AGAIN = 3
"""How often the ports are listed, if one vanishes meanwhile."""
USB_DEVICES = Path("/sys/bus/usb/devices")
RASPBERRY_PI = 0x2E8A
"""The maker of the Pico: there a product's number depends on its program, elsewhere on a chip."""
PICO_BOOTLOADER, PICO_2_BOOTLOADER = (0x2E8A, 0x0003), (0x2E8A, 0x000F)
_FORBIDDEN, _HELD = (errno.EACCES, errno.EPERM), (errno.EBUSY, errno.EAGAIN)
_NOT_THERE = (errno.ENOENT, errno.ENODEV, errno.ENXIO)
_DRIVERS = {0x2E8A: "cdc_acm", 0x2341: "cdc_acm", 0x1A86: "ch341", 0x0403: "ftdi_sio", 0x10C4: "cp210x"}


class ListedPort(Protocol):
    """What we read of an entry in the list of ports."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


def find_port(
    link: SerialLink,
    listed: Callable[[], Iterable[ListedPort]] = list_ports.comports,
    usb_devices: Path = USB_DEVICES,
) -> str:
    """The name of the port on which this panel is now.

    Raises:
        PanelDisconnected: nothing is plugged in that could be this panel.
        PanelWithoutFirmware: a board is plugged in that does not have the panel's firmware.
        PanelNotOpened: it is plugged in, but the system gave it no port.
        PanelAmbiguous: there are two, or only another one than the profile names.
    """
    if link.port is not None:
        return link.port
    alike = [port for port in _listed(listed) if (port.vid, port.pid) == (link.vendor, link.product)]
    fitting = [port for port in alike if link.serial in (None, port.serial_number)]
    if len(fitting) > 1:
        raise PanelAmbiguous(
            f"{len(fitting)} panels are plugged in ({_named(fitting)}); write the one of this table into the "
            "profile as serial = or port ="
        )
    if not fitting and alike:
        raise PanelAmbiguous(
            f"the panel with the serial number {link.serial} is not plugged in, but another one is "
            f"({_named(alike)}); if that one is this table's, write its number into the profile as serial ="
        )
    if not fitting:
        raise _why_not_found(link, usb_devices)
    return fitting[0].device


def _listed(listed: Callable[[], Iterable[ListedPort]]) -> list[ListedPort]:
    """The ports. The library trips over a device that is unplugged while it looks, so it looks again."""
    for _ in range(LISTED_AGAIN):
        with contextlib.suppress(TypeError):
            return list(listed())
    return []


def _named(ports: Iterable[ListedPort]) -> str:
    return ", ".join(f"{port.serial_number or 'no serial number'} on {port.device}" for port in ports)


def _why_not_found(link: SerialLink, usb_devices: Path) -> PanelError:
    plugged = set(_plugged_in(usb_devices))
    if (link.vendor, link.product) in plugged and link.serial is None:
        driver = _DRIVERS.get(link.vendor, "cdc_acm")
        return PanelNotOpened(
            f"the panel is plugged in, but the system gave it no port: load its driver with "
            f"'sudo modprobe {driver}', or unplug it and plug it in again"
        )
    if link.vendor == RASPBERRY_PI and (board := _pico_without_firmware(link, plugged)):
        return PanelWithoutFirmware(board)
    which = f" with the serial number {link.serial}" if link.serial else ""
    return PanelDisconnected(
        f"no panel {link.vendor:04x}:{link.product:04x}{which} is plugged in; "
        "check the cable (some only charge) and the socket"
    )


def _pico_without_firmware(link: SerialLink, plugged: set[tuple[int, int]]) -> str:
    """What is wrong with a Pico that is plugged in, with what to do; empty where there is none."""
    if PICO_BOOTLOADER in plugged:
        return "a Pico is plugged in that waits for its firmware: copy the .uf2 file onto it"
    if PICO_2_BOOTLOADER in plugged:
        return "a Pico 2 is plugged in, and the firmware is for the first Pico: take one with an RP2040"
    others = sorted(product for vendor, product in plugged if vendor == link.vendor)
    if not others or link.product in others:
        return ""
    names = " and ".join(f"{link.vendor:04x}:{product:04x}" for product in others)
    return (
        f"no panel {link.vendor:04x}:{link.product:04x} is plugged in, only {names} of the same maker: "
        "if that is the panel's board, put the firmware on it"
    )


def _plugged_in(usb_devices: Path) -> Iterable[tuple[int, int]]:
    for device in usb_devices.glob("*/idVendor"):
        try:
            yield int(device.read_text(), 16), int((device.parent / "idProduct").read_text(), 16)
        except (OSError, ValueError):
            continue  # It was unplugged while we looked.


def not_opened(port: str, error: OSError) -> PanelError:
    """What a port that would not open says of the panel, in a sentence with what to do about it."""
    cause = _cause_of(error)
    if cause in _FORBIDDEN:
        return PanelForbidden(
            f"not allowed to open {port}; run 'sudo usermod -aG dialout $USER' and log in again"
        )
    if cause in _HELD:
        return PanelInUse(
            f"another program holds {port}; close it (a terminal, a second companion, ModemManager)"
        )
    if cause in _NOT_THERE:
        return PanelDisconnected(f"{port} is not there; plug the panel in, or correct port = in the profile")
    # An error of the line itself: its plug was pulled while it was opened.
    kind = PanelDisconnected if cause == errno.EIO else PanelNotOpened
    return kind(f"{port} cannot be opened: {error}")


def _cause_of(error: OSError) -> int | None:
    """The number of the error, or of the cause behind one that the library wrapped."""
    if error.errno is not None:
        return error.errno
    cause = error.__cause__ or error.__context__
    return cause.errno if isinstance(cause, OSError) else None
