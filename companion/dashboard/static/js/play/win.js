// A win: from whom, what it is worth, what everybody pays, and then the tap that makes it true.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { usePreview } from "/static/js/asking.js";
import { WindMark } from "/static/js/seat.js";
import { Foot } from "/static/js/play/foot.js";
import { FuTable } from "/static/js/play/fu_table.js";
import { HandBuilder } from "/static/js/play/hand.js";
import { LocalYaku } from "/static/js/play/local_yaku.js";
import { HandPhoto } from "/static/js/play/hand_photo.js";
import { Picks, Sheet, sheetHeight, sheetWidth } from "/static/js/play/sheet.js";
import { Worth } from "/static/js/play/worth.js";
import { forgetTyped, keepTyped } from "/static/js/play/typed.js";
import {
  announcement,
  chosenOf,
  couldJoin,
  firstWin,
  fromWhom,
  givenBy,
  isBeingCounted,
  joinedBy,
  mayBeLiable,
  mayTwoBeLiable,
  meantBy,
  namedKans,
  TSUMO,
  wantedTiles,
  whyOver,
  withHand,
  withoutWinner,
  wonBy,
} from "/static/js/play/winning.js";

// Wide enough for all the fu side by side.
const WIDE = 660;
// Wide enough for the keys and, beside them, what is asked.
const BROAD = 1000;
// Too low for the keys, what is asked and the payments below one another.
const LOW = 560;
// Wide enough for the smaller keys of a low sheet and, beside them, what is asked.
const ALL_KEYS = 760;

/** @param {Props} props */
export function WinSheet(props) {
  const { snapshot, words, nameOf, play, args } = props;
  const [win, setWin] = useState(() => firstWin(snapshot, args));
  useEffect(() => keepTyped(win, snapshot), [win]);
  const [waived, waive] = useState([]);
  const change = (more) => setWin((old) => ({ ...old, ...more }));
  const active = win.winners[win.active];
  const changeActive = (more) => setWin((old) => withHand(old, active.seat, more));
  const what = meantBy(win, snapshot);
  const asked = JSON.stringify([what, waived, snapshot.seq]);
  const seen = usePreview(play.preview, what && { what, waived }, asked);

  /** @param {Intention} said */
  async function tell(said) {
    for (const kan of namedKans(win)) await play.mean(kan);
    const answer = await play.mean(said, { waived });
    if (!answer.error) forgetTyped(win);
    return answer;
  }
  const confirm = () => what && play.fromSheet(() => tell(what));

  const turnFlag = (flag) => changeActive({ flags: { ...active.flags, [flag]: !active.flags?.[flag] } });
  const said = { ...props, win, active, onChange: change, onActive: changeActive };
  const foot = html`
    <${Foot}
      seen=${seen ?? whyOver(win, snapshot)}
      of=${what || isBeingCounted(win) ? JSON.stringify([chosenOf(win), waived]) : null}
      near=${active.seat}
      side=${args.side}
      ...${props}
      onWaive=${(reason) => waive([...waived, reason])}
      onConfirm=${confirm}
      isBrief=${active.isByTiles && (sheetWidth(args.side) < WIDE || sheetHeight(args.side) < LOW)}
      worth=${active.isByTiles && html`<${Worth} ...${worthOf(active)} words=${words} onFlag=${turnFlag} />`}
    />
  `;
  return html`
    <${Sheet}
      title=${words.say("play.wins", { name: nameOf(active.seat) })}
      side=${args.side}
      kind=${`win-sheet ${kindOf(active, args.side)}`}
      words=${words}
      play=${play}
      foot=${foot}
    >
      ${props.above}
      ${win.edits && html`<${Winner} ...${said} />`}
      <${From} ...${said} />
      ${win.winners.length > 1 && html`<${Winners} ...${said} />`}
      <${Value} ...${said} />
      <${OwnYaku} ...${said} />
      <${More} ...${said} />
      ${props.below}
    </${Sheet}>
  `;
}

const worthOf = ({ counted, ura, flags }) => ({ worth: counted, ura: ura ?? [], flags: flags ?? {} });

// All tiles need room: where there is enough, what is chosen of the win stands beside them.
function kindOf({ isByTiles }, side) {
  if (!isByTiles) return "";
  if (sheetWidth(side) >= BROAD) return "by-tiles is-broad";
  return sheetWidth(side) >= ALL_KEYS && sheetHeight(side) < LOW ? "by-tiles is-low" : "by-tiles";
}

// Of a result that is put right even the winner can be another one.
function Winner({ win, active, snapshot, words, nameOf, onChange }) {
  const label = words.say("evening.correct.winner");
  return html`
    <div class="who-won">
      <span>${label}</span>
      <${Picks}
        label=${label}
        chosen=${active.seat}
        onPick=${(seat) => onChange(wonBy(win, seat))}
        options=${snapshot.seats.map(({ seat, wind }) => [seat, html`<${WindMark} wind=${wind} /> ${nameOf(seat)}`])}
      />
    </div>
  `;
}

function From({ win, snapshot, words, nameOf, onChange }) {
  const [{ seat: winner }] = win.winners;
  const others = snapshot.seats.map(({ seat }) => seat).filter((seat) => seat !== winner);
  const options = win.edits ? [TSUMO, ...others] : fromWhom(snapshot, winner);
  const ron = (from) => words.say("play.ron_from", { name: nameOf(from) });
  return html`
    <${Picks}
      kind="from"
      label=${words.say("play.from_whom")}
      chosen=${win.from}
      onPick=${(from) => onChange(givenBy(win, from))}
      options=${options.map((from) => [from, from === TSUMO ? words.say("play.tsumo") : ron(from)])}
    />
  `;
}

