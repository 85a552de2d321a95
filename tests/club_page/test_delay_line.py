"""Which entries are old enough: by the hub's own clock, for the longer of two delays, and in order."""

import random

from companion.club_page.delay_line import LONGEST_S, DelayLine, Place

A, B = "0000aaaa", "0000bbbb"


def line_of(*marks, table=A):
    line = DelayLine()
    for seq, came_s, delay_s in marks:
        line.note(table, Place(1, seq), came_s, delay_s)
    return line


def seq(line, now_s, delay_s, table=A):
    place = line.visible(table, now_s, delay_s)
    return place.seq if place else None


def test_an_entry_is_shown_once_it_is_as_old_as_the_delay():
    line = line_of((1, 0.0, 60), (2, 10.0, 60))
    assert [seq(line, now_s, 60) for now_s in (59.9, 60.0, 69.9, 70.0)] == [None, 1, 1, 2]


def test_without_a_delay_the_newest_is_shown_at_once():
    assert seq(line_of((1, 0.0, 0), (2, 5.0, 0)), 5.0, 0) == 2


def test_a_longer_delay_goes_back_in_time():
    line = line_of((1, 0.0, 0), (2, 100.0, 0), (3, 200.0, 0))
    assert seq(line, 200.0, 0) == 3
    assert seq(line, 200.0, 50) == 2
    assert seq(line, 200.0, 150) == 1
    assert seq(line, 200.0, 300) is None


def test_what_came_under_a_longer_delay_waits_for_it_after_the_delay_was_shortened():
    line = line_of((1, 0.0, 600), (2, 100.0, 600))
    line.note(A, Place(1, 3), 110.0, 0)  # shortened at 105
    assert [seq(line, now_s, 0) for now_s in (110.0, 600.0, 699.0, 700.0)] == [None, 1, 1, 3]


def test_a_clock_that_goes_back_makes_nothing_older():
    line = line_of((1, 1_000.0, 60))
    line.note(A, Place(1, 2), 10.0, 60)
    assert seq(line, 1_059.0, 60) is None
    assert seq(line, 500.0, 60) is None
    assert seq(line, 1_060.0, 60) == 2


def test_each_table_has_a_past_of_its_own():
    line = line_of((7, 0.0, 60))
    line.note(B, Place(2, 3), 30.0, 60)
    assert (seq(line, 60.0, 60, A), seq(line, 60.0, 60, B)) == (7, None)
    assert seq(line, 60.0, 60, "0000cccc") is None


def test_a_copy_that_is_shorter_for_a_moment_takes_nothing_away():
    line = line_of((9, 0.0, 10), (3, 5.0, 10), (9, 6.0, 10))
    assert seq(line, 30.0, 10) == 9


def test_a_spare_begins_with_another_copy():
    line = line_of((9, 0.0, 10))
    line.note(A, Place(2, 5), 20.0, 10)
    assert [line.visible(A, now_s, 10) for now_s in (29.0, 30.0)] == [Place(1, 9), Place(2, 5)]


def test_whatever_is_chosen_nothing_younger_is_shown_and_the_oldest_marks_may_go():
    rng = random.Random(1)
    for _ in range(40):
        line, now_s, delay_s = DelayLine(), 0.0, rng.randrange(LONGEST_S + 1)
        came, promised = {}, {}
        for number in range(1, 1_200):
            now_s += rng.expovariate(1 / 6)
            if rng.random() < 0.05:
                delay_s = rng.randrange(LONGEST_S + 1)
            line.note(A, Place(1, number), now_s, delay_s)
            came[number], promised[number] = now_s, now_s + delay_s
            shown = seq(line, now_s, delay_s) or 0
            assert shown == 0 or came[shown] <= now_s - delay_s
            assert all(promised[one] <= now_s for one in (shown, max(1, shown - 1)) if shown)
            after = shown + 1
            if after <= number and number > 5:
                is_old = came[after] <= now_s - delay_s
                assert not (is_old and max(promised[one] for one in range(1, after + 1)) <= now_s)
