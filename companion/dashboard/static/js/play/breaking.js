// Dice, and where the wall is broken: whose wall, which stack, where the dead wall lies, drawn as the table stands.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { edgesOf } from "/static/js/play/edge.js";
import { below } from "/static/js/play/winds.js";
import { Sheet } from "/static/js/play/sheet.js";

const STACKS = { 4: 17, 3: 18 };
const TURNS = { bottom: 0, right: -90, top: 180, left: 90 };
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
// Drawn, not written: not every tablet has a letter for it.
const STAR = "l1.6 3.9 4.2 .3 -3.2 2.7 1 4.1 -3.6 -2.2 -3.6 2.2 1 -4.1 -3.2 -2.7 4.2 -.3z";
const SUMS = Array.from({ length: 11 }, (_, at) => at + 2);
// The picture is a square; each wall is drawn at its lower edge and turned to its side.
const MIDDLE = 160;
const STACK_WIDTH = 12;

// The walls are counted from the dealer's in turn order, the stacks from the right end of that wall.
function breakOf(sum, dealer, { players, allows }) {
  const wall = (dealer + sum - 1) % players;
  const stacks = STACKS[players];
  const dead = [];
  let at = { wall, stack: sum };
  while (dead.length < allows.dead_stacks) {
    dead.push(at);
    at = at.stack > 1 ? { ...at, stack: at.stack - 1 } : { wall: (at.wall + 1) % players, stack: stacks };
  }
  const first = sum < stacks ? { wall, stack: sum + 1 } : { wall: (wall + players - 1) % players, stack: 1 };
  return { wall, sum, dead, first, indicator: dead[players === 3 ? 4 : 2] };
}

// Of the hand that is played, else of the next one.
function dealerOf({ kyoku, result, seats, next }) {
  if (kyoku && !result) return seats.find((seat) => seat.dealer)?.seat ?? 0;
  return next?.dealer ?? 0;
}

export function BreakSheet(props) {
  const { snapshot, words, nameOf, play, args, choices } = props;
  const { players } = snapshot;
  const dealer = dealerOf(snapshot);
  const [dice, setDice] = useState(null);
  const [sum, setSum] = useState(null);
  // Dice of one dealer say nothing of the wall of another.
  useEffect(() => {
    setDice(null);
    setSum(null);
  }, [dealer]);
  const roll = () => {
    const thrown = [below(6) + 1, below(6) + 1];
    setDice(thrown);
    setSum(thrown[0] + thrown[1]);
  };
  const enter = (number) => {
    setDice(null);
    setSum(number);
  };
  const broken = sum && breakOf(sum, dealer, snapshot);
  const where = broken && words.say("play.dice.says", { sum, name: nameOf(broken.wall), next: sum + 1 });
  return html`
    <${Sheet}
      title=${words.say("play.dice")}
      side=${args.side}
      kind="break-sheet"
      words=${words}
      play=${play}
    >
      <div class="break">
        <${Picture}
          label=${where ?? words.say("play.dice")}
          broken=${broken}
          dice=${dice}
          players=${players}
          edges=${edgesOf(snapshot, choices.near)}
          dealer=${dealer}
          nameOf=${nameOf}
          words=${words}
        />
        <div class="break-side">
          <button type="button" class="confirm" onClick=${roll}>${words.say("play.dice.roll")}</button>
          <div class="sums" role="group" aria-label=${words.say("play.dice.enter")}>
            ${SUMS.map((number) => html`
              <button type="button" key=${number} aria-pressed=${sum === number} onClick=${() => enter(number)}>
                ${number}
              </button>
            `)}
          </div>
          <p role="status">${where ?? words.say("play.dice.ask", { name: nameOf(dealer) })}</p>
        </div>
      </div>
    </${Sheet}>
  `;
}

function Picture({ label, broken, dice, players, edges, dealer, nameOf, words }) {
  const named = (wall) => (wall === dealer ? `${nameOf(wall)} · ${words.say("dealer")}` : nameOf(wall));
  return html`
    <svg class="walls" viewBox="0 0 320 320" role="img" aria-label=${label}>
      ${edges.map((side, wall) => html`
        <g key=${side} transform=${`rotate(${TURNS[side]} ${MIDDLE} ${MIDDLE})`}>
          <text x=${MIDDLE} y="312" class=${wall === dealer ? "is-dealer" : ""}>${named(wall)}</text>
          <${Wall} wall=${wall} count=${STACKS[players]} broken=${broken} />
        </g>
      `)}
      ${dice && dice.map((eyes, at) => html`<${Die} key=${at} eyes=${eyes} x=${112 + at * 54} />`)}
      ${!dice && broken && html`<text class="sum" x=${MIDDLE} y="176">${broken.sum}</text>`}
    </svg>
  `;
}

// Its first stack lies at the right.
function Wall({ wall, count, broken }) {
  const left = MIDDLE - (count * STACK_WIDTH) / 2;
  return Array.from({ length: count }, (_, at) => html`
    <${Stack} key=${count - at} wall=${wall} stack=${count - at} x=${left + at * STACK_WIDTH} broken=${broken} />
  `);
}

function Stack({ wall, stack, x, broken }) {
  const is = (place) => place.wall === wall && place.stack === stack;
  const isDead = broken?.dead.some(is);
  const isShown = broken && is(broken.indicator);
  const isFirst = broken && is(broken.first);
  const isCounted = broken && wall === broken.wall && stack <= broken.sum;
  const kind = `${isDead ? "dead" : ""} ${isShown ? "shown" : ""} ${isFirst ? "first" : ""}`;
  const middle = x + STACK_WIDTH / 2;
  return html`
    <g class=${`wall-stack ${kind}`}>
      <rect x=${x + 1} y="266" width=${STACK_WIDTH - 2} height="20" rx="2" />
      ${isShown && html`<path class="dora-mark" d=${`M${middle} 270${STAR}`} />`}
      ${isFirst && html`<path class="mark" d=${`M${middle + 4} 262l-8 -7 8 -7z`} />`}
      ${isCounted && html`<text class="counted" x=${middle} y="258">${stack}</text>`}
    </g>
  `;
}

function Die({ eyes, x }) {
  const kind = eyes === 1 ? "one" : "";
  const radius = eyes === 1 ? 7 : 4;
  const across = (pip) => 11 + (pip % 3) * 11;
  const down = (pip) => 11 + Math.floor(pip / 3) * 11;
  return html`
    <g class="die" transform=${`translate(${x} 136)`}>
      <rect width="44" height="44" rx="9" />
      ${PIPS[eyes].map((pip) => html`<circle class=${kind} cx=${across(pip)} cy=${down(pip)} r=${radius} />`)}
    </g>
  `;
}
