"""`companion kan-in-riichi`: may a riichi hand make a closed kan of the tile just drawn?"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

import click

from companion.riichi.errors import NotationError
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.shape import KanJudgement, Reading, counts_of, is_tenpai, judge_kan_in_riichi
from companion.riichi.tiles import BY_KIND, COPIES, Tile, parse_tiles
from companion.rules_file import RulesError, load_rules


class _Unanswerable(Exception):
    """The question makes no sense: a code and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@click.command()
@click.option("--hand", required=True, metavar="TILES", help="Concealed tiles without the drawn one.")
@click.option("--draw", required=True, metavar="TILE", help="The tile just drawn.")
@click.option(
    "--rules",
    "rules_name",
    default="tenhou",
    show_default=True,
    metavar="NAME|FILE",
    help="How strict the house is.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def kan_in_riichi(hand: str, draw: str, rules_name: str, as_json: bool) -> None:
    """Judge a closed kan after riichi, and name the readings that speak against it.

    Exit status: 0 answered, 2 the question makes no sense.
    """
    try:
        found = _answer(hand, draw, load_rules(rules_name))
    except _Unanswerable as error:
        _fail(error.code, str(error), as_json=as_json)
    except NotationError as error:
        _fail("bad_notation", str(error), as_json=as_json)
    except RulesError as error:
        _fail("bad_rules", str(error), as_json=as_json)
    else:
        click.echo(json.dumps(found) if as_json else _told(found))


def _fail(code: str, message: str, *, as_json: bool) -> NoReturn:
    if as_json:
        click.echo(json.dumps({"error": code, "message": message}))
    else:
        click.echo(f"Error: {message}", err=True)
    raise SystemExit(2)


def _answer(hand: str, draw: str, rules: RuleSet) -> dict[str, Any]:
    tiles, tile = parse_tiles(hand), _one_tile(draw)
    _check(tiles, tile, rules)
    judgement = judge_kan_in_riichi(counts_of(tiles), tile.kind, rules.kan_in_riichi)
    reason = judgement.reason
    return {
        "allowed": reason is None,
        "reason": reason and reason.value,
        "message": reason.sentence if reason else "This kan is allowed.",
        "readings": _readings(judgement, reason),
        "waits": _texts(judgement.waits_before),
        "waits_after": _texts(judgement.waits_after),
    }


def _one_tile(text: str) -> Tile:
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise _Unanswerable("bad_notation", f"{text!r} is not one tile")
    return tiles[0]


def _check(tiles: tuple[Tile, ...], tile: Tile, rules: RuleSet) -> None:
    for copy, number in Counter(each.plain for each in (*tiles, tile)).items():
        if number > COPIES:
            raise _because(Reason.FIFTH_COPY, copy.text)
        if rules.players == 3 and 1 <= copy.kind <= 7:
            raise _because(Reason.NOT_IN_THE_SET, copy.text)
    for red, number in Counter(each for each in (*tiles, tile) if each.is_red).items():
        if number > rules.red_fives["mps".index(red.suit)]:
            raise _because(Reason.TOO_MANY_RED, red.text)
    # Closed kans made before shorten the concealed part by three each.
    if len(tiles) not in (1, 4, 7, 10, 13):
        raise _because(Reason.WRONG_HAND_SIZE, f"{len(tiles)} tiles without the drawn one")
    if not is_tenpai(counts_of(tiles)):
        raise _because(Reason.RIICHI_NOTEN)


def _because(reason: Reason, detail: str = "") -> _Unanswerable:
    return _Unanswerable(reason.value, reason.sentence + (f" ({detail})" if detail else ""))


def _readings(judgement: KanJudgement, reason: Reason | None) -> list[str]:
    """Where nothing forbids the kan, nothing speaks against it."""
    return [_written(reading) for reading in judgement.against] if reason else []


def _written(reading: Reading) -> str:
    return " ".join(str(group) for group in reading)


def _texts(kinds: frozenset[int]) -> list[str]:
    return [BY_KIND[kind].text for kind in sorted(kinds)]


def _told(found: dict[str, Any]) -> str:
    lines = [found["message"], f"Waits: {' '.join(found['waits'])}"]
    if found["reason"] == Reason.KAN_IN_RIICHI_WAITS:
        lines.append(f"Waits after the kan: {' '.join(found['waits_after']) or 'none'}")
    lines += [f"Against it: {reading}" for reading in found["readings"]]
    return "\n".join(lines)
