// What each payment is for: base, honba, sticks, pao, one line for each pair of players.

import { html } from "/static/vendor/htm-preact-standalone.module.js";

export function Reasons({ result, words, nameOf }) {
  if (!result.payments.length) return html`<p class="payments none">${words.say(result.chombo === null ? "nothing_paid" : "chombo.later")}</p>`;
  const part = (paid) => html`<b>${words.number(paid.points)}</b> <small>${words.say(`payment.${paid.reason}`)}</small>`;
  return html`<ul class="payments">${byPair(result.payments).map(
    (pair, at) => html`<li key=${at}>${pair[0].payer === null ? words.say("from_table") : nameOf(pair[0].payer)} → ${nameOf(pair[0].payee)} ${pair.map((paid, n) => html`${n > 0 && " + "}${part(paid)}`)}</li>`,
  )}</ul>`;
}

// What one player pays another is one line, however many reasons it has.
function byPair(payments) {
  const pairs = new Map();
  for (const paid of payments) {
    const key = `${paid.payer}-${paid.payee}`;
    pairs.set(key, [...(pairs.get(key) ?? []), paid]);
  }
  return [...pairs.values()];
}
