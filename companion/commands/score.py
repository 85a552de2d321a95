"""`companion score`: what a hand is worth, from arguments or from JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from textwrap import fill
from typing import Any, Final, TypeVar

import click

from companion.scoring import ScoringError
from companion.scoring.asking import FLAGS, QuestionError, refusal
from companion.scoring.paying import answered

_LONGEST_LINE = 100_000
_LINE: Final = 79
"""Characters in a line of a terminal."""
_MEANINGS: Final = {
    "riichi": "The winner is in riichi (立直).",
    "double_riichi": "Riichi in the first turn, before any call (ダブル立直).",
    "open_riichi": "Riichi with the hand laid open (オープン立直).",
    "ippatsu": "Within one turn after riichi, without a call (一発).",
    "rinshan": "With the replacement tile of a kan (嶺上開花).",
    "chankan": "On the tile that somebody adds to a pon (槍槓).",
    "haitei": "With the last tile of the wall (海底).",
    "houtei": "On the last discard (河底).",
    "tenhou": "The dealer's first tile (天和).",
    "chiihou": "Another player's first tile, before any call (地和).",
    "renhou": "On a discard before one's own first tile (人和).",
}
"""What each flag of a win means."""

_Command = TypeVar("_Command", bound=Callable[..., None])


def _with_flags(function: _Command) -> _Command:
    """Add one switch for each flag of a win."""
    for flag in reversed(FLAGS):
        option = click.option(f"--{flag.replace('_', '-')}", is_flag=True, help=_MEANINGS[flag])
        function = option(function)
    return function


@click.command()
@click.option("--hand", metavar="TILES", help="Concealed tiles, with or without the winning tile.")
@click.option("--win", metavar="TILE", help="The winning tile.")
@click.option(
    "--by",
    type=click.Choice(["ron", "tsumo"]),
    default="ron",
    show_default=True,
    help="On a discard, or self-drawn.",
)
@click.option(
    "--meld",
    "melds",
    multiple=True,
    metavar="KIND:TILES",
    help="Such as pon:555z; chi, pon, daiminkan, kakan or ankan. May be given several times.",
)
@click.option("--seat-wind", metavar="E|S|W|N", help="The winner's; east is the dealer. Default: S.")
@click.option("--round-wind", metavar="E|S|W|N", default="E", show_default=True, help="The prevalent wind.")
@click.option("--indicators", metavar="TILES", default="", help="Dora indicators.")
@click.option("--ura", metavar="TILES", default="", help="Ura indicators.")
@click.option("--dealer", is_flag=True, help="The same as --seat-wind E.")
@click.option("--kita", type=int, default=0, help="Norths set aside, three players.")
@click.option("--honba", type=int, default=0, help="Honba counters.")
@click.option("--sticks", type=int, default=0, help="Riichi sticks on the table.")
@click.option("--from", "giver", metavar="E|S|W|N", help="Who gave the tile of a ron.")
@click.option("--wareme", metavar="E|S|W|N", help="Whose wall was broken (割れ目).")
@click.option("--liable", metavar="E|S|W|N", help="Who is liable for the hand (包).")
@click.option("--liable-for-kans", metavar="E|S|W|N", help="Who else is liable, for the fourth kan (包).")
@click.option(
    "--local-yaku",
    multiple=True,
    metavar="NAME",
    help="A house yaku (ローカル役). May be given several times.",
)
@click.option("--rules", default="tenhou", show_default=True, metavar="NAME|FILE", help="The house's rules.")
@_with_flags
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON; without --hand read JSON lines.")
def score(hand: str | None, as_json: bool, **options: Any) -> None:
    """Say what a winning hand is worth.

    Without --hand, questions are read from standard input as JSON lines, and each is answered by
    one JSON line. Exit status: 0, or 1 if the hand given as arguments cannot be valued.
    """
    if hand is None:
        for line in answers(sys.stdin.buffer):
            click.echo(line)
        return
    found = _answered(_question(hand, options))
    click.echo(_as_line(found) if as_json else _told(found), err="error" in found and not as_json)
    raise SystemExit(1 if "error" in found else 0)


def _question(hand: str, options: dict[str, Any]) -> dict[str, Any]:
    options["from"] = options.pop("giver")
    options["local_yaku"] = list(options["local_yaku"])
    melds = [dict(zip(("kind", "tiles"), meld.split(":", 1), strict=False)) for meld in options.pop("melds")]
    return {"hand": hand, "melds": melds} | {
        key: value for key, value in options.items() if value is not None
    }


def answers(lines: Iterable[bytes]) -> Iterator[str]:
    """One answer for each line, in order."""
    for line in lines:
        yield _as_line(_answered_line(line))


def _answered_line(line: bytes) -> dict[str, Any]:
    try:
        if len(line) > _LONGEST_LINE:
            raise QuestionError("not_json", "this line is too long for one hand")
        asked = json.loads(line)
    except QuestionError as error:
        return refusal(error)
    except (ValueError, RecursionError) as error:
        return refusal(QuestionError("not_json", f"this line is not JSON: {error}"))
    if not isinstance(asked, dict):
        return refusal(QuestionError("wrong_type", "a line must be a JSON object"))
    return _answered(asked)


def _answered(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        return answered(asked)
    except (QuestionError, ScoringError) as error:
        return refusal(error)


def _as_line(found: dict[str, Any]) -> str:
    return json.dumps(found)


def _told(found: dict[str, Any]) -> str:
    if "error" in found:
        return fill(f"Error: {found['message']}", _LINE, subsequent_indent="  ", break_long_words=False)
    lines = [f"{name:18} {han:2} han" for name, han in found["yaku"]]
    lines.append(_total(found))
    lines += [
        f"{each['payer']} pays {each['payee']} {each['points']:,} ({each['reason']})"
        for each in found["payments"]
    ]
    return "\n".join(lines)


def _total(found: dict[str, Any]) -> str:
    worth = f"{found['yakuman']} yakuman" if found["yakuman"] else f"{found['han']} han {found['fu']} fu"
    limit = "counted yakuman" if found["limit"] == "yakuman" else found["limit"]
    return worth if found["yakuman"] or not limit else f"{worth}, {limit}"
