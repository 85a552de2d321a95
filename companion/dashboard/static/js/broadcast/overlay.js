// A picture to be laid over a film of the table: everything that is not drawn is transparent. As a lower third it stays
// within the lowest third; as a full table it stays at the rim and leaves the middle to the film.

import { html, useLayoutEffect } from "/static/vendor/htm-preact-standalone.module.js";
import { Lost, Round } from "/static/js/centre.js";
import { useFit } from "/static/js/fit.js";
import { shortened } from "/static/js/names.js";
import { useStyle } from "/static/js/style.js";
import { briefWorth, howWon } from "/static/js/result.js";
import { afterwards, Badge, Band, hasNoRivers, seatLabel } from "/static/js/seat.js";
import { Melds, River } from "/static/js/tiles.js";
import { Dora } from "/static/js/wall.js";

const LONGEST_NAME = 18;

export function Overlay(props) {
  const { snapshot, choices, words } = props;
  const { game, players, seats } = snapshot;
  const isDressed = useStyle("/static/css/broadcast.css");
  useLayoutEffect(() => {
    document.documentElement.dataset.overlay = choices.overlay;
  }, [choices.overlay]);
  if (!isDressed) return null;
  const near = choices.near % players;
  const turned = seats.map((_, step) => seats[(near + step) % players]);
  return html`<main class=${`overlay ${choices.overlay} names-${choices.names} players-${players}`}>
    <h1 class="unseen-by-eye">${words.say("title")}</h1>
    ${game !== null && html`<${Told} ...${props} />`}
    ${game !== null && html`<div class="plates">
      ${turned.map((seat) => html`<${Plate} key=${seat.seat} ...${props} seat=${seat} />`)}
    </div>`}
  </main>`;
}

// The round and the dora, or in one line how it ended.
function Told({ snapshot, words, nameOf, connection, age }) {
  const { kyoku, wall, result, final } = snapshot;
  return html`<section class="overlay-told" aria-label=${words.say("centre")}>
    ${connection === "lost" && html`<${Lost} age=${age} words=${words} />`}
    ${kyoku && !final && html`<${Round} kyoku=${kyoku} words=${words} />`}
    ${wall && !result && !final && html`<${Dora} snapshot=${snapshot} wall=${wall} words=${words} />`}
    ${final && html`<b>${words.say("final")}</b>`}
    ${result && !final && html`<${Ended} result=${result} words=${words} nameOf=${nameOf} />`}
  </section>`;
}

function Ended({ result, words, nameOf }) {
  if (result.chombo !== null) return html`<b>${words.say("chombo.by", { name: nameOf(result.chombo) })}</b>`;
  if (!result.wins.length) return html`<b>${words.say(`draw.${result.ryuukyoku}`)}</b>`;
  return html`<ul class="overlay-wins">
    ${result.wins.map((win) => html`<li key=${win.seat}>
      <b>${nameOf(win.seat)}</b> ${howWon(win, words, nameOf)} ${briefWorth(win, words)}
    </li>`)}
  </ul>`;
}

function Plate({ snapshot, choices, words, nameOf, seat }) {
  const { kyoku, result, final } = snapshot;
  const isOver = Boolean(result || final);
  const isTurn = kyoku !== null && !isOver && kyoku.phase !== "unfollowed" && kyoku.turn === seat.seat;
  const { points, place } = afterwards(seat, snapshot);
  const hasTable = choices.overlay === "table" && !isOver && !hasNoRivers(snapshot);
  const label = words.say("river.of", { name: seat.name });
  const said = useFit([snapshot, words]);
  return html`<section
    class=${`plate-of wind-${seat.wind} ${isTurn ? "is-turn" : ""}`}
    aria-label=${seatLabel(seat, words)}
  >
    <div class="who">
      <${Badge} seat=${seat} words=${words} isTurn=${isTurn} />
      <div class="said" ref=${said}>
        <span class="name">${shortened(seat.name, LONGEST_NAME)}</span>
        <span class="sum">
          <b class="points">${words.number(points)}</b> ${change({ seat, result, final, words, place })}
        </span>
      </div>
    </div>
    ${!isOver && html`<${Band} riichi=${seat.riichi} words=${words} />`}
    ${hasTable && html`<div class="lying">
      <${River} river=${seat.river} offer=${false} words=${words} label=${label} />
      <${Melds} melds=${seat.melds} kita=${seat.kita} words=${words} nameOf=${nameOf} />
    </div>`}
  </section>`;
}

// During a hand the place, after it what it brought, at the end of the game the score.
function change({ seat, result, final, words, place }) {
  const score = final?.find((row) => row.seat === seat.seat)?.score;
  if (score !== undefined) return html`<span class="change">${words.score(score)}</span>`;
  if (!result) return html`<span class="change">${words.say("place", { count: place })}</span>`;
  const delta = result.deltas[seat.seat];
  const sign = delta > 0 ? "gains" : delta < 0 ? "loses" : "";
  return html`<span class=${`change ${sign}`}>${delta === 0 ? "±0" : words.difference(delta)}</span>`;
}
