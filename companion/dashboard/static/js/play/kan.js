// May I kan? A player in riichi who has drawn the fourth tile taps the hand, and sees yes or no and what speaks against
// it. No other page shows the tiles, and they are gone with the sheet: the companion judges them and keeps nothing.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAnswer } from "/static/js/asking.js";
import { ask } from "/static/js/commands.js";
import { useSheetWords } from "/static/js/later.js";
import { norths, plain } from "/static/js/play/copies.js";
import { KeyFace, TileKeys } from "/static/js/play/picker.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";
import { Face } from "/static/js/tiles.js";

const WHOLE_HAND = 14;

export function KanSheet(props) {
  const { snapshot, play, args, nameOf } = props;
  const words = useSheetWords(props.words, "kan", play);
  const asking = args.seat === undefined ? snapshot.seats.filter((seat) => seat.riichi) : [snapshot.seats[args.seat]];
  const [whose, choose] = useState(asking[0]?.seat ?? 0);
  const [tiles, setTiles] = useState([]);
  const wanted = WHOLE_HAND - 3 * snapshot.seats[whose].melds.length;
  const isWhole = tiles.length === wanted;
  const body = { hand: tiles.slice(0, -1), draw: tiles.at(-1) };
  const answer = useAnswer(isWhole && (() => ask("/api/kan-in-riichi", body)), JSON.stringify(tiles));
  if (!words) return null;
  const melds = snapshot.seats[whose].melds.flatMap((meld) => meld.tiles);
  const laid = [...tiles, ...melds, ...norths(snapshot)].filter((text) => text !== "?");
  const isUsedUp = (text) => laid.filter((one) => plain(one) === plain(text)).length >= 4;
  const pick = (text) => setTiles([...tiles, text]);
  const back = (at) => setTiles([...tiles.slice(0, at), ...tiles.slice(at + 1)]);
  const pickSeat = (seat) => {
    choose(seat);
    setTiles([]);
  };
  return html`
    <${Sheet} title=${words.say("kan.title")} side=${args.side} kind="kan-sheet" words=${words} play=${play}>
      <div class="kan-asked">
        <p>${words.say("kan.says")}</p>
        ${asking.length > 1 && html`
          <${Picks}
            label=${words.say("kan.whose")}
            chosen=${whose}
            onPick=${pickSeat}
            options=${asking.map(({ seat }) => [seat, nameOf(seat)])}
          />
        `}
        <${Entered} tiles=${tiles} wanted=${wanted} words=${words} onTap=${back} />
        <div class="kan-answer" role="status">
          ${isWhole
            ? answer && html`<${Answer} answer=${answer} words=${words} />`
            : html`<p class="fine">${words.say("kan.missing", { count: wanted - tiles.length })}</p>`}
        </div>
        ${tiles.length > 0 && html`
          <div><button type="button" onClick=${() => back(tiles.length - 1)}>${words.say("play.back")}</button></div>
        `}
        ${!isWhole && html`<${TileKeys} snapshot=${snapshot} words=${words} onPick=${pick} without=${isUsedUp} />`}
      </div>
    </${Sheet}>
  `;
}

// The concealed tiles as they were tapped, the drawn one marked; a tap takes one away again.
function Entered({ tiles, wanted, words, onTap }) {
  const empty = Array.from({ length: wanted - tiles.length }, (_, at) => at);
  const kind = (at) => `built-tile ${at === wanted - 1 ? "won" : ""}`;
  return html`
    <div class="built" role="group" aria-label=${words.say("play.hand")}>
      ${tiles.map((text, at) => html`
        <button type="button" key=${at} class=${kind(at)} aria-label=${words.tile(text)} onClick=${() => onTap(at)}>
          <${KeyFace} text=${text} />
        </button>
      `)}
      ${empty.map((at) => html`<span key=${`e${at}`} class="slot" aria-hidden="true"></span>`)}
    </div>
  `;
}

function Answer({ answer, words }) {
  const { allowed, error, reason, readings = [], waits = [], waits_after: after = [] } = answer;
  if (error) return html`<p class="refusal">${whyNot(answer, words)}</p>`;
  const hasChanged = waits.join() !== after.join();
  return html`
    <p class=${allowed ? "kan-yes" : "refusal"}>
      ${words.say(allowed ? "kan.yes" : "kan.no")} ${reason && words.say(`reason.${reason}`)}
    </p>
    ${readings.length > 0 && html`
      <p>${words.say("kan.against", { count: readings.length })}</p>
      ${readings.map((groups) => html`<${Reading} key=${groups.join()} groups=${groups} words=${words} />`)}
    `}
    ${waits.length > 0 && html`<${Waits} name="kan.waits" tiles=${waits} words=${words} />`}
    ${hasChanged && html`<${Waits} name="kan.waits_after" tiles=${after} words=${words} />`}
  `;
}

function whyNot({ error, reason }, words) {
  const known = [`reason.${reason}`, `notice.${error}`].find((key) => words.has(key));
  return words.say(known ?? "notice.other");
}

// "234p" is three tiles.
const tilesOf = (group) => [...group.slice(0, -1)].map((rank) => `${rank}${group.at(-1)}`);

function Reading({ groups, words }) {
  const spoken = words.clauses(groups.map((group) => words.list(tilesOf(group).map((text) => words.tile(text)))));
  return html`
    <div class="kan-reading" role="img" aria-label=${spoken}>
      ${groups.map((group, at) => html`<span class="run" key=${at}><${Row} tiles=${tilesOf(group)} /></span>`)}
    </div>
  `;
}

function Waits({ name, tiles, words }) {
  const spoken = words.list(tiles.map((text) => words.tile(text))) || words.say("kan.none");
  return html`
    <div class="kan-waits">
      <span>${words.say(name)}</span>
      <span class="run" role="img" aria-label=${spoken}>${tiles.length ? html`<${Row} tiles=${tiles} />` : "–"}</span>
    </div>
  `;
}

function Row({ tiles }) {
  return tiles.map((text, at) => html`<span class="tile" key=${at}><${Face} text=${text} /></span>`);
}
