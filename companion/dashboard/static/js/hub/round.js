// A round: who sits where, how far each table is, the clock; and for the host what starts and stops it.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Clock, Gong } from "/static/js/hub/clock.js";
import { Begin, NotBegun, useTerms } from "/static/js/hub/players.js";
import { Field, Refused, useSaying } from "/static/js/hub/said.js";
import { Sure } from "/static/js/pairing/guests.js";
import { KANJI } from "/static/js/seat.js";

const WINDS = ["E", "S", "W", "N"];
const EXTRA = 5;

export function Round(props) {
  const { club, words, me } = props;
  const evening = club.evening;
  const [chosen, choose] = useState(0);
  const typing = useTyping(evening);
  const form = useTerms(evening);
  const isHost = me?.role === "host";
  if (!evening) return html`<${Begin} ...${props} form=${form} />`;
  const number = Math.min(typing.round || chosen || evening.begun || 1, Math.max(1, evening.plan.length));
  const pick = (round) => {
    typing.leave();
    choose(round);
  };
  return html`<section class="hub-round" aria-labelledby="round-title">
    <${NotBegun} said=${form.said} words=${words} />
    <div class="round-head">
      <h2 id="round-title">${evening.title} · ${words.say("hub.round.of", { number, rounds: evening.rounds })}</h2>
      ${number === evening.begun && html`<${Clock} club=${club} words=${words} />`}
      <div class="options">
        <${Gong} club=${club} words=${words} />
        <a class="button" href="#screen">${words.say("hub.screen")}</a>
        <button type="button" onClick=${() => print()}>${words.say("hub.print")}</button>
      </div>
    </div>
    ${evening.plan.length > 1 && html`<div class="options rounds" role="group" aria-label=${words.say("hub.rounds")}>
      ${evening.plan.map((_, at) => html`<button
        type="button"
        key=${at}
        aria-pressed=${at + 1 === number ? "true" : "false"}
        onClick=${() => pick(at + 1)}
      >${at + 1}</button>`)}
    </div>`}
    ${isHost && html`<${Conduct} evening=${evening} words=${words} onStarted=${() => pick(0)} />`}
    ${evening.plan.length === 0 && html`<p>${words.say("hub.plan.none")}</p>`}
    <${Seats} ...${props} evening=${evening} number=${number} typing=${typing} />
    ${isHost && html`<${Doubts} club=${club} evening=${evening} words=${words} />`}
  </section>`;
}

const nothingTyped = (event) => ({ event, round: 0, tables: [] });

// Where points are being typed: that round stays in sight even if another host begins the next one.
function useTyping(evening) {
  const event = evening?.event;
  const [typing, type] = useState(nothingTyped(event));
  // A form that closes late may belong to a round or a tournament for which nothing is typed now.
  const tablesOf = (now, round) => (now.event === event && now.round === round ? now.tables : []);
  const open = (round, table) => type((now) => ({ event, round, tables: [...tablesOf(now, round), table] }));
  const close = (round, table) =>
    type((now) => {
      if (!tablesOf(now, round).includes(table)) return now;
      const tables = now.tables.filter((one) => one !== table);
      return tables.length > 0 ? { ...now, tables } : nothingTyped(event);
    });
  const { round, tables } = typing.event === event ? typing : nothingTyped(event);
  return { round, tables, open, close, leave: () => type(nothingTyped(event)) };
}

// The clock that runs decides: rounds to come may have another limit.
function hasLimit(clock) {
  return (clock?.limits_s[0] ?? 0) > 0;
}

// What is tapped while people play.
export function Conduct({ evening, words, onStarted }) {
  const [say, said, isAsking] = useSaying();
  const { begun, rounds, clock } = evening;
  const start = async () => (await say("start", { round: begun + 1 })) && onStarted();
  return html`<div class="options conduct">
      ${begun < rounds && evening.players.length > 3 && !isAsking && html`<${Sure}
        words=${words}
        label=${words.say("hub.start", { number: begun + 1 })}
        spoken=${words.say("hub.start", { number: begun + 1 })}
        onSure=${start}
      />`}
      ${clock && html`<button type="button" onClick=${() => say(clock.paused_at === null ? "pause" : "go")}>
        ${words.say(clock.paused_at === null ? "hub.clock.pause" : "hub.clock.go")}
      </button>`}
      ${hasLimit(clock) && html`<button
        type="button"
        onClick=${() => say("extra", { table: 0, minutes: EXTRA }, evening)}
      >${words.say("hub.clock.extra", { count: EXTRA })}</button>`}
    </div>
    <${Refused} said=${said} words=${words} />`;
}

