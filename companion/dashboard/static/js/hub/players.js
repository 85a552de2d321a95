// Before and between rounds: who plays, how many rounds and how long, the plan; undoing; and the next tournament.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Cut, Followed } from "/static/js/hub/later.js";
import { People } from "/static/js/hub/people.js";
import { Rules } from "/static/js/hub/rules.js";
import { Choice, Field, Refused, useSaying } from "/static/js/hub/said.js";
import { useTyped } from "/static/js/hub/typed.js";
import { Sure } from "/static/js/pairing/guests.js";

const MOST_LETTERS = 60;
const CLOCK_FIELDS = ["bank_s", "free_s", "again_s"];
const DAY_S = 86_400;

export function Players(props) {
  const { club, words } = props;
  const { evening } = club;
  const form = useTerms(evening);
  if (!evening) return html`<${Begin} ...${props} form=${form} />`;
  const mayBegin = evening.begun > 0 && evening.begun === evening.rounds;
  return html`<section class="hub-players" aria-labelledby="players-title" key=${evening.event}>
    <h2 id="players-title">${evening.title}</h2>
    ${!mayBegin && html`<${NotBegun} said=${form.said} words=${words} />`}
    <${Enter} evening=${evening} words=${words} />
    <${Plan} evening=${evening} words=${words} />
    <${People} evening=${evening} words=${words} />
    ${evening.players.length > 1 && html`<${Swap} evening=${evening} words=${words} />`}
    <${Cut} evening=${evening} words=${words} />
    <${Followed} club=${club} words=${words} />
    <${Terms} evening=${evening} words=${words} act="settings" />
    <${Rules} evening=${evening} words=${words} />
    <${PlayerClock} evening=${evening} words=${words} />
    <${Ending} evening=${evening} words=${words} />
    ${mayBegin && html`<${Terms} evening=${evening} words=${words} act="new" form=${form} />`}
  </section>`;
}

// Where there is no tournament, a host of the hub begins one; everybody else waits.
export function Begin({ words, me, form }) {
  if (me?.role !== "host") return html`<p>${words.say("hub.evening.none")}</p>`;
  return html`<section class="hub-players" aria-labelledby="begin-title">
    <h2 id="begin-title">${words.say("hub.evening.begin")}</h2>
    <${Terms} evening=${null} words=${words} act="new" form=${form} />
  </section>`;
}

function termsOf(evening) {
  const after = evening?.then && evening.then !== "none" ? evening.then : "one_more";
  return { rounds: String(evening?.rounds || 4), minutes: String(evening?.minutes ?? 75), after };
}

// What is typed about a tournament, and the answer. Whoever shows the form keeps both: if another host begins one
// meanwhile, the form is gone, but the reason why this one was not begun has to be shown.
export function useTerms(evening) {
  const [say, said, isAsking] = useSaying();
  return { ...useTyped(evening), say, said, isAsking };
}

// Why a tournament was not begun, if its form is gone. A lost connection is no reason: the tournament that is there now
// may be this one.
export function NotBegun({ said, words }) {
  return html`<${Refused} said=${said?.error === "not_connected" ? null : said} words=${words} />`;
}

export function Terms({ evening, words, act, form }) {
  const own = useTerms(evening);
  const { typed, put, settle, say, said, isAsking } = form ?? own;
  const { title = "", rounds, minutes, after } = { ...termsOf(evening), ...typed };
  const send = async (event) => {
    event.preventDefault();
    const told = { rounds: Number(rounds), minutes: Number(minutes), after };
    const answer = await say(act, act === "new" ? { title, ...told, event: evening?.event ?? "" } : told);
    if (answer) settle(typed, answer);
  };
  return html`<form class="hub-form" onSubmit=${send}>
    ${evening && html`<h3>${words.say(act === "new" ? "hub.evening.begin" : "hub.settings")}</h3>`}
    ${act === "new" && html`<${Field}
      label=${words.say("hub.evening.title")}
      value=${title}
      onType=${put("title")}
      required
      maxlength=${MOST_LETTERS}
    />`}
    <${Whole} label=${words.say("hub.rounds")} value=${rounds} onType=${put("rounds")} min="1" max="40" />
    <${Whole} label=${words.say("hub.minutes")} value=${minutes} onType=${put("minutes")} min="0" max="1440" />
    <${Choice}
      label=${words.say("hub.then")}
      value=${after}
      options=${["this_hand", "one_more"].map((kind) => [kind, words.say(`hub.then.${kind}`)])}
      onPick=${put("after")}
    />
    <button type="submit" class="confirm" disabled=${isAsking}>
      ${words.say(act === "new" ? "hub.evening.begin" : "hub.settings.keep")}
    </button>
    ${act === "settings" && evening.begun > 0 && html`<p class="quiet">${words.say("hub.settings.begun")}</p>`}
    <${Refused} said=${said} words=${words} />
  </form>`;
}

