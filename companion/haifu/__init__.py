"""牌譜: records of games in the formats that exist in the world; text in, facts out, and back."""
