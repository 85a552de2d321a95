"""The journal: every fact of an evening, appended and never changed."""
