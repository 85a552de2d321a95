// Players over many evenings: who has won how much, in a season or in all games, month by month and game by game.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { whyUnread } from "/static/js/evening/asking.js";
import { useNarrow } from "/static/js/evening/narrow.js";
import { sign } from "/static/js/evening/history.js";
import { useMoreWords } from "/static/js/later.js";
import { useStyle } from "/static/js/style.js";

const [WIDTH, HEIGHT, EDGE] = [160, 36, 3];

export function Club({ words: plainWords, snapshot }) {
  const words = useMoreWords(plainWords, "club");
  const isDressed = useStyle("/static/css/club.css");
  const [chosen, choose] = useState({ players: "", season: "" });
  const path = `/api/club?players=${chosen.players}&season=${encodeURIComponent(chosen.season)}`;
  const [answer, , error] = useAsked(path, snapshot.seq);
  const isNarrow = useNarrow(899);
  if (!words || !isDressed || answer === undefined) {
    return html`<p class="wait">${plainWords.say("evening.reading")}</p>`;
  }
  const Shown = isNarrow ? Cards : Tables;
  const { tables = [], seasons = [], players, standings = [], months = [] } = answer ?? {};
  const pick = (more) => choose({ ...chosen, ...more });
  return html`
    <h3 tabindex="-1">${words.say("evening.view.club")}</h3>
    ${tables.length > 1 && html`<div class="bar">
      ${tables.map((count) => html`<button
        type="button"
        key=${count}
        aria-pressed=${count === players ? "true" : "false"}
        onClick=${() => pick({ players: count })}
      >${words.say("evening.players", { count })}</button>`)}
    </div>`}
    ${seasons.length > 0 && html`<div class="bar" role="group" aria-label=${words.say("club.season")}>
      ${[{ name: "" }, ...seasons].map(({ name }) => html`<button
        type="button"
        key=${name}
        aria-pressed=${name === chosen.season ? "true" : "false"}
        onClick=${() => pick({ season: name })}
      >${name || words.say("club.all")}</button>`)}
    </div>`}
    ${standings.length === 0
      ? html`<p>${whyNone(error, chosen.season, words)}</p>`
      : html`<${Shown} standings=${standings} months=${months} words=${words} />`}
    <p class="fine">${words.say("club.says")}</p>`;
}

// Why nobody stands there: what was asked for could not be read, or nothing of it was finished.
export function whyNone(error, season, words) {
  if (error) return whyUnread(error, words);
  return words.say(season ? "club.none_in_season" : "club.none");
}

function Tables(props) {
  return html`<${Table} ...${props} /><${Months} ...${props} />`;
}

// Where a table finds no room each player has a card.
function Cards({ standings, months, words }) {
  return html`<ol class="club-cards">
    ${standings.map((one) => html`<li key=${one.name}>
      <p class="club-head">
        <span>${one.place}.</span>
        <b>${one.name}${one.also.length > 0 && html`<${Also} also=${one.also} words=${words} />`}</b>
        <b class=${sign(one.total)}>${words.score(one.total)}</b>
      </p>
      <${Course} course=${one.course} words=${words} />
      <dl>
        <div><dt>${words.say("club.average")}</dt><dd>${words.score(one.average)}</dd></div>
        <div>
          <dt>${words.say("club.games")}</dt>
          <dd>
            ${words.number(one.games)}
            ${one.parts > 0 && html` (${words.say("club.parts", { count: one.parts })})`}
          </dd>
        </div>
        <div>
          <dt>${words.say("club.places")}</dt>
          <dd>${one.places.map((count) => words.number(count)).join(" · ")}</dd>
        </div>
        ${one.months.map((total, at) => total !== null && html`<div key=${months[at]}>
          <dt>${monthName(months[at], words)}</dt><dd class=${sign(total)}>${words.score(total)}</dd>
        </div>`)}
      </dl>
    </li>`)}
  </ol>`;
}

function Also({ also, words }) {
  return html` <small>${words.say("club.also", { names: words.list(also) })}</small>`;
}

function Table({ standings, words }) {
  const heads = ["club.total", "club.average", "club.games", "club.places", "club.course"];
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${words.say("evening.view.club")}>
    <table class="figures club-table">
      <thead>
        <tr>
          <th scope="col">${words.say("final.place")}</th>
          <th scope="col">${words.say("final.name")}</th>
          ${heads.map((key) => html`<th scope="col" key=${key}>${words.say(key)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${standings.map((one) => html`<tr key=${one.name}>
          <td>${one.place}</td>
          <th scope="row">
            ${one.name}
            ${one.also.length > 0 && html`<${Also} also=${one.also} words=${words} />`}
          </th>
          <td class=${sign(one.total)}><b>${words.score(one.total)}</b></td>
          <td>${words.score(one.average)}</td>
          <td>
            ${words.number(one.games)}
            ${one.parts > 0 && html`<small>${words.say("club.parts", { count: one.parts })}</small>`}
          </td>
          <td>${one.places.map((count) => words.number(count)).join(" · ")}</td>
          <td><${Course} course=${one.course} words=${words} /></td>
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

// The total after each game, from nothing; what it ends with is said in words beside it.
function Course({ course, words }) {
  const all = [0, ...course];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (at) => EDGE + ((WIDTH - 2 * EDGE) * at) / (all.length - 1);
  const y = (total) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (total - low)) / (high - low || 1);
  const points = all.map((total, at) => `${x(at).toFixed(1)},${y(total).toFixed(1)}`).join(" ");
  const said = words.list(course.map((total) => words.score(total)));
  const box = `0 0 ${WIDTH} ${HEIGHT}`;
  return html`<svg class="course-line" preserveAspectRatio="none" viewBox=${box} role="img" aria-label=${said}>
    <line class="nothing" x1="0" x2=${WIDTH} y1=${y(0)} y2=${y(0)} />
    <polyline points=${points} />
  </svg>`;
}

function Months({ standings, months, words }) {
  return html`
    <h4>${words.say("club.months")}</h4>
    <div class="wide-table" tabindex="0" role="group" aria-label=${words.say("club.months")}>
      <table class="figures club-table">
        <thead>
          <tr>
            <th scope="col">${words.say("final.name")}</th>
            ${months.map((one) => html`<th scope="col" key=${one}>${monthName(one, words)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${standings.map(({ name, months: totals }) => html`<tr key=${name}>
            <th scope="row">${name}</th>
            ${totals.map((total, at) => html`<td key=${at} class=${sign(total ?? 0)}>
              ${total === null ? "–" : words.score(total)}
            </td>`)}
          </tr>`)}
        </tbody>
      </table>
    </div>`;
}

function monthName(month, words) {
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { month: "short", year: "numeric", timeZone: "UTC" };
  return new Intl.DateTimeFormat(words.code, form).format(new Date(`${month}-01T00:00Z`));
}
