"""What the page of a club says of a table, a round and a hand in the less usual states."""

import re
import time

import pytest

from tests.table_loop.people import sat_down
from tests.toolbox.shown_table import shown_of


def table(**told):
    usual = {"id": "a1", "name": "East", "is_here": True, "is_newer": False, "behind": 0, "game": None}
    return {**usual, "flags": [], "troubles": [], **told}


def club(*tables, **told):
    usual = {"seq": 1, "aheadMs": time.time() * 1_000, "calls": [], "evening": None}
    return {
        **usual,
        "order": [one["id"] for one in tables],
        "tables": {one["id"]: one for one in tables},
        **told,
    }


def evening(**told):
    names = ("Anna", "Ben", "Chie", "Dai", "Eve")
    players = [{"number": at, "name": name} for at, name in enumerate(names, 1)]
    usual = {"title": "Spring", "rounds": 4, "begun": 2, "minutes": 60, "clock": None, "companions": {}}
    more = {"players": players, "plan": [], "results": [], "doubts": [], "left_open": []}
    more["other_cut"] = None
    return {**usual, **more, "event": "e", "revision": 1, **told}


def doubt(kind, **told):
    return {"kind": kind, "round": 2, "table": 1, "one": 0, "other": 0, "games": [], **told}


def minutes(**told):
    wall = {"live": None, "replacements_left": 4, "indicators": [], "owed_now": 0, "owed_later": 0}
    usual = {
        "round": None,
        "is_over": False,
        "is_followed": True,
        "is_unclear": False,
        "seats": [],
        "wall": wall,
    }
    return {**usual, "steps": [], "discards": [], **told}


def clock(**told):
    """A round of an hour that began a day ago."""
    return {
        "begun": time.time() - 86_400,
        "stood_s": 0,
        "paused_at": None,
        "limits_s": [3_600],
        "then": "one_more",
        **told,
    }


@pytest.fixture
def said(drawn):
    """What a part of the page says."""
    return lambda part, **props: drawn(part, props)["said"][0]


def test_of_the_game_of_a_newer_companion_nothing_is_said(said):
    newer = table(is_newer=True, troubles=["newer"], flags=[0])
    cards = said("hub/tables:Tables", club=club(newer))
    assert "This table runs a newer companion." in cards
    assert "No game yet" not in cards
    assert "East: time up" not in cards
    assert "Time up" in cards
    assert "No game yet" in said("hub/tables:Tables", club=club(table()))


def test_a_television_does_not_say_that_a_newer_companion_plays_no_game(node):
    states = node.evaluate(
        """async (tables) => {
          const { stateOf } = await import("/static/js/hub/room.js");
          return tables.map((table) => stateOf(table, { say: (key) => key }));
        }""",
        [table(), table(is_newer=True), table(is_here=False)],
    )
    assert states == ["hub.no_game", "hub.trouble.newer", "hub.away"]


def test_whose_time_is_up_is_said_by_name_or_by_the_wind_of_now(said):
    seats = [{"name": "", "wind": "S"}, {"name": "Ben", "wind": "E"}]
    flagged = table(flags=[0, 1], game={"seats": seats})
    assert said("hub/tables:Flags", table=flagged) == "South: time upBen: time up"


def test_before_the_first_deal_no_hand_is_told(said):
    told = said("hub/minutes:OneHand", told=minutes(wall=None))
    assert told.strip() == "not dealt yet"


def test_of_entries_that_break_a_rule_the_record_says_what_is_from_before_them(said):
    told = said("hub/minutes:OneHand", told=minutes(is_unclear=True))
    assert "The lists here include them; points, riichi and wall are from before them." in told


def test_an_indicator_that_nobody_entered_may_lie_open(said):
    wall = {**minutes()["wall"], "owed_now": 1}
    told = said("hub/minutes:OneHand", told=minutes(wall=wall))
    assert "Dora indicators 1 not recorded: still to be flipped, or not entered" in " ".join(told.split())


def test_where_nobody_alone_is_missing_it_is_said_what_to_do(said):
    shown = said("hub/round:Doubts", evening=evening(doubts=[doubt("wrong_people", one=5)]), club=club())
    assert "Eve sits here, but is not planned here. Seat everybody as planned" in shown
    one = evening(doubts=[doubt("wrong_people", one=5, other=2)])
    assert "Eve sits here; planned: Ben." in said("hub/round:Doubts", evening=one, club=club())


@pytest.mark.parametrize(
    ("states", "table", "over"),
    [
        (("finished", "running"), 0, "time is up: +1 hand"),
        (("finished", "running"), 2, "time is up: +1 hand"),
        (("finished", "running"), 1, "time is up"),
        (("finished", "typed"), 0, "time is up"),
    ],
)
def test_once_nobody_plays_no_further_hand_is_announced(said, states, table, over):
    results = [{"table": at, "state": state} for at, state in enumerate(states, 1)]
    now = club(evening=evening(clock=clock(), results=results))
    assert said("hub/clock:Clock", club=now, table=table).strip().endswith(over)


