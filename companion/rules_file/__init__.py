"""Rule sets by name, and as TOML files that a house writes for itself.

What a rule does is the business of `companion.riichi`; here a rule set is only read, checked,
written and compared.
"""

from companion.rules_file.comparing import Difference, differences
from companion.rules_file.errors import RulesError
from companion.rules_file.reading import changed_rules, load_rules, read_rules, still_unverified
from companion.rules_file.writing import write_rules

__all__ = [
    "Difference",
    "RulesError",
    "changed_rules",
    "differences",
    "load_rules",
    "read_rules",
    "still_unverified",
    "write_rules",
]
