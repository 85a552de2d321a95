// Hands that end without a win: the exhaustive draw with one tap, the others in a sheet that says which can be.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { canPlay } from "/static/js/play/acts.js";
import { correction, entriesOf } from "/static/js/play/correcting.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";

// Why a draw is not possible is worth reading only where the rules play it.
const ABORTIVE = ["suufon", "suucha_riichi", "suukaikan", "sanchahou"];

export const draw = (kind, more = {}) => ({ is: "Ryuukyoku", kind, tenpai: [], nagashi: [], by: null, ...more });

// Where hands are shown at the end, so that it matters who is tenpai.
const SHOWN = ["exhaustive", "nagashi_mangan"];

export async function drawNow({ play }) {
  return play.tell("tell", { facts: [draw("exhaustive", { tenpai: inRiichi(await play.settled()) })] });
}

// Who is in riichi shows a tenpai hand; the others are noten until they say otherwise.
function inRiichi({ seats }) {
  return seats.filter((seat) => seat.riichi).map((seat) => seat.seat);
}

const nagashiOf = (seats, snapshot) => draw("nagashi_mangan", { nagashi: seats, tenpai: inRiichi(snapshot) });

export function DrawSheet(props) {
  const { snapshot, words, nameOf, play, args } = props;
  const [isChombo, setChombo] = useState(false);
  const [why, setWhy] = useState("");
  const [together, setTogether] = useState(null);
  const tell = (fact) => {
    play.close();
    play.tell("tell", { facts: [fact] });
  };
  const row = ({ key, kind, name, fact }) => {
    const refused = kind && snapshot.draws[kind];
    return html`<li key=${key}><button type="button" class="row-button" disabled=${Boolean(refused)} onClick=${() => tell(fact)}><b>${name}</b>${refused && html`<span class="fine">${words.has(`reason.${refused}`) ? words.say(`reason.${refused}`) : ""}</span>`}</button></li>`;
  };
  return html`<${Sheet} title=${words.say("play.other_end")} side=${args.side} words=${words} onClose=${play.close}>
    ${!snapshot.result && !isChombo && html`<ul class="rows">${optionsOf(snapshot, words, nameOf).map(row)}</ul>`}
    ${mayBeNagashi(snapshot) && !isChombo && html`<button type="button" class="row-button" aria-expanded=${together ? "true" : "false"} onClick=${() => setTogether(together ? null : [])}><b>${words.say("play.nagashi_several")}</b></button>`}
    ${together && !isChombo && html`<${Several} snapshot=${snapshot} words=${words} nameOf=${nameOf} chosen=${together} onChoose=${setTogether} onConfirm=${() => tell(nagashiOf(together, snapshot))} />`}
    <button type="button" class="row-button danger" aria-expanded=${isChombo ? "true" : "false"} onClick=${() => setChombo(!isChombo)}><b>${words.say("play.chombo")}</b></button>
    ${isChombo && html`<p>${words.say("play.chombo_why")}</p><${Picks} label=${words.say("play.chombo_why")} options=${["false_win", "noten_riichi", "wrong_kan", "other"].map((code) => [code, words.say(`play.chombo.${code}`)])} chosen=${why} onPick=${setWhy} />
    <p>${words.say("play.chombo_by")}</p><${Picks} label=${words.say("play.chombo_by")} options=${snapshot.seats.map((seat) => [seat.seat, nameOf(seat.seat)])} onPick=${(seat) => tell({ is: "Chombo", seat, why: why && words.say(`play.chombo.${why}`) })} />`}
  </${Sheet}>`;
}

function mayBeNagashi({ draws, result }) {
  return !result && draws.nagashi_mangan === "";
}

// Seldom, and paid to each of them.
function Several({ snapshot, words, nameOf, chosen, onChoose, onConfirm }) {
  const turn = (seat) => onChoose(chosen.includes(seat) ? chosen.filter((one) => one !== seat) : [...chosen, seat].sort());
  return html`<div class="picks" role="group" aria-label=${words.say("play.nagashi_several")}>
    ${snapshot.seats.map(({ seat }) => html`<button type="button" key=${seat} aria-pressed=${chosen.includes(seat) ? "true" : "false"} onClick=${() => turn(seat)}>${nameOf(seat)}</button>`)}
    <button type="button" class="confirm" disabled=${chosen.length < 2} onClick=${onConfirm}>${words.say("play.confirm")}</button>
  </div>`;
}

// Those that the rules play; whose nine orphans and whose nagashi is said with the seat.
function optionsOf(snapshot, words, nameOf) {
  const { draws, taps, seats } = snapshot;
  const able = seats.filter(({ seat }) => taps[seat]?.kyuushu === "");
  const nine = able.map(({ seat }) => ({ key: `kyuushu${seat}`, name: words.say("play.kyuushu_of", { name: nameOf(seat) }), fact: draw("kyuushu", { by: seat }) }));
  // What nobody can declare now is said once.
  const nobody = { key: "kyuushu", kind: "kyuushu", name: words.say("draw.kyuushu"), fact: null };
  const plain = ABORTIVE.map((kind) => ({ key: kind, kind, name: words.say(`draw.${kind}`), fact: draw(kind) }));
  const nagashi = seats.map(({ seat }) => ({ key: `nagashi${seat}`, kind: "nagashi_mangan", name: words.say("play.nagashi_of", { name: nameOf(seat) }), fact: nagashiOf([seat], snapshot) }));
  return [...(nine.length ? nine : [nobody]), ...plain, ...nagashi].filter(({ kind }) => !kind || kind in draws);
}

// Two players may say it in the same moment: each is counted on what the other said.
let turning = Promise.resolve();

async function turned(seat, play) {
  const [entry] = (await entriesOf((fact) => fact.is === "Ryuukyoku")).slice(-1);
  if (!entry) return;
  const { tenpai } = entry.fact;
  const now = tenpai.includes(seat) ? tenpai.filter((one) => one !== seat) : [...tenpai, seat].sort();
  await play.tell("correct", correction([entry.seq], [{ ...entry.fact, tenpai: now }]));
}

// After a draw each player says tenpai or noten at the own seat; what is paid is counted again.
export function TenpaiToggle(props) {
  const { snapshot, seat, words, play } = props;
  const { result } = snapshot;
  if (!SHOWN.includes(result?.ryuukyoku) || !canPlay(props)) return null;
  const isTenpai = result.tenpai.includes(seat.seat);
  const turn = () => (turning = turning.then(() => turned(seat.seat, play)).catch(() => undefined));
  return html`<button type="button" class="tenpai" aria-pressed=${isTenpai ? "true" : "false"} disabled=${Boolean(seat.riichi)} onClick=${turn}>${words.say(isTenpai ? "play.tenpai" : "play.noten")}</button>`;
}
