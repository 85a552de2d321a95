"""mjai lines as several programs write them: with much beside the play, or with next to nothing."""

import json
from typing import Any

import pytest

from companion.haifu.mjai import read_mjai
from companion.haifu.record import Record
from companion.riichi import facts as f
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile, parse_tiles

E, S, W, N = SEATS
HANDS = ["1m 1m 2m 3m 4m 1p 2p 3p 1s 2s 3s E E", "5m 5m 5mr 6m 7m 4p 5p 6p 4s 5s 6s S S"]
HANDS += ["9m 9m 7p 8p 9p 7s 8s 9s W W N N P", "2m 2m 3m 6m 7m 5pr 7p 8p 6s 7s F F C"]

START = {"type": "start_game", "names": ["a", "b", "c", "d"]}
DEAL: dict[str, Any] = {
    "type": "start_kyoku",
    "bakaze": "E",
    "kyoku": 1,
    "honba": 0,
    "kyotaku": 0,
    "oya": 0,
    "dora_marker": "W",
    "scores": [25_000] * 4,
    "tehais": [hand.split() for hand in HANDS],
}
END = [{"type": "end_kyoku"}, {"type": "end_game"}]


def lines(*events: dict[str, Any]) -> str:
    return "".join(json.dumps(event) + "\n" for event in events)


def read(*events: dict[str, Any]) -> Record:
    return read_mjai(lines(*events), "game")


def draw(seat: int, tile: str) -> dict[str, Any]:
    return {"type": "tsumo", "actor": seat, "pai": tile}


def discard(seat: int, tile: str, **more) -> dict[str, Any]:
    return {"type": "dahai", "actor": seat, "pai": tile, "tsumogiri": False, **more}


def call(kind: str, seat: int, giver: int, tile: str, own: str) -> dict[str, Any]:
    return {"type": kind, "actor": seat, "target": giver, "pai": tile, "consumed": own.split()}


def told(record: Record, hand: int = 0) -> list[f.Fact]:
    assert record.failure is None, record.failure
    return [placed.fact for placed in record.hands[hand].facts]


def play(*events: dict[str, Any]) -> list[f.Fact]:
    """What a hand of these events tells after the deal, whether it ends or not."""
    return [placed.fact for placed in read(START, DEAL, *events).hands[0].facts][1:]


def test_a_deal_has_everything_a_kyoku_starts_with() -> None:
    deal = {**DEAL, "bakaze": "S", "kyoku": 3, "oya": 2, "honba": 4, "kyotaku": 1, "scores": [1, 2, 3, 4]}
    start = read(START, deal).hands[0].facts[0].fact
    assert start == f.KyokuStarted(
        Wind.SOUTH,
        W,
        honba=4,
        kyoutaku=1,
        points=(1, 2, 3, 4),
        indicator=Tile("3z"),
        hands=tuple(parse_tiles(text) for text in HANDS_MPSZ),
    )


HANDS_MPSZ = ["11234m123p123s11z", "550m67m456p456s22z", "99m789p789s33445z", "22367m078p67s667z"]


def test_each_event_has_its_fact() -> None:
    assert play(
        draw(0, "5sr"),
        discard(0, "S"),
        call("pon", 1, 0, "S", "S S"),
        discard(1, "N", tsumogiri=None),
        call("daiminkan", 2, 1, "N", "N N ?"),
        draw(2, "?"),
        {"type": "dora", "dora_marker": "C"},
        discard(2, "6m"),
        call("chi", 3, 2, "6m", "7m 5mr"),
        {"type": "kakan", "actor": 3, "pai": "S", "consumed": ["S", "S", "S"]},
        {"type": "ankan", "actor": 3, "consumed": ["1z", "1z", "1z", "1z"]},
        {"type": "nukidora", "actor": 3, "pai": "N"},
        draw(3, "F"),
    ) == [
        f.Drawn(E, Tile("0s")),
        f.Discarded(E, Tile("2z"), tsumogiri=False),
        f.PonCalled(S, E, Tile("2z"), parse_tiles("22z")),
        f.Discarded(S, Tile("4z"), tsumogiri=None),
        f.DaiminkanCalled(W, S, Tile("4z"), (*parse_tiles("44z"), None)),
        f.RinshanDrawn(W, None),
        f.IndicatorRevealed(Tile("7z")),
        f.Discarded(W, Tile("6m"), tsumogiri=False),
        f.ChiCalled(N, Tile("6m"), parse_tiles("70m")),
        f.KakanDeclared(N, Tile("2z")),
        f.AnkanDeclared(N, parse_tiles("1111z")),
        f.KitaDeclared(N),
        f.RinshanDrawn(N, Tile("6z")),
    ]


