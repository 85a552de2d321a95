// What each payment is for: the hand, honba, sticks, pao. One line for each pair of players; at a draw, one for each
// payer.

import { html } from "/static/vendor/htm-preact-standalone.module.js";

export function Reasons({ result, words, nameOf }) {
  if (!result.payments.length) {
    const said = words.say(result.chombo === null ? "nothing_paid" : "chombo.later");
    return html`<p class="payments none">${said}</p>`;
  }
  const payer = ([first]) => (first.payer === null ? words.say("from_table") : nameOf(first.payer));
  const payees = ([{ payee, among = [payee] }]) => words.list(among.map(nameOf));
  const why = (paid) => words.say(`payment.${paid.reason}`);
  const part = (paid) => html`<b>${words.number(paid.points)}</b> <small>${why(paid)}</small>`;
  return html`
    <ul class="payments">
      ${[...byPair(result.payments), ...shared(result.payments)].map((line, at) => html`
        <li key=${at}>
          ${payer(line)} → ${payees(line)} ${line.map((paid, n) => html`${n > 0 && " + "}${part(paid)}`)}
        </li>
      `)}
    </ul>
  `;
}

// Whoever is not tenpai pays one sum, however many share it.
function shared(payments) {
  const sums = new Map();
  for (const paid of payments.filter(({ reason }) => reason === "noten")) {
    const { points, among } = sums.get(paid.payer) ?? { points: 0, among: [] };
    sums.set(paid.payer, { ...paid, points: points + paid.points, among: [...among, paid.payee] });
  }
  return [...sums.values()].map((paid) => [paid]);
}

// What one player pays another is one line, however many reasons it has.
function byPair(payments) {
  const pairs = new Map();
  for (const paid of payments.filter(({ reason }) => reason !== "noten")) {
    const key = `${paid.payer}-${paid.payee}`;
    pairs.set(key, [...(pairs.get(key) ?? []), paid]);
  }
  return [...pairs.values()];
}
