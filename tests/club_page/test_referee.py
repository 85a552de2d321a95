"""A referee at the hub's page: the queue, last minutes from the copy, penalties; what was unseen is said."""

import json
from dataclasses import replace

import pytest

from companion.club.store import StoreDown
from companion.club_page.earlier_hands import earlier_hands, minutes_of_hand
from companion.club_page.minutes import Origin, last_minutes
from companion.evenings.played import played
from companion.evidence import Cause
from companion.journal import Draft, Game, GameNumber
from companion.riichi.facts import (
    ChiCalled,
    Discarded,
    Drawn,
    KyokuStarted,
    PlayUnfollowed,
    PonCalled,
    Won,
)
from companion.riichi.presets import EMA, HOUSE, M_LEAGUE, PRESETS, TENHOU
from companion.rules_file.fields import PENALTIES
from companion.tournament.changes import PenaltyGiven
from companion.tournament.folding import ChangeRefused
from companion.tournament.penalty_kind import PenaltyKind, costs_of, kinds_of
from tests.club.conftest import soon
from tests.club_page.playing import NAMES, NOON, game_of, hands_of
from tests.club_page.test_evening import PEOPLE, evening, host, say, seen
from tests.club_page.test_roles import port_of
from tests.security.visitors import own_screen, paired
from tests.tournament.evenings import Evening

__all__ = ["host"]


def written(facts, cause=Cause.PANEL):
    return [Draft(at=NOON, because=cause, fact=fact).numbered(number) for number, fact in enumerate(facts, 1)]


def up_to(facts, count, kind):
    """Facts up to the `count`-th of a kind in the first hand that has as many."""
    found = []
    for at, fact in enumerate(facts):
        if isinstance(fact, KyokuStarted):
            found = []
        found += [at] if isinstance(fact, kind) else []
        if len(found) == count:
            return facts[: at + 1]
    raise AssertionError(f"{count} of {kind} in no hand")


def test_the_last_three_discards_with_who_told_them_and_whether_they_were_drawn():
    facts = up_to(game_of(3), 9, Discarded)
    told = last_minutes(written(facts), TENHOU)
    thrown = [fact for fact in facts if isinstance(fact, Discarded)]
    assert [(one.seat, one.tile, one.told) for one in told.discards] == [
        (fact.seat, fact.tile.text, Cause.PANEL) for fact in reversed(thrown[-3:])
    ]
    for one, fact in zip(told.discards, reversed(thrown), strict=False):
        assert one.origin is (Origin.DRAWN if fact.tsumogiri else Origin.HAND)
    assert told.is_followed
    assert not told.is_over


def test_what_nobody_told_is_not_seen_and_never_guessed():
    facts = up_to(game_of(3), 9, Discarded)
    facts[-1] = replace(facts[-1], tile=None, tsumogiri=None)
    told = last_minutes(written(facts), TENHOU)
    assert (told.discards[0].tile, told.discards[0].origin) == ("?", Origin.NOT_SEEN)
    unfollowed = last_minutes(written([*facts, PlayUnfollowed()]), TENHOU)
    assert unfollowed.discards == (None,)
    assert not unfollowed.is_followed
    assert unfollowed.wall.live is None
    before_all = last_minutes((), TENHOU)
    assert (before_all.steps, before_all.wall, before_all.discards) == ((), None, ())
    assert before_all.is_followed


def test_no_tile_that_only_one_player_saw_is_shown():
    facts = up_to(game_of(3, see_all=True), 9, Discarded)
    told = last_minutes(written(facts), TENHOU)
    assert all(step.tile is None for step in told.steps if step.fact == "RinshanDrawn")
    assert not [step for step in told.steps if step.fact in (Drawn.__name__, KyokuStarted.__name__)]


def test_what_was_taken_back_stays_with_by_whom():
    facts = up_to(game_of(3), 9, Discarded)
    entries = written(facts)
    gone = Draft(at=NOON, because=Cause.PERSON, retracts=entries[-1].seq).numbered(len(entries) + 1)
    told = last_minutes([*entries, gone], TENHOU)
    assert told.steps[-1].taken_back is Cause.PERSON
    assert told.discards[0].seq != entries[-1].seq
    assert [one.taken_back for one in told.steps[:-1]] == [None] * (len(told.steps) - 1)


