"""Reads hands and walls that lie open, and a table that differs from the record. A person decides."""
