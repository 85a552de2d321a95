// The result of a hand said again: winners with han and fu, a draw with who was tenpai, or a chombo.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { drawsOf } from "/static/js/play/end_said.js";
import { LocalYaku } from "/static/js/play/local_yaku.js";
import { Choose, ChooseSome, Select, seatOptions } from "/static/js/evening/correct_fields.js";
import { dealtIn } from "/static/js/evening/correct_forms.js";
import { firstOf, hasTwoLiable, liabilityBy, meantBy, newWin, TSUMO } from "/static/js/evening/result_said.js";

const RESULTS = new Set(["Won", "Ryuukyoku", "Chombo"]);
const KINDS = ["win", "draw", "chombo"];
const COUNTED = ["exhaustive", "nagashi_mangan"];
const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const HAN = Array.from({ length: 13 }, (_, at) => at + 1);
const MOST_WINS = 3;

// If others correct this result meanwhile, what was chosen here belonged to the old one: the form begins anew.
/** @param {FormProps} props */
export function ResultForm(props) {
  const told = props.standing.map(({ fact }) => fact).filter(({ is }) => RESULTS.has(is));
  return html`<${OneResult} key=${JSON.stringify(told)} ...${props} told=${told} />`;
}

/** @param {FormProps} props */
function OneResult({ words, names, hand, allows, standing, told, say }) {
  const [result, setResult] = useState(() => firstOf(told, allows));
  const change = (more) => setResult((old) => ({ ...old, ...more }));
  const changeDraw = (more) => change({ draw: { ...result.draw, ...more } });
  const mayBeLiable = liabilityBy(allows, hand);
  const meant = (one) => meantBy(one, { mayBeLiable, allows });
  const said = JSON.stringify(meant(result));
  const isWhole = told.length > 0 && told.every((fact) => fact.is !== "Won" || fact.value);
  const isSame = isWhole && said === JSON.stringify(meant(firstOf(told, allows)));
  const dealt = dealtIn(standing)?.seq ?? null;
  useEffect(() => {
    const again = meant(result);
    say(again && !isSame ? { is: "ResultWas", hand: dealt, result: again } : null);
  }, [said, dealt]);
  return html`
    <${Choose}
      label=${words.say("evening.result")}
      value=${result.kind}
      options=${KINDS.map((kind) => [kind, words.say(`evening.correct.${kind}`)])}
      onPick=${(kind) => change({ kind })}
    />
    ${result.kind === "win" && html`<${Wins}
      result=${result}
      names=${names}
      allows=${allows}
      mayBeLiable=${mayBeLiable}
      words=${words}
      onChange=${change}
    />`}
    ${result.kind === "draw" && html`<${Draw}
      draw=${result.draw}
      names=${names}
      words=${words}
      onChange=${changeDraw}
    />`}
    ${result.kind === "chombo" && html`<${Choose}
      label=${words.say("evening.correct.who")}
      value=${result.chombo}
      options=${seatOptions(names)}
      onPick=${(chombo) => change({ chombo })}
    />`}`;
}

function Wins({ result, names, allows, mayBeLiable, words, onChange }) {
  const { wins, from } = result;
  const changed = (at, more) => wins.map((win, place) => (place === at ? { ...win, ...more } : win));
  // Nobody pays himself: whichever was said last holds, the other is asked again.
  const pickFrom = (giver) => {
    const kept = giver === TSUMO ? wins.slice(0, 1) : wins;
    onChange({ from: giver, wins: kept.map((win) => (win.seat === giver ? { ...win, seat: null } : win)) });
  };
  const pickWinner = (at, seat) => onChange({ from: from === seat ? null : from, wins: changed(at, { seat }) });
  const hasWon = (seat) => wins.some((win) => win.seat === seat);
  const free = names.map((_, seat) => seat).filter((seat) => seat !== from && !hasWon(seat));
  const isRon = from !== null && from !== TSUMO;
  const mayAdd = isRon && free.length > 0 && wins.length < MOST_WINS;
  const mayDrop = wins.length > 1;
  const addWin = () => onChange({ wins: [...wins, newWin(free[0])] });
  const dropWin = () => onChange({ wins: wins.slice(0, -1) });
  return html`
    ${wins.map((win, at) => html`<${OneWin}
      key=${at}
      win=${win}
      hasLiable=${mayBeLiable(win, from)}
      names=${names}
      allows=${allows}
      words=${words}
      onWinner=${(seat) => pickWinner(at, seat)}
      onWorth=${(more) => onChange({ wins: changed(at, more) })}
    />`)}
    <${Choose}
      label=${words.say("evening.correct.from")}
      value=${from}
      options=${[[TSUMO, words.say("evening.correct.tsumo")], ...seatOptions(names)]}
      onPick=${pickFrom}
    />
    <div class="bar">
      ${mayAdd && html`<button type="button" onClick=${addWin}>${words.say("evening.correct.one_more")}</button>`}
      ${mayDrop && html`<button type="button" onClick=${dropWin}>${words.say("evening.correct.one_less")}</button>`}
    </div>`;
}

