"""tenhou.net/6: what each entry means, in which order things happened, and where reading stops."""

import json
from copy import deepcopy
from typing import Any
from urllib.parse import quote

import pytest

from companion.haifu.record import Record
from companion.haifu.tenhou6 import read_tenhou6
from companion.riichi import facts as f
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile, parse_tiles

E, S, W, N = SEATS
HANDS = [
    [11, 11, 12, 13, 14, 21, 22, 23, 31, 32, 33, 41, 41],
    [15, 15, 16, 17, 18, 24, 25, 26, 34, 35, 36, 42, 42],
    [19, 19, 27, 28, 29, 37, 38, 39, 43, 43, 44, 44, 45],
    [12, 12, 13, 16, 17, 25, 27, 28, 36, 37, 46, 46, 47],
]


def kyoku(*seats: tuple[list, list], result: list | None = None, number: int = 0, **given) -> list[Any]:
    """One kyoku of four; a seat is what came in and what went out."""
    rows = [*seats, *[([], [])] * (4 - len(seats))]
    sheet: list[Any] = [[number, 0, 0], [25_000] * 4, given.get("dora", [43]), given.get("ura", [])]
    for hand, (takes, gives) in zip(HANDS, rows, strict=True):
        sheet += [hand, takes, gives]
    return sheet if result is None else [*sheet, result]


def read(*sheets: list, **head) -> Record:
    game = {"title": ["", ""], "name": ["a", "b", "c", "d"], "rule": {"disp": "般南喰赤", "aka": 1}}
    return read_tenhou6(json.dumps({**game, **head, "log": list(sheets)}), "game")


def told(record: Record, hand: int = 0) -> list[f.Fact]:
    assert record.failure is None, record.failure
    return [placed.fact for placed in record.hands[hand].facts][1:]


def test_a_tile_written_out_came_from_the_hand_and_60_is_the_one_just_drawn() -> None:
    facts = told(read(kyoku(([51, 21], [12, 60]), ([43], [43]), ([44], [60]), ([22], [22]))))
    assert facts[:4] == [
        f.Drawn(E, Tile("0m")),
        f.Discarded(E, Tile("2m"), tsumogiri=False),
        f.Drawn(S, Tile("3z")),
        f.Discarded(S, Tile("3z"), tsumogiri=False),
    ]
    assert facts[-1] == f.Discarded(E, Tile("1p"), tsumogiri=True)


@pytest.mark.parametrize(("call", "giver"), [("p424242", E), ("42p4242", N), ("4242p42", W)])
def test_the_place_of_the_letter_says_who_gave_the_tile(call: str, giver: int) -> None:
    """South calls: from East on the left, from North across, from West on the right."""
    rows = [([47], [60]), ([21], [60]), ([22], [60]), ([23], [60])]
    rows[giver] = (rows[giver][0], [42])
    south = ([call], [41]) if giver == E else ([21, call], [60, 41])
    after = {E: 1, W: 3, N: 4}[giver]
    rows = [row if seat < after else ([], []) for seat, row in enumerate(rows)]
    rows[S] = south
    facts = told(read(kyoku(*rows)))
    assert facts[-2] == f.PonCalled(S, giver, Tile("2z"), parse_tiles("22z"))


def test_calls_take_the_discard_they_fit() -> None:
    east = ([47, "4141p41"], [42, 13])
    south = (["p424242"], [41])
    facts = told(read(kyoku(east, south)))
    assert facts == [
        f.Drawn(E, Tile("7z")),
        f.Discarded(E, Tile("2z"), tsumogiri=False),
        f.PonCalled(S, E, Tile("2z"), parse_tiles("22z")),
        f.Discarded(S, Tile("1z"), tsumogiri=False),
        f.PonCalled(E, S, Tile("1z"), parse_tiles("11z")),
        f.Discarded(E, Tile("3m"), tsumogiri=False),
    ]


def test_a_call_waits_for_the_second_of_two_like_discards() -> None:
    """South's next entry fits East's first 1z as well, but then South's draw would have no place."""
    east = ([31, 32], [41, 41])
    south = ([23, "p414141"], [60, 24])
    facts = told(read(kyoku(east, south, ([24], [60]), ([22], [60]))))
    assert [type(fact) for fact in facts[:8]] == [f.Drawn, f.Discarded] * 4
    assert facts[9:] == [
        f.Discarded(E, Tile("1z"), tsumogiri=False),
        f.PonCalled(S, E, Tile("1z"), parse_tiles("11z")),
        f.Discarded(S, Tile("4p"), tsumogiri=False),
    ]


