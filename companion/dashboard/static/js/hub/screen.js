// For a television that people look at from three metres: the clock, and in turn who sits where and how it stands.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useFit } from "/static/js/fit.js";
import { Clock, Gong } from "/static/js/hub/clock.js";
import { nameOf, scoreText } from "/static/js/hub/round.js";

const TURN_MS = 15_000;

export function Screen(props) {
  if (props.club.evening) return html`<${Evening} ...${props} />`;
  return html`<main class="hub-screen"><h1>${props.words.say("hub.evening.none")}</h1></main>`;
}

function Evening({ club, words, connection }) {
  const { evening } = club;
  const shown = useTurns(evening);
  const box = useFit([club.seq, words, shown]);
  const title = words.say("hub.round.of", { number: evening.begun || 1, rounds: evening.rounds });
  return html`<main class=${`hub-screen line-${connection}`}>
    <header>
      <h1><a href="#round">${evening.title}</a> · ${title}</h1>
      <${Clock} club=${club} words=${words} />
      <${Gong} club=${club} words=${words} />
    </header>
    <div class="screen-body" ref=${box}>
      ${shown === "seats"
        ? html`<${Plan} evening=${evening} words=${words} />`
        : html`<${Places} standings=${evening.standings} words=${words} />`}
    </div>
  </main>`;
}

// Before a round has its first result there are only seats to show.
function useTurns(evening) {
  const [turn, set] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => set((old) => old + 1), TURN_MS);
    return () => clearInterval(timer);
  }, []);
  const hasScores = evening?.standings.players.some((row) => row.rounds.some((score) => score !== null));
  return hasScores && turn % 2 === 0 ? "places" : "seats";
}

function Plan({ evening, words }) {
  const tables = evening.plan[Math.max(1, evening.begun) - 1] ?? [];
  return html`<ol class="screen-plan">
    ${tables.map((seats, at) => html`<li key=${at}>
      <h2>${words.say("hub.table", { number: at + 1 })}</h2>
      <ul>${seats.map((player, seat) => html`<li key=${seat} class=${`wind-${"ESWN"[seat]}`}>
        <span class="kanji wind" lang="ja" role="img" aria-label=${words.wind("ESWN"[seat])}>
          ${"東南西北"[seat]}
        </span>
        <span>${nameOf(evening, player)}</span>
      </li>`)}</ul>
    </li>`)}
  </ol>`;
}

function Places({ standings, words }) {
  return html`<ol class="screen-places">
    ${standings.players.map((row) => html`<li key=${row.player}>
      <span>${row.place}.</span> <span class="name">${row.name}</span> <b>${scoreText(row.total, words)}</b>
    </li>`)}
  </ol>`;
}
