// What the scribe asks: a card that lies before the player whom it is about until somebody answers, here or with a key.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { factText } from "/static/js/evening/telling.js";
import { sideOf } from "/static/js/play/sheet.js";
import { Face } from "/static/js/tiles.js";

const STYLE = "/static/css/asked.css";

export function Questions(props) {
  const { snapshot, words, play } = props;
  useEffect(() => {
    if (document.querySelector(`link[href="${STYLE}"]`)) return;
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLE }));
  }, []);
  const [aside, setAside] = useState([]);
  const question = snapshot.questions.find(({ number }) => !aside.includes(number));
  if (!question) return null;
  const answer = (choice) => play.tell("answer", { question: question.number, choice });
  const hasAsItIs = question.choices.some((choice) => !choice.acts.length && !choice.goes.length);
  return html`<section class=${`asked ${sideOf(question.seat, props)}`} key=${question.number} aria-label=${words.say("question")}>
    <header><h2>${titleOf(question, props)}</h2><button type="button" class="close" aria-label=${words.say("close")} onClick=${() => setAside([...aside, question.number])}>×</button></header>
    <div class="asked-in">
      ${question.crop !== null && html`<${Crop} key=${question.crop} number=${question.crop} words=${words} />`}
      ${question.differences.length > 0 && html`<${Differences} ...${props} differences=${question.differences} />`}
      <div class="asked-choices">${question.choices.map((choice, at) => html`<${Choice} key=${at} ...${props} choice=${choice} code=${question.code} onPick=${() => answer(at)} />`)}
        ${!hasAsItIs && html`<button type="button" class="quiet-act" onClick=${() => answer(question.choices.length)}>${words.say("question.none")}</button>`}
      </div>
    </div>
  </section>`;
}

function titleOf({ code, seat, tile }, { words, nameOf }) {
  const key = `question.${code}`;
  return words.say(words.has(key) ? key : "question.which_story", { name: seat === null ? "" : nameOf(seat), tile: words.tile(tile ?? "?") });
}

// The picture is gone as soon as the question is: then the words alone have to do.
function Crop({ number, words }) {
  const [isThere, setThere] = useState(true);
  return isThere && html`<img class="crop" src=${`/api/crop/${number}`} alt=${words.say("question.picture")} onError=${() => setThere(false)} />`;
}

function Choice({ choice, code, onPick, snapshot, words }) {
  const { acts, goes } = choice;
  const names = snapshot.seats.map(({ name }) => name);
  const said = acts.map((fact) => factText(fact, names, words)).join(" · ");
  const taken = goes.map((fact) => factText(fact, names, words)).join(" · ");
  const label = said || (taken ? words.say("question.take_back", { what: taken }) : words.say(code === "table_differs" ? "question.screen_right" : "question.none"));
  const tiles = acts.length === 1 ? tilesOf(acts[0]) : [];
  const isTile = tiles.length === 1 && ["which_tile", "fifth_copy"].includes(code);
  return html`<button type="button" class=${isTile ? "one-tile" : ""} aria-label=${isTile ? words.tile(tiles[0]) : label} onClick=${onPick}>
    ${tiles.length > 0 && html`<span class="asked-tiles" aria-hidden="true">${tiles.map((text, at) => html`<${Small} key=${at} text=${text} />`)}</span>`}
    <span class="asked-said">${isTile ? words.tile(tiles[0]) : label}</span>
  </button>`;
}

// The tiles of one fact: the called one first, of a hand the winning one last.
function tilesOf(fact) {
  if (fact.is === "Won") return [...(fact.hand ?? []), fact.tile].filter(Boolean);
  return [...("tile" in fact ? [fact.tile] : []), ...(fact.own ?? fact.tiles ?? [])].map((tile) => tile ?? "?");
}

function Small({ text }) {
  return text === "?" ? html`<span class="tile unseen"><span class="blank">?</span></span>` : html`<span class="tile"><${Face} text=${text} /></span>`;
}

// Where the table is not as it is written: what is missing there, what is there besides, and what is another tile.
function Differences({ differences, words, nameOf }) {
  return html`<ul class="differing">${differences.map((one) => html`<li key=${`${one.zone}${one.seat}`}>
    <b>${[one.seat === null ? "" : nameOf(one.seat), words.say(`question.zone.${one.zone}`)].filter(Boolean).join(" · ")}</b>
    <span>${[
      ...one.missing.map((tile) => `− ${words.tile(tile)}`),
      ...one.extra.map((tile) => `+ ${words.tile(tile)}`),
      ...one.other.map(([written, there]) => `${words.tile(written)} → ${words.tile(there)}`),
    ].join(", ")}</span>
  </li>`)}</ul>`;
}
