"""Letting devices in: a code counts once, and for a while; a key at the table for one device."""

import itertools
import re

import pytest
import segno

from companion.dashboard.devices import MOST_DEVICES
from companion.dashboard.guessing import HEARD_A_MINUTE
from companion.dashboard.pairing import CODE_S
from companion.dashboard.roles import Role
from tests.security.houses import ADDRESS, House, command, post


@pytest.fixture
def house():
    return House()


def new_code(house, role="scorer"):
    return post(house.host(), "/api/pairing/code", role=role).json


def wrong(code):
    return f"{(int(code) + 1) % 1_000_000:06}"


def guess(house, code, address="192.168.1.50"):
    """What a device at that address gets for a code: "in", or the error."""
    answer = post(house.stranger(address), "/api/pairing", code=code, name="A")
    return "in" if answer.status_code == 200 else answer.json["error"]


def crowd(count, first=100):
    return [f"192.168.1.{number}" for number in range(first, first + count)]


def test_a_code_has_six_digits_and_makes_a_scorer(house):
    made = new_code(house)
    assert (len(made["code"]), made["code"].isdigit(), made["role"], made["seconds"]) == (
        6,
        True,
        "scorer",
        CODE_S,
    )
    device = house.stranger()
    assert (
        post(device, "/api/pairing", code=made["code"], name="  Tablet \n of Aki ").json["name"]
        == "Tablet of Aki"
    )
    assert device.get("/api/me").json == {
        "role": "scorer",
        "name": "Tablet of Aki",
        "own_screen": False,
        "private": False,
    }
    assert command(device).status_code == 200


def test_a_device_may_have_a_name_of_joined_letters(house):
    family = "\U0001f469\u200d\U0001f467"
    answer = post(house.stranger(), "/api/pairing", code=new_code(house)["code"], name=f"{family}\u200d 1")
    assert answer.json["name"] == f"{family} 1"


def test_the_picture_before_a_code_holds_the_address_alone(house):
    house.entrance.pairing.new_code(Role.HOST)
    answer = house.host().get("/api/pairing/addresses").json
    (url, *_) = answer["urls"]
    assert re.fullmatch(r"http://[\w.-]+(:\d+)?/", url)
    rows = segno.make(url, error="m", micro=False).matrix
    rim = (answer["qr"]["size"] - len(rows)) // 2
    dark = {(x + rim, y + rim) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}
    drawn = re.findall(r"M(\d+) (\d+)h1v1h-1z", answer["qr"]["path"])
    assert {(int(x), int(y)) for x, y in drawn} == dark


def test_the_token_is_a_cookie_that_no_script_and_no_other_site_gets(house):
    made = new_code(house)
    answer = post(house.stranger(), "/api/pairing", code=made["code"], name="Tablet")
    cookie = answer.headers["Set-Cookie"]
    name, _, value = cookie.partition("=")
    token = value.partition(";")[0]
    assert name == "riichi-table-8136"
    assert len(token) == 43
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert token not in answer.text


def test_a_code_counts_once(house):
    made = new_code(house)
    assert post(house.stranger(), "/api/pairing", code=made["code"], name="A").status_code == 200
    answer = post(house.stranger(), "/api/pairing", code=made["code"], name="B")
    assert (answer.status_code, answer.json["error"]) == (403, "wrong_code")


@pytest.mark.parametrize(("seconds", "status"), [(CODE_S - 1, 200), (CODE_S, 403)])
def test_a_code_counts_for_two_minutes_whatever_the_wall_clock_does(house, seconds, status):
    made = new_code(house)
    house.clock.advance(seconds=seconds)
    house.clock.set_utc(house.clock.NOON.replace(year=1970))
    assert post(house.stranger(), "/api/pairing", code=made["code"], name="A").status_code == status


def test_a_new_code_replaces_the_one_before(house):
    old, new = new_code(house), new_code(house)
    if old["code"] != new["code"]:
        assert post(house.stranger(), "/api/pairing", code=old["code"], name="A").status_code == 403
    assert post(house.stranger(), "/api/pairing", code=new["code"], name="A").status_code == 200


def test_after_three_wrong_guesses_one_device_waits_a_minute_even_with_the_right_one(house):
    """Nobody learns by going on whether a guess was right, and no code is longer than these tries."""
    made = new_code(house)
    assert [guess(house, wrong(made["code"])) for _ in range(3)] == ["wrong_code"] * 3
    assert guess(house, made["code"]) == "too_many_tries"
    house.clock.advance(seconds=60)
    assert guess(house, made["code"]) == "in"


