"""A table that plays itself: seeded players, real walls, and facts that the rules core has accepted.

The package itself imports nothing, because some starts need only one small module of it.
"""
