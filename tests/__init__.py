"""The tests: folders mirror the packages, names are sentences."""