def test_calls_stand_in_the_order_in_which_they_were_made():
    facts = up_to(game_of(3), 2, (ChiCalled, PonCalled))
    told = last_minutes(written(facts), TENHOU)
    begun = max(at for at, fact in enumerate(facts) if isinstance(fact, KyokuStarted))
    wanted = [
        (type(fact).__name__, fact.seat) for fact in facts[begun:] if isinstance(fact, ChiCalled | PonCalled)
    ]
    assert [(one.fact, one.seat) for one in told.steps if one.fact.endswith("Called")] == wanted
    assert [one.giver for one in told.steps if one.fact == "PonCalled"] == [
        fact.giver for fact in facts[begun:] if isinstance(fact, PonCalled)
    ]


def test_after_a_hand_its_minutes_are_still_there():
    facts = hands_of(5, 1)
    told = last_minutes(written(facts), TENHOU)
    assert told.is_over
    assert (told.round.wind, told.round.number) == ("E", 1)
    wins = [fact for fact in facts if isinstance(fact, Won)]
    assert [one.seat for one in told.steps if one.fact == "Won"] == [win.seat for win in wins]


def test_a_referee_takes_a_call_reads_the_record_and_settles_it(page, hub, linked):
    table = linked("Window")
    table.begin(up_to(game_of(3), 9, Discarded))
    table.link.call.want(is_wanted=True, seat=2)
    assert soon(lambda: calls(page))
    (call,) = calls(page)
    assert (call["table"], call["seat"], call["taken"]) == (table.mine.table, 2, None)
    referee = paired(port_of(page), "scorer")
    about = {"table": call["table"], "revision": call["revision"]}
    assert referee.ask("POST", "/api/referee/come", about)[1] == {"status": "done"}
    assert referee.ask("POST", "/api/referee/come", about)[1] == {"status": "over"}
    assert soon(lambda: calls(page)[0]["taken"] is not None)
    assert soon(lambda: table.link.call.seen().state == "coming")
    newest = table.journal.last_seq
    assert soon(lambda: [one.held for one in hub.tables if one.member.id == call["table"]] == [newest])
    minutes = referee.ask("GET", f"/api/referee/tables/{call['table']}")[1]["minutes"]
    assert [seat["name"] for seat in minutes["seats"]] == list(NAMES)
    assert len(minutes["discards"]) == 3
    assert referee.ask("POST", "/api/referee/done", about)[1] == {"status": "done"}
    assert soon(lambda: calls(page) == [])
    assert soon(lambda: table.link.call.seen().state == "none")
    assert referee.ask("GET", "/api/referee/tables/ffffffff")[0] == 404
    assert referee.ask("POST", "/api/referee/come", {"table": 3})[0] == 400


def test_where_the_copies_cannot_be_read_a_referee_is_told_so(page, hub, linked, monkeypatch):
    def unreadable(_: object) -> None:
        raise StoreDown("the club's file cannot be used: the disk fails")

    table = linked("Far end").mine.table
    monkeypatch.setattr("companion.club_page.app.CopiesReader", unreadable)
    referee = paired(port_of(page), "scorer")
    for path in (f"/api/referee/tables/{table}", f"/api/referee/tables/{table}/hands/1"):
        status, told, _ = referee.ask("GET", path)
        assert (status, told["error"]) == (503, "cannot_read")


def calls(page):
    return json.loads(page.board.read()[1])["calls"]


