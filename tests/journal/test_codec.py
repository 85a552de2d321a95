"""Entries as text: exactly there and back, and nothing else is ever read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import JournalCorrupt
from companion.evidence import Cause
from companion.journal.codec import decode_entry, decode_rules, encode_entry, encode_rules
from companion.journal.entry import Entry
from companion.riichi import facts as f
from companion.riichi import tea_facts as t
from companion.riichi.presets import PRESETS
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile, parse_tiles
from tests.toolbox.strategies import KINDS_OF_FACT, entries, facts, rule_sets

NOON = "2024-01-01T12:00:00.000000Z"
EAST, SOUTH, WEST, NORTH = SEATS
P5, RED = Tile("5p"), Tile("0p")

# As they are written. A journal is read for ever: whoever has to change a line here
# raises SCHEMA_VERSION and keeps reading the old one.
WRITTEN_ONCE: dict[f.Fact, str] = {
    f.HanchanStarted(("A", "B", "C", "雀"), "tenhou"): (
        r'{"is":"HanchanStarted","names":["A","B","C","\u96c0"],"rules":"tenhou"}'
    ),
    f.KyokuStarted(Wind.SOUTH, EAST, 1, 2, (25_000,) * 4, P5, (parse_tiles("10p"), None, None, None)): (
        '{"is":"KyokuStarted","round_wind":"S","dealer":0,"honba":1,"kyoutaku":2,'
        '"points":[25000,25000,25000,25000],"indicator":"5p","hands":[["1p","0p"],null,null,null]}'
    ),
    f.Drawn(EAST): '{"is":"Drawn","seat":0,"tile":null}',
    f.RinshanDrawn(EAST, RED): '{"is":"RinshanDrawn","seat":0,"tile":"0p"}',
    f.Discarded(WEST, RED, tsumogiri=True): '{"is":"Discarded","seat":2,"tile":"0p","tsumogiri":true}',
    f.ChiCalled(EAST, P5, (None, Tile("6p"))): ('{"is":"ChiCalled","seat":0,"tile":"5p","own":[null,"6p"]}'),
    f.PonCalled(EAST, SOUTH, P5, (P5, RED)): (
        '{"is":"PonCalled","seat":0,"giver":1,"tile":"5p","own":["5p","0p"]}'
    ),
    f.DaiminkanCalled(EAST, SOUTH, P5, (P5, P5, RED)): (
        '{"is":"DaiminkanCalled","seat":0,"giver":1,"tile":"5p","own":["5p","5p","0p"]}'
    ),
    f.KakanDeclared(EAST, P5): '{"is":"KakanDeclared","seat":0,"tile":"5p"}',
    f.AnkanDeclared(EAST, (P5, P5, P5, RED)): (
        '{"is":"AnkanDeclared","seat":0,"tiles":["5p","5p","5p","0p"],"is_late":false}'
    ),
    f.KitaDeclared(EAST): '{"is":"KitaDeclared","seat":0}',
    f.IndicatorRevealed(P5): '{"is":"IndicatorRevealed","tile":"5p"}',
    f.RiichiDeclared(EAST): '{"is":"RiichiDeclared","seat":0,"is_open":false}',
    f.RiichiAccepted(EAST): '{"is":"RiichiAccepted","seat":0}',
    f.Won(EAST, f.WinBy.RON, SOUTH, P5, (P5,), (RED,), f.HandValue(1, 30, 0, (("riichi", 1),)), NORTH): (
        '{"is":"Won","seat":0,"by":"ron","giver":1,"tile":"5p","hand":["5p"],"ura":["0p"],'
        '"value":{"han":1,"fu":30,"yakuman":0,"yaku":[["riichi",1]]},"liable":3,"liable_for_kans":null}'
    ),
    f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, (EAST,), (), NORTH): (
        '{"is":"Ryuukyoku","kind":"kyuushu","tenpai":[0],"nagashi":[],"by":3,"hands":[null,null,null,null]}'
    ),
    f.Chombo(EAST, "fell over"): '{"is":"Chombo","seat":0,"why":"fell over"}',
    f.HandDied(WEST): '{"is":"HandDied","seat":2}',
    f.PenaltyGiven(WEST, 1_000): '{"is":"PenaltyGiven","seat":2,"points":1000}',
    f.TimeCalled(): '{"is":"TimeCalled"}',
    f.DealerStopped(): '{"is":"DealerStopped"}',
    f.WallBroken(WEST): '{"is":"WallBroken","seat":2}',
    f.ChipsTaken(WEST, None, 3): '{"is":"ChipsTaken","seat":2,"giver":null,"chips":3}',
    f.RuleWaived(Reason.KUIKAE_SAME): '{"is":"RuleWaived","reason":"kuikae_same"}',
    f.PlayUnfollowed(): '{"is":"PlayUnfollowed"}',
    f.PlayFollowed(WEST, 41): '{"is":"PlayFollowed","turn":2,"live":41}',
    f.KyokuEnded(): '{"is":"KyokuEnded"}',
    f.SeatsBound("BCDA"): '{"is":"SeatsBound","sides":"BCDA"}',
    f.HanchanEnded(): '{"is":"HanchanEnded"}',
    t.GamePaused(): '{"is":"GamePaused"}',
    t.GameResumed(): '{"is":"GameResumed"}',
    t.PlayerSubstituted(SOUTH, "雀"): r'{"is":"PlayerSubstituted","seat":1,"name":"\u96c0"}',
    t.PlayerRenamed(SOUTH, "Zoe"): '{"is":"PlayerRenamed","seat":1,"name":"Zoe"}',
    t.PlayerLeft(WEST): '{"is":"PlayerLeft","seat":2}',
    t.PlayerReturned(WEST): '{"is":"PlayerReturned","seat":2}',
    t.SeatsChanged((SOUTH, EAST, WEST, NORTH), t.Carried.POINTS): (
        '{"is":"SeatsChanged","order":[1,0,2,3],"carried":"points"}'
    ),
    t.RulesChanged(RuleSet(), ("bust",)): (
        f'{{"is":"RulesChanged","rules":{encode_rules(RuleSet())},"fields":["bust"]}}'
    ),
    t.PointsSet((24_000, 25_000, 25_000, 25_000), 1): (
        '{"is":"PointsSet","points":[24000,25000,25000,25000],"kyoutaku":1}'
    ),
}


def as_line(fact: str = "null", more: str = "") -> str:
    return f'{{"seq":7,"at":"{NOON}","fact":{fact},"because":"camera"{more}}}'


def test_every_kind_of_fact_is_known_to_the_strategies_and_written_once() -> None:
    assert {type(fact) for fact in WRITTEN_ONCE} == set(KINDS_OF_FACT)
    for kind in KINDS_OF_FACT:
        assert not facts(kind).is_empty


@pytest.mark.parametrize("fact", WRITTEN_ONCE, ids=lambda fact: type(fact).__name__)
def test_an_old_line_is_read_as_it_was_meant_and_written_the_same(fact: f.Fact) -> None:
    entry = Entry(7, NOON, fact, Cause.CAMERA)
    assert decode_entry(as_line(WRITTEN_ONCE[fact])) == entry
    assert encode_entry(entry) == as_line(WRITTEN_ONCE[fact])


def test_a_win_of_form_1_named_nobody_liable() -> None:
    line = '{"is":"Won","seat":0,"by":"ron","giver":1,"tile":"5p","hand":null,"ura":[],"value":null}'
    assert decode_entry(as_line(line)).fact == f.Won(EAST, f.WinBy.RON, SOUTH, P5)


def test_a_win_of_form_5_named_one_liable_player() -> None:
    line = (
        '{"is":"Won","seat":0,"by":"ron","giver":1,"tile":"5p","hand":null,"ura":[],"value":null,"liable":3}'
    )
    assert decode_entry(as_line(line)).fact == f.Won(EAST, f.WinBy.RON, SOUTH, P5, liable=NORTH)


def test_an_old_retraction_is_read_as_it_was_meant() -> None:
    line = as_line(more=',"retracts":3,"by":"Anna","command_id":"x-1"')
    assert decode_entry(line) == Entry(7, NOON, None, Cause.CAMERA, 3, "Anna", "x-1")


@given(entries())
def test_an_entry_comes_back_as_it_was_written(entry: Entry) -> None:
    text = encode_entry(entry)
    assert text.isascii()
    assert decode_entry(text) == entry
    assert encode_entry(decode_entry(text.encode())) == text


@given(rule_sets())
def test_a_rule_set_comes_back_as_it_was_written(rules: RuleSet) -> None:
    assert decode_rules(encode_rules(rules)) == rules


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_is_always_written_in_the_same_words(name: str) -> None:
    written = json.loads(encode_rules(PRESETS[name]))
    assert written["pao"] == sorted(PRESETS[name].pao)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "Expecting value"),
        ("[]", "not a JSON object"),
        ("{}", "'seq' is missing"),
        ("[" * 100_000, "nested too deeply"),
        (as_line(), "either tells a fact or retracts one"),
        (as_line('{"is":"KyokuEnded"}', ',"retracts":1'), "either tells a fact or retracts one"),
        (as_line('{"is":"KyokuEnded"}', ',"colour":"red"'), "unknown field 'colour'"),
        (as_line('{"is":"KyokuEnded","seat":0}'), "unknown field 'seat'"),
        (as_line('{"is":"Tsumo","seat":0}'), "'Tsumo' is not a kind of fact"),
        (as_line('{"is":["Drawn"],"seat":0}'), "['Drawn'] is not a kind of fact"),
        (as_line('{"seat":0}'), "None is not a kind of fact"),
        (as_line('"Drawn"'), "'Drawn' is not a valid fact"),
        (as_line('{"is":"Drawn"}'), "'seat' is missing"),
        (as_line('{"is":"Drawn","seat":4}'), "4 is not a valid seat"),
        (as_line('{"is":"Drawn","seat":true}'), "True is not a valid seat"),
        (as_line('{"is":"Drawn","seat":"0"}'), "'0' is not a valid seat"),
        (as_line('{"is":"Drawn","seat":0,"tile":"0z"}'), "'0z' is not a tile"),
        (as_line('{"is":"Drawn","seat":0,"tile":["5p"]}'), "is not a tile"),
        (as_line('{"is":"ChiCalled","seat":0,"tile":"1m","own":"2m"}'), "'2m' is not a valid list"),
        (as_line('{"is":"RiichiDeclared","seat":0,"is_open":1}'), "1 is not a valid bool"),
        (as_line('{"is":"Chombo","seat":0,"why":null}'), "None is not a valid str"),
        (as_line('{"is":"Ryuukyoku","kind":"boredom"}'), "'boredom' is not a valid"),
        (as_line('{"is":"KyokuEnded"}').replace("12:00", "noon"), "is not a UTC time"),
        (as_line('{"is":"KyokuEnded"}').replace(":7,", ":7.0,"), "7.0 is not a valid int"),
        (as_line('{"is":"KyokuEnded"}').replace("camera", "rumour"), "'rumour' is not a valid"),
    ],
)
def test_what_no_journal_says_is_refused_with_a_sentence_that_names_the_entry(
    line: str, complaint: str
) -> None:
    with pytest.raises(JournalCorrupt) as refused:
        decode_entry(line, "entry 7")
    assert str(refused.value).startswith("entry 7 cannot be read: ")
    assert complaint in str(refused.value)


def reads_or_refuses(text: str | bytes) -> None:
    try:
        entry = decode_entry(text)
    except JournalCorrupt:
        return
    assert decode_entry(encode_entry(entry)) == entry


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_noise_is_refused_as_corrupt_and_nothing_else(noise: str | bytes) -> None:
    reads_or_refuses(noise)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(entries(), st.data())
def test_any_field_replaced_by_anything_is_read_strictly_or_refused(
    entry: Entry, data: st.DataObject
) -> None:
    line = json.loads(encode_entry(entry))
    holder = _draw_holder(line, data)
    key = data.draw(st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder))))
    holder[key] = data.draw(json_values)
    reads_or_refuses(json.dumps(line))


def _draw_holder(value: Any, data: st.DataObject) -> Any:
    """A dictionary or list with something in it, at any depth of the line."""
    inner = [part for part in (value.values() if isinstance(value, dict) else value) if _is_holder(part)]
    while inner and data.draw(st.booleans()):
        value = data.draw(st.sampled_from(inner))
        inner = [part for part in (value.values() if isinstance(value, dict) else value) if _is_holder(part)]
    return value


def _is_holder(part: Any) -> bool:
    return isinstance(part, dict | list) and bool(part)


@given(entries(), st.data())
def test_a_line_cut_or_with_a_changed_byte_is_read_strictly_or_refused(
    entry: Entry, data: st.DataObject
) -> None:
    line = bytearray(encode_entry(entry).encode())
    place = data.draw(st.integers(0, len(line) - 1))
    if data.draw(st.booleans()):
        line[place] = data.draw(st.integers(0, 255))
    else:
        del line[place:]
    reads_or_refuses(bytes(line))


@given(json_values)
def test_a_rule_set_made_of_anything_is_refused(value: Any) -> None:
    if value != {}:
        with pytest.raises(JournalCorrupt):
            decode_rules(json.dumps(value))
