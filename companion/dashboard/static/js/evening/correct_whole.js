// Corrections of a whole hand: nobody told the hand before this one, or this one was told twice. The hands after it are
// dealt again by the rules.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ChooseSome, seatOptions } from "/static/js/evening/correct_fields.js";
import { dealtIn } from "/static/js/evening/correct_forms.js";
import { ResultForm } from "/static/js/evening/correct_result.js";

/** @param {FormProps} props */
export function ForgottenForm({ words, names, allows, standing, say }) {
  const [riichi, setRiichi] = useState([]);
  const [open, setOpen] = useState([]);
  const [result, setResult] = useState(null);
  useEffect(() => {
    const before = dealtIn(standing).seq;
    const openly = open.filter((seat) => riichi.includes(seat));
    say(result && { is: "HandForgotten", before, riichi, open_riichi: openly, result });
  }, [JSON.stringify([riichi, open, result])]);
  return html`
    <${ChooseSome}
      label=${words.say("evening.correct.riichi")}
      values=${riichi}
      options=${seatOptions(names)}
      onPick=${setRiichi}
    />
    ${allows.open_riichi && riichi.length > 0 && html`<${ChooseSome}
      label=${words.say("yaku.open_riichi")}
      values=${open}
      options=${seatOptions(names).filter(([seat]) => riichi.includes(seat))}
      onPick=${setOpen}
    />`}
    <${ResultForm}
      words=${words}
      names=${names}
      allows=${allows}
      standing=${[]}
      say=${(said) => setResult(said?.result ?? null)}
    />`;
}

/** @param {FormProps} props */
export function TwiceForm({ standing, say }) {
  useEffect(() => say({ is: "ToldTwice", hand: dealtIn(standing).seq }), []);
  return null;
}
