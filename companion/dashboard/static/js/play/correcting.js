// What the journal has of the hand on the table, for a form that begins with it.

import { got } from "/static/js/commands.js";

const AGAIN_AFTER_MS = [0, 150, 400, 900];

// Without the history a form would begin with something other than what stands: then it is not opened.
async function heard() {
  for (const wait of AGAIN_AFTER_MS) {
    if (wait) await new Promise((done) => setTimeout(done, wait));
    const history = await got("/api/history");
    if (history) return history;
  }
  throw new Error("no history");
}

// The entries of that hand that count and whose fact fits, oldest first.
export async function entriesOf(fits) {
  const history = await heard();
  const entries = history.kyoku?.at(-1)?.entries ?? [];
  return entries.filter(({ fact, retracted_by: gone }) => fact && gone === null && fits(fact));
}
