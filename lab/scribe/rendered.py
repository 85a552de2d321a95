"""Recorded hands played in front of a drawn camera: real pixels, the real eye, and what the scribe writes.

    make eval-scribe ARGS="--rendered 20 --camera oblique --keep reels --misses"

What the eye said can be kept (`--keep`): another scribe then hears the same, and nothing has to be drawn.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import count, islice
from pathlib import Path
from random import Random

import cv2

from companion.evidence.sights import TableSeen
from companion.haifu.opening import open_records
from companion.intake.record_player import playable
from companion.pretend.people.comparing import compared, essence
from companion.pretend.people.habits import Mistakes
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import games_of
from companion.riichi.facts import Fact, KyokuFact, KyokuStarted, RiichiAccepted, Ryuukyoku, Won
from companion.riichi.presets import TENHOU
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import seats
from lab.bench.cameras import cameras
from lab.bench.stage_house import NAMES
from lab.bench.stage_reel import KeptSight
from lab.scribe.hands import ARCHIVE, LOGS, refuse_without_records
from lab.scribe.rare import RARE, rare_games
from lab.scribe.raw import tell_flips, tell_melds, tell_river
from lab.scribe.reels import Evening, Played, Reels, seed_of, watched
from lab.scribe.setting import Set, set_of
from tests.conftest import ROOT
from tests.figures import Page, cells_of, commit

EACH = 2
"""How many hands of each recorded game are played."""
MODES = ("raw", "settling", "rules", "keys", "questions")
"""Each mode has what those before it have, and adds something."""
NO_PANEL = "no-panel"
"""The mode in which questions are answered and no key is pressed."""
KEYS, ANSWERS = ("keys", "questions"), ("questions", NO_PANEL)
CAMERAS = ("overhead", "oblique")
HEADINGS = (
    *("camera", "people", "with", "hands", "exact", "facts", "missing", "wrong", "invented"),
    *("questions a hand", "confirmed", "corrected", "think p99 ms"),
)
PAGE = Page(
    ROOT / "docs" / "figures" / "scribe-rendered.md",
    "The scribe before a drawn camera",
    'make eval-scribe ARGS="--rendered 4 --first 900 --with questions,no-panel --write"',
    "Recorded games, from the number in the first column on, at usual tables unless it says otherwise; "
    "people who make the mistakes of the third column; a camera with real pixels, and the real eye.",
    ("first game", *HEADINGS, "at commit"),
    names=4,
)
"""One line for each camera and mode; `docs/scribe.md` says what *missing*, *wrong* and *invented* mean."""
NOT_SEEN = (RiichiAccepted, Won, Ryuukyoku)
"""Facts that labels alone cannot show: the modes without rules are judged without them."""


@dataclass
class Score:
    """How well hands were written in one mode."""

    hands: int = 0
    exact: int = 0
    count: Counter[str] = field(default_factory=Counter)
    thinking: list[float] = field(default_factory=list)

    def add(self, truth: Sequence[Fact], told: Sequence[Fact]) -> bool:
        """Count one hand, and return whether it was written exactly."""
        result = compared(truth, told)
        self.hands += 1
        self.exact += result.is_exact
        for name in ("facts", "missing", "wrong", "invented"):
            self.count[name] += getattr(result, name)
        return result.is_exact

    def line(self, *head: str) -> str:
        think = sorted(self.thinking) or [0.0]
        figures = [self.count[name] for name in ("facts", "missing", "wrong", "invented")]
        cells = [
            *head,
            self.hands,
            f"{100 * self.exact / max(1, self.hands):.1f} %",
            *figures,
            f"{self.count['questions'] / max(1, self.hands):.2f}",
            self.count["confirmations"],
            self.count["corrections"],
            f"{1000 * think[int(0.99 * (len(think) - 1))]:.1f}",
        ]
        return f"| {' | '.join(str(cell) for cell in cells)} |"


def games(hands: int, first: int, each: int, archive: str = ARCHIVE) -> Iterator[Played]:
    """Recorded games from a number on, or pretend games if there are no records: `each` hands of each.

    All together they have at most `hands` hands.
    """
    left = hands
    for name, rules, facts in _evenings(first, archive):
        for game in islice(games_of(facts, min(each, left)), 1):
            left -= len(game.kyokus)
            yield Played(name, rules, game, "" if archive == ARCHIVE else archive)
        if left <= 0:
            return


def _evenings(first: int, archive: str) -> Iterator[tuple[str, RuleSet, Iterable[Fact]]]:
    """Each game from a number on: its name, its rules and its facts."""
    if not (LOGS / archive).is_file():
        print(f"{archive} is not beside the repository: the pretend players' own hands are played instead.")
        for seed in count(first):
            yield f"seed {seed}", TENHOU, play_hanchan(Random(str(seed)), TENHOU, NAMES, see_all=True)
    for number, record in islice(enumerate(open_records([LOGS / archive])), first, None):
        played = playable(record)
        yield f"{number:04}", played.rules, played.facts


def rare(names: Sequence[str], hands: int) -> Iterator[Played]:
    """At most `hands` hands with something rare in them: of a recorded kind no more than an equal share."""
    found = rare_games(names, max(1, hands // len(names)))
    return (Played(*one) for one in islice(found, hands))


def score(mode: str, reels: Reels, played: Played, total: Score, *, misses: bool) -> None:
    """Count one game in one mode."""
    heard = reels.of(played, raw=mode == "raw")
    evening = watched(
        played,
        lambda house: KeptSight(house, heard),
        reels.set.before(reels.camera, seed_of(played)),
        mistakes=reels.mistakes,
        keys=mode in KEYS,
        answers=mode in ANSWERS,
        seed=seed_of(played),
    )
    is_plain = mode in MODES[:2]
    written = differed(evening, len(played.game.kyokus)) if is_plain else evening.written()
    for number, truth in enumerate(played.game.kyokus):
        told = written[number] if number < len(written) else ()
        true = [fact for fact in truth if not isinstance(fact, NOT_SEEN)] if is_plain else truth
        if is_plain:
            told = (with_no_indicator(truth[0]), *told)
        if not total.add(true, told) and misses:
            print(f"\n{mode}: game {played.name}, hand {number}")
            tell_misses(true, told)
    if not is_plain:
        people = evening.people
        total.count.update(
            questions=people.questions, confirmations=people.confirmations, corrections=people.corrections
        )
        total.thinking += evening.house.spent.thinking


def with_no_indicator(deal: Fact) -> Fact:
    """The deal as people tap it, without the indicator: the modes without rules read that from the table."""
    return replace(deal, indicator=None) if isinstance(deal, KyokuStarted) else deal


def differed(evening: Evening, hands: int) -> list[list[KyokuFact]]:
    """What you get by believing every label: whatever is new is written as it was read."""
    return [plainly(evening.house.sighted[deal]) for deal in range(1, hands + 1)]


def plainly(sightings: Sequence[TableSeen]) -> list[KyokuFact]:
    """What is written if each new tile, meld and indicator is believed as it was read."""
    lengths, melds, flips = [0] * 4, [0] * 4, 0
    told: list[KyokuFact] = []
    for seen in sightings:
        flips = tell_flips(seen, flips, told)
        for seat in seats(len(seen.seats)):
            tell_melds(seen, seat, melds, lengths, told)
            tell_river(seen, seat, lengths, told)
    return told


def tell_misses(truth: Sequence[Fact], told: Sequence[Fact]) -> None:
    true, said = essence(truth), essence(told)
    for what, a, b, c, d in SequenceMatcher(None, true, said, autojunk=False).get_opcodes():
        if what != "equal":
            print(f"  {a:3} played  {' '.join(map(short, true[a:b]))}")
            print(f"      written {' '.join(map(short, said[c:d]))}", flush=True)


def short(fact: Fact) -> str:
    """A fact in few letters."""
    parts = [type(fact).__name__]
    for name in ("seat", "giver", "by", "tile", "own", "tiles", "value", "kind", "points"):
        value = getattr(fact, name, None)
        if value is not None:
            parts.append("".join(map(str, value)) if isinstance(value, tuple) else str(value))
    return f"[{' '.join(parts)}]"


def beginning(asked: argparse.Namespace) -> str:
    """The first cell of a line on the page: the first game, and whatever is not as usual."""
    usual = {"set": Set(), "unrest": 0.0, "rare": None, "archive": ARCHIVE, "each": EACH}
    unusual = (f"{name} {getattr(asked, name)}" for name in usual if getattr(asked, name) != usual[name])
    return ", ".join((str(asked.first), *unusual))


def table(hands: int, asked: argparse.Namespace) -> None:
    """Print the figures, one line for each camera and mode."""
    cv2.setNumThreads(1)
    print(f"| {' | '.join(HEADINGS)} |")
    print("|---" * len(HEADINGS) + "|")
    for camera in asked.camera:
        reels = Reels(asked.keep, camera, Mistakes(asked.mistakes), asked.set, asked.unrest)
        scores = {mode: Score() for mode in asked.with_}
        found = games(hands, asked.first, asked.each, asked.archive)
        for played in rare(asked.rare, hands) if asked.rare else found:
            for mode, total in scores.items():
                score(mode, reels, played, total, misses=asked.misses)
            if asked.misses:
                print(
                    f"game {played.name}", {mode: f"{one.exact}/{one.hands}" for mode, one in scores.items()}
                )
        for mode, total in scores.items():
            name = mode if mode in {"raw", NO_PANEL} else f"+ {mode}"
            line = total.line(camera, asked.mistakes, name)
            print(line, flush=True)
            if asked.write:
                PAGE.put((beginning(asked), *cells_of(line), commit()))
        if reels.drawn:
            print(reels.cost(), flush=True)


def modes(text: str) -> tuple[str, ...]:
    """Modes by their names."""
    named = tuple(text.split(","))
    return _known(named, (*MODES, NO_PANEL))


def kinds(text: str) -> tuple[str, ...]:
    """Rare hands by their names."""
    return _known(RARE if text == "all" else tuple(text.split(",")), RARE)


def _known(named: tuple[str, ...], known: Sequence[str]) -> tuple[str, ...]:
    if not set(named) <= set(known):
        raise argparse.ArgumentTypeError(f"choose from {', '.join(known)}")
    return named


def options(parser: argparse.ArgumentParser) -> None:
    """The options for rendered hands."""
    parser.add_argument("--camera", type=cameras, default=CAMERAS, help="with commas between them")
    parser.add_argument(
        "--set", type=set_of, default=Set(), help="usual, plain, or with more: usual:3@45+pale2+tiles"
    )
    parser.add_argument("--mistakes", default="none", choices=[one.value for one in Mistakes])
    parser.add_argument(
        "--with", dest="with_", type=modes, default=MODES[1:], help="some of " + ", ".join((*MODES, NO_PANEL))
    )
    parser.add_argument("--unrest", type=float, default=0.0, help="longest trouble, in seconds")
    parser.add_argument("--rare", type=kinds, help="only rare hands: all, or some of " + ", ".join(RARE))
    parser.add_argument("--archive", default=ARCHIVE)
    parser.add_argument("--first", type=int, default=0, help="the number of the first recorded game")
    parser.add_argument("--each", type=int, default=EACH, help="hands of each game")
    parser.add_argument("--write", action="store_true", help=f"put each line into {PAGE.path.name} too")
    parser.add_argument("--keep", type=Path, help="a folder in which to keep what the eye says")
    parser.add_argument("--misses", action="store_true", help="print what differs from the hands as played")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rendered", "--hands", dest="hands", type=int, default=10)
    options(parser)
    asked = parser.parse_args()
    if asked.rare and (asked.archive, asked.first, asked.each) != (ARCHIVE, 0, EACH):
        parser.error("--rare looks for its hands itself: leave out --archive, --first and --each")
    if asked.each < 1:
        parser.error("--each has to be at least 1")
    if asked.write:
        refuse_without_records(parser, asked.archive)
    table(asked.hands, asked)


if __name__ == "__main__":
    main()
