"""The tiles of a pretend table: facts become moving tiles. Pure, but for what plays in real time."""
