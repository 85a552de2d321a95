"""`companion score`: one hand from arguments, many from JSON lines, and every way to ask wrongly."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands.score import answers
from companion.scoring.asking import FLAGS

HAND = {"hand": "234m567m345p67s22p", "win": "8s", "riichi": True}


def ask(**question) -> dict:
    return json.loads(next(answers([json.dumps(question).encode()])))


def run(*arguments: str, given: str = ""):
    return CliRunner().invoke(main, ["score", *arguments], input=given)


def test_a_hand_is_answered_with_value_points_and_payments():
    assert ask(**HAND, by="ron", honba=2, sticks=1) == {
        "han": 3,
        "fu": 30,
        "yaku": [["riichi", 1], ["pinfu", 1], ["tanyao", 1]],
        "yakuman": 0,
        "limit": None,
        "points": {"ron": 3900},
        "payments": [
            {"payer": "discarder", "payee": "S", "points": 3900, "reason": "hand"},
            {"payer": "discarder", "payee": "S", "points": 600, "reason": "honba"},
            {"payer": "table", "payee": "S", "points": 1000, "reason": "sticks"},
        ],
    }


def test_a_tsumo_names_the_dealers_share_first():
    found = ask(**HAND, by="tsumo", honba=1, seat_wind="W")
    assert found["points"] == {"tsumo": [2600, 1300]}
    assert {each["payer"]: each["points"] for each in found["payments"] if each["reason"] == "hand"} == {
        "E": 2600,
        "S": 1300,
        "N": 1300,
    }
    assert [each["points"] for each in found["payments"] if each["reason"] == "honba"] == [100, 100, 100]


def test_all_pay_the_dealer_alike():
    found = ask(**HAND, by="tsumo", dealer=True)
    assert found["points"] == {"tsumo": [2600, 2600]}
    assert found == ask(**HAND, by="tsumo", seat_wind="E")


def test_with_three_players_two_pay_and_share_the_honba():
    found = ask(hand="111z999m345p67s22p", win="8s", by="tsumo", rules="tenhou-3p", honba=1, kita=1)
    assert [each["payer"] for each in found["payments"]] == ["E", "W", "E", "W"]
    assert ["nuki_dora", 1] in found["yaku"]


@pytest.mark.parametrize(
    ("indicators", "rules", "limit", "points"),
    [
        (["1p"], "tenhou", "mangan", 8000),
        (["1p1p"], "tenhou", "haneman", 12000),
        (["1p", "1p", "1m"], "tenhou", "baiman", 16000),
        (["1p", "1p", "1m", "3m", "5m"], "tenhou", "baiman", 16000),
        ([], "tenhou", None, 3900),
    ],
)
def test_limits_are_named(indicators: list[str], rules: str, limit: str | None, points: int):
    found = ask(**HAND, indicators=indicators, rules=rules)
    assert (found["limit"], found["points"]["ron"]) == (limit, points)


def test_the_rules_change_the_value():
    four_han = HAND | {"ippatsu": True}
    assert ask(**four_han)["points"] == {"ron": 7700}
    assert ask(**four_han, rules="m-league")["points"] == {"ron": 8000}
    assert ask(**four_han, rules="m-league")["limit"] == "mangan"
    kokushi = {"hand": "19m19p19s1234567z", "win": "1m"}
    assert ask(**kokushi)["yakuman"] == 1
    assert ask(**kokushi, rules="mahjong-soul") | {"payments": ""} == {
        "han": 26,
        "fu": 0,
        "yaku": [["kokushi_13", 26]],
        "yakuman": 2,
        "limit": "yakuman",
        "points": {"ron": 64000},
        "payments": "",
    }


def test_the_winning_tile_may_be_written_with_the_hand_or_not():
    whole = HAND | {"hand": "234m567m345p678s22p"}
    assert ask(**whole) == ask(**HAND)


def test_melds_are_read_by_their_kind():
    kinds = {"pon": "555z", "daiminkan": "5555z", "kakan": "5555z", "ankan": "5555z"}
    fu = {
        kind: ask(hand="234m345p67s22p", win="8s", melds=[{"kind": kind, "tiles": tiles}])["fu"]
        for kind, tiles in kinds.items()
    }
    assert fu == {"pon": 30, "daiminkan": 40, "kakan": 40, "ankan": 70}


def test_every_flag_may_be_given_and_is_off_by_default():
    assert ask(**HAND) == ask(**dict.fromkeys(FLAGS, False) | HAND)


@pytest.mark.parametrize(
    ("question", "code", "place"),
    [
        ({"win": "8s"}, "missing_field", "hand"),
        ({"hand": "234m"}, "missing_field", "win"),
        (HAND | {"honba": None}, "missing_field", "'honba' must not be null"),
        (HAND | {"rinchan": True}, "unknown_field", "rinchan"),
        (HAND | {"riichi": 1}, "wrong_type", "riichi"),
        (HAND | {"honba": True}, "wrong_type", "honba"),
        (HAND | {"honba": 1.0}, "wrong_type", "honba"),
        (HAND | {"honba": -1}, "wrong_number", "honba"),
        (HAND | {"sticks": 10**30}, "wrong_number", "sticks"),
        (HAND | {"hand": 5}, "wrong_type", "hand"),
        (HAND | {"hand": "234m5"}, "bad_notation", "place 5"),
        (HAND | {"hand": "8z"}, "bad_notation", "8z"),
        (HAND | {"win": "8s8s"}, "bad_notation", "win"),
        (HAND | {"win": ""}, "bad_notation", "win"),
        (HAND | {"by": "draw"}, "unknown_choice", "by"),
        (HAND | {"seat_wind": "X"}, "bad_notation", "seat_wind"),
        (HAND | {"seat_wind": "S", "dealer": True}, "dealer_not_east", "east"),
        (HAND | {"rules": "tenhuo"}, "bad_rules", "tenhou"),
        (HAND | {"melds": {}}, "wrong_type", "melds"),
        (HAND | {"melds": ["555z"]}, "wrong_type", "melds, number 1"),
        (HAND | {"melds": [{"kind": "kan", "tiles": "5555z"}]}, "unknown_choice", "melds, number 1"),
        (HAND | {"melds": [{"kind": "pon"}]}, "missing_field", "tiles"),
        (HAND | {"melds": [{"kind": "pon", "tiles": ""}]}, "not_a_meld", "melds, number 1"),
        (HAND | {"melds": [{"kind": "pon", "tiles": "555z", "from": 1}]}, "unknown_field", "from"),
        (HAND | {"indicators": [4]}, "wrong_type", "indicators"),
        (HAND | {"hand": "234m567m345p678s222p"}, "wrong_hand_size", "15 tiles"),
        (HAND | {"hand": "2m"}, "wrong_hand_size", "(1 tile besides"),
        (HAND | {"hand": "1111m23p567p89s44z", "win": "1m"}, "fifth_copy", "1m"),
        (HAND | {"hand": "234m567m340p67s20p"}, "too_many_red", "0p"),
        (HAND | {"hand": "234m567m345p67s12p"}, "hand_not_complete", "complete"),
        ({"hand": "234m567m345p68s11z", "win": "7s"}, "no_yaku", "yaku"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(question: dict, code: str, place: str):
    found = ask(**question)
    assert set(found) == {"error", "message"}
    assert found["error"] == code
    assert place in found["message"]


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"{", b"\xff", b'{"hand": "\\ud800"}', b"[" * 100_001, b"[" * 90_000, b"9" * 5_000]
)
def test_a_line_that_is_no_question_still_has_one_answer(line: bytes):
    found = list(answers([line, json.dumps(HAND).encode()]))
    assert "error" in json.loads(found[0])
    assert json.loads(found[1])["han"] == 3


def test_lines_are_answered_in_their_order():
    given = "\n".join(json.dumps(each) for each in (HAND, {}, HAND | {"riichi": False}))
    outcome = run("--json", given=given)
    told = [json.loads(line) for line in outcome.output.splitlines()]
    assert [each.get("han", each.get("error")) for each in told] == [3, "missing_field", 2]
    assert outcome.exit_code == 0


def test_one_hand_from_arguments():
    outcome = run("--hand", HAND["hand"], "--win", "8s", "--riichi", "--json")
    assert json.loads(outcome.output) == ask(**HAND)
    melds = run("--hand", "67s22p234m567m", "--meld", "chi:345p", "--win", "8s", "--json")
    assert json.loads(melds.output)["yaku"] == [["tanyao", 1]]


def test_a_person_reads_yaku_total_and_payments():
    outcome = run("--hand", HAND["hand"], "--win", "8s", "--riichi", "--indicators", "1p")
    assert outcome.output.splitlines()[-2:] == ["5 han 30 fu, mangan", "discarder pays S 8,000 (hand)"]
    yakuman = run("--hand", "19m19p19s1234567z", "--win", "1m")
    assert "1 yakuman" in yakuman.output
    counted = run("--hand", "2233445566778p", "--win", "8p", "--riichi", "--indicators", "112p")
    assert ", counted yakuman\n" in counted.output


@pytest.mark.parametrize("arguments", [(), ("--json",)])
def test_one_hand_without_value_is_a_failure(arguments: tuple[str, ...]):
    outcome = run("--hand", "123m", "--win", "8s", *arguments)
    assert outcome.exit_code == 1
    assert "too many or too few tiles" in outcome.output
    assert run("--hand", "123m", "--win", "8s", "--meld", "pon", *arguments).exit_code == 1


# What cannot be.


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"indicators": "123456m"}, "too_many_indicators"),
        ({"indicators": "1m", "ura": "12m"}, "more_ura_than_indicators"),
        ({"chankan": True, "indicators": "8s"}, "chankan_of_held_tile"),
        ({"by": "tsumo", "chiihou": True}, "first_turn_with_riichi"),
        ({"riichi": False, "by": "tsumo", "chiihou": True, "indicators": "12m"}, "first_turn_after_kan"),
        ({"hand": "1f34m567m345p67s22p"}, "bad_notation"),
        ({"from": "S"}, "own_discard"),
        ({"from": "E", "by": "tsumo"}, "no_tile_to_win_on"),
        ({"from": "X"}, "bad_notation"),
        ({"liable": "N"}, "nobody_liable"),
        ({"liable": "S"}, "liable_for_oneself"),
        ({"others": 3}, "wrong_type"),
        ({"others": [{"honba": 3}]}, "unknown_field"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(more: dict, code: str):
    found = ask(**(HAND | more))
    assert found["error"] == code
    assert len(found["message"]) > 10


def test_a_flower_is_named_as_what_it_is():
    assert "no flower tiles" in ask(**(HAND | {"hand": "1f34m567m345p67s22p"}))["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--hand", "123m456p789s22z11f", "--win", "1z"),
        ("--hand", HAND["hand"], "--win", "8s", "--rules", "tenhuo-or-what"),
        ("--hand", HAND["hand"], "--win", "8s", "--riichi", "--indicators", "123456m"),
        (
            "--hand",
            "19m19p19s1234567z",
            "--win",
            "1m",
            "--by",
            "tsumo",
            "--dealer",
            "--tenhou",
            "--honba",
            "3",
        ),
    ],
)
def test_no_line_is_longer_than_a_terminal_shows(arguments: tuple[str, ...]):
    outcome = run(*arguments)
    assert max(map(len, outcome.output.splitlines())) <= 79
    assert outcome.output.startswith("Error: ") == bool(outcome.exit_code)


def test_a_robbed_tile_is_held_by_nobody_else():
    hand = {"hand": "234m567m345p68s22p", "win": "7s", "chankan": True}
    assert ["chankan", 1] in ask(**hand)["yaku"]
    assert ask(**(hand | {"hand": "234m567m345p77s22p"}))["error"] == "chankan_of_held_tile"


# Pao, and several winners.


def paid(found: dict) -> list[tuple[str, str, int, str]]:
    return [(each["payer"], each["payee"], each["points"], each["reason"]) for each in found["payments"]]


def test_several_winners_are_paid_in_the_order_of_their_seats():
    others = [{"hand": "345m22456678p67s", "seat_wind": "W", "riichi": True}]
    found = ask(**HAND, **{"from": "E"}, seat_wind="N", honba=1, sticks=2, others=others)
    assert found.get("error") is None, found
    assert [each["winner"] for each in found["wins"]] == ["N", "W"]
    extra = {(payee, reason): points for _, payee, points, reason in paid(found) if reason != "hand"}
    assert extra == {("W", "honba"): 300, ("W", "sticks"): 2_000}, "W sits nearer after E"


def test_of_several_winners_each_has_the_norths_that_they_set_aside():
    first = {"hand": "555777p23s99s111z", "win": "4s", "kita": 1, "rules": "tenhou-3p"}
    found = ask(**first, **{"from": "E"}, others=[{"hand": "345678p23s22z333z", "seat_wind": "W", "kita": 3}])
    assert [dict(win["yaku"])["nuki_dora"] for win in found["wins"]] == [1, 3]


@pytest.mark.parametrize(
    ("rules", "others", "code"),
    [
        ("m-league", 1, "head_bump"),
        ("tenhou", 2, "three_ron_draw"),
        ("ema", 1, "wrong_number"),
    ],
)
def test_several_winners_stand_only_as_the_house_says(rules: str, others: int, code: str):
    more = [{"hand": "345m22456678p67s", "seat_wind": wind, "riichi": True} for wind in "WS"[:others]]
    found = ask(**HAND, **{"from": "E"}, seat_wind="N", others=more, rules=rules)
    assert found["error"] == code


def test_several_winners_need_to_know_who_gave_the_tile():
    others = [{"hand": "345m22456678p67s", "seat_wind": "W", "riichi": True}]
    assert ask(**HAND, others=others)["error"] == "missing_field"
    again = [{**others[0], "seat_wind": "S"}]
    assert ask(**HAND, others=again, **{"from": "E"})["error"] == "already_won"


def test_who_is_liable_may_be_said_by_arguments():
    melds = [part for tiles in ("555z", "666z", "777z") for part in ("--meld", f"pon:{tiles}")]
    found = run("--hand", "12m99s", "--win", "3m", *melds, "--by", "tsumo", "--liable", "W")
    assert "W pays S 32,000 (pao)" in found.output


def test_open_riichi_is_refused_where_it_is_not_played(tmp_path):
    found = ask(**HAND, open_riichi=True)
    assert (found["error"], found["message"]) == (
        "no_open_riichi",
        "tenhou: Open riichi is not played in these rules.",
    )
    refused = run("--hand", HAND["hand"], "--win", HAND["win"], "--riichi", "--open-riichi")
    assert (refused.exit_code, refused.stderr) == (
        1,
        "Error: tenhou: Open riichi is not played in these rules.\n",
    )
    house = tmp_path / "club.toml"
    house.write_text("open_riichi = true")
    assert ["open_riichi", 1] in ask(**HAND, open_riichi=True, rules=str(house))["yaku"]


@pytest.mark.parametrize(
    ("more", "rules", "code", "sentence"),
    [
        (
            {"ura": "1p", "indicators": "1m", "riichi": False},
            "tenhou",
            "ura_without_riichi",
            "for a winner in riichi",
        ),
        ({"ura": "1p", "indicators": "1m"}, "jpml-a", "no_ura", "Ura dora are not played"),
        ({"ura": "12p", "indicators": "12m"}, "one-ura", "no_kan_ura", "A kan adds no ura"),
        ({"ura": "12p", "indicators": "1m"}, "one-dora", "no_kan_ura", "A kan adds no ura"),
        ({"ura": "1p", "indicators": "123456m"}, "ura-places", "ura_serve", "served as indicators"),
        ({"indicators": "12m"}, "jpml-a", "no_kan_dora", "A kan adds no dora"),
        ({"ippatsu": True}, "jpml-a", "no_ippatsu", "Ippatsu is not played"),
        ({"renhou": True, "riichi": False}, "tenhou", "no_renhou", "Renhou is not played"),
    ],
)
def test_what_these_rules_do_not_play_is_refused_and_not_left_out(more, rules, code, sentence, tmp_path):
    houses = {
        "one-ura": "kan_ura = false",
        "one-dora": "kan_dora = false",
        "ura-places": 'suukaikan = "ura_positions"',
    }
    for name, field in houses.items():
        (tmp_path / f"{name}.toml").write_text(field)
    file = tmp_path / f"{rules}.toml"
    found = ask(**HAND | more, rules=str(file) if file.exists() else rules)
    assert found["error"] == code
    assert sentence in found["message"]
    assert found["message"].startswith(f"{rules}: ")


def test_what_is_played_is_counted_still():
    assert ask(**HAND, ura="1p", indicators="4z")["han"] == 5
    assert ask(**HAND | {"riichi": False}, renhou=True, rules="ema")["limit"] == "mangan"


def test_a_broken_wall_doubles_the_hand_and_not_the_honba(tmp_path):
    house = tmp_path / "wareme.toml"
    house.write_text("wareme = true\n", encoding="utf-8")
    found = ask(**HAND, honba=1, rules=str(house), wareme="S")
    assert [(paid["points"], paid["reason"]) for paid in found["payments"]] == [
        (7_800, "hand"),
        (300, "honba"),
    ]
    assert ask(**HAND, wareme="S")["error"] == "no_wareme"


def test_where_the_wall_of_another_player_was_broken_who_gave_the_tile_has_to_be_said(tmp_path):
    house = tmp_path / "wareme.toml"
    house.write_text("wareme = true\n", encoding="utf-8")
    broken = HAND | {"rules": str(house), "wareme": "E"}
    refused = ask(**broken)
    assert refused["error"] == "missing_field"
    assert "'from'" in refused["message"]
    by_giver = {giver: ask(**broken, **{"from": giver})["payments"][0] for giver in "EW"}
    assert {giver: paid["points"] for giver, paid in by_giver.items()} == {"E": 7_800, "W": 3_900}
    assert [paid["points"] for paid in ask(**broken, by="tsumo")["payments"]] == [5_200, 1_300, 1_300]
