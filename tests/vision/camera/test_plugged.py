"""Cameras on USB that come and go: each is found again by its serial number, or else by its port."""

import shutil
from pathlib import Path

import cv2
import pytest

from companion.clock import ManualClock
from companion.intake.devices import camera
from companion.intake.eye import calibrating_cameras
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.calibrating_kept import EyeChoice, keep_choice
from companion.keeping.checkup import Verdict
from hardware.profile import CameraMount
from vision import devices, fitting_worker
from vision.camera import plugged
from vision.camera.cameras import Plugged, open_camera
from vision.devices import cameras_at_hand
from vision.errors import CameraAmbiguous, CameraUnavailable

TWIN = "046d:0825:"
"""Maker, model and serial number of a webcam that has none."""
OURS = "046d:0825:A1B2"
CHEAP = "1bcf:2281:01.00.00"
"""A serial number that all of this kind have."""


class Capture:
    """Stands in for the system's interface to webcams: no machine of ours has any."""

    def __init__(self, device: str, _: int) -> None:
        self.device = Path(device).resolve()

    def isOpened(self) -> bool:  # noqa: N802 - as the library calls it
        return True

    def set(self, what: int, value: float) -> bool:
        return True


class Machine:
    """A computer's ports, as its system shows them: files, and links that name them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.by_id, self.by_path, self.listed = root / "by-id", root / "by-path", root / "class"

    def plug(self, *cameras: tuple[int, str, str]) -> None:
        """These cameras and no others: the number of each, its port, and `maker:model:serial`."""
        for folder in (self.by_id, self.by_path, self.listed, self.root / "usb"):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        for path in self.root.glob("video*"):
            path.unlink()
        for number, port, identity in cameras:
            self._plug(number, port, *identity.split(":"))

    def _plug(self, number: int, port: str, maker: str, model: str, serial: str) -> None:
        device = self.root / f"video{number}"
        device.touch()
        interface = self.root / "usb" / port / f"{port}:1.0"
        interface.mkdir(parents=True)
        (interface / "bInterfaceNumber").write_text("00\n")
        for name, said in (("idVendor", maker), ("idProduct", model), ("serial", serial)):
            if said:
                (interface.parent / name).write_text(f"{said}\n")
        place = self.listed / device.name
        place.mkdir()
        (place / "index").write_text("0\n")
        (place / "name").write_text("HD Webcam\n")
        (place / "device").symlink_to(interface)
        # As the system does: of two with the same name the later one has it.
        named = "_".join(filter(None, (maker, model, serial)))
        link = self.by_id / f"usb-{named}-video-index0"
        link.unlink(missing_ok=True)
        link.symlink_to(device)
        (self.by_path / f"pci-0000:01:00.0-usb-0:{port}:1.0-video-index0").symlink_to(device)

    def port(self, port: str) -> str:
        """The name of the camera at a port."""
        return str(self.by_path / f"pci-0000:01:00.0-usb-0:{port}:1.0-video-index0")

    def id(self, name: str) -> str:
        """The name of a camera by what it says of itself."""
        return str(self.by_id / f"usb-{name}-video-index0")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    machine = Machine(tmp_path / "machine")
    machine.root.mkdir()
    monkeypatch.setattr(plugged, "BY_ID", machine.by_id)
    monkeypatch.setattr(plugged, "BY_PATH", machine.by_path)
    monkeypatch.setattr(plugged, "DEVICES", machine.listed)
    monkeypatch.setattr("vision.camera.cameras._plugged", Plugged())
    monkeypatch.setattr(devices, "listed", lambda: ())
    in_dev = machine.root / "video0"
    monkeypatch.setattr(
        devices, "lasting_name", lambda device: plugged.lasting_name(str(in_dev.with_name(Path(device).name)))
    )
    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    return machine


def opened(source: object) -> str:
    """Which device is opened for a source."""
    camera = open_camera(CameraMount("above", "uvc", str(source), 640, 480))
    return camera._capture.device.name  # type: ignore[attr-defined]


def sources(machine: Machine) -> list[str]:
    return [one.source for one in cameras_at_hand(machine.listed)]


def test_a_webcam_that_comes_back_with_another_number_is_opened_there(machine) -> None:
    wanted = machine.root / "video0"
    machine.plug((0, "1.1", OURS))
    assert opened(wanted) == "video0"
    machine.plug()
    with pytest.raises(CameraUnavailable, match="not plugged in"):
        opened(wanted)
    machine.plug((0, "1.1", CHEAP), (2, "1.2", OURS))
    assert opened(wanted) == "video2"
    machine.plug((0, "1.1", CHEAP))
    assert opened(wanted) == "video0"


def test_a_webcam_with_a_serial_number_is_named_by_it_wherever_it_is_plugged_in(machine) -> None:
    for port in ("1.1", "1.2"):
        machine.plug((0, port, OURS))
        assert sources(machine) == [machine.id("046d_0825_A1B2")]


@pytest.mark.parametrize("kind", [TWIN, CHEAP])
def test_two_webcams_that_say_the_same_of_themselves_are_named_by_their_ports(machine, kind) -> None:
    machine.plug((0, "1.1", kind), (2, "1.2", kind))
    assert sources(machine) == [machine.port("1.1"), machine.port("1.2")]


def test_the_second_of_two_without_serial_numbers_has_not_the_name_of_the_first(machine) -> None:
    machine.plug((0, "1.1", TWIN), (2, "1.2", TWIN))
    _, second = sources(machine)
    machine.plug((0, "1.2", TWIN))
    assert sources(machine) == [second]
    assert opened(second) == "video0"
    with pytest.raises(CameraUnavailable, match="not plugged in"):
        opened(machine.port("1.1"))


def test_where_ports_of_two_kinds_have_one_name_the_more_exact_one_counts(machine) -> None:
    machine.plug((0, "1.1", TWIN))
    exact = machine.by_path / "pci-0000:01:00.0-usbv2-0:1.1:1.0-video-index0"
    exact.symlink_to(machine.root / "video0")
    assert sources(machine) == [str(exact)]


def test_a_name_that_several_cameras_have_opens_none_of_them(machine) -> None:
    old = machine.id("046d_0825")
    machine.plug((0, "1.1", TWIN))
    assert opened(old) == "video0"
    # Opened before: it is known which one it was.
    machine.plug((0, "1.1", TWIN), (2, "1.2", TWIN))
    assert opened(old) == "video0"


def test_of_two_cameras_with_the_name_that_was_kept_somebody_has_to_choose(machine) -> None:
    machine.plug((0, "1.1", TWIN), (2, "1.2", TWIN))
    with pytest.raises(CameraAmbiguous, match="choose the one of this table again"):
        opened(machine.id("046d_0825"))
    found = camera(CameraMount("above", "uvc", machine.id("046d_0825")), Path("/dev"))
    assert (found.verdict, "Several cameras" in found.says) == (Verdict.NOTE, True)
    look = {"look": lambda _: opened(machine.id("046d_0825"))}
    assert fitting_worker._answered({"do": "look"}, look)["error"] == "several_cameras"


def test_two_that_call_themselves_the_same_are_told_apart_by_their_ports(machine) -> None:
    machine.plug((0, "1.1", TWIN), (2, "1.2", TWIN))
    assert [one.says for one in cameras_at_hand(machine.listed)] == [
        "HD Webcam (USB 1.1)",
        "HD Webcam (USB 1.2)",
    ]
    machine.plug((0, "1.1", TWIN))
    assert [one.says for one in cameras_at_hand(machine.listed)] == ["HD Webcam"]
    assert sources(machine) == [machine.port("1.1")]


def test_two_at_ports_with_one_number_are_told_apart_by_their_controllers(machine) -> None:
    machine.plug((0, "1", TWIN), (2, "2", TWIN))
    other = machine.by_path / "platform-xhci-hcd.1-usb-0:1:1.0-video-index0"
    Path(machine.port("2")).rename(other)
    first, second = (one.says for one in cameras_at_hand(machine.listed))
    assert "pci-0000:01:00.0-usb-0:1:" in first
    assert "xhci-hcd.1-usb-0:1:" in second


def test_a_camera_chosen_by_an_earlier_version_keeps_its_name_while_it_is_the_only_one(
    machine, monkeypatch, tmp_path
) -> None:
    def listed():
        for source in sources(machine):
            yield calibrating_cameras.CameraChoice(f"uvc {Path(source).name}", "uvc", f"uvc={source}", "")

    monkeypatch.setattr(calibrating_cameras, "_at_hand", listed)
    desk = EyeDesk(tmp_path, ManualClock(), command=("nothing is opened",))
    keep_choice(tmp_path, EyeChoice("uvc old", f"uvc={machine.id('046d_0825')}"))
    machine.plug((0, "1.1", TWIN))
    assert [one["name"] for one in desk.state()["cameras"]] == ["uvc old"]
    machine.plug((0, "1.1", TWIN), (2, "1.2", TWIN))
    assert "uvc old" not in [one["name"] for one in desk.state()["cameras"]]
