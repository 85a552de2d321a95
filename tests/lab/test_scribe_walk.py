"""The rooms on the way of a look are counted as they are passed, and a look goes its way once."""

from lab.scribe.walk import Step, walk_of, walks

HERE, BELOW, DEEP = "companion.table_loop.keeper", "companion.scribe.scribe", "companion.reveals.ura"


def steps(*told: str) -> list[Step]:
    """`+` and a module where a function begins, `-` and a module where it ends."""
    return [Step(one[1:], one[0] == "+") for one in told]


def test_a_call_that_goes_down_and_comes_back_is_one_return():
    walk = walk_of([steps(f"+{HERE}", f"+{BELOW}", f"-{BELOW}", f"-{HERE}")])
    assert (walk.rooms, walk.stays, walk.returns) == (2, ["table_loop", "scribe", "table_loop"], 1)
    assert str(walk) == "table_loop (scribe)"


def test_functions_of_one_room_are_one_stay():
    inside = "companion.scribe.stories"
    walk = walk_of([steps(f"+{HERE}", f"+{BELOW}", f"+{inside}", f"-{inside}", f"-{BELOW}", f"-{HERE}")])
    assert str(walk) == "table_loop (scribe)"
    after = walk_of([steps(f"+{HERE}", f"-{HERE}", f"+{HERE}", f"-{HERE}")])
    assert (str(after), after.returns) == ("table_loop", 0)


def test_the_same_trip_again_is_counted_each_time():
    trip = (f"+{BELOW}", f"-{BELOW}")
    walk = walk_of([steps(f"+{HERE}", *trip, *trip, f"+{DEEP}", f"-{DEEP}", *trip, f"-{HERE}")])
    assert str(walk) == "table_loop (scribe) x2 (reveals) (scribe)"
    assert (len(walk.stays), walk.returns, walk.from_below) == (9, 6, 0)


def test_a_call_into_a_room_that_waits_comes_from_below():
    walk = walk_of([steps(f"+{HERE}", f"+{DEEP}", f"+{HERE}", f"+{BELOW}", *[f"-{HERE}"] * 4)])
    assert (str(walk), walk.from_below) == ("table_loop (reveals (table_loop (scribe)))", 1)


def test_values_and_the_ground_floor_count_only_where_they_are_asked_for():
    made = [Step(BELOW, is_call=True, is_making=True), *steps(f"+{DEEP}", f"-{DEEP}")]
    made.append(Step(BELOW, is_call=False, is_making=True))
    told = [*steps(f"+{HERE}"), *made, *steps("+companion.riichi.apply", "-companion.riichi.apply")]
    assert str(walk_of([told])) == "table_loop"
    assert str(walk_of([told], with_values=True)) == "table_loop (scribe (reveals)) (riichi)"


def test_each_thread_has_its_part_and_may_be_in_the_middle_of_something():
    there = steps(f"-{HERE}", f"+{HERE}", f"+{BELOW}", f"-{BELOW}", f"-{HERE}")
    walk = walk_of([steps("+companion.intake.door", "-companion.intake.door"), there])
    assert str(walk) == "intake, then table_loop (scribe)"


def test_a_look_asks_the_scribe_once_and_the_disk_once_and_nobody_asks_upwards(tmp_path):
    found = {name: (facts, walk_of(steps)) for name, facts, steps in walks(tmp_path)}
    for name, (facts, walk) in found.items():
        table = walk.parts[-1]
        trips = [trip.room for trip in table.trips]
        assert (table.room, walk.from_below) == ("table_loop", 0), name
        if "answer" not in name:  # the journal knows whether it was given before, and the scribe looks again
            assert (trips.count("scribe"), trips.count("journal")) == (1, bool(facts)), name