REACH = {"type": "reach", "actor": 0}
ACCEPTED = {
    "type": "reach_accepted",
    "actor": 0,
    "deltas": [-1000, 0, 0, 0],
    "scores": [24000, 25000, 25000, 25000],
}


@pytest.mark.parametrize(
    "events",
    [
        [REACH, discard(0, "E"), ACCEPTED, draw(1, "W")],
        [REACH, discard(0, "E"), draw(1, "W")],
        [REACH, ACCEPTED, discard(0, "E"), draw(1, "W")],
    ],
    ids=["written", "left out", "written before the discard"],
)
def test_an_accepted_riichi_follows_from_play_going_on(events: list[dict[str, Any]]) -> None:
    assert play(draw(0, "C"), *events)[1:] == [
        f.RiichiDeclared(E),
        f.Discarded(E, Tile("1z"), tsumogiri=False),
        f.RiichiAccepted(E),
        f.Drawn(S, Tile("3z")),
    ]


@pytest.mark.parametrize("early", [[], [ACCEPTED]])
def test_a_riichi_whose_discard_is_won_on_is_not_accepted(early: list[dict[str, Any]]) -> None:
    hora = {"type": "hora", "actor": 1, "target": 0}
    facts = play(draw(0, "C"), REACH, *early, discard(0, "7m"), hora)
    assert not [fact for fact in facts if isinstance(fact, f.RiichiAccepted)]


def test_a_win_in_the_words_of_the_first_server() -> None:
    hora = {
        "type": "hora",
        "actor": 0,
        "target": 0,
        "pai": "C",
        "uradora_markers": ["8p"],
        "hora_tehais": [*HANDS[0].split(), "C"],
        "yakus": [
            ["reach", 1],
            ["menzenchin_tsumoho", 1],
            ["jikaze", 1],
            ["bakaze", 1],
            ["akadora", 2],
            ["uradora", 1],
        ],
        "fu": 40,
        "fan": 7,
        "hora_points": 18_000,
        "deltas": [18_000, -6_000, -6_000, -6_000],
        "scores": [43_000, 19_000, 19_000, 19_000],
    }
    record = read(START, DEAL, draw(0, "C"), hora, *END)
    won = told(record)[-2]
    assert isinstance(won, f.Won)
    assert (won.by, won.tile, won.ura) == (f.WinBy.TSUMO, Tile("7z"), (Tile("8p"),))
    assert won.hand == parse_tiles(HANDS_MPSZ[0])
    codes = ("riichi", "menzen_tsumo", "seat_wind_east", "round_wind_east", "aka_dora", "ura_dora")
    assert won.value == f.HandValue(7, 40, 0, tuple(zip(codes, (1, 1, 1, 1, 2, 1), strict=True)))
    claim = record.hands[0].claim
    assert claim.deltas == (18_000, -6_000, -6_000, -6_000)
    assert claim.points == (43_000, 19_000, 19_000, 19_000)
    assert (claim.wins[0].points, claim.wins[0].fu, claim.wins[0].han) == (18_000, 40, 7)


