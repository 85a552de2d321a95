# ruff: noqa: INP001, T201 (a script beside what it checks, typed by people)
"""Joins hub, cables and four seat boxes as drawn, and runs the electrical rules over the whole circuit.

The drawings are the only source: their pins and wires become parts and nets. Needs SKiDL and PyYAML;
says what is wrong and ends with 1, or says how much was checked. `--prove` also solders one lamp to the
supply, to show that the check can fail.
"""

from __future__ import annotations

import builtins
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

# Neither library has type hints, and the product needs neither.
skidl: Any = import_module("skidl")
yaml: Any = import_module("yaml")

HERE = Path(__file__).parent
SIDES = "ABCD"
HUBS = ("hub-pico.yml", "hub-nano.yml")


def pin_kind(label: str) -> Any:
    """What the electrical rules have to know about a pin of the hub's board."""
    kinds = skidl.Pin.types
    if label in ("GND", "3V3", "5V"):
        return kinds.PWROUT  # the board feeds everything here
    if label in ("GP16", "GP17", "GP18", "GP19", "D10", "D11", "D12", "D13"):
        return kinds.OUTPUT
    return kinds.BIDIR


def part(name: str, pins: list[tuple[str, str, Any]]) -> Any:
    """A part with these pins (number, name, kind) that comes from no library."""
    made = skidl.Part(name=name, tool=skidl.SKIDL, dest=skidl.TEMPLATE, ref_prefix="X")
    for number, label, kind in pins:
        made += skidl.Pin(num=number, name=label, func=kind)
    return made(ref=name)


class Drawing:
    """One wiring drawing as parts with nets; `prefix` keeps four seat boxes apart."""

    def __init__(self, path: Path, prefix: str = "") -> None:
        self.tree = yaml.safe_load(path.read_text())
        self.parts = {}
        for name, connector in self.tree["connectors"].items():
            labels = list(map(str, connector["pinlabels"]))
            numbers = list(map(str, connector.get("pins") or range(1, len(labels) + 1)))
            kinds = [pin_kind(label) if name == "HUB" else skidl.Pin.types.PASSIVE for label in labels]
            self.parts[name] = (
                part(prefix + name, list(zip(numbers, labels, kinds, strict=True))),
                labels,
                numbers,
            )
        for path_of_wires in self.tree["connections"]:
            ends = [
                item for item in path_of_wires if isinstance(item, dict) and next(iter(item)) in self.parts
            ]
            (left, lefts), (right, rights) = (next(iter(end.items())) for end in ends)
            for one, other in zip(self._numbers(left, lefts), self._numbers(right, rights), strict=True):
                join(self.pin(left, one), self.pin(right, other))

    def pin(self, name: str, number: str) -> Any:
        """A pin of a part."""
        return self.parts[name][0][number]

    def _numbers(self, name: str, wanted: list[Any]) -> list[str]:
        _, labels, numbers = self.parts[name]
        found = []
        for item in map(str, wanted):
            if "-" in item and item not in labels:
                first, last = item.split("-")
                found += [str(number) for number in range(int(first), int(last) + 1)]
            else:
                found.append(numbers[labels.index(item)] if item in labels else item)
        return found


def build(hub_name: str, broken: bool) -> int:
    """Build the whole circuit; returns how many keys it has."""
    hub = Drawing(HERE / hub_name)
    keys = 0
    for side in SIDES:
        box = Drawing(HERE / "seat-box.yml", f"{side}_")
        keys += sum(connector["type"].startswith("key") for connector in box.tree["connectors"].values())
        for socket in ("SOCKET", "AGAIN"):
            for number in box.parts[socket][2]:
                join(hub.pin(side, number), box.pin(socket, number))
    supply = "3V3" if "3V3" in hub.parts["HUB"][1] else "5V"
    if broken:
        join(hub.parts["HUB"][0]["GP16" if supply == "3V3" else "D10"], hub.parts["HUB"][0][supply])
    return keys


def join(one: Any, other: Any) -> None:
    """Solder two pins together."""
    net = one.net or other.net or skidl.Net()
    net += one, other


def check(hub_name: str, *, broken: bool) -> int:
    """Run the rules over one hub with its four boxes; returns the number of errors."""
    skidl.reset()
    keys = build(hub_name, broken)
    skidl.ERC()
    errors = int(skidl.erc_logger.error.count)
    nets = len([net for net in vars(builtins)["default_circuit"].get_nets() if len(net.pins) > 1])
    state = "broken on purpose, " if broken else ""
    warnings = skidl.erc_logger.warning.count
    print(f"{hub_name}: {state}{keys} keys, {nets} nets, {errors} errors, {warnings} warnings")
    return errors


def main(arguments: list[str]) -> int:
    """Check both hubs; with `--prove` also show that a broken one is found."""
    wrong = sum(check(name, broken=False) for name in HUBS)
    if "--prove" in arguments:
        wrong += sum(check(name, broken=True) != 1 for name in HUBS)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
