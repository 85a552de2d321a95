// Where reading aloud is switched on, and what its keys are.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { useSheetWords } from "/static/js/later.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";

export function AloudSheet({ words: page, choices, onChoose, play }) {
  const words = useSheetWords(page, "aloud", play);
  if (!words) return null;
  const named = (prefix, values) => values.map((value) => [value, words.say(`aloud.${prefix}${value}`)]);
  const isOn = choices.aloud !== "off";
  const showCorners = () => {
    play.close();
    onChoose({ corners: "shown" });
  };
  return html`<${Sheet} title=${words.say("aloud.title")} words=${words} play=${play} kind="aloud-sheet">
    <p>${words.say("aloud.says")}</p>
    <${Picks}
      label=${words.say("aloud.by")}
      options=${named("", ["off", "voice", "reader"])}
      chosen=${choices.aloud}
      onPick=${(aloud) => onChoose({ aloud })}
    />
    ${isOn && html`
      <h3>${words.say("aloud.counts")}</h3>
      <${Picks}
        label=${words.say("aloud.counts")}
        options=${named("counts.", ["each", "seldom"])}
        chosen=${choices.counts}
        onPick=${(counts) => onChoose({ counts })}
      />
      <div class="picks"><button type="button" onClick=${showCorners}>${words.say("aloud.corners")}</button></div>
      <p>${words.say("aloud.keys")}</p>
    `}
  </${Sheet}>`;
}
