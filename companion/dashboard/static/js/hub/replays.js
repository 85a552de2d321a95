// Hands that are over: the best wins, each with its card, and every hand of the evening step by step.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { got } from "/static/js/commands.js";
import { useAsked } from "/static/js/asking.js";
import { Replay } from "/static/js/evening/replay.js";
import { worth } from "/static/js/evening/telling.js";
import { roundText } from "/static/js/hub/tables.js";
import { howWon, ResultCard } from "/static/js/result.js";
import { useStyle } from "/static/js/style.js";

const STYLES = ["/static/css/pieces.css", "/static/css/evening.css", "/static/css/relay.css"];
const LOOK_AGAIN_MS = 10_000;

export function Replays(props) {
  const { club, words } = props;
  const past = usePast();
  const [shown, show] = useState(null);
  const isDressed = useStyle(...STYLES);
  if (!isDressed || !past) return null;
  if (shown) {
    const hand = past.hands.find((one) => isSame(one, shown)) ?? shown;
    return html`<${OneHand} key=${keyOf(hand)} ...${props} hand=${hand} onBack=${() => show(null)} />`;
  }
  const tables = club.order.filter((id) => past.hands.some((hand) => hand.table === id));
  return html`<section class="hub-replay" aria-labelledby="replay-title">
    <h2 id="replay-title">${words.say("hub.view.replay")}</h2>
    <p class="quiet">${words.say(past.hands.length ? "hub.replay.says" : "hub.replay.none")}</p>
    ${past.best.map((best) => html`<${Best} key=${best.kind} ...${props} best=${best} onShow=${show} />`)}
    ${past.hands.length > 0 && html`<p><a class="to-room" href="#room">${words.say("hub.replay.room")}</a></p>`}
    ${tables.map((id) => html`<${OfTable}
      key=${id}
      ...${props}
      name=${club.tables[id]?.name ?? id}
      hands=${past.hands.filter((hand) => hand.table === id).reverse()}
      onShow=${show}
    />`)}
  </section>`;
}

// What is over by now, asked again and again; null until the first answer.
export function usePast() {
  const [past, hear] = useState(null);
  useEffect(() => {
    const look = async () => {
      const heard = await got("/api/replay");
      if (heard) hear((old) => (JSON.stringify(old) === JSON.stringify(heard) ? old : heard));
    };
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return past;
}

export function keyOf({ table, game, hand }) {
  return `${table}.${game}.${hand}`;
}

// A hand that was forgotten and put in before it gives it another number.
const isSame = (one, other) =>
  keyOf(one) === keyOf(other) && JSON.stringify(one.deal) === JSON.stringify(other.deal);

// What is read of a hand is read again once its table has put it right.
const asItStands = (hand) => JSON.stringify(hand);

export function gameOf({ table, game }) {
  return `/api/replay/${table}/${game}`;
}

// What the hand is in its round, and where it was played.
export function titleOf({ kind, yaku, hand }, club, words) {
  const said = { number: hand.round, yaku: yaku && words.yaku(yaku) };
  const key = hand.round ? `hub.replay.${kind}.round` : `hub.replay.${kind}`;
  return `${words.say(key, said)} · ${placeOf(hand, club, words)}`;
}

export function placeOf(hand, club, words) {
  return `${club.tables[hand.table]?.name ?? hand.table} · ${roundText(hand.deal, words)}`;
}

function Best({ club, words, best, onShow }) {
  const { hand } = best;
  const [snapshot] = useAsked(`${gameOf(hand)}/at/${hand.last}`, asItStands(hand));
  const nameOf = (seat) => hand.names[seat] ?? "";
  return html`<article class="best-hand">
    <h3>${titleOf(best, club, words)}</h3>
    ${snapshot?.result
      ? html`<${ResultCard} snapshot=${{ ...snapshot, final: null }} words=${words} nameOf=${nameOf} />`
      : html`<p>${outcome(hand, words).join(" · ")}</p>`}
    <button type="button" onClick=${() => onShow(hand)}>${words.say("hub.replay.show")}</button>
  </article>`;
}

function OfTable({ words, name, hands, onShow }) {
  return html`<h3>${name}</h3>
    <ol class="past-hands">
      ${hands.map((hand) => html`<li key=${keyOf(hand)}>
        <button type="button" onClick=${() => onShow(hand)}>
          <b>${roundText(hand.deal, words)}</b>
          ${outcome(hand, words).map((line) => html` <span>${line}</span>`)}
        </button>
      </li>`)}
    </ol>`;
}

function outcome(hand, words) {
  const { wins, ryuukyoku, chombo, names } = hand;
  if (chombo !== null) return [words.say("chombo.by", { name: names[chombo] })];
  if (wins.length === 0) return [words.say(`draw.${ryuukyoku}`)];
  return wins.map((win) => {
    const how = words.list([howWon(win, words, (seat) => names[seat]), worth(win, words)]);
    return `${words.of(names[win.seat], how)} ${words.difference(win.points)}`;
  });
}

export function OneHand({ club, words, hand, onBack }) {
  const [told, askAgain, error] = useAsked(`${gameOf(hand)}/${hand.hand}`, asItStands(hand));
  const isGone = error === "not_found";
  if (told === undefined) return null;
  if (told === null) {
    return html`<p>${words.say(isGone ? "hub.replay.gone" : "pairing.error.not_connected")}</p>
      ${!isGone && html`<button type="button" class="confirm" onClick=${askAgain}>
        ${words.say("hub.replay.again")}
      </button>`}
      <button type="button" onClick=${onBack}>← ${words.say("evening.back")}</button>`;
  }
  return html`<h2>${placeOf(hand, club, words)}</h2>
    <${Replay}
      words=${words}
      names=${told.names}
      hand=${told.hand}
      path=${gameOf(hand)}
      onBack=${onBack}
      asOf=${asItStands(hand)}
    />
    <p><a class="to-room" href=${`#room=${keyOf(hand)}`}>${words.say("hub.replay.room")}</a></p>`;
}
