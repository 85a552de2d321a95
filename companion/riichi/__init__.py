"""麻雀の規則 The rules core: pure values and functions, standard library only."""
