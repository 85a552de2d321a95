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
  const seen = usePreview(play, facts, win, snapshot.seq);
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
  const foot = html`<${Foot} seen=${seen} facts=${facts} near=${active.seat} ...${props} onWaive=${(reason) => waive([...waived, reason])} onConfirm=${confirm} />`;
  return html`<${Sheet} title=${title} side=${args.side} kind="win-sheet" words=${words} onClose=${play.close} foot=${foot}>
    <${From} win=${win} snapshot=${snapshot} words=${words} nameOf=${nameOf} onPick=${(from) => change({ from, winners: from === TSUMO ? [win.winners[0]] : win.winners.filter((one) => one.seat !== from), active: 0 })} />
    ${win.winners.length > 1 && html`<${Picks} label=${words.say("play.winners")} options=${win.winners.map((one, at) => [at, `${KANJI[snapshot.seats[one.seat].wind]} ${nameOf(one.seat)}`])} chosen=${win.active} onPick=${(at) => change({ active: at })} />`}
    ${active.isByTiles
      ? html`<${HandBuilder} key=${active.seat} ...${props} winner=${active} from=${win.from} onChange=${changeActive} />`
      : html`<${FuTable} value=${active.value} isTsumo=${win.from === null ? undefined : isTsumo} isDealer=${isDealer} isKiriage=${isKiriage} isWide=${sheetWidth(args.side) >= 660} words=${words} onPick=${(value) => changeActive({ value })} />`}
    <${More} win=${win} active=${active} ...${props} onChange=${change} onActive=${changeActive} />
  </${Sheet}>`;
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

function Foot({ seen, facts, near, snapshot, words, nameOf, onWaive, onConfirm }) {
  const { refused, result } = seen ?? {};
  return html`<div class="foot">
    ${result && html`<${Arrows} result=${result} seats=${snapshot.seats} near=${near} words=${words} nameOf=${nameOf} />`}
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
  if (win.winners.some((one) => (one.isByTiles ? !one.hand : !one.value))) return null;
  const isTsumo = win.from === TSUMO;
  const giver = (one) => (isTsumo ? one.seat : win.from);
  const after = (one) => (one.seat - giver(one) + snapshot.players) % snapshot.players;
  const winners = [...win.winners].sort((one, other) => after(one) - after(other));
  const won = winners.map((one) => ({
    is: "Won",
    seat: one.seat,
    by: isTsumo ? TSUMO : "ron",
    giver: giver(one),
    tile: (one.isByTiles && one.wonTile) || one.tile || null,
    hand: one.isByTiles ? one.hand : null,
    ura: one.isByTiles ? (one.ura ?? []) : [],
    value: one.isByTiles ? (one.worth ?? null) : { han: one.value.han, fu: one.value.fu, yakuman: one.value.yakuman, yaku: [] },
    liable: one.liable,
  }));
  return [...waived.map((reason) => ({ is: "RuleWaived", reason })), ...winners.flatMap((one) => (one.isByTiles ? (one.told ?? []) : [])), ...won];
}

// A new result is told; one that stands is corrected, and so is a riichi whose tile was won on.
async function commandOf(win, facts) {
  if (win.edits) return { kind: "correct", more: correction(win.edits, facts) };
  if (!win.isRiichiTile) return { kind: "tell", more: { facts } };
  const paid = await seqsOf((fact) => fact.is === "RiichiAccepted" && fact.seat === win.from);
  if (!paid.length) throw new Error("no stick lies there");
  return { kind: "correct", more: correction(paid.slice(-1), facts) };
}

function usePreview(play, facts, win, seq) {
  const [seen, setSeen] = useState(null);
  const text = JSON.stringify([facts, win.isRiichiTile, seq]);
  useEffect(() => {
    let isNewest = true;
    setSeen(null);
    if (facts) {
      commandOf(win, facts)
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