def test_penalties_are_given_listed_and_taken_back_one_by_one(page, host):
    say(host, "players", names="\n".join(PEOPLE))
    seen(page, lambda now: len(now["players"]) == len(PEOPLE))
    referee = paired(port_of(page), "scorer")
    for kind, points in (("warning", 0), ("yellow_card", 0), ("points", 20_000)):
        body = {"player": 3, "kind": kind, "points": points, "reason": "two tiles shown", "round": 0}
        assert referee.ask("POST", "/api/referee/penalty", body)[0] == 200
    now = seen(page, lambda now: len(now["penalties"]) == 3)
    assert [one["kind"] for one in now["penalties"]] == ["warning", "yellow_card", "points"]
    assert totals(now)[3] == -20.0
    gone = {"revision": now["penalties"][0]["revision"]}
    assert referee.ask("POST", "/api/referee/unpenalty", gone)[0] == 200
    now = seen(page, lambda now: len(now["penalties"]) == 2)
    assert totals(now)[3] == -20.0
    gone = {"revision": now["penalties"][1]["revision"]}
    assert referee.ask("POST", "/api/referee/unpenalty", gone)[0] == 200
    assert totals(seen(page, lambda now: len(now["penalties"]) == 1))[3] == 0
    # A referee takes back penalties, and nothing else that the organiser has said.
    assert referee.ask("POST", "/api/referee/unpenalty", {"revision": 1})[0] == 400
    assert referee.ask("POST", "/api/referee/penalty", {"player": 3, "kind": "dance", "points": 1})[0] == 400
    assert referee.ask("POST", "/api/evening/undo", {})[0] == 403
    assert len(evening(page)["penalties"]) == 1
    assert own_screen(port_of(page)).ask("POST", "/api/evening/undo", {})[0] == 200


def totals(now):
    return {one["player"]: one["total"] for one in now["standings"]["players"]}


RULES = replace(EMA, penalties=HOUSE.penalties)


def test_a_tournament_knows_the_penalties_of_its_rules_and_no_others(page, host):
    evening = Evening(8, rules=M_LEAGUE)
    for kind, points in ((PenaltyKind.YELLOW_CARD, 0), (PenaltyKind.RED_CARD, 20_000)):
        evening.say(PenaltyGiven(1, points, kind=kind))
    with pytest.raises(ChangeRefused, match="one of: yellow_card, dead_hand, chombo, red_card"):
        evening.say(PenaltyGiven(1, 0, kind=PenaltyKind.WARNING))
    assert [(one.kind, one.points) for one in evening.now.penalties] == [
        ("yellow_card", 0),
        ("red_card", 20_000),
    ]
    # The referee's page offers what the hub would take.
    say(host, "players", names="\n".join(PEOPLE))
    now = seen(page, lambda now: len(now["players"]) == len(PEOPLE))
    assert now["penalty_kinds"] == [
        {"kind": "warning", "costs": 0},
        {"kind": "yellow_card", "costs": 0},
        {"kind": "dead_hand", "costs": 0},
        {"kind": "chombo", "costs": 20_000},
        {"kind": "points", "costs": None},
    ]
    body = {"player": 3, "kind": "red_card", "points": 20_000, "reason": "", "round": 0}
    assert paired(port_of(page), "scorer").ask("POST", "/api/referee/penalty", body)[0] == 409


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_whatever_the_rules_name_can_be_given_at_what_it_costs(rules):
    assert rules.penalties == set(kinds_of(rules)) <= set(PENALTIES) == set(PenaltyKind)
    evening = Evening(8, rules=replace(rules, players=4, uma=rules.uma if rules.players == 4 else EMA.uma))
    for kind in kinds_of(rules):
        costs = costs_of(rules, kind)
        evening.say(PenaltyGiven(1, 100 if costs is None else costs, kind=kind))
    assert len(evening.now.penalties) == len(rules.penalties)


def test_a_warning_costs_nothing_and_points_cannot_be_none():
    evening = Evening(8, rules=RULES)
    evening.say(PenaltyGiven(1, 0, "late", kind=PenaltyKind.WARNING))
    with pytest.raises(ChangeRefused, match="a penalty is 1 to"):
        evening.say(PenaltyGiven(1, 0, "late"))
    with pytest.raises(ChangeRefused, match="a penalty is 0 to"):
        evening.say(PenaltyGiven(1, -100, kind=PenaltyKind.CHOMBO))


def hands_and_a_bit(count):
    """A game up to the fifth discard after this many hands."""
    facts, thrown = hands_of(3, count), 0
    for fact in game_of(3)[len(facts) :]:
        facts.append(fact)
        thrown += isinstance(fact, Discarded)
        if thrown == 5:
            return facts
    raise AssertionError("the hand was too short")


def deals_in(facts):
    """The number of the entry of each deal."""
    return [number for number, fact in enumerate(facts, 1) if isinstance(fact, KyokuStarted)]


