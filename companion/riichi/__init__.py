"""The rules core: pure values and functions, standard library only.

Square brackets such as [kan] or [rules 1.3] name the source of a rule, as `docs/reference/rules.md` does.
"""
