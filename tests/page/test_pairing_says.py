"""What a device is told about itself, and what it can do from there, in the less usual states."""

import pytest

CODE = "192.168.1.20:8884/abcdefgh"
ARGS = {"args": {"code": CODE}}


def me(role):
    return {"role": role, "name": "", "own_screen": False, "private": False}


def test_whoever_may_not_let_a_table_join_is_told_who_may(drawn):
    props = {**ARGS, "me": me("spectator"), "connection": "live"}
    answers = {"/api/membership": 403}
    told = drawn("club/main:ClubSheet", props, answers=answers, views=(), taps=["This device"])
    assert "Only a host can let this table join a club. Pair this device as host" in told["said"][0]
    assert "Not connected" not in told["said"][0]
    assert told["asked"] == [["pairing", {"club": CODE}]]


def test_once_it_is_host_the_code_of_the_club_is_there_again(drawn):
    props = {"args": {"club": CODE}, "me": me("host")}
    assert drawn("pairing/main:PairingSheet", props, views=())["asked"] == [["club", {"code": CODE}]]


@pytest.mark.parametrize(
    ("line", "said"), [("live", "That did not work."), ("lost", "Not connected. Try again.")]
)
def test_a_host_is_told_of_a_lost_line_only_where_it_is_lost(drawn, line, said):
    props = {**ARGS, "me": me("host"), "connection": line}
    told = drawn("club/main:ClubSheet", props, views=())
    assert said in told["said"][0]
    assert told["asked"] == [["me"]]  # perhaps it is no host any longer


@pytest.mark.parametrize(
    ("answer", "says"), [({"error": "wrong_code"}, "Wrong or expired code."), ({"role": "scorer"}, "")]
)
def test_a_code_that_was_scanned_is_tried_once(drawn, answer, says):
    props = {"code": f"scanned {says}", "hasKey": False}
    for _ in range(2):  # whoever leaves the view and comes back is not offered it again
        told = drawn(
            "pairing/knock:Knock", props, answers={"/api/pairing": answer}, taps=["Pair this device"]
        )
        assert "Code on the host" in told["said"][-1]
        assert says in told["said"][-1]
        assert "The code was scanned" not in told["said"][-1]
    assert told["asked"][-1][1]["code"] == ""


def test_a_device_that_was_let_in_by_a_key_just_as_somebody_gave_up_knows_it(drawn):
    health = {"sources": [{"name": "panel", "state": "up"}]}
    props = {"args": {}, "me": me("spectator"), "snapshot": {"health": health}}
    answers = {"/api/pairing/claim": {"status": "done", "role": "host", "after_ms": 150}}
    told = drawn(
        "pairing/main:PairingSheet", props, answers=answers, views=(), taps=["Pair with a key", "Cancel", 300]
    )
    assert told["asked"][-1] == ["me"]


def test_a_code_stays_where_too_many_were_tried(drawn):
    answers = {"/api/pairing": {"error": "too_many_tries"}}
    told = drawn("pairing/knock:Knock", {"code": "still good"}, answers=answers, taps=["Pair this device"])
    assert "The code was scanned" in told["said"][-1]


@pytest.mark.parametrize("names", [["club"], ["club", "panel"]])
@pytest.mark.parametrize("part", ["pairing/welcome:Watching", "pairing/main:PairingSheet"])
def test_a_key_is_offered_only_where_the_table_has_keys(drawn, part, names):
    snapshot = {"health": {"sources": [{"name": name} for name in names]}}
    props = {"snapshot": snapshot, "me": me("spectator"), "args": {}}
    assert ("Pair with a key at the table" in drawn(part, props, views=())["buttons"]) == ("panel" in names)


def test_the_command_that_shows_a_code_asks_this_page(drawn):
    props = {"me": me("spectator"), "choices": {"theme": "dark"}}
    assert "companion devices pair --role host --port 8155" in drawn("hub/device:Device", props)["said"][0]


def test_why_a_table_could_not_join_is_said_with_what_to_type(drawn):
    sentence = "for a club the library cryptography is missing; type: python -m pip install cryptography."
    answers = {
        "/api/membership": {"club": None},
        "/api/membership/join": {"error": "hub_refuses", "message": sentence},
    }
    props = {**ARGS, "me": me("host"), "connection": "live"}
    told = drawn("club/main:ClubSheet", props, answers=answers, taps=["Join the club"], views=())
    assert f"The table could not join: {sentence}" in told["said"][-1]
