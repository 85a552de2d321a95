// Commands to the table: each tap has its own id, so that sending it twice does it once.

export async function send(kind, expectedSeq, more = {}) {
  const body = JSON.stringify({ id: newId(), expected_seq: expectedSeq, kind, ...more });
  try {
    return await post(body);
  } catch {
    // The line broke; the same id may be sent again without harm.
    return post(body).catch(() => ({ error: "not_connected" }));
  }
}

async function post(body) {
  const answer = await fetch("/api/commands", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Table": "1" },
    body,
  });
  return answer.json();
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
