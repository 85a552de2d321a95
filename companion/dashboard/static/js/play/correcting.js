// Putting right what stands in the journal: which entries they are, and the command that takes their place.

import { got } from "/static/js/commands.js";

const AGAIN_AFTER_MS = [0, 150, 400, 900];

// A correction that knows no history would be another one: without an answer there is none.
async function heard() {
  for (const wait of AGAIN_AFTER_MS) {
    if (wait) await new Promise((done) => setTimeout(done, wait));
    const history = await got("/api/history");
    if (history) return history;
  }
  throw new Error("no history");
}

// The entries of the running hand that count and whose fact fits, oldest first.
export async function entriesOf(fits) {
  const history = await heard();
  const entries = history?.kyoku?.at(-1)?.entries ?? [];
  return entries.filter(({ fact, retracted_by: gone }) => fact && gone === null && fits(fact));
}

export async function seqsOf(fits) {
  return (await entriesOf(fits)).map((entry) => entry.seq);
}

export function correction(retracts, facts) {
  return { retracts, facts };
}