// Several who won on one discard: whose hand is being said, and who was added by mistake.
function Winners(props) {
  const { win, words } = props;
  return html`
    <div class="winners" role="group" aria-label=${words.say("play.winners")}>
      ${win.winners.map(({ seat }, at) => html`<${OneWinner} key=${seat} ...${props} seat=${seat} at=${at} />`)}
    </div>
  `;
}

function OneWinner({ seat, at, win, snapshot, words, nameOf, onChange }) {
  const name = nameOf(seat);
  return html`
    <span class="one-winner">
      <button type="button" aria-pressed=${at === win.active} onClick=${() => onChange({ active: at })}>
        <${WindMark} wind=${snapshot.seats[seat].wind} /> ${name}
      </button>
      <button
        type="button"
        class="not-winner"
        aria-label=${words.say("play.not_winner", { name })}
        onClick=${() => onChange(withoutWinner(win, seat))}
      >
        ×
      </button>
    </span>
  `;
}

// What the hand is worth: by its tiles, or by han and fu.
function Value(props) {
  const { win, active, snapshot, words, args, onActive } = props;
  if (active.isByTiles) {
    // A photograph fills in another hand: what was tapped of the one before it is gone.
    const key = `${active.seat} ${active.photo ?? 0}`;
    return html`
      <${HandBuilder} key=${key} ...${props} winner=${active} from=${win.from} onChange=${onActive} />
    `;
  }
  return html`
    <${FuTable}
      value=${active.value}
      isTsumo=${win.from === null ? undefined : win.from === TSUMO}
      win=${{ seat: active.seat, from: win.from }}
      snapshot=${snapshot}
      isWide=${sheetWidth(args.side) >= WIDE}
      words=${words}
      onPick=${(value) => onActive({ value })}
    />
  `;
}

// With tiles, what is named is added to the value; with han and fu, it is part of them.
function OwnYaku({ active, snapshot, words, onActive }) {
  return html`
    <${LocalYaku}
      allows=${snapshot.allows}
      chosen=${active.local}
      isCounted=${active.isByTiles}
      words=${words}
      onChange=${(local) => onActive({ local })}
    />
  `;
}

// What only some wins need: tiles instead of numbers, another winner, who is liable, the stick of a ron on the riichi
// tile.
function More(props) {
  const { win, active, snapshot, words, nameOf, onChange, onActive } = props;
  const giver = snapshot.seats[win.from]; // by tsumo there is none
  const mayPhotograph = win.from !== null && win.winners.length === 1;
  const mayBeRiichiTile = snapshot.depth === "points" && giver?.riichi?.accepted;
  return html`
    <div class="more-of-it">
      <button
        type="button"
        aria-pressed=${active.isByTiles}
        onClick=${() => onActive({ isByTiles: !active.isByTiles })}
      >
        ${words.say("play.by_tiles")}
      </button>
      ${mayPhotograph && html`<${Photograph} ...${props} />`}
      ${couldJoin(win, snapshot).map((seat) => html`
        <button type="button" key=${seat} onClick=${() => onChange(joinedBy(win, seat, snapshot))}>
          ${words.say("play.also_ron", { name: nameOf(seat) })}
        </button>
      `)}
      ${mayBeRiichiTile && html`
        <button
          type="button"
          aria-pressed=${win.isRiichiTile}
          onClick=${() => onChange({ isRiichiTile: !win.isRiichiTile })}
        >
          ${words.say("play.on_riichi_tile")}
        </button>
      `}
      ${mayBeLiable(active, win.from, snapshot) && html`<${Liable} ...${props} />`}
      ${mayTwoBeLiable(active, snapshot) && html`<${LiableForKans} ...${props} />`}
    </div>
  `;
}

// A hand that is photographed lies open before everybody: the win is told first, and what it is worth afterwards.
/** @param {Props} props */
function Photograph({ win, active, snapshot, words, play, onActive }) {
  const wanted = wantedTiles(active, snapshot);
  async function announce() {
    return win.edits || snapshot.result ? {} : play.mean(announcement(active, win.from));
  }
  const fill = (tiles) => onActive({ isByTiles: true, entered: tiles, photo: (active.photo ?? 0) + 1 });
  const said = { words, wanted, given: active.tile, onFirst: announce, onRead: fill };
  return html`<${HandPhoto} key=${active.seat} ...${said} />`;
}

function Liable({ active, snapshot, words, nameOf, onActive }) {
  const others = snapshot.seats.filter(({ seat }) => seat !== active.seat);
  return html`
    <${Picks}
      label=${words.say("play.liable")}
      chosen=${active.liable}
      onPick=${(liable) => onActive({ liable })}
      options=${[
        [null, words.say("play.no_pao")],
        ...others.map(({ seat }) => [seat, words.say("play.pao_of", { name: nameOf(seat) })]),
      ]}
    />
  `;
}

function LiableForKans({ active, snapshot, words, nameOf, onActive }) {
  const others = snapshot.seats.filter(({ seat }) => seat !== active.seat);
  const label = words.say("play.liable_for_kans");
  return html`
    <div class="named-picks">
      <span>${label}</span>
      <${Picks}
        label=${label}
        chosen=${active.liableForKans ?? null}
        onPick=${(liableForKans) => onActive({ liableForKans })}
        options=${[
          [null, words.say("play.no_pao")],
          ...others.map(({ seat }) => [seat, words.say("play.pao_of", { name: nameOf(seat) })]),
        ]}
      />
    </div>
  `;
}
