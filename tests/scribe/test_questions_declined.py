"""What was declined stays so with all that builds on it, until people tell it or something new is seen."""

from companion.riichi.facts import Discarded, Drawn
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.riichi.wording import put_in_words
from companion.scribe.questions import Declined

E, S, *_ = SEATS
FIRST = (Drawn(E), Discarded(E, Tile("1m")))
SECOND = (*FIRST, Drawn(S), Discarded(S, Tile("2p")))
LAID = (("river", 0, 0), (Tile("1m"),))
MORE = (("river", 1, 0), (Tile("2p"),))


def declined(*stories) -> Declined:
    return Declined(stories=frozenset(put_in_words(one) for one in stories))


def test_a_story_and_what_builds_on_it_is_declined_and_its_beginning_is_not():
    assert declined(FIRST).has(FIRST)
    assert declined(FIRST).has(SECOND)
    assert not declined(SECOND).has(FIRST)


def test_another_tile_is_another_story():
    assert not declined(FIRST).has((Drawn(E), Discarded(E, Tile("9m"))))


def test_where_no_tile_was_named_any_tile_was_meant_but_not_what_comes_after_it():
    unseen = (Drawn(E), Discarded(E, None))
    assert declined(unseen).has(FIRST)
    assert not declined(unseen).has(SECOND)


def test_what_people_tell_is_declined_no_longer():
    assert declined(FIRST).but_told(FIRST) == Declined()
    assert declined(SECOND).but_told(FIRST) == declined(SECOND)


def test_what_lies_there_is_known_as_long_as_nothing_is_added_or_read_otherwise():
    known = Declined(there=frozenset({LAID}))
    assert known.explains(frozenset({LAID}))
    assert not known.explains(frozenset({LAID, MORE}))
    assert not known.explains(frozenset({(LAID[0], (Tile("7m"),))}))
    assert not known.explains(frozenset())
