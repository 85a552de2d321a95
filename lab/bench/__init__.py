"""Benchmarks, some beside a peer: `make bench` prints most; the others have a command of their own."""
