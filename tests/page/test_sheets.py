"""What the sheets offer and what they say to the table, without a page: and the table reads each of it."""

from __future__ import annotations

import pytest

from companion.dashboard.intended import read_intention
from companion.evidence import Depth
from companion.evidence.intentions import (
    Draw,
    HandForgotten,
    KanTiles,
    MeldShown,
    ResultWas,
    Win,
    Winner,
)
from companion.riichi.facts import Chombo, HandValue, RyuukyokuKind
from companion.riichi.melds import MeldKind
from companion.riichi.presets import EMA, M_LEAGUE, TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.riichi.tiles import Tile, parse_tiles
from tests.table_loop.people import E, N, People, S, W
from tests.toolbox.shown_table import shown_of as shown

TSUMO = "tsumo"
THREE_HAN = {"han": 3, "fu": 40, "yakuman": 0}
TWO_YAKUMAN = {"han": 0, "fu": 0, "yakuman": 2}


def table(rules: RuleSet = TENHOU, depth: Depth = Depth.POINTS) -> People:
    people = People(rules=rules)
    people.start(*("Anna", "Ben", "Chie", "Dai")[: rules.players], rules=rules)
    people.deal(depth)
    return people


@pytest.fixture
def winning(node):
    """A function of the module about wins, asked with these values."""

    def ask(name, *values):
        code = f'async (given) => (await import("/static/js/play/winning.js")).{name}(...given)'
        return node.evaluate(code, values)

    return ask


@pytest.fixture
def said(winning):
    """What the table is told of a win while it is being said."""

    def said(win, snapshot):
        meant = winning("meantBy", win, snapshot)
        return None if meant is None else read_intention(meant, "what")

    return said


def winner(seat, **more):
    return {"seat": seat, "value": None, "liable": None, "isByTiles": False, "tile": None, **more}


def a_win(*winners, giver=TSUMO, **more):
    return {
        "from": giver,
        "winners": list(winners),
        "active": 0,
        "isRiichiTile": False,
        "edits": False,
        **more,
    }


# From whom, and who else.


def test_where_nobody_follows_the_turns_anybody_may_have_given(winning):
    assert winning("fromWhom", shown(table()), S) == [TSUMO, E, W, N]


def test_where_turns_are_followed_the_discarder_has_given(winning):
    people = table(depth=Depth.COUNTING)
    people.tap(E)
    assert winning("fromWhom", shown(people), W) == [E]


def test_after_a_ron_others_win_on_the_same_tile(winning):
    people = table()
    people.wins(S, E)
    assert winning("fromWhom", shown(people), W) == [E]
    assert winning("couldJoin", a_win(winner(S), giver=E), shown(people)) == [W, N]
    assert winning("couldJoin", a_win(winner(S)), shown(people)) == []


def test_whoever_gives_has_not_won_and_by_tsumo_one_wins_alone(winning):
    two = a_win(winner(S), winner(W), giver=E)
    seats = [one["seat"] for one in winning("givenBy", two, W)["winners"]]
    assert seats == [S]
    assert [one["seat"] for one in winning("givenBy", two, TSUMO)["winners"]] == [S]


def test_another_winner_has_another_hand_and_does_not_pay_himself(winning):
    won = winning("wonBy", a_win(winner(S, isByTiles=True, entered=["1m"], liable=N), giver=W), W)
    assert (won["from"], [one["seat"] for one in won["winners"]]) == (None, [W])
    assert (won["winners"][0]["isByTiles"], won["winners"][0].get("entered")) == (False, None)


# What is told of a win.


def test_nothing_is_told_before_it_is_said_from_whom_and_what_it_is_worth(said):
    snapshot = shown(table())
    assert said(a_win(winner(S, value=THREE_HAN), giver=None), snapshot) is None
    assert said(a_win(winner(S)), snapshot) is None
    assert said(a_win(winner(S, isByTiles=True, value=THREE_HAN)), snapshot) is None


def test_a_win_by_numbers(said):
    assert said(a_win(winner(S, value=THREE_HAN), giver=E), shown(table())) == Win(
        (Winner(S, HandValue(3, 40)),), E
    )
    assert said(a_win(winner(S, value=THREE_HAN)), shown(table())).giver is None


