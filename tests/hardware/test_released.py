"""The released firmware is what its sources give, byte for byte, where the same compilers are at hand."""

import re
import shutil
import subprocess

import pytest

from tests.firmware_bridge.firmware import ROOT, SOURCES, built

RELEASED = SOURCES / "released"
PICO_SDK = ROOT / "build" / "pico" / "sources" / "usr" / "src" / "pico-sdk"


def tools_of(board: str) -> dict[str, str]:
    """Debian's packages with which a released file was built, and their versions."""
    lines = (RELEASED / "TOOLS").read_text().splitlines()
    return dict(line.split()[1:] for line in lines if line.startswith(f"{board} "))


def need_the_same_tools(board: str) -> None:
    for package, version in tools_of(board).items():
        words = ["dpkg-query", "--show", "--showformat=${Version}", package]
        asked = shutil.which("dpkg-query") and subprocess.run(
            words, capture_output=True, text=True, check=False
        )
        here = asked.stdout if asked else ""
        if here != version:
            pytest.skip(
                f"built with {package} {version}; here is {here or 'none'}: scripts/install-hardware-tools"
            )


def test_the_released_files_go_with_these_sources():
    checked = subprocess.run(
        ["sha256sum", "--check", "--quiet", "released/SOURCES.sha256"],
        cwd=SOURCES,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, f"run scripts/build-pico --release: {checked.stdout}"
    listed = {line.split()[1] for line in (RELEASED / "SOURCES.sha256").read_text().splitlines()}
    folders = [SOURCES / name for name in ("core", "ports")]
    there = {
        str(p.relative_to(SOURCES)) for f in folders for p in f.rglob("*") if p.suffix in (".c", ".h", ".txt")
    }
    assert there | {"released/panel-pico.uf2", "released/panel-nano.hex", "Makefile"} <= listed


def test_every_released_file_that_the_guide_names_is_kept_by_git():
    named = set(
        re.findall(
            r"released/(panel-[\w.]+)",
            "".join(path.read_text() for path in (ROOT / "docs").glob("build*.md")),
        )
    )
    assert named == {"panel-pico.uf2", "panel-nano.hex"}
    for name in named:
        path = RELEASED / name
        assert path.is_file()
        # --no-index: nothing ignores what git holds already, which would hide a rule that swallows it.
        asked = ["git", "check-ignore", "--no-index", "--quiet", str(path)]
        ignored = subprocess.run(asked, cwd=ROOT, check=False)
        assert ignored.returncode == 1, f".gitignore swallows {name}"
        held = subprocess.check_output(["git", "ls-files", str(path)], cwd=ROOT, text=True)
        assert held, f"git does not hold {name}"


def test_the_file_for_the_nano_is_rebuilt_byte_for_byte():
    need_the_same_tools("nano")
    assert built("nano.hex").read_bytes() == (RELEASED / "panel-nano.hex").read_bytes()


def test_the_file_for_the_pico_is_rebuilt_byte_for_byte():
    need_the_same_tools("pico")
    if not PICO_SDK.exists():
        pytest.skip("the Pico SDK is not here: scripts/build-pico fetches it")
    made = subprocess.run([str(ROOT / "scripts" / "build-pico")], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    again = ROOT / "build" / "pico" / "panel.uf2"
    assert again.read_bytes() == (RELEASED / "panel-pico.uf2").read_bytes()


def test_the_usb_workaround_of_old_chips_is_on_and_its_pin_is_free():
    """RP2040-E5: the workaround borrows GPIO 15 while the panel enumerates."""
    assert "PICO_RP2040_USB_DEVICE_ENUMERATION_FIX=1" in (SOURCES / "ports/pico/CMakeLists.txt").read_text()
    assert '"GP15"' not in (SOURCES / "ports/pins_pico.h").read_text()
