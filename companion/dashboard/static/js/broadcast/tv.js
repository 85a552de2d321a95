// A television that people look at from three metres: the round and the dora above, the seats below, and between them
// how a hand or the game ended. Without a game there are neither seats nor points. Only what is public is in a
// snapshot, so nothing else can appear here.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Live, Lost, Round } from "/static/js/centre.js";
import { useFit } from "/static/js/fit.js";
import { useStyle } from "/static/js/style.js";
import { ResultCard } from "/static/js/result.js";
import {
  afterwards,
  Badge,
  Band,
  hasNoRivers,
  Laid,
  Outcome,
  Person,
  Points,
  seatLabel,
  Slips,
} from "/static/js/seat.js";
import { Dora } from "/static/js/wall.js";

export function Television(props) {
  const { snapshot, words, connection, age, caption } = props;
  const { game, kyoku, wall, result, final, players, seats } = snapshot;
  const isDressed = useStyle("/static/css/broadcast.css");
  const isOver = Boolean(result || final);
  if (!isDressed) return null;
  return html`<main class=${`tv players-${players} ${isOver ? "is-over" : ""}`}>
    <h1 class="unseen-by-eye">${words.say("title")}</h1>
    <header class=${`tv-head line-${connection}`}>
      ${kyoku && html`<${Round} kyoku=${kyoku} wall=${wall} words=${words} />`}
      ${wall && !isOver && html`<${Live} wall=${wall} words=${words} />`}
      ${wall && html`<${Dora} snapshot=${snapshot} wall=${wall} words=${words} />`}
      ${caption && html`<span class="tv-caption">${caption}</span>`}
      ${connection === "lost" && html`<${Lost} age=${age} words=${words} />`}
      ${!kyoku && connection !== "lost" && html`<b class="tv-title">${words.say("title")}</b>`}
    </header>
    ${isOver && html`<${Ended} ...${props} />`}
    ${game === null
      ? html`<p class="tv-waiting">${words.say("tv.no_game")}</p>`
      : html`<div class="tv-seats">
        ${seats.map((seat) => html`<${Seat} key=${seat.seat} ...${props} seat=${seat} />`)}
      </div>`}
  </main>`;
}

// What is long is written smaller, rather than cut.
function Ended(props) {
  const box = useFit([props.snapshot, props.words]);
  return html`<section class="tv-ended" ref=${box}><${ResultCard} ...${props} /></section>`;
}

function Seat({ snapshot, words, nameOf, seat }) {
  const { kyoku, result, final } = snapshot;
  const isOver = Boolean(result || final);
  const isTurn = kyoku !== null && !isOver && kyoku.phase !== "unfollowed" && kyoku.turn === seat.seat;
  const score = final?.find((row) => row.seat === seat.seat)?.score;
  return html`<section
    class=${`tv-seat wind-${seat.wind} ${isTurn ? "is-turn" : ""}`}
    aria-label=${seatLabel(seat, words)}
  >
    <div class="strip">
      <${Badge} seat=${seat} words=${words} isTurn=${isTurn} />
      ${result
        ? html`<${Outcome} ...${{ seat, snapshot, score, words }} />`
        : html`<${Person} ...${{ seat, snapshot, words }} />`}
      <${Points} points=${afterwards(seat, snapshot).points} words=${words} />
    </div>
    ${!isOver && html`<${Band} riichi=${seat.riichi} words=${words} />`}
    ${result && !final && html`<${Slips} seat=${seat} result=${result} words=${words} nameOf=${nameOf} />`}
    ${!isOver && html`<${Laid}
      seat=${seat}
      kyoku=${kyoku}
      words=${words}
      nameOf=${nameOf}
      isBare=${hasNoRivers(snapshot)}
    />`}
  </section>`;
}