// How much time each player has to think; a bank of 0 is no clock.
export function PlayerClock({ evening, words }) {
  const { typed, put, settle } = useTyped(evening);
  const [say, said, isAsking] = useSaying();
  const told = { ...evening.player_clock, ...typed };
  const send = async (event) => {
    event.preventDefault();
    const seconds = Object.entries(told).map(([name, text]) => [name, Number(text)]);
    const answer = await say("clocks", Object.fromEntries(seconds));
    if (answer) settle(typed, answer);
  };
  return html`<form class="hub-form" onSubmit=${send}>
    <h3>${words.say("hub.clocks")}</h3>
    ${CLOCK_FIELDS.map((name) => html`<${Whole}
      key=${name}
      label=${words.say(`hub.clocks.${name}`)}
      value=${told[name]}
      onType=${put(name)}
      min="0"
      max=${DAY_S}
    />`)}
    <button type="submit" class="confirm" disabled=${isAsking}>${words.say("hub.settings.keep")}</button>
    <p class="quiet">${words.say("hub.clocks.says")}</p>
    <${Refused} said=${said} words=${words} />
  </form>`;
}

function Whole(props) {
  return html`<${Field} type="number" required ...${props} />`;
}

function Enter({ evening, words }) {
  const [names, type] = useState("");
  const [substitutes, mean] = useState(false);
  const [say, said, isAsking] = useSaying();
  const send = async (event) => {
    event.preventDefault();
    if (await say("players", { names, substitutes })) type("");
  };
  return html`<form class="hub-form" onSubmit=${send}>
    <label>${words.say("hub.players.enter")}
      <textarea
        rows=${evening.players.length ? 3 : 8}
        required
        value=${names}
        onInput=${(event) => type(event.target.value)}
      ></textarea>
    </label>
    <label class="tick">
      <input type="checkbox" checked=${substitutes} onChange=${(event) => mean(event.target.checked)} />
      ${words.say("hub.players.substitutes")}
    </label>
    <button type="submit" class="confirm" disabled=${isAsking}>${words.say("hub.players.add")}</button>
    <${Refused} said=${said} words=${words} />
  </form>`;
}

function Plan({ evening, words }) {
  const [say, said, isAsking] = useSaying();
  const [seed, next] = useState(1);
  if (evening.players.length < 4 || evening.begun >= evening.rounds) return null;
  const make = () => {
    say("plan", { seed });
    next(seed + 1);
  };
  const isThere = evening.plan.length > evening.begun;
  const label = isAsking ? "hub.plan.making" : isThere ? "hub.plan.again" : "hub.plan.make";
  return html`<div class="hub-form">
    <button type="button" class="confirm" disabled=${isAsking} onClick=${make}>${words.say(label)}</button>
    <p class="quiet">${words.say("hub.plan.says")}</p>
    <${Refused} said=${said} words=${words} />
  </div>`;
}

export function Swap({ evening, words }) {
  const people = evening.players.map((one) => [String(one.number), one.name]);
  const rounds = evening.plan.map((_, at) => [String(at + 1), String(at + 1)]);
  const [one, pickOne] = useState(people[0][0]);
  const [other, pickOther] = useState(people[1][0]);
  // Until somebody chooses a round it is the current one, even if the next one begins meanwhile.
  const [chosen, pickRound] = useState("");
  const round = chosen || String(Math.max(1, evening.begun));
  const [say, said, isAsking] = useSaying();
  const send = (event) => {
    event.preventDefault();
    say("swap", { round: Number(round), one: Number(one), other: Number(other) }, evening);
  };
  if (rounds.length === 0) return null;
  return html`<form class="hub-form" onSubmit=${send}>
    <h3>${words.say("hub.swap")}</h3>
    <${Choice} label=${words.say("hub.round")} value=${round} options=${rounds} onPick=${pickRound} />
    <${Choice} label=${words.say("hub.swap.one")} value=${one} options=${people} onPick=${pickOne} />
    <${Choice} label=${words.say("hub.swap.other")} value=${other} options=${people} onPick=${pickOther} />
    <button type="submit" disabled=${isAsking}>${words.say("hub.swap.do")}</button>
    <${Refused} said=${said} words=${words} />
  </form>`;
}

function Ending({ evening, words }) {
  const [say, said] = useSaying();
  return html`<div class="hub-form">
    <${Sure}
      words=${words}
      label=${words.say("hub.undo")}
      spoken=${words.say("hub.undo")}
      onSure=${() => say("undo", { revision: evening.undoable })}
    />
    <${Refused} said=${said} words=${words} />
  </div>`;
}
