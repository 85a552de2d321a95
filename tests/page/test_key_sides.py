"""On the sheet "Who sits where": at which side of the table the keys of each letter are."""

PATH = "/api/key-sides"


def keys(letters="ABCD", at="ABCD", without=""):
    return {"letters": letters, "at": at, "without": without}


def chosen(drawn, answers, *taps):
    props = {"snapshot": {"seats": []}}
    return drawn("play/sides:KeySides", props, answers={PATH: answers}, taps=taps, views=())


def test_two_boxes_are_exchanged_by_one_tap(drawn):
    told = chosen(drawn, [keys(), keys(at="BACD")], "B")
    assert told["asked"] == [[PATH, {"at": "BACD", "without": ""}]]


def test_what_was_chosen_is_what_the_next_tap_is_about(drawn):
    told = chosen(drawn, [keys(), keys(at="BACD"), keys(at="CABD")], "B", "C")
    assert told["asked"][-1] == [PATH, {"at": "CABD", "without": ""}]


def test_a_letter_without_keys_is_said_and_taken_back(drawn):
    told = chosen(drawn, [keys(), keys(without="A"), keys()], "no keys", "A")
    assert [said for _, said in told["asked"]] == [
        {"at": "ABCD", "without": "A"},
        {"at": "ABCD", "without": ""},
    ]


def test_no_keys_is_said_once_however_often_it_is_tapped(drawn):
    told = chosen(drawn, [keys(without="A"), keys(without="A")], "no keys")
    assert [said["without"] for _, said in told["asked"]] == ["A"]


def test_only_letters_that_the_wiring_has_are_shown(drawn):
    (said,) = chosen(drawn, keys("AC"))["said"]
    assert [f"Keys {letter}" in said for letter in "ABCD"] == [True, False, True, False]


def test_a_table_without_keys_of_its_own_says_nothing_of_them(drawn):
    assert chosen(drawn, keys(""))["said"] == [""]
    assert chosen(drawn, 404)["said"] == [""]


def test_what_could_not_be_kept_is_not_shown_as_chosen(drawn):
    told = chosen(drawn, [keys(), {"error": "not_kept"}, keys(at="BACD")], "B", "B")
    assert [said for _, said in told["asked"]] == [{"at": "BACD", "without": ""}] * 2


def on_the_sheet(drawn, sides, *taps):
    seats = [{"seat": seat, "wind": wind, "name": wind} for seat, wind in enumerate("ESWN")]
    props = {"snapshot": {"seats": seats, "sides": sides, "players": 4}, "args": {}}
    told = drawn("play/sides:SidesSheet", props, answers={PATH: keys("")}, taps=taps, views=())
    return told["asked"]


def test_people_who_sit_as_before_are_not_told_of_again(drawn):
    assert on_the_sheet(drawn, "ABCD", "Use this") == []
    assert on_the_sheet(drawn, "BCDA", "A", "Use this") == [["mean", {"is": "SeatsBound", "sides": "ACDB"}]]


def test_where_nobody_has_said_it_what_is_shown_is_told(drawn):
    assert on_the_sheet(drawn, "", "Use this") == [["mean", {"is": "SeatsBound", "sides": "ABCD"}]]
