// A whole hand put right: one before it that nobody told, or this one told twice. What follows is dealt by the rules.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ChooseSome, seatOptions } from "/static/js/evening/correct_fields.js";
import { riichiOf } from "/static/js/evening/correct_forms.js";
import { ResultForm } from "/static/js/evening/correct_result.js";

export function ForgottenForm({ words, names, allows, standing, say }) {
  const [riichi, setRiichi] = useState([]);
  const [open, setOpen] = useState([]);
  const [result, setResult] = useState(null);
  const dealt = standing.find((entry) => entry.fact.is === "KyokuStarted");
  useEffect(() => {
    const declared = riichi.flatMap((seat) => riichiOf(seat, open.includes(seat)));
    say(result && { kind: "insert_hand", before: dealt.seq, facts: [...declared, ...result] });
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
      say=${(said) => setResult(said?.facts ?? null)}
    />`;
}

export function TwiceForm({ standing, say }) {
  useEffect(() => say({ retracts: standing.map((entry) => entry.seq), facts: [], by_rules: true }), []);
  return null;
}