def test_a_yakuman_counted_as_a_hundred_fan() -> None:
    hora = {"type": "hora", "actor": 0, "target": 0, "pai": "C", "fu": 30, "fan": 200}
    hora["yakus"] = [["daisangen", 100], ["tsuiso", 100]]
    won = play(draw(0, "C"), hora)[1]
    assert isinstance(won, f.Won)
    assert won.value == f.HandValue(0, 30, 2, (("daisangen", 13), ("tsuuiisou", 13)))


def test_a_win_of_few_words_is_filled_from_the_table() -> None:
    record = read(
        {"type": "start_game"},
        DEAL,
        draw(0, "5p"),
        discard(0, "7m"),
        {"type": "hora", "actor": 1, "target": 0, "deltas": [-2_000, 2_000, 0, 0], "ura_markers": ["1m"]},
        {"type": "hora", "actor": 3, "target": 0, "deltas": [-1_000, 0, 0, 1_000]},
        {"type": "end_kyoku"},
        {**DEAL, "kyoku": 2, "oya": 1, "scores": [22_000, 27_000, 25_000, 26_000]},
        draw(1, "C"),
        {"type": "ryukyoku", "reason": "kyushukyuhai"},
        *END,
    )
    first, second = told(record)[3:5]
    assert isinstance(first, f.Won)
    assert isinstance(second, f.Won)
    assert (first.tile, first.hand, first.value) == (Tile("7m"), parse_tiles("055m67m456p456s22z"), None)
    assert (second.seat, second.giver, second.ura) == (N, E, ())
    assert record.hands[0].claim.deltas == (-3_000, 2_000, 0, 1_000)
    assert record.hands[0].claim.points == (22_000, 27_000, 25_000, 26_000)
    assert record.names == ()


REASONS = {
    "fanpai": f.RyuukyokuKind.EXHAUSTIVE,
    "exhaustive_draw": f.RyuukyokuKind.EXHAUSTIVE,
    "nagashimangan": f.RyuukyokuKind.NAGASHI_MANGAN,
    "kyushukyuhai": f.RyuukyokuKind.KYUUSHU_KYUUHAI,
    "kyushu_kyuhai": f.RyuukyokuKind.KYUUSHU_KYUUHAI,
    "sufonrenda": f.RyuukyokuKind.SUUFON_RENDA,
    "sufuurenta": f.RyuukyokuKind.SUUFON_RENDA,
    "suchareach": f.RyuukyokuKind.SUUCHA_RIICHI,
    "suucha_riichi": f.RyuukyokuKind.SUUCHA_RIICHI,
    "sukaikan": f.RyuukyokuKind.SUUKAIKAN,
    "suukansansen": f.RyuukyokuKind.SUUKAIKAN,
    "sanchaho": f.RyuukyokuKind.SANCHAHOU,
}


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_its_kind(reason: str) -> None:
    fact = play(draw(0, "C"), {"type": "ryukyoku", "reason": reason})[1]
    assert isinstance(fact, f.Ryuukyoku)
    assert fact.kind is REASONS[reason]


WINDS = [event for seat in range(4) for event in (draw(seat, "N"), discard(seat, "N"))]
RIICHI = [
    e for seat in range(4) for e in (draw(seat, "C"), {"type": "reach", "actor": seat}, discard(seat, "C"))
]
KANS = [
    draw(0, "C"),
    *[{"type": "ankan", "actor": 0, "consumed": ["?"] * 4}, draw(0, "?")] * 4,
    discard(0, "C"),
]
WALL = [event for turn in range(70) for event in (draw(turn % 4, "1m"), discard(turn % 4, "1m"))]


@pytest.mark.parametrize(
    ("events", "kind"),
    [
        ([draw(0, "C")], f.RyuukyokuKind.KYUUSHU_KYUUHAI),
        (WINDS, f.RyuukyokuKind.SUUFON_RENDA),
        (RIICHI, f.RyuukyokuKind.SUUCHA_RIICHI),
        (KANS, f.RyuukyokuKind.SUUKAIKAN),
        ([draw(0, "C"), discard(0, "C")], f.RyuukyokuKind.SANCHAHOU),
        (WALL, f.RyuukyokuKind.EXHAUSTIVE),
    ],
)
def test_a_draw_without_a_reason_is_known_by_its_moment(
    events: list[dict[str, Any]], kind: f.RyuukyokuKind
) -> None:
    fact = play(*events, {"type": "ryukyoku"})[-2]
    assert isinstance(fact, f.Ryuukyoku)
    assert fact.kind is kind


