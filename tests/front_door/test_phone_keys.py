"""Four phones as the keys of four seats, over HTTP: no press is lost or counts twice, the order is kept.

`python -m lab.bench phone_keys` does the same with a thousand.
"""

from tests.front_door.phones import four_phones

PRESSES = 120


def test_presses_of_four_phones_are_heard_once_and_in_order(tmp_path):
    found = four_phones(tmp_path, PRESSES, loses=0.2)
    assert found.presses == PRESSES
    assert found.lost_answers > 10  # the network was as bad as it was meant to be
    assert (found.lost, found.doubled, found.disordered) == (0, 0, 0)
