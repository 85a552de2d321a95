"""Benchmarks, where possible with a peer in the same run: printed by `make bench`, never asserted."""
