"""What must break when the table's loop, its keeper and its plans are broken."""

from tests.mutants.mutant import Mutant

LOOP = "companion/table_loop/loop.py"
LOOP_TESTS = "tests/table_loop/test_loop.py::"
KEEPER = "companion/table_loop/keeper.py"
KEEPER_TESTS = "tests/table_loop/test_keeper.py::"
INBOX = "companion/table_loop/inbox.py"
UNDOING = "companion/table_loop/undoing.py"
UNDOING_TESTS = "tests/table_loop/test_undoing.py::"
STEPS = "companion/table_loop/steps.py"
DESK = "companion/table_loop/desk.py"
SCRIBING = "companion/table_loop/scribing.py"
SCRIBING_TESTS = "tests/table_loop/test_scribing.py::"

MUTANTS = (
    Mutant(
        promise="table/disk-before-shown",
        broken="the table is true before it is on the disk",
        file=KEEPER,
        old="        self._journal.append(game, drafts, command_id, encoded(notes))\n",
        new="        self._show(replace(plan.state, hanchan=plan.hanchan))\n"
        "        self._journal.append(game, drafts, command_id, encoded(notes))\n",
        tests=(KEEPER_TESTS + "test_what_cannot_be_written_has_not_happened",),
    ),
    Mutant(
        promise="reliability/on-disk-once",
        broken="what people have dealt with comes back after a restart",
        file="companion/table_loop/notes.py",
        old="        return with_notes(desk, self._last, at_ns)\n",
        new="        return desk\n",
        tests=(
            "tests/table_loop/test_dealt_with_before_a_restart.py::test_a_reminder_that_was_seen_stays_seen",
        ),
    ),
    Mutant(
        promise="table/disk-before-shown",
        broken="who asked is answered before it is shown",
        file=LOOP,
        old="        self._answers.append(lambda: asker.set_result(answer))\n",
        new="        asker.set_result(answer)\n",
        tests=(LOOP_TESTS + "test_who_asked_is_answered_when_it_is_shown",),
    ),
    Mutant(
        promise="table/a-refusing-disk-is-said",
        broken="a command that the disk refuses waits without an answer",
        file=LOOP,
        old="                    self._answer(answer, Refused(Refusal.JOURNAL_DOWN))\n",
        new="                    kept.append(one)\n",
        tests=(LOOP_TESTS + "test_a_journal_that_is_down_costs_nothing_but_time",),
    ),
    Mutant(
        promise="table/a-refusing-disk-is-said",
        broken="nobody hears that the journal is down",
        file=LOOP,
        old='        self._note(SourceChanged(JOURNAL, SourceState.DOWN, str(failure), "unsaved"))\n',
        new="",
        tests=(LOOP_TESTS + "test_a_journal_that_is_down_costs_nothing_but_time",),
    ),
    Mutant(
        promise="table/facts-are-never-dropped",
        broken="facts that the disk refuses are let go",
        file=LOOP,
        old="                case _:\n                    kept.append(one)\n",
        new="                case _:\n                    pass\n",
        tests=(LOOP_TESTS + "test_a_journal_that_is_down_costs_nothing_but_time",),
    ),
    Mutant(
        promise="table/facts-are-never-dropped",
        broken="a journal that is down is not tried again before something new comes",
        file=LOOP,
        old="            return RETRY_S\n",
        new="            return None\n",
        tests=(LOOP_TESTS + "test_a_journal_that_is_down_is_tried_again_without_new_evidence",),
    ),
    Mutant(
        promise="table/facts-are-never-dropped",
        broken="what waits when the table is stopped is let go",
        file=INBOX,
        old="        return self._is_shut.is_set() and self._queue.empty()\n",
        new="        return self._is_shut.is_set()\n",
        tests=(
            "tests/table_loop/test_inbox.py::test_a_door_that_is_shut_lets_nothing_in_and_what_is_inside_out",
        ),
    ),
    Mutant(
        promise="table/facts-are-never-dropped",
        broken="facts that could not be written until the end are not spoken of",
        file=LOOP,
        old="        if facts := sum(isinstance(one, FactObserved) for one in self._waiting):\n",
        new="        if facts := 0:\n",
        tests=(LOOP_TESTS + "test_facts_that_could_never_be_written_are_told_of_at_the_end",),
    ),
    Mutant(
        promise="table/the-newest-sight-counts",
        broken="of several sights of the table the oldest is weighed",
        file=INBOX,
        old="    for one in reversed(tuple(waiting)):\n",
        new="    for one in tuple(waiting)[::-1][::-1]:\n",
        tests=("tests/table_loop/test_inbox.py",),
    ),
    Mutant(
        promise="table/a-command-is-done-once",
        broken="a command that was done is done again when it is sent again",
        file=KEEPER,
        old="        if done := self._journal.written_by(asked.command_id):\n",
        new="        if done := ():\n",
        tests=(KEEPER_TESTS + "test_the_same_command_is_answered_alike_and_done_once_even_after_a_restart",),
    ),
    Mutant(
        promise="table/a-command-is-done-once",
        broken="what was refused is tried again when it is sent again",
        file=KEEPER,
        old="        if asked.command_id in self._unwritten:\n",
        new="        if False:\n",
        tests=(KEEPER_TESTS + "test_a_refused_command_stays_refused",),
    ),
    Mutant(
        promise="table/nobody-acts-on-an-old-page",
        broken="a tap on a page that shows an older table counts",
        file="companion/table_loop/planning.py",
        old="    if asked.expected_seq not in (None, desk.state.seq):\n",
        new="    if False:\n",
        tests=(KEEPER_TESTS + "test_an_undo_of_another_state_than_the_present_is_stale",),
    ),
    Mutant(
        promise="table/undo-and-redo",
        broken="an undo takes back one fact of a tap, and leaves the others",
        file="companion/table_loop/newest.py",
        old="    if last.command_id is None:\n        return (last,)\n",
        new="    if True:\n        return (last,)\n",
        tests=(UNDOING_TESTS + "test_an_undo_takes_back_all_that_one_tap_told",),
    ),
    Mutant(
        promise="table/undo-and-redo",
        broken="the page asks about the tap before the correction that an undo takes back",
        file=DESK,
        old="undoes=undone_by(newest_step(standing, memory)),",
        new="undoes=undone_by(newest_step(standing, Memory())),",
        tests=(UNDOING_TESTS + "test_it_is_said_what_an_undo_takes_back",),
    ),
    Mutant(
        promise="table/undo-and-redo",
        broken="a call that took another's place is called a correction when it is to be taken back",
        file=STEPS,
        old="is_correction=step.is_correction and not step.is_overruling",
        new="is_correction=step.is_correction",
        tests=("tests/table_loop/test_overruling.py::test_an_undo_names_the_call_that_took_the_place",),
    ),
    Mutant(
        promise="table/undo-and-redo",
        broken="an undo after a correction takes back the tap before it",
        file=STEPS,
        old="(not told or corrected.seq >= _first(told[-1], memory).seq)",
        new="not told",
        tests=(UNDOING_TESTS + "test_an_undo_after_a_correction_brings_back_what_was_corrected",),
    ),
    Mutant(
        promise="table/undo-and-redo",
        broken="what was taken back can be told again after something new was told",
        file=STEPS,
        old="        return replace(memory, undone=())\n",
        new="        return memory\n",
        tests=(UNDOING_TESTS + "test_what_was_taken_back_can_be_told_again_until_something_new_is_told",),
    ),
    Mutant(
        promise="table/undo-and-redo",
        broken="after a restart a correction cannot be undone",
        file=DESK,
        old="replace(draft, move=plan.move, depth=depth)",
        new="replace(draft, depth=depth)",
        tests=(
            UNDOING_TESTS + "test_after_a_restart_a_tap_that_was_put_right_away_is_a_correction_and_no_undo",
        ),
    ),
    Mutant(
        promise="table/undo-and-redo",
        broken="what is told again has lost who saw it",
        file=UNDOING,
        old="because=gone.entry.because, fact=gone.entry.fact",
        new="because=Cause.PERSON, fact=gone.entry.fact",
        tests=(UNDOING_TESTS + "test_what_is_told_again_keeps_who_saw_it_and_says_who_asked",),
    ),
    Mutant(
        promise="table/a-preview-is-the-plan",
        broken="a preview shows the table before the command",
        file="companion/table_loop/previewing.py",
        old="    return Preview(state.seq, plan.hanchan, plan.last_kyoku, changes)\n",
        new="    return Preview(state.seq, state.hanchan, state.last_kyoku, changes)\n",
        tests=("tests/table_loop/test_previewing.py",),
    ),
    Mutant(
        promise="table/a-preview-is-the-plan",
        broken="a preview of a correction counts what the correction takes back",
        file="companion/table_loop/previewing.py",
        old="        after = placed(desk.standing, numbered)\n",
        new="        after = (*desk.standing, *(one for one in numbered if one.fact is not None))\n",
        tests=("tests/table_loop/test_correcting.py",),
    ),
    Mutant(
        promise="table/people-before-pictures",
        broken="a picture takes back what a person told",
        file=SCRIBING,
        old="    if not amendment.overrules and not any(",
        new="    if not any(",
        tests=(SCRIBING_TESTS + "test_what_a_person_told_is_never_taken_back_by_a_picture",),
    ),
    Mutant(
        promise="table/people-before-pictures",
        broken="what people took back is written again by the next picture",
        file=SCRIBING,
        old=" and not any(is_denied(one.fact, gone) for one in amendment.comes):\n",
        new=":\n",
        tests=(SCRIBING_TESTS + "test_what_people_took_back_is_asked_and_not_told_again",),
    ),
    Mutant(
        promise="table/a-key-waits-for-the-eye",
        broken="a command makes the table believe that the eye has just looked",
        file=KEEPER,
        old="        return Ticked(self._clock.monotonic_ns(), self._desk.scribing.mind.eye.rested_ns)\n",
        new="        return Ticked(self._clock.monotonic_ns(), None)\n",
        tests=("tests/stories/test_a_key_while_the_eye_looks.py",),
    ),
    Mutant(
        promise="table/as-the-house-trusts",
        broken="an answer is weighed as other houses trust",
        file=SCRIBING,
        old="told.facts, said, trust, by_eye=place.by_eye)\n",
        new="told.facts, said, Trust(), by_eye=place.by_eye)\n",
        tests=(SCRIBING_TESTS + "test_whatever_is_weighed_is_weighed_as_the_house_trusts",),
    ),
    Mutant(
        promise="table/as-the-house-trusts",
        broken="the whole table is compared as other houses trust",
        file="companion/reveals/reconciling.py",
        old="consider(Mind(), kyoku, (), seen, trust.if_confirmed)",
        new="consider(Mind(), kyoku, (), seen, Trust())",
        tests=(SCRIBING_TESTS + "test_what_is_asked_of_the_whole_table_is_as_sure_as_the_house_wants_it",),
    ),
)
