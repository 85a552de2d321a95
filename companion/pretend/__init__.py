"""What pretends: players, a table of tiles that can be seen and touched, its cameras and keys, and people.

In the companion, only the commands `demo` and `pretend` load anything of this room. A table at which real
people play needs nothing of it.
"""
