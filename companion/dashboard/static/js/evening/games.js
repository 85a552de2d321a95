// All games: how they ended; each can be looked at, exported, made anonymous or deleted, and others imported.

import { html, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { gamePath, whyUnread } from "/static/js/evening/asking.js";
import { Chart } from "/static/js/evening/chart.js";
import { Hold } from "/static/js/evening/hold.js";
import { whyItStops } from "/static/js/evening/stops.js";
import { OneGame } from "/static/js/evening/history.js";
import { Penalties } from "/static/js/result.js";
import { day, isOpen, newsOf } from "/static/js/evening/telling.js";

const FORMS = ["sheet", "csv", "mjai", "tenhou6"];
const RECORDS = ["mjai", "tenhou6"];
const COLUMNS = ["place", "name", "points", "score"];

export function Games(props) {
  const { words, place, go, say, mayChange } = props;
  const [answer, askAgain, error] = useAsked("/api/games", props.snapshot.seq);
  const forgotten = () => {
    // Who has gone elsewhere before the answer came stays there.
    go((now) => (now === place ? { view: "games" } : now));
    askAgain();
  };
  if (place.game) return html`<${Chosen} ...${props} forgotten=${forgotten} />`;
  if (answer === undefined) return html`<p class="wait">${words.say("evening.reading")}</p>`;
  const games = answer?.games ?? [];
  return html`
    <div class="bar">
      <h3 tabindex="-1">${words.say("evening.view.games")}</h3>
      ${mayChange && html`<${BringIn} words=${words} say=${say} onDone=${askAgain} />`}
    </div>
    ${error && html`<p>${whyUnread(error, words)}</p>`}
    ${answer && games.length === 0 && html`<p>${words.say("evening.no_games")}</p>`}
    <ul class="games-list">
      ${games.map((game) => html`<li key=${game.name}>
        <${GameRow} game=${game} words=${words} onTap=${() => go({ ...place, game: game.name })} />
      </li>`)}
    </ul>`;
}

function GameRow({ game, words, onTap }) {
  const facts = [
    day(game.started, words),
    words.say(`evening.state.${game.state}`),
    words.say("evening.hands_played", { count: game.hands }),
    game.is_imported && words.say("evening.imported"),
  ];
  return html`<button type="button" class="game-row" onClick=${onTap}>
    <b>${game.names.length ? words.list(game.names) : game.name}</b>
    <span>${facts.filter(Boolean).join(" · ")}</span>
    ${game.final && html`<span class="places">
      ${game.final.map(({ seat, place, score }) => html`<span key=${seat}>
        ${place}. ${game.names[seat] ?? ""} <b>${words.score(score)}</b>
      </span>`)}
    </span>`}
  </button>`;
}

// A file goes as it lies on the disk; what cannot be read is one sentence, and nothing is kept of it.
function BringIn({ words, say, onDone }) {
  const field = useRef(null);
  const [isBusy, setBusy] = useState(false);
  async function chosen(event) {
    const [file] = event.target.files;
    if (!file) return;
    setBusy(true);
    say("");
    const answer = await sent(file);
    event.target.value = "";
    setBusy(false);
    if (answer.error) say(refusal(answer, file.name, words));
    else say(words.say(`evening.import.${answer.status}`, { game: answer.game }));
    onDone();
  }
  return html`
    <input
      type="file"
      class="unseen-by-eye"
      ref=${field}
      tabindex="-1"
      aria-hidden="true"
      onChange=${chosen}
    />
    <button type="button" disabled=${isBusy} onClick=${() => field.current.click()}>
      ${words.say(isBusy ? "evening.import.busy" : "evening.import")}
    </button>`;
}

// What is wrong with the file, and where: the companion says it by codes.
export function refusal(answer, file, words) {
  const { error } = answer;
  if (words.has(`evening.import.${error}`)) return words.say(`evening.import.${error}`);
  const other = words.say(words.has(`notice.${error}`) ? `notice.${error}` : "notice.other");
  return words.say("evening.import.failed", { file, why: whyItStops(answer, words) || other });
}

async function sent(file) {
  try {
    const answer = await fetch(`/api/games?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", "X-Table": "1" },
      body: file,
    });
    return await answer.json();
  } catch {
    return { error: "not_connected" };
  }
}

function Chosen(props) {
  const { words, place, go, mayChange, mayForget } = props;
  const [game, askAgain, error] = useAsked(gamePath(place.game), newsOf(place.game, props.snapshot));
  if (game === undefined) return html`<p class="wait">${words.say("evening.reading")}</p>`;
  if (game === null) {
    const why = error === "no_such_game" ? words.say("evening.no_such_game") : whyUnread(error, words);
    return html`<h3 tabindex="-1">${why}</h3>`;
  }
  const isRunning = isOpen(place.game, props.snapshot);
  if (place.hand || place.isHands) return html`<${OneGame} ...${props} game=${game} isRunning=${isRunning} />`;
  const about = words.say("rules", { rules: words.rules(game.game.rules) });
  return html`
    <div class="bar">
      <button type="button" onClick=${() => go({ view: "games" })}>← ${words.say("evening.back")}</button>
      <h3 tabindex="-1">${words.say("evening.game", { game: place.game })}</h3>
    </div>
    <p>${day(game.game.started, words)} · ${about}</p>
    ${game.final && html`<${Final} game=${game} words=${words} />`}
    ${game.kyoku.length > 0 && html`<${Chart} game=${game} words=${words} />`}
    <div class="bar">
      <button type="button" onClick=${() => go({ ...place, isHands: true })}>${words.say("evening.hands")}</button>
    </div>
    <h4>${words.say("evening.export")}</h4>
    <div class="bar">
      ${FORMS.filter((form) => !game.unsaid || !RECORDS.includes(form)).map(
        (form) => html`<${TakeOut} key=${form} name=${place.game} form=${form} words=${words} />`,
      )}
    </div>
    ${game.unsaid && html`<p>${words.say(`evening.unsaid.${game.unsaid}`)}</p>`}
    ${mayChange && mayForget && html`<${Forgetting} ...${props} askAgain=${askAgain} />`}`;
}

// The sheet is looked at and printed; the others are files.
function TakeOut({ name, form, words }) {
  const isSheet = form === "sheet";
  return html`<a
    class="button"
    href=${`${gamePath(name)}/export?format=${form}&lang=${words.code}`}
    download=${isSheet ? undefined : ""}
    target=${isSheet ? "_blank" : undefined}
    rel="noopener"
  >${words.has(`evening.export.${form}`) ? words.say(`evening.export.${form}`) : form}</a>`;
}

function Forgetting({ words, snapshot, place, tell, say, askAgain, forgotten }) {
  const isPlayed = isOpen(place.game, snapshot);

  async function done(kind, then) {
    const answer = await tell(kind, { game: place.game });
    const refused = answer.error === "game_running" ? "running_stays" : "not_done";
    if (!answer.error) then();
    say(words.say(`evening.${answer.error ? refused : `${kind}.done`}`, { game: place.game }));
  }

  return html`
    <h4>${words.say("evening.forgetting")}</h4>
    ${isPlayed && html`<p>${words.say("evening.running_stays")}</p>`}
    ${!isPlayed && html`<div class="bar apart">
      <${Hold}
        label=${words.say("evening.anonymise")}
        hint=${words.say("evening.hold")}
        onHeld=${() => done("anonymise", askAgain)}
      />
      <${Hold}
        kind="danger"
        label=${words.say("evening.forget_game")}
        hint=${words.say("evening.hold")}
        onHeld=${() => done("forget_game", forgotten)}
      />
    </div>`}`;
}

function Final({ game, words }) {
  const places = [...game.final].sort((one, other) => one.place - other.place);
  return html`
    <div class="wide-table" tabindex="0" role="group" aria-label=${words.say("final")}>
      <table class="figures final-figures">
        <caption>${words.say("final")}</caption>
        <thead>
          <tr>${COLUMNS.map((key) => html`<th scope="col" key=${key}>${words.say(`final.${key}`)}</th>`)}</tr>
        </thead>
        <tbody>
          ${places.map((one) => html`<tr key=${one.seat}>
            <td>${one.place}</td>
            <th scope="row">${game.names[one.seat]}</th>
            <td>${words.number(one.points)}</td>
            <td>${words.score(one.score)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
    <${Penalties} final=${places} words=${words} nameOf=${(seat) => game.names[seat]} />`;
}
