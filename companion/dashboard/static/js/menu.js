// The menu: what can be done with the game, how the page looks and sounds on this device, and how the sources are. It
// is fetched once the page has come to rest, or earlier if somebody opens the menu.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { LANGUAGES } from "/static/js/words.js";
import { useLater } from "/static/js/later.js";
import { mayChooseLayout } from "/static/js/choices.js";
import { ageText } from "/static/js/centre.js";
import { whyItStops } from "/static/js/evening/stops.js";
import { canPlay } from "/static/js/play/acts.js";
import { otherEnd } from "/static/js/play/draws.js";
import { useFullScreen } from "/static/js/play/kiosk.js";
import { isClosed, isPretended } from "/static/js/play/table_acts.js";
import { sizes } from "/static/js/size.js";
import { Refused, Rulings } from "/static/js/rulings.js";

const SPEEDS = [1, 2, 5, 20, 100];

export function Menu(props) {
  const { snapshot, words, nameOf, connection, age, play, onClose } = props;
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  const { control } = snapshot;
  const close = () => dialog.current.close();
  const leave = (then) => {
    close();
    then();
  };
  const rules = words.say("rules", { rules: words.rules(snapshot.rules) });
  return html`<dialog
    class="menu"
    ref=${dialog}
    aria-label=${words.say("menu")}
    onClose=${onClose}
    onClick=${(event) => event.target === dialog.current && close()}
  >
    <div class="menu-in">
      <header>
        <h2>${words.say("menu")}</h2>
        <button type="button" class="close" aria-label=${words.say("close")} onClick=${close}>×</button>
      </header>
      <${GameChoices} ...${props} leave=${leave} />
      <${Refused} ...${{ snapshot, words, nameOf }} onWaive=${(reason) => play.tell("waive", { reason })} />
      <${PageChoices} ...${props} />
      <fieldset>
        <legend>${words.say("pairing.title")}</legend>
        <div class="options">
          <button type="button" class="pair" onClick=${() => leave(() => play.open("pairing"))}>
            ${words.say("pairing.open")}
          </button>
          ${props.me?.role === "host" && !control && html`<button
            type="button"
            class="club"
            onClick=${() => leave(() => play.open("club"))}
          >${words.say("pairing.club")}</button>`}
        </div>
      </fieldset>
      <${Health} ...${{ snapshot, words, nameOf, connection, age }} />
      ${snapshot.depth !== "points" && html`<${Rulings} snapshot=${snapshot} words=${words} nameOf=${nameOf} />`}
      <p class="fine">${rules} · ${words.say("entry", { seq: snapshot.seq })}</p>
    </div>
  </dialog>`;
}

// How the page looks and sounds on this device, and how quickly a pretend table plays.
function PageChoices(props) {
  const { snapshot, words, choices, layout, play, mayScore, onChoose } = props;
  const Sound = useSoundChoices();
  const { control } = snapshot;
  const seats = namedSeats(snapshot, words);
  return html`
    <${Choice}
      title=${words.say("language")}
      options=${LANGUAGES.map(({ code, name }) => [code, name])}
      chosen=${words.code}
      onPick=${(lang) => onChoose({ lang })}
    />
    ${mayChooseLayout(choices, innerWidth, innerHeight) && html`<${Choice}
      title=${words.say("layout")}
      options=${["flat", "stand"].map((kind) => [kind, words.say(`layout.${kind}`)])}
      chosen=${layout}
      onPick=${(kind) => onChoose({ layout: kind })}
    />`}
    <${Choice}
      title=${words.say("theme")}
      options=${["dark", "light"].map((kind) => [kind, words.say(`theme.${kind}`)])}
      chosen=${choices.theme}
      onPick=${(theme) => onChoose({ theme })}
    />
    <${Size} ...${props} />
    <${Choice}
      title=${words.say("near")}
      options=${seats}
      chosen=${choices.near}
      onPick=${(near) => onChoose({ near })}
    />
    <${Choice}
      title=${words.say("play.my_seat")}
      options=${[["none", words.say("play.all_seats")], ...seats]}
      chosen=${choices.seat}
      onPick=${(seat) => onChoose({ seat })}
    />
    ${Sound && html`<${Sound} words=${words} />`}
    ${control && mayScore && html`<${Choice}
      title=${words.say("speed")}
      options=${SPEEDS.map((speed) => [speed, `×${words.number(speed)}`])}
      chosen=${control.speed}
      onPick=${(speed) => play.tell("speed", { speed })}
    />`}`;
}

