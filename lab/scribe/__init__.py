"""The workshop of the scribe: how well it reads what the eye tells it."""
