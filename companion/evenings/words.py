"""Words in a reader's language, from the same lists as the page's. Nothing here knows a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce

from companion.languages import languages
from companion.plurals import plural_of
from companion.rules_file.reading import CHANGED

_VALUE = re.compile(r"\{(\w+)\}")
_LANGUAGES = {language.code: language for language in languages()}


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    code: str
    texts: Mapping[str, str]

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its values; a key without a text returns the key itself.

        >>> Words("en", {"round": "{wind} {number}"}).say("round", wind="East", number=1)
        'East 1'
        """
        forms = (
            (f"{key}.{self._plural(values['count'])}", f"{key}.other", key) if "count" in values else (key,)
        )
        text = next((self.texts[form] for form in forms if form in self.texts), key)
        return _VALUE.sub(lambda found: self._value(values.get(found[1], found[0])), text)

    def number(self, value: float, *, signed: bool = False) -> str:
        """A number with the language's own marks and a true minus sign.

        >>> Words("en", {}).number(-12300), Words("en", {}).number(8.5, signed=True)
        ('−12,300', '+8.5')
        >>> Words("de", {}).number(25000), Words("de", {}).number(-20.5)
        ('25.000', '−20,5')
        """
        told = f"{value:+,}" if signed and value else f"{value:,}"
        return told.translate(str.maketrans(",.-", f"{_LANGUAGES[self.code].marks}−"))

    def rules(self, name: str) -> str:
        """A rule set as people call it; the house's own has the name that the house gave it.

        >>> Words("en", {"play.rules.ema": "EMA", "play.rules_with_changes": "{rules}, changed"}).rules(
        ...     "ema (changed)"
        ... )
        'EMA, changed'
        """
        if name.endswith(CHANGED):
            return self.say("play.rules_with_changes", rules=self.rules(name.removesuffix(CHANGED)))
        return self.texts.get(f"play.rules.{name}", name)

    def limit(self, limit: str, yakuman: int) -> str:
        """What a limit is called: a hand that reaches a yakuman by its han alone is a counted one (数え役満).

        >>> Words("en", {"limit.yakuman": "Yakuman", "play.kazoe": "Counted yakuman"}).limit("yakuman", 0)
        'Counted yakuman'
        """
        return self.say("play.kazoe" if limit == "yakuman" and not yakuman else f"limit.{limit}")

    def list(self, texts: Iterable[str]) -> str:
        """Several texts in one, with the language's own mark between them; what is empty is left out.

        >>> Words("ja", {"list.comma": "{before}、{next}"}).list(["Aki", "", "Ben"])
        'Aki、Ben'
        """
        some = [text for text in texts if text]
        return reduce(lambda before, next_: self.say("list.comma", before=before, next=next_), some or [""])

    def _value(self, value: object) -> str:
        return self.number(value) if type(value) in (int, float) else str(value)  # type: ignore[arg-type]

    def _plural(self, count: object) -> str:
        # The number one has its own form everywhere, even in languages with a single plural form.
        if count == 1 or not isinstance(count, int | float):
            return "one" if count == 1 else "other"
        return plural_of(count, _LANGUAGES[self.code].plurals)
