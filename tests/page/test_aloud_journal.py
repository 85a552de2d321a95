"""What is spoken is what the journal holds: random lawful hands, fact by fact, and back from words to facts.

The ordinary run plays a few hands of each rule set, COMPANION_ALL_HANDS=1 a thousand in all.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from random import Random

import pytest

from companion.projections.snapshot import project, snapshot_json
from companion.riichi.facts import KyokuEnded, RyuukyokuKind, Won
from companion.riichi.hanchan import begin
from companion.riichi.presets import EMA, M_LEAGUE, TENHOU, TENHOU_3P
from companion.riichi.yaku import OTHER, YAKU, YAKUMAN
from companion.table_state import TableState
from tests.page.aloud_twin import back_of, is_of_a_turn, spoken_of, uncounted, understood
from tests.toolbox.lawful_play import Players
from tests.toolbox.tongues import SPOKEN

RULES = {"tenhou": TENHOU, "m-league": M_LEAGUE, "ema": EMA, "three players": TENHOU_3P}
HANDS = 250 if os.environ.get("COMPANION_ALL_HANDS") else 6
NAMES = ("Aki", "Ben", "Chie", "Dai")

SPEAK = """async (states) => {
  const { account } = await import("/static/js/aloud/account.js");
  return states.slice(1).map((state, at) =>
    account(states[at], state)
      .filter(({ kind }) => !["reminder", "question", "look"].includes(kind))
      .map(({ parts }) => parts));
}"""

WRITE = """async ([sentences, codes]) => {
  const { textOf } = await import("/static/js/aloud/words.js");
  const { loadWords, withMore } = await import("/static/js/words.js");
  const written = [];
  for (const code of codes) {
    const words = await withMore(await loadWords(code), "aloud");
    written.push(sentences.map((parts) => textOf(parts, words)));
  }
  return written;
}"""


LUCK = ("riichi", "double_riichi", "ippatsu", "ura_dora")
"""What only riichi brings, so that the rules take it with riichi alone."""
OF_THE_HOUSE = "八連荘"


class Naming(Players):
    """Players who name the yaku of each win, one of the house among them now and then."""

    def _value(self, kyoku, seat):
        value = super()._value(kyoku, seat)
        if value.yakuman or self.random.random() < 0.2:
            return value
        riichi = kyoku.players[seat].riichi
        lucky = (*(LUCK[1:2] if riichi.is_double else LUCK[:1]), *LUCK[2:]) if riichi else ()
        names = [
            name for name in (*YAKU, *OTHER, OF_THE_HOUSE) if name not in (*LUCK, *YAKUMAN, "open_riichi")
        ]
        chosen = [*lucky, *self.random.sample(names, self.random.randint(1, 4))]
        return replace(value, yaku=tuple((name, self.random.randint(1, 3)) for name in chosen))


class Journal:
    """A game as it is written: every fact with what ought to be spoken, and the page's state after it."""

    def __init__(self, rules, seed):
        self.random = Random(seed)
        self.hanchan = begin(rules, NAMES[: rules.players])
        self.players = Naming(self.random, tell=self.hear)
        self.last_kyoku = None
        self.states, self.expected = [], []
        self.show(self.hanchan)

    def play(self):
        if self.hanchan.next_deal is None:
            rules = self.hanchan.rules
            self.hanchan = begin(rules, NAMES[: rules.players])
            self.last_kyoku = None
        self.states, self.expected = [], []
        self.show(self.hanchan)
        self.hanchan = self.players.play_kyoku(self.hanchan)

    def hear(self, before, fact, after):
        self.expected.append((fact, spoken_of(before, fact, after)))
        if isinstance(fact, KyokuEnded):
            self.last_kyoku = before.kyoku
        self.show(after)

    def show(self, hanchan):
        state = TableState(len(self.states) + 1, "a game", hanchan)
        self.states.append(json.loads(snapshot_json(project(state, last_kyoku=self.last_kyoku))))


def test_the_tiles_that_are_left_are_not_taken_for_those_that_were_discarded(node):
    parts = ["seat.S", "tile.5z", "tsumogiri", "left", 41]
    [[text]] = node.evaluate(WRITE, [[parts], ["en"]])
    assert text == "South, white dragon, drawn and discarded, tiles left: 41"