// Before the first game nobody has a name: a seat is called by its wind.
export function namedSeats({ seats, game }, words) {
  return seats.map(({ seat, name, wind }) => [seat, game === null ? words.wind(wind) : name]);
}

// What can be done with a game besides playing it. Whoever only looks on can look back, too.
function GameChoices(props) {
  const { snapshot, words, choices, play, mayScore, onChoose, leave } = props;
  const { isFull, turn } = useFullScreen();
  const mayPlay = canPlay(props) && snapshot.depth !== undefined;
  const isOn = mayPlay && !isClosed(snapshot);
  const ways = [
    isOn && ["depth", () => play.open("depth"), words.say("play.depth")],
    isOn && otherEnd(snapshot) && ["draw", () => play.open("draw"), words.say(otherEnd(snapshot))],
    isOn && ["dice", () => play.open("dice"), words.say("play.dice")],
    isOn && snapshot.next && ["deal", () => play.open("deal"), words.say("play.deal_by_hand")],
    isOn && hasSides(snapshot) && ["sides", () => play.open("sides"), words.say("play.sides")],
    isOn && mayAskForKan(snapshot, props.tournament) && ["kan", () => play.open("kan"), words.say("play.act.kan_ask")],
    isOn && snapshot.result && ["held", () => play.open("held"), words.say("play.held")],
    isOn && snapshot.game !== null && ["tea", () => play.open("tea"), words.say("play.tea")],
    isOn && hasEvening(snapshot) && ["keeping", () => play.open("keeping"), words.say("keeping.title")],
    isOn && ["finish", () => play.open("finish"), words.say("play.finish")],
    props.referee && mayScore && ["referee", () => play.open("referee"), words.say("play.referee")],
    ["evening", () => play.open("evening", { view: "history" }), words.say("play.evening")],
    mayPlay && !isOn && ["start", () => play.open("start"), words.say("play.new_game")],
    isPretended(snapshot) && ["pretend", () => onChoose({ camera: "shown" }), words.say("source.name.pretend_camera")],
    mayPlay && ["keys", () => location.assign("/keys"), words.say("play.keys")],
    mayScore && ["eye", () => play.open("eye"), words.say("source.name.camera")],
    turn && ["full-screen", turn, words.say(isFull ? "full_screen.leave" : "full_screen")],
    ["aloud", () => play.open("aloud"), words.say("sound.aloud")],
    mayPlay && !choices.kiosk && ["watch", () => watchOnly(play, onChoose), words.say("play.watch")],
  ].filter(Boolean);
  return html`<fieldset>
    <legend>${words.say("play.game")}</legend>
    <div class="options">
      ${ways.map(([key, act, name]) => html`<button type="button" key=${key} onClick=${() => leave(act)}>
        ${name}
      </button>`)}
    </div>
  </fieldset>`;
}

// No button is left then: how they come back is said first.
export function watchOnly(play, onChoose) {
  play.say({ code: "watching" });
  onChoose({ watch: true });
}

// Where the companion was started with a folder for the evening.
function hasEvening({ game, health }) {
  return game !== null && health.sources.some(({ name, state }) => name === "evening" && state === "up");
}

// After the hand, when its tiles are shown anyway; before that only the player's own phone offers it (play/acts.js). It
// is never offered in a tournament.
export function mayAskForKan({ result, seats }, tournament) {
  return !tournament && Boolean(result) && seats.some((seat) => seat.riichi);
}

