"""What people are asked about, compared with the number of tiles that are misread at every look.

No reader could know such a worn tile: it shows the scripted eye the same wrong face whenever it is looked
at. Where nothing else settles it, somebody has to be asked, or it is written wrong: so questions can hardly
be fewer than worn tiles.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from random import Random

from companion.riichi.facts import KyokuFact, RiichiDeclared
from companion.scribe import Question
from companion.scribe.questions import QuestionCode
from lab.scribe.__main__ import hands, shares
from lab.scribe.hands import ARCHIVE, refuse_without_records
from lab.scribe.reader import ScriptedEye
from lab.scribe.tallies import Tally
from lab.scribe.watching import Setting, Table, watch
from tests.conftest import ROOT
from tests.figures import Page, commit

KINDS = ("a tile", "a riichi", "something else")
PAGE = Page(
    ROOT / "docs" / "figures" / "questions.md",
    "What the scribe asks before a scripted eye",
    "python -m lab.scribe.asked --hands 1000 --dice 59 --write",
    "Questions for each recorded hand, by what they are about; 95 of 100 keys are pressed. *Worn* tiles are "
    "misread at every look. Before the slash: questions whose answer changed the record, or was that no "
    "choice is right; after it: those whose answer left it as it was.",
    ("first hand", "errors", "hands", "worn tiles a hand", *KINDS, "all questions", "at commit"),
    names=2,
)


class Listening(Table):
    """A table that counts its questions: what each is about, and whether its answer keeps the record.

    The answer that no choice is right counts as one that changes it.
    """

    def __init__(self, *args, **more) -> None:
        super().__init__(*args, **more)
        self.about: Counter[tuple[str, bool]] = Counter()

    def ask(self, question: Question, played: Sequence[KyokuFact]) -> int:
        answer = super().ask(question, played)
        self.about[kind_of(question), self._changes(question, answer)] += 1
        return answer

    def _changes(self, question: Question, answer: int) -> bool:
        if answer < 0:
            return True
        choice = question.choices[answer]
        kept = self.told[: len(self.told) - choice.replaces]
        return (*kept, *choice.facts) != self.told


def kind_of(question: Question) -> str:
    """What a question is about, one of `KINDS`."""
    if question.code in {QuestionCode.WHICH_TILE, QuestionCode.FIFTH_COPY}:
        return KINDS[0]
    declared = {any(isinstance(fact, RiichiDeclared) for fact in choice.facts) for choice in question.choices}
    return KINDS[1] if len(declared) == 2 else KINDS[2]


def row(first: int, number: int, rate: float, dice: int) -> tuple[str, ...]:
    """One line of the page."""
    about: Counter[tuple[str, bool]] = Counter()
    worn = done = 0
    for at, hand in hands(ARCHIVE, number, first):
        eye = ScriptedEye(random := Random(at + dice), rate)
        table = watch(
            hand, Setting(rate, presses=True, answers=True), random, Tally(), seated=Listening, eye=eye
        )
        assert isinstance(table, Listening)
        about += table.about
        worn, done = worn + eye.worn, done + 1
    told = [f"{about[kind, True] / done:.2f} / {about[kind, False] / done:.2f}" for kind in KINDS]
    total = f"{about.total() / done:.2f}"
    begun = f"{first}, dice {dice}" if dice else str(first)
    return (begun, f"{100 * rate:.1f} %", str(done), f"{worn / done:.2f}", *told, total, commit())


def main() -> None:
    """Print, and write if asked, one line for each rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="skip this many hands")
    parser.add_argument(
        "--rates", type=shares, default="0.01,0.02,0.05", help="shares of tiles that are misread, from 0 to 1"
    )
    parser.add_argument(
        "--dice", type=int, default=0, help="another number gives the same hands, misread in other ways"
    )
    parser.add_argument("--write", action="store_true", help=f"put each line into {PAGE.path.name} too")
    asked = parser.parse_args()
    if asked.write:
        refuse_without_records(parser)
    print(" | ".join(PAGE.heading))
    for rate in asked.rates:
        line = row(asked.first, asked.hands, rate, asked.dice)
        print(" | ".join(line), flush=True)
        if asked.write:
            PAGE.put(line)


if __name__ == "__main__":
    main()
