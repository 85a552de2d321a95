// This device and the others: pair this one; on a host's screen let one in, and send one away.
// Loaded when it is opened.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { Sheet } from "/static/js/play/sheet.js";
import { why } from "/static/js/pairing/asking.js";
import { Guests } from "/static/js/pairing/guests.js";
import { hasKeys, Knock } from "/static/js/pairing/knock.js";
import { useStyle } from "/static/js/style.js";

const STYLE = "/static/css/pairing.css";

export function PairingSheet(props) {
  const { words, play, args, me, askMe } = props;
  const isDressed = useStyle(STYLE);
  const [isIn, comeIn] = useState(false);
  const [said, say] = useState("");
  // Somebody who was asked to let this table join a club, but had to become a host first, goes on with that.
  useEffect(() => {
    if (args.club && me?.role === "host") play.open("club", { code: args.club });
  }, [me?.role]);
  if (!isDressed || !me) return null;
  const mayKnock = me.role !== "host" && (me.role !== "scorer" || (args.code && !isIn));
  const entered = () => {
    comeIn(true);
    askMe();
  };
  const leave = async () => {
    const { error } = await ask("/api/pairing/leave");
    say(error ? why(error, words) : "");
    askMe();
  };
  return html`<${Sheet}
    title=${words.say("pairing.title")}
    side=${args.side}
    kind="pairing"
    words=${words}
    play=${play}
  >
    <p class="pairing-me"><b>${words.say(`pairing.role.${me.role}`)}</b> ${words.say(`pairing.says.${me.role}`)}</p>
    ${mayKnock && html`<${Knock}
      words=${words}
      code=${args.code}
      hasKey=${hasKeys(props.snapshot)}
      onIn=${entered}
    />`}
    ${me.role === "host" && html`<${Guests} words=${words} me=${me} />`}
    ${me.name && html`<p class="pairing-bar">
      <span>${words.say("pairing.paired_as", { name: me.name })}</span>
      <button type="button" onClick=${leave}>${words.say("pairing.leave")}</button>
    </p>`}
    <p class="pairing-said" role="alert">${said}</p>
  </${Sheet}>`;
}

// At a private table: nothing is shown but the door.
export function Door({ words, code }) {
  const isDressed = useStyle(STYLE);
  if (!isDressed) return null;
  return html`<main class="pairing door">
    <h1>${words.say("title")}</h1>
    <p>${words.say("pairing.says.stranger")}</p>
    <${Knock} words=${words} code=${code} onIn=${() => location.reload()} />
  </main>`;
}
