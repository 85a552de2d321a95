// Putting right what stands in the journal: which entries they are, and the command that takes their place.

import { got } from "/static/js/commands.js";

// The entries of the running hand that count and whose fact fits, oldest first.
export async function entriesOf(fits) {
  const history = await got("/api/history");
  const lines = history?.hands?.at(-1)?.lines ?? [];
  return lines.filter((line) => line.fact && !line.taken_back && fits(line.fact));
}

export async function seqsOf(fits) {
  return (await entriesOf(fits)).map((entry) => entry.seq);
}

export function correction(retracts, facts) {
  return { retracts, facts };
}
