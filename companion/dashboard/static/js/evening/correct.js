// Putting a hand right: what was wrong is chosen and said again; what changes is shown before anything is written.

import { html, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { usePreview } from "/static/js/asking.js";
import { useConfirm } from "/static/js/confirming.js";
import { DealForm, EntryForm, IndicatorForm, KanForm, RiichiForm } from "/static/js/evening/correct_forms.js";
import { ResultForm } from "/static/js/evening/correct_result.js";
import { ForgottenForm, TwiceForm } from "/static/js/evening/correct_whole.js";
import { useNarrow } from "/static/js/evening/narrow.js";
import { dealName } from "/static/js/evening/telling.js";
import { useOnce } from "/static/js/once.js";
import { useRefused } from "/static/js/refused.js";

const FORMS = {
  result: ResultForm,
  riichi: RiichiForm,
  kan: KanForm,
  indicator: IndicatorForm,
  deal: DealForm,
  entry: EntryForm,
  insert: ForgottenForm,
  twice: TwiceForm,
};

export function Correct(props) {
  const { words, game, hand, place, go, tell, preview, say, snapshot } = props;
  // Most often it is who won, or what it was worth: where there is a result, it lies open at once.
  const [what, choose] = useState(hand.result ? "result" : null);
  const [said, setSaid] = useState(null);
  const seen = usePreview(preview, said && { what: said }, JSON.stringify([said, snapshot.seq]));
  const once = useOnce();
  const [refused, telling] = useTelling(tell, said, snapshot.seq);
  const Form = FORMS[what];
  const differences = seen?.changes ? differencesOf(seen.changes, game, words) : [];
  const leave = leaving(place, go);
  async function confirm() {
    const answer = await telling();
    if (answer.error) return;
    const changes = words.list(differences.map(({ text }) => text)) || words.say("evening.correct.no_points");
    leave();
    say(words.say("evening.correct.done", { changes }));
  }
  const act = () => once(confirm);
  const asks = useConfirm({ of: said && JSON.stringify(said), seen, act });

  return html`<section class="correct">
    <div class="bar">
      <button type="button" onClick=${leave}>← ${words.say("evening.back")}</button>
      <h3 tabindex="-1">
        ${words.of(dealName(hand, words), words.say("evening.correct"))}
      </h3>
    </div>
    <div class="asked">
      <${What} chosen=${what} words=${words} onPick=${(name) => (setSaid(null), choose(name))} />
      ${Form && html`<div class="form">
        <${Form}
          key=${what}
          words=${words}
          names=${game.names}
          hand=${hand}
          allows=${game.allows}
          standing=${standing(hand)}
          say=${setSaid}
        />
      </div>`}
    </div>
    <div class="answered">
      <div class="what-changes" role="status" tabindex="0">
        ${said
          ? html`<${Changes} ...${{ seen, game, differences, words }} refused=${refused ?? seen?.refused} />`
          : html`<p>${words.say("evening.correct.choose")}</p>`}
      </div>
      <button
        type="button"
        disabled=${!said || Boolean(seen?.refused)}
        ...${asks}
      >${words.say("evening.correct.confirm")}</button>
    </div>
  </section>`;
}

// Why it was refused, null where it was not, and how to tell it. A refusal stands for that choice alone, and only until
// the record changes.
function useTelling(tell, said, seq) {
  const shownSeq = useRef(0);
  shownSeq.current = seq;
  const [refused, told] = useRefused();
  async function telling() {
    const answer = await tell("say", { what: said });
    // The table may have refused it for what this page has not drawn yet.
    return { ...answer, said, asOf: Math.max(answer.seq ?? 0, shownSeq.current) };
  }
  const stands = refused?.said === said && seq <= refused.asOf;
  return [stands ? refused : null, () => told(telling)];
}

// Who has gone elsewhere before an answer came stays there.
const leaving = (place, go) => () => go((now) => (now === place ? { ...place, act: undefined } : now));

// On a phone what else it may have been is folded away, and the form is in reach.
function What({ chosen, words, onPick }) {
  const isFolded = useNarrow(699) && chosen !== null;
  const nameOf = (name) => words.say(`evening.correct.${name}`);
  const options = html`<div class="options">
    ${Object.keys(FORMS).map((name) => html`<button
      type="button"
      key=${name}
      aria-pressed=${name === chosen ? "true" : "false"}
      onClick=${() => name !== chosen && onPick(name)}
    >${nameOf(name)}</button>`)}
  </div>`;
  const asked = words.say("evening.correct.what");
  if (!isFolded) return html`<fieldset class="what"><legend>${asked}</legend>${options}</fieldset>`;
  return html`<details class="what" key=${chosen}>
    <summary>${asked} <b>${nameOf(chosen)}</b></summary>
    ${options}
  </details>`;
}

export function standing(hand) {
  return hand.entries.filter((entry) => entry.retracted_by === null);
}

function Changes({ seen, refused, game, differences, words }) {
  if (refused) {
    const said = words.say("evening.correct.refused", { why: why(refused, game, words) });
    return html`<p class="refusal">${said}</p>`;
  }
  if (!seen) return html`<p>${words.say("evening.reading")}</p>`;
  if (!differences.length) return html`<p>${words.say("evening.correct.no_points")}</p>`;
  const kind = (by) => (by > 0 ? "gains" : by < 0 ? "loses" : "");
  return html`
    <h4>${words.say("evening.correct.changes")}</h4>
    <ul class="differences">
      ${differences.map(({ text, by }, at) => html`<li key=${at} class=${kind(by)}>${text}</li>`)}
    </ul>`;
}

// Only what is different, by hand and player, as they sat in that hand. A hand that was dealt later differs by the
// same, so it is told once: where a difference first appears, and where it grows or shrinks.
export function differencesOf(changes, game, words) {
  const last = {};
  const sat = (code) => game.kyoku.find((one) => one.name === code)?.names ?? game.names;
  return changes.flatMap((one) => {
    const hand = handName(one.kyoku, words);
    if (!one.points_after.length) return [{ by: 0, text: words.say("evening.correct.goes", { hand }) }];
    if (!one.points_before.length) return [{ by: 0, text: words.say("evening.correct.comes", { hand }) }];
    const was = one.was && handName(one.was, words);
    const renamed = was ? [{ by: 0, text: words.say("evening.correct.becomes", { was, hand }) }] : [];
    const changed = sat(one.was ?? one.kyoku).flatMap((name, seat) => {
      const [before, after] = [one.points_before[seat], one.points_after[seat]];
      const by = after - before;
      if (by === (last[name] ?? 0)) return [];
      last[name] = by;
      return [{ by, text: words.say("evening.correct.change", { hand, name, before, after }) }];
    });
    return [...renamed, ...changed];
  });
}

// "E2-1" as people say it.
function handName(code, words) {
  const [, wind, number, honba] = code.match(/^([ESWN])(\d)-(\d+)$/) ?? [];
  if (!wind) return code;
  const deal = words.say("round", { wind: words.wind(wind), number });
  return honba === "0" ? deal : `${deal} · ${words.say("honba.spoken", { count: Number(honba) })}`;
}

// Why it is refused, and in which hand, where something told later is in the way.
function why(refused, game, words) {
  const hand = game.kyoku.find((one) => one.entries.some((entry) => entry.seq === refused.entry));
  const known = [refused.reason && `reason.${refused.reason}`, `notice.${refused.error}`].find((key) => words.has(key));
  const what = known ? words.say(known) : (refused.message ?? "");
  return hand ? words.of(dealName(hand, words), what) : what;
}
