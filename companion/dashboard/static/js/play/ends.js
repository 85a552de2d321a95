// The sheet of other ends: abortive draws, nagashi mangan and chombo, with which of them are possible, and whose.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAnswer } from "/static/js/asking.js";
import { abortiveOf, draw, otherEnd } from "/static/js/play/draws.js";
import { HouseActs } from "/static/js/play/house.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";

const CHOMBO = ["false_win", "noten_riichi", "wrong_kan", "other"];

/** @param {Props} props */
export function DrawSheet(props) {
  const { snapshot, words, play, args } = props;
  const [isChombo, setChombo] = useState(false);
  const [why, setWhy] = useState("");
  const [together, setTogether] = useState(null);
  /** @param {Intention} what */
  const tell = (what) => play.fromSheet(() => play.mean(what));
  const isOpen = !snapshot.result && !isChombo;
  const changes = useChanges(isChombo ? chombosOf(snapshot) : isOpen ? drawsOf(snapshot) : [], play, snapshot.seq);
  const said = { ...props, changes, tell };
  return html`
    <${Sheet}
      title=${words.say(otherEnd(snapshot) ?? "play.other_end")}
      side=${args.side}
      kind="ends-sheet"
      words=${words}
      play=${play}
    >
      ${isOpen && html`<${Abortive} ...${said} />`}
      ${isOpen && "nagashi_mangan" in snapshot.draws && html`
        <${Nagashi} ...${said} together=${together} onTogether=${setTogether} />
      `}
      ${!snapshot.result && html`<${HouseActs} ...${props} />`}
      <button
        type="button"
        class="row-button danger"
        aria-expanded=${isChombo}
        onClick=${() => setChombo(!isChombo)}
      >
        <b>${words.say("play.chombo")}</b>
      </button>
      ${isChombo && html`<${Chombo} ...${said} why=${why} onWhy=${setWhy} />`}
    </${Sheet}>
  `;
}

/** @type {(seat: number) => Intention} */
const kyuushuOf = (seat) => draw("kyuushu", { by: seat });
/** @type {(...seats: number[]) => Intention} */
const nagashiOf = (...seats) => draw("nagashi_mangan", { nagashi: seats });
/** @type {(seat: number) => Intention} */
const chomboOf = (seat) => ({ is: "Chombo", seat });

// The draws that the sheet offers: the kind, whose change is shown, and what is told. A draw of nobody shows the first
// seat's change: everybody has the same.
/** @type {(snapshot: any) => [string, number, Intention][]} */
function drawsOf(snapshot) {
  const { able, possible } = abortiveOf(snapshot);
  const isNagashi = "nagashi_mangan" in snapshot.draws && !snapshot.draws.nagashi_mangan;
  const nagashi = isNagashi ? snapshot.seats : [];
  return [
    ...possible.map((/** @type {any} */ kind) => [kind, 0, draw(kind)]),
    ...able.map(({ seat }) => ["kyuushu", seat, kyuushuOf(seat)]),
    ...nagashi.map(({ seat }) => ["nagashi_mangan", seat, nagashiOf(seat)]),
  ];
}

/** @type {(snapshot: any) => [string, number, Intention][]} */
const chombosOf = ({ seats }) => seats.map(({ seat }) => ["chombo", seat, chomboOf(seat)]);

const nameOfEnd = (kind, seat) => `${kind} ${seat}`;

const reasonText = (reason, words) => (words.has(`reason.${reason}`) ? words.say(`reason.${reason}`) : "");

// The abortive draws that the rules play: what can be said now as buttons, what cannot below them, each with its
// reason.
/** @param {Props} props */
function Abortive({ snapshot, words, nameOf, tell, changes }) {
  const { draws } = snapshot;
  const { able, possible, refused } = abortiveOf(snapshot);
  const declare = (seat) => tell(kyuushuOf(seat));
  if (!able.length && !possible.length && !refused.length) return null;
  return html`
    <section class="ends">
      <h3>${words.say("play.abortive")}</h3>
      <div class="picks">
        ${possible.map((kind) => html`<${OfNobody} key=${kind} ...${{ kind, words, tell, changes }} />`)}
      </div>
      ${able.length > 0 && html`
        <p>${words.say("draw.kyuushu")}</p>
        <${Of}
          ...${{ words, nameOf, changes }}
          of="kyuushu"
          seats=${able}
          label="play.kyuushu_of"
          onPick=${declare}
        />
      `}
      ${refused.length > 0 && html`
        <dl class="not-now-ends">
          ${refused.map((kind) => html`
            <div key=${kind}>
              <dt>${words.say(`draw.${kind}`)}</dt>
              <dd class="fine">${reasonText(draws[kind], words)}</dd>
            </div>
          `)}
        </dl>
      `}
    </section>
  `;
}

// A draw that is nobody's brings everybody the same, which stands beside its name.
/** @param {Props} props */
function OfNobody({ kind, words, tell, changes }) {
  const name = words.say(`draw.${kind}`);
  return html`
    <button type="button" class="would" aria-label=${name} onClick=${() => tell(draw(kind))}>
      <b>${name}</b> <span>${changeText(changes[nameOfEnd(kind, 0)], words)}</span>
    </button>
  `;
}

