"""What must break when the panel's firmware, or our end of its line, is broken."""

from tests.mutants.mutant import Mutant

CORE = "hardware/panel_firmware/core/panel.c"
CORE_TESTS = "tests/hardware/test_core.py::"
LINK = "firmware_bridge/protocol.py"
LINK_TESTS = "tests/firmware_bridge/test_protocol.py::"
FRAMES = "firmware_bridge/frames.py"
FRAME_TESTS = "tests/firmware_bridge/test_frames.py::"
EXACTLY_ONCE = "tests/firmware_bridge/test_exactly_once.py::"

MUTANTS = (
    Mutant(
        promise="firmware/damage-is-noticed",
        broken="the panel believes a line whose checksum does not fit",
        file=CORE,
        old="    return crc == claimed;\n",
        new="    return crc || claimed;\n",
        tests=(CORE_TESTS + "test_the_heartbeat_counts_what_was_damaged",),
    ),
    Mutant(
        promise="firmware/damage-is-noticed",
        broken="the checksum of the panel starts at another value",
        file=CORE,
        old="    uint16_t crc = 0xFFFF, claimed = 0;\n",
        new="    uint16_t crc = 0, claimed = 0;\n",
        tests=(CORE_TESTS + "test_lamps_are_set_again_by_a_command_with_an_old_number",),
    ),
    Mutant(
        promise="firmware/damage-is-noticed",
        broken="we believe a line whose checksum does not fit",
        file=FRAMES,
        old=" or int(check, 16) != crc16(payload):\n",
        new=":\n",
        tests=(FRAME_TESTS + "test_one_changed_byte_is_always_noticed",),
    ),
    Mutant(
        promise="firmware/contacts-settle",
        broken="four equal samples make an edge",
        file="hardware/panel_firmware/core/panel.h",
        old="#define PANEL_SETTLE_DOWN 5 ",
        new="#define PANEL_SETTLE_DOWN 4 ",
        tests=(CORE_TESTS + "test_five_equal_samples_make_a_press",),
    ),
    Mutant(
        promise="firmware/contacts-settle",
        broken="a release is told as quickly as a press",
        file=CORE,
        old="1u ? PANEL_SETTLE_UP : PANEL_SETTLE_DOWN;",
        new="1u ? PANEL_SETTLE_DOWN : PANEL_SETTLE_DOWN;",
        tests=(
            CORE_TESTS
            + "test_twenty_equal_samples_make_a_release_so_that_a_held_key_that_chatters_is_one_press",
        ),
    ),
    Mutant(
        promise="firmware/contacts-settle",
        broken="on the pins of a Pi a release is told as quickly as a press",
        file="firmware_bridge/debounce.py",
        old="(self._settle_ns if self._raw else self._release_ns)",
        new="self._settle_ns",
        tests=(
            "tests/firmware_bridge/test_debounce.py::test_a_contact_that_opens_for_a_moment_while_it_is_held_is_one_press",
        ),
    ),
    Mutant(
        promise="firmware/contacts-settle",
        broken="samples that differ in between are counted together",
        file=CORE,
        old="            panel->differs[key] = 0;\n        } else if",
        new="            (void)0;\n        } else if",
        tests=(CORE_TESTS + "test_a_contact_that_never_settles_makes_no_edge",),
    ),
    Mutant(
        promise="firmware/repeated-until-acknowledged",
        broken="an edge is sent once only",
        file=CORE,
        old="        if (!edge->was_sent || (uint16_t)",
        new="        if (!edge->was_sent && (uint16_t)",
        tests=(CORE_TESTS + "test_an_edge_is_repeated_until_it_is_acknowledged_and_then_never_again",),
    ),
    Mutant(
        promise="firmware/repeated-until-acknowledged",
        broken="an acknowledgement drops one edge more than it names",
        file=CORE,
        old="(uint8_t)(seq - panel->base_seq + 1u);",
        new="(uint8_t)(seq - panel->base_seq + 2u);",
        tests=(CORE_TESTS + "test_an_acknowledgement_takes_what_it_names_and_no_more",),
    ),
    Mutant(
        promise="firmware/repeated-until-acknowledged",
        broken="an acknowledgement of what was never sent is believed",
        file=CORE,
        old="    if (upto && upto <= panel->count && upto <= PANEL_WINDOW) {",
        new="    if (upto && upto <= panel->count) {",
        tests=(CORE_TESTS + "test_an_acknowledgement_of_what_was_never_sent_changes_nothing",),
    ),
    Mutant(
        promise="firmware/repeated-until-acknowledged",
        broken="a panel that started anew obeys an acknowledgement that was meant for what it was before",
        file=CORE,
        old="        return true;   /* meant for us before the restart */\n",
        new="        (void)0;\n",
        tests=(
            EXACTLY_ONCE + "test_a_stale_acknowledgement_cannot_drop_what_a_restarted_panel_has_not_told",
        ),
    ),
    Mutant(
        promise="firmware/few-under-way",
        broken="more edges are under way than the host can put in order",
        file=CORE,
        old="place < panel->count && place < PANEL_WINDOW; place++",
        new="place < panel->count; place++",
        tests=(CORE_TESTS + "test_only_four_edges_are_under_way_at_a_time",),
    ),
    Mutant(
        promise="firmware/losses-are-counted",
        broken="an edge for which there is no room goes without a word",
        file=CORE,
        old="        count_up(&panel->lost);\n",
        new="        (void)0;\n",
        tests=(EXACTLY_ONCE + "test_a_full_queue_is_reported_with_its_number",),
    ),
    Mutant(
        promise="firmware/told-after-a-hello",
        broken="edges are told to nobody",
        file=CORE,
        old="    if (!panel->is_greeted)\n        return false;\n    if (panel->echo_is_due) {",
        new="    if (panel->echo_is_due) {",
        tests=(CORE_TESTS + "test_edges_are_told_only_after_a_hello",),
    ),
    Mutant(
        promise="firmware/an-absence-is-shown",
        broken="the lamps stay as they are when the host has gone away",
        file=CORE,
        old="        panel->is_greeted = false;\n",
        new="        (void)0;\n",
        tests=(CORE_TESTS + "test_when_the_host_goes_away_the_lamps_say_so_and_the_mask_returns_with_it",),
    ),
    Mutant(
        promise="firmware/once-and-in-order",
        broken="an edge that comes again is handed on again",
        file=LINK,
        old="        if (event.seq - self._expected) % 256 >= WINDOW:\n            return []",
        new="        if (event.seq - self._expected) % 256 >= WINDOW:\n            return [event]",
        tests=(LINK_TESTS + "test_events_are_handed_on_in_order_and_once",),
    ),
    Mutant(
        promise="firmware/once-and-in-order",
        broken="an edge that overtook another is handed on at once",
        file=LINK,
        old="            ready.append(following)\n        return ready\n",
        new="            ready.append(following)\n        return ready or [event]\n",
        tests=(LINK_TESTS + "test_an_event_that_overtakes_waits_for_the_one_before",),
    ),
    Mutant(
        promise="firmware/once-and-in-order",
        broken="the sequence does not go round",
        file=LINK,
        old="            self._expected = (self._expected + 1) % 256\n",
        new="            self._expected = self._expected + 1\n",
        tests=(LINK_TESTS + "test_the_sequence_wraps",),
    ),
    Mutant(
        promise="firmware/a-restart-is-said",
        broken="a panel that started anew is taken for the one before",
        file=LINK,
        old="        is_new = identity.boot != self._boot or not",
        new="        is_new = self._boot is None or not",
        tests=(LINK_TESTS + "test_a_panel_that_started_anew_is_reported_and_believed",),
    ),
    Mutant(
        promise="firmware/losses-are-counted",
        broken="what the panel had to drop is not said",
        file=LINK,
        old="        if missing > 0:\n",
        new="        if missing > 256:\n",
        tests=(LINK_TESTS + "test_dropped_edges_are_reported_with_their_number_and_only_once",),
    ),
    Mutant(
        promise="firmware/lamps-come-right",
        broken="an echo settles the lamps whatever mask is in force",
        file=LINK,
        old="(echo.command, echo.mask) == (self._command, self._mask)",
        new="echo.command == self._command",
        tests=(LINK_TESTS + "test_lamps_are_asked_for_until_the_mask_itself_is_in_force",),
    ),
    Mutant(
        promise="firmware/an-absence-is-shown",
        broken="a panel that is silent counts as connected",
        file=LINK,
        old="            if now_ns - self._byte_ns >= SILENCE_NS:\n",
        new="            if False:\n",
        tests=(LINK_TESTS + "test_silence_is_noticed_within_a_second",),
    ),
    Mutant(
        promise="firmware/holding-is-sure",
        broken="a long press is told although an edge before it may still come",
        file=LINK,
        old="        if beat.queued == 0 and self._gestures.due_ns is not None:\n",
        new="        if self._gestures.due_ns is not None:\n",
        tests=(LINK_TESTS + "test_a_long_press_waits_until_every_edge_before_it_is_known",),
    ),
    Mutant(
        promise="firmware/holding-is-sure",
        broken="after lost edges a key that may be up counts as held",
        file=LINK,
        old="            self._gestures.forget()\n            self._is_missing",
        new="            self._is_missing",
        tests=(LINK_TESTS + "test_after_dropped_edges_no_key_counts_as_held",),
    ),
)
