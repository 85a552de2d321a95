"""A second painter: tables in play, drawn by a path tracer; it shares nothing with `lab.pictures`."""
