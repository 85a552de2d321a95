"""The languages of the page, as its one list has them: what tests do in each language they do in these."""

from companion.languages import languages

LANGUAGES = sorted(language.code for language in languages() if not language.is_partial)
"""Those whose every word is there."""
SPOKEN = [language.code for language in languages() if language.is_spoken]
OWN_LETTERS = [language.code for language in languages() if language.letters != "Latin"]
