"""How much of what was seen a picture may write: as sure and as much as the house lets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log

import pytest

from companion.evidence import Said
from companion.evidence.sights import SeenTile
from companion.riichi.calls import Action
from companion.riichi.facts import Discarded, Drawn, IndicatorRevealed, KyokuFact, PonCalled, WinBy, Won
from companion.riichi.facts import KakanDeclared as Kakan
from companion.riichi.facts import RiichiDeclared as Riichi
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile, parse_tiles
from companion.riichi.wording import put_in_words
from companion.scribe.comparing import Look, fit_table
from companion.scribe.mind import Root, Trust
from companion.scribe.questions import Declined
from companion.scribe.spots import Telling
from companion.scribe.stories import Chosen, Story, chosen, leaves_lying
from tests.toolbox.sightings import visible
from tests.toolbox.tables import table

E, S, W, N = SEATS
BEGUN = table()
FIRST, SECOND = Discarded(E, Tile("1m")), Discarded(S, Tile("2p"))
PON = PonCalled(W, E, Tile("1m"), parse_tiles("11m"))
MELDS = (PON, Kakan(W, Tile("1m")))


def story(cost: float, *facts: KyokuFact, taken_back: int = 0) -> Story:
    """A story against which this much more speaks than against another; what it leads to does not matter."""
    fit = fit_table(BEGUN, Look(visible(BEGUN)))
    return Story(Root(Telling((BEGUN,)), taken_back=taken_back), facts, BEGUN, cost, fit, firm=len(facts))


NONE = Declined()


def choice(found: Sequence[Story], *, presses: Sequence[Said] = (), declined=NONE, **trust) -> Chosen:
    look = Look(visible(BEGUN), presses=tuple(presses), declined=declined)
    return chosen(sorted(found, key=lambda one: one.cost), look, Trust(**trust))


BEST, RIVAL = story(0, Drawn(E), FIRST), story(log(25), Drawn(E), Discarded(W, Tile("9s")))


def test_a_story_that_is_far_enough_ahead_is_written() -> None:
    found = choice([BEST, RIVAL], ahead=20, sure=0.9)
    assert (found.facts, found.rivals) == ((Drawn(E), FIRST), ())


@pytest.mark.parametrize("trust", [{"ahead": 30, "sure": 0.9}, {"ahead": 20, "sure": 0.97}], ids=str)
def test_one_that_is_not_as_sure_as_the_house_wants_it_is_held_back(trust) -> None:
    found = choice([BEST, RIVAL], **trust)
    assert (found.facts, found.rivals) == ((), (RIVAL,))


def test_of_two_near_stories_what_they_share_is_written() -> None:
    one = story(0, Drawn(E), FIRST, Drawn(S), SECOND)
    other = story(1, Drawn(E), FIRST, PON)
    assert choice([one, other]).facts == (Drawn(E), FIRST)


def test_nothing_is_written_where_a_near_story_takes_something_back() -> None:
    assert choice([BEST, story(1, Drawn(E), FIRST, taken_back=1)]).facts == ()


def test_what_people_have_said_is_not_so_is_not_written() -> None:
    declined = Declined(stories=frozenset({put_in_words(BEST.sequence)}))
    far = story(log(1_000), Drawn(E), Discarded(E, Tile("9s")))
    found = choice([BEST, far], declined=declined)
    assert found.story is far
    assert found.facts == ()  # what is left is asked


@pytest.mark.parametrize(
    ("facts", "withheld"),
    [
        ((FIRST,), "writes_discards"),
        ((Riichi(E), FIRST), "writes_riichi"),
        ((PON,), "writes_melds"),
        ((MELDS[1],), "writes_melds"),
        ((IndicatorRevealed(Tile("5s")),), "writes_indicators"),
    ],
    ids=str,
)
def test_a_picture_writes_what_the_house_lets_it(facts, withheld: str) -> None:
    assert choice([story(0, *facts)]).facts == facts
    assert choice([story(0, *facts)], **{withheld: False}).facts == ()


def test_of_two_equal_indicators_as_many_are_written_as_every_story_has() -> None:
    flip, unread = IndicatorRevealed(Tile("5s")), IndicatorRevealed(None)
    for one in (flip, unread):
        found = choice([story(0, one, Drawn(E), FIRST, one), story(1, one, Drawn(E), FIRST)])
        assert found.facts == (one, Drawn(E), FIRST)
        assert not found.is_whole


def test_its_key_is_as_good_as_trust_and_that_of_another_is_not() -> None:
    called = story(0, PON)
    for seat, facts in ((W, (PON,)), (N, ())):
        assert choice([called], presses=[Said(seat, Action.PON)], writes_melds=False).facts == facts


def test_riichi_and_its_discard_are_written_together_or_not_at_all() -> None:
    declared = story(0, Drawn(E), Riichi(E), FIRST)
    assert choice([declared], writes_discards=False).facts == (Drawn(E),)


def test_a_result_is_never_written_by_a_picture() -> None:
    won = story(0, Drawn(E), Won(E, WinBy.TSUMO, E))
    assert choice([won]).facts == ()
    assert choice([won], presses=[Said(E, Action.TSUMO)]).facts == ()


@pytest.mark.parametrize("lies_there", [False, True])
def test_a_discard_that_lies_there_stays_also_in_a_story_before_people_followed_the_turns(lies_there) -> None:
    seen = visible(BEGUN)
    if lies_there:
        seen = replace(seen, seats=(replace(seen.seats[E], river=(SeenTile(FIRST.tile),)), *seen.seats[1:]))
    unfollowed = story(0)
    unfollowed = replace(unfollowed, fit=replace(unfollowed.fit, seats=(), seen=seen))
    unfollowed = replace(unfollowed, root=replace(unfollowed.root, taken_back=2))
    assert leaves_lying(Chosen(unfollowed, 0, ()), Telling((BEGUN,)).then((Drawn(E), FIRST))) == lies_there


@pytest.mark.parametrize("lies_there", [False, True])
def test_a_pon_that_lies_there_stays(lies_there) -> None:
    told = Telling((BEGUN,)).then((Drawn(E), FIRST, PON))
    seen = visible(told.kyoku if lies_there else BEGUN)
    back = story(0, taken_back=3)
    choice = Chosen(replace(back, fit=fit_table(BEGUN, Look(seen))), 0, ())
    assert leaves_lying(choice, told) == lies_there
    assert choice.is_whole
    assert not replace(choice, is_refused=True).is_whole
