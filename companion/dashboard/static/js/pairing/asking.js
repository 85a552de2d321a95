// What the companion is asked about devices. An answer is always an object; what went wrong stands in `error`.

export async function ask(path, body = {}) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Table": "1" },
      body: JSON.stringify(body),
    });
    return await answer.json();
  } catch {
    return { error: "not_connected" };
  }
}

export function why(error, words) {
  const known = `pairing.error.${error}`;
  return words.say(words.has(known) ? known : "pairing.error.other");
}
