// What the table sounds like: chimes on, speech off, until somebody chooses otherwise. Loaded after the page is there.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { codesWith } from "/static/js/languages.js";
import { announcements, KINDS, PHRASES, waiting } from "/static/js/sound/announcements.js";
import { Lately } from "/static/js/sound/lately.js";
import { checked, HOURS, isQuiet, keepSettings, keptSettings, VOLUMES } from "/static/js/sound/settings.js";
import { Speaker } from "/static/js/sound/speaker.js";

export { announcements, KINDS, PHRASES };

const SPOKEN = codesWith("is_spoken");
const SEAT_FIRST = codesWith("says_seat_first"); // "South: riichi" there, "riichi, South" elsewhere
const DEEDS = ["chi", "pon", "kan", "kita", "riichi", "double_riichi", "ron", "tsumo", "chombo"];
const PREPARE_AFTER_MS = 1_000;
const NIGHT = { from: 22, to: 7 };

// One device has one loudspeaker and one set of choices, whatever part of the page asks.
let settings = keptSettings();
const listening = new Set();

export class Sounds {
  constructor(given = settings, speaker = new Speaker()) {
    settings = checked(given);
    this.speaker = speaker;
    this.prepared = null;
    this.lately = new Lately();
    listening.add(this);
    // Any touch of the page will do, and no tap waits for it.
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.unlock(), { passive: true });
  }

  unlock() {
    this.speaker.unlock();
  }

  // Called with each state of the table and the one before it. Never waits and never throws.
  heard(before, after, words, hour = new Date().getHours(), now = performance.now()) {
    this.prepare(words.code);
    const lately = this.lately.with(waiting(before), now);
    if (isQuiet(settings.quiet, hour)) return;
    const audible = announcements(before, after, lately).filter(({ kind }) => !settings.muted.includes(kind));
    for (const { kind, phrases } of audible) this.announce(kind, phrases, words.code);
  }

  announce(kind, phrases, code) {
    const { chimes, speech, volume } = settings;
    if (!chimes && !speech) return;
    this.speaker.say({ chime: chimes ? kind : null, paths: speech ? paths(phrases, code) : [], volume });
  }

  // Only where speech is on, and not while the page is still being loaded.
  prepare(code) {
    if (!settings.speech || this.prepared === code || !this.speaker.isUnlocked) return;
    this.prepared = code;
    setTimeout(() => this.speaker.prepare(paths(PHRASES, code)), PREPARE_AFTER_MS);
  }
}

// The seat moves before what it does where people speak so.
export function inOrder(phrases, code) {
  if (!SEAT_FIRST.includes(code)) return phrases;
  const ordered = [...phrases];
  for (const [at, phrase] of phrases.entries()) {
    if (DEEDS.includes(phrase) && phrases[at + 1]?.startsWith("seat.")) ordered.splice(at, 2, phrases[at + 1], phrase);
  }
  return ordered;
}

function paths(phrases, code) {
  const language = SPOKEN.includes(code) ? code : "en";
  return inOrder(phrases, language).map((phrase) => `/static/sounds/${language}/${phrase}.mp3`);
}

// The part of the menu that chooses all this.
export function SoundChoices({ words }) {
  const [shown, show] = useState(settings);
  function choose(change) {
    settings = checked({ ...settings, ...change });
    keepSettings(settings);
    show(settings);
    for (const sounds of listening) sounds.prepare(words.code);
  }
  const example = () => listening.forEach((sounds) => sounds.announce("riichi", ["riichi", "seat.S"], words.code));
  const { chimes, speech, volume, quiet } = shown;
  return html`
    <${Choices} title=${words.say("sound")}>
      <${Toggle} isOn=${chimes} onTap=${() => choose({ chimes: !chimes })}>${words.say("sound.chimes")}<//>
      <${Toggle} isOn=${speech} onTap=${() => choose({ speech: !speech })}>${words.say("sound.speech")}<//>
      <button type="button" disabled=${!chimes && !speech} onClick=${example}>${words.say("sound.try")}</button>
    <//>
    <${Choices} title=${words.say("sound.volume")}>
      ${VOLUMES.map((step) => html`<${Toggle}
        key=${step}
        isOn=${volume === step}
        onTap=${() => choose({ volume: step })}
      >${words.say("sound.percent", { percent: 100 * step })}<//>`)}
    <//>
    <${Kinds} words=${words} muted=${shown.muted} onChoose=${choose} />
    <${Choices} title=${words.say("sound.quiet")}>
      <${Toggle} isOn=${quiet !== null} onTap=${() => choose({ quiet: quiet ? null : NIGHT })}>
        ${words.say("sound.quiet.on")}
      <//>
      ${quiet && html`<${Hour}
        label=${words.say("sound.quiet.from")}
        hour=${quiet.from}
        onPick=${(from) => choose({ quiet: { ...quiet, from } })}
      />`}
      ${quiet && html`<${Hour}
        label=${words.say("sound.quiet.to")}
        hour=${quiet.to}
        onPick=${(to) => choose({ quiet: { ...quiet, to } })}
      />`}
    <//>`;
}

function Kinds({ words, muted, onChoose }) {
  const toggled = (kind) => (muted.includes(kind) ? muted.filter((other) => other !== kind) : [...muted, kind]);
  return html`<${Choices} title=${words.say("sound.kinds")}>
    ${KINDS.map((kind) => html`<${Toggle}
      key=${kind}
      isOn=${!muted.includes(kind)}
      onTap=${() => onChoose({ muted: toggled(kind) })}
    >${words.say(`sound.kind.${kind}`)}<//>`)}
  <//>`;
}

function Choices({ title, children }) {
  return html`<fieldset>
    <legend>${title}</legend>
    <div class="options">${children}</div>
  </fieldset>`;
}

function Toggle({ isOn, onTap, children }) {
  return html`<button type="button" aria-pressed=${isOn ? "true" : "false"} onClick=${onTap}>${children}</button>`;
}

function Hour({ label, hour, onPick }) {
  const clock = (each) => `${String(each).padStart(2, "0")}:00`;
  const picked = (event) => onPick(Number(event.target.value));
  return html`<select class="hour" aria-label=${label} value=${hour} onChange=${picked}>
    ${HOURS.map((each) => html`<option key=${each} value=${each}>${label} ${clock(each)}</option>`)}
  </select>`;
}
