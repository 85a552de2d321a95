"""A pretend table that can be seen and touched: facts become moving tiles and pressed keys."""
