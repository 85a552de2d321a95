// The tables of a club: who plays where, how it stands, and what needs attention.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { Spare } from "/static/js/hub/spare.js";
import { Sure } from "/static/js/pairing/guests.js";
import { useRefused } from "/static/js/refused.js";
import { briefWorth, howWon } from "/static/js/result.js";
import { KANJI } from "/static/js/seat.js";

const MOST_LETTERS = 40;

export function Tables(props) {
  const { club, words, me } = props;
  const tables = club.order.map((id) => club.tables[id]).filter(Boolean);
  if (tables.length === 0) {
    return html`<p class="hub-empty">
      ${club.seq > 0 && words.say(me?.role === "host" ? "hub.none.host" : "hub.none")}
    </p>`;
  }
  return html`<ul class="hub-tables">
    ${tables.map((table) => html`<li key=${table.id}><${Table} ...${props} table=${table} /></li>`)}
  </ul>`;
}

function Table({ table, words, me }) {
  const { game, is_here: isHere, behind } = table;
  const [isChanging, change] = useState(false);
  const heading = `table-${table.id}`;
  return html`<section class=${`hub-table ${isHere ? "" : "is-away"}`} aria-labelledby=${heading}>
    <header>
      <h2 id=${heading}>${table.name}</h2>
      <span class="presence"><i class=${`light ${isHere ? "good" : "bad"}`} aria-hidden="true"></i>
        ${words.say(isHere ? "hub.here" : "hub.away")}</span>
      ${me?.role === "host" && html`<button
        type="button"
        class="change"
        aria-expanded=${isChanging ? "true" : "false"}
        aria-label=${words.say("hub.change_who", { name: table.name })}
        onClick=${() => change(!isChanging)}
      >${words.say("hub.change")}</button>`}
    </header>
    ${isChanging && me?.role === "host" && html`<${Change}
      table=${table}
      words=${words}
      onDone=${() => change(false)}
    />`}
    ${game && html`<${Game} game=${game} words=${words} />`}
    ${!game && !table.is_newer && html`<p class="quiet">${words.say("hub.no_game")}</p>`}
    <${Flags} table=${table} words=${words} />
    <${Warnings} table=${table} words=${words} />
    ${behind > 0 && html`<p class="quiet">${words.say("hub.behind", { count: behind })}</p>`}
  </section>`;
}

function Game({ game, words }) {
  const { round, seats, last, state, hands_left: left } = game;
  return html`
    <p class="round-now">
      ${round && html`<b>${roundText(round, words)}</b>`}
      <span>${words.say(`hub.state.${state}`)}</span>
      ${left !== null && state !== "over" && html`<b class="time-called">
        ${words.say("hub.hands_left", { count: left })}
      </b>`}
    </p>
    <ol class="hub-seats">
      ${seats.map((seat, at) => html`<li key=${at} class=${`wind-${seat.wind}`}>
        <span class="kanji wind" lang="ja" role="img" aria-label=${words.wind(seat.wind)}>${KANJI[seat.wind]}</span>
        <span class="name">${seat.name}${seat.riichi && html`<${Riichi} words=${words} />`}</span>
        <b class="points">${words.number(seat.points)}</b>
        <span class="place">${seat.score === null
          ? words.say("place", { count: seat.place })
          : words.score(seat.score)}</span>
      </li>`)}
    </ol>
    ${last && html`<p class="last-hand">
      <span class="quiet">${roundText(last.round, words)}</span> · ${ended(game, words)}
    </p>`}
    ${game.is_unclear && html`<p class="warning">${words.say("hub.unclear")}</p>`}`;
}

function Riichi({ words }) {
  return html` <span class="riichi-mark">${words.say("riichi.short")}</span>`;
}

export function roundText({ wind, number, honba }, words) {
  const round = words.say("round", { wind: words.wind(wind), number });
  return honba ? `${round} · ${words.say("honba.spoken", { count: honba })}` : round;
}

// How the last hand ended, in one line.
export function ended({ last, seats }, words) {
  const nameOf = (seat) => seats[seat]?.name ?? "";
  if (last.chombo !== null) return words.say("chombo.by", { name: nameOf(last.chombo) });
  if (last.wins.length === 0) return words.say(`draw.${last.ryuukyoku}`);
  return last.wins
    .map((win) => words.list([`${nameOf(win.seat)} ${howWon(win, words, nameOf)}`, briefWorth(win, words)]))
    .join(" · ");
}

// Whose time is up, where people play by the clock; what follows from it is for people to say.
export function Flags({ table, words }) {
  return table.flags.map((seat) => {
    const name = playerOf(table, seat, words);
    return html`<p class="warning flag" key=${seat}>
      ${name ? words.say("hub.flag", { name }) : words.say("hub.referee.flags")}
    </p>`;
  });
}

// A player's name, else the present wind; empty where nothing is known of the game.
export function playerOf({ game }, seat, words) {
  const player = game?.seats[seat];
  return player ? player.name || words.wind(player.wind) : "";
}

// What is wrong, and what to do about it.
function Warnings({ table, words }) {
  const codes = [!table.is_here && "away", ...table.troubles].filter(Boolean);
  if (codes.length === 0) return null;
  return html`<ul class="hub-warnings">
    ${codes.map((code) => html`<li key=${code} class=${code === "away" ? "quiet" : "warning"}>
      ${code !== "away" && html`<b>${words.say(`hub.trouble.${code}`)}</b>`} ${words.say(`hub.do.${code}`)}
    </li>`)}
  </ul>`;
}

function why(error, words) {
  return words.say(words.has(`hub.error.${error}`) ? `hub.error.${error}` : "pairing.error.other");
}

function Change({ table, words, onDone }) {
  const [typed, type] = useState(null);
  const name = typed ?? table.name;
  const [refused, told] = useRefused();
  const tell = async (act, more = {}) => {
    const { error } = await told(() => ask(`/api/tables/${act}`, { table: table.id, ...more }));
    if (!error) onDone();
  };
  const rename = async (event) => {
    event.preventDefault();
    await tell("rename", { name: name.trim() });
  };
  return html`<form class="hub-change" onSubmit=${rename}>
    <label>${words.say("hub.name")}
      <input maxlength=${MOST_LETTERS} required value=${name} onInput=${(event) => type(event.target.value)} />
    </label>
    <div class="options">
      <button type="submit" class="confirm">${words.say("hub.rename")}</button>
      <${Sure}
        words=${words}
        label=${words.say("hub.remove")}
        spoken=${words.say("hub.remove_who", { name: table.name })}
        onSure=${() => tell("remove")}
      />
    </div>
    <p class="quiet">${words.say("hub.remove.says")}</p>
    <${Spare} table=${table} words=${words} told=${told} />
    <p class="said" role="alert">${refused && why(refused.error, words)}</p>
  </form>`;
}
