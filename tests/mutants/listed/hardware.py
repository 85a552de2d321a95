"""What must break when the ribbon camera, the number pads, the drawings or the installer are broken."""

from tests.mutants.mutant import Mutant

RIBBON = "vision/camera/ribbon.py"
PROGRAM = "vision/camera/ribbon_program.py"
RIBBON_TESTS = "tests/vision/camera/test_ribbon.py::test_"
PADS = "firmware_bridge/pads_panel.py"
PAD_TESTS = "tests/firmware_bridge/test_pads_panel.py::test_"
CIRCUIT = "hardware/schematics/circuit.py"
CIRCUIT_TESTS = "tests/hardware/test_circuit.py::test_"
SYSTEM_TESTS = "tests/hardware/test_system.py::test_"

MUTANTS = (
    Mutant(
        promise="hardware/camera-beside-the-systems-numpy",
        broken="the program for the camera sees the packages of our environment",
        file=RIBBON,
        old='    return [SYSTEM_PYTHON, "-I", str(PROGRAM)',
        new="    return [SYSTEM_PYTHON, str(PROGRAM)",
        tests=(RIBBON_TESTS + "the_true_program_sees_no_package_of_an_environment",),
    ),
    Mutant(
        promise="hardware/camera-never-left-behind",
        broken="the program for the camera does not end with whoever has started it",
        file=PROGRAM,
        old="    threading.Thread(target=_end_with_the_input, daemon=True).start()\n",
        new="",
        tests=(RIBBON_TESTS + "who_is_killed_leaves_nobody_behind_with_the_camera",),
    ),
    Mutant(
        promise="hardware/camera-remarks",
        broken="what the camera's library writes stands among the pictures",
        file=PROGRAM,
        old="    os.dup2(2, 1)\n",
        new="",
        tests=(RIBBON_TESTS + "a_pi_camera_gives_frames_until_it_is_lost",),
    ),
    Mutant(
        promise="hardware/pads-by-port",
        broken="a pad is taken for that of another port",
        file="firmware_bridge/pad_ports.py",
        old='split(":")[1:2]',
        new='split(":")[0:1]',
        tests=(PAD_TESTS + "a_pad_in_another_port_is_told_with_the_ports_that_have_one",),
    ),
    Mutant(
        promise="hardware/pads-once",
        broken="a key that says twice that it is down is two presses",
        file=PADS,
        old="        if is_down == (button.value in pad.held):\n",
        new="        if not is_down and button.value not in pad.held:\n",
        tests=(PAD_TESTS + "keys_that_stand_for_nothing_and_keys_that_repeat_say_nothing",),
    ),
    Mutant(
        promise="hardware/pads-let-go",
        broken="the keys of a pad that was pulled out count as held for ever",
        file=PADS,
        old="        for value in pad.held:\n",
        new="        for value in ():\n",
        tests=(PAD_TESTS + "one_pad_that_is_pulled_out_leaves_the_others_playing",),
    ),
    Mutant(
        promise="hardware/pads-dropped-is-told",
        broken="what the kernel has dropped is not told",
        file=PADS,
        old="(SYN, SYN_DROPPED):\n",
        new="(SYN, -1):\n",
        tests=(PAD_TESTS + "what_the_kernel_has_dropped_is_told_and_nothing_stays_held",),
    ),
    Mutant(
        promise="hardware/circuit-diodes",
        broken="a diode may be the wrong way round",
        file=CIRCUIT,
        old='if [label for _, label in diodes] != ["anode"]:\n',
        new="if not diodes:\n",
        tests=(CIRCUIT_TESTS + "a_mistake_in_a_seat_box_is_found",),
    ),
    Mutant(
        promise="hardware/circuit-pull-ups",
        broken="the resistors of the columns may go anywhere",
        file=CIRCUIT,
        old='if ("HUB", chip.supply) not in circuit.at((name, "VCC")):\n',
        new="if False:\n",
        tests=(CIRCUIT_TESTS + "a_mistake_in_the_hub_is_found",),
    ),
    Mutant(
        promise="hardware/circuit-shorts",
        broken="two pins of the hub may touch",
        file=CIRCUIT,
        old='        if ("HUB", other) in circuit.at(("HUB", one)):\n',
        new="        if False:\n",
        tests=(CIRCUIT_TESTS + "a_mistake_in_a_seat_box_is_found",),
    ),
    Mutant(
        promise="hardware/circuit-lamps",
        broken="a lamp may be the wrong way round",
        file=CIRCUIT,
        old='    if not any((led, "plus") in behind and ("HUB", "GND") in '
        'circuit.at((led, "minus")) for led in leds):\n',
        new="    if not leds:\n",
        tests=(CIRCUIT_TESTS + "a_mistake_in_a_seat_box_is_found",),
    ),
    Mutant(
        promise="hardware/one-wire-a-slot",
        broken="two wires go into one slot of a socket",
        file="hardware/schematics/seat-box.yml",
        old="    - CHI: [column]\n    - W1: [1]\n",
        new="    - SOCKET: [COL0]\n    - W1: [1]\n",
        tests=("tests/hardware/test_wiring.py::test_a_slot_of_a_socket_takes_one_wire",),
    ),
    Mutant(
        promise="hardware/installs-without-the-eye",
        broken="a wheel of the eye that cannot be had stops the whole installation",
        file="scripts/install-locked",
        old="  [[ -e requirements/eye.txt ]] || exit 1\n",
        new="  exit 1\n",
        tests=(
            "tests/supply/test_locked.py::test_where_the_eye_cannot_be_had_the_rest_is_installed_without_it",
        ),
    ),
    Mutant(
        promise="hardware/64-bit",
        broken="a 32-bit system is told after half an hour",
        file="scripts/install-pi",
        old="[[ $(dpkg --print-architecture) != armhf ]] ||\n",
        new="true ||\n",
        tests=(SYSTEM_TESTS + "a_32_bit_system_is_told_at_once",),
    ),
    Mutant(
        promise="hardware/kiosk-may-draw",
        broken="the kiosk may not write where its session keeps its socket",
        file="hardware/system/riichi-kiosk.service",
        old="ReadWritePaths=/run/user\n",
        new="",
        tests=(SYSTEM_TESTS + "the_kiosk_may_use_the_folder_that_its_session_makes",),
    ),
    Mutant(
        promise="hardware/kiosk-from-the-desktop",
        broken="the desktop ends, and with it the installation, before the kiosk is to stay",
        file="scripts/install-pi",
        old="    run systemctl set-default multi-user.target\n",
        new="    run systemctl set-default multi-user.target\n    run systemctl stop display-manager\n",
        tests=(SYSTEM_TESTS + "who_types_it_in_a_window_of_the_desktop_gets_the_kiosk_all_the_same",),
    ),
    Mutant(
        promise="hardware/kiosk-after-the-desktop",
        broken="the kiosk takes the screen while the desktop still holds it",
        file="hardware/system/riichi-kiosk.service",
        old="After=display-manager.service\n",
        new="",
        tests=(SYSTEM_TESTS + "the_desktop_has_gone_before_the_kiosk_takes_the_screen",),
    ),
    Mutant(
        promise="hardware/kiosk-stays-at-its-terminal",
        broken="the terminal is hung up after the kiosk sat down at it",
        file="hardware/system/riichi-kiosk.service",
        old="ExecStartPre=+/usr/bin/chvt 7\n",
        new="ExecStartPost=+/usr/bin/chvt 7\n",
        tests=(SYSTEM_TESTS + "nobody_hangs_up_the_terminal_while_the_kiosk_sits_at_it",),
    ),
    Mutant(
        promise="hardware/kiosk-asks-nothing",
        broken="on a desktop's system, the screen asks for a password in place of the page",
        file="hardware/system/riichi-kiosk.service",
        old=" --password-store=basic",
        new="",
        tests=(SYSTEM_TESTS + "the_browser_asks_for_no_password_before_it_shows_the_page",),
    ),
    Mutant(
        promise="hardware/released-files",
        broken="a released file is not what its sources give",
        file="hardware/panel_firmware/released/SOURCES.sha256",
        old="  released/panel-nano.hex\n",
        new="  released/panel-nano.hex.old\n",
        tests=("tests/hardware/test_released.py::test_the_released_files_go_with_these_sources",),
    ),
)