def test_of_two_who_fit_pon_goes_before_chi() -> None:
    """South's chi and West's pon both fit the first 6m; the chi takes the second."""
    east = ([47, 31], [16, 16])
    south = (["c161517"], [42])
    west = (["16p1616", 21], [45, 60])
    facts = told(read(kyoku(east, south, west, ([22], [60]))))
    calls = [fact for fact in facts if isinstance(fact, f.ChiCalled | f.PonCalled)]
    assert calls == [
        f.PonCalled(W, E, Tile("6m"), parse_tiles("66m")),
        f.ChiCalled(S, Tile("6m"), parse_tiles("57m")),
    ]


def test_an_open_kan_keeps_a_place_among_the_discards_and_turns_its_indicator_at_the_discard() -> None:
    east = ([47], [42])
    south = (["m42424242", 21], [0, 15])
    facts = told(read(kyoku(east, south, dora=[43, 35])))
    assert facts[2:] == [
        f.DaiminkanCalled(S, E, Tile("2z"), parse_tiles("222z")),
        f.RinshanDrawn(S, Tile("1p")),
        f.IndicatorRevealed(Tile("5s")),
        f.Discarded(S, Tile("5m"), tsumogiri=False),
    ]


def test_a_closed_kan_turns_its_indicator_before_the_replacement() -> None:
    east = ([11, 47], ["111111a11", "r60"])
    facts = told(read(kyoku(east, ([21], []), dora=[43, 35])))
    assert facts[1:] == [
        f.AnkanDeclared(E, parse_tiles("1111m")),
        f.IndicatorRevealed(Tile("5s")),
        f.RinshanDrawn(E, Tile("7z")),
        f.RiichiDeclared(E),
        f.Discarded(E, Tile("7z"), tsumogiri=True),
        f.RiichiAccepted(E),
        f.Drawn(S, Tile("1p")),
    ]


def test_a_robbed_kan_turns_nothing() -> None:
    east = ([47, "4141p41", 41], [42, 13, "4141k4141"])
    south = (["p424242", 21], [41, 60])
    west, north = ([22], [60]), ([23], [60])
    result = [
        "和了",
        [-12_000, 12_000, 0, 0],
        [1, 0, 1, "跳満12000点", "槍槓(1飜)", "立直(1飜)", "ドラ(4飜)"],
    ]
    facts = told(read(kyoku(east, south, west, north, dora=[43], result=result)))
    won = facts[-2]
    assert facts[-3] == f.KakanDeclared(E, Tile("1z"))
    assert isinstance(won, f.Won)
    assert (won.seat, won.giver, won.by, won.tile) == (S, E, f.WinBy.RON, Tile("1z"))
    assert not [fact for fact in facts if isinstance(fact, f.IndicatorRevealed)]


def test_a_second_open_kan_turns_the_first_ones_indicator_before_its_replacement() -> None:
    east = ([47, "4141p41", 41, 42, 43], [42, 13, "4141k4141", "424242a42", 60])
    south = (["p424242", 21], [41, 60])
    facts = told(read(kyoku(east, south, ([22], [60]), ([23], [60]), dora=[43, 34, 35])))
    kan = facts.index(f.AnkanDeclared(E, parse_tiles("2222z")))
    assert facts[kan - 2 : kan + 4] == [
        f.KakanDeclared(E, Tile("1z")),
        f.RinshanDrawn(E, Tile("2z")),
        f.AnkanDeclared(E, parse_tiles("2222z")),
        f.IndicatorRevealed(Tile("4s")),
        f.IndicatorRevealed(Tile("5s")),
        f.RinshanDrawn(E, Tile("3z")),
    ]


RON = ["和了", [-8_000, 9_000, 0, 0], [1, 0, 1, "満貫8000点", "立直(1飜)", "ドラ(3飜)"]]


def test_a_riichi_is_accepted_only_when_its_discard_passes() -> None:
    passed = told(read(kyoku(([47, 31], ["r60"]), ([21], [60]), ([22], [60]), ([23], [60]))))
    assert passed[3] == f.RiichiAccepted(E)
    won = told(read(kyoku(([47], ["r60"]), result=RON)))
    assert [type(fact) for fact in won] == [f.Drawn, f.RiichiDeclared, f.Discarded, f.Won, f.KyokuEnded]