def test_a_network_of_the_newer_kind_guesses_as_one(house):
    made = new_code(house)
    said = [guess(house, wrong(made["code"]), f"2001:db8:1:2::{number:x}") for number in range(4)]
    assert said == ["wrong_code"] * 3 + ["too_many_tries"]


def test_a_guess_does_not_tell_whether_there_is_a_code(house):
    without = post(house.stranger(), "/api/pairing", code="123456", name="A")
    made = new_code(house)
    with_one = post(house.stranger(), "/api/pairing", code=wrong(made["code"]), name="A")
    assert (without.status_code, without.json) == (with_one.status_code, with_one.json)


def test_ten_wrong_guesses_a_minute_are_heard_from_all_devices_together(house):
    made = new_code(house)
    said = [guess(house, wrong(made["code"]), address) for address in crowd(20)]
    assert said == ["wrong_code"] * 10 + ["too_many_tries"] * 10
    assert guess(house, made["code"], "192.168.1.99") == "too_many_tries"
    house.clock.advance(seconds=60)
    assert guess(house, made["code"], "192.168.1.99") == "in"


@pytest.mark.parametrize("digits", [5, 10, 20])
def test_guesses_at_the_digits_do_not_use_up_the_picture(house, digits):
    """They are made while the code is shown, by one device and by a crowd."""
    code = house.entrance.pairing.new_code(Role.SCORER)
    for address in ["192.168.1.50"] * digits + crowd(digits):
        guess(house, wrong(code.digits), address)
    assert guess(house, code.digits, "192.168.1.99") == ("too_many_tries" if digits >= 10 else "in")
    code = house.entrance.pairing.new_code(Role.SCORER) if digits < 10 else code
    assert guess(house, code.secret) == "in"


def test_a_wrong_secret_is_a_wrong_guess(house):
    house.entrance.pairing.new_code(Role.SCORER)
    assert [guess(house, "x" * 22) for _ in range(4)] == ["wrong_code"] * 3 + ["too_many_tries"]


@pytest.mark.gate(1)
@pytest.mark.parametrize("guessers", [1, 20])
def test_who_guesses_all_the_time_keeps_no_typist_out(house, guessers):
    """One wrong guess a second for half an hour; thirty people type the right code meanwhile."""
    came_in, addresses = [], itertools.cycle(crowd(guessers))
    made = new_code(house)
    for second in range(1_800):
        guess(house, wrong(made["code"]), next(addresses))
        if second >= 300 and second % 50 == 0:
            made = new_code(house)
            came_in.append(guess(house, made["code"], f"10.0.0.{second // 50}"))
        house.clock.advance(seconds=1)
    assert came_in == ["in"] * 30


def test_who_has_mistyped_once_is_heard_again_beside_one_who_guesses(house):
    for _ in range(120):
        guess(house, "000000", "192.168.1.66")
        house.clock.advance(seconds=1)
    made = new_code(house)
    assert guess(house, wrong(made["code"])) == "wrong_code"
    guess(house, wrong(made["code"]), "192.168.1.66")
    assert guess(house, made["code"]) == "in"


def test_the_host_sees_that_somebody_guesses(house):
    assert house.host().get("/api/devices").json["wrong_codes"] == 0
    for address in crowd(4):
        guess(house, "000000", address)
    assert house.host().get("/api/devices").json["wrong_codes"] == 4
    house.clock.advance(seconds=60)
    assert house.host().get("/api/devices").json["wrong_codes"] == 0


@pytest.mark.parametrize(
    "body",
    [
        *(
            {},
            {"code": "123456"},
            {"code": 123456, "name": "A"},
            {"code": "123456", "name": "A", "role": "host"},
        ),
        *({"code": "1", "name": ""}, {"code": "1", "name": " \n"}, {"code": "1", "name": "x" * 41}),
        *({"code": "1", "name": "a\u202eb"}, {"code": "1", "name": "a\0"}, {"code": "1" * 201, "name": "A"}),
        *([], "code", 7, {"code": "\ud800", "name": "\ud800"}),
    ],
)
def test_nonsense_is_refused_and_costs_no_guess(house, body):
    made = new_code(house)
    for _ in range(HEARD_A_MINUTE):
        answer = house.stranger().post("/api/pairing", json=body, headers={"X-Table": "1"})
        assert (answer.status_code, answer.json["error"]) == (400, "bad_pairing")
    assert post(house.stranger(), "/api/pairing", code=made["code"], name="A").status_code == 200


