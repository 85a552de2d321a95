"""Looking back: the games in the journal, hand by hand, and statistics of the people who played them."""
