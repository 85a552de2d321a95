// Rule sets to choose from, and where the chosen one differs from the usual.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { got } from "/static/js/commands.js";

// Where the companion cannot say which there are.
const NAMED = [
  { name: "tenhou", players: 4, start_points: 25_000 },
  { name: "mahjong-soul", players: 4, start_points: 25_000 },
  { name: "m-league", players: 4, start_points: 25_000 },
  { name: "ema", players: 4, start_points: 30_000 },
  { name: "wrc", players: 4, start_points: 30_000 },
  { name: "tenhou-3p", players: 3, start_points: 35_000 },
];

// The companion names the rules of the house first, whatever they are called.
export function useRules(players) {
  const [all, setAll] = useState(NAMED);
  const [name, setName] = useState(null);
  const [changes, setChanges] = useState({});
  useEffect(() => {
    got(`/api/rules?base=${players === 3 ? "tenhou-3p" : "tenhou"}`).then((answer) => {
      if (answer) setAll(answer.presets.map(read));
    });
  }, [players]);
  const fitting = all.filter((rules) => rules.players === players);
  const chosen = fitting.find((rules) => rules.name === name) ?? fitting[0];
  const change = (field, value) => setChanges((old) => ({ ...old, [field]: value }));
  return {
    fitting,
    chosen,
    choose: (next) => {
      setName(next);
      setChanges({});
    },
    rounds: changes.rounds ?? chosen?.rounds ?? 2,
    setRounds: (rounds) => change("rounds", rounds),
    startPoints: changes.start_points ?? chosen?.start_points ?? 25_000,
    setStartPoints: (points) => change("start_points", points),
    said: Object.keys(changes).length ? { preset: chosen?.name, changes } : chosen?.name,
  };
}

function read({ name, players, values, differs }) {
  return { name, players, rounds: values.rounds, start_points: values.start_points, differs };
}

export function RulesPick({ rules, words }) {
  return html`<div class="rules-pick"><div class="picks" role="group" aria-label=${words.say("play.rules")}>${rules.fitting.map(({ name }) => html`<button type="button" key=${name} aria-pressed=${name === rules.chosen?.name ? "true" : "false"} onClick=${() => rules.choose(name)}>${words.rules(name)}</button>`)}</div>
    <${Differs} differs=${rules.chosen?.differs ?? []} words=${words} /></div>`;
}

// Each field that differs: what it is here, and what it is usually.
function Differs({ differs, words }) {
  if (!differs.length) return null;
  return html`<details class="differs"><summary>${words.say("play.differs", { count: differs.length })}</summary><ul>${differs.map(({ field, value, base }) => html`<li key=${field}>${words.say(`play.rule.${field}`)}: <b>${shown(value, words)}</b> (${shown(base, words)})</li>`)}</ul></details>`;
}

function shown(value, words) {
  if (value === null || value === undefined || value.length === 0) return "–";
  if (typeof value === "boolean") return words.say(value ? "play.value.yes" : "play.value.no");
  if (typeof value === "number") return words.number(value);
  if (Array.isArray(value)) return value.map((one) => shown(one, words)).join(Array.isArray(value[0]) ? " / " : " ");
  const known = [`play.value.${value}`, `yaku.${value}`].find((key) => words.has(key));
  return known ? words.say(known) : value;
}
