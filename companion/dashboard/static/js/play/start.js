// A new game: who plays, who sits where, and by which rules.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { got } from "/static/js/commands.js";
import { KANJI } from "/static/js/seat.js";
import { keepNames, keepRules, keptNames } from "/static/js/choices.js";
import { Picks, Sheet, Stepper } from "/static/js/play/sheet.js";
import { RuleChanges, RulesPick, useRules } from "/static/js/play/rules.js";
import { Winds } from "/static/js/play/winds.js";

export function StartSheet(props) {
  const { snapshot, words, play, args } = props;
  const [names, setNames] = useState(() => firstNames());
  const [players, setPlayers] = useState(snapshot.players);
  const [isDrawing, draw] = useState(false);
  const remembered = useRemembered();
  const rules = useRules(players);
  const seated = names.slice(0, players).map((name, at) => name.trim() || words.say("play.player", { number: at + 1 }));
  const isTwice = new Set(seated).size < players;

  async function start() {
    keepNames(seated);
    keepRules({ name: rules.chosen?.name, changes: rules.changed });
    play.close();
    await play.tell("start", { names: seated, rules: rules.said });
  }

  const foot = html`<div class="foot"><p class="foot-said refusal" role="status">${isTwice ? words.say("play.same_name") : ""}</p><button type="button" class="confirm" disabled=${isTwice || isDrawing} onClick=${start}>${words.say("play.start")}</button></div>`;
  return html`<${Sheet} title=${words.say("play.new_game")} side=${args.side} kind="start-sheet" words=${words} onClose=${play.close} foot=${foot}>
    ${isDrawing
      ? html`<${Winds} names=${seated} words=${words} onSeated=${(order) => {
          setNames([...order, ...names.slice(players)]);
          draw(false);
        }} />`
      : html`<div class="start">
        <section><h3>${words.say("play.players")}</h3>
          <${Picks} label=${words.say("play.how_many")} chosen=${players} onPick=${setPlayers} options=${[4, 3].map((count) => [count, words.say("play.count_players", { count })])} />
          <${Names} names=${names} players=${players} remembered=${remembered} words=${words} onNames=${setNames} />
          <button type="button" onClick=${() => draw(true)}>${words.say("play.winds")}</button>
        </section>
        <section><h3>${words.say("play.rules")}</h3><${RulesPick} rules=${rules} words=${words} />
          <${Picks} label=${words.say("play.length")} chosen=${rules.rounds} onPick=${(rounds) => rules.change({ rounds })} options=${[[2, words.say("play.hanchan")], [1, words.say("play.tonpuu")]]} />
          <${Stepper} label=${words.say("play.start_points")} value=${rules.startPoints} step=${1_000} least=${1_000} most=${200_000} onChange=${rules.setStartPoints} words=${words} />
          <${RuleChanges} rules=${rules} words=${words} />
        </section></div>`}
  </${Sheet}>`;
}

// By wind; a name that is remembered is one tap.
function Names({ names, players, remembered, words, onNames }) {
  const [at, setAt] = useState(0);
  const set = (seat, name) => onNames(names.map((old, one) => (one === seat ? name : old)));
  const others = remembered.filter((name) => !names.slice(0, players).includes(name)).slice(0, 12);
  return html`<div class="names">${[..."ESWN"].slice(0, players).map((wind, seat) => html`<label key=${wind} class=${`name-line wind-${wind} ${at === seat ? "is-next" : ""}`}><span class="kanji" lang="ja" aria-hidden="true">${KANJI[wind]}</span><span class="wind">${words.wind(wind)}</span><input type="text" maxlength="40" autocomplete="off" value=${names[seat]} placeholder=${words.say("play.player", { number: seat + 1 })} onFocus=${() => setAt(seat)} onInput=${(event) => set(seat, event.target.value)} /></label>`)}
    ${others.length > 0 && html`<div class="picks remembered" role="group" aria-label=${words.say("play.remembered")}>${others.map((name) => html`<button type="button" key=${name} onClick=${() => {
      set(at, name);
      setAt((at + 1) % players);
    }}>${name}</button>`)}</div>`}</div>`;
}

function firstNames() {
  const kept = keptNames();
  return [0, 1, 2, 3].map((seat) => kept[seat] ?? "");
}

function useRemembered() {
  const [known, setKnown] = useState(keptNames());
  useEffect(() => {
    got("/api/players").then((answer) => {
      const names = (answer?.players ?? []).map(({ name }) => name);
      if (names.length) setKnown(names);
    });
  }, []);
  return known;
}