// Nagashi mangan of one player is one tap; that of several is chosen first.
/** @param {Props} props */
function Nagashi(props) {
  const { snapshot, words, nameOf, tell, changes, together, onTogether } = props;
  const reason = snapshot.draws.nagashi_mangan;
  const declare = (seats) => tell(nagashiOf(...seats));
  const pick = (seat) => declare([seat]);
  const several = html`
    <button
      type="button"
      aria-label=${words.say("play.nagashi_several")}
      aria-expanded=${Boolean(together)}
      onClick=${() => onTogether(together ? null : [])}
    >
      ${words.say("play.several")} …
    </button>
  `;
  const one = { seats: snapshot.seats, label: "play.nagashi_of", of: "nagashi_mangan", words, nameOf, changes };
  return html`
    <section class="ends">
      <h3>${words.say("draw.nagashi_mangan")}</h3>
      ${reason
        ? html`<p class="fine">${reasonText(reason, words)}</p>`
        : html`<${Of} ...${one} onPick=${pick}>${several}</${Of}>`}
      ${together && html`
        <${Several} ...${props} chosen=${together} onChoose=${onTogether} onConfirm=${() => declare(together)} />
      `}
    </section>
  `;
}

// What went wrong, if anybody wants to say it, and whose it was.
/** @param {Props} props */
function Chombo({ snapshot, words, nameOf, tell, changes, why, onWhy }) {
  const said = why && words.say(`play.chombo.${why}`);
  const meantBy = (seat) => ({ ...chomboOf(seat), ...(said && { why: said }) });
  return html`
    <p>${words.say("play.chombo_why")}</p>
    <${Picks}
      label=${words.say("play.chombo_why")}
      options=${CHOMBO.map((code) => [code, words.say(`play.chombo.${code}`)])}
      chosen=${why}
      onPick=${onWhy}
    />
    <p>${words.say("play.chombo_by")}</p>
    <${Of}
      ...${{ words, nameOf, changes }}
      of="chombo"
      seats=${snapshot.seats}
      onPick=${(seat) => tell(meantBy(seat))}
    />
  `;
}

// Whose it is, and what it would bring: one tap on the name says it.
function Of({ seats, of, label, words, nameOf, changes, onPick, children }) {
  const labelOf = (seat) => (label ? words.say(label, { name: nameOf(seat) }) : nameOf(seat));
  return html`
    <div class="picks">
      ${seats.map(({ seat }) => html`
        <button type="button" key=${seat} class="would" aria-label=${labelOf(seat)} onClick=${() => onPick(seat)}>
          <b>${nameOf(seat)}</b> <span>${changeText(changes[nameOfEnd(of, seat)], words)}</span>
        </button>
      `)}
      ${children}
    </div>
  `;
}

// What each end that is offered would bring its player, as the table stands now; all are asked in one question.
/**
 * @param {[string, number, Intention][]} ends
 * @param {Play} play
 * @param {number} seq
 */
function useChanges(ends, play, seq) {
  const names = ends.map(([kind, seat]) => nameOfEnd(kind, seat));
  /** @type {["say", Said][]} */
  const all = ends.map(([, , what]) => ["say", { what }]);
  const ask = ends.length > 0 && ((isAsked) => play.previews(all, isAsked));
  const answer = useAnswer(ask, JSON.stringify([seq, names]));
  const changeOf = (seen, seat) => seen?.result?.deltas[seat] ?? seen?.refused ?? answer;
  if (!answer) return {};
  return Object.fromEntries(ends.map(([, seat], at) => [names[at], changeOf(answer.previews?.[at], seat)]));
}

// What a player would gain or lose; where that cannot be told now, why not.
export function changeText(change, words) {
  if (change === undefined) return "…";
  if (typeof change === "object") {
    const known = [`reason.${change.reason}`, `notice.${change.error}`].find((key) => words.has(key));
    return known ? words.say(known) : "…";
  }
  return change === 0 ? "±0" : words.difference(change);
}

// Nagashi mangan of several players: rare, and paid to each of them.
function Several({ snapshot, words, nameOf, chosen, onChoose, onConfirm }) {
  const isChosen = (seat) => chosen.includes(seat);
  const turned = (seat) => (isChosen(seat) ? chosen.filter((one) => one !== seat) : [...chosen, seat].sort());
  return html`
    <div class="picks" role="group" aria-label=${words.say("play.nagashi_several")}>
      ${snapshot.seats.map(({ seat }) => html`
        <button type="button" key=${seat} aria-pressed=${isChosen(seat)} onClick=${() => onChoose(turned(seat))}>
          ${nameOf(seat)}
        </button>
      `)}
      <button type="button" class="confirm" disabled=${chosen.length < 2} onClick=${onConfirm}>
        ${words.say("play.confirm")}
      </button>
    </div>
  `;
}