WORTH = [
    ("30符2飜2000点", "平和(1飜) 立直(1飜)", (2, 30, 0), "pinfu riichi"),
    ("満貫8000点", "門前清自摸和(1飜) 混一色(3飜)", (4, 40, 0), "menzen_tsumo honitsu"),
    ("満貫8000点", "対々和(2飜) 赤ドラ(1飜)", (3, 70, 0), "toitoi aka_dora"),
    ("40符4飜満貫8000点", "対々和(2飜) ドラ(2飜)", (4, 40, 0), "toitoi dora"),
    ("倍満16000点", "清一色(6飜) 裏ドラ(2飜)", (8, 0, 0), "chinitsu ura_dora"),
    ("数え役満32000点", "清一色(6飜) ドラ(7飜)", (13, 0, 0), "chinitsu dora"),
    ("役満64000点", "大三元(役満) 字一色(役満)", (0, 0, 2), "daisangen tsuuiisou"),
    ("役満32000点", "国士無双(役満)", (0, 0, 1), "kokushi"),
]


@pytest.mark.parametrize(("score", "yaku", "numbers", "codes"), WORTH)
def test_what_a_hand_is_worth(score: str, yaku: str, numbers: tuple[int, int, int], codes: str) -> None:
    result = ["和了", [-1, 1, 0, 0], [1, 0, 1, score, *yaku.split()]]
    record = read(kyoku(([47], [60]), result=result))
    won, claim = told(record)[-2], record.hands[0].claim.wins[0]
    assert isinstance(won, f.Won)
    assert won.value is not None
    assert (won.value.han, won.value.fu, won.value.yakuman) == numbers
    assert [code for code, _ in won.value.yaku] == codes.split()
    assert claim.yaku == won.value.yaku
    assert claim.points is not None
    assert score.endswith(f"{claim.points}点")


def test_a_yaku_that_is_not_known_leaves_the_others() -> None:
    result = ["和了", [-1, 1, 0, 0], [1, 0, 1, "30符3飜3900点", "場風 東(1飜)", "大車輪(2飜)"]]
    record = read(kyoku(([47], [60]), result=result))
    won = told(record)[-2]
    assert isinstance(won, f.Won)
    assert won.value == f.HandValue(3, 30, 0, (("round_wind_east", 1),))
    assert record.hands[0].claim.wins[0].yaku is None


@pytest.mark.parametrize(
    ("score", "seat", "points"),
    [("30符3飜1000-2000点", 1, 4_000), ("30符2飜1000点∀", 0, 3_000), ("役満8000-16000点", 1, 32_000)],
)
def test_a_tsumo_adds_up_what_each_pays(score: str, seat: int, points: int) -> None:
    rows = [([47], [60]), ([21], [])] if seat else [([47], [])]
    result = [
        "和了",
        [0, 0, 0, 0],
        [seat, seat, seat, score, "四暗刻(役満)" if "役" in score else "立直(1飜)"],
    ]
    record = read(kyoku(*rows, result=result))
    assert record.failure is None
    assert record.hands[0].claim.wins[0].points == points
    assert record.hands[0].claim.wins[0].yakuman == ("役" in score)


def test_two_winners_share_one_result_and_only_riichi_shows_ura() -> None:
    result = [*RON, [-1_000, 0, 1_000, 0], [2, 0, 2, "30符1飜1000点", "断幺九(1飜)"]]
    south, rest = ([21, 35], ["r60", 60]), ([22, 22], [60, 60])
    record = read(kyoku(([47, 31, 31], [60, 60, 60]), south, rest, rest, result=result, ura=[19]))
    assert record.hands[0].claim.deltas == (-9_000, 9_000, 1_000, 0)
    first, second = (fact for fact in told(record) if isinstance(fact, f.Won))
    assert (first.seat, first.ura) == (S, (Tile("9m"),))
    assert (second.seat, second.ura) == (W, ())


def test_the_hand_of_a_winner_follows_from_what_came_and_went() -> None:
    won = told(read(kyoku(([51], [12]), ([14], []), result=["和了", [0] * 4, [1, 1, 1, "1飜"]])))[-2]
    assert isinstance(won, f.Won)
    assert won.tile == Tile("4m")
    assert won.hand == parse_tiles("55678m456p456s22z")


DRAWS = {
    "九種九牌": f.RyuukyokuKind.KYUUSHU_KYUUHAI,
    "四風連打": f.RyuukyokuKind.SUUFON_RENDA,
    "四家立直": f.RyuukyokuKind.SUUCHA_RIICHI,
    "四開槓": f.RyuukyokuKind.SUUKAIKAN,
    "四槓散了": f.RyuukyokuKind.SUUKAIKAN,
    "三家和": f.RyuukyokuKind.SANCHAHOU,
    "三家和了": f.RyuukyokuKind.SANCHAHOU,
    "流局": f.RyuukyokuKind.EXHAUSTIVE,
    "全員聴牌": f.RyuukyokuKind.EXHAUSTIVE,
    "全員不聴": f.RyuukyokuKind.EXHAUSTIVE,
    "流し満貫": f.RyuukyokuKind.NAGASHI_MANGAN,
}