function Seats({ club, words, me, evening, number, typing }) {
  const tables = evening.plan[number - 1] ?? [];
  const isNow = number === evening.begun;
  const seated = new Set(tables.flat());
  const resting = evening.players.filter((one) => !one.is_away && !one.is_substitute && !seated.has(one.number));
  return html`<ol class="hub-plan">
      ${tables.map((seats, at) => html`<li key=${`${evening.event} ${number} ${at}`}><${Table}
        club=${club}
        words=${words}
        evening=${evening}
        number=${number}
        table=${at + 1}
        seats=${seats}
        result=${isNow ? evening.results.find((one) => one.table === at + 1) : null}
        isNow=${isNow}
        isHost=${me?.role === "host"}
        isTyping=${typing.tables.includes(at + 1)}
        onTyping=${(isOpen) => (isOpen ? typing.open : typing.close)(number, at + 1)}
      /></li>`)}
    </ol>
    ${tables.length > 0 && resting.length > 0 && html`<p>
      ${words.say("hub.bye", { names: words.list(resting.map((one) => one.name)) })}
    </p>`}`;
}

export function nameOf(evening, number) {
  return evening.players[number - 1]?.name ?? "?";
}

// How a table's companion is called, where one follows it.
function tableName(club, evening, table, words) {
  const companion = club.tables[evening.companions[table]];
  const numbered = words.say("hub.table", { number: table });
  return companion && companion.name !== numbered ? `${numbered} · ${companion.name}` : numbered;
}

function Table({ club, words, evening, number, table, seats, result, isNow, isHost, isTyping, onTyping }) {
  const [say, said] = useSaying();
  const limits = evening.clock?.limits_s ?? [];
  const hasOwnTime = isNow && limits[table] !== limits[0];
  return html`<section class="hub-table">
    <header>
      <h3>${tableName(club, evening, table, words)}</h3>
      ${result && html`<span class="quiet">${words.say(`hub.result.${result.state}`)}</span>`}
    </header>
    ${hasOwnTime && html`<${Clock} club=${club} words=${words} table=${table} />`}
    <ol class="hub-seats">
      ${seats.map((player, seat) => html`<${Seat}
        key=${seat}
        words=${words}
        wind=${WINDS[seat]}
        name=${nameOf(evening, player)}
        done=${result?.seats.find((one) => one.seat === seat)}
      />`)}
    </ol>
    ${isTyping && html`<${Result}
      key=${seats.join(" ")}
      words=${words}
      evening=${evening}
      number=${number}
      table=${table}
      seats=${seats}
      onDone=${() => onTyping(false)}
    />`}
    ${isHost && number <= evening.begun && html`<div class="options table-acts">
      <button type="button" aria-expanded=${isTyping ? "true" : "false"} onClick=${() => onTyping(!isTyping)}>
        ${words.say("hub.result.type")}
      </button>
      ${isNow && hasLimit(evening.clock) && html`<button
        type="button"
        aria-label=${words.say("hub.clock.extra_of", { count: EXTRA, table })}
        onClick=${() => say("extra", { table, minutes: EXTRA }, evening)}
      >${words.say("hub.clock.extra", { count: EXTRA })}</button>`}
    </div>`}
    <${Refused} said=${said} words=${words} />
  </section>`;
}

