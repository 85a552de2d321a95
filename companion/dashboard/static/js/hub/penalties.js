// Penalties: what a referee gives, and by player what was given; each can be taken back.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Choice, Field, Refused, useSaying } from "/static/js/hub/said.js";
import { Sure } from "/static/js/pairing/guests.js";

// The table's own score may already include what these cost: it is shown, but not filled in.
const AT_TABLE = ["chombo", "dead_hand"];
const MOST_LETTERS = 60;
const UNIT = 100; // points; a total has one decimal of a thousand

export function Penalties(props) {
  const { evening, words } = props;
  return html`<${Give} ...${props} /><${Given} evening=${evening} words=${words} />`;
}

// If a table is open, its people come first.
function Give({ evening, words, seated = [] }) {
  const people = evening.players.filter((one) => seated.includes(one.name));
  const others = evening.players.filter((one) => !seated.includes(one.name));
  const options = [...people, ...others].map((one) => [String(one.number), one.name]);
  const [player, pick] = useState("");
  const kinds = evening.penalty_kinds;
  const [chosen, choose] = useState("");
  const [typed, setPoints] = useState(null);
  const [reason, setReason] = useState("");
  const [say, said, isAsking] = useSaying("referee");
  if (options.length === 0 || kinds.length === 0) return null;
  const { kind, costs } = kinds.find((one) => one.kind === chosen) ?? kinds[0];
  const points = typed ?? String(AT_TABLE.includes(kind) ? 0 : (costs ?? 0));
  const send = async (event) => {
    event.preventDefault();
    const told = { player: who, kind, points: Number(points), reason, round: evening.begun };
    if (!(await say("penalty", told, evening))) return;
    setReason("");
    setPoints(null);
  };
  const who = Number(player || options[0][0]);
  const has = (other) => evening.penalties.some((one) => one.player === who && one.kind === other);
  const isSecond = kind === "yellow_card" && has(kind) && kinds.some((one) => one.kind === "red_card");
  return html`<form class="hub-form" onSubmit=${send}>
    <h3>${words.say("hub.penalty")}</h3>
    <${Choice} label=${words.say("final.name")} value=${player || options[0][0]} options=${options} onPick=${pick} />
    <${Choice}
      label=${words.say("hub.penalty.kind")}
      value=${kind}
      options=${kinds.map((one) => [one.kind, words.say(`hub.penalty.${one.kind}`)])}
      onPick=${(one) => {
        choose(one);
        setPoints(null);
      }}
    />
    ${isSecond && html`<p class="warning">${words.say("hub.penalty.second")}</p>`}
    <${Field}
      label=${words.say("hub.penalty.takes")}
      value=${points}
      onType=${setPoints}
      type="number"
      min=${kind === "points" ? UNIT : 0}
      step=${UNIT}
      required
    />
    <p class="quiet">${costOf(costs, words)}</p>
    ${AT_TABLE.includes(kind) && html`<p class="quiet">${words.say("hub.penalty.at_table")}</p>`}
    <${Field} label=${words.say("hub.reason")} value=${reason} onType=${setReason} maxlength=${MOST_LETTERS} />
    <button type="submit" disabled=${isAsking}>${words.say("hub.penalty.give")}</button>
    <${Refused} said=${said} words=${words} />
  </form>`;
}

function costOf(costs, words) {
  return words.say(costs === null ? "hub.penalty.named" : "hub.penalty.costs", { points: words.number(costs ?? 0) });
}

function Given({ evening, words }) {
  const [say, said] = useSaying("referee");
  const of = (one) => evening.penalties.filter((each) => each.player === one.number);
  const players = evening.players.filter((one) => of(one).length > 0);
  return html`${players.length > 0 && html`<h3>${words.say("hub.penalty.given")}</h3>`}
    <ul class="referee-given">
      ${players.map((one) => html`<li key=${one.number}>
        <b class="name">${one.name}</b>
        <ul>${of(one).map((each) => html`<li key=${each.revision}>
          <span>${line(each, words)}</span>
          <${Sure}
            words=${words}
            label=${words.say("hub.penalty.undo")}
            spoken=${words.say("hub.penalty.undo_of", { name: one.name, penalty: line(each, words) })}
            onSure=${() => say("unpenalty", { revision: each.revision })}
          />
        </li>`)}</ul>
      </li>`)}
    </ul>
    <${Refused} said=${said} words=${words} />`;
}

function line({ kind, points, reason, round }, words) {
  const where = round ? words.say("hub.penalty.in_round", { number: round }) : "";
  const cost = points ? words.number(-points) : "";
  return [words.say(`hub.penalty.${kind}`), cost, reason, where].filter(Boolean).join(" · ");
}
