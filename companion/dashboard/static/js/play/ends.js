// Hands that end in another way than by a win or an empty wall: a sheet that says which ends can be, and whose.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { draw, inRiichi } from "/static/js/play/draws.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";

// Why a draw is not possible is worth reading only where the rules play it.
const ABORTIVE = ["suufon", "suucha_riichi", "suukaikan", "sanchahou"];

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
  const { draws, result } = snapshot;
  const isOpen = !result && !isChombo;
  return html`<${Sheet} title=${words.say("play.other_end")} side=${args.side} kind="ends-sheet" words=${words} onClose=${play.close}>
    ${isOpen && html`<${Abortive} snapshot=${snapshot} words=${words} nameOf=${nameOf} tell=${tell} />`}
    ${isOpen && "nagashi_mangan" in draws && html`<section class="ends"><h3>${words.say("draw.nagashi_mangan")}</h3>
      ${draws.nagashi_mangan ? html`<p class="fine">${reasonText(draws.nagashi_mangan, words)}</p>` : html`<${Of} seats=${snapshot.seats} label="play.nagashi_of" words=${words} nameOf=${nameOf} onPick=${(seat) => tell(nagashiOf([seat], snapshot))}>
        <button type="button" aria-label=${words.say("play.nagashi_several")} aria-expanded=${together ? "true" : "false"} onClick=${() => setTogether(together ? null : [])}>${words.say("play.several")} …</button><//>`}
      ${together && html`<${Several} snapshot=${snapshot} words=${words} nameOf=${nameOf} chosen=${together} onChoose=${setTogether} onConfirm=${() => tell(nagashiOf(together, snapshot))} />`}</section>`}
    <button type="button" class="row-button danger" aria-expanded=${isChombo ? "true" : "false"} onClick=${() => setChombo(!isChombo)}><b>${words.say("play.chombo")}</b></button>
    ${isChombo && html`<p>${words.say("play.chombo_why")}</p><${Picks} label=${words.say("play.chombo_why")} options=${["false_win", "noten_riichi", "wrong_kan", "other"].map((code) => [code, words.say(`play.chombo.${code}`)])} chosen=${why} onPick=${setWhy} />
    <p>${words.say("play.chombo_by")}</p><${Picks} label=${words.say("play.chombo_by")} options=${snapshot.seats.map((seat) => [seat.seat, nameOf(seat.seat)])} onPick=${(seat) => tell({ is: "Chombo", seat, why: why && words.say(`play.chombo.${why}`) })} />`}
  </${Sheet}>`;
}

const reasonText = (reason, words) => (words.has(`reason.${reason}`) ? words.say(`reason.${reason}`) : "");

// The abortive draws that the rules play: what can be said now as buttons, what cannot below them, each with its reason.
function Abortive({ snapshot, words, nameOf, tell }) {
  const { draws, taps, seats } = snapshot;
  const able = seats.filter(({ seat }) => taps[seat]?.kyuushu === "");
  const kinds = ["kyuushu", ...ABORTIVE].filter((kind) => kind in draws);
  const refused = kinds.filter((kind) => (kind === "kyuushu" ? !able.length : draws[kind]));
  if (!kinds.length) return null;
  return html`<section class="ends"><h3>${words.say("play.abortive")}</h3>
    <div class="picks">${kinds.filter((kind) => kind !== "kyuushu" && !refused.includes(kind)).map((kind) => html`<button type="button" key=${kind} onClick=${() => tell(draw(kind))}>${words.say(`draw.${kind}`)}</button>`)}</div>
    ${able.length > 0 && html`<p>${words.say("draw.kyuushu")}</p><${Of} seats=${able} label="play.kyuushu_of" words=${words} nameOf=${nameOf} onPick=${(seat) => tell(draw("kyuushu", { by: seat }))} />`}
    ${refused.length > 0 && html`<dl class="not-now-ends">${refused.map((kind) => html`<div key=${kind}><dt>${words.say(`draw.${kind}`)}</dt><dd class="fine">${reasonText(draws[kind], words)}</dd></div>`)}</dl>`}</section>`;
}

// Whose it is: one tap on the name says it.
function Of({ seats, label, words, nameOf, onPick, children }) {
  return html`<div class="picks">${seats.map(({ seat }) => html`<button type="button" key=${seat} aria-label=${words.say(label, { name: nameOf(seat) })} onClick=${() => onPick(seat)}>${nameOf(seat)}</button>`)}${children}</div>`;
}

// Seldom, and paid to each of them.
function Several({ snapshot, words, nameOf, chosen, onChoose, onConfirm }) {
  const turn = (seat) => onChoose(chosen.includes(seat) ? chosen.filter((one) => one !== seat) : [...chosen, seat].sort());
  return html`<div class="picks" role="group" aria-label=${words.say("play.nagashi_several")}>
    ${snapshot.seats.map(({ seat }) => html`<button type="button" key=${seat} aria-pressed=${chosen.includes(seat) ? "true" : "false"} onClick=${() => turn(seat)}>${nameOf(seat)}</button>`)}
    <button type="button" class="confirm" disabled=${chosen.length < 2} onClick=${onConfirm}>${words.say("play.confirm")}</button>
  </div>`;
}