def test_several_winners_each_with_a_value(said):
    both = a_win(winner(S, value=THREE_HAN), winner(W, value=THREE_HAN, local=["own"]), giver=E)
    winners = said(both, shown(table())).winners
    assert [(one.seat, one.local_yaku) for one in winners] == [(S, ()), (W, ("own",))]


def test_a_win_by_its_tiles(said):
    hand = ["2m", "3m", "4m", "5p", "5p", "6p", "7p", "8p", "2s", "2s"]
    by_tiles = winner(
        S,
        isByTiles=True,
        hand=hand,
        wonTile="5p",
        ura=["1z"],
        told=[{"kind": "pon", "tiles": ["7z", "7z", "7z"]}],
        worth={"han": 2, "fu": 30, "yakuman": 0, "yaku": [["tanyao", 1]]},
    )
    told = said(a_win(by_tiles, giver=E), shown(table())).winners[0]
    assert told == Winner(
        S,
        HandValue(2, 30, yaku=(("tanyao", 1),)),
        parse_tiles("234m55678p22s"),
        Tile("5p"),
        parse_tiles("1z"),
        melds=(MeldShown(MeldKind.PON, parse_tiles("777z")),),
    )


def test_a_tile_that_lay_there_for_another_giver_is_not_told(said):
    fact = {"seat": S, "giver": E}
    one = winner(S, isByTiles=True, hand=["1m"], tile="5p", fact=fact)
    assert said(a_win(one, giver=E, edits=True), shown(table())).result.winners[0].tile == Tile("5p")
    assert said(a_win(one, giver=W, edits=True), shown(table())).result.winners[0].tile is None


def test_a_result_put_right_takes_the_place_of_the_one_that_stands(said):
    again = said(a_win(winner(S, value=THREE_HAN, tile="5p"), giver=E, edits=True), shown(table()))
    # The tile is not said anew: the table keeps it as far as it is still right.
    assert again == ResultWas(Win((Winner(S, HandValue(3, 40)),), E))


def test_the_riichi_discard_is_said_to_be_one(said):
    win = a_win(winner(S, value=THREE_HAN), giver=E, isRiichiTile=True)
    assert said(win, shown(table())).is_riichi_tile
    assert said({**win, "edits": True}, shown(table())).result.is_riichi_tile


def test_what_a_photograph_shows_later_leaves_what_was_chosen_meanwhile(winning):
    read = {"entered": ["1m"]}
    meanwhile = a_win(winner(S, liable=N), winner(W), giver=E, active=1)
    now = winning("withHand", meanwhile, S, read)
    assert now == {**meanwhile, "winners": [winner(S, liable=N, **read), winner(W)]}
    gone = a_win(winner(W), giver=E)
    assert winning("withHand", gone, S, read) == gone


def test_another_giver_did_not_discard_the_riichi_tile(winning):
    win = a_win(winner(S), giver=E, isRiichiTile=True)
    assert winning("givenBy", win, W)["isRiichiTile"] is False
    assert winning("givenBy", win, E)["isRiichiTile"] is True
    assert winning("wonBy", win, E)["isRiichiTile"] is False
    assert winning("wonBy", win, W)["isRiichiTile"] is True


def test_another_winner_is_not_liable_for_the_own_hand(winning):
    both = a_win(winner(S, liable=N, liableForKans=W), giver=E)
    one = winning("wonBy", both, N)["winners"][0]
    assert (one["liable"], one["liableForKans"]) == (None, W)
    one = winning("wonBy", both, W)["winners"][0]
    assert (one["liable"], one["liableForKans"]) == (N, None)


def test_that_somebody_has_won_is_told_before_what_it_is_worth(winning):
    first = read_intention(winning("announcement", winner(S, tile="5p"), E), "what")
    assert first == Win((Winner(S, tile=Tile("5p")),), E)


PAO = {"pao": ["daisangen"], "daiminkan_pao": True, "two_liable": True}
NO_PAO = {"pao": [], "daiminkan_pao": False, "two_liable": False}