@pytest.mark.gate("tenhou", "three players")
@pytest.mark.parametrize("rules", RULES)
def test_what_is_spoken_equals_the_journal(node, rules, capsys):
    journal, sentences, facts = Journal(RULES[rules], seed=f"aloud {rules}"), {}, 0
    for hand in range(HANDS):
        journal.play()
        spoken = node.evaluate(SPEAK, journal.states)
        for (fact, expected), said in zip(journal.expected, spoken, strict=True):
            assert said == expected, f"hand {hand}: {fact}"
            facts += 1
            sentences |= {json.dumps(parts): parts for parts in said}
    every = list(sentences.values())
    for code, texts in zip(SPOKEN, node.evaluate(WRITE, [every, SPOKEN]), strict=True):
        for parts, text in zip(every, texts, strict=True):
            assert understood(text, code) == parts, f"{code}: {text}"
    if os.environ.get("COMPANION_ALL_HANDS"):
        with capsys.disabled():
            sys.stdout.write(f"\n{rules}: {HANDS} hands, {facts} facts, {len(every)} different sentences\n")


BACK = """async (states) => {
  const { account } = await import("/static/js/aloud/account.js");
  return states.slice(1).map((state, at) =>
    account(state, states[at])
      .filter(({ kind }) => !["reminder", "question", "look"].includes(kind))
      .map(({ parts }) => parts));
}"""


@pytest.mark.gate("three players")
@pytest.mark.parametrize("rules", RULES)
def test_what_is_taken_back_is_said_so_and_nothing_else(node, rules):
    journal = Journal(RULES[rules], seed=f"back {rules}")
    for hand in range(HANDS):
        journal.play()
        # From the deal to the result: before and after it another hand is in sight.
        spoken = node.evaluate(BACK, journal.states[1:])
        told = zip(journal.expected, journal.expected[1:], spoken, strict=False)
        for (earlier, paid), (fact, expected), said in told:
            # Of a draw by three ron two wins are left, which are said anew.
            due = said[:1] if getattr(fact, "kind", None) is RyuukyokuKind.SANCHAHOU else said
            left = payments(paid) if isinstance(fact, Won) and isinstance(earlier, Won) else []
            # Of two wins one is left, and what is paid for that one.
            due_then = [*back_of(fact, expected), *(left if payments(expected) else [])]
            assert due == due_then, f"hand {hand}: {fact}"


def payments(sentences):
    return [parts for parts in sentences if parts[1:2] in (["plus"], ["minus"])]


GAPS = """async ([states, sizes]) => {
  const { account } = await import("/static/js/aloud/account.js");
  let at = 0;
  return sizes.map((size) => {
    const said = account(states[at], states[at + size], { counts: "seldom" });
    at += size;
    const isPlay = ({ kind }) => !["reminder", "question", "look"].includes(kind);
    return said.filter(isPlay).map(({ parts }) => parts);
  });
}"""


@pytest.mark.gate("tenhou")
@pytest.mark.parametrize("rules", RULES)
def test_who_missed_some_states_misses_nothing_that_happened(node, rules):
    """A slow device sees every third state or so: it hears the same, in the order of play."""
    journal = Journal(RULES[rules], seed=f"gaps {rules}")
    for hand in range(HANDS):
        journal.play()
        states, expected = journal.states[1:], journal.expected[1:]
        sizes = gaps(journal.random, len(expected))
        spoken, at = node.evaluate(GAPS, [states, sizes]), 0
        for size, said in zip(sizes, spoken, strict=True):
            due = [parts for _, each in expected[at : at + size] for parts in each]
            found, wanted = ([uncounted(parts) for parts in each] for each in (said, due))
            assert sorted(map(str, found)) == sorted(map(str, wanted)), f"hand {hand}, from {at}"
            told = [[parts for parts in each if is_of_a_turn(parts)] for each in (found, wanted)]
            assert told[0] == told[1], f"hand {hand}, from {at}"
            at += size


def gaps(random, length):
    sizes = []
    while sum(sizes) < length:
        sizes.append(min(random.randint(1, 6), length - sum(sizes)))
    return sizes
