// One seat: wind, points, name, riichi, river and melds; the same pieces for every layout.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { shortened, widthOf } from "/static/js/names.js";
import { Melds, River } from "/static/js/tiles.js";

// At its own seat a name is written small rather than cut; only one that is longer than any person's is cut.
const LONG_NAME = 24;
const LONGEST_NAME = 40;
// Finds room in one line beside the change.
const SHORT = 20;

export const KANJI = { E: "東", S: "南", W: "西", N: "北" };

export function Badge({ seat, words, isTurn }) {
  return html`<div class=${`badge ${seat.dealer ? "dealer" : ""} ${isTurn ? "is-turn" : ""}`}>
    <span class="kanji" lang="ja" aria-hidden="true">${KANJI[seat.wind]}</span>
    <span class="wind">${words.wind(seat.wind)}</span>
  </div>`;
}

export function Points({ points, words }) {
  return html`<div class="points">${words.number(points)}</div>`;
}

export function Stick({ riichi, words }) {
  if (!riichi) return html`<span class="stick"></span>`;
  const state = riichi.accepted ? "accepted" : "declared";
  const closed = words.say(riichi.double ? `riichi.double` : `riichi.${state}`);
  const said = riichi.open ? `${closed} · ${words.say("yaku.open_riichi")}` : closed;
  return html`<span class=${`stick ${state}`} role="img" aria-label=${said}><i aria-hidden="true"></i></span>`;
}

// Who this is, and the small facts: dealer, place, difference to the first, riichi in words.
export function Person({ seat, first, words, isEmpty }) {
  // Before the first game nobody sits there.
  if (isEmpty) return html`<div class="person"></div>`;
  const behind = seat.points - first;
  const facts = [
    seat.dealer && words.say("dealer"),
    words.say("place", { place: seat.place }),
    behind < 0 && words.difference(behind),
  ];
  const kind = `name ${widthOf(seat.name) > LONG_NAME ? "long-name" : ""}`;
  return html`<div class="person">
    <div class=${kind}>${shortened(seat.name, LONGEST_NAME)}</div>
    <div class="facts">${facts.filter(Boolean).join(" · ")}</div>
    ${seat.riichi && html`<${Declared} riichi=${seat.riichi} words=${words} />`}
  </div>`;
}

function Declared({ riichi, words }) {
  const closed = words.say(riichi.double ? "riichi.short.double" : "riichi.short");
  const open = riichi.open && words.say("yaku.open_riichi");
  const said = open ? [riichi.double && closed, open].filter(Boolean).join(" · ") : closed;
  const ippatsu = riichi.ippatsu ? ` · ${words.say("riichi.ippatsu")}` : "";
  return html`<div class="said">${said}${ippatsu}</div>`;
}

// What this hand brought: the change, and each payment with its reason. A name that stands here is short: the change
// needs the room.
// Where not all slips find room, none is shown: the card in the middle has them.
export function Outcome({ seat, result, words, nameOf, most = Infinity, isNamed }) {
  const delta = result.deltas[seat.seat];
  const own = result.payments.filter((paid) => paid.payer === seat.seat || paid.payee === seat.seat);
  const slips = own.map((paid) => slip(paid, seat.seat, words, nameOf));
  const hasRoom = !isNamed || [seat.name, ...slips].every((text) => widthOf(text) <= SHORT);
  const sign = delta > 0 ? "gains" : delta < 0 ? "loses" : "";
  return html`<div class=${`outcome ${sign}`}>
    <div class="course">
      ${isNamed
        ? html`<div class="name">${shortened(seat.name, LONG_NAME)}</div>`
        : html`<${Before} seat=${seat} result=${result} words=${words} />`}
      <div class="delta">${delta === 0 ? "±0" : words.difference(delta)}</div>
    </div>
    ${own.length > 0 && own.length <= most && hasRoom && html`<ul class="slips">
      ${slips.map((text, at) => html`<li key=${at}>${text}</li>`)}
    </ul>`}
  </div>`;
}

// The points from which the change leads to those that are shown large; with the place where nothing else says it.
export function Before({ seat, result, words, isPlaced }) {
  const after = afterwards(seat, result);
  const place = isPlaced && words.say("place", { place: after.place });
  const before = `${words.number(after.points - result.deltas[seat.seat])} →`;
  return html`<div class="before">${[place, before].filter(Boolean).join(" · ")}</div>`;
}

// A seat as a hand or a game left it: it says the same before the points are paid and after.
export function afterwards(seat, result) {
  if (!result) return seat;
  const { points } = result;
  const isBefore = (other, at) => other > points[seat.seat] || (other === points[seat.seat] && at < seat.seat);
  return { ...seat, points: points[seat.seat], place: points.filter(isBefore).length + 1 };
}

function slip(paid, seat, words, nameOf) {
  const reason = words.say(`payment.${paid.reason}`);
  const points = words.number(paid.points);
  if (paid.payer === null) return `← ${points} ${reason}`;
  if (paid.payer === seat) return `→ ${nameOf(paid.payee)} ${points} ${reason}`;
  return `← ${nameOf(paid.payer)} ${points} ${reason}`;
}

// What lies before the player, and what the player can say. Where nobody tells discards there is no river.
export function Laid({ seat, kyoku, words, nameOf, acts, isBare }) {
  const offer = kyoku?.offer?.kind === "discard" && kyoku.offer.seat === seat.seat;
  const label = words.say("river.of", { name: seat.name });
  const kind = `laid ${seat.melds.length > 3 ? "crowded" : ""} ${isBare ? "bare" : ""}`;
  return html`<div class=${kind}>
    <div class="front">
      <${Stick} riichi=${seat.riichi} words=${words} />
      ${!isBare && html`<${River} river=${seat.river} offer=${offer} words=${words} label=${label} />`}
    </div>
    <div class="right-hand">
      ${acts}
      <${Melds} melds=${seat.melds} kita=${seat.kita} words=${words} nameOf=${nameOf} />
    </div>
  </div>`;
}

export function seatLabel(seat, words) {
  return `${words.wind(seat.wind)}, ${seat.name}`;
}

// Whether nobody tells discards in this hand.
export function hasNoRivers({ kyoku, result, seats }) {
  return (kyoku?.phase === "unfollowed" || Boolean(result)) && seats.every((seat) => !seat.river.length);
}
