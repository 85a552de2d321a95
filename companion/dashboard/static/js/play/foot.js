// The foot of a sheet that says a result: who would pay whom, what for, and the tap that makes it true.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { useConfirm } from "/static/js/confirming.js";
import { Arrows } from "/static/js/play/arrows.js";
import { Reasons } from "/static/js/play/reasons.js";
import { sheetWidth } from "/static/js/play/sheet.js";

// `of` is what was chosen, as text, null where something is missing.
export function Foot(props) {
  const { seen, of, near, side, snapshot, words, nameOf, onWaive, onConfirm, worth, isBrief } = props;
  const { unsaid = "play.choose_value" } = props;
  const { refused, result } = seen ?? {};
  const asks = useConfirm({ of, seen: result || refused ? seen : null, act: onConfirm });
  return html`
    <div class=${`foot ${isBrief ? "brief" : ""}`}>
      ${isBrief && worth}
      ${!isBrief && html`<${Arrows}
        result=${result}
        snapshot=${snapshot}
        near=${near}
        isNarrow=${sheetWidth(side) < 340}
        words=${words}
        nameOf=${nameOf}
      />`}
      <div class="foot-said" role="status">
        ${!isBrief && worth}
        <${Said}
          refused=${refused}
          result=${result}
          waiting=${of ? "play.counting_up" : unsaid}
          words=${words}
          nameOf=${nameOf}
          onWaive=${onWaive}
        />
      </div>
      <button type="button" disabled=${!of || Boolean(refused)} ...${asks}>
        ${words.say("play.confirm")}
      </button>
    </div>
  `;
}

function Said({ refused, result, waiting, words, nameOf, onWaive }) {
  if (refused) return html`<${Refusal} refused=${refused} words=${words} onWaive=${onWaive} />`;
  if (result) return html`<${Reasons} result=${result} words=${words} nameOf=${nameOf} />`;
  return html`<p class="fine">${words.say(waiting)}</p>`;
}

function Refusal({ refused, words, onWaive }) {
  const known = [`reason.${refused.reason}`, `notice.${refused.error}`].find((key) => words.has(key));
  const waive = () => onWaive(refused.reason);
  return html`
    <p class="refusal">${words.say(known ?? "play.refused")}</p>
    ${refused.waivable && onWaive && html`<button type="button" onClick=${waive}>${words.say("may.waive")}</button>`}
  `;
}
