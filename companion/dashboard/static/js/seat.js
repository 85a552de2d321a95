// One seat: wind, points, name, riichi, river and melds; the same pieces for every layout.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { shortened, widthOf } from "/static/js/names.js";
import { Melds, River } from "/static/js/tiles.js";

// At its own seat a name is written small rather than cut; only one that is longer than any person's is cut.
const LONG_NAME = 24;
const LONGEST_NAME = 40;

export const KANJI = { E: "東", S: "南", W: "西", N: "北" };

// The kanji that is printed on the tile, in letters that the page brings.
export function WindMark({ wind }) {
  return html`<span class="kanji" lang="ja" aria-hidden="true">${KANJI[wind]}</span>`;
}

// Where the word itself is a kanji, it is not written twice.
export function hasWindMark(words) {
  return !/\p{Script=Han}/u.test(words.wind("E"));
}

export function Badge({ seat, words, isTurn }) {
  const word = words.wind(seat.wind);
  return html`<div class=${`badge ${seat.dealer ? "dealer" : ""} ${isTurn ? "is-turn" : ""}`}>
    <${WindMark} wind=${seat.wind} />
    <span class=${hasWindMark(words) ? "wind" : "unseen-by-eye"}>${word}</span>
  </div>`;
}

// Points of six digits, or with a minus before five, leave room for the name.
export function Points({ points, words }) {
  const text = words.number(points);
  return html`<div class=${text.length > 6 ? `points long-${Math.min(text.length, 8)}` : "points"}>${text}</div>`;
}

// A red band with the stick on it, as wide as the seat: who is in riichi is seen from every side, in every light.
export function Band({ riichi, words }) {
  if (!riichi) return null;
  const state = riichi.accepted ? "accepted" : "declared";
  const closed = words.say(riichi.double ? `riichi.double` : `riichi.${state}`);
  const spoken = riichi.open ? `${closed} · ${words.say("yaku.open_riichi")}` : closed;
  return html`<div class=${`band ${state}`}>
    <span class=${`stick ${state}`} role="img" aria-label=${spoken}><i aria-hidden="true"></i></span>
    <span class="said">${declared(riichi, words)}</span>
  </div>`;
}

function declared({ double, open, ippatsu }, words) {
  const said = [
    (double || !open) && words.say(double ? "riichi.short.double" : "riichi.short"),
    open && words.say("yaku.open_riichi"),
    ippatsu && words.say("riichi.ippatsu"),
  ];
  return said.filter(Boolean).join(" · ");
}

// Who this is: the name, the place, and how far behind the leader.
export function Person({ seat, snapshot, words, isEmpty, clocks }) {
  // Before the first game nobody sits there.
  if (isEmpty) return html`<div class="person"></div>`;
  const { points, place } = afterwards(seat, snapshot);
  const behind = points - Math.max(...snapshot.seats.map((other) => afterwards(other, snapshot).points));
  const notes = [
    seat.away && words.say("seat.away"),
    seat.dead && words.say("dead_hand"),
    seat.wareme && words.say("wareme"),
    seat.chips !== 0 && words.say("chips", { count: words.difference(seat.chips) }),
  ];
  return html`<div class="person">
    <${Name} name=${seat.name} />
    <div class="facts">
      ${clocks && html`<${clocks.SeatClock} told=${clocks.told} seat=${seat.seat} words=${words} />`}
      ${seat.dealer && html`<span class="is-dealer">${words.say("dealer")}</span>`}
      <span class="place">${words.say("place", { count: place })}</span>
      ${behind < 0 && html`<span class="behind">${words.difference(behind)}</span>`}
      ${notes.filter(Boolean).map((note) => html`<span class="note" key=${note}>${note}</span>`)}
    </div>
  </div>`;
}

function Name({ name }) {
  const kind = widthOf(name) > LONG_NAME ? "name long-name" : "name";
  return html`<div class=${kind}>${shortened(name, LONGEST_NAME)}</div>`;
}

// What this hand brought: the place that it leads to, the points before it, and the change; at the end the score.
export function Outcome({ seat, snapshot, words, score }) {
  const { result } = snapshot;
  const { name, place } = afterwards(seat, snapshot);
  const delta = result.deltas[seat.seat];
  const before = result.points[seat.seat] - delta;
  const sign = delta > 0 ? "gains" : delta < 0 ? "loses" : "";
  return html`<div class=${`outcome ${sign}`}>
    <${Name} name=${name} />
    <div class="course">
      <span class="place">${words.say("place", { count: place })}</span>
      <span class="before">${words.number(before)} →</span>
      <span class="delta">${delta === 0 ? "±0" : words.difference(delta)}</span>
      ${score !== undefined && html`<b class="score">${words.score(score)}</b>`}
    </div>
  </div>`;
}

// A seat as a hand or a game left it: it says the same before the points are paid and after. At the end the riichi
// sticks that nobody won are shared out, too.
export function afterwards(seat, { result, final }) {
  const last = final?.find((row) => row.seat === seat.seat);
  if (last) return { ...seat, points: last.points, place: last.place };
  if (!result) return seat;
  const { points } = result;
  const isBefore = (other, at) => other > points[seat.seat] || (other === points[seat.seat] && at < seat.seat);
  return { ...seat, points: points[seat.seat], place: points.filter(isBefore).length + 1 };
}

// The riichi sticks that lie on the table once the hand is paid: a winner has taken them, and the end shares them out.
export function sticksAfterwards({ next, kyoku, result, final }) {
  if (next) return next.kyoutaku;
  return final || result?.wins.length ? 0 : (kyoku?.kyoutaku ?? 0);
}

// What this seat pays and receives, one sum for each payer and payee; the card says what each is for.
export function Slips({ seat, result, words, nameOf }) {
  const sums = new Map();
  for (const { payer, payee, points, reason } of result.payments) {
    if (payer !== seat.seat && payee !== seat.seat) continue;
    // Tenpai is paid among all: by whom to whom says nothing.
    const isShared = reason === "noten";
    const other = payer === seat.seat ? `→ ${isShared ? "" : nameOf(payee)}` : `← ${isShared ? "" : giver(payer)}`;
    sums.set(other, points + (sums.get(other) ?? 0));
  }
  function giver(payer) {
    return payer === null ? words.say("from_table") : nameOf(payer);
  }
  if (!sums.size) return null;
  return html`<ul class="slips">
    ${[...sums].map(([other, points]) => html`<li key=${other}>${other.trim()} <b>${words.number(points)}</b></li>`)}
  </ul>`;
}

// What lies before the player, and what the player can say. Where nobody tells discards there is no river. `box` is a
// ref to what lies at the player's right hand, for whoever measures it.
export function Laid({ seat, kyoku, words, nameOf, acts, isBare, box }) {
  const offer = kyoku?.offer?.kind === "discard" && kyoku.offer.seat === seat.seat;
  const label = words.say("river.of", { name: seat.name });
  const kind = `laid ${seat.melds.length > 3 ? "crowded" : ""} ${isBare ? "bare" : ""}`;
  return html`<div class=${kind}>
    ${!isBare && html`<${River} river=${seat.river} offer=${offer} words=${words} label=${label} />`}
    <div class="right-hand" ref=${box}>
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
