"""The page in the Pi's own Wi-Fi as HTML: one form, no script, in the languages of the table."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from hardware.service import port_of_service

__all__ = ["LANGUAGES", "POLICY", "Form", "form_page", "joining_page", "language_for", "words"]

LANGUAGES: Final[Mapping[str, str]] = {
    "en": "English",
    "ja": "日本語",
    "de": "Deutsch",
    "fr": "Français",
    "zh": "中文",
    "ko": "한국어",
}
_WORDS: Final = Path(__file__).parent / "words"
_STYLE: Final = (
    "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:1rem;color:#111;"
    "background:#fff}label{display:block;margin:1rem 0 .3rem;font-weight:600}"
    "input{font:inherit;box-sizing:border-box;width:100%;padding:.6rem;border:2px solid #444;"
    "border-radius:.4rem}"
    ".hides{font-weight:400}.hides input{width:1.5rem;height:1.5rem;vertical-align:middle}"
    "button,.table{font:inherit;display:block;box-sizing:border-box;width:100%;min-height:3rem;"
    "margin:1.5rem 0;padding:.7rem;text-align:center;border:2px solid #0b4a2b;border-radius:.4rem}"
    "button{background:#0b4a2b;color:#fff;font-weight:600}.table{background:#fff;color:#0b4a2b}"
    ".said{border-left:.4rem solid #8a0f0f;padding:.5rem .8rem;background:#fdeeee}"
    "nav a{display:inline-block;padding:.6rem .5rem;color:#0b4a2b}small{display:block}"
)
_STYLE_DIGEST: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_DIGEST}'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""What the page may load and send: its own style, and its form to where it came from."""

_PAGE: Final = Template(
    '<!doctype html>\n<html lang="$lang"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width,initial-scale=1">'
    "<title>$title</title><style>$style</style></head><body><main><h1>$title</h1>\n$body</main>\n$nav</body></html>\n"
)
_FORM: Final = Template(
    '$said<p>$intro</p>\n<form method="post" action="/?lang=$lang" autocomplete="off">'
    '<input type="hidden" name="token" value="$token">\n'
    '<label for="name">$name_label</label>'
    '<input id="name" name="name" value="$name" maxlength="32" required autocapitalize="none" '
    'spellcheck="false">\n'
    '<label for="password">$password_label</label>'
    '<input id="password" name="password" type="password" aria-describedby="hint">'
    '<small id="hint">$password_hint</small>\n'
    '<label class="hides"><input type="checkbox" name="hidden" value="yes"$checked> $hidden_label</label>\n'
    "<button>$join</button></form>\n"
    '<p>$without</p><a class="table" href="http://$address:$port/">$to_the_table</a>\n'
)


@dataclass(frozen=True, slots=True)
class Form:
    """What the form shows."""

    token: str
    address: str
    """This Pi in its own Wi-Fi, without a port."""
    name: str = ""
    said: str = ""
    """A sentence about what went wrong; empty where nothing did."""
    is_hidden: bool = False


@cache
def words(language: str) -> Mapping[str, str]:
    """The texts of the page in one of `LANGUAGES`."""
    found: Mapping[str, str] = json.loads((_WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return found


def language_for(asked: str, accepted: str) -> str:
    """The language of the page.

    Args:
        asked: what the address says, perhaps nothing.
        accepted: the header Accept-Language; its order counts, its weights (`q`) do not.

    >>> language_for("", "nl, fr-CH;q=0.8, en;q=0.5")
    'fr'
    """
    accepts: list[str] = re.findall(r"(?:^|,)\s*([a-z]{2})(?=[-,; ]|$)", accepted.lower())
    for code in (asked, *accepts):
        if code in LANGUAGES:
            return code
    return "en"


def form_page(language: str, form: Form) -> str:
    """The page that asks for the Wi-Fi of the house."""
    said = f'<p class="said" role="alert">{escape(form.said)}</p>\n' if form.said else ""
    texts = {key: escape(text) for key, text in words(language).items()}
    body = _FORM.substitute(
        texts,
        said=said,
        lang=language,
        token=escape(form.token),
        name=escape(form.name),
        checked=" checked" if form.is_hidden else "",
        address=escape(form.address),
        port=port_of_service(),
    )
    return _page(language, body, with_languages=True)


def joining_page(language: str, network: str, pi: str) -> str:
    """The last page before the Pi leaves its own Wi-Fi.

    Args:
        language: one of `LANGUAGES`.
        network: the name of the Wi-Fi that it joins.
        pi: the name by which it answers there, such as `riichi.local`.
    """
    texts = words(language)
    address = f"http://{pi}:{port_of_service()}/"
    steps = (texts[key].format(name=network, address=address) for key in _STEPS)
    return _page(language, "".join(f"<p>{escape(step)}</p>\n" for step in steps), with_languages=False)


_STEPS: Final = ("joining", "joining_next", "joining_fails")


def _page(language: str, body: str, *, with_languages: bool) -> str:
    links = (
        f'<a href="/?lang={code}" lang="{code}" hreflang="{code}">{name}</a>'
        for code, name in LANGUAGES.items()
        if code != language
    )
    nav = f"<nav>{' '.join(links)}</nav>\n" if with_languages else ""
    title = escape(words(language)["title"])
    return _PAGE.substitute(lang=language, title=title, style=_STYLE, body=body, nav=nav)
