// Putting a hand right: what was wrong is chosen and said again; what changes is shown before anything is written.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { DealForm, EntryForm, IndicatorForm, KanForm, RiichiForm } from "/static/js/evening/correct_forms.js";
import { ResultForm } from "/static/js/evening/correct_result.js";
import { dealName } from "/static/js/evening/telling.js";

const FORMS = { result: ResultForm, riichi: RiichiForm, kan: KanForm, indicator: IndicatorForm, deal: DealForm, entry: EntryForm };

export function Correct(props) {
  const { words, game, hand, place, go, tell, preview, say, snapshot } = props;
  const [what, choose] = useState(null);
  const [said, setSaid] = useState(null);
  const seen = usePreview(preview, said, snapshot.seq);
  const Form = FORMS[what];
  const last = useRef(null);
  // What changes is to be seen before it can be confirmed, also where the screen is small.
  useEffect(() => {
    if (seen?.changes?.length) last.current?.scrollIntoView({ block: "nearest" });
  }, [seen]);
  const differences = seen?.changes ? differencesOf(seen.changes, game, words) : [];

  async function confirm() {
    const answer = await tell("correct", said);
    if (answer.error) return say(words.say("evening.correct.refused", { why: why(answer, words) }));
    say(words.say("evening.correct.done", { changes: differences.map(({ text }) => text).join(", ") || words.say("evening.correct.no_points") }));
    return go({ ...place, act: undefined });
  }

  return html`<section class="correct">
    <div class="bar"><button type="button" onClick=${() => go({ ...place, act: undefined })}>← ${words.say("evening.back")}</button><h3 tabindex="-1">${dealName(hand, words)}: ${words.say("evening.correct")}</h3></div>
    <fieldset><legend>${words.say("evening.correct.what")}</legend><div class="options">${Object.keys(FORMS).map(
      (name) => html`<button type="button" key=${name} aria-pressed=${name === what ? "true" : "false"} onClick=${() => {
        setSaid(null);
        choose(name);
      }}>${words.say(`evening.correct.${name}`)}</button>`,
    )}</div></fieldset>
    ${Form && html`<div class="form"><${Form} key=${what} words=${words} names=${game.names} hand=${hand} standing=${standing(hand)} say=${setSaid} /></div>`}
    <div class="what-changes" role="status">${!said ? html`<p>${words.say("evening.correct.choose")}</p>` : html`<${Changes} seen=${seen} differences=${differences} words=${words} />`}</div>
    <button type="button" class="confirm" ref=${last} disabled=${!said || !seen || Boolean(seen.refused)} onClick=${confirm}>${words.say("evening.correct.confirm")}</button>
  </section>`;
}

export function standing(hand) {
  return hand.entries.filter((entry) => entry.retracted_by === null);
}

function Changes({ seen, differences, words }) {
  if (!seen) return html`<p>${words.say("evening.reading")}</p>`;
  if (seen.refused) return html`<p class="refusal">${words.say("evening.correct.refused", { why: why(seen.refused, words) })}</p>`;
  if (!differences.length) return html`<p>${words.say("evening.correct.no_points")}</p>`;
  return html`<h4>${words.say("evening.correct.changes")}</h4><ul class="differences">${differences.map(({ text, by }, at) => html`<li key=${at} class=${by > 0 ? "gains" : "loses"}>${text}</li>`)}</ul>`;
}

// Only what is different, by hand and player. A hand that was dealt later differs by the same, so it is told once:
// where a difference first appears, and where it grows or shrinks.
function differencesOf(changes, game, words) {
  const last = game.names.map(() => 0);
  return changes.flatMap((one) => game.names.flatMap((name, seat) => {
    const by = one.points_after[seat] - one.points_before[seat];
    if (by === last[seat]) return [];
    last[seat] = by;
    return [{ by, text: words.say("evening.correct.change", { hand: handName(one.kyoku, words), name, before: one.points_before[seat], after: one.points_after[seat] }) }];
  }));
}

// "E2-1" as people say it.
function handName(code, words) {
  const [, wind, number, honba] = code.match(/^([ESWN])(\d)-(\d+)$/) ?? [];
  if (!wind) return code;
  const deal = words.say("round", { wind: words.wind(wind), number });
  return honba === "0" ? deal : `${deal} · ${words.say("honba.spoken", { count: Number(honba) })}`;
}

function why(refused, words) {
  const reason = `reason.${refused.reason}`;
  if (refused.reason && words.has(reason)) return words.say(reason);
  const notice = `notice.${refused.error}`;
  return words.has(notice) ? words.say(notice) : (refused.message ?? "");
}

// The newest of several questions counts; while one changes a number, each is asked.
function usePreview(preview, said, seq) {
  const [seen, setSeen] = useState(null);
  const text = JSON.stringify(said);
  useEffect(() => {
    let isNewest = true;
    setSeen(null);
    if (said) preview("correct", said).then((answer) => isNewest && setSeen(answer.error ? { refused: answer, changes: [] } : answer));
    return () => (isNewest = false);
  }, [text, seq]);
  return seen;
}
