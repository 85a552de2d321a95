"""Looking back: games that stand in the journal, hand by hand, and what they say of the people who played."""
