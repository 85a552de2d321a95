"""The rules core: pure values and functions, standard library only."""
