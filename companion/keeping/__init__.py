"""Keeping what was written: copies, damaged files, one zip of everything, child processes restarted."""
