"""`companion rules`: the rule sets, what is in one, and where two differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from companion.riichi.presets import EDITIONS, PRESETS
from companion.riichi.ruleset import RuleSet
from companion.rules_file import Difference, RulesError, differences, load_rules, write_rules
from companion.rules_file.fields import NAMES, NO_MINIMUM
from companion.rules_file.writing import written


@click.group()
def rules() -> None:
    """Rule sets by name, or from your own TOML file."""


@rules.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON list.")
def list_rules(as_json: bool) -> None:
    """Name the rule sets."""
    if as_json:
        click.echo(json.dumps([_summary(preset) for preset in PRESETS.values()]))
        return
    width = max(len(name) for name in PRESETS)
    for preset in PRESETS.values():
        unverified = f", unverified values: {len(preset.unverified)}" if preset.unverified else ""
        click.echo(
            f"{preset.name:{width}}  {preset.players} players, {preset.start_points:,} points"
            f"{unverified}{_edition(preset)}"
        )


def _edition(preset: RuleSet) -> str:
    """The dated names of a preset that has editions: the newest, and the older ones."""
    told = ""
    for name, dated in EDITIONS.items():
        if name.rpartition("-")[0] == preset.name:
            is_newest = replace(dated, name=preset.name) == preset
            told = f", as {name}{told}" if is_newest else f"{told}, before it {name}"
    return told


def _summary(preset: RuleSet) -> dict[str, Any]:
    return {
        "name": preset.name,
        "players": preset.players,
        "start_points": preset.start_points,
        "unverified": list(preset.unverified),
    }


@rules.command()
@click.argument("name", metavar="NAME|FILE")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def show(name: str, as_json: bool) -> None:
    """Print a rule set as TOML: save it, change it and use it with --rules.

    A value marked UNVERIFIED is one that no source confirms, or on which sources disagree.
    """
    found = _load(name)
    if as_json:
        click.echo(json.dumps({field: plain(getattr(found, field)) for field in NAMES}))
    else:
        click.echo(write_rules(found), nl=False)


@rules.command()
@click.argument("left", metavar="A")
@click.argument("right", metavar="B")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: field to [A, B].")
def diff(left: str, right: str, as_json: bool) -> None:
    """Print where the rule sets A and B, each a name or a TOML file, differ, and where the values are from.

    docs/reference/rule-sets.md explains the tags of the sources.
    """
    one, other = _load(left), _load(right)
    found = differences(one, other)
    if as_json:
        click.echo(json.dumps({each.field: [plain(each.left), plain(each.right)] for each in found}))
        return
    for line in _table(one.name, other.name, found):
        click.echo(line)


def _load(name: str) -> RuleSet:
    try:
        return load_rules(name)
    except RulesError as error:
        raise click.ClickException(str(error)) from error


def plain(value: object) -> object:
    """A field's value as JSON has it."""
    if value is None:
        return NO_MINIMUM
    if isinstance(value, frozenset):
        return sorted(value)
    return value


def _table(left: str, right: str, found: tuple[Difference, ...]) -> Iterator[str]:
    if not found:
        yield f"{left} and {right} are the same."
        return
    rows = [("", left, right)]
    rows += [
        (
            each.field,
            _cell(each.left, each.left_is_verified, each.left_source),
            _cell(each.right, each.right_is_verified, each.right_source),
        )
        for each in found
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, one, other in rows:
        yield f"{name:{widths[0]}}  {one:{widths[1]}}  {other}"


def _cell(value: object, is_verified: bool, source: str) -> str:
    """The value and its source; round brackets around a source mean that the value is unverified."""
    if is_verified:
        return f"{written(value)} {source}".rstrip()
    return f"{written(value)} (unverified{f': {source[1:-1]}' if source.startswith('(') else ''})"
