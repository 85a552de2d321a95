// Putting right what stands in the journal: which entries they are, and the command that takes their place.

import { got } from "/static/js/commands.js";

// The entries of the running hand that count and whose fact fits, oldest first.
export async function entriesOf(fits) {
  const history = await got("/api/history");
  const entries = history?.kyoku?.at(-1)?.entries ?? [];
  return entries.filter(({ fact, retracted_by: gone }) => fact && gone === null && fits(fact));
}

export async function seqsOf(fits) {
  return (await entriesOf(fits)).map((entry) => entry.seq);
}

export function correction(retracts, facts) {
  return { retracts, facts };
}
