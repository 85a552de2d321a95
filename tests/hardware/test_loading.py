"""Profiles: what comes with the companion is sound, and every mistake is named with its place."""

from types import NoneType

import pytest

from hardware import (
    Button,
    GpioWiring,
    KeyPin,
    Mistake,
    ProfileError,
    SerialLink,
    Side,
    load_profile,
    parse_profile,
    profile_names,
)
from hardware.cameras import CAMERAS
from hardware.profile import without_secrets
from hardware.wiring import TRANSPORTS

GPIO = """
name = "mine"
[panel]
kind = "gpio"
[panel.keys.A]
pon = 5
chi = 6
[panel.keys.B]
pon = 7
[panel.lamps]
A = 8
"""
MQTT = "name = 'x'\n[panel]\nkind = 'mqtt'\n[[panel.device]]\n"


def mistakes(text):
    with pytest.raises(ProfileError) as caught:
        parse_profile(text, "mine.toml")
    return [(mistake.line, mistake.place, mistake.says) for mistake in caught.value.mistakes]


def test_a_number_of_thousands_of_digits_is_a_mistake_like_any_other():
    ((_, place, says),) = mistakes(f"name = 'x'\nx = {'1' * 5_000}\n")
    assert (place, says.startswith("is not TOML")) == ("text", True)


@pytest.mark.parametrize("name", profile_names())
def test_a_shipped_profile_loads_and_is_called_like_its_file(name):
    assert load_profile(name).name == name


def test_the_shipped_profiles_are_these():
    boards = ("nano-panel", "pi4-gpio", "pi5-gpio", "usb-panel")
    assert profile_names() == tuple(sorted(("bench", "mqtt-buttons", "number-pads", *boards)))


def test_keys_and_lamps_are_read():
    wiring = parse_profile(GPIO).panel
    assert isinstance(wiring, GpioWiring)
    assert wiring.keys == (
        KeyPin(Side.A, Button.PON, 5),
        KeyPin(Side.A, Button.CHI, 6),
        KeyPin(Side.B, Button.PON, 7),
    )
    assert [(lamp.side, lamp.pin) for lamp in wiring.lamps] == [(Side.A, 8)]


def test_a_serial_panel_is_read_with_its_sockets():
    text = 'name = "x"\n[panel]\nkind = "serial"\nserial = "E66"\nsockets = ["D", "A", "B", "C"]\n'
    assert parse_profile(text).panel == SerialLink(serial="E66", sockets=(Side.D, Side.A, Side.B, Side.C))


def test_cameras_and_zones_are_read():
    text = GPIO + '[[camera]]\nname = "above"\nkind = "uvc"\n[[zone]]\nname = "river.A"\n'
    profile = parse_profile(text + "corners = [[0, 0], [0.5, 0], [0.5, 1]]\n")
    assert [camera.name for camera in profile.cameras] == ["above"]
    assert profile.zones[0].corners == ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0))


@pytest.mark.parametrize(
    ("change", "line", "place", "words"),
    [
        (("pon = 7", "pno = 7"), 9, "panel.keys.B.pno", "did you mean 'pon'"),
        (("pon = 7", "pon = 5"), 9, "panel.keys.B.pon", "GPIO 5 is already taken by panel.keys.A.pon"),
        (("A = 8", "A = 6"), 11, "panel.lamps.A", "already taken by panel.keys.A.chi"),
        (("pon = 7", "pon = 28"), 9, "panel.keys.B.pon", "not on the header"),
        (("pon = 7", 'pon = "7"'), 9, "panel.keys.B.pon", "a whole number, not '7'"),
        (("pon = 7", "pon = true"), 9, "panel.keys.B.pon", "a whole number, not True"),
        (("keys.B", "keys.E"), 8, "panel.keys.E", "'E' is not a side"),
        (('"gpio"', '"gpoi"'), 4, "panel.kind", "'gpio', 'serial', "),
        (("[panel]", "[panel]\nsetle_ms = 3"), 4, "panel.setle_ms", "did you mean 'settle_ms'"),
        (("[panel]", "[panel]\nsettle_ms = 0"), 4, "panel.settle_ms", "between 1 and 100"),
        (("[panel]", "[panel]\nrelease_ms = 101"), 4, "panel.release_ms", "between 1 and 100"),
        (('name = "mine"', 'nmae = "mine"'), 2, "nmae", "did you mean 'name'"),
    ],
)
def test_a_mistake_is_named_with_its_line(change, line, place, words):
    found = mistakes(GPIO.replace(*change))
    assert [(where, what) for where, what, says in found if words in says] == [(line, place)]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("[panel]\nkind = 'none'", "name", "is missing"),
        ("name = 3", "name", "text in quotes"),
        ("name = 'x'\npanel = 3", "panel", "a table"),
        ("name = 'x'\n[panel]\nkind = 'none'\nport = 'x'", "panel.port", "not a key that a profile has"),
        ("name = 'x'\n[panel]\nkind = 'gpio'", "panel.keys", "names no key"),
        ("name = 'x'\n[panel]\nkind = 'gpio'\n[panel.keys]\nA = 3", "panel.keys.A", "a table of keys"),
        ("name = 'x'\n[panel]\nkind = 'serial'\nvendor = 70000", "panel.vendor", "between 0 and 65535"),
        ("name = 'x'\n[panel]\nkind = 'serial'\nsockets = ['A', 'A']", "panel.sockets", "once each"),
        ("name = 'x'\n[[camera]]\nkind = 'ucv'", "camera[0].kind", "one of picamera2, uvc"),
        ("name = 'x'\n[[camera]]\nkind = 'mjpeg'", "camera[0].source", "address of a stream"),
        ("name = 'x'\n[[camera]]\nkind = 'uvc'\nwidth = 0", "camera[0]", "shows nothing"),
        ("name = 'x'\ncamera = [1]", "camera", "[[camera]] tables"),
        (
            "name = 'x'\n[[zone]]\nname = 'r'\ncorners = [[0, 0], [1, 2], [1, 1]]",
            "zone[0].corners",
            "three or more",
        ),
        ("name = 'x'\n[[zone]]\ncorners = [[0, 0], [1, 0], [1, 1]]", "zone[0].name", "is missing"),
    ],
)
def test_what_cannot_be_is_refused(text, place, words):
    assert [where for _, where, says in mistakes(text) if words in says] == [place]


