"""`make fit`: the weights that explain rehearsed hands best, and how well they explain unseen ones.

    make fit ARGS="--hands 40 --held-out 20 --write"

Recorded hands are watched by the scripted eye (1 to 10 % misread, one to three changes between looks, with
keys and without, some of them wrong). What stories cost and what readings say together is fitted; where tiles
lie is only judged. No weight is changed: before you adopt one, run `make eval-scribe` and the tests of
stories, too.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle

from lab.scribe.__main__ import hands
from lab.scribe.fit_faces import doubt_of_faces, stepped
from lab.scribe.fit_looks import Faces, Looks, Watched, looks_at, present, traced
from lab.scribe.fit_model import FLAT, Model, fitted, slack
from lab.scribe.fit_places import Laid, doubt_of_places, tables_of
from lab.scribe.hands import ARCHIVE, Hand, refuse_without_records
from lab.scribe.rendered import games
from tests.conftest import ROOT
from tests.figures import figures_page

PAGE = ROOT / "docs" / "figures" / "weights.md"
FACES = ("FLOOR", "AGREEING", "SAYS_ENOUGH", "IN_PASSING")
"""The weights of several readings of one tile."""
STORIES = (
    *("MISSED", "NEVER_SEEN", "STRAY", "STRAY_SURE", "STEADY", "STILL_MISSED", "MISREAD_MOST"),
    *("ACROSS_LAID_STRAIGHT", "STRAIGHT_LAID_ACROSS", "SEEN_STRAIGHT", "RIICHI"),
    *("MELD_DIFFERS", "MELD_TILE_MISSED", "MELD_NONE_ACROSS", "MELD_OTHER_ACROSS"),
    *("DISCARD", "UNREAD_DISCARD", "UNSEEN_DISCARD", "CALL", "UNSEEN_CALL", "UNPRESSED_CALL"),
    *("PRESS_AGREES", "PRESS_OTHER", "PRESS_UNUSED"),
    *("TILE_CHANGED", "TAKEN_BACK", "REMEMBERED"),
)
"""The weights of stories: what they cost is linear in these."""
TRUSTED_FACES = 0.25
"""One standard deviation by which `FACES` may change, as a share: the scripted eye is not the real one."""
WAYS = (
    Watched(0.02, 1, presses=True), Watched(0.05, 1, presses=True), Watched(0.1, 1, presses=True),
    Watched(0.05, 3, presses=True), Watched(0.05, 1, presses=False), Watched(0.1, 3, presses=False),
    Watched(0.02, 3, presses=True), Watched(0.1, 2, presses=True), Watched(0.01, 1, presses=True),
)  # fmt: skip
"""Each hand is watched in two of these ways."""
CAMERAS = ("oblique", "overhead")


@dataclass(frozen=True)
class Rehearsed:
    """What was weighed at some rehearsed hands."""

    looks: tuple[Looks, ...]
    tables: tuple[Laid, ...] = ()

    def stories(self, weights: Mapping[str, float]) -> Model:
        """Who did what, and which discards declared riichi."""
        return Model.of((group for one in self.looks for group in one.stories + one.riichi), weights)

    @property
    def faces(self) -> Faces:
        """What was read of every discard, and what it was."""
        found: Faces = Counter()
        for one in self.looks:
            found.update(one.faces)
        return found


def weights() -> dict[str, float]:
    """All weights that are fitted, as they are now."""
    return present([*STORIES, *FACES])


def of_stories(values: Mapping[str, float]) -> dict[str, float]:
    """The weights among these that belong to stories."""
    return {name: value for name, value in values.items() if name not in FACES}


def watched(kept: Sequence[tuple[int, Hand]], values: Mapping[str, float]) -> tuple[Looks, ...]:
    """Each hand, watched in two ways by a scribe with those of these weights that belong to stories."""
    with traced(of_stories(values)):
        ways = cycle(WAYS)
        return tuple(looks_at(hand, number, next(ways)) for number, hand in kept for _ in range(2))


def tables(number: int, first: int) -> Iterator[Laid]:
    """Tables of some games, each before one of the cameras."""
    for camera, played in zip(cycle(CAMERAS), games(number, first, 1), strict=False):
        yield from tables_of(played, camera)


@dataclass(frozen=True)
class Weight:
    """One weight before and after, and whether these hands say anything about it."""

    name: str
    before: float
    after: float
    half: float
    """By how much half of it is worse, in nats over all hands."""
    twice: float

    @property
    def is_flat(self) -> bool:
        return max(self.half, self.twice) < FLAT

    def cells(self) -> tuple[str, ...]:
        word = "not determined" if self.is_flat else ""
        numbers = (f"{self.before:.3g}", f"{self.after:.3g}", f"{self.half:.1f}", f"{self.twice:.1f}")
        return (self.name, *numbers, word)


def fit(rehearsed: Rehearsed, before: Mapping[str, float]) -> list[Weight]:
    """Every weight, fitted to these hands."""
    model = rehearsed.stories(of_stories(before))
    story = fitted(model, of_stories(before))
    faces = rehearsed.faces
    face = stepped(lambda values: doubt_of_faces(faces, values), _faces_of(before), TRUSTED_FACES)
    least = doubt_of_faces(faces, face)
    found = [Weight(name, before[name], story[name], *both) for name, both in slack(model, story).items()]
    for name, value in face.items():
        both = (doubt_of_faces(faces, {**face, name: value * factor}) - least for factor in (0.5, 2.0))
        found.append(Weight(name, before[name], value, *both))
    return sorted(found, key=lambda one: one.name)


def likelihoods(
    name: str, kept: Sequence[tuple[int, Hand]], before: Rehearsed, after: Rehearsed, values: Sequence[Weight]
) -> Iterator[tuple[str, ...]]:
    """The lines of the page: what was explained, and how well with the old weights and with the new ones."""
    was, now = ({one.name: getattr(one, when) for one in values} for when in ("before", "after"))
    number, of = 2 * len(kept), f"{len(kept)} hands, each twice"
    story, again = before.stories(of_stories(was)), after.stories(of_stories(now))

    def doubt_of(found: Mapping[str, float]) -> float:
        return doubt_of_faces(before.faces, _faces_of(found))

    pairs: list[tuple[str, float, float]] = [
        ("who did what, and riichi", story.doubt_of(was), again.doubt_of(now)),
        ("faces of discards", doubt_of(was), doubt_of(now)),
    ]
    for what, first, second in pairs:
        yield name, what, of, f"{first / number:.3f}", f"{second / number:.3f}"
    missed, all_looks = (sum(getattr(one, what) for one in before.looks) for what in ("missed", "looks"))
    missed_again = sum(one.missed for one in after.looks) / sum(one.looks for one in after.looks)
    yield (
        *(name, "looks whose true story was not thought of, %", of),
        *(f"{100 * missed / all_looks:.1f}", f"{100 * missed_again:.1f}"),
    )
    if before.tables:
        doubt = doubt_of_places(before.tables) / len(before.tables)
        yield name, "whose river or wall", f"{len(before.tables)} tables", f"{doubt:.3f}", f"{doubt:.3f}"


def _faces_of(values: Mapping[str, float]) -> dict[str, float]:
    return {name: value for name, value in values.items() if name in FACES}


def page_of(lines: Sequence[Sequence[str]], values: Sequence[Weight], command: str) -> str:
    """The page of figures: likelihoods, and below them each weight."""
    words = (
        "Nats against the truth, for each watching of a hand or for each table: the negative logarithm of "
        "the share that the true way has among all that were weighed. Less is better; 0.7 is one toss of a "
        "coin. `before`: with the weights of the commit; `after`: with the fitted ones. With those of "
        "stories, the hands were watched again. The fit did not see the hands that are held out; they are of "
        "other games. Looks after an error are left out. No weight is changed by this."
    )
    heading = ("hands", "what", "of", "before", "after")
    page = figures_page("How likely the scribe finds the truth", command, words, heading, lines)
    below = (
        "Each weight, in nats or as a share. `half` and `twice`: by how many nats all hands together become "
        "less likely with half or twice of it. Where both are below "
        f"{FLAT:g}, the hands do not determine it."
    )
    rows: list[tuple[str, ...]] = [("weight", "before", "after", "half", "twice", "the hands"), ("---",) * 6]
    rows += [one.cells() for one in values]
    return page + f"\n{below}\n\n" + "".join("| " + " | ".join(row) + " |\n" for row in rows)


def main() -> None:
    """Fit, and print how likely the truth was before and after; no weight is changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=40, help="how many hands are fitted to")
    parser.add_argument("--first", type=int, default=8000, help="the number of the first of them")
    parser.add_argument("--held-out", type=int, default=20, help="how many hands only judge")
    parser.add_argument("--first-held-out", type=int, default=9000, help="the number of the first of these")
    parser.add_argument("--tables", type=int, default=8, help="how many hands are laid out to judge places")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}; no weight is changed")
    asked = parser.parse_args()
    if asked.write:
        refuse_without_records(parser)
    before = weights()
    seen, unseen = (
        [*hands(ARCHIVE, number, first)]
        for number, first in ((asked.hands, asked.first), (asked.held_out, asked.first_held_out))
    )
    apart(seen, unseen)
    train = Rehearsed(watched(seen, before))
    values = fit(train, before)
    after = {one.name: one.after for one in values}
    judged = Rehearsed(watched(unseen, before), tuple(tables(asked.tables, 950)))
    lines = [
        *likelihoods("fitted to", seen, train, Rehearsed(watched(seen, after)), values),
        *likelihoods("held out", unseen, judged, Rehearsed(watched(unseen, after)), values),
    ]
    text = page_of(lines, values, command_of(asked))
    print(text, end="")
    if asked.write:
        PAGE.write_text(text, encoding="utf-8")


def command_of(asked: argparse.Namespace) -> str:
    """The command that makes this page again."""
    names = ("hands", "first", "held_out", "first_held_out", "tables")
    numbers = (f"--{name.replace('_', '-')} {getattr(asked, name)}" for name in names)
    return f'make fit ARGS="{" ".join(numbers)} --write"'


def apart(seen: Sequence[tuple[int, Hand]], unseen: Sequence[tuple[int, Hand]]) -> None:
    """Refuse hands of one game on both sides.

    Raises:
        ValueError: a game is fitted to and held out.
    """
    games_seen, games_unseen = ({hand.name.rpartition(" ")[0] for _, hand in one} for one in (seen, unseen))
    if both := games_seen & games_unseen:
        raise ValueError(f"fitted to and held out: {', '.join(sorted(both))}")


if __name__ == "__main__":
    main()