def game_of_entries(entries):
    return played(Game(GameNumber(1), "table", TENHOU, NOON), entries)


@pytest.mark.gate(0)
def test_an_earlier_hand_reads_as_it_did_when_it_was_the_newest():
    facts = hands_and_a_bit(3)
    game, deals = game_of_entries(written(facts)), deals_in(facts)
    assert [one.deal for one in earlier_hands(game)] == deals[2::-1]
    for count, deal in enumerate(deals[:3], 1):
        at_its_end = last_minutes(written(hands_of(3, count)), TENHOU)
        assert minutes_of_hand(game, deal) == at_its_end
        (listed,) = [one for one in earlier_hands(game) if one.deal == deal]
        assert (listed.round, listed.names) == (at_its_end.round, NAMES)
        assert [win.seat for win in listed.last.wins] == [
            one.seat for one in at_its_end.steps if one.fact == "Won"
        ]
    # The newest hand is not an earlier one, and what dealt nothing dealt no hand.
    assert minutes_of_hand(game, deals[3]) is None
    assert minutes_of_hand(game, deals[0] + 1) is None


@pytest.mark.gate(0)
def test_a_correction_in_an_earlier_hand_stands_in_it_and_its_deal_keeps_its_number():
    facts = hands_and_a_bit(2)
    entries, deals = written(facts), deals_in(facts)
    place = next(at for at, fact in enumerate(facts) if isinstance(fact, Discarded))
    untold = replace(facts[place], tsumogiri=None)
    gone = Draft(at=NOON, because=Cause.PERSON, retracts=place + 1).numbered(len(entries) + 1)
    anew = Draft(at=NOON, because=Cause.PERSON, fact=untold, before=place + 2).numbered(len(entries) + 2)
    told = minutes_of_hand(game_of_entries([*entries, gone, anew]), deals[0])
    (struck,) = [one for one in told.steps if one.taken_back]
    assert (struck.seq, struck.taken_back) == (place + 1, Cause.PERSON)
    (late,) = [one for one in told.steps if one.is_inserted]
    assert (late.tile, late.origin) == (facts[place].tile.text, Origin.NOT_SEEN)


@pytest.mark.gate(0)
def test_a_hand_that_the_rules_refuse_is_called_unclear():
    facts = hands_and_a_bit(2)
    deals = deals_in(facts)
    thrown = next(at for at in range(deals[1], len(facts)) if isinstance(facts[at], Discarded))
    # Nobody discards twice in a turn.
    broken = [*facts[: thrown + 1], facts[thrown], *facts[thrown + 1 :]]
    game = game_of_entries(written(broken))
    assert game.failure
    assert minutes_of_hand(game, deals[1]).is_unclear
    assert not minutes_of_hand(game, deals[0]).is_unclear


def test_a_referee_reads_an_earlier_hand_of_this_game_and_nobody_else_does(page, hub, linked):
    table = linked("Past")
    facts = hands_and_a_bit(2)
    table.begin(facts)
    newest = table.journal.last_seq
    mine = table.mine.table
    assert soon(lambda: [one.held for one in hub.tables if one.member.id == mine] == [newest])
    referee = paired(port_of(page), "scorer")
    listed = referee.ask("GET", f"/api/referee/tables/{mine}")[1]["earlier"]
    assert [one["deal"] for one in listed] == deals_in(facts)[1::-1]
    first = f"/api/referee/tables/{mine}/hands/{listed[-1]['deal']}"
    told = referee.ask("GET", first)[1]["minutes"]
    assert (told["is_over"], told["round"]["number"], len(told["discards"])) == (True, 1, 3)
    assert told["wall"]["indicators"]
    assert paired(port_of(page), "spectator").ask("GET", first)[0] == 403
    # What the table corrects is there when it is asked again.
    thrown = next(number for number, fact in enumerate(facts, 1) if isinstance(fact, Discarded))
    table.take_back(thrown)
    assert soon(
        lambda: (
            [
                one["seq"]
                for one in referee.ask("GET", first)[1].get("minutes", {}).get("steps", ())
                if one["taken_back"]
            ]
            == [thrown]
        )
    )
    # In another game there is no such hand.
    table.begin(hands_of(4, 1))
    assert soon(lambda: referee.ask("GET", first)[0] == 404)
