// Another person for a seat, or another name for the same person. Who is known is one tap.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { entered } from "/static/js/names.js";

const MOST_KNOWN = 12;
const MEANT = { substitute: "PlayerSubstituted", rename: "PlayerRenamed" };

// Where others change seats meanwhile, what was written here was meant for somebody else: the form starts empty.
/** @param {TeaProps} props */
export function PersonForm(props) {
  return html`<${Named} key=${props.snapshot.seats[props.place.seat].name} ...${props} />`;
}

/** @param {TeaProps} props */
function Named({ snapshot, words, nameOf, place, onBack, telling }) {
  const { seat, view } = place;
  const [name, write] = useState("");
  const known = useKnown(snapshot, view);
  const say = (said) => telling.tell({ is: MEANT[view], seat, name: entered(said) });
  const sent = (event) => {
    event.preventDefault();
    say(name);
  };
  return html`
    <p>${words.say(`tea.${view}.says`, { name: nameOf(seat) })}</p>
    <form class="tea-name" onSubmit=${sent}>
      <input
        type="text"
        maxlength="40"
        autocomplete="off"
        aria-label=${words.say("tea.name")}
        placeholder=${words.say("tea.name")}
        value=${name}
        onInput=${(event) => write(event.target.value)}
      />
      <button type="submit" class="confirm" disabled=${!entered(name)}>${words.say("play.take")}</button>
    </form>
    ${known.length > 0 && html`
      <div class="picks" role="group" aria-label=${words.say("play.remembered")}>
        ${known.map((one) => html`<button type="button" key=${one} onClick=${() => say(one)}>${one}</button>`)}
      </div>
    `}
    <div class="tea-ways tea-foot"><button type="button" onClick=${onBack}>${words.say("evening.back")}</button></div>
  `;
}

// Who was here before: first those who left this game, then those of other games. For a new name nobody is offered.
function useKnown(snapshot, view) {
  const [answer] = useAsked("/api/players");
  const others = (answer?.players ?? []).map(({ name }) => name);
  if (view === "rename") return [];
  const sits = new Set(snapshot.seats.map(({ name }) => name));
  const all = [...new Set([...snapshot.tea.people, ...others])];
  return all.filter((name) => !sits.has(name)).slice(0, MOST_KNOWN);
}
