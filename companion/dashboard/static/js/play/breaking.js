// Dice, and where the wall is broken: whose wall, which stack, where the dead wall lies, drawn as the table stands.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { below } from "/static/js/play/winds.js";
import { Sheet } from "/static/js/play/sheet.js";

const DEAD = 7;
const STACKS = { 4: 17, 3: 18 };
const TURNS = { 4: [0, -90, 180, 90], 3: [0, -90, 90] };
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// The walls are counted from the dealer's in turn order, the stacks from the right end of that wall.
export function breakOf(sum, dealer, players) {
  const wall = (dealer + sum - 1) % players;
  const dead = [];
  let at = { wall, stack: sum };
  while (dead.length < DEAD) {
    dead.push(at);
    at = at.stack > 1 ? { ...at, stack: at.stack - 1 } : { wall: (at.wall + 1) % players, stack: STACKS[players] };
  }
  const first = sum < STACKS[players] ? { wall, stack: sum + 1 } : { wall: (wall + players - 1) % players, stack: 1 };
  return { wall, sum, dead, first, indicator: dead[players === 3 ? 4 : 2] };
}

export function BreakSheet(props) {
  const { snapshot, words, nameOf, play, args, choices } = props;
  const { players } = snapshot;
  const dealer = snapshot.kyoku && !snapshot.result ? snapshot.seats.find((seat) => seat.dealer)?.seat ?? 0 : (snapshot.next?.dealer ?? 0);
  const [dice, setDice] = useState(null);
  const [sum, setSum] = useState(null);
  const roll = () => {
    const thrown = [below(6) + 1, below(6) + 1];
    setDice(thrown);
    setSum(thrown[0] + thrown[1]);
  };
  const broken = sum && breakOf(sum, dealer, players);
  return html`<${Sheet} title=${words.say("play.dice")} side=${args.side} kind="break-sheet" words=${words} onClose=${play.close}>
    <div class="break">
      <${WallPicture} broken=${broken} dice=${dice} players=${players} near=${choices.near % players} dealer=${dealer} nameOf=${nameOf} words=${words} />
      <div class="break-side">
        <button type="button" class="confirm" onClick=${roll}>${words.say("play.dice.roll")}</button>
        <div class="sums" role="group" aria-label=${words.say("play.dice.enter")}>${Array.from({ length: 11 }, (_, at) => at + 2).map((number) => html`<button type="button" key=${number} aria-pressed=${sum === number ? "true" : "false"} onClick=${() => {
          setDice(null);
          setSum(number);
        }}>${number}</button>`)}</div>
        <p role="status">${broken ? words.say("play.dice.says", { sum, name: nameOf(broken.wall), next: sum + 1 }) : words.say("play.dice.ask", { name: nameOf(dealer) })}</p>
      </div>
    </div>
  </${Sheet}>`;
}

function WallPicture({ broken, dice, players, near, dealer, nameOf, words }) {
  const count = STACKS[players];
  const width = 12;
  const left = 160 - (count * width) / 2;
  const is = (place, wall, stack) => place.wall === wall && place.stack === stack;
  return html`<svg class="walls" viewBox="0 0 320 320" role="img" aria-label=${broken ? words.say("play.dice.says", { sum: broken.sum, name: nameOf(broken.wall), next: broken.sum + 1 }) : words.say("play.dice")}>
    ${TURNS[players].map((turn, side) => {
      const wall = (near + side) % players;
      return html`<g key=${side} transform=${`rotate(${turn} 160 160)`}>
        <text x="160" y="312" class=${wall === dealer ? "is-dealer" : ""}>${wall === dealer ? `${nameOf(wall)} · ${words.say("dealer")}` : nameOf(wall)}</text>
        ${Array.from({ length: count }, (_, at) => count - at).map((stack, at) => {
          const isDead = broken?.dead.some((place) => is(place, wall, stack));
          const isShown = broken && is(broken.indicator, wall, stack);
          const isFirst = broken && is(broken.first, wall, stack);
          const kind = `${isDead ? "dead" : ""} ${isShown ? "shown" : ""} ${isFirst ? "first" : ""}`;
          return html`<g key=${stack} class=${`wall-stack ${kind}`}><rect x=${left + at * width + 1} y="266" width=${width - 2} height="20" rx="2" />${isShown && html`<text class="mark" x=${left + at * width + width / 2} y="281">ド</text>`}${isFirst && html`<path class="mark" d=${`M${left + at * width + width / 2 + 4} 262l-8 -7 8 -7z`} />`}${broken && wall === broken.wall && stack <= broken.sum && html`<text class="counted" x=${left + at * width + width / 2} y="258">${stack}</text>`}</g>`;
        })}
      </g>`;
    })}
    ${dice && dice.map((eyes, at) => html`<g key=${at} class="die" transform=${`translate(${112 + at * 54} 136)`}><rect width="44" height="44" rx="9" />${PIPS[eyes].map((pip) => html`<circle class=${eyes === 1 ? "one" : ""} cx=${11 + (pip % 3) * 11} cy=${11 + Math.floor(pip / 3) * 11} r=${eyes === 1 ? 7 : 4} />`)}</g>`)}
    ${!dice && broken && html`<text class="sum" x="160" y="176">${broken.sum}</text>`}
  </svg>`;
}
