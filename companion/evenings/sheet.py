"""The evening on paper: every hand, the chart of the points, and the final score, as one page of HTML.

`sheet.css` has the styles: the page has no inline styles and no scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from companion.evenings.chart import chart_svg
from companion.evenings.club import day_of
from companion.evenings.lines import HandLine, hand_lines
from companion.evenings.played import PlayedGame
from companion.evenings.summary import GameState, summary_of
from companion.evenings.words import Words
from companion.riichi.facts import HandValue, RyuukyokuKind, WinBy, Won
from companion.riichi.final_score import final_scores
from companion.riichi.ruleset import RuleSet
from companion.riichi.settlement import limit_of

__all__ = ["write_sheet"]

_STYLE = "/static/css/sheet.css"
_ICON = "/static/tiles/1z.svg"
_SHOWN = (RyuukyokuKind.EXHAUSTIVE, RyuukyokuKind.NAGASHI_MANGAN)
"""The draws at which hands are shown, so the sheet says when nobody was tenpai."""


def write_sheet(game: PlayedGame, words: Words, zone: str = "") -> str:
    """The whole page as HTML; its date is the day in that time zone, as in `day_of`."""
    lines = tuple(hand_lines(game))
    names = game.seat_names
    title = words.say("evening.sheet.title", game=game.game.name)
    parts = (
        f'<!doctype html><html lang="{words.code}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<title>{escape(title)}</title><link rel="icon" href="{_ICON}">',
        f'<link rel="stylesheet" href="{_STYLE}"></head><body><main>',
        f"<h1>{escape(title)}</h1>{_about(game, words, zone)}",
        _final(game, names, words) if game.is_finished else "",
        f"<h2>{_said(words, 'evening.chart')}</h2>{chart_svg(game, lines, words)}",
        f"<h2>{_said(words, 'evening.hands')}</h2>{_hands(game, lines, names, words)}",
        "</main></body></html>",
    )
    return "\n".join(part for part in parts if part) + "\n"


def _said(words: Words, key: str, **values: object) -> str:
    return escape(words.say(key, **values))


def _about(game: PlayedGame, words: Words, zone: str) -> str:
    played = day_of(game.game.started, zone)
    rules = words.say("rules", rules=words.rules(game.game.rules.name))
    state = summary_of(game).state
    how_far = "" if state is GameState.FINISHED else f" · {_said(words, f'evening.state.{state.value}')}"
    return f'<p class="about"><time datetime="{played}">{played}</time> · {escape(rules)}{how_far}</p>'


def _final(game: PlayedGame, names: tuple[str, ...], words: Words) -> str:
    heads = "".join(
        f'<th scope="col">{_said(words, f"final.{key}")}</th>' for key in ("place", "name", "points", "score")
    )
    places = sorted(final_scores(game.hanchan), key=lambda one: (one.place, one.seat))
    rows = "".join(
        f'<tr><td>{one.place}</td><th scope="row">{escape(names[one.seat])}</th>'
        f"<td>{words.number(one.points)}</td><td>{words.number(one.score, signed=True)}</td></tr>"
        for one in places
    )
    penalties = "".join(
        f"<p>{_said(words, 'final.penalty', name=names[one.seat], score=words.number(-one.penalty))}</p>"
        for one in places
        if one.penalty
    )
    return (
        f"<h2>{_said(words, 'final')}</h2>"
        f'<table class="final"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{penalties}'
    )


def _hands(game: PlayedGame, lines: tuple[HandLine, ...], names: tuple[str, ...], words: Words) -> str:
    heads = [words.say("evening.hand"), words.say("evening.result"), *names]
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    rules = [game.game.rules, *(line.kyoku.rules for line in lines)]  # two changes may have one name
    body = "".join(
        _row(line, game, words, "" if line.kyoku.rules == before else line.kyoku.rules.name)
        for line, before in zip(lines, rules, strict=False)
    )
    return f'<table class="hands"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _row(line: HandLine, game: PlayedGame, words: Words, new_rules: str) -> str:
    cells = "".join(_cell(line, person, words) for person in game.hanchan.sitting.at)
    is_otherwise = line.names != game.seat_names
    agreed = [words.say("evening.sat", names=words.list(line.names))] if is_otherwise else []
    agreed += [words.say("evening.rules_from_here", rules=words.rules(new_rules))] if new_rules else []
    told = "<br>".join(escape(text) for text in (*told_results(line, line.names, words), *agreed))
    return f'<tr><th scope="row">{escape(deal_in_words(line, words))}</th><td>{told}</td>{cells}</tr>'


def _cell(line: HandLine, person: int, words: Words) -> str:
    """The points of whoever the column is named after; a dash where that person was not at this table."""
    after, change = line.of(person, line.after), line.of(person, line.changes)
    if after is None or change is None:
        return "<td>–</td>"
    return f"<td{_mark(change)}>{words.number(after)}<small>{words.number(change, signed=True)}</small></td>"


def _mark(change: int) -> str:
    return "" if not change else ' class="gains"' if change > 0 else ' class="loses"'


def deal_in_words(line: HandLine, words: Words) -> str:
    """The hand by its place in the game, such as "East 1 · 2 honba"."""
    kyoku = line.kyoku
    deal = words.say("round", wind=words.say(f"wind.{kyoku.round_wind.letter}"), number=kyoku.number)
    return f"{deal} · {words.say('honba.spoken', count=kyoku.honba)}" if kyoku.honba else deal


def told_results(line: HandLine, names: tuple[str, ...], words: Words) -> Iterator[str]:
    """What happened: one sentence for a chombo or a draw, else one for each win."""
    kyoku = line.kyoku
    if kyoku.chombo is not None:
        yield words.say("chombo.by", name=names[kyoku.chombo.seat])
    elif kyoku.ryuukyoku is not None:
        tenpai = words.list(names[seat] for seat in kyoku.ryuukyoku.tenpai)
        kind = words.say(f"draw.{line.result}")
        is_counted = kyoku.ryuukyoku.kind in _SHOWN
        who = words.say("tenpai", names=tenpai) if tenpai else words.say("all_noten") if is_counted else ""
        yield " · ".join(part for part in (kind, who) if part)
    for win in line.wins:
        what = words.list((_by(win, names, words), _worth(win.value, kyoku.rules, words)))
        yield words.say("evening.by", name=names[win.seat], what=what)


def _by(win: Won, names: tuple[str, ...], words: Words) -> str:
    return words.say("win.tsumo") if win.by is WinBy.TSUMO else words.say("win.ron", name=names[win.giver])


def _worth(value: HandValue | None, rules: RuleSet, words: Words) -> str:
    if value is None:
        return words.say("win.unknown")
    if value.yakuman:
        return words.say("yakuman", count=value.yakuman)
    counted = f"{words.say('han', count=value.han)} {words.say('fu', count=value.fu)}"
    limit = limit_of(value, rules)
    return f"{words.limit(limit.value, value.yakuman)} ({counted})" if limit else counted
