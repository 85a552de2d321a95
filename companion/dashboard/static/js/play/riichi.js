// Riichi where the rules play open riichi too: one more tap says which of the two it is.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";

export function RiichiSheet({ words, nameOf, play, args }) {
  const declare = (isOpen) => play.fromSheet(() => play.tap(args.seat, "riichi", { is_open: isOpen }));
  return html`
    <${Sheet}
      title=${words.of(nameOf(args.seat), words.say("play.act.riichi"))}
      side=${args.side}
      kind="riichi-sheet"
      words=${words}
      play=${play}
    >
      ${riichiKinds(words).map(([isOpen, name]) => html`
        <button type="button" key=${name} class="row-button" onClick=${() => declare(isOpen)}><b>${name}</b></button>
      `)}
    </${Sheet}>
  `;
}

// Which of the two it is, where a tile is named in the same sheet.
export function RiichiKind({ isOpen, words, onPick }) {
  return html`
    <${Picks}
      kind="riichi-kind"
      label=${words.say("play.act.riichi")}
      chosen=${isOpen}
      onPick=${onPick}
      options=${riichiKinds(words)}
    />
  `;
}

export function riichiKinds(words) {
  return [[false, words.say("play.act.riichi")], [true, words.say("yaku.open_riichi")]];
}
