// A new game: who plays, who sits where, and by which rules.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { hasWindMark, WindMark } from "/static/js/seat.js";
import { keepNames, keepRules, keptNames } from "/static/js/choices.js";
import { entered, hasTwice } from "/static/js/names.js";
import { Picks, Sheet, Stepper } from "/static/js/play/sheet.js";
import { RuleChanges, RulesPick, useRules, whyUnfit } from "/static/js/play/rules.js";
import { Winds } from "/static/js/play/winds.js";

const MOST_REMEMBERED = 12;

export function StartSheet(props) {
  const { snapshot, words, play, args, tournament } = props;
  // What the plan of a tournament says is offered: people correct it where the table differs.
  const [seats] = useState(() => tournament?.seatsFor(snapshot, tournament.round) ?? []);
  const isPlanned = seats.length > 0;
  const [names, setNames] = useState(() => (isPlanned ? seats : firstNames()));
  const [players, setPlayers] = useState(isPlanned ? seats.length : snapshot.players);
  const [isDrawing, draw] = useState(false);
  const remembered = useRemembered();
  const rules = useRules(players, snapshot, isPlanned ? tournament.round.rules : undefined);
  const seated = names.slice(0, players).map((name, at) => entered(name) || numbered(at, words));
  const start = useStarting(play, snapshot.game, seated, rules);
  const isTwice = hasTwice(seated);

  function seat(order) {
    setNames([...order, ...names.slice(players)]);
    draw(false);
  }

  const foot = html`
    <div class="foot">
      <p class="foot-said refusal" role="status">${isTwice && words.say("play.same_name")}</p>
      <button type="button" class="confirm" disabled=${isTwice || isDrawing} onClick=${start}>
        ${words.say("play.start")}
      </button>
    </div>
  `;
  const who = { names, players, remembered, words, onPlayers: setPlayers, onNames: setNames };
  return html`
    <${Sheet}
      title=${words.say("play.new_game")}
      side=${args.side}
      kind="start-sheet"
      words=${words}
      play=${play}
      foot=${foot}
    >
      ${isDrawing
        ? html`<${Winds} names=${seated} words=${words} onSeated=${seat} />`
        : html`
          ${isPlanned && html`<${tournament.Planned} words=${words} />`}
          <div class="start">
            <${Who} ...${who} onDraw=${() => draw(true)} />
            <${ByWhichRules} rules=${rules} words=${words} />
          </div>
        `}
    </${Sheet}>
  `;
}

// How to start a game; why it could not be started stands on the sheet, to be put right. A game that somebody else has
// started while the sheet lay open is replaced only by whoever was told of it.
function useStarting(play, game, seated, rules) {
  const [known, know] = useState(game);
  async function start() {
    if (game !== known) {
      know(game);
      return { error: "stale" };
    }
    keepNames(seated);
    keepRules({ name: rules.preset, changes: rules.changed });
    const answer = await play.tell("start", { names: seated, rules: rules.said });
    return { ...answer, says: rules.hasChanges ? whyUnfit(answer) : undefined };
  }
  return () => play.fromSheet(start);
}

function Who({ names, players, remembered, words, onPlayers, onNames, onDraw }) {
  return html`
    <section>
      <h3>${words.say("play.players")}</h3>
      <${Picks}
        label=${words.say("play.how_many")}
        chosen=${players}
        onPick=${onPlayers}
        options=${[4, 3].map((count) => [count, words.say("play.count_players", { count })])}
      />
      <${Names} names=${names} players=${players} remembered=${remembered} words=${words} onNames=${onNames} />
      <button type="button" onClick=${onDraw}>${words.say("play.winds")}</button>
    </section>
  `;
}

function ByWhichRules({ rules, words }) {
  const lengths = [[2, words.say("play.hanchan")], [1, words.say("play.tonpuu")]];
  return html`
    <section>
      <h3>${words.say("play.rules")}</h3>
      <${RulesPick} rules=${rules} words=${words} />
      <${Picks}
        label=${words.say("play.length")}
        chosen=${rules.rounds}
        onPick=${(rounds) => rules.change({ rounds })}
        options=${lengths}
      />
      <${Stepper}
        label=${words.say("play.start_points")}
        value=${rules.startPoints}
        step=${1_000}
        least=${1_000}
        most=${200_000}
        onChange=${rules.setStartPoints}
        words=${words}
      />
      <${RuleChanges} rules=${rules} words=${words} />
    </section>
  `;
}

// By wind; a name that is remembered is one tap.
function Names({ names, players, remembered, words, onNames }) {
  const [lastAt, setAt] = useState(0);
  // A seat that this game does not have gets no name.
  const at = lastAt < players ? lastAt : 0;
  const set = (seat, name) => onNames(names.map((old, one) => (one === seat ? name : old)));
  const pick = (name) => {
    set(at, name);
    setAt((at + 1) % players);
  };
  const isThere = (name) => names.slice(0, players).includes(name);
  const others = remembered.filter((name) => !isThere(name)).slice(0, MOST_REMEMBERED);
  return html`
    <div class="names">
      ${[..."ESWN"].slice(0, players).map((wind, seat) => html`
        <${NameLine}
          key=${wind}
          wind=${wind}
          name=${names[seat]}
          instead=${numbered(seat, words)}
          isNext=${at === seat}
          words=${words}
          onFocus=${() => setAt(seat)}
          onName=${(name) => set(seat, name)}
        />
      `)}
      ${others.length > 0 && html`
        <div class="picks remembered" role="group" aria-label=${words.say("play.remembered")}>
          ${others.map((name) => html`
            <button type="button" key=${name} onClick=${() => pick(name)}>${name}</button>
          `)}
        </div>
      `}
    </div>
  `;
}

function NameLine({ wind, name, instead, isNext, words, onFocus, onName }) {
  return html`
    <label class=${`name-line wind-${wind} ${isNext ? "is-next" : ""}`}>
      <${WindMark} wind=${wind} />
      <span class="wind">
        <span class=${hasWindMark(words) ? "" : "unseen-by-eye"}>${words.wind(wind)}</span>
      </span>
      <input
        type="text"
        maxlength="40"
        autocomplete="off"
        value=${name}
        placeholder=${instead}
        onFocus=${onFocus}
        onInput=${(event) => onName(event.target.value)}
      />
    </label>
  `;
}

// What a player without a name is called.
function numbered(seat, words) {
  return words.say("play.player", { number: seat + 1 });
}

function firstNames() {
  const kept = keptNames();
  return [0, 1, 2, 3].map((seat) => kept[seat] ?? "");
}

function useRemembered() {
  const [kept] = useState(keptNames);
  const [answer] = useAsked("/api/players");
  const names = (answer?.players ?? []).map(({ name }) => name);
  return names.length ? names : kept;
}
