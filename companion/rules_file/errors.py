"""What can be wrong with a rule set that somebody names or writes."""

from __future__ import annotations

from companion.errors import ConfigError


class RulesError(ConfigError):
    """The rule set cannot be used; the sentence names file, line and field if known. Nothing was changed."""
