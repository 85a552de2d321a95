// Commands and questions to the table: each command has its own id, so that sending it twice does it once.

// The line broke or the companion is starting again: the same id may be sent again without harm.
const AGAIN_AFTER_MS = [0, 300, 700, 1_500, 2_500, 4_000, 6_000];

export async function send(kind, expectedSeq, more = {}) {
  const body = { id: newId(), expected_seq: expectedSeq, kind, ...more };
  let failed = null;
  for (const wait of AGAIN_AFTER_MS) {
    if (wait) await new Promise((done) => setTimeout(done, wait));
    try {
      const answer = await post("/api/commands", body);
      if (answer.error !== "too_fast") return answer;
      failed ??= answer;
    } catch {
      // Asked again. Whether it was heard, and perhaps done, nobody here knows from now on.
      failed = { error: "unanswered" };
    }
  }
  return failed;
}

// What would come of it: nothing is written. The body is a command's without its id.
export async function preview(kind, seq, more = {}) {
  return ask("/api/preview", { expected_seq: seq, kind, ...more });
}

// The same of several at once: the answers are in `previews`.
export async function previews(seq, all) {
  return ask("/api/preview", all.map(([kind, more]) => ({ expected_seq: seq, kind, ...more })));
}

export async function value(body) {
  return ask("/api/value", body);
}

// Asked once. An answer is always an object; what went wrong is in `error`.
export async function ask(path, body = {}, more = {}) {
  return post(path, body, more).catch(() => ({ error: "not_connected" }));
}

// Whether an answer says nothing of what was asked, so that it may be asked again in a moment.
export const isPassing = ({ error }) => error === "not_connected" || isTooFast({ error });
// The companion is there, and answers in a moment.
export const isTooFast = ({ error }) => error === "too_fast";
export const ASK_AGAIN_MS = 1_000;

// Hands on each answer, up to the first that says something of what was asked. `ask` can look whether it is still
// wanted. Answers how to stop.
export function untilAnswered(ask, hear) {
  let isWanted = true;
  let timer = null;
  const look = async () => {
    const answer = await ask(() => isWanted).catch(() => ({ error: "not_connected" }));
    if (!isWanted) return;
    hear(answer);
    if (isPassing(answer)) timer = setTimeout(look, ASK_AGAIN_MS);
  };
  look();
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

// A question that changes nothing; null where there is no answer, whatever the reason.
export async function got(path) {
  const answer = await heard(path);
  return answer?.error ? null : answer;
}

// The same, but where there is no answer an object with the reason in `error`.
export async function heard(path) {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    const told = await answer.json();
    return answer.ok ? told : { error: told.error ?? "other" };
  } catch {
    return { error: "not_connected" };
  }
}

async function post(path, body, more = {}) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Table": "1" },
    body: JSON.stringify(body),
    ...more,
  });
  return answer.json();
}

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
