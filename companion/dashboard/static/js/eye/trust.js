// What the camera may write by itself at this table. What it may not write is asked about.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { ask } from "/static/js/commands.js";
import { why } from "/static/js/eye/asking.js";

const KINDS = ["discards", "melds", "indicators", "riichi"];

export function Trust({ words }) {
  const [read] = useAsked("/api/trust");
  const [told, setTrust] = useState(null);
  const [said, say] = useState("");
  const trust = told ?? read;
  if (!trust) return null;
  const change = async (name, isTrusted) => {
    // The box stays as it was set while the answer is on its way, whatever is drawn anew meanwhile.
    setTrust({ ...trust, [name]: isTrusted });
    const answer = await ask("/api/trust", { [name]: isTrusted });
    setTrust(answer.error ? trust : answer);
    say(answer.error ? why(answer, words) : words.say("eye.trust.kept"));
  };
  return html`<fieldset class="eye-trust">
    <legend>${words.say("eye.trust")}</legend>
    ${KINDS.map((kind) => {
      const name = `writes_${kind}`;
      const changed = (event) => change(name, event.target.checked);
      return html`<label key=${kind}>
        <input type="checkbox" checked=${trust[name]} onChange=${changed} /> ${words.say(`eye.trust.${kind}`)}
      </label>`;
    })}
    <p class="eye-said" role="status">${said || words.say("eye.trust.else")}</p>
  </fieldset>`;
}
