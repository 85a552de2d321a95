"""Facts told in a line, for the scribe's unit tests."""

from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.scribe.spots import Telling
from tests.toolbox.sentences import fact_of, sentences_in
from tests.toolbox.tables import step


def facts_of(begun: Kyoku, script: str) -> tuple[KyokuFact, ...]:
    """What a script tells, such as `E draws, E discards 5m, W pons 5m`."""
    kyoku, facts = begun, []
    for sentence in sentences_in(script):
        facts.append(fact_of(kyoku, sentence))
        kyoku = step(kyoku, facts[-1])
    return tuple(facts)


def telling_of(begun: Kyoku, script: str) -> Telling:
    """The same, with the tables on the way."""
    return Telling((begun,)).then(facts_of(begun, script))