@pytest.mark.parametrize("code", ["\ud83d", "１２３４５６", "é" * 6, "-1", "1e5", " 123456"])
def test_any_text_may_be_said_as_a_code(house, code):
    new_code(house)
    assert post(house.stranger(), "/api/pairing", code=code, name="A").json["error"] == "wrong_code"


def test_a_device_that_pairs_again_is_one_device(house):
    device = house.paired("scorer", "Old")
    made = new_code(house, "host")
    post(device, "/api/pairing", code=made["code"], name="New")
    assert [(each.name, each.role.word) for each in house.devices.all()] == [("New", "host")]


def test_a_device_can_leave(house):
    device = house.paired()
    answer = post(device, "/api/pairing/leave")
    assert answer.json["gone"] == 1
    assert "Expires=Thu, 01 Jan 1970" in answer.headers["Set-Cookie"]
    assert house.devices.all() == ()


def test_there_is_an_end_to_devices(house):
    for number in range(MOST_DEVICES):
        house.devices.let_in(str(number), Role.SCORER, "")
    made = new_code(house)
    assert (
        post(house.stranger(), "/api/pairing", code=made["code"], name="A").json["error"]
        == "too_many_devices"
    )
    # The host makes room, and the code on the screen still counts: it has let nobody in.
    house.devices.send_away(lambda device: device.name == "0")
    assert post(house.stranger(), "/api/pairing", code=made["code"], name="A").status_code == 200
    assert post(house.stranger(), "/api/pairing", code=made["code"], name="B").json["error"] == "wrong_code"


def test_a_guessed_cookie_opens_nothing(house):
    house.paired()
    device = house.stranger()
    for token in ("", "x", house.devices.all()[0].token_sha256, house.devices.all()[0].id, "é" * 43, "\x7f"):
        device.set_cookie("riichi-table-8136", token, domain=ADDRESS)
        assert command(device).status_code == 401


def test_the_host_sees_names_and_sends_one_or_all_away(house):
    devices = [house.paired("scorer", name, f"192.168.1.{at}") for at, name in enumerate("ABC")]
    listed = house.host().get("/api/devices").json["devices"]
    assert [(each["name"], each["role"]) for each in listed] == [
        ("A", "scorer"),
        ("B", "scorer"),
        ("C", "scorer"),
    ]
    assert set(listed[0]) == {"id", "name", "role", "paired_at"}
    assert post(house.host(), "/api/devices/revoke", id=listed[1]["id"]).json == {"status": "done", "gone": 1}
    assert [command(device).status_code for device in devices] == [200, 401, 200]
    assert post(house.host(), "/api/devices/revoke", id=listed[1]["id"]).json["error"] == "no_such_device"
    assert post(house.host(), "/api/devices/forget").json["gone"] == 2
    assert [command(device).status_code for device in devices] == [401, 401, 401]


# A key held at the table.


def test_who_asks_while_a_key_is_held_becomes_host(house):
    device = house.stranger()
    assert post(device, "/api/pairing/claim", name="Phone").json == {"status": "waiting"}
    house.entrance.allow_host_for(30)
    assert post(device, "/api/pairing/claim", name="Phone").json["role"] == "host"
    assert post(house.stranger("192.168.1.60"), "/api/pairing/claim", name="B").json == {"status": "waiting"}


def test_the_key_counts_for_a_while_and_for_one(house):
    house.entrance.allow_host_for(30)
    house.clock.advance(seconds=30)
    assert post(house.stranger(), "/api/pairing/claim", name="A").json == {"status": "waiting"}


def test_where_two_ask_neither_is_meant(house):
    first, second = house.stranger("192.168.1.61"), house.stranger("192.168.1.62")
    for device in (first, second):
        post(device, "/api/pairing/claim", name="A")
    house.entrance.allow_host_for(30)
    answer = post(first, "/api/pairing/claim", name="A")
    assert (answer.status_code, answer.json["error"]) == (409, "several_asked")
    assert post(second, "/api/pairing/claim", name="A").json == {"status": "waiting"}
    assert house.devices.all() == ()


def test_who_has_stopped_asking_is_not_in_the_way(house):
    post(house.stranger("192.168.1.61"), "/api/pairing/claim", name="A")
    house.clock.advance(seconds=7)
    house.entrance.allow_host_for(30)
    assert post(house.stranger("192.168.1.62"), "/api/pairing/claim", name="A").json["role"] == "host"


def test_a_crowd_that_asks_is_bounded(house):
    for one, two in itertools.product(range(4), range(10)):
        post(house.stranger(f"192.168.{one}.{two}"), "/api/pairing/claim", name="A")
    assert len(house.entrance.pairing._claims_ns) == 32
