// The referee: which tables call, what one of them has recorded, and penalties. Made for a phone in one hand.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { clockTime, Minutes } from "/static/js/hub/minutes.js";
import { Penalties } from "/static/js/hub/penalties.js";
import { Refused } from "/static/js/hub/said.js";
import { Flags, playerOf, roundText } from "/static/js/hub/tables.js";
import { useStyle } from "/static/js/style.js";

const STYLES = ["/static/css/pieces.css", "/static/css/referee.css"];

export function Referee(props) {
  const { club, words } = props;
  const [shown, show] = useState("");
  const [said, set] = useState(null);
  const isDressed = useStyle(...STYLES);
  if (!isDressed) return null;
  const table = club.tables[shown];
  const come = async (call) => {
    const answer = await ask("/api/referee/come", { table: call.table, revision: call.revision });
    set(answer.error ? answer : null);
  };
  const open = (id) => {
    set(null);
    show(id);
  };
  const taken = { said, onSaid: set, onCome: come };
  // Who has gone to another table before an answer came stays there.
  const back = () => show((now) => (now === table.id ? "" : now));
  if (table) return html`<${OneTable} ...${props} ...${taken} table=${table} onBack=${back} />`;
  const calling = new Set(club.calls.map((call) => call.table));
  const others = club.order.map((id) => club.tables[id]).filter((one) => one && !calling.has(one.id));
  return html`<section class="hub-referee" aria-labelledby="referee-title">
    <h2 id="referee-title">${words.say("hub.referee.calls")}</h2>
    ${club.calls.length === 0 && html`<p class="quiet">${words.say("hub.referee.none")}</p>`}
    <ol class="referee-calls">
      ${club.calls.map((call) => club.tables[call.table] && html`<li key=${call.table}>
        <${Called}
          words=${words}
          call=${call}
          table=${club.tables[call.table]}
          onShow=${open}
          onCome=${come}
        />
      </li>`)}
    </ol>
    <${Flagged} words=${words} tables=${club.order.map((id) => club.tables[id])} onShow=${open} />
    ${others.length > 0 && html`<h2>${words.say("hub.referee.tables")}</h2>`}
    <div class="options">
      ${others.map((one) => html`<button type="button" key=${one.id} onClick=${() => open(one.id)}>
        ${one.name}
      </button>`)}
    </div>
    ${club.evening && html`<${Penalties} ...${props} evening=${club.evening} />`}
  </section>`;
}

// Whose time is up at any table; a tap opens that table.
function Flagged({ words, tables, onShow }) {
  const flagged = tables.filter((one) => one?.flags.length);
  if (flagged.length === 0) return null;
  return html`<h2>${words.say("hub.referee.flags")}</h2>
    <ul class="referee-calls">
      ${flagged.map((table) => html`<li key=${table.id}>
        <button type="button" class="referee-call" onClick=${() => onShow(table.id)}>
          <b>${table.name}</b>
          <span>${words.list(table.flags.map((seat) => playerOf(table, seat, words)))}</span>
        </button>
      </li>`)}
    </ul>`;
}

// One tap takes the call and opens the table's record.
function Called({ words, call, table, onShow, onCome }) {
  const take = () => {
    onShow(call.table);
    if (call.taken === null) onCome(call);
  };
  return html`<button type="button" class=${`referee-call ${call.taken === null ? "waits" : ""}`} onClick=${take}>
    <b>${table.name}</b>
    <span>${caller(call, table, words)}</span>
    <span class="quiet">${words.say("hub.referee.since", { time: clockTime(call.since * 1_000, words) })}</span>
    <b>${words.say(call.taken === null ? "hub.referee.take" : "hub.referee.taken")}</b>
  </button>`;
}

function OneTable(props) {
  const { club, words, table, said, onSaid, onCome, onBack } = props;
  const call = club.calls.find((one) => one.table === table.id);
  const done = async () => {
    const answer = await ask("/api/referee/done", { table: call.table, revision: call.revision });
    onSaid(answer.error ? answer : null);
    if (!answer.error) onBack();
  };
  const seated = table.game ? table.game.seats.map((seat) => seat.name) : [];
  return html`<section class="hub-referee" aria-labelledby="referee-title">
    <div class="referee-head">
      <button type="button" onClick=${onBack}>${words.say("hub.referee.back")}</button>
      ${call && html`<button type="button" class="confirm" onClick=${done}>${words.say("hub.referee.done")}</button>`}
      ${call?.taken === null && html`<button type="button" onClick=${() => onCome(call)}>
        ${words.say("hub.referee.take")}
      </button>`}
    </div>
    <h2 id="referee-title">${table.name}${table.game?.round && html` · ${roundText(table.game.round, words)}`}</h2>
    ${call && html`<p>${caller(call, table, words)} ·${" "}
      ${words.say("hub.referee.since", { time: clockTime(call.since * 1_000, words) })}</p>`}
    ${!table.is_here && html`<p class="warning">${words.say("hub.referee.away")}</p>`}
    <${Refused} said=${said} words=${words} />
    <${Flags} table=${table} words=${words} />
    <${Minutes} words=${words} table=${table} />
    ${club.evening && html`<${Penalties} ...${props} evening=${club.evening} seated=${seated} />`}
  </section>`;
}

function caller(call, table, words) {
  const name = call.seat === null ? "" : table.game?.seats[call.seat]?.name;
  return name ? words.say("hub.referee.by", { name }) : words.say("hub.referee.by_table");
}
