"""A second painter: tables in play, drawn by a path tracer; it shares no code with `lab.pictures`."""
