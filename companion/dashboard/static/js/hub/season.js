// The standings over several evenings of this club; asked for when they are looked at, and after each result.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { Choice } from "/static/js/hub/said.js";

export function Season({ club, words }) {
  const [name, choose] = useState("");
  const query = name ? `?season=${encodeURIComponent(name)}` : "";
  const newest = JSON.stringify(club.evening?.standings ?? null);
  const [season] = useAsked(`/api/season${query}`, newest);
  if (!season || (season.evenings.length < 2 && !name && club.evening)) return null;
  return html`<section class="hub-season" aria-labelledby="season-title">
    <div class="round-head">
      <h2 id="season-title">${words.say("hub.season")}</h2>
      <div class="options no-print">
        ${season.seasons.length > 0 && html`<${Choice}
          label=${words.say("hub.season")}
          value=${name}
          options=${[["", words.say("hub.season.all")], ...season.seasons.map((each) => [each, each])]}
          onPick=${choose}
        />`}
        <a class="button" href=${`/api/papers/season.csv${query}`} download="season.csv">
          ${words.say("hub.paper.season.csv")}
        </a>
      </div>
    </div>
    <table class="hub-rows">
      <thead><tr>
        <th scope="col">${words.say("final.place")}</th>
        <th scope="col">${words.say("final.name")}</th>
        <th scope="col">${words.say("hub.total")}</th>
        <th scope="col">${words.say("hub.season.played")}</th>
        ${season.evenings.map(([day, title], at) => html`<th scope="col" class="of-round" key=${at}>
          ${day} <small>${title}</small>
        </th>`)}
      </tr></thead>
      <tbody>
        ${season.rows.map((row) => html`<tr key=${row.name}>
          <td>${row.place}.</td>
          <th scope="row">${row.name}</th>
          <td><b>${words.score(row.total)}</b>${row.is_provisional && " …"}</td>
          <td>${words.number(row.played)}</td>
          ${row.evenings.map((total, at) => html`<td class="of-round" key=${at}>
            ${total === null ? "–" : words.score(total)}
          </td>`)}
        </tr>`)}
      </tbody>
    </table>
  </section>`;
}
