// Who takes part: whoever has left, and each person's name, team and table.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Field, Refused, useSaying } from "/static/js/hub/said.js";

const LONGEST_NAME = 40;
const LONGEST_TEAM = 60;

export function People({ evening, words }) {
  const [say, said] = useSaying();
  const [open, show] = useState(0);
  // The form of somebody else that was opened before the answer came stays open.
  const done = (number) => show((now) => (now === number ? 0 : now));
  return html`<h3>${words.say("hub.players.count", { count: evening.players.length })}</h3>
    <ol class="hub-people">
      ${evening.players.map((one) => html`<li
        key=${one.number}
        class=${[one.is_away && "is-out", open === one.number && "is-open"].filter(Boolean).join(" ")}
      >
        <span>${one.name}${remarks(one, words).map((text) => html` <small key=${text}>${text}</small>`)}</span>
        <button
          type="button"
          aria-label=${words.say(one.is_away ? "hub.back_who" : "hub.left_who", { name: one.name })}
          onClick=${() => say(one.is_away ? "back" : "left", { player: one.number })}
        >${words.say(one.is_away ? "hub.back" : "hub.left")}</button>
        <button
          type="button"
          aria-expanded=${open === one.number ? "true" : "false"}
          aria-label=${words.say("hub.change_who", { name: one.name })}
          onClick=${() => show(open === one.number ? 0 : one.number)}
        >${words.say("hub.change")}</button>
        ${open === one.number && html`<${Person} one=${one} words=${words} onDone=${() => done(one.number)} />`}
      </li>`)}
    </ol>
    <${Refused} said=${said} words=${words} />`;
}

function remarks({ team, table, is_substitute: isSubstitute }, words) {
  return [
    team,
    isSubstitute && words.say("hub.person.substitute"),
    table > 0 && words.say("hub.person.fixed", { number: table }),
  ].filter(Boolean);
}

function Person({ one, words, onDone }) {
  const [typed, type] = useState({});
  const put = (field) => (text) => type((before) => ({ ...before, [field]: text }));
  const { name, team, table } = { ...one, table: String(one.table), ...typed };
  const [say, said, isAsking] = useSaying();
  const send = async (event) => {
    event.preventDefault();
    const player = one.number;
    // Only what was changed is sent, one thing after the other, until something is refused.
    if (name.trim() !== one.name && !(await say("rename", { player, name }))) return;
    if (team.trim() !== one.team && !(await say("team", { player, team }))) return;
    if (Number(table) !== one.table && !(await say("fixed", { player, table: Number(table) }))) return;
    onDone();
  };
  return html`<form class="hub-change" onSubmit=${send}>
    <${Field} label=${words.say("final.name")} value=${name} onType=${put("name")} maxlength=${LONGEST_NAME} required />
    <${Field} label=${words.say("hub.person.team")} value=${team} onType=${put("team")} maxlength=${LONGEST_TEAM} />
    <${Field}
      label=${words.say("hub.person.table")}
      value=${table}
      onType=${put("table")}
      type="number"
      min="0"
      required
    />
    <button type="submit" class="confirm" disabled=${isAsking}>${words.say("hub.settings.keep")}</button>
    <${Refused} said=${said} words=${words} />
  </form>`;
}
