// The next hand: one tap deals it; where the table says otherwise, every number can be set by hand.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { KANJI } from "/static/js/seat.js";
import { Picks, Sheet, Stepper } from "/static/js/play/sheet.js";

export function dealNow({ play, choices }) {
  return play.tell("deal", { depth: choices.depth });
}

export function nextText(next, words, nameOf) {
  if (!next) return "";
  const name = words.say("round", { wind: words.wind(next.round_wind), number: next.number });
  return [name, next.honba > 0 && words.say("play.honba", { count: next.honba }), words.say("play.dealer_is", { name: nameOf(next.dealer) })].filter(Boolean).join(" · ");
}

export function DealSheet(props) {
  const { snapshot, words, nameOf, play, choices, args } = props;
  const { next } = snapshot;
  const [deal, setDeal] = useState({ round_wind: next.round_wind, dealer: next.dealer, honba: next.honba, kyoutaku: next.kyoutaku, points: [...next.points] });
  const set = (more) => setDeal({ ...deal, ...more });
  const go = () => {
    play.close();
    play.tell("deal", { depth: choices.depth, ...changed(deal, next) });
  };
  const total = deal.points.reduce((sum, points) => sum + points, 0) + 1_000 * deal.kyoutaku;
  const due = next.points.reduce((sum, points) => sum + points, 0) + 1_000 * next.kyoutaku;
  return html`<${Sheet} title=${words.say("play.deal_by_hand")} side=${args.side} words=${words} onClose=${play.close}
    foot=${html`<div class="foot"><p class=${`foot-said ${total === due ? "" : "is-off"}`} role="status">${total === due ? words.say("play.adds_up") : words.say("reminder.points_off", { off: words.difference(total - due) })}</p><button type="button" class="confirm" onClick=${go}>${words.say("play.deal")}</button></div>`}>
    <${Picks} label=${words.say("play.round_wind")} chosen=${deal.round_wind} onPick=${(round_wind) => set({ round_wind })} options=${[..."ESWN"].map((wind) => [wind, `${KANJI[wind]} ${words.wind(wind)}`])} />
    <${Picks} label=${words.say("dealer")} chosen=${deal.dealer} onPick=${(dealer) => set({ dealer })} options=${snapshot.seats.map((seat) => [seat.seat, nameOf(seat.seat)])} />
    <${Stepper} label=${words.say("play.honba_name")} value=${deal.honba} most=${99} onChange=${(honba) => set({ honba })} words=${words} />
    <${Stepper} label=${words.say("play.sticks_name")} value=${deal.kyoutaku} most=${99} onChange=${(kyoutaku) => set({ kyoutaku })} words=${words} />
    ${snapshot.seats.map((seat) => html`<${Stepper} key=${seat.seat} label=${nameOf(seat.seat)} value=${deal.points[seat.seat]} step=${100} least=${-999_900} onChange=${(points) => set({ points: deal.points.map((old, at) => (at === seat.seat ? points : old)) })} words=${words} />`)}
  </${Sheet}>`;
}

// Only what differs is said: what was not touched stays the table's own.
function changed(deal, next) {
  return Object.fromEntries(Object.entries(deal).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(next[field])));
}
