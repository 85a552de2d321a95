// What a table's journal says of its newest hand or an earlier one; what nobody recorded is "not seen".

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { got } from "/static/js/commands.js";
import { ended, roundText } from "/static/js/hub/tables.js";
import { Tile } from "/static/js/tiles.js";

const SHORT = 12;
const LOOK_AGAIN_MS = 1_000;

export function Minutes({ words, table }) {
  const [deal, pick] = useState(0);
  const path = `/api/referee/tables/${table.id}`;
  const newest = useHeard(path);
  const hands = newest?.earlier ?? [];
  // Where another game has begun, or the hand was taken back, the newest one is shown again.
  const chosen = hands.find((hand) => hand.deal === deal);
  const earlier = useHeard(chosen ? `${path}/hands/${deal}` : null);
  const heard = chosen ? earlier : newest;
  if (heard === undefined || newest === undefined) return html`<p class="quiet">…</p>`;
  if (heard.minutes === null) {
    return html`<p>${words.say(table.is_newer ? "hub.trouble.newer" : "hub.no_game")}</p>`;
  }
  return html`
    ${hands.length > 0 && html`<${Hands}
      words=${words}
      newest=${newest.minutes}
      hands=${hands}
      deal=${deal}
      onPick=${pick}
    />`}
    ${chosen && html`<p class="warning">
      ${words.say("hub.referee.earlier", { round: roundText(chosen.round, words) })}
    </p>`}
    <${OneHand} key=${chosen ? deal : 0} words=${words} told=${heard.minutes} />`;
}

// Which hand of this game is read. A phone shows its own large list for a select.
function Hands({ words, newest, hands, deal, onPick }) {
  const isThere = hands.some((hand) => hand.deal === deal);
  return html`<label class="referee-hands">${words.say("evening.hand")}
    <select value=${isThere ? deal : 0} onChange=${(event) => onPick(Number(event.target.value))}>
      <option value="0">
        ${words.say("hub.referee.newest", { round: newest.round ? roundText(newest.round, words) : "" })}
      </option>
      ${hands.map(({ deal: one, round, names, last }) => html`<option key=${one} value=${one}>
        ${words.of(
          roundText(round, words),
          last ? ended({ last, seats: names.map((name) => ({ name })) }, words) : words.say("hub.result.unclear"),
        )}
      </option>`)}
    </select>
  </label>`;
}

export function OneHand({ words, told }) {
  const [isWhole, showAll] = useState(false);
  const nameOf = (seat) => told.seats[seat]?.name ?? "";
  const steps = [...told.steps].reverse();
  const shown = isWhole ? steps : steps.slice(0, SHORT);
  return html`
    ${told.is_unclear && html`<p class="warning">${words.say("hub.referee.unclear")}</p>`}
    ${!told.is_followed && !told.is_over && html`<p class="warning">${words.say("hub.referee.unfollowed")}</p>`}
    ${told.wall === null && html`<p>${words.say("hub.state.seated")}</p>`}
    ${told.wall && html`<h3>${words.say("hub.referee.last")}</h3>
      <${Discards} discards=${told.discards} words=${words} nameOf=${nameOf} />
      <h3>${words.say("hub.referee.steps")}</h3>
      <ol class="referee-steps">
        ${shown.map((step) => html`<${Step} key=${step.seq} step=${step} words=${words} nameOf=${nameOf} />`)}
      </ol>
      ${steps.length > shown.length && html`<button type="button" onClick=${() => showAll(true)}>
        ${words.say("hub.referee.whole")}
      </button>`}
      <${Wall} wall=${told.wall} words=${words} />`}
    <${Seats} seats=${told.seats} words=${words} />`;
}

