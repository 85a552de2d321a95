"""A club evening or a tournament: players, seats, rounds, clock, results, standings.

Pure: no disk, no network, and it reads no clock. The organiser's changes and the tables' games come in as
values.
Begin with `changes` (what an organiser can say), `state` (what is true then), `folding` (from one to the
other), `results` and `standings`.
"""
