// This device at the hub: what it may do, how it looks, and for the host who else may change something.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { why } from "/static/js/pairing/asking.js";
import { Guests } from "/static/js/pairing/guests.js";
import { Knock } from "/static/js/pairing/knock.js";
import { useStyle } from "/static/js/style.js";
import { LANGUAGES } from "/static/js/words.js";

const STYLES = ["/static/css/sheets.css", "/static/css/pairing.css"];
const USUAL_PORT = "8144";
// Nobody keeps the score at the hub: a device that is let in as a scorer is a referee's.
const SAYS = { host: "hub.says.host", scorer: "hub.says.referee" };

export function Device(props) {
  const { words, me, askMe, photographed, choices, onChoose } = props;
  const isDressed = useStyle(...STYLES);
  const [said, say] = useState("");
  if (!isDressed || !me) return null;
  const leave = async () => {
    const { error } = await ask("/api/pairing/leave");
    say(error ? why(error, words) : "");
    askMe();
  };
  return html`<section class="pairing hub-device" aria-labelledby="device-title">
    <h2 id="device-title">${words.say("pairing.title")}</h2>
    <p>${words.say(SAYS[me.role] ?? "hub.says.spectator", { port: location.port || USUAL_PORT })}</p>
    ${me.role !== "host" && html`<${Knock} words=${words} code=${photographed} hasKey=${false} onIn=${askMe} />`}
    ${me.name && html`<p class="pairing-bar">
      <span>${words.say("pairing.paired_as", { name: me.name })}</span>
      <button type="button" onClick=${leave}>${words.say("pairing.leave")}</button>
    </p>`}
    <p class="pairing-said" role="alert">${said}</p>
    <${Picks}
      title=${words.say("language")}
      options=${LANGUAGES.map(({ code, name }) => [code, name])}
      chosen=${words.code}
      onPick=${(lang) => onChoose({ lang })}
    />
    <${Picks}
      title=${words.say("theme")}
      options=${["dark", "light"].map((kind) => [kind, words.say(`theme.${kind}`)])}
      chosen=${choices.theme}
      onPick=${(theme) => onChoose({ theme })}
    />
    ${me.role === "host" && html`<${Guests}
      words=${words}
      me=${me}
      roles=${["host", "scorer", ...(me.private ? ["spectator"] : [])]}
    />`}
  </section>`;
}

// A private page shows a stranger only this: how to be let in.
export function Door({ words, photographed }) {
  const isDressed = useStyle(...STYLES);
  if (!isDressed) return null;
  return html`<main class="pairing door">
    <h1>${words.say("hub.title")}</h1>
    <p>${words.say("hub.says.stranger")}</p>
    <${Knock} words=${words} code=${photographed} hasKey=${false} onIn=${() => location.reload()} />
  </main>`;
}

function Picks({ title, options, chosen, onPick }) {
  return html`<fieldset class="hub-picks">
    <legend>${title}</legend>
    <div class="options">
      ${options.map(([value, name]) => html`<button
        type="button"
        key=${value}
        aria-pressed=${value === chosen ? "true" : "false"}
        onClick=${() => onPick(value)}
      >${name}</button>`)}
    </div>
  </fieldset>`;
}