@pytest.mark.parametrize("name", DRAWS)
def test_every_draw_has_its_kind(name: str) -> None:
    gives = [] if name == "九種九牌" else [41]
    draw = told(read(kyoku(([47], gives), result=[name])))[-2]
    assert isinstance(draw, f.Ryuukyoku)
    assert draw.kind is DRAWS[name]
    assert draw.by == (E if name == "九種九牌" else None)


def test_who_was_tenpai_follows_from_the_payments_or_the_name() -> None:
    paid = told(read(kyoku(([47], [60]), result=["流局", [1_500, -1_500, 1_500, -1_500]])))[-2]
    everybody = told(read(kyoku(([47], [60]), result=["全員聴牌"])))[-2]
    assert isinstance(paid, f.Ryuukyoku)
    assert isinstance(everybody, f.Ryuukyoku)
    assert paid.tenpai == (E, W)
    assert paid.hands[1] is None
    assert everybody.tenpai == SEATS


def test_the_points_of_the_next_hand_are_claimed_for_the_one_before() -> None:
    second = kyoku(([47], [60]), number=4)
    second[1] = [17_000, 33_000, 25_000, 25_000]
    result = ["和了", [-8_000, 8_000, 0, 0], [1, 0, 1, "満貫8000点", "清一色(5飜)"]]
    final = [17_000, -33, 33_000, 43, 25_000, -5, 25_000, -5]
    record = read(kyoku(([47], [60]), result=result), second, sc=final)
    assert record.hands[0].claim.points == (17_000, 33_000, 25_000, 25_000)
    assert record.final is not None
    assert record.final.points == (17_000, 33_000, 25_000, 25_000)


def test_three_players_sit_at_a_table_of_four() -> None:
    sheet = [[4, 1, 2], [35_000, 35_000, 35_000, 0], [21], []]
    sheet += [
        HANDS[1],
        [44, 22, "47p4747"],
        ["f44", 60, 25],
        HANDS[2],
        [47, 23],
        [60, 60],
        HANDS[3],
        [24],
        [47],
    ]
    sheet += [[], [], [], ["流局", [2_000, -1_000, -1_000, 0]]]
    record = read(sheet, rule={"disp": "三般南喰赤", "aka": 1}, name=["a", "b", "c", ""])
    assert record.rules.name == "tenhou-3p"
    assert record.names == ("a", "b", "c")
    start = record.hands[0].facts[0].fact
    assert isinstance(start, f.KyokuStarted)
    assert (start.round_wind, start.dealer, start.honba, start.kyoutaku) == (Wind.SOUTH, E, 1, 2)
    assert start.points == (35_000,) * 3
    facts = told(record)
    assert facts[1:4] == [
        f.KitaDeclared(E),
        f.RinshanDrawn(E, Tile("2p")),
        f.Discarded(E, Tile("2p"), tsumogiri=True),
    ]
    assert f.PonCalled(E, W, Tile("7z"), parse_tiles("77z")) in facts


def test_rules_follow_the_marks() -> None:
    sheet = kyoku(([47], [60]))
    parted = read(sheet, rule={"disp": "友人 三人南 喰赤"}, name=["a", "b", "c", ""]).rules
    assert (parted.open_tanyao, any(parted.red_fives)) == (True, True)
    named = read(sheet, rule={"disp": "喰タンなし杯 般南赤"}).rules
    assert (named.open_tanyao, any(named.red_fives)) == (False, True)
    plain = read(sheet, rule={"disp": "般東", "aka": 0}).rules
    assert (plain.rounds, plain.open_tanyao, plain.red_fives) == (1, False, (0, 0, 0))
    red = read(sheet, rule={"disp": "鳳南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}).rules
    assert (red.rounds, red.open_tanyao, red.red_fives) == (2, True, (1, 1, 1))
    sheet[1] = [30_000] * 4
    assert read(sheet).rules.start_points == 30_000


GAME = {"name": ["a", "b", "c", "d"], "rule": {"disp": "般南喰赤"}}
LINK = "https://example.org/6/#json="
TWO = [kyoku(([47], [60]), result=["四開槓"]), kyoku(([46], [60]), number=4, result=["四開槓"])]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({**GAME, "log": TWO}),
        "\ufeff" + json.dumps({**GAME, "log": TWO}, indent=1),
        json.dumps({**GAME, "log": [[sheet] for sheet in TWO]}),
        "\n".join(json.dumps({**GAME, "log": [sheet]}) for sheet in TWO),
        "\n".join(LINK + quote(json.dumps({**GAME, "log": [sheet]})) for sheet in TWO),
    ],
    ids=["one object", "indented with a mark", "wrapped kyoku", "one object a line", "links"],
)
def test_all_forms_of_a_file_tell_the_same(text: str) -> None:
    record = read_tenhou6(text, "game")
    assert record.failure is None
    assert [len(hand.facts) for hand in record.hands] == [5, 5]
    assert record.names == ("a", "b", "c", "d")


