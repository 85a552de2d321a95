// A result that stands, put right, also into another end of the hand. A win has the sheet on which it is told.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { usePreview } from "/static/js/asking.js";
import { entriesOf } from "/static/js/play/correcting.js";
import { SHOWN } from "/static/js/play/draws.js";
import { drawsOf, endTold, firstEnd, isMissing } from "/static/js/play/end_said.js";
import { Foot } from "/static/js/play/foot.js";
import { localOf } from "/static/js/play/local_yaku.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";
import { WinSheet } from "/static/js/play/win.js";
import { newWinner, TSUMO } from "/static/js/play/winning.js";

const RESULTS = ["Won", "Ryuukyoku", "Chombo"];
const KINDS = ["win", "draw", "chombo"];
// What only people could know is asked again, with the answer that they gave.
const FLAGS = [
  ...["double_riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei"],
  ...["tenhou", "chiihou", "renhou"],
];

export function EditSheet(props) {
  const { snapshot, words, play } = props;
  const [entries, setEntries] = useState(null);
  const [kind, setKind] = useState(kindOf(snapshot.result));
  useEffect(() => {
    const isResult = (fact) => RESULTS.includes(fact.is);
    entriesOf(isResult).then(setEntries, play.notOpened);
  }, []);
  if (!entries?.length) return null;
  const toWholeHand = () => play.open("evening", { view: "history", hand: "last", act: "correct" });
  const above = html`
    <${Picks}
      label=${words.say("evening.result")}
      chosen=${kind}
      onPick=${setKind}
      options=${KINDS.map((one) => [one, words.say(`evening.correct.${one}`)])}
    />
  `;
  const below = html`
    <button type="button" class="whole-hand" onClick=${toWholeHand}>${words.say("evening.correct")}</button>
    <button type="button" class="held-hand" onClick=${() => play.open("held", { side: props.args.side })}>
      ${words.say("play.held")}
    </button>
  `;
  const around = { ...props, above, below };
  if (kind !== "win") return html`<${EndSheet} key=${kind} ...${around} kind=${kind} entries=${entries} />`;
  const wins = standing(entries, snapshot);
  return html`<${WinSheet} ...${around} args=${{ ...props.args, seat: wins.winners[0].seat, wins }} />`;
}

function kindOf(result) {
  return result.ryuukyoku ? "draw" : result.chombo !== null ? "chombo" : "win";
}

// As the journal has it: the table may already show a newer result, and then this sheet closes.
function standing(entries, { seats, depth, allows }) {
  const wins = entries.map(({ fact }) => fact).filter((fact) => fact.is === "Won");
  const same = { active: 0, isRiichiTile: false, edits: true };
  // So far nobody has won: the first seat is chosen until somebody chooses another.
  if (!wins.length) return { from: null, winners: [newWinner(seats[0].seat, null)], ...same };
  const winners = wins.map((fact) => winnerOf(fact, depth, allows));
  return { from: wins[0].by === TSUMO ? TSUMO : wins[0].giver, winners, ...same };
}

function winnerOf(fact, depth, allows) {
  const { value } = fact;
  const yaku = value?.yaku ?? [];
  // Where nobody follows the tiles, the winning one was tapped with the others, and may be wrong like them.
  const isTapped = fact.hand && fact.tile && depth === "points";
  return {
    ...newWinner(fact.seat, isTapped ? null : fact.tile),
    value: value && { han: value.han, fu: value.fu, yakuman: value.yakuman },
    liable: fact.liable,
    liableForKans: fact.liable_for_kans,
    local: localOf(yaku, allows),
    fact,
    entered: isTapped ? [...fact.hand, fact.tile] : (fact.hand ?? undefined),
    ura: fact.ura,
    flags: Object.fromEntries(yaku.filter(([name]) => FLAGS.includes(name)).map(([name]) => [name, true])),
  };
}

// A hand that nobody won: which draw, who was tenpai, or whose chombo.
/** @param {Props} props */
function EndSheet(props) {
  const { snapshot, words, play, choices, args, kind, entries, above, below } = props;
  const { players, seats } = snapshot;
  const [end, setEnd] = useState(() => firstEnd(kind, entries, seats));
  const change = (more) => setEnd((old) => ({ ...old, ...more }));
  /** @type {ResultWas | null} */
  const what = isMissing(end) ? null : { is: "ResultWas", result: endTold(end) };
  const of = what && JSON.stringify(what);
  const seen = usePreview(play.preview, what && { what }, JSON.stringify([what, snapshot.seq]));
  const confirm = () => what && play.fromSheet(() => play.mean(what));
  const foot = html`
    <${Foot}
      seen=${seen}
      of=${of}
      near=${choices.near % players}
      side=${args.side}
      ...${props}
      unsaid="play.choose_rest"
      onConfirm=${confirm}
    />
  `;
  return html`
    <${Sheet}
      title=${words.say("play.put_right")}
      side=${args.side}
      kind="end-sheet"
      words=${words}
      play=${play}
      foot=${foot}
    >
      ${above}
      <${Fields} ...${props} end=${end} onChange=${change} />
      ${below}
    </${Sheet}>
  `;
}

// What has to be known of this end.
function Fields({ kind, end, snapshot, words, nameOf, onChange }) {
  const options = snapshot.seats.map(({ seat }) => [seat, nameOf(seat)]);
  const one = (field) => ({ options, chosen: end[field], onPick: (seat) => onChange({ [field]: seat }) });
  const some = (field) => ({
    options,
    chosen: end[field],
    onTurn: (seat) => onChange({ [field]: turned(end[field], seat) }),
  });
  return html`
    ${kind === "chombo" && html`<${One} label=${words.say("play.chombo_by")} ...${one("seat")} />`}
    ${kind === "draw" && html`
      <${Picks}
        label=${words.say("evening.correct.kind")}
        chosen=${end.kind}
        onPick=${(of) => onChange({ kind: of })}
        options=${drawsOf(snapshot.players).map((of) => [of, words.say(`draw.${of}`)])}
      />
    `}
    ${end.kind === "kyuushu" && html`<${One} label=${words.say("evening.correct.declared_by")} ...${one("by")} />`}
    ${end.kind === "nagashi_mangan" && html`
      <${Some} label=${words.say("evening.correct.nagashi")} ...${some("nagashi")} />
    `}
    ${SHOWN.includes(end.kind) && html`<${Some} label=${words.say("play.tenpai")} ...${some("tenpai")} />`}
  `;
}

function One({ label, ...picks }) {
  return html`
    <h3>${label}</h3>
    <${Picks} label=${label} ...${picks} />
  `;
}

function Some({ label, chosen, options, onTurn }) {
  return html`
    <h3>${label}</h3>
    <div class="picks" role="group" aria-label=${label}>
      ${options.map(([seat, name]) => html`
        <button type="button" key=${seat} aria-pressed=${chosen.includes(seat)} onClick=${() => onTurn(seat)}>
          ${name}
        </button>
      `)}
    </div>
  `;
}

function turned(seats, seat) {
  return seats.includes(seat) ? seats.filter((one) => one !== seat) : [...seats, seat].sort();
}
