"""Text from outside, made fit to be shown and stored; no format is known here."""

from __future__ import annotations


def storable(text: str) -> str:
    r"""The text without halves of letters, which no file and no page can take.

    >>> storable("東\ud800")
    '東?'
    """
    return text.encode("utf-8", "replace").decode("utf-8")


def printable(text: str) -> str:
    r"""The text on one line, whatever somebody called a file.

    >>> printable("a\nb")
    'a?b'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in storable(text))
