"""`companion kan-in-riichi`: may a riichi hand make a closed kan of the tile just drawn?"""

from __future__ import annotations

import json
from typing import Any, NoReturn

import click

from companion.riichi.errors import NotationError
from companion.riichi.kan_question import KanQuestionError, may_kan_in_riichi
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.shape import Reading
from companion.riichi.tiles import Tile, parse_tiles
from companion.rules_file import RulesError, load_rules


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
    """Judge a closed kan after riichi, and name the readings that forbid it.

    Exit status: 0 answered, 2 the question makes no sense or the rules cannot be read.
    """
    try:
        found = _answer(hand, draw, load_rules(rules_name))
    except KanQuestionError as error:
        _fail(error.reason.value, str(error), as_json=as_json)
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
    answer = may_kan_in_riichi(parse_tiles(hand), _one_tile(draw), rules)
    reason = answer.reason
    return {
        "allowed": answer.is_allowed,
        "reason": reason and reason.value,
        "message": reason.sentence if reason else "This kan is allowed.",
        "readings": [_written(reading) for reading in answer.readings],
        "waits": [tile.text for tile in answer.waits],
        "waits_after": [tile.text for tile in answer.waits_after],
    }


def _one_tile(text: str) -> Tile:
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(f"{text!r} is not one tile")
    return tiles[0]


def _written(reading: Reading) -> str:
    return " ".join(str(group) for group in reading)


def _told(found: dict[str, Any]) -> str:
    lines = [found["message"], f"Waits: {' '.join(found['waits'])}"]
    if found["reason"] == Reason.KAN_IN_RIICHI_WAITS:
        lines.append(f"Waits after the kan: {' '.join(found['waits_after']) or 'none'}")
    lines += [f"Against it: {reading}" for reading in found["readings"]]
    return "\n".join(lines)
