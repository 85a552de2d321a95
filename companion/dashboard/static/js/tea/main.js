// What people agree on besides the play: a break, who plays, who sits where, points, rules and clocks. And one player:
// how far everybody else is. Loaded when it is first opened; each sheet is turned to who tapped.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useSheetWords } from "/static/js/later.js";
import { canPlay } from "/static/js/play/acts.js";
import { whyUnfit } from "/static/js/play/rules.js";
import { Sheet } from "/static/js/play/sheet.js";
import { Waits } from "/static/js/evening/waits.js";
import { isClosed } from "/static/js/play/table_acts.js";
import { useStyle } from "/static/js/style.js";
import { ClockForm } from "/static/js/tea/clock.js";
import { Differences } from "/static/js/tea/differences.js";
import { PersonForm } from "/static/js/tea/people.js";
import { PointsForm } from "/static/js/tea/points.js";
import { RulesForm } from "/static/js/tea/rules.js";
import { SeatsForm } from "/static/js/tea/seats.js";

const STYLE = "/static/css/tea.css";
const FORMS = {
  seats: SeatsForm,
  points: PointsForm,
  rules: RulesForm,
  clock: ClockForm,
  substitute: PersonForm,
  rename: PersonForm,
};

// What is agreed on here is told by this sheet.
const tellingOf = (play) => ({
  /** @param {Intention} what */
  tell: (what) => play.fromSheet(() => play.mean(what)),
  rules: (changes) =>
    play.fromSheet(async () => {
      const answer = await play.tell("rules", { changes });
      return { ...answer, says: whyUnfit(answer) };
    }),
});

export function TeaSheet(props) {
  const { play, args } = props;
  const words = useSheetWords(props.words, "tea", play);
  const isDressed = useStyle(STYLE);
  const [place, go] = useState({ view: args.view ?? null, seat: args.seat });
  const telling = tellingOf(play);
  if (!words || !isDressed) return null;
  const Form = FORMS[place.view];
  const title = words.say(Form ? `tea.${place.view}` : "tea.title");
  const back = () => go({ view: null });
  return html`
    <${Sheet} title=${title} side=${args.side} kind="tea-sheet" words=${words} play=${play}>
      ${Form
        ? html`<${Form} ...${props} words=${words} place=${place} onBack=${back} telling=${telling} />`
        : html`<${Ways} ...${props} words=${words} go=${go} telling=${telling} />`}
    </${Sheet}>
  `;
}

// Whether another hand can come by the rules as they are: once the last one is over, nobody needs another seat.
export function mayGoOn({ kyoku, result, next }) {
  return Boolean(next) || Boolean(kyoku && !result);
}

// Until the game is closed: by another rule it may go on, such as without a bust or into another wind.
export function mayChangeRules({ kyoku, next }) {
  return Boolean(kyoku || next);
}

// Everything on one sheet: for the table, then for each seat.
function Ways({ snapshot, words, nameOf, go, telling }) {
  const { tea, seats, kyoku, result } = snapshot;
  const isBetween = !kyoku || Boolean(result);
  return html`
    <div class="tea-ways">
      ${tea.paused
        ? html`<button type="button" class="go" onClick=${() => telling.tell({ is: "GameResumed" })}>
          ${words.say("tea.go_on")}
        </button>`
        : html`<button type="button" onClick=${() => telling.tell({ is: "GamePaused" })}>
          ${words.say("tea.break")}
        </button>`}
      ${mayGoOn(snapshot) && html`<button type="button" disabled=${!isBetween} onClick=${() => go({ view: "seats" })}>
        ${words.say("tea.seats")} …
      </button>`}
      <button type="button" disabled=${!isBetween} onClick=${() => go({ view: "points" })}>
        ${words.say("tea.points")} …
      </button>
      ${mayChangeRules(snapshot) && html`<button type="button" onClick=${() => go({ view: "rules" })}>
        ${words.say("tea.rules")} …
      </button>`}
      <button type="button" onClick=${() => go({ view: "clock" })}>${words.say("tea.clock")} …</button>
    </div>
    ${!isBetween && html`<p class="fine">${words.say("tea.between")}</p>`}
    ${seats.map(({ seat }) => html`
      <${Person} key=${seat} seat=${seat} name=${nameOf(seat)} tea=${tea} words=${words} go=${go} telling=${telling} />
    `)}
  `;
}

/** @param {TeaProps} props */
export function Person({ seat, name, tea, words, go, telling }) {
  const isAway = tea.away.includes(seat);
  const turn = () => telling.tell({ is: isAway ? "PlayerReturned" : "PlayerLeft", seat });
  return html`
    <section class="tea-person" aria-label=${name}>
      <h3>${name}${isAway && html` <span class="tea-away">${words.say("seat.away")}</span>`}</h3>
      <div class="tea-ways">
        <button type="button" class=${isAway ? "go" : ""} onClick=${turn}>
          ${words.say(isAway ? "tea.back" : "tea.leave")}
        </button>
        <button type="button" onClick=${() => go({ view: "substitute", seat })}>
          ${words.say("tea.substitute")} …
        </button>
        <button type="button" onClick=${() => go({ view: "rename", seat })}>${words.say("tea.rename")} …</button>
      </div>
    </section>
  `;
}

// One player: how far everybody else is, and what can be said of this player.
export function PlayerSheet(props) {
  const { snapshot, play, args, nameOf } = props;
  const words = useSheetWords(props.words, "tea", play);
  const isDressed = useStyle(STYLE);
  const telling = tellingOf(play);
  if (!words || !isDressed) return null;
  const go = ({ view, seat }) => play.open("tea", { view, seat, side: args.side });
  const mayTell = canPlay(props) && !isClosed(snapshot);
  const names = snapshot.seats.map(({ name }) => name);
  const person = { seat: args.seat, name: nameOf(args.seat), tea: snapshot.tea, words, go, telling };
  return html`
    <${Sheet} title=${nameOf(args.seat)} side=${args.side} kind="tea-sheet" words=${words} play=${play}>
      <${Differences} snapshot=${snapshot} seat=${args.seat} words=${words} nameOf=${nameOf} />
      <${Waits} result=${snapshot.result} names=${names} only=${args.seat} words=${words} />
      ${mayTell && html`<${Person} ...${person} />`}
    </${Sheet}>
  `;
}