// The final points of a table that no companion follows, or whose record was lost.
function Result({ words, evening, number, table, seats, onDone }) {
  const [points, set] = useState(["", "", "", ""]);
  const [say, said] = useSaying();
  const send = async (event) => {
    event.preventDefault();
    // Other points that somebody typed before are replaced only by somebody who was told of them.
    const instead = said?.instead && { instead: said.instead };
    if (await say("result", { round: number, table, points: points.map(Number), ...instead })) onDone();
  };
  return html`<form class="hub-change" onSubmit=${send}>
    ${seats.map((player, at) => html`<${Field}
      key=${at}
      label=${nameOf(evening, player)}
      type="number"
      step="100"
      required
      value=${points[at]}
      onType=${(text) => set(points.map((old, one) => (one === at ? text : old)))}
    />`)}
    <button type="submit" class="confirm">${words.say("hub.settings.keep")}</button>
    <${Refused} said=${said} words=${words} />
  </form>`;
}

function Seat({ words, wind, name, done }) {
  return html`<li class=${`wind-${wind}`}>
    <span class="kanji wind" lang="ja" role="img" aria-label=${words.wind(wind)}>${KANJI[wind]}</span>
    <span class="name">${done?.name || name}</span>
    <b class="points">${done && words.number(done.points)}</b>
    <span class="place">${done && words.score(done.score)}</span>
  </li>`;
}

// The machine whose game it is, where games of several could count.
function ofWhich(club, games, companion) {
  const isOne = games.every((one) => one.companion === companion);
  return isOne ? "" : ` (${club.tables[companion]?.name ?? companion})`;
}

// One of several games, with what tells it from the others: who played, and the points, most first.
function WhichGame({ club, words, games, told, onPick }) {
  const { companion, game, names, points, is_finished: isFinished, is_broken: isBroken } = told;
  const seats = points.map((all, seat) => ({ name: names[seat] || words.wind(WINDS[seat]), all }));
  const result = seats
    .sort((one, other) => other.all - one.all)
    .map(({ name, all }) => `${name} ${words.number(all)}`)
    .join(" · ");
  const state = `hub.result.${isBroken ? "broken" : isFinished ? "finished" : "open"}`;
  return html`<button type="button" class="which-game" onClick=${onPick}>
    <b>${words.say("hub.game_counts", { number: game })}${ofWhich(club, games, companion)}</b>
    <span>${words.say(state)}</span>
    <span>${result}</span>
  </button>`;
}

function doubtText({ kind, one, other, name }, evening, words) {
  const isAlone = kind === "wrong_people" && !other;
  return words.say(`hub.doubt.${kind}${isAlone ? ".alone" : ""}`, {
    one: nameOf(evening, one),
    other: nameOf(evening, other),
    name,
  });
}

// What a person should check; one tap swaps two people, or says which game counts.
export function Doubts({ club, evening, words }) {
  const [say, said, isAsking] = useSaying();
  const { doubts, left_open: open, other_cut: cut } = evening;
  if (doubts.length === 0 && open.length === 0 && !cut) return null;
  const names = (numbers) => words.list(numbers.map((one) => nameOf(evening, one)));
  return html`<ul class="hub-warnings" aria-label=${words.say("hub.doubts")}>
      ${doubts.map((doubt, at) => html`<li class="warning" key=${at}>
        <b>${words.say("hub.doubt.where", { round: doubt.round, table: doubt.table })}</b>
        ${" "}${doubtText(doubt, evening, words)}
        ${doubt.kind === "wrong_people" && doubt.one > 0 && doubt.other > 0 && html`<button
          type="button"
          disabled=${isAsking}
          onClick=${() => say("swap", { round: doubt.round, one: doubt.one, other: doubt.other }, evening)}
        >${words.say("hub.swap_them")}</button>`}
        ${doubt.games.map((told) => html`<${WhichGame}
          key=${`${told.companion} ${told.game}`}
          club=${club}
          words=${words}
          games=${doubt.games}
          told=${told}
          onPick=${() => say("game", {
            round: doubt.round,
            table: doubt.table,
            companion: told.companion,
            game: told.game,
          })}
        />`)}
      </li>`)}
      ${open.map(({ round, table, state }) => html`<li class="warning" key=${`${round} ${table}`}>
        <b>${words.say("hub.doubt.where", { round, table })}</b> ${words.say(`hub.left_open.${state}`)}
      </li>`)}
      ${cut && html`<li class="warning">${words.say("hub.cut.differs", {
        number: cut.after,
        better: names(cut.better),
        worse: names(cut.worse),
      })}</li>`}
    </ul>
    <${Refused} said=${said} words=${words} />`;
}
