// A whole hand put right: one before it that nobody told, or this one told twice. What follows is dealt by the rules.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ChooseSome, seatOptions } from "/static/js/evening/correct_fields.js";
import { riichiOf } from "/static/js/evening/correct_forms.js";
import { ResultForm } from "/static/js/evening/correct_result.js";

export function ForgottenForm({ words, names, standing, say }) {
  const [riichi, setRiichi] = useState([]);
  const [result, setResult] = useState(null);
  const dealt = standing.find((entry) => entry.fact.is === "KyokuStarted");
  useEffect(() => {
    say(result && { kind: "insert_hand", before: dealt.seq, facts: [...riichi.flatMap(riichiOf), ...result] });
  }, [JSON.stringify([riichi, result])]);
  return html`
    <${ChooseSome}
      label=${words.say("evening.correct.riichi")}
      values=${riichi}
      options=${seatOptions(names)}
      onPick=${setRiichi}
    />
    <${ResultForm}
      words=${words}
      names=${names}
      standing=${[]}
      say=${(said) => setResult(said?.facts ?? null)}
    />`;
}

export function TwiceForm({ standing, say }) {
  useEffect(() => say({ retracts: standing.map((entry) => entry.seq), facts: [], by_rules: true }), []);
  return null;
}
