// A win: from whom, what it is worth, what everybody pays, and then the tap that makes it true.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { KANJI } from "/static/js/seat.js";
import { Arrows } from "/static/js/play/arrows.js";
import { FuTable } from "/static/js/play/fu_table.js";
import { HandBuilder } from "/static/js/play/hand.js";
import { correction, seqsOf } from "/static/js/play/correcting.js";
import { Picks, Sheet, sheetWidth } from "/static/js/play/sheet.js";
import { Reasons } from "/static/js/play/reasons.js";

const TSUMO = "tsumo";

export function WinSheet(props) {
  const { snapshot, words, nameOf, play, args } = props;
  const [win, setWin] = useState(() => firstWin(snapshot, args));
  const [waived, waive] = useState([]);
  const change = (more) => setWin((old) => ({ ...old, ...more }));
  const active = win.winners[win.active];
  const changeActive = (more) => change({ winners: win.winners.map((one, at) => (at === win.active ? { ...one, ...more } : one)) });
  const facts = win.from === null ? null : factsOf(win, snapshot, waived);
  const isKiriage = useKiriage(play, win, snapshot);
  const seen = usePreview(play, facts && (() => commandOf(win, facts)), JSON.stringify([facts, win.isRiichiTile, snapshot.seq]));
  const isTsumo = win.from === TSUMO;
  const isDealer = snapshot.seats[active.seat].dealer;

  async function confirm() {
    play.close();
    const told = await commandOf(win, facts).catch(() => null);
    if (!told) return play.say({ code: "not_connected" });
    const answer = await play.tell(told.kind, told.more);
    if (!answer.error) props.onWon?.(facts);
  }

  const title = words.say("play.wins", { name: nameOf(active.seat) });
  const foot = html`<${Foot} seen=${seen} facts=${facts} near=${active.seat} side=${args.side} ...${props} onWaive=${(reason) => waive([...waived, reason])} onConfirm=${confirm} />`;
  return html`<${Sheet} title=${title} side=${args.side} kind="win-sheet" words=${words} onClose=${play.close} foot=${foot}>
    ${props.above}
    ${win.edits && html`<div class="who-won"><span>${words.say("evening.correct.winner")}</span><${Picks} label=${words.say("evening.correct.winner")} chosen=${active.seat} onPick=${(seat) => change(wonBy(win, seat))} options=${snapshot.seats.map((one) => [one.seat, `${KANJI[one.wind]} ${nameOf(one.seat)}`])} /></div>`}
    <${From} win=${win} snapshot=${snapshot} words=${words} nameOf=${nameOf} onPick=${(from) => change({ from, winners: from === TSUMO ? [win.winners[0]] : win.winners.filter((one) => one.seat !== from), active: 0 })} />
    ${win.winners.length > 1 && html`<${Winners} win=${win} snapshot=${snapshot} words=${words} nameOf=${nameOf} onChange=${change} />`}
    ${active.isByTiles
      ? html`<${HandBuilder} key=${active.seat} ...${props} winner=${active} from=${win.from} onChange=${changeActive} />`
      : html`<${FuTable} value=${active.value} isTsumo=${win.from === null ? undefined : isTsumo} isDealer=${isDealer} isKiriage=${isKiriage} isWide=${sheetWidth(args.side) >= 660} words=${words} onPick=${(value) => changeActive({ value })} />`}
    <${More} win=${win} active=${active} ...${props} onChange=${change} onActive=${changeActive} />
    ${props.below}
  </${Sheet}>`;
}

// Several who won on one discard: whose hand is being said, and who was added by mistake.
function Winners({ win, snapshot, words, nameOf, onChange }) {
  return html`<div class="winners" role="group" aria-label=${words.say("play.winners")}>${win.winners.map(({ seat }, at) => html`<span key=${seat} class="one-winner">
    <button type="button" aria-pressed=${at === win.active ? "true" : "false"} onClick=${() => onChange({ active: at })}>${KANJI[snapshot.seats[seat].wind]} ${nameOf(seat)}</button><button type="button" class="not-winner" aria-label=${words.say("play.not_winner", { name: nameOf(seat) })} onClick=${() => onChange({ winners: win.winners.filter((one) => one.seat !== seat), active: 0 })}>×</button></span>`)}</div>`;
}

