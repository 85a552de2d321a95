// Penalties: what a referee gives, and by player what was given; each can be taken back.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { Choice, Field, Refused } from "/static/js/hub/said.js";
import { Sure } from "/static/js/pairing/guests.js";

const KINDS = ["warning", "yellow_card", "chombo", "dead_hand", "points"];
const MOST_LETTERS = 60;

export function Penalties(props) {
  const { evening, words } = props;
  return html`<${Give} ...${props} /><${Given} evening=${evening} words=${words} />`;
}

function useReferee() {
  const [said, set] = useState(null);
  const say = async (act, body) => {
    const answer = await ask(`/api/referee/${act}`, body);
    set(answer.error ? answer : null);
    return !answer.error;
  };
  return [say, said];
}

// Where a table is looked at, its people come first.
function Give({ evening, words, seated = [] }) {
  const people = evening.players.filter((one) => seated.includes(one.name));
  const others = evening.players.filter((one) => !seated.includes(one.name));
  const options = [...people, ...others].map((one) => [String(one.number), one.name]);
  const [player, pick] = useState("");
  const [kind, choose] = useState("warning");
  const [points, setPoints] = useState("0");
  const [reason, setReason] = useState("");
  const [say, said] = useReferee();
  if (options.length === 0) return null;
  const send = async (event) => {
    event.preventDefault();
    const who = Number(player || options[0][0]);
    const body = { player: who, kind, points: Number(points), reason, round: evening.begun };
    if (await say("penalty", body)) setReason("");
  };
  return html`<form class="hub-form" onSubmit=${send}>
    <h3>${words.say("hub.penalty")}</h3>
    <${Choice} label=${words.say("final.name")} value=${player || options[0][0]} options=${options} onPick=${pick} />
    <${Choice}
      label=${words.say("hub.penalty.kind")}
      value=${kind}
      options=${KINDS.map((one) => [one, words.say(`hub.penalty.${one}`)])}
      onPick=${choose}
    />
    <${Field}
      label=${words.say("hub.penalty.takes")}
      value=${points}
      onType=${setPoints}
      type="number"
      min=${kind === "points" ? 1 : 0}
      required
    />
    ${["chombo", "dead_hand"].includes(kind) && html`<p class="quiet">${words.say("hub.penalty.at_table")}</p>`}
    <${Field} label=${words.say("hub.reason")} value=${reason} onType=${setReason} maxlength=${MOST_LETTERS} />
    <button type="submit">${words.say("hub.penalty.give")}</button>
    <${Refused} said=${said} words=${words} />
  </form>`;
}

function Given({ evening, words }) {
  const [say, said] = useReferee();
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
