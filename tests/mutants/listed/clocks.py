"""What must break when a player's clock charges what is in doubt, or when Home Assistant hears too much."""

from tests.mutants.mutant import Mutant

_PURE = "tests/table_loop/test_player_clock.py::test_"
_KEPT = "tests/table_loop/test_player_clocks.py::test_"
_FLAGS = "tests/club/test_flags.py::test_"
_HOME = "tests/club_page/test_home_assistant.py::test_"

MUTANTS = (
    Mutant(
        promise="clocks/doubt-is-free",
        broken="time that was in doubt is charged",
        file="companion/player_clock.py",
        old="        return max(0.0, until_s - since_s - doubted)\n",
        new="        return max(0.0, until_s - since_s)\n",
        tests=(f"{_PURE}what_is_in_doubt_is_not_charged",),
    ),
    Mutant(
        promise="clocks/doubt-is-free",
        broken="an open question stops no clock",
        file="companion/table_loop/clock_doubts.py",
        old='    if state.questions:\n        return "question"\n',
        new="",
        tests=(f"{_KEPT}in_doubt_the_clock_stands_still_and_says_why",),
    ),
    Mutant(
        promise="clocks/doubt-is-free",
        broken="a camera that is away stops no clock",
        file="companion/table_loop/clock_doubts.py",
        old='        return "source"\n',
        new='        return ""\n',
        tests=(f"{_KEPT}in_doubt_the_clock_stands_still_and_says_why",),
    ),
    Mutant(
        promise="clocks/doubt-is-free",
        broken="what was missed before anybody noticed it is charged",
        file="companion/table_loop/player_clocks.py",
        old="    if why in REACHES_BACK:\n",
        new="    if not why:\n",
        tests=(f"{_KEPT}in_doubt_the_clock_stands_still_and_says_why",),
    ),
    Mutant(
        promise="clocks/doubt-is-free",
        broken="time that lay under a wrong entry is charged",
        file="companion/table_loop/player_clocks.py",
        old='            game = _with_doubt(game, Doubt(min(gone), now_s, "corrected"))\n',
        new="            game = replace(game)\n",
        tests=(f"{_KEPT}what_was_taken_back_gives_the_time_back",),
    ),
    Mutant(
        promise="clocks/doubt-is-free",
        broken="a jump of the machine's clock is charged",
        file="companion/table_loop/player_clocks.py",
        old='            game = _with_doubt(game, Doubt(jumped_since, now_s, "clock_jumped"))\n',
        new="            game = replace(game)\n",
        tests=(f"{_KEPT}a_clock_of_the_machine_that_jumps_costs_nobody_anything",),
    ),
    Mutant(
        promise="clocks/too-close-is-not-timed",
        broken="of two discards told at once, the first is timed",
        file="companion/player_clock.py",
        old="            late |= {before.seq, one.seq}\n",
        new="            late |= {one.seq}\n",
        tests=(f"{_PURE}nobody_is_charged_for_a_discard_that_was_told_late_nor_for_the_next",),
    ),
    Mutant(
        promise="clocks/too-close-is-not-timed",
        broken="the turn after a discard that was told late is timed",
        file="companion/player_clock.py",
        old="is_unclear=one.seq in self._late)\n",
        new="is_unclear=False)\n",
        tests=(f"{_PURE}nobody_is_charged_for_a_discard_that_was_told_late_nor_for_the_next",),
    ),
    Mutant(
        promise="clocks/waived",
        broken="a flag that people have waived is still shown",
        file="companion/player_clock.py",
        old="flag is not None and not flag.is_waived and flag.hand <= hand",
        new="flag is not None and flag.hand <= hand",
        tests=(f"{_PURE}a_flag_that_people_waive_is_shown_to_nobody",),
    ),
    Mutant(
        promise="clocks/waived",
        broken="a flag is still at the hub when people have waived it",
        file="companion/club/flags_told.py",
        old="if one.is_flagged(clocks.hand))",
        new="if one.flag)",
        tests=(f"{_FLAGS}a_table_says_its_flags_when_they_change_and_on_a_new_connection",),
    ),
    Mutant(
        promise="clocks/flags-only-change",
        broken="a table tells the hub the same flags again and again",
        file="companion/club/flags_told.py",
        old="        if now == self._said:\n            return None\n",
        new="",
        tests=(f"{_FLAGS}a_table_says_its_flags_when_they_change_and_on_a_new_connection",),
    ),
    Mutant(
        promise="clocks/flags-only-change",
        broken="after a broken connection a table says nothing",
        file="companion/club/flags_told.py",
        old="        self._said = None\n\n",
        new="        return\n\n",
        tests=(f"{_FLAGS}a_table_says_its_flags_when_they_change_and_on_a_new_connection",),
    ),
    Mutant(
        promise="home/off-unless-asked",
        broken="Home Assistant is told without being asked for",
        file="companion/club_page/home_assistant.py",
        old="= hub, board, folder / FILE, is_on\n",
        new="= hub, board, folder / FILE, True\n",
        tests=(f"{_HOME}switched_off_nothing_is_left_and_nothing_is_said",),
    ),
    Mutant(
        promise="home/off-unless-asked",
        broken="what was said stays at the broker when it is switched off",
        file="companion/club_page/home_assistant.py",
        old="                    self._take_out(wire)\n",
        new="",
        tests=(f"{_HOME}switched_off_nothing_is_left_and_nothing_is_said",),
    ),
    Mutant(
        promise="home/nothing-concealed",
        broken="Home Assistant is told who plays",
        file="companion/club_page/home_messages.py",
        old='    return _json(said | {f"points_{wind}"',
        new='    said["names"] = [seat.name for seat in game.seats] if game else []\n'
        '    return _json(said | {f"points_{wind}"',
        tests=(f"{_HOME}a_table_is_found_with_its_public_state_and_without_names",),
    ),
    Mutant(
        promise="home/nothing-concealed",
        broken="Home Assistant may read everything that tables and hub say",
        file="companion/club/broker.py",
        old='heard = (DISCOVERY, topic(self._club, "+", "now"), topic(self._club, "+", "here"))',
        new='heard = (DISCOVERY, topic(self._club, "+", "#"))',
        tests=(f"{_HOME}it_may_listen_to_what_everybody_sees_and_to_nothing_else",),
    ),
    Mutant(
        promise="home/nothing-concealed",
        broken="a table that was sent away stays in Home Assistant",
        file="companion/club_page/home_assistant.py",
        old='            wanted |= dict.fromkeys(_topics_of(club, one), b"")\n',
        new="            wanted |= {}\n",
        tests=(f"{_HOME}a_table_that_is_sent_away_is_taken_out",),
    ),
)
