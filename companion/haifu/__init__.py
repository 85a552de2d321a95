"""Records of games in the formats that other programs use; text in, facts out, and back (牌譜)."""
