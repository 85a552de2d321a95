// The next hand where the table says otherwise: every number can be set by hand.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { hasWindMark, WindMark } from "/static/js/seat.js";
import { Picks, Sheet, Stepper } from "/static/js/play/sheet.js";

export function DealSheet(props) {
  const { snapshot, words, nameOf, play, choices, args } = props;
  const { next } = snapshot;
  // Only what somebody touched: while the sheet lies open, a correction may change what is due.
  const [touched, touch] = useState({});
  const [counted, count] = useState({});
  const deal = dealt(next, touched, counted);
  const set = (more) => touch({ ...touched, ...more });
  const go = () => play.fromSheet(() => play.tell("deal", { depth: choices.depth, ...changed(deal, next) }));
  return html`
    <${Sheet}
      title=${words.say("play.deal_by_hand")}
      side=${args.side}
      words=${words}
      play=${play}
      foot=${html`<${Sum} off=${offBy(deal, snapshot)} words=${words} onDeal=${go} />`}
    >
      <${Picks}
        label=${words.say("play.round_wind")}
        chosen=${deal.round_wind}
        onPick=${(round_wind) => set({ round_wind })}
        options=${[..."ESWN"].map((wind) => [wind, windName(wind, words)])}
      />
      <${Picks}
        label=${words.say("dealer")}
        chosen=${deal.dealer}
        onPick=${(dealer) => set({ dealer })}
        options=${snapshot.seats.map(({ seat }) => [seat, nameOf(seat)])}
      />
      <${Stepper}
        label=${words.say("play.honba_name")}
        value=${deal.honba}
        most=${99}
        onChange=${(honba) => set({ honba })}
        words=${words}
      />
      <${Stepper}
        label=${words.say("play.sticks_name")}
        value=${deal.kyoutaku}
        most=${99}
        onChange=${(kyoutaku) => set({ kyoutaku })}
        words=${words}
      />
      ${snapshot.seats.map(({ seat }) => html`
        <${Stepper}
          key=${seat}
          label=${nameOf(seat)}
          value=${deal.points[seat]}
          step=${100}
          least=${-999_900}
          onChange=${(points) => count({ ...counted, [seat]: points })}
          words=${words}
        />
      `)}
    </${Sheet}>
  `;
}

// Whether as many points are on the table as there should be, and the tap that deals.
function Sum({ off, words, onDeal }) {
  const said = off === 0 ? words.say("play.adds_up") : words.say("reminder.points_off", { off: words.difference(off) });
  return html`
    <div class="foot">
      <p class=${`foot-said ${off === 0 ? "" : "is-off"}`} role="status">${said}</p>
      <button type="button" class="confirm" onClick=${onDeal}>${words.say("play.deal")}</button>
    </div>
  `;
}

// What is due, with what somebody touched in its place; `counted` has points by seat.
function dealt({ round_wind, dealer, honba, kyoutaku, points }, touched, counted) {
  return { round_wind, dealer, honba, kyoutaku, ...touched, points: points.map((due, seat) => counted[seat] ?? due) };
}

// How many points too many are on the table, its sticks counted; below zero: too few. The reminder counts in the same
// way.
export function offBy({ points, kyoutaku }, { start_points: start, players }) {
  return points.reduce((sum, one) => sum + one, 0) + 1_000 * kyoutaku - start * players;
}

// Only what differs is said: what was not touched stays the table's own.
function changed(deal, next) {
  const isTouched = ([field, value]) => JSON.stringify(value) !== JSON.stringify(next[field]);
  return Object.fromEntries(Object.entries(deal).filter(isTouched));
}

function windName(wind, words) {
  return html`${hasWindMark(words) && html`<${WindMark} wind=${wind} /> `}${words.wind(wind)}`;
}
