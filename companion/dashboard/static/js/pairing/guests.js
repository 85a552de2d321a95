// The host's view: a code for one device, and the devices that were let in.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { ask, got } from "/static/js/commands.js";
import { Picks } from "/static/js/play/sheet.js";
import { why } from "/static/js/pairing/asking.js";

const LOOK_AGAIN_MS = 2_000;
const ARMED_MS = 4_000;
const PAGES = ["watch", "overlay"];

// A page that is not a table's gives out `roles` of its own, and no codes for screens that show a game.
export function Guests({ words, me, roles: offered = null }) {
  const [{ devices, wrong_codes: guessed }, look] = useDevices();
  const [role, setRole] = useState(offered ? offered[0] : "scorer");
  const [shown, setShown] = useState(null);
  const [said, say] = useState("");
  const roles = offered ?? [me.private && "spectator", "scorer", "host"].filter(Boolean);

  async function show() {
    const isShow = PAGES.includes(role);
    const answer = isShow ? await newCode("spectator", role) : await newCode(role);
    say(answer.error ? why(answer.error, words) : "");
    setShown(answer.error ? null : answer);
  }

  async function send(path, body) {
    const answer = await ask(path, body);
    say(answer.error ? why(answer.error, words) : "");
    look();
  }

  return html`
    <section>
      <h3>${words.say("pairing.let_in")}</h3>
      <${Picks}
        label=${words.say("pairing.let_in")}
        options=${[
          ...roles.map((name) => [name, words.say(`pairing.as.${name}`)]),
          ...(offered ? [] : PAGES).map((page) => [page, words.say(`pairing.for.${page}`)]),
        ]}
        chosen=${role}
        onPick=${setRole}
      />
      <button type="button" class="confirm" onClick=${show}>${words.say("pairing.show_code")}</button>
      ${shown && html`<${Shown}
        key=${shown.code}
        shown=${shown}
        words=${words}
        onOver=${() => setShown(null)}
      />`}
      <p class="pairing-said" role="alert">${said}</p>
      <p class="pairing-said guessed" role="status">
        ${guessed ? words.say("pairing.guessed", { count: guessed }) : null}
      </p>
    </section>
    <${Devices} devices=${devices} words=${words} send=${send} />`;
}

function Devices({ devices, words, send }) {
  const forgetAll = words.say("pairing.forget_all");
  return html`<section>
    <h3>${words.say("pairing.devices")}</h3>
    ${devices?.length === 0 && html`<p>${words.say("pairing.no_devices")}</p>`}
    <ul class="guests">
      ${(devices ?? []).map(({ id, name, role }) => html`<li key=${id}>
        <span><b>${name}</b> ${words.say(`pairing.as.${role}`)}</span>
        <${Sure}
          words=${words}
          label=${words.say("pairing.revoke")}
          spoken=${words.say("pairing.revoke_who", { name })}
          onSure=${() => send("/api/devices/revoke", { id })}
        />
      </li>`)}
    </ul>
    ${devices?.length > 1 && html`<${Sure}
      words=${words}
      label=${forgetAll}
      spoken=${forgetAll}
      onSure=${() => send("/api/devices/forget", {})}
    />`}
  </section>`;
}

export function Shown({ shown, words, onOver }) {
  if (!shown.qr) return html`<p>${words.say("pairing.unreachable")}</p>`;
  const { code, urls } = shown;
  return html`<div class="shown-code">
    <${Picture} qr=${shown.qr} words=${words} />
    <div>
      <p class="digits" aria-label=${[...code].join(" ")}>${code.slice(0, 3)} ${code.slice(3)}</p>
      <${Left} until=${shown.until} words=${words} onOver=${onOver} />
      <p>${words.say("pairing.where")}</p>
      ${urls.map((url) => html`<p class="url" key=${url}>${url}</p>`)}
    </div>
  </div>`;
}

// For how long a code is still good.
export function Left({ until, words, onOver }) {
  const left = useCountdown(until, onOver);
  return html`<p>${words.say("pairing.seconds", { count: left })}</p>`;
}

// A picture that other devices photograph, in black on white: cameras read it in either theme.
export function Picture({ qr: { size, path }, words }) {
  return html`<svg
    viewBox=${`0 0 ${size} ${size}`}
    role="img"
    aria-label=${words.say("pairing.picture")}
    shape-rendering="crispEdges"
  >
    <rect width=${size} height=${size} fill="#ffffff" />
    <path d=${path} fill="#000000" />
  </svg>`;
}

// Whether no other device reaches this page, as the host is told; false until that is known.
export function useUnreachable(isHost) {
  const [where] = useAsked(isHost ? "/api/pairing/addresses" : null);
  return where?.urls.length === 0;
}

// A code that lets one device in, and when it expires.
export async function newCode(role, page = "") {
  const answer = await ask("/api/pairing/code", { role, page });
  return answer.error ? answer : { ...answer, until: performance.now() + answer.seconds * 1_000 };
}

// What must not happen by mistake, such as sending somebody away, is tapped twice.
export function Sure({ words, label, spoken, onSure }) {
  const [isArmed, arm] = useState(false);
  useEffect(() => {
    if (!isArmed) return undefined;
    const timer = setTimeout(() => arm(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [isArmed]);
  const tapped = () => {
    arm(!isArmed);
    if (isArmed) onSure();
  };
  return html`<button
    type="button"
    class=${isArmed ? "danger" : ""}
    aria-label=${isArmed ? undefined : spoken}
    onClick=${tapped}
  >${isArmed ? words.say("pairing.sure") : label}</button>`;
}

function useDevices() {
  const [heard, setHeard] = useState({});
  const look = async () => {
    const newest = await got("/api/devices");
    if (newest) setHeard(newest);
  };
  useEffect(() => {
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return [heard, look];
}

function useCountdown(until, onOver) {
  const left = () => Math.max(0, Math.ceil((until - performance.now()) / 1_000));
  const [seconds, set] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => (left() ? set(left()) : onOver()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
