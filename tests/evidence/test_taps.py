"""What one tap tells: the fact, what must have happened before it, and nothing else."""

from __future__ import annotations

import pytest

from companion.evidence import Said
from companion.evidence.taps import told
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.errors import IllegalFactError
from companion.riichi.presets import TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import Tile
from tests.toolbox.tables import play, table

E, S, W, N = SEATS


def tells(script: str, seat: Seat, action: Action, **more) -> tuple[f.KyokuFact, ...]:
    return told(play(table(), script), Said(seat, action, **more))


def names(facts: tuple[f.KyokuFact, ...]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


@pytest.mark.parametrize(
    ("script", "seat", "action", "facts"),
    [
        ("", E, Action.DISCARD, "Drawn Discarded"),
        ("E draws", E, Action.DISCARD, "Discarded"),
        ("", E, Action.RIICHI, "Drawn RiichiDeclared Discarded"),
        ("", E, Action.TSUMO, "Drawn Won"),
        ("", E, Action.ANKAN, "Drawn AnkanDeclared"),
        ("", E, Action.KYUUSHU_KYUUHAI, "Drawn Ryuukyoku"),
        ("E draws, E discards 5p", S, Action.DISCARD, "Drawn Discarded"),
        ("E draws, E discards 5p", S, Action.CHI, "ChiCalled"),
        ("E draws, E discards 5p", W, Action.PON, "PonCalled"),
        ("E draws, E discards 5p", N, Action.RON, "Won"),
        ("E draws, E discards 5p, W pons 5p", W, Action.DISCARD, "Discarded"),
        ("E draws, E discards 5p, N kans 5p", N, Action.DISCARD, "RinshanDrawn Discarded"),
        ("E draws, E discards 5p, N kans 5p", N, Action.TSUMO, "RinshanDrawn Won"),
        ("E draws, E riichi, E discards 9p", S, Action.DISCARD, "RiichiAccepted Drawn Discarded"),
        ("E draws, E riichi, E discards 9p", W, Action.PON, "RiichiAccepted PonCalled"),
        ("E draws, E riichi, E discards 9p", W, Action.RON, "Won"),
        ("E draws, E riichi", E, Action.DISCARD, "Discarded"),
        ("nobody follows", N, Action.RIICHI, "RiichiDeclared RiichiAccepted"),
        ("nobody follows", N, Action.ANKAN, "AnkanDeclared"),
        ("nobody follows", N, Action.KAKAN, "KakanDeclared"),
        ("nobody follows", N, Action.PON, "PonCalled"),
    ],
)
def test_one_tap_is_one_lawful_step(script: str, seat: Seat, action: Action, facts: str) -> None:
    assert " ".join(names(tells(script, seat, action))) == facts


def test_a_call_takes_the_tile_that_lies_there() -> None:
    after = "E draws, E discards 5p"
    assert tells(after, W, Action.PON) == (f.PonCalled(W, E, Tile("5p"), (None, None)),)
    assert tells(after, W, Action.RON) == (f.Won(W, f.WinBy.RON, E, Tile("5p")),)


def test_what_is_known_of_the_tiles_is_told() -> None:
    said = tells("", E, Action.RIICHI, tile=Tile("1z"), tsumogiri=True)
    assert said[-1] == f.Discarded(E, Tile("1z"), tsumogiri=True)
    after = "E draws, E discards 5p"
    own = (Tile("0p"), Tile("5p"))
    assert tells(after, W, Action.PON, own=own) == (f.PonCalled(W, E, Tile("5p"), own),)


@pytest.mark.parametrize(
    ("script", "seat", "action", "reason"),
    [
        ("", S, Action.DISCARD, Reason.NOT_YOUR_TURN),
        ("E draws, E discards 5p", E, Action.DISCARD, Reason.NOT_YOUR_TURN),
        ("", S, Action.PON, Reason.NO_DISCARD_TO_CALL),
        ("E draws, E discards 5p", W, Action.CHI, Reason.CHI_ONLY_FROM_KAMICHA),
        ("nobody follows", E, Action.DISCARD, Reason.TURNS_NOT_FOLLOWED),
        ("E draws, E discards 5p, W pons 5p", W, Action.RIICHI, Reason.RIICHI_AFTER_CALL),
        ("E draws, E riichi, E discards 9p", E, Action.RIICHI, Reason.NOT_YOUR_TURN),
    ],
)
def test_what_the_table_forbids_is_refused_with_its_reason(
    script: str, seat: Seat, action: Action, reason: Reason
) -> None:
    with pytest.raises(IllegalFactError) as refusal:
        tells(script, seat, action)
    assert refusal.value.reason is reason


def test_with_three_players_north_is_set_aside_with_the_draw_before_it() -> None:
    kyoku = table(TENHOU_3P, dora="9p")
    assert names(told(kyoku, Said(E, Action.KITA))) == ["Drawn", "KitaDeclared"]
