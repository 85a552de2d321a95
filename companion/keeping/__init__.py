"""Keeping what was written: copies, damaged files, one zip of everything, children restarted."""
