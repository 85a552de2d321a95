// A result that stands, put right: the same sheet as when it was told, for another end of the hand too; its entries are
// replaced.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { correction, entriesOf } from "/static/js/play/correcting.js";
import { draw } from "/static/js/play/draws.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";
import { Foot, usePreview, WinSheet } from "/static/js/play/win.js";

const RESULTS = ["Won", "Ryuukyoku", "Chombo"];
const DRAWS = ["exhaustive", "nagashi_mangan", "kyuushu", "suufon", "suucha_riichi", "suukaikan", "sanchahou"];
const OF_FOUR = ["suufon", "suucha_riichi", "sanchahou"];
// What nobody could know and somebody said is asked again with the answer that was given.
const FLAGS = ["ippatsu", "rinshan", "chankan", "haitei", "houtei", "tenhou", "chiihou", "renhou"];

export function EditSheet(props) {
  const { snapshot, words, play } = props;
  const [entries, setEntries] = useState(null);
  const [kind, setKind] = useState(kindOf(snapshot.result));
  useEffect(() => {
    entriesOf((fact) => RESULTS.includes(fact.is)).then(setEntries, () => play.say({ code: "not_connected" }));
  }, []);
  if (!entries?.length) return null;
  const above = html`<${Picks} label=${words.say("evening.result")} chosen=${kind} onPick=${setKind} options=${["win", "draw", "chombo"].map((one) => [one, words.say(`evening.correct.${one}`)])} />`;
  const below = html`<button type="button" class="whole-hand" onClick=${() => play.open("evening", { view: "history", hand: "last", act: "correct" })}>${words.say("evening.correct")}</button>`;
  if (kind !== "win") return html`<${EndSheet} key=${kind} ...${props} kind=${kind} entries=${entries} above=${above} below=${below} />`;
  const wins = standing(snapshot, entries);
  return html`<${WinSheet} ...${props} above=${above} below=${below} args=${{ ...props.args, seat: wins.winners[0].seat, wins }} />`;
}

function kindOf(result) {
  return result.ryuukyoku ? "draw" : result.chombo !== null ? "chombo" : "win";
}

function standing({ result, seats, depth }, entries) {
  const edits = entries.map(({ seq }) => seq);
  const wins = entries.map(({ fact }) => fact).filter((fact) => fact.is === "Won");
  // Who has not won so far is chosen first: nobody is the winner by default but the first seat.
  if (!wins.length) return { from: null, winners: [{ seat: seats[0].seat, value: null, liable: null, isByTiles: false, tile: null }], active: 0, isRiichiTile: false, edits };
  const winners = result.wins.map((win) => winnerOf(win, wins.find(({ seat }) => seat === win.seat), depth));
  return { from: wins[0].by === "tsumo" ? "tsumo" : wins[0].giver, winners, active: 0, isRiichiTile: false, edits };
}

function winnerOf(win, fact, depth) {
  // Where nobody follows the tiles the winning one was tapped with the others, and may be wrong as they may.
  const isTapped = fact.hand && fact.tile && depth === "points";
  const value = win.han === null ? null : { han: win.han, fu: win.fu, yakuman: win.yakuman };
  const flags = Object.fromEntries(win.yaku.filter(([yaku]) => FLAGS.includes(yaku)).map(([yaku]) => [yaku, true]));
  return { seat: win.seat, value, liable: fact.liable, isByTiles: false, tile: isTapped ? null : fact.tile, fact, entered: isTapped ? [...fact.hand, fact.tile] : (fact.hand ?? undefined), ura: fact.ura, flags };
}

// A hand that nobody won: which draw, who was tenpai, or whose chombo.
function EndSheet(props) {
  const { snapshot, words, nameOf, play, choices, args, kind, entries, above, below } = props;
  const { players, seats } = snapshot;
  const told = entries.map(({ fact }) => fact);
  const [end, setEnd] = useState(() => firstEnd(kind, told, seats));
  const change = (more) => setEnd((old) => ({ ...old, ...more }));
  const retracts = entries.map(({ seq }) => seq);
  const isMissing = (end.is === "Chombo" && end.seat === null) || (end.kind === "kyuushu" && end.by === null) || (end.kind === "nagashi_mangan" && !end.nagashi.length);
  const facts = isMissing ? null : [end];
  const seen = usePreview(play, facts && (() => ({ kind: "correct", more: correction(retracts, facts) })), JSON.stringify([end, snapshot.seq]));
  const options = seats.map(({ seat }) => [seat, nameOf(seat)]);
  const turn = (field) => (seat) => change({ [field]: end[field].includes(seat) ? end[field].filter((one) => one !== seat) : [...end[field], seat].sort() });
  async function confirm() {
    play.close();
    await play.tell("correct", correction(retracts, facts));
  }

  const foot = html`<${Foot} seen=${seen} facts=${facts} near=${choices.near % players} side=${args.side} ...${props} onConfirm=${confirm} />`;
  return html`<${Sheet} title=${words.say("play.put_right")} side=${args.side} kind="end-sheet" words=${words} onClose=${play.close} foot=${foot}>
    ${above}
    ${kind === "chombo" && html`<h3>${words.say("play.chombo_by")}</h3><${Picks} label=${words.say("play.chombo_by")} chosen=${end.seat} options=${options} onPick=${(seat) => change({ seat })} />`}
    ${kind === "draw" && html`<${Picks} label=${words.say("evening.correct.kind")} chosen=${end.kind} onPick=${(of) => change(drawOf(of, end))} options=${DRAWS.filter((one) => players === 4 || !OF_FOUR.includes(one)).map((one) => [one, words.say(`draw.${one}`)])} />`}
    ${end.kind === "kyuushu" && html`<h3>${words.say("evening.correct.declared_by")}</h3><${Picks} label=${words.say("evening.correct.declared_by")} chosen=${end.by} options=${options} onPick=${(by) => change({ by })} />`}
    ${end.kind === "nagashi_mangan" && html`<h3>${words.say("evening.correct.nagashi")}</h3><${Some} label=${words.say("evening.correct.nagashi")} chosen=${end.nagashi} options=${options} onTurn=${turn("nagashi")} />`}
    ${["exhaustive", "nagashi_mangan"].includes(end.kind) && html`<h3>${words.say("play.tenpai")}</h3><${Some} label=${words.say("play.tenpai")} chosen=${end.tenpai} options=${options} onTurn=${turn("tenpai")} />`}
    ${below}
  </${Sheet}>`;
}

function Some({ label, chosen, options, onTurn }) {
  return html`<div class="picks" role="group" aria-label=${label}>${options.map(([seat, name]) => html`<button type="button" key=${seat} aria-pressed=${chosen.includes(seat) ? "true" : "false"} onClick=${() => onTurn(seat)}>${name}</button>`)}</div>`;
}

function firstEnd(kind, told, seats) {
  const stands = told.find((fact) => fact.is === (kind === "draw" ? "Ryuukyoku" : "Chombo"));
  if (stands) return stands;
  if (kind === "chombo") return { is: "Chombo", seat: null, why: "" };
  return draw("exhaustive", { tenpai: seats.filter((seat) => seat.riichi).map((seat) => seat.seat) });
}

// Of another kind of draw stays what it has too: who was tenpai.
function drawOf(kind, { tenpai }) {
  return draw(kind, { tenpai: ["exhaustive", "nagashi_mangan", "suucha_riichi"].includes(kind) ? tenpai : [] });
}