def test_of_two_games_at_a_table_none_is_said_to_be_played(said):
    game = {"companion": "a1", "names": [], "points": [25_000] * 4, "is_broken": False}
    games = [{**game, "game": 1, "is_finished": False}, {**game, "game": 2, "is_finished": True}]
    shown = said(
        "hub/round:Doubts", evening=evening(doubts=[doubt("several_games", games=games)]), club=club(table())
    )
    assert "Game 1 countsnot finished" in shown
    assert "Game 2 countsfinished" in shown


def test_the_clock_of_a_round_asks_no_clock_of_the_device(said):
    """It may be set by years in mid-round, as on the hub's own screen."""
    now = club(aheadMs=160_000, evening=evening(clock=clock(begun=100)))
    # Whatever draws may have run for some minutes; by the time of day it would be hours.
    assert re.match(r"\s*[1-5]\d:\d\d\b(?!:)", said("hub/clock:Clock", club=now))


@pytest.mark.parametrize(
    ("state", "do"), [("running", "Finish it at the table"), ("waiting", "If it was played")]
)
def test_what_an_earlier_round_has_left_open_can_be_finished_or_typed(said, state, do):
    left = [{"round": 1, "table": 2, "state": state}]
    shown = said("hub/round:Doubts", evening=evening(left_open=left), club=club())
    assert do in shown
    assert "type its points on the page of that round" in shown


UNREACHABLE = "Only this machine can open this page."
QR = {"size": 1, "path": ""}
CODE = {"code": "127.0.0.1:8884/a", "command": "companion run", "link": "", "qr": QR}
RELAY = {"table": "", "delay_s": 0, "is_waiting": True, "longest_s": 900, "owed_s": 0, "port": 8146}


@pytest.mark.parametrize("urls", [[], ["http://192.168.1.20:8144/"]])
@pytest.mark.parametrize("part", ["foot:Foot", "join:Join", "broadcast:Broadcast"])
def test_a_club_that_only_its_machine_reaches_says_so(drawn, part, urls):
    addresses = {"/api/pairing/addresses": {"urls": urls, "qr": None}}
    answers = {**addresses, "/api/join": CODE, "/api/broadcast": RELAY}
    props = {"club": club(), "me": {"role": "host", "private": False}}
    shown = drawn(f"hub/{part}", props, answers=answers)["said"][0]
    assert (UNREACHABLE in shown) == (not urls)
    assert ("Everybody on this network" in shown) == (part == "foot:Foot" and bool(urls))


HAND = {"table": "a1", "game": 1, "hand": 2, "deal": {"wind": "E", "number": 1, "honba": 0}, "names": []}


@pytest.mark.parametrize(
    ("answer", "says", "may_ask_again"),
    [
        (404, "This hand is no longer there.", False),
        (503, "Not connected. Try again.", True),
        ("no line", "Not connected. Try again.", True),
    ],
)
def test_a_hand_is_gone_only_where_the_club_says_so(drawn, answer, says, may_ask_again):
    answers = {"/api/replay/a1/1/2": answer}
    told = drawn("hub/replays:OneHand", {"club": club(table()), "hand": HAND}, answers=answers)
    assert says in told["said"][0]
    assert ("Try again" in told["buttons"]) == may_ask_again


def test_a_hand_that_is_looked_at_is_read_again_once_its_table_has_put_it_right(drawn):
    over = HAND | {"wins": [], "ryuukyoku": "exhaustive", "chombo": None, "names": ["Anna", "Ben"], "last": 5}
    right = over | {"ryuukyoku": None, "chombo": 1, "last": 9}
    deal = {"seq": 5, "retraction": None, "fact": {"is": "KyokuStarted"}}
    chombo = {"seq": 9, "retraction": None, "fact": {"is": "Chombo", "seat": 1}}
    picture = shown_of(sat_down())
    answers = {
        "/api/replay": [{"hands": [over], "best": []}, {"hands": [right], "best": []}],
        "/api/replay/a1/1/2": [
            {"names": over["names"], "hand": {**over["deal"], "entries": entries}}
            for entries in ([deal], [deal, chombo])
        ],
        "/api/replay/a1/1/at/5": picture,
        "/api/replay/a1/1/at/9": picture,
    }
    props = {"club": club(table())}
    said = drawn("hub/replays:Replays", props, answers=answers, taps=["Exhaustive draw", 10_100])["said"]
    assert "of 1" in said[1]
    assert "of 2" in said[2]


@pytest.mark.parametrize(
    ("hands", "says"), [([], "No hand has been over for long"), ([HAND], "No hand that was won")]
)
def test_a_television_without_a_win_says_so(said, hands, says):
    assert says in said("hub/room:Waiting", club=club(), hands=hands, connection="live")


