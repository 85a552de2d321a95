"""What must break when the page or the hotspot of a written card is broken."""

from tests.mutants.mutant import Mutant

DOOR = "hardware/card/door.py"
DOOR_TESTS = "tests/hardware/test_card_door.py::test_"
HOTSPOT = "hardware/card/hotspot.py"
HOTSPOT_TESTS = "tests/hardware/test_card_hotspot.py::test_"

MUTANTS = (
    Mutant(
        promise="hardware/card-own-form",
        broken="the page takes a form without its secret",
        file=DOOR,
        old="        if not hmac.compare_digest(",
        new="        if fields.get('token') and not hmac.compare_digest(",
        tests=(DOOR_TESTS + "another_page_cannot_send_the_form",),
    ),
    Mutant(
        promise="hardware/card-own-origin",
        broken="the page takes a form that another page sent",
        file=DOOR,
        old='environ.get("HTTP_ORIGIN", self._origin) != self._origin',
        new="not self._origin",
        tests=(DOOR_TESTS + "another_page_cannot_send_the_form",),
    ),
    Mutant(
        promise="hardware/card-guests-alone",
        broken="who is on another network is answered",
        file=DOOR,
        old="        return ip_address(address) in guests\n",
        new="        return ip_address(address) is not None\n",
        tests=(DOOR_TESTS + "who_is_not_in_the_hotspot_is_not_answered",),
    ),
    Mutant(
        promise="hardware/card-one-device",
        broken="the page is heard by a cable, too",
        file=DOOR,
        old="socket.SO_BINDTODEVICE, _device_of(line, address).encode())",
        new="socket.SO_REUSEADDR, int(bool(_device_of(line, address))))",
        tests=(DOOR_TESTS + "it_listens_on_the_device_that_has_the_address",),
    ),
    Mutant(
        promise="hardware/card-known-wifi-stays",
        broken="a wrong password takes the place of what worked",
        file=HOTSPOT,
        old="            write_whole(self._house, before, 0o600)\n",
        new="            pass\n",
        tests=(HOTSPOT_TESTS + "what_cannot_be_joined_is_said_and_leaves_what_was_known",),
    ),
    Mutant(
        promise="hardware/card-known-wifi-stays",
        broken="a network that takes nothing but WPA3 is not joined",
        file=HOTSPOT,
        old="in network_profiles(network):",
        new="in network_profiles(network)[:1]:",
        tests=(HOTSPOT_TESTS + "a_network_that_takes_nothing_but_wpa3_is_joined_after_the_other_was_tried",),
    ),
    Mutant(
        promise="hardware/card-no-links",
        broken="root reads whatever the page's account points it to",
        file=HOTSPOT,
        old="flags | os.O_NOFOLLOW | os.O_NONBLOCK",
        new="flags | os.O_NONBLOCK",
        tests=(HOTSPOT_TESTS + "a_link_in_place_of_the_file_is_not_followed_but_removed",),
    ),
    Mutant(
        promise="hardware/card-guests-stay",
        broken="the hotspot closes while somebody is in it",
        file=HOTSPOT,
        old="or (is_open and is_wanted)",
        new="or False",
        tests=(HOTSPOT_TESTS + "a_known_wifi_is_tried_again_only_while_nobody_is_in_the_hotspot",),
    ),
)
