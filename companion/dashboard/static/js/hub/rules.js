// The rules by which everybody plays; once the first round has begun they stay.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Choice, Refused, useSaying } from "/static/js/hub/said.js";
import { useTyped } from "/static/js/hub/typed.js";

const TIES = ["none", "places"];

export function Rules({ evening, words }) {
  const { typed, put, settle } = useTyped(evening);
  const [say, said, isAsking] = useSaying();
  const told = { rules: evening.rules, ties: evening.ties, ...typed };
  const names = [...new Set([evening.rules, ...evening.rules_offered])];
  const send = async (event) => {
    event.preventDefault();
    const answer = await say("rules", told);
    if (answer) settle(typed, answer);
  };
  if (evening.begun > 0)
    return html`<section class="hub-form">
      <h3>${words.say("play.rules")}</h3>
      <p>${words.rules(evening.rules)}</p>
      <p>${words.say("hub.rules.ties")} · ${words.say(`hub.rules.ties.${evening.ties}`)}</p>
      <p class="quiet">${words.say("hub.rules.stay")}</p>
    </section>`;
  return html`<form class="hub-form" onSubmit=${send}>
    <h3>${words.say("play.rules")}</h3>
    <${Choice}
      label=${words.say("hub.rules.pick")}
      value=${told.rules}
      options=${names.map((name) => [name, words.rules(name)])}
      onPick=${put("rules")}
    />
    <${Choice}
      label=${words.say("hub.rules.ties")}
      value=${told.ties}
      options=${TIES.map((kind) => [kind, words.say(`hub.rules.ties.${kind}`)])}
      onPick=${put("ties")}
    />
    <button type="submit" class="confirm" disabled=${isAsking}>${words.say("hub.settings.keep")}</button>
    <p class="quiet">${words.say("hub.rules.says")}</p>
    <${Refused} said=${said} words=${words} />
  </form>`;
}