def test_a_name_used_twice_is_found_in_the_second_place():
    camera = "[[camera]]\nname = 'a'\nkind = 'uvc'\n"
    assert mistakes(f"name = 'x'\n{camera}{camera}") == [(6, "camera[1].name", "'a' is used twice")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("name = 3\n[panel]\nkind = 'none'", "name"),
        ("name = 'x'\n[panel]\nkind = 3", "panel.kind"),
        ("name = 'x'\n[panel]\nkind = 'pads'\nports = { A = 12 }", "panel.ports.A"),
        ("name = 'x'\n[panel]\nkind = 'pads'\nports = 12", "panel.ports"),
        (f"{MQTT}side = 1\ntopic = 'a'\npresses = {{ single = 'chi' }}", "panel.device[0].side"),
        ("name = 'x'\n[[camera]]\nkind = 'mjpeg'\nsource = 3", "camera[0].source"),
    ],
)
def test_a_value_of_another_kind_is_one_mistake(text, place):
    assert [where for _, where, _ in mistakes(text)] == [place]


def test_all_mistakes_are_told_at_once():
    assert len(mistakes(GPIO.replace("pon = 7", "pon = 5").replace("A = 8", "A = 99"))) == 2


def test_text_that_is_not_toml_is_told_with_its_line():
    ((line, _, says),) = mistakes('name = "x"\n[panel\n')
    assert line == 2
    assert "is not TOML" in says


def test_a_missing_file_is_told_with_what_there_is(tmp_path):
    with pytest.raises(ProfileError, match="usb-panel"):
        load_profile(tmp_path / "none.toml")


def test_a_file_that_is_no_text_is_told(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ProfileError, match="cannot be read"):
        load_profile(path)


def test_the_sentence_names_file_line_and_place():
    error = ProfileError("mine.toml", (Mistake("panel.kind", "is wrong", 3),))
    assert str(error) == "mine.toml cannot be used:\n  line 3, panel.kind: is wrong"
    assert isinstance(error, ValueError)


def test_a_profile_knows_the_transports_and_cameras_of_the_lists() -> None:
    assert {type(load_profile(name).panel) for name in profile_names()} - {NoneType} <= {
        transport.wiring for transport in TRANSPORTS
    }
    for camera in CAMERAS.values():
        text = f'name = "T"\n[[camera]]\nkind = "{camera.kind}"\nsource = "http://10.0.0.7"\n'
        if camera.is_of_profiles:
            assert parse_profile(text).cameras[0].kind == camera.kind
        else:
            with pytest.raises(ProfileError, match="has to be one of"):
                parse_profile(text)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("http://10.0.0.7:8080/stream", "http://10.0.0.7:8080/stream"),
        ("http://eve:se@cret@10.0.0.7/s", "http://10.0.0.7/s"),
        ("http://eve:se/cret@10.0.0.7/s", "http://…"),
        ("http://eve:se?cret@10.0.0.7/s", "http://…"),
        ("http://10.0.0.7/v.cgi?user=eve&pwd=secret", "http://10.0.0.7/v.cgi?…"),
        ("http://10.0.0.7:8080?pwd=se@cret", "http://…"),
        ("http://eve:pw@h?pwd=secret", "http://h?…"),
        ("/dev/video0", "/dev/video0"),
        ("videos/who@home?.mp4", "videos/who@home?.mp4"),
    ],
)
def test_an_address_is_shown_without_the_secrets_in_it(source, shown):
    assert without_secrets(source) == shown


def test_a_mistake_in_the_address_of_a_camera_does_not_show_its_password():
    (mistake,) = mistakes('name = "x"\n[[camera]]\nkind = "mjpeg"\nsource = "rtsp://eve:secret@10.0.0.7/s"')
    assert mistake[2] == "has to be the address of a stream (http://…), not 'rtsp://10.0.0.7/s'"


@pytest.mark.parametrize("source", ["'eve:secret@10.0.0.7/s'", "['http://eve:secret@10.0.0.7/s']"])
def test_neither_does_one_that_lacks_its_scheme_or_its_kind(source):
    (mistake, *_) = mistakes(f'name = "x"\n[[camera]]\nkind = "mjpeg"\nsource = {source}')
    assert mistake[1] == "camera[0].source"
    assert "secret" not in mistake[2]


def test_a_profile_may_begin_with_the_mark_of_an_editor(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n', encoding="utf-8-sig")
    assert load_profile(mine).name == "mine"
