"""What must break when an agreement beside the play is lost, guessed, or counted for the wrong person."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

_TEA = "companion/riichi/tea.py"
_SHARES = "companion/evenings/shares.py"
_FORGETTING = "companion/journal/forgetting.py"
_RULES = "tests/riichi/test_tea.py::test_"
_LOOP = "tests/table_loop/test_agreeing.py::test_"
_BACK = "tests/evenings/test_agreed.py::test_"

MUTANTS = (
    Mutant(
        promise="rules/substitute",
        broken="somebody who sits at the table already takes over a second seat",
        file=_TEA,
        old="    if person in sitting.at:\n",
        new="    if False:\n",
        tests=(f"{_RULES}a_name_of_somebody_who_has_left_is_taken_too",),
    ),
    Mutant(
        promise="rules/rename",
        broken="two people of one game have one name",
        file=_TEA,
        old="    if sitting.number_of(fact.name) not in (None, person):\n",
        new="    if False:\n",
        tests=(f"{_RULES}a_name_of_somebody_who_has_left_is_taken_too",),
    ),
    Mutant(
        promise="rules/seats",
        broken="points stay with the seats where people said that they go along",
        file=_TEA,
        old="    if fact.carried is Carried.NOTHING:\n",
        new="    if fact.carried is not Carried.NOTHING:\n",
        tests=(f"{_RULES}points_go_along_to_the_new_seat_and_winds_stay",),
    ),
    Mutant(
        promise="rules/winds-are-said",
        broken="winds go along in an order in which the turn would run crosswise",
        file=_TEA,
        old="    if len(steps) != 1:\n",
        new="    if False:\n",
        tests=("tests/riichi/test_reasons.py",),
    ),
    Mutant(
        promise="rules/next-hand",
        broken="a changed rule holds in the hand that is being played",
        file=_TEA,
        old="            return replace(hanchan, next_rules=changed, kyoku=kyoku)\n",
        new="            return replace(hanchan, rules=changed, kyoku=kyoku)\n",
        tests=(f"{_RULES}a_rule_is_another_from_the_next_hand_on",),
    ),
    Mutant(
        promise="rules/counted-points",
        broken="points that do not add up are taken",
        file=_TEA,
        old="    if fact.kyoutaku < 0 or told not in due:",
        new="    if fact.kyoutaku < 0 and told not in due:",
        tests=(f"{_RULES}counted_points_say_how_much_is_missing",),
    ),
    Mutant(
        promise="rules/rest",
        broken="a hand goes on while the game rests",
        file="companion/riichi/hanchan.py",
        old="    if hanchan.sitting.is_paused:\n        raise IllegalFactError(fact, Reason.PAUSED)\n"
        "    return _with_kyoku",
        new="    return _with_kyoku",
        tests=(f"{_RULES}nothing_is_told_of_a_hand_while_the_game_rests",),
    ),
    Mutant(
        promise="rules/rest",
        broken="what the camera sees in a break is written",
        file="companion/table_loop/scribing.py",
        old="    if desk.state.hanchan.sitting.is_paused:\n",
        new="    if False:\n",
        tests=(f"{_LOOP}the_camera_does_not_look_while_the_game_rests",),
    ),
    Mutant(
        promise="rules/away",
        broken="a hand is dealt to a seat at which nobody sits",
        file="companion/riichi/hanchan.py",
        old="    if hanchan.sitting.away:\n",
        new="    if False:\n",
        tests=(f"{_RULES}a_seat_without_a_player_is_dealt_nothing_until_somebody_sits_there",),
    ),
    Mutant(
        promise="rules/corrected-from-the-start",
        broken="a correction counts the whole game by rules that came later",
        file="companion/table_loop/desk.py",
        old="    return desk.state.hanchan.rules if desk.game is None else desk.game.rules\n",
        new="    return desk.state.hanchan.rules\n",
        tests=(f"{_LOOP}a_rule_that_was_never_changed_is_as_it_was_in_every_hand",),
    ),
    Mutant(
        promise="rules/who-played",
        broken="a hand counts for whoever sits there when it is paid",
        file="companion/evenings/played.py",
        old="                if isinstance(fact, KyokuStarted) or not is_over_before:\n",
        new="                if hanchan.kyoku is not None:\n",
        tests=(f"{_BACK}who_takes_over_after_the_result_has_not_played_the_hand",),
    ),
    Mutant(
        promise="rules/shares",
        broken="who left a seat has nothing of what they won and lost there",
        file=_SHARES,
        old="            if person != owner[stake]:\n",
        new="            if False:\n",
        tests=(f"{_BACK}all_shares_together_are_the_scores",),
    ),
    Mutant(
        promise="rules/unsaid",
        broken="a format is written that has no words for who played",
        file="companion/evenings/exporting.py",
        old="    if game.changes_people:\n",
        new="    if False:\n",
        tests=(f"{_BACK}what_a_format_cannot_say_is_one_sentence_and_no_file",),
    ),
    Mutant(
        promise="rules/anonymised-people",
        broken="the name of a substitute stays in a game whose people were taken out",
        file=_FORGETTING,
        old="        case PlayerSubstituted(name=name) | PlayerRenamed(name=name):\n",
        new="        case PlayerRenamed(name=name):\n",
        tests=(f"{_BACK}nobody_is_found_in_a_game_that_was_anonymised_and_it_is_the_same_game",),
    ),
    Mutant(
        promise="rules/club-names",
        broken="names that are one person are counted apart",
        file="companion/keeping/club_file.py",
        old="        return self.same.get(name, name)\n",
        new="        return name\n",
        tests=("tests/evenings/test_club.py",),
    ),
    Mutant(
        promise="rules/season",
        broken="the last day of a season is not in it",
        file="companion/keeping/club_file.py",
        old="        return self.first <= day <= self.last\n",
        new="        return self.first <= day < self.last\n",
        tests=("tests/evenings/test_club.py::test_a_season_has_its_first_day_and_its_last",),
    ),
    Mutant(
        promise="rules/club-zone",
        broken="days are those of the machine, whatever zone the club has",
        file="companion/evenings/archive.py",
        old="day_of(one.summary.started, zone)",
        new="day_of(one.summary.started)",
        tests=("tests/evenings/test_club.py::test_days_and_months_of_the_standings_are_those_of_the_zone",),
    ),
    Mutant(
        promise="rules/form",
        broken="a journal of an older form keeps its number when newer facts are written into it",
        file="companion/journal/origin.py",
        old="    if origin is None and form == written_form:\n",
        new="    if origin is None:\n",
        tests=("tests/reliability/test_forms.py",),
    ),
)
