"""A table that plays itself: seeded players, real walls, and facts that the rules core has accepted.

Nothing is loaded by this name alone: what a record's facts look like to the table is asked at every start.
"""
