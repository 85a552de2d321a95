// What the eye is asked while it is set up. An answer is always an object; what went wrong stands in `error`.

export async function ask(deed, body = {}, more = {}) {
  try {
    const answer = await fetch(`/api/eye/${deed}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Table": "1" },
      body: JSON.stringify(body),
      ...more,
    });
    return await answer.json();
  } catch {
    return { error: "not_connected" };
  }
}

export function why({ error, message }, words) {
  const key = `eye.error.${error}`;
  return words.has(key) ? words.say(key) : (message ?? words.say("eye.error.failed"));
}
