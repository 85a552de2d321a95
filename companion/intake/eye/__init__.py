"""Where the companion asks the eye: pictures that a person gives, tile sets, cameras, the worker.

Only what `vision` says comes in here; what it means for the game is decided elsewhere.
"""
