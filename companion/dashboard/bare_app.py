"""A Flask app that has no page yet: it answers the paths that it is given, and makes no addresses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

__all__ = ["bare_app"]


class _Answered(Rule):
    """A path to answer; the functions that put values into its address are made when they are first called.

    Nothing here calls them: the pages know their addresses. Werkzeug makes two for each path while an app is
    put together, which takes four fifths of that time.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        make = super()._compile_builder

        def made_when_called(rule: Rule, **values: Any) -> tuple[str, str]:
            return make(append_unknown)(rule, **values)

        return made_when_called


def bare_app(name: str) -> Flask:
    """An app for the module with this name."""
    # Flask's own static route opens files by name; ours serves a list.
    app = Flask(name, static_folder=None)
    app.url_rule_class = _Answered
    # A path is right or wrong; we send nobody elsewhere.
    app.url_map.merge_slashes = False
    return app
