"""Players at a table that plays itself: seeded, with real walls, telling only lawful facts."""