def test_a_television_asks_again_for_what_it_could_not_read(drawn):
    deal = {"seq": 5, "retraction": None, "fact": {"is": "KyokuStarted"}}
    picture = shown_of(sat_down())
    answers = {
        "/api/replay": {"hands": [HAND], "best": [{"kind": "hand", "yaku": None, "hand": HAND}]},
        "/api/replay/a1/1/2": ["no line", {"hand": {"entries": [deal]}}],
        "/api/replay/a1/1/at/5": [503, picture],
    }
    props = {"club": club(table()), "connection": "live"}
    told = drawn("hub/room:Room", props, answers=answers, taps=[2_100, 2_100])["said"]
    assert ["Step 1 of 1" in one for one in told] == [False, False, True]


@pytest.mark.parametrize(("limit_s", "minutes"), [(0, 60), (3_600, 0)])
def test_time_is_added_to_the_clock_that_runs(drawn, limit_s, minutes):
    now = evening(minutes=minutes, clock=clock(limits_s=[limit_s]))
    buttons = drawn("hub/round:Conduct", {"evening": now})["buttons"]
    assert ("+5 minutes" in buttons) == (limit_s > 0)


@pytest.mark.parametrize("begun", [0, 1])
def test_the_settings_say_that_the_clock_of_a_begun_round_stays(said, begun):
    shown = said("hub/players:Terms", evening=evening(begun=begun, then="none"), act="settings")
    assert ("The clock of a round that has begun stays as it is." in shown) == (begun > 0)


def test_a_host_is_told_who_is_not_entered_and_what_counts(said):
    doubts = [doubt("unknown_name", name="Kai"), doubt("broken"), doubt("other_rules")]
    shown = said("hub/round:Doubts", evening=evening(doubts=doubts), club=club())
    assert "Kai sits here, but is not entered: this score counts for nobody." in shown
    assert "cannot be followed to its end, so it does not count. Correct it at the table" in shown
    assert "Its points count all the same" in shown


def test_a_host_is_told_whose_table_still_plays_after_they_left(said):
    told = evening(doubts=[doubt("has_left", one=5)])
    shown = said("hub/round:Doubts", evening=told, club=club())
    assert "Eve has left, and this game is not over. If somebody else plays on, swap the two" in shown
    assert "type the points, which then count for Eve." in shown


def test_a_host_is_told_when_a_corrected_result_would_let_others_go_on(said):
    told = evening(other_cut={"after": 2, "better": [5, 1], "worse": [3]})
    shown = said("hub/round:Doubts", evening=told, club=club())
    assert "the cut after round 2 have changed. By them, these would play on: Eve, Anna;" in shown
    assert "these would not: Chie." in shown
    assert not said("hub/round:Doubts", evening=evening(), club=club()).strip()


CALL = {"table": "a1", "revision": 3, "seat": None, "since": 0, "taken": None}


@pytest.mark.parametrize(("answer", "says"), [("no line", "Not connected. Try again."), ({"call": {}}, "")])
def test_a_call_that_could_not_be_taken_can_be_taken_again(drawn, answer, says):
    answers = {"/api/referee/come": answer, "/api/referee/tables/a1": {"minutes": None}}
    calling = club(table(), calls=[CALL])
    told = drawn("hub/referee:Referee", {"club": calling}, answers=answers, taps=["Take the call"])
    assert says in told["said"][-1]
    assert "Take the call" in told["buttons"]
    assert told["asked"] == [["/api/referee/come", {"table": "a1", "revision": 3}]]


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ([], "No table is shown."),
        ([table(is_newer=True)], "This table runs a newer companion."),
        ([table()], "East: nothing to show yet (delay 5:00). Either nothing has been played there"),
    ],
)
def test_a_streamer_is_told_what_there_is_to_wait_for(drawn, tables, says):
    answers = {"/api/broadcast": {**RELAY, "table": "a1", "delay_s": 300}}
    props = {"club": club(*tables), "me": {"role": "host", "private": False}}
    assert says in drawn("hub/broadcast:Broadcast", props, answers=answers)["said"][0]


@pytest.mark.parametrize(
    ("answer", "says", "has_code"),
    [
        ({"code": "123456", "seconds": 120}, "more seconds, for one device", True),
        ({"code": "123456", "seconds": 0}, "within two minutes", False),
        ({"error": "role_too_low"}, "That did not work.", False),
    ],
)
def test_an_address_has_its_code_as_long_as_that_is_good(drawn, answer, says, has_code):
    answers = {"/api/broadcast": RELAY, "/api/pairing/code": answer}
    props = {"club": club(table()), "me": {"role": "host", "private": True}}
    taps = ["Show a code", 1_100]
    shown = drawn("hub/broadcast:Broadcast", props, answers=answers, taps=taps)["said"][-1]
    assert says in shown
    assert ("#pair=123456" in shown) == has_code