@pytest.mark.parametrize(
    ("allows", "value", "giver", "liable"),
    [
        (PAO, TWO_YAKUMAN, W, (E, N)),
        (PAO, {**TWO_YAKUMAN, "yakuman": 1}, W, (E, None)),
        ({**PAO, "two_liable": False}, TWO_YAKUMAN, W, (E, None)),
        # At a table that is kept by points a tsumo may be on the tile after an open kan.
        (PAO, THREE_HAN, TSUMO, (E, None)),
        (PAO, THREE_HAN, W, (None, None)),
        (NO_PAO, TWO_YAKUMAN, TSUMO, (None, None)),
    ],
)
def test_who_is_liable_is_told_where_these_rules_have_it(said, allows, value, giver, liable):
    snapshot = shown(table())
    snapshot["allows"] |= allows
    (told,) = said(a_win(winner(S, value=value, liable=E, liableForKans=N), giver=giver), snapshot).winners
    assert (told.liable, told.liable_for_kans) == liable


def test_kans_that_the_hand_names_are_told_their_tiles(winning):
    named = [{"kind": "ankan", "tiles": ["1z"] * 4}, {"kind": "daiminkan", "tiles": ["2z"] * 4}]
    kans = winning("namedKans", a_win(winner(S, isByTiles=True, named=named), winner(W, named=named)))
    assert [read_intention(kan, "what") for kan in kans] == [
        KanTiles(S, is_closed=True, tiles=parse_tiles("1111z")),
        KanTiles(S, is_closed=False, tiles=parse_tiles("2222z")),
    ]


# Other ends.


@pytest.fixture
def of(node):
    """A function of a module, asked with these values."""

    def ask(module, name, *values):
        code = f'async (given) => (await import("/static/js/{module}.js")).{name}(...given)'
        return node.evaluate(code, values)

    return ask


def test_a_draw_that_can_be_is_offered_and_the_others_say_why_not(of):
    ends = of("play/draws", "abortiveOf", shown(table()))
    assert [one["seat"] for one in ends["able"]] == [E, S, W, N]
    assert (ends["possible"], ends["refused"]) == (["suufon", "sanchahou"], ["suucha_riichi", "suukaikan"])
    ends = of("play/draws", "abortiveOf", shown(table(depth=Depth.COUNTING)))
    assert [one["seat"] for one in ends["able"]] == [E]
    assert ends["possible"] == []


def test_a_draw_that_the_rules_do_not_play_is_not_offered(of):
    ends = of("play/draws", "abortiveOf", shown(table(M_LEAGUE)))
    assert ends == {"able": [], "possible": [], "refused": []}


def test_four_in_riichi_are_offered_as_a_draw_of_everybody(of):
    people = table()
    for seat in (E, S, W, N):
        people.tap(seat, "riichi")
    assert "suucha_riichi" in of("play/draws", "abortiveOf", shown(people))["possible"]


def test_of_a_draw_the_page_says_its_kind_and_the_table_who_is_in_riichi(of):
    assert read_intention(of("play/draws", "draw", "exhaustive"), "what") == Draw(RyuukyokuKind.EXHAUSTIVE)


def test_three_players_have_no_draw_that_needs_four(of):
    assert of("play/end_said", "drawsOf", 3) == ["exhaustive", "nagashi_mangan", "kyuushu", "suukaikan"]
    assert len(of("play/end_said", "drawsOf", 4)) == 7


def test_an_end_put_right_begins_with_the_one_that_stands(of):
    stands = {
        "is": "Ryuukyoku",
        "kind": "exhaustive",
        "tenpai": [1],
        "nagashi": [],
        "by": None,
        "hands": [None] * 4,
    }
    first = of("play/end_said", "firstEnd", "draw", [{"seq": 3, "fact": stands}], [])
    assert read_intention(first, "what") == Draw(RyuukyokuKind.EXHAUSTIVE, (S,))
    riichi = [{"seat": 0, "riichi": None, "dead": False}, {"seat": 1, "riichi": {}, "dead": False}]
    assert of("play/end_said", "firstEnd", "draw", [], riichi)["tenpai"] == [1]
    assert of("play/end_said", "firstEnd", "chombo", [], riichi)["seat"] is None


