// What each payment is for: base, honba, sticks, pao, one line for each pair of players.

import { html } from "/static/vendor/htm-preact-standalone.module.js";

export function Reasons({ result, words, nameOf }) {
  if (!result.payments.length) {
    const said = words.say(result.chombo === null ? "nothing_paid" : "chombo.later");
    return html`<p class="payments none">${said}</p>`;
  }
  const payer = ([first]) => (first.payer === null ? words.say("from_table") : nameOf(first.payer));
  const payee = ([first]) => nameOf(first.payee);
  const why = (paid) => words.say(`payment.${paid.reason}`);
  const part = (paid) => html`<b>${words.number(paid.points)}</b> <small>${why(paid)}</small>`;
  return html`
    <ul class="payments">
      ${byPair(result.payments).map((pair, at) => html`
        <li key=${at}>
          ${payer(pair)} → ${payee(pair)} ${pair.map((paid, n) => html`${n > 0 && " + "}${part(paid)}`)}
        </li>
      `)}
    </ul>
  `;
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
