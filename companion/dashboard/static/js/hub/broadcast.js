// For a streamer: which table is shown, how late, and at which addresses.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { ask, got } from "/static/js/commands.js";
import { Choice, Field, Refused } from "/static/js/hub/said.js";
import { why } from "/static/js/pairing/asking.js";
import { Left, newCode, useUnreachable } from "/static/js/pairing/guests.js";
import { useStyle } from "/static/js/style.js";

const LOOK_AGAIN_MS = 2_000;
const SHOWN = { lower: "?overlay=1", full: "?overlay=table", tv: "?watch=1" };

export function Broadcast(props) {
  const { words } = props;
  const [now, hear] = useBroadcast();
  const isDressed = useStyle("/static/css/relay.css");
  if (!now || !isDressed) return null;
  return html`<section class="hub-broadcast" aria-labelledby="broadcast-title">
    <h2 id="broadcast-title">${words.say("hub.view.broadcast")}</h2>
    <p>${words.say("hub.broadcast.says")}</p>
    <${Chosen} ...${props} now=${now} onSaid=${hear} />
    ${now.port === null
      ? html`<p class="warning">${words.say("hub.broadcast.no_port")} <code>--broadcast-port</code></p>`
      : html`<${Addresses} ...${props} port=${now.port} />`}
  </section>`;
}

// What is chosen and what is shown, asked again and again; and how to pass on an answer that came another way.
function useBroadcast() {
  const [now, hear] = useState(null);
  useEffect(() => {
    const look = async () => {
      const heard = await got("/api/broadcast");
      if (heard) hear(heard);
    };
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return [now, hear];
}

function Chosen({ club, words, now, onSaid }) {
  const [typed, type] = useState({});
  // A field that nobody has touched here shows what the hub has, even after another page has changed it.
  const { table, delay } = { table: now.table, delay: String(now.delay_s), ...typed };
  const [refused, refuse] = useState(null);
  const tables = club.order.map((id) => club.tables[id]).filter(Boolean);
  const show = async () => {
    const answer = await ask("/api/broadcast", { table, delay_s: /^\d+$/.test(delay) ? Number(delay) : -1 });
    refuse(answer.error ? answer : null);
    if (answer.error) return;
    type({});
    onSaid(answer);
  };
  return html`<div class="hub-form">
    <${Choice}
      label=${words.say("hub.broadcast.table")}
      value=${table}
      options=${[["", words.say("hub.broadcast.none")], ...tables.map((one) => [one.id, one.name])]}
      onPick=${(id) => type((before) => ({ ...before, table: id }))}
    />
    <${Field}
      label=${words.say("hub.broadcast.delay", { most: now.longest_s })}
      value=${delay}
      onType=${(text) => type((before) => ({ ...before, delay: text }))}
      type="number"
      min="0"
      max=${now.longest_s}
      inputmode="numeric"
    />
    <button type="button" class="confirm" onClick=${show}>${words.say("hub.broadcast.choose")}</button>
    <${Refused} said=${refused} words=${words} />
    <p role="status"><b>${state(now, club, words)}</b></p>
    ${now.owed_s > 0 && html`<p>${words.say("hub.broadcast.owed", { time: minutes(now.owed_s) })}</p>`}
  </div>`;
}

function state({ table, delay_s, is_waiting }, club, words) {
  const shown = club.tables[table];
  if (!shown) return words.say("hub.broadcast.off");
  if (shown.is_newer) return words.say("hub.trouble.newer");
  const said = { table: shown.name, time: minutes(delay_s) };
  return words.say(is_waiting ? "hub.broadcast.waiting" : "hub.broadcast.shown", said);
}

function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Without https: nobody vouches for the hub's certificate, and OBS refuses it without asking.
function address(host, port, asked, key) {
  const url = new URL(`/${asked}${key}`, location.origin);
  Object.assign(url, { protocol: "http:", hostname: host, port });
  return url.href;
}

// On the hub's own screen the page is at `localhost`, where no other device finds it.
function Addresses({ me, words, port }) {
  const isUnreachable = useUnreachable(true);
  const [where] = useAsked("/api/pairing/addresses");
  const found = (where?.urls ?? []).map((url) => new URL(url).hostname);
  const hosts = found.length ? found : [location.hostname];
  const [code, hear] = useState(null);
  const [refused, refuse] = useState("");
  const letIn = async () => {
    const answer = await newCode("spectator", "overlay");
    refuse(answer.error ? why(answer.error, words) : "");
    hear(answer.error ? null : answer);
  };
  const key = code ? `#pair=${code.code}` : "";
  return html`<h3>${words.say("hub.broadcast.where")}</h3>
    ${isUnreachable && html`<p class="warning">${words.say("pairing.unreachable")}</p>`}
    <dl class="broadcast-where">
      ${Object.entries(SHOWN).map(([kind, asked]) => html`<div key=${kind}>
        <dt>${words.say(`hub.broadcast.${kind}`)}</dt>
        ${hosts.map((host) => html`<dd key=${host} translate="no">
          <a href=${address(host, port, asked, key)} target="_blank" rel="noopener">
            ${address(host, port, asked, key)}
          </a>
        </dd>`)}
      </div>`)}
    </dl>
    ${me?.private && html`<p>${words.say("hub.broadcast.private")}</p>
      <button type="button" onClick=${letIn}>${words.say("pairing.show_code")}</button>
      ${code && html`<${Left} key=${code.code} until=${code.until} words=${words} onOver=${() => hear(null)} />`}
      <p class="said" role="alert">${refused}</p>`}`;
}
