"""録: everything that came in, written down so that it can be thought again. No picture, no secret."""
