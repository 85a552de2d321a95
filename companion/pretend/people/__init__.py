"""People at a pretend table who lay tiles, press keys and answer; and what the journal has of it."""