function hasSides({ sides, health }) {
  return Boolean(sides) || health.sources.some(({ name }) => ["panel", "camera"].includes(name));
}

// The choices of sound are in the module that makes the sounds.
function useSoundChoices() {
  return useLater(true, () => import("/static/js/sound.js"), "SoundChoices");
}

// The page changes only when the slider is let go, so that the slider stays under the finger.
function Size({ words, choices, onChoose }) {
  const [shown, show] = useState(choices.scale);
  const { least, most, step } = sizes();
  const said = words.say("sound.percent", { percent: Math.round(shown * 100) });
  return html`<fieldset>
    <legend>${words.say("size")}</legend>
    <label class="slider">
      <input
        type="range"
        min=${least}
        max=${most}
        step=${step}
        value=${shown}
        aria-label=${words.say("size")}
        aria-valuetext=${said}
        onInput=${(event) => show(Number(event.target.value))}
        onChange=${(event) => onChoose({ scale: Number(event.target.value) })}
      />
      <output>${said}</output>
    </label>
  </fieldset>`;
}

function Choice({ title, options, chosen, onPick }) {
  return html`<fieldset>
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

// A source from elsewhere keeps the name that it gave itself.
function sourceName({ name }, words) {
  const key = `source.name.${keyOf(name)}`;
  return words.has(key) ? words.say(key) : name;
}

const keyOf = (name) => name.replaceAll(" ", "_");

// A note whose code has no words is shown as the companion wrote it, in English.
function noteOf({ name, code, note, stop }, control, words) {
  if (stop) return [whyItStops(stop, words), noteOf({ name, code, note: "", stop: null }, control, words)].join(" · ");
  const keys = [`source.note.${keyOf(name)}.${code}`, `source.note.${code}`, `reason.${code}`];
  const known = code && keys.find((key) => words.has(key));
  return known ? words.say(known, { speed: control?.speed ?? 1 }) : note;
}

// Each line: whether it is good, what it is about, and how it is.
export function Health({ snapshot, words, nameOf, connection, age }) {
  const { health } = snapshot;
  const isLive = connection === "live";
  const line = isLive ? words.say("connection.live", { age: ageText(age, words) }) : words.say("connection.lost");
  const off = words.difference(health.points_off);
  const points = health.points_ok ? words.say("health.right") : words.say("health.off", { off });
  const rows = [
    [isLive, words.say("connection"), line],
    ...health.sources.map((source) => sourceRow(source, snapshot, words, nameOf)),
    [health.points_ok, words.say("health.points"), points],
    [health.tiles_ok, words.say("health.tiles"), words.say(tilesKey(snapshot))],
  ];
  return html`<fieldset>
    <legend>${words.say("health")}</legend>
    <dl class="health">
      ${rows.map(([isGood, name, said], at) => html`<div key=${at}>
        <dt><i class=${`light ${isGood ? "good" : "bad"}`} aria-hidden="true"></i>${name}</dt>
        <dd>${said}</dd>
      </div>`)}
    </dl>
  </fieldset>`;
}

// Where nobody counts the draws, nothing was compared.
export function tilesKey({ wall, health }) {
  if (!wall || wall.live === null) return "health.uncounted";
  return health.tiles_ok ? "health.right" : "health.wrong";
}

function sourceRow(source, snapshot, words, nameOf) {
  const where = words.list([...source.sides].map((side) => sideSaid(side, snapshot, words, nameOf)));
  const said = [words.say(`source.${source.state}`), where, noteOf(source, snapshot.control, words)];
  return [source.state !== "down", sourceName(source, words), said.filter(Boolean).join(" · ")];
}

// A side of the table, and whoever sits there.
function sideSaid(side, { sides }, words, nameOf) {
  const seat = sides.indexOf(side);
  return seat < 0 ? words.say("source.side", { side }) : words.say("source.side.of", { side, name: nameOf(seat) });
}