function OneWin({ win, hasLiable, names, allows, words, onWinner, onWorth }) {
  // What was told stays a choice: tiles may have made more han and fu of it than people count.
  const [told] = useState(win);
  return html`<div class="one-win">
    <${Choose}
      label=${words.say("evening.correct.winner")}
      value=${win.seat}
      options=${seatOptions(names)}
      onPick=${onWinner}
    />
    <div class="fields">
      <${Select}
        label=${words.say("evening.correct.han")}
        value=${win.yakuman ? `y${win.yakuman}` : win.han}
        options=${worthOptions(told, allows, words)}
        onPick=${(option) => onWorth(worthOf(option))}
      />
      ${!win.yakuman && html`<${Select}
        label=${words.say("evening.correct.fu")}
        value=${win.fu}
        options=${withTold(FU, told.fu).map((fu) => [fu, words.say("fu", { count: fu })])}
        onPick=${(fu) => onWorth({ fu: Number(fu) })}
      />`}
    </div>
    <${LocalYaku} allows=${allows} chosen=${win.local} words=${words} onChange=${(local) => onWorth({ local })} />
    ${hasLiable && html`<${Choose}
      label=${words.say("play.liable")}
      value=${win.liable}
      options=${[[null, words.say("play.no_pao")], ...seatOptions(names).filter(([seat]) => seat !== win.seat)]}
      onPick=${(liable) => onWorth({ liable })}
    />`}
    ${hasLiable && hasTwoLiable(win, allows) && html`<${Choose}
      label=${words.say("play.liable_for_kans")}
      value=${win.liableForKans}
      options=${[[null, words.say("play.no_pao")], ...seatOptions(names).filter(([seat]) => seat !== win.seat)]}
      onPick=${(liableForKans) => onWorth({ liableForKans })}
    />`}
  </div>`;
}

const withTold = (counts, told) => [...new Set([...counts, told])].sort((one, other) => one - other);

// Han and yakuman are in one list; "y2" is two yakuman.
function worthOptions(told, allows, words) {
  const most = Math.max(allows.most_yakuman, told.yakuman);
  const han = withTold(HAN, told.han).map((count) => [count, words.say("han", { count })]);
  const counts = Array.from({ length: most }, (_, at) => at + 1);
  const yakuman = counts.map((count) => [`y${count}`, words.say("yakuman", { count })]);
  return [...han, ...yakuman];
}

function worthOf(option) {
  return option[0] === "y" ? { yakuman: Number(option.slice(1)) } : { han: Number(option), yakuman: 0 };
}

function Draw({ draw, names, words, onChange }) {
  const seats = seatOptions(names);
  return html`
    <div class="fields">
      <${Select}
        label=${words.say("evening.correct.kind")}
        value=${draw.kind}
        options=${drawsOf(names.length).map((kind) => [kind, words.say(`draw.${kind}`)])}
        onPick=${(kind) => onChange({ kind })}
      />
    </div>
    ${COUNTED.includes(draw.kind) && html`<${ChooseSome}
      label=${words.say("evening.correct.tenpai")}
      values=${draw.tenpai}
      options=${seats}
      onPick=${(tenpai) => onChange({ tenpai })}
    />`}
    ${draw.kind === "nagashi_mangan" && html`<${ChooseSome}
      label=${words.say("evening.correct.nagashi")}
      values=${draw.nagashi}
      options=${seats}
      onPick=${(nagashi) => onChange({ nagashi })}
    />`}
    ${draw.kind === "kyuushu" && html`<${Choose}
      label=${words.say("evening.correct.declared_by")}
      value=${draw.by}
      options=${seats}
      onPick=${(by) => onChange({ by })}
    />`}`;
}
