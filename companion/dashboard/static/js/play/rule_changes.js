// Every rule that tables often play in another way, in groups: a tap changes it for this game.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Changed, shown, text } from "/static/js/play/rules.js";
import { Picks, Stepper } from "/static/js/play/sheet.js";

const YES_NO = [true, false];
const REVEALS = ["at_once", "with_discard", "after_discard"];

// What can stand in each field; a number that is a step is counted in such steps.
const CHOICES = {
  tiles: {
    red_fives: { 4: [[0, 0, 0], [1, 1, 1], [1, 2, 1]], 3: [[0, 0, 0], [0, 1, 1], [0, 2, 1]] },
    kita: { 3: YES_NO },
    ippatsu: YES_NO,
    ura: YES_NO,
    kan_dora: YES_NO,
    kan_ura: YES_NO,
  },
  calls: {
    open_tanyao: YES_NO,
    kuikae: ["allowed", "same_tile", "forbidden"],
    open_kan_reveal: REVEALS,
    ankan_reveal: REVEALS,
    kan_in_riichi: ["forbidden", "waits", "every_reading"],
  },
  wins: {
    multiple_ron: ["head_bump", "double", "all"],
    kiriage: YES_NO,
    kazoe_yakuman: YES_NO,
    double_yakuman: YES_NO,
    double_wind_fu: [2, 4],
    renhou: ["none", "mangan", "five_han", "yakuman"],
    nagashi_mangan: YES_NO,
    tsumo_loss: { 3: YES_NO },
  },
  draws: {
    riichi_min_points: [1_000, "none"],
    riichi_min_live: { 4: [4, 1, 0], 3: [3, 1, 0] },
    kyuushu_kyuuhai: YES_NO,
    suufon_renda: { 4: YES_NO },
    suucha_riichi: { 4: YES_NO },
    suukaikan: ["after_discard", "at_once", "no_fifth"],
    renchan: ["tenpai", "win"],
  },
  end: {
    bust: YES_NO,
    dealer_stop: ["never", "win", "win_or_tenpai"],
    extension: YES_NO,
    target_points: 1_000,
    return_points: 1_000,
    oka: YES_NO,
    uma: {
      4: [[10, 5, -5, -10], [15, 5, -5, -15], [20, 10, -10, -20], [30, 10, -10, -30], [0, 0, 0, 0]],
      3: [[10, 0, -10], [15, 0, -15], [20, 0, -20], [30, 0, -30], [0, 0, 0]],
    },
    sticks_left: ["first", "stay"],
    ties: ["seat_order", "shared"],
    score_rounding: ["none", "five_up", "five_down"],
    chombo_points: [20_000, 0],
  },
};

export function RuleGroups({ rules, words }) {
  const { players } = rules.chosen;
  return Object.entries(CHOICES).map(([group, fields]) => {
    const own = playedBy(players, fields);
    const count = own.filter(([field]) => field in rules.changed).length;
    return html`
      <details key=${group} class="rule-group">
        <summary>${words.say(`play.rule_group.${group}`)}<${Changed} count=${count} words=${words} /></summary>
        ${own.map(([field, choices]) => html`
          <${Rule} key=${field} field=${field} choices=${choices} rules=${rules} words=${words} />
        `)}
      </details>
    `;
  });
}

// The fields that there are for so many players, each with its choices or its step.
function playedBy(players, fields) {
  return Object.entries(fields)
    .map(([field, choices]) => [field, choices[players] ?? choices])
    .filter(([, choices]) => Array.isArray(choices) || choices > 0);
}

function Rule(props) {
  const { field, choices, rules, words } = props;
  const isChanged = field in rules.changed;
  const usual = shown(field, rules.usual[field], words);
  return html`
    <div class=${`rule-line ${isChanged ? "is-changed" : ""}`}>
      ${Array.isArray(choices) ? html`<${Choice} ...${props} />` : html`<${Steps} ...${props} />`}
      ${isChanged && html`<p class="fine">${words.rules(rules.chosen.name)}: ${usual}</p>`}
    </div>
  `;
}

function Choice({ field, choices, rules, words }) {
  const name = words.say(`play.rule.${field}`);
  const usual = rules.usual[field];
  // What the rule set says is always among the choices.
  const all = choices.some((one) => text(one) === text(usual)) ? choices : [...choices, usual];
  return html`
    <span class="rule-name">${name}</span>
    <${Picks}
      label=${name}
      chosen=${text(rules.valueOf(field))}
      options=${all.map((one) => [text(one), shown(field, one, words)])}
      onPick=${(picked) => rules.change(more(field, JSON.parse(picked)))}
    />
  `;
}

function Steps({ field, choices: step, rules, words }) {
  return html`
    <${Stepper}
      label=${words.say(`play.rule.${field}`)}
      value=${rules.valueOf(field)}
      step=${step}
      most=${200_000}
      onChange=${(next) => rules.change({ [field]: next })}
      words=${words}
    />
  `;
}

// One uma for all, where the rule set has one for each number of winners.
function more(field, value) {
  return field === "uma" ? { uma: value, uma_by_winners: [] } : { [field]: value };
}
