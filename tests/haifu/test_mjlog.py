"""What an mjlog of another engine leaves out, and what its reader makes of that."""

import pytest

from companion.haifu.mjai import read_mjai
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.mjlog import read_mjlog
from companion.haifu.record import Record
from companion.haifu.tenhou6 import read_tenhou6
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.riichi import facts as f
from companion.riichi.ruleset import ScoreRounding

DEALT = "".join(f' hai{seat}=""' for seat in range(4))
INIT = f'<INIT seed="0,0,0,1,2,8" ten="250,250,250,250" oya="0"{DEALT}/>'
NO_TENPAI = "250,0,250,0,250,0,250,0"
both_writers = pytest.mark.parametrize(
    ("write", "read_back"), [(write_mjai, read_mjai), (write_tenhou6, read_tenhou6)], ids=["mjai", "tenhou6"]
)


def read(*tags: str) -> Record:
    record = read_mjlog(f'<mjloggm ver="2.3"><GO type="169"/>{INIT}{"".join(tags)}</mjloggm>', "x")
    assert record.failure is None
    return record


def test_only_final_scores_say_that_the_game_is_over() -> None:
    assert read(f'<RYUUKYOKU ba="0,0" sc="{NO_TENPAI}"/>').is_cut_off
    assert not read(f'<RYUUKYOKU ba="0,0" sc="{NO_TENPAI}" owari="{NO_TENPAI}"/>').is_cut_off


@both_writers
def test_a_game_with_rounded_scores_comes_back_by_the_same_rules(write, read_back) -> None:
    """A journal knows by its facts and rules whether it has a game already."""
    init = INIT.replace('ten="250,250,250,250"', 'ten="350,350,350,0"')
    end = f'<RYUUKYOKU ba="0,0" sc="350,0,350,0,350,0" owari="{"350,0.0," * 3}0,0"/>'
    record = read_mjlog(f'<mjloggm ver="2.3"><GO type="185"/>{init}{end}</mjloggm>', "x")
    assert record.failure is None
    assert record.rules.score_rounding is ScoreRounding.FIVE_UP
    assert read_back(write(record), "x").rules == record.rules


def test_the_fourth_riichi_counts_at_a_draw_where_the_engine_does_not_say_so() -> None:
    turns = (
        f'<{draw}{number}/><REACH who="{seat}" step="1"/><{discard}{number}/>'
        for seat, (draw, discard, number) in enumerate(zip("TUVW", "DEFG", (0, 4, 8, 12), strict=True))
    )
    (hand,) = read(*turns, f'<RYUUKYOKU type="reach4" ba="0,4" sc="{NO_TENPAI}"/>').hands
    kinds = [type(placed.fact) for placed in hand.facts]
    assert kinds[-3:] == [f.RiichiAccepted, f.Ryuukyoku, f.KyokuEnded]
    assert kinds.count(f.RiichiAccepted) == 4


def test_the_riichi_on_whose_discard_three_win_is_not_paid() -> None:
    turn = '<T0/><REACH who="0" step="1"/><D0/>'
    (hand,) = read(turn, f'<RYUUKYOKU type="ron3" ba="0,0" sc="{NO_TENPAI}"/>').hands
    assert not any(isinstance(placed.fact, f.RiichiAccepted) for placed in hand.facts)


@pytest.mark.parametrize(
    ("tag", "says"),
    [
        ('<N who="-1" m="1"/>', "who is -1, which names no seat"),
        ('<REACH who="-3" step="1"/>', "who is -3, which names no seat"),
        ('<AGARI who="0" fromWho="-1" machi="0"/>', "fromWho is -1, which names no seat"),
        (f'<RYUUKYOKU ba="0,0" sc="{NO_TENPAI}" owari="inf,0{",250,0" * 3}"/>', "infinity"),
    ],
)
def test_a_number_that_cannot_be_is_a_failure_that_is_told(tag: str, says: str) -> None:
    record = read_mjlog(f'<mjloggm ver="2.3"><GO type="169"/>{INIT}{tag}</mjloggm>', "x")
    assert record.failure is not None
    assert says in record.failure.message