def test_the_end_of_the_wall_is_nagashi_mangan_if_it_is_paid_so() -> None:
    fact = play(*WALL, {"type": "ryukyoku", "deltas": [12_000, -4_000, -4_000, -4_000]})[-2]
    assert isinstance(fact, f.Ryuukyoku)
    assert fact.kind is f.RyuukyokuKind.NAGASHI_MANGAN


def test_who_was_tenpai_is_said_or_follows_from_the_payments() -> None:
    shows = [None, HANDS[1].split(), ["?"] * 13, None]
    said = {"type": "ryukyoku", "reason": "fanpai", "tenpais": [False, True, True, False], "tehais": shows}
    paid = {"type": "ryukyoku", "reason": "fanpai", "deltas": [-1_000, -1_000, -1_000, 3_000]}
    first, second = (play(draw(0, "C"), discard(0, "C"), event)[2] for event in (said, paid))
    assert isinstance(first, f.Ryuukyoku)
    assert isinstance(second, f.Ryuukyoku)
    assert first.tenpai == (S, W)
    assert first.hands == (None, parse_tiles(HANDS_MPSZ[1]), None, None)
    assert second.tenpai == (N,)


def test_points_that_no_deal_says_follow_from_what_was_paid() -> None:
    deal = {member: value for member, value in DEAL.items() if member not in ("scores", "kyotaku")}
    record = read(
        START,
        deal,
        draw(0, "C"),
        REACH,
        discard(0, "C"),
        draw(1, "C"),
        {"type": "ryukyoku", "reason": "suukaikan", "deltas": [0, 0, 0, 0]},
        deal,
        draw(0, "C"),
        {"type": "ryukyoku", "reason": "kyushukyuhai"},
        *END,
    )
    starts = [hand.facts[0].fact for hand in record.hands]
    assert [(start.points[0], start.kyoutaku) for start in starts if isinstance(start, f.KyokuStarted)] == [
        (25_000, 0),
        (24_000, 1),
    ]


@pytest.mark.parametrize(
    ("names", "scores"),
    [(["a", "b", "c"], [35_000] * 3), (["a", "b", "c", ""], [35_000] * 3 + [0]), (None, [35_000] * 3)],
)
def test_three_players_are_known_by_names_or_points(names: list[str] | None, scores: list[int]) -> None:
    begin = {"type": "start_game"} | ({} if names is None else {"names": names})
    record = read(
        begin,
        {**DEAL, "scores": scores},
        {"type": "tsumo", "actor": 0, "pai": "N"},
        {"type": "kita", "actor": 0},
    )
    assert record.rules.name == "tenhou-3p"
    start = record.hands[0].facts[0].fact
    assert isinstance(start, f.KyokuStarted)
    assert (len(start.points), len(start.hands)) == (3, 3)
    assert record.hands[0].facts[2].fact == f.KitaDeclared(E)


def test_who_has_points_plays_also_without_a_name() -> None:
    start = {"type": "start_game", "names": ["a", "b", "c", ""], "kuitan": False}
    record = read(start, DEAL, draw(0, "C"), discard(0, "C"), draw(1, "C"))
    assert record.rules.open_tanyao is False
    assert (record.rules.name, record.names) == ("tenhou", ("a", "b", "c", ""))
    assert len(record.hands[0].facts[0].fact.points) == 4


