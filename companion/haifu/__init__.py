"""Records of games in the formats that exist in the world; text in, facts out, and back (牌譜)."""