def test_an_end_is_told_once_all_of_it_is_said(of):
    def is_missing(end):
        return of("play/end_said", "isMissing", end)

    assert is_missing({"is": "Chombo", "seat": None})
    assert not is_missing({"is": "Chombo", "seat": 2})
    for kind, field, value in (("kyuushu", "by", 2), ("nagashi_mangan", "nagashi", [1])):
        nothing = {"is": "Draw", "kind": kind, "tenpai": [], "nagashi": [], "by": None}
        assert is_missing(nothing)
        assert not is_missing({**nothing, field: value})


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("exhaustive", {"tenpai": [1]}),
        ("nagashi_mangan", {"tenpai": [1], "nagashi": [2]}),
        ("kyuushu", {"by": 3}),
        # Who is in riichi then, the table knows.
        ("suucha_riichi", {}),
    ],
)
def test_of_a_draw_only_what_its_kind_has_is_told(of, kind, told):
    end = {"is": "Draw", "kind": kind, "tenpai": [1], "nagashi": [2], "by": 3}
    assert of("play/end_said", "endTold", end) == {"is": "Draw", "kind": kind, **told}


@pytest.mark.parametrize("rules", [TENHOU, TENHOU_3P, M_LEAGUE, EMA])
def test_what_a_house_settles_is_offered_where_its_rules_have_it(of, rules):
    people = table(rules)
    snapshot = shown(people)
    allows = snapshot["allows"]
    acts = of("play/house_acts", "houseActs", snapshot)
    assert acts == [
        act
        for act, has in (
            ("dead_hand", allows["dead_hands"]),
            ("penalty", allows["penalty_to"] != "none"),
            ("time", allows["time_limit"]),
            ("wareme", allows["wareme"]),
            ("chips", allows["chips"]),
        )
        if has
    ]
    people.wins(S, E)
    assert "dead_hand" not in of("play/house_acts", "houseActs", shown(people))


# A result of an earlier hand.

MEANT = """async ([told, allows, hand, changes]) => {
  const { firstOf, liabilityBy, meantBy } = await import("/static/js/evening/result_said.js");
  const first = { ...firstOf(told, allows), ...changes };
  return meantBy(first, { mayBeLiable: liabilityBy(allows, hand), allows });
}"""
WON = {
    "is": "Won",
    "seat": 1,
    "by": "ron",
    "giver": 2,
    "value": {"han": 3, "fu": 40, "yakuman": 0, "yaku": [["riichi", 1]]},
    "liable": None,
    "liable_for_kans": None,
}
DRAWN = {"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": [1], "nagashi": [], "by": None}


@pytest.fixture
def result(node):
    allows = shown(table())["allows"]

    def result(*told, **changes):
        meant = node.evaluate(MEANT, [told, allows, {"followed": False}, changes])
        return None if meant is None else read_intention({"is": "ResultWas", "result": meant}, "what").result

    return result


def test_a_result_that_stands_is_said_again_as_it_was(result):
    assert result(WON) == Win((Winner(S, HandValue(3, 40)),), W)
    assert result(DRAWN) == Draw(RyuukyokuKind.EXHAUSTIVE, (S,))
    assert result({"is": "Chombo", "seat": 3, "why": "x"}) == Chombo(N)


def test_nobody_wins_twice_pays_himself_or_is_left_out(result):
    assert result() is None
    one = {"seat": 1, "han": 3, "fu": 40, "yakuman": 0, "liable": None, "local": []}
    assert result(**{"from": None, "wins": [one]}) is None
    assert result(**{"from": 2, "wins": [one, one]}) is None
    assert result(kind="chombo") is None
    assert result(kind="draw", draw={"kind": "kyuushu", "tenpai": [], "nagashi": [], "by": None}) is None


def test_a_winner_is_not_liable_for_the_own_hand(result):
    yakuman = {"seat": 1, "han": 1, "fu": 30, "yakuman": 1, "local": []}
    both = [{**yakuman, "liable": 1}, {**yakuman, "seat": 3, "liable": 0}]
    win = result(**{"from": 2, "wins": both})
    assert [one.liable for one in win.winners] == [None, E]
    assert [one.value for one in win.winners] == [HandValue(0, 0, 1)] * 2


def test_a_forgotten_hand_has_a_result_of_the_same_kind(node):
    result = node.evaluate(MEANT, [[WON], shown(table())["allows"], None, {}])
    forgotten = read_intention({"is": "HandForgotten", "before": 7, "riichi": [1], "result": result}, "what")
    assert forgotten == HandForgotten(Win((Winner(S, HandValue(3, 40)),), W), 7, (S,))