// Read again every second; undefined until the first answer. One is asked at a time.
function useHeard(path) {
  const [told, hear] = useState({ path: null, heard: undefined });
  useEffect(() => {
    if (!path) return undefined;
    let isWanted = true;
    let timer = null;
    const look = async () => {
      const heard = await got(path);
      if (!isWanted) return;
      if (heard) hear({ path, heard });
      timer = setTimeout(look, LOOK_AGAIN_MS);
    };
    look();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [path]);
  return told.path === path ? told.heard : undefined;
}

function Discards({ discards, words, nameOf }) {
  if (discards.length === 0) return html`<p>${words.say("hub.referee.no_discard")}</p>`;
  return html`<ol class="referee-last">
    ${discards.map((step, at) => html`<li key=${at}>
      ${step && html`<${Seen} step=${step} words=${words} nameOf=${nameOf} />`}
      ${!step && words.say(at ? "hub.referee.gap" : "hub.referee.gap_now")}
    </li>`)}
  </ol>`;
}

function Seen({ step, words, nameOf }) {
  return html`<${Piece} text=${step.tile} words=${words} />
    <b class="name">${nameOf(step.seat)}</b>
    <span>${came(step.origin, words)}</span>
    <span class="quiet">
      ${clockTime(Date.parse(step.at), words)} · ${words.say(`evening.because.${step.told}`)}
    </span>`;
}

function Piece({ text, words }) {
  if (text === "?") return html`<span class="not-seen">${words.say("hub.referee.not_seen")}</span>`;
  return html`<${Tile} text=${text} name=${words.tile(text)} />`;
}

function Step({ step, words, nameOf }) {
  const { tile, origin, taken_back: gone } = step;
  return html`<li class=${gone ? "taken-back" : ""}>
    <span class="what">
      ${tile !== null && tile !== "?" && html`<${Piece} text=${tile} words=${words} /> `}
      ${words.list([stepText(step, words, nameOf), origin && came(origin, words)])}
    </span>
    <span class="quiet">
      ${clockTime(Date.parse(step.at), words)} · ${words.say(`evening.because.${step.told}`)}
      ${step.is_inserted && html` · ${words.say("hub.referee.inserted")}`}
      ${gone && html` · ${words.say("evening.taken_back", { who: words.say(`evening.because.${gone}`) })}`}
    </span>
  </li>`;
}

function came(origin, words) {
  return words.say(origin === "drawn" ? "river.tsumogiri" : `hub.referee.origin.${origin}`);
}

export function stepText({ fact, seat, giver, tile }, words, nameOf) {
  // While a table keeps only points, an open kan of either kind is recorded as an added kan without a tile.
  if (fact === "KakanDeclared" && tile === "?") return words.of(nameOf(seat), words.say("play.act.open_kan"));
  const unseen = words.say("hub.referee.not_seen");
  const key = words.has(`hub.step.${fact}`) ? `hub.step.${fact}` : `evening.fact.${fact}`;
  return words.say(key, {
    name: seat === null ? "" : nameOf(seat),
    giver: giver === null ? words.say("evening.somebody") : nameOf(giver),
    tile: tile === "?" ? unseen : tile && words.tile(tile),
  });
}

function Wall({ wall, words }) {
  const owed = wall.owed_now + wall.owed_later;
  const unseen = words.say("hub.referee.not_seen");
  return html`<dl class="referee-wall">
    <div><dt>${words.say("hub.referee.live")}</dt><dd>${wall.live ?? unseen}</dd></div>
    <div><dt>${words.say("hub.referee.dead_wall")}</dt><dd>
      ${words.say("wall.replacements", { count: wall.replacements_left })}
    </dd></div>
    <div>
      <dt>${words.say("hub.referee.indicators")}</dt>
      <dd>
        ${wall.indicators.length === 0 && owed === 0 && unseen}
        ${wall.indicators.map((text, at) => html`<${Piece} key=${at} text=${text} words=${words} />`)}
        ${owed > 0 && html` ${words.say("hub.referee.owed", { count: owed })}`}
      </dd>
    </div>
  </dl>`;
}

function Seats({ seats, words }) {
  return html`<ul class="referee-seats">
    ${seats.map((seat, at) => html`<li key=${at} class=${`wind-${seat.wind}`}>
      <span class="wind">${words.wind(seat.wind)}</span>
      <b class="name">${seat.name}</b>
      <b class="points">${words.number(seat.points)}</b>
      ${seat.riichi && html`<span class="riichi-mark">${words.say("riichi.short")}</span>`}
      ${seat.dead && html`<span class="quiet">${words.say("dead_hand")}</span>`}
    </li>`)}
  </ul>`;
}

// What the clock on the wall said then.
export function clockTime(ms, words) {
  if (Number.isNaN(ms)) return "";
  return new Intl.DateTimeFormat(words.code, { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(ms);
}
