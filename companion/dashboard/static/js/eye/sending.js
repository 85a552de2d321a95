// A photograph on its way to the eye, piece by piece. Nothing here draws.

const PIECE = 256 * 1024;
const MOST = 12 * 1024 * 1024;
const AGAIN_MS = 600;
const TRIES = 20;

export async function sendPhoto(key, file, tell = (_share) => {}) {
  if (file.size > MOST) return { error: "photo_too_large" };
  let answer = { error: "bad_photo" };
  for (let at = 0; at < file.size; at += PIECE) {
    const where = `key=${encodeURIComponent(key)}&at=${at}&of=${file.size}`;
    answer = await sendPiece(where, file.slice(at, at + PIECE));
    if (answer.error) return answer;
    tell(Math.min(1, (at + PIECE) / file.size));
  }
  return answer;
}

// Whoever sends too quickly is asked to wait; nothing of the piece was taken then.
async function sendPiece(where, piece) {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(`/api/eye/photo?${where}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", "X-Table": "1" },
        body: piece,
      });
      const told = await answer.json();
      if (told.error !== "too_fast" || tries === TRIES) return told;
    } catch {
      return { error: "not_connected" };
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

