"""Makes what a card still lacks when it starts: the hotspot's password, SSH keys, a note for people.

None of this may be in the image, or every card flashed with it would have the same secrets.
"""

from __future__ import annotations

import configparser
import re
import subprocess
from pathlib import Path
from typing import Final

from hardware.card.hotspot import PROFILES
from hardware.card.wifi import HOTSPOT, HOTSPOT_ADDRESS, HotspotAccess, hotspot_profile
from hardware.disk import write_whole

__all__ = ["first_boot", "make_host_keys", "the_hotspot", "words_for_people"]

HOST_KEYS: Final = Path("/data/ssh")
CONSOLE: Final = Path("/run/issue.d/60-riichi.issue")
"""What stands above "login:" on the Pi's own screen."""
BOOT: Final = Path("/boot/firmware")
NOTE: Final = "riichi-wifi.txt"
"""The same for people who have no screen at the Pi, and put the card into a computer."""


def first_boot() -> None:
    """Make what is missing, and write the Wi-Fi's name and password where people find them."""
    words = words_for_people(the_hotspot(PROFILES))
    CONSOLE.parent.mkdir(exist_ok=True)
    CONSOLE.write_text(words, encoding="utf-8")
    make_host_keys(HOST_KEYS)
    # Last: a boot partition that cannot be written must not keep anybody from logging in.
    _write_note(BOOT, words.encode())


def the_hotspot(profiles: Path) -> HotspotAccess:
    """The Pi's own Wi-Fi; made at the first start, with a name and a password of its own."""
    path = profiles / f"{HOTSPOT}.nmconnection"
    if not path.exists():
        write_whole(path, hotspot_profile(HotspotAccess.new()).encode(), 0o600)
    profile = configparser.RawConfigParser(delimiters=("=",))
    profile.read_string(path.read_text(encoding="utf-8"))
    return HotspotAccess(_name_in(profile["wifi"]["ssid"]), profile["wifi-security"]["psk"])


def _name_in(ssid: str) -> str:
    """A Wi-Fi's name: this card writes it as numbers, and NetworkManager after a change as text."""
    if re.fullmatch(r"(\d{1,3};)+", ssid, re.ASCII):
        return bytes(map(int, ssid[:-1].split(";"))).decode()
    return ssid.replace(r"\;", ";")


def words_for_people(hotspot: HotspotAccess) -> str:
    """What a person needs who wants to join the Pi's own Wi-Fi."""
    return (
        "Where this table knows no network, it opens a Wi-Fi of its own:\n"
        f"  name      {hotspot.name}\n"
        f"  password  {hotspot.password}\n"
        f"  then open http://{HOTSPOT_ADDRESS}/\n\n"
    )


def make_host_keys(folder: Path) -> None:
    """Make the key by which this Pi is known over SSH, unless it is there; the folder above `folder` exists.

    A power cut leaves no half key: it is made again at the next start.
    """
    key = folder / "ssh_host_ed25519_key"
    if key.exists():
        return
    folder.mkdir(mode=0o700, exist_ok=True)
    new, public = folder / "new", folder / "new.pub"
    for old in (new, public):
        old.unlink(missing_ok=True)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(new)], check=True)
    write_whole(key.with_suffix(".pub"), public.read_bytes(), 0o644)
    write_whole(key, new.read_bytes(), 0o600)
    for old in (new, public):
        old.unlink()


def _write_note(boot: Path, words: bytes) -> None:
    """Put the note on the partition that every computer can read; nothing else is ever written there."""
    note = boot / NOTE
    if note.exists() and note.read_bytes() == words:
        return
    subprocess.run(["mount", "-o", "remount,rw", str(boot)], check=True)
    try:
        note.write_bytes(words)
    finally:
        subprocess.run(["mount", "-o", "remount,ro", str(boot)], check=True)
