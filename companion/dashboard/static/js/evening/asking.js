// Where a game is read, and what is said where something could not be.

// What could not be read is not empty, and nothing is said of what may be in it.
export function whyUnread(error, words) {
  if (error !== "club_file_damaged") return words.say("evening.unread");
  return words.say("evening.club_damaged", { file: "club.toml", command: "companion club standings" });
}

export function gamePath(name) {
  return `/api/games/${encodeURIComponent(name)}`;
}