// Another winner of the same worth; whoever was the giver and now has won has paid nobody.
function wonBy(win, seat) {
  const winners = win.winners.filter((one, at) => at === win.active || one.seat !== seat).map((one) => (one.seat === win.winners[win.active].seat ? { ...one, seat, isByTiles: false, entered: undefined, melds: undefined, ura: undefined, flags: undefined } : one));
  return { winners, active: winners.findIndex((one) => one.seat === seat), from: win.from === seat ? null : win.from };
}

function firstWin(snapshot, { seat, wins }) {
  if (wins) return wins; // a result that stands and is put right
  const taps = snapshot.taps?.[seat] ?? {};
  const offer = snapshot.kyoku.offer;
  const options = fromWhom(snapshot, seat);
  const from = options.length === 1 ? options[0] : null;
  const isKnown = snapshot.depth === "full" && offer && taps.ron === "" && offer.tile !== "?";
  return { from, winners: [{ seat, value: null, liable: null, isByTiles: false, tile: isKnown ? offer.tile : null }], active: 0, isRiichiTile: false, edits: null };
}

function fromWhom(snapshot, seat) {
  const taps = snapshot.taps?.[seat] ?? {};
  const { kyoku, result } = snapshot;
  if (result?.wins.length) return [result.wins[0].giver];
  if (kyoku.phase !== "unfollowed") return [...(taps.ron === "" && kyoku.offer ? [kyoku.offer.seat] : []), ...(taps.tsumo === "" ? [TSUMO] : [])];
  const others = snapshot.seats.map((one) => one.seat).filter((one) => one !== seat);
  return [...(taps.tsumo === "" ? [TSUMO] : []), ...(taps.ron === "" ? others : [])];
}

function From({ win, snapshot, words, nameOf, onPick }) {
  const options = win.edits ? [TSUMO, ...snapshot.seats.map((one) => one.seat).filter((one) => one !== win.winners[0].seat)] : fromWhom(snapshot, win.winners[0].seat);
  return html`<${Picks} kind="from" label=${words.say("play.from_whom")} chosen=${win.from} onPick=${onPick} options=${options.map((from) => [from, from === TSUMO ? words.say("play.tsumo") : words.say("play.ron_from", { name: nameOf(from) })])} />`;
}

// What only some wins need: tiles instead of numbers, another winner, who is liable, the stick of a ron on the riichi tile.
function More({ win, active, snapshot, words, nameOf, onChange, onActive }) {
  const isRon = win.from !== null && win.from !== TSUMO;
  const others = isRon ? snapshot.seats.map((one) => one.seat).filter((seat) => seat !== win.from && !win.winners.some((one) => one.seat === seat) && canJoin(snapshot, seat)) : [];
  const giver = isRon ? snapshot.seats[win.from] : null;
  const liable = active.value?.yakuman || active.isYakuman;
  return html`<div class="more-of-it">
    <button type="button" aria-pressed=${active.isByTiles ? "true" : "false"} onClick=${() => onActive({ isByTiles: !active.isByTiles })}>${words.say("play.by_tiles")}</button>
    ${others.map((seat) => html`<button type="button" key=${seat} onClick=${() => onChange({ winners: [...win.winners, { seat, value: null, liable: null, isByTiles: false, tile: active.tile }], active: win.winners.length })}>${words.say("play.also_ron", { name: nameOf(seat) })}</button>`)}
    ${snapshot.depth === "points" && giver?.riichi?.accepted && html`<button type="button" aria-pressed=${win.isRiichiTile ? "true" : "false"} onClick=${() => onChange({ isRiichiTile: !win.isRiichiTile })}>${words.say("play.on_riichi_tile")}</button>`}
    ${liable && html`<${Picks} label=${words.say("play.liable")} chosen=${active.liable} onPick=${(seat) => onActive({ liable: seat })} options=${[[null, words.say("play.no_pao")], ...snapshot.seats.filter((one) => one.seat !== active.seat).map((one) => [one.seat, words.say("play.pao_of", { name: nameOf(one.seat) })])]} />`}
  </div>`;
}

function canJoin(snapshot, seat) {
  return snapshot.result ? snapshot.taps?.[seat]?.ron === "" : true;
}

export function Foot({ seen, facts, near, side, snapshot, words, nameOf, onWaive, onConfirm }) {
  const { refused, result } = seen ?? {};
  return html`<div class="foot">
    <${Arrows} result=${result} seats=${snapshot.seats} near=${near} isNarrow=${sheetWidth(side) < 340} words=${words} nameOf=${nameOf} />
    <div class="foot-said" role="status">${refused ? html`<${Refusal} refused=${refused} words=${words} onWaive=${onWaive} />` : result ? html`<${Reasons} result=${result} words=${words} nameOf=${nameOf} />` : html`<p class="fine">${words.say(facts ? "play.counting_up" : "play.choose_value")}</p>`}</div>
    <button type="button" class="confirm" disabled=${!result || Boolean(refused)} onClick=${onConfirm}>${words.say("play.confirm")}</button>
  </div>`;
}