@pytest.mark.parametrize("names", [["a", "b", "c"], None])
def test_three_players_keep_the_rules_that_the_game_began_with(names: list[str] | None) -> None:
    start = {"type": "start_game", "names": names, "aka_flag": False, "kuitan": False, "kyoku_first": 4}
    rules = read(start, DEAL | {"scores": [35_000] * 3, "tehais": None}).rules
    assert (rules.players, rules.red_fives, rules.open_tanyao, rules.rounds) == (3, (0, 0, 0), False, 1)


def test_a_list_of_events_is_read_like_lines() -> None:
    events = [START, DEAL, draw(0, "C"), {"type": "ryukyoku", "reason": "kyushukyuhai"}, *END]
    listed, lined = read_mjai(json.dumps(events), "x"), read(*events)
    assert listed.failure is None
    assert listed.hands == lined.hands
    assert [placed.event for placed in lined.hands[0].facts] == [2, 3, 4, 5]


WHOLE = [START, DEAL, draw(0, "C"), {"type": "ryukyoku", "reason": "kyushukyuhai"}, {"type": "end_kyoku"}]


@pytest.mark.parametrize(
    ("events", "event", "words"),
    [
        ([draw(4, "1m")], 7, "actor is 4, not a number from 0 to 3"),
        ([draw(0, "0m")], 7, None),
        ([draw(0, "10m")], 7, "'10m' is not a tile"),
        ([{"type": "tsumo"}], 7, "the event tsumo has no actor"),
        ([{"type": "flower", "actor": 0}], 7, "'flower' is not known"),
        ([{"actor": 0}], 7, "it has no type"),
        ([call("chi", 1, 0, "1m", "2m")], 7, "consumed is not a list of 2 tiles"),
        ([draw(0, "C"), {"type": "end_kyoku"}], 8, "ends without hora or ryukyoku"),
        ([draw(0, "C"), {"type": "end_game"}], 8, "the game ends within a hand"),
        ([draw(0, "C"), {"type": "ryukyoku", "reason": "tea"}], 8, "'tea' is not known"),
        ([{"type": "reach_accepted", "actor": 0}], 7, "reach_accepted without reach"),
        ([draw(0, "C"), START], 8, "a second game begins"),
        ([draw(0, "C")], 7, "breaks off before the end of the hand"),
    ],
)
def test_damage_names_its_line_and_keeps_what_came_before(
    events: list[dict[str, Any]], event: int, words: str | None
) -> None:
    record = read(*WHOLE, DEAL, *events)
    assert record.failure is not None
    if words is not None:
        assert words in record.failure.message, record.failure.message
    assert (record.failure.hand, record.failure.event) == (2, event)
    assert len(record.hands[0].facts) == 4
    assert not any(isinstance(placed.fact, f.KyokuEnded) for placed in record.hands[1].facts)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no hand in this record"),
        (lines(START), "no hand in this record"),
        (lines(START, draw(0, "1m")), "tsumo where no hand is being played"),
        (lines(START, DEAL)[:-30], "line 2 is not JSON"),
        ("[[[[" * 30_000, "breaks off or is damaged"),
        (lines(START) + '{"a":' * 30_000, "line 2 is"),
        (lines(START, {**DEAL, "bakaze": "Q"}), "bakaze is 'Q'"),
        (lines(START, {**DEAL, "kyoku": 9}), "kyoku is 9"),
        (lines(START, {**DEAL, "scores": [1, 2]}), "scores is not a list of 4 numbers"),
        (lines(START, {**DEAL, "tehais": "all"}), "tehais is not a list of 4 hands"),
        (lines(START, DEAL, {"type": "rule_waived", "reason": ["tea"]}), "the reason ['tea'] is not known"),
        (lines(START, {"type": "points_set", "scores": [1] * 4}), "points_set where no hand has just ended"),
        (lines(*WHOLE, {"type": "points_set"}), "without scores"),
        (lines(*WHOLE, {"type": "points_set", "scores": [1] * 4}), "has no kyotaku"),
    ],
)
def test_what_is_no_record_says_so(text: str, words: str) -> None:
    record = read_mjai(text, "game")
    assert record.failure is not None
    assert words in record.failure.message, record.failure.message
