// Who sits where from now on, and what they take along: that is asked, and never guessed.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Picks } from "/static/js/play/sheet.js";
import { KANJI } from "/static/js/seat.js";

const CARRIED = ["points", "nothing", "points_and_winds"];

// Where others sit down in another order meanwhile, what was chosen here would move them once more: it is chosen anew.
/** @param {TeaProps} props */
export function SeatsForm(props) {
  const sitting = JSON.stringify(props.snapshot.seats.map(({ name }) => name));
  return html`<${Order} key=${sitting} ...${props} />`;
}

/** @param {TeaProps} props */
function Order({ snapshot, words, nameOf, onBack, telling }) {
  const { seats, next } = snapshot;
  const [order, setOrder] = useState(() => seats.map(({ seat }) => seat));
  const [carried, carry] = useState(null);
  const byWind = seats.map((_, step) => ((next?.dealer ?? 0) + step) % seats.length);
  const isMoved = order.some((from, seat) => from !== seat);
  const windOf = (seat) => "ESWN"[(seat - (next?.dealer ?? 0) + seats.length) % seats.length];
  // Who sat there gets the seat that became free.
  const seat = (at, who) => setOrder(order.map((old, one) => (one === at ? who : old === who ? order[at] : old)));
  const round = () => setOrder(order.map((_, at) => order[(at + order.length - 1) % order.length]));
  return html`
    <p>${words.say("tea.seats.says")}</p>
    ${byWind.map((at) => html`
      <div key=${at} class="tea-seat">
        <p><span class="kanji" lang="ja" aria-hidden="true">${KANJI[windOf(at)]}</span> ${words.wind(windOf(at))}</p>
        <${Picks}
          label=${words.wind(windOf(at))}
          chosen=${order[at]}
          onPick=${(who) => seat(at, who)}
          options=${seats.map((one) => [one.seat, nameOf(one.seat)])}
        />
      </div>
    `)}
    <div class="tea-ways"><button type="button" onClick=${round}>${words.say("tea.round")}</button></div>
    <h3>${words.say("tea.carried")}</h3>
    <div class="tea-carried" role="group" aria-label=${words.say("tea.carried")}>
      ${CARRIED.map((what) => html`
        <button type="button" key=${what} aria-pressed=${carried === what} onClick=${() => carry(what)}>
          ${words.say(`tea.carried.${what}`)}
        </button>
      `)}
    </div>
    <div class="tea-ways tea-foot">
      <button type="button" onClick=${onBack}>${words.say("evening.back")}</button>
      <button
        type="button"
        class="confirm"
        disabled=${!isMoved || !carried}
        onClick=${() => telling.tell({ is: "SeatsChanged", order, carried })}
      >
        ${words.say("play.take")}
      </button>
    </div>
  `;
}
