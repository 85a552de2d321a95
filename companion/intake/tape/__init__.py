"""Everything that came in, written down so that it can be re-run. No picture, no secret."""
