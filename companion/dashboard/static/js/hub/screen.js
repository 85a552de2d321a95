// For a television that people look at from three metres: the clock, and in turn who sits where and how it stands.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useFit } from "/static/js/fit.js";
import { Clock, Gong } from "/static/js/hub/clock.js";
import { nameOf } from "/static/js/hub/round.js";
import { KANJI } from "/static/js/seat.js";

const TURN_MS = 15_000;
// More could not be read from three metres.
const MOST_TABLES = 20;
const MOST_PLACES = 60;

export function Screen(props) {
  if (props.club.evening) return html`<${Evening} ...${props} />`;
  return html`<main class="hub-screen"><h1>${props.words.say("hub.evening.none")}</h1></main>`;
}

function Evening({ club, words, connection }) {
  const { evening } = club;
  const shown = useTurns(partsOf(evening));
  const box = useFit([club.seq, words, shown]);
  const title = words.say("hub.round.of", { number: evening.begun || 1, rounds: evening.rounds });
  return html`<main class=${`hub-screen line-${connection}`}>
    <header>
      <h1><a href="#round">${evening.title}</a> · ${title}</h1>
      <${Clock} club=${club} words=${words} />
      <${Gong} club=${club} words=${words} />
    </header>
    <div class="screen-body" ref=${box}>
      ${shown.kind === "seats"
        ? html`<${Plan} evening=${evening} words=${words} first=${shown.first} />`
        : html`<${Places} standings=${evening.standings} words=${words} first=${shown.first} />`}
    </div>
  </main>`;
}

// What is shown in turn. Before there is a first result there are only seats.
export function partsOf(evening) {
  const { players } = evening.standings;
  const hasScores = players.some((row) => row.rounds.some((score) => score !== null));
  const tables = tablesOf(evening).length;
  return [
    ...(hasScores ? starts("places", players.length, MOST_PLACES) : []),
    ...starts("seats", tables, MOST_TABLES),
  ];
}

function starts(kind, count, most) {
  return Array.from({ length: Math.max(1, Math.ceil(count / most)) }, (_, at) => ({ kind, first: at * most }));
}

function tablesOf(evening) {
  return evening.plan[Math.max(1, evening.begun) - 1] ?? [];
}

function useTurns(parts) {
  const [turn, set] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => set((old) => old + 1), TURN_MS);
    return () => clearInterval(timer);
  }, []);
  return parts[turn % parts.length];
}

function Plan({ evening, words, first }) {
  return html`<ol class="screen-plan">
    ${tablesOf(evening).slice(first, first + MOST_TABLES).map((seats, at) => html`<li key=${at}>
      <h2>${words.say("hub.table", { number: first + at + 1 })}</h2>
      <ul>${seats.map((player, seat) => html`<li key=${seat} class=${`wind-${"ESWN"[seat]}`}>
        <span class="kanji wind" lang="ja" role="img" aria-label=${words.wind("ESWN"[seat])}>
          ${KANJI["ESWN"[seat]]}
        </span>
        <span>${nameOf(evening, player)}</span>
      </li>`)}</ul>
    </li>`)}
  </ol>`;
}

function Places({ standings, words, first }) {
  return html`<ol class="screen-places">
    ${standings.players.slice(first, first + MOST_PLACES).map((row) => html`<li key=${row.player}>
      <span>${row.place}.</span> <span class="name">${row.name}</span> <b>${words.score(row.total)}</b>
    </li>`)}
  </ol>`;
}