export function Refusal({ refused, words, onWaive }) {
  const known = [`reason.${refused.reason}`, `notice.${refused.error}`].find((key) => words.has(key));
  return html`<p class="refusal">${words.say(known ?? "play.refused")}</p>
    ${refused.waivable && onWaive && html`<button type="button" onClick=${() => onWaive(refused.reason)}>${words.say("may.waive")}</button>`}`;
}

// The facts of this win, nearest after the discarder first; null while something is missing.
export function factsOf(win, snapshot, waived = []) {
  if (win.from === null || win.winners.some((one) => (one.isByTiles ? !one.hand : !one.value))) return null;
  const isTsumo = win.from === TSUMO;
  const giver = (one) => (isTsumo ? one.seat : win.from);
  const after = (one) => (one.seat - giver(one) + snapshot.players) % snapshot.players;
  const winners = [...win.winners].sort((one, other) => after(one) - after(other));
  const won = winners.map((one) => (isAsTold(one, isTsumo ? TSUMO : "ron", giver(one)) ? { ...one.fact, liable: one.liable } : {
    is: "Won",
    seat: one.seat,
    by: isTsumo ? TSUMO : "ron",
    giver: giver(one),
    // What lay there when somebody else had paid it says nothing of this win.
    tile: (one.isByTiles && one.wonTile) || (one.fact && one.fact.giver !== giver(one) ? null : one.tile) || null,
    hand: one.isByTiles ? one.hand : null,
    ura: one.isByTiles ? (one.ura ?? []) : [],
    value: one.isByTiles ? (one.worth ?? null) : { han: one.value.han, fu: one.value.fu, yakuman: one.value.yakuman, yaku: [] },
    liable: one.liable,
  }));
  return [...waived.map((reason) => ({ is: "RuleWaived", reason })), ...winners.flatMap((one) => (one.isByTiles ? (one.told ?? []) : [])), ...won];
}

// Where nothing of a win is put right but who is liable, it stays as it was told, with its hand and its yaku.
function isAsTold({ fact, seat, value, isByTiles }, by, giver) {
  if (!fact?.value || isByTiles || fact.seat !== seat || fact.by !== by || fact.giver !== giver) return false;
  return value.yakuman ? fact.value.yakuman === value.yakuman : !fact.value.yakuman && fact.value.han === value.han && fact.value.fu === value.fu;
}

// A new result is told; one that stands is corrected, and so is a riichi whose tile was won on.
async function commandOf(win, facts) {
  if (win.edits) return { kind: "correct", more: correction(win.edits, facts) };
  if (!win.isRiichiTile) return { kind: "tell", more: { facts } };
  const paid = await seqsOf((fact) => fact.is === "RiichiAccepted" && fact.seat === win.from);
  if (!paid.length) throw new Error("no stick lies there");
  return { kind: "correct", more: correction(paid.slice(-1), facts) };
}

// What would come of the command that `ask` makes; `text` says which command that is.
export function usePreview(play, ask, text) {
  const [seen, setSeen] = useState(null);
  useEffect(() => {
    let isNewest = true;
    setSeen(null);
    if (ask) {
      Promise.resolve()
        .then(ask)
        .then(({ kind, more }) => play.preview(kind, more))
        .catch(() => ({ error: "not_connected" }))
        .then((answer) => isNewest && setSeen({ ...(answer.error ? { refused: answer } : answer), text }));
    }
    return () => (isNewest = false);
  }, [text]);
  // What was seen of other facts says nothing about these.
  return seen?.text === text ? seen : null;
}

// Whether these rules round 7,700 up to a mangan: the table is asked, since it alone knows the rules.
function useKiriage(play, win, snapshot) {
  const [isKiriage, setKiriage] = useState(false);
  useEffect(() => {
    if (win.from === null || win.edits) return;
    const four30 = { from: win.from, winners: [{ ...win.winners[0], value: { han: 4, fu: 30, yakuman: 0 }, isByTiles: false }] };
    play.preview("tell", { facts: factsOf(four30, snapshot) }).then((answer) => setKiriage(answer.result?.wins?.at(-1)?.limit === "mangan"));
  }, [win.from]);
  return isKiriage;
}
