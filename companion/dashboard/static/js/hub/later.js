// What is rarely needed: who goes on to the finals, and which machine follows which table.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Choice, Field, Refused, useSaying } from "/static/js/hub/said.js";
import { useTyped } from "/static/js/hub/typed.js";
import { Sure } from "/static/js/pairing/guests.js";

const SEATS = 4;
const CARRIED = ["100", "50", "0"];

export function Cut({ evening, words }) {
  const [players, setPlayers] = useState(String(SEATS));
  const [carried, carry] = useState(CARRIED[0]);
  const [say, said] = useSaying();
  const { cut, begun, rounds } = evening;
  if (cut) {
    return html`<p>${words.say("hub.cut.made", {
      number: cut.after,
      count: cut.players.length,
      percent: cut.carried,
    })}</p>`;
  }
  if (begun === 0 || begun >= rounds) return null;
  const label = words.say("hub.cut.do", { count: Number(players) || 0 });
  return html`<div class="hub-form">
    <h3>${words.say("hub.cut")}</h3>
    <${Field}
      label=${words.say("hub.cut.players")}
      value=${players}
      onType=${setPlayers}
      type="number"
      min=${SEATS}
      step=${SEATS}
    />
    <${Choice}
      label=${words.say("hub.cut.carried")}
      value=${carried}
      options=${CARRIED.map((one) => [one, one])}
      onPick=${carry}
    />
    <${Sure}
      words=${words}
      label=${label}
      spoken=${label}
      onSure=${() => say("cut", { players: Number(players), carried: Number(carried) })}
    />
    <p class="quiet">${words.say("hub.cut.says")}</p>
    <${Refused} said=${said} words=${words} />
  </div>`;
}

export function Followed({ club, words }) {
  const { evening } = club;
  const [say, said] = useSaying();
  const { typed, put, settle } = useTyped(evening);
  const planned = Math.max(0, ...evening.plan.map((tables) => tables.length));
  const given = Object.keys(evening.companions).map(Number);
  const numbers = Array.from({ length: Math.max(planned, ...given) }, (_, at) => at + 1);
  const machines = club.order.map((id) => [id, club.tables[id]?.name ?? id]);
  if (numbers.length === 0 || machines.length === 0) return null;
  const pick = (table) => async (companion) => {
    put(table)(companion);
    settle({ [table]: companion }, await say("table", { table, companion }));
  };
  return html`<div class="hub-form">
    <h3>${words.say("hub.follows")}</h3>
    ${numbers.map((table) => html`<${Choice}
      key=${table}
      label=${words.say("hub.table", { number: table })}
      value=${typed[table] ?? evening.companions[table] ?? ""}
      options=${[["", words.say("hub.follows.none")], ...machines]}
      onPick=${pick(table)}
    />`)}
    <${Refused} said=${said} words=${words} />
  </div>`;
}
