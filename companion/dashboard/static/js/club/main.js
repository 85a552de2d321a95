// The club of this table: joining one by the code on its hub's screen, how much the hub has, and leaving it. For hosts.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask, got } from "/static/js/commands.js";
import { useSheetWords } from "/static/js/later.js";
import { Sure } from "/static/js/pairing/guests.js";
import { Sheet } from "/static/js/play/sheet.js";
import { useStyle } from "/static/js/style.js";

const LOOK_AGAIN_MS = 2_000;
// Longer than any code; what is pasted may have spaces in it.
const MOST_LETTERS = 200;

export function ClubSheet({ words: plain, play, args, me, askMe, connection }) {
  const words = useSheetWords(plain, "club", play);
  const [heard, hear] = useState(null);
  const isDressed = useStyle("/static/css/pairing.css");
  const isHost = me?.role === "host";
  useEffect(() => {
    if (!isHost) return undefined;
    const look = async () => {
      const told = await got("/api/membership");
      // Somebody may have taken the role away meanwhile.
      if (!told) askMe();
      // What was heard stays in sight, and what is half written with it.
      hear((old) => told ?? { ...old, error: "not_connected" });
    };
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isHost]);
  if (!words || !isDressed || !me || (isHost && !heard)) return null;
  const Shown = heard?.club ? Member : Join;
  return html`<${Sheet}
    title=${words.say("pairing.club")}
    side=${args.side}
    kind="pairing"
    words=${words}
    play=${play}
  >
    ${!isHost && html`<${NotHost} words=${words} onPair=${() => play.open("pairing", { club: args.code })} />`}
    ${isHost && heard.error && html`<p class="pairing-said" role="alert">
      ${words.say(`pairing.error.${connection === "live" ? "other" : "not_connected"}`)}
    </p>`}
    ${isHost && "club" in heard && html`<${Shown}
      club=${heard.club}
      first=${args.code ?? ""}
      words=${words}
      onHeard=${hear}
    />`}
  </${Sheet}>`;
}

// The code of the club that the device came with is kept for when it is a host.
function NotHost({ words, onPair }) {
  return html`<p>${words.say("club.not_host")}</p>
    <button type="button" class="confirm" onClick=${onPair}>${words.say("pairing.title")}</button>`;
}

function Join({ first, words, onHeard }) {
  const [code, type] = useState(first);
  const [said, say] = useState("");
  const [isAsking, wait] = useState(false);
  async function join(event) {
    event.preventDefault();
    wait(true);
    const answer = await ask("/api/membership/join", { code: code.trim() });
    wait(false);
    if (answer.error) return say(whyNot(answer, words));
    onHeard(answer);
  }
  return html`<form class="knock" onSubmit=${join}>
    <p>${words.say("club.join.says")}</p>
    <label>
      ${words.say("club.join.code")}
      <textarea
        rows="3"
        autocomplete="off"
        autocapitalize="none"
        spellcheck=${false}
        maxlength=${MOST_LETTERS}
        required
        value=${code}
        onInput=${(event) => type(event.target.value)}
      ></textarea>
    </label>
    <p>${words.say("club.join.names")}</p>
    <button type="submit" class="confirm" disabled=${isAsking}>${words.say("club.join")}</button>
    <p class="pairing-said" role="alert">${said}</p>
  </form>`;
}

function Member({ club, words, onHeard }) {
  const [said, say] = useState("");
  const { name, hub, is_reached: isReached, behind, spare } = club;
  const state = isReached ? (behind ? "club.behind" : "club.whole") : "club.unreached";
  async function leave() {
    const answer = await ask("/api/membership/leave");
    if (answer.error) return say(why(answer.error, words));
    onHeard(answer);
  }
  return html`
    <p>${words.say("club.member", { name, hub })}</p>
    <p role="status">${words.say(state, { count: behind })}</p>
    ${spare && html`<p class="warning" role="alert">${words.say("club.replaced", { spare })}</p>`}
    <p>${words.say("club.leave.says")}</p>
    <p class="pairing-bar"><${Sure}
      words=${words}
      label=${words.say("club.leave")}
      spoken=${words.say("club.leave")}
      onSure=${leave}
    /></p>
    <p class="pairing-said" role="alert">${said}</p>`;
}

// What the club's computer or this one says about it stands in English, with what to type.
function whyNot({ error, message }, words) {
  if (error !== "hub_refuses") return why(error, words);
  return html`${why(error, words)} <span lang="en">${message}</span>`;
}

function why(error, words) {
  const known = `club.error.${error}`;
  return words.say(words.has(known) ? known : "pairing.error.other");
}
