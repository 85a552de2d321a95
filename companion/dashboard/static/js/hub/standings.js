// The standings; a game that is still played counts as it stands after its last hand.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Season } from "/static/js/hub/season.js";

const PAPERS = ["standings.csv", "standings.html", "plan.csv"];

// The season keeps its place when an evening begins or ends, so that it is not drawn anew.
export function Standings({ club, words }) {
  const { evening } = club;
  return html`<div class="hub-standings">
    ${evening
      ? html`<${OfEvening} evening=${evening} words=${words} />`
      : html`<p>${words.say("hub.evening.none")}</p>`}
    <${Season} club=${club} words=${words} />
  </div>`;
}

function OfEvening({ evening, words }) {
  const { standings } = evening;
  return html`<section aria-labelledby="standings-title">
    <div class="round-head">
      <h2 id="standings-title">${evening.title} · ${words.say("hub.standings.after", {
        number: standings.begun,
        rounds: standings.length,
      })}</h2>
      <div class="options no-print">
        <a class="button" href="#screen">${words.say("hub.screen")}</a>
        <button type="button" onClick=${() => print()}>${words.say("hub.print")}</button>
        ${PAPERS.map((name) => html`<a class="button" key=${name} href=${`/api/papers/${name}`} download=${name}>
          ${words.say(`hub.paper.${name}`)}
        </a>`)}
      </div>
    </div>
    ${!standings.is_complete && standings.begun > 0 && html`<p class="quiet">
      ${words.say("hub.standings.provisional")}
    </p>`}
    <${Rows} rows=${standings.players} standings=${standings} words=${words} />
    ${standings.substitutes.length > 0 && html`<h3>${words.say("hub.substitutes")}</h3>
      <${Rows} rows=${standings.substitutes} standings=${standings} words=${words} />`}
    ${standings.teams.length > 0 && html`<h3>${words.say("hub.teams")}</h3>
      <table class="hub-rows"><tbody>
        ${standings.teams.map((team) => html`<tr key=${team.team}>
          <td>${team.place}.</td><th scope="row">${team.team}</th><td>${words.score(team.total)}</td>
        </tr>`)}
      </tbody></table>`}
  </section>`;
}

export function Rows({ rows, standings, words }) {
  const rounds = Array.from({ length: standings.begun }, (_, at) => at);
  const isFined = rows.some((row) => row.penalty);
  return html`<table class="hub-rows">
    <thead><tr>
      <th scope="col">${words.say("final.place")}</th>
      <th scope="col">${words.say("final.name")}</th>
      <th scope="col">${words.say("hub.total")}</th>
      ${rounds.map((at) => html`<th scope="col" class="of-round" key=${at}>${at + 1}</th>`)}
      ${isFined && html`<th scope="col" class="of-round">${words.say("hub.penalty")}</th>`}
    </tr></thead>
    <tbody>
      ${rows.map((row) => html`<tr key=${row.player} class=${row.is_in_final ? "" : "is-out"}>
        <td>${row.place > 0 && `${row.place}.`}</td>
        <th scope="row">${row.name}${row.team && html` <small>${row.team}</small>`}</th>
        <td><b>${words.score(row.total)}</b>${row.is_provisional && " …"}</td>
        ${rounds.map((at) => html`<td class="of-round" key=${at}>
          ${row.rounds[at] === null || row.rounds[at] === undefined ? "–" : words.score(row.rounds[at])}
        </td>`)}
        ${isFined && html`<td class="of-round">${row.penalty ? words.number(-row.penalty) : ""}</td>`}
      </tr>`)}
    </tbody>
  </table>`;
}