def test_a_file_cut_off_keeps_the_hands_before() -> None:
    text = json.dumps({**GAME, "log": TWO})
    record = read_tenhou6(text[:-60], "game")
    assert len(record.hands) == 1
    assert record.names == ("a", "b", "c", "d")
    assert record.failure is not None
    assert record.failure.hand == 2
    assert "breaks off" in record.failure.message


def change(place: tuple[int, ...], value: Any) -> list[Any]:
    """The second kyoku of two with one entry changed."""
    sheet = deepcopy(kyoku(([47, 31], [60, 41]), ([21], [60]), ([22], [60]), ([23], [60]), result=["四開槓"]))
    target = sheet
    for step in place[:-1]:
        target = target[step]
    target[place[-1]] = value
    return sheet


@pytest.mark.parametrize(
    ("place", "value", "facts", "words"),
    [
        ((5, 1), 48, 9, "48 is not a tile"),
        ((5, 1), "c4", 9, "'c4' is not a call"),
        ((5, 1), "x313131", 9, "not a call"),
        ((6, 1), "p414141", 10, "takes one"),
        ((6, 1), None, 10, "None is not a tile"),
        ((11,), [22, 22, 22], 11, "entry 2 of the draws of seat 2"),
        ((16,), ["五風連打"], 11, "'五風連打' is not known"),
        ((16,), ["和了", [0, 0, 0, 0], [7, 0, 7]], 11, "7 is not a seat"),
        ((16,), ["和了"], 11, "does not say whose"),
        ((2, 0), 10, -1, "the indicators: 10 is not a tile"),
        ((0,), [1, 0], -1, "does not begin with its number"),
        ((1,), "many", -1, "the points are not a list"),
        ((4, 3), "1m", -1, "the dealt tiles of seat 0: '1m' is not a tile"),
    ],
)
def test_damage_names_its_place_and_keeps_what_came_before(
    place: tuple[int, ...], value: Any, facts: int, words: str
) -> None:
    record = read(kyoku(([47], [60]), result=["四開槓"]), change(place, value))
    assert record.failure is not None
    assert words in record.failure.message, record.failure.message
    assert record.failure.hand == 2
    assert record.failure.event >= 5
    kept = [hand.facts for hand in record.hands[1:]]
    assert [len(hand) for hand in kept] == ([] if facts < 0 else [facts])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "breaks off or is damaged"),
        ("[]", "no list `log`"),
        ('{"log": 1}', "no list `log`"),
        ('{"log": []}', "no hand in this record"),
        ("[" * 100_000, "nested too deeply"),
        ('{"log": [[]]}', "number of the hand are missing"),
        ('{"log": [[[0,0,0],[1],[],[]]]}', "does not begin with its number"),
    ],
)
def test_what_is_no_record_says_so(text: str, words: str) -> None:
    record = read_tenhou6(text, "game")
    assert not record.hands
    assert record.failure is not None
    assert words in record.failure.message, record.failure.message


def test_endless_lists_do_not_keep_the_reader_searching() -> None:
    takes: list[list[Any]] = [[41, *["p414141", 41] * 300], [41, *["p414141", 41] * 300]]
    record = read(kyoku(*((row, [41] * 601) for row in takes)))
    assert record.failure is not None
    assert record.failure.hand == 1


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"scores": "many", "kyotaku": 0}, "the points that people counted are not a list"),
        ({"scores": [25_000] * 4, "kyotaku": "one"}, "the riichi sticks that people counted"),
        ("theirs", ""),
    ],
)
def test_points_counted_after_the_last_hand_are_read_strictly(said: object, words: str) -> None:
    record = read(kyoku(([47], [60]), result=["四開槓"]), points_set=said)
    assert len(record.hands) == 1
    message = record.failure.message if record.failure else ""
    assert bool(message) == bool(words)
    assert message.startswith(words)
