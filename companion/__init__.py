"""The companion: it follows a riichi table by facts and shows them to four people."""
