// What the scribe asks: a card that lies before the player whom it is about until somebody answers, here or with a key.

import { html, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { factText } from "/static/js/evening/telling.js";
import { useClearOf } from "/static/js/play/clear.js";
import { sideOf } from "/static/js/play/edge.js";
import { CloseButton } from "/static/js/play/sheet.js";
import { useStyle } from "/static/js/style.js";
import { Face } from "/static/js/tiles.js";

// The answer to such a question is yes, followed by what is told then.
const YES_OR_NO = ["is_this_the_hand", "is_this_the_draw"];
const STYLE = "/static/css/asked.css";

export function Questions(props) {
  const { snapshot } = props;
  const isDressed = useStyle(STYLE);
  const [aside, setAside] = useState([]);
  const question = snapshot.questions.find(({ number }) => !aside.includes(number));
  if (!isDressed) return null;
  if (!question) return html`<${LaidAside} words=${props.words} onBack=${() => setAside([])} />`;
  const lay = () => setAside([...aside, question.number]);
  return html`<${Card} key=${question.number} ...${props} question=${question} onAside=${lay} />`;
}

// A card that was laid aside is still a question; a tap brings it back.
export function LaidAside({ words, onBack }) {
  return html`<button type="button" class="asked-again" onClick=${onBack}>${words.say("question")}</button>`;
}

/** @param {any} props */
function Card({ question, onAside, ...props }) {
  const { snapshot, words, layout, choices } = props;
  const card = useRef(null);
  const side = sideOf(question.seat, props);
  useClearOf(card, aboutOf(question, snapshot), [`${layout} ${choices.near} ${side}`, snapshot.seq, question]);
  return html`
    <section class=${`asked ${side}`} ref=${card} aria-label=${words.say("question")}>
      <header>
        <h2>${titleOf(question, props)}</h2>
        <${CloseButton} words=${words} onClose=${onAside} />
      </header>
      <div class="asked-in">
        ${question.crop !== null && html`<${Crop} key=${question.crop} number=${question.crop} words=${words} />`}
        ${question.differences.length > 0 && html`<${Differences} ...${props} differences=${question.differences} />`}
        <${Answers} ...${props} question=${question} />
      </div>
    </section>
  `;
}

// What can be answered. Where no story explains what lies there, there is nothing to choose from: people look for
// themselves.
/** @param {any} props */
export function Answers({ question, ...props }) {
  const { words, play } = props;
  const hasChoices = question.choices.length > 0;
  const hasAsItIs = question.choices.some((choice) => !choice.acts.length && !choice.goes.length);
  const answer = (choice) => play.tell("answer", { question: question.number, choice });
  return html`
    ${!hasChoices && html`<p>${words.say("question.table_differs.look")}</p>`}
    <div class="asked-choices">
      ${question.choices.map((choice, at) => html`
        <${Choice} key=${at} ...${props} choice=${choice} code=${question.code} onPick=${() => answer(at)} />
      `)}
      ${!hasAsItIs && html`
        <button type="button" class="quiet-act" onClick=${() => answer(question.choices.length)}>
          ${words.say(hasChoices ? "question.none" : "play.seen")}
        </button>
      `}
    </div>
  `;
}

// What the question is about: the tiles and points of those who are in it, and the indicators where one of them is.
function aboutOf({ seat, choices, differences }, { seats }) {
  const facts = choices.flatMap(({ acts, goes }) => [...acts, ...goes]);
  const whose = new Set([seat, ...[...facts, ...differences].map((one) => one.seat)].filter((one) => one in seats));
  const tiles = [...whose].map((one) => `main .wind-${seats[one].wind} :is(.river .tile, .melds .tile, .points)`);
  return [...tiles, ...(facts.some(({ is }) => is === "IndicatorRevealed") ? ["main .half.is-shown"] : [])].join();
}

export function titleOf({ code, seat, tile }, { words, nameOf }) {
  const key = code === "which_tile" && seat === null ? "question.which_tile.indicator" : `question.${code}`;
  const name = seat === null ? "" : nameOf(seat);
  return words.say(words.has(key) ? key : "question.which_story", { name, tile: words.tile(tile ?? "?") });
}

// The picture is gone as soon as the question is: then the words alone have to do.
function Crop({ number, words }) {
  const [isThere, setThere] = useState(true);
  const gone = () => setThere(false);
  return isThere && html`
    <img class="crop" src=${`/api/crop/${number}`} alt=${words.say("question.picture")} onError=${gone} />
  `;
}

function Choice({ choice, code, onPick, snapshot, words }) {
  const { acts } = choice;
  const tiles = acts.length === 1 ? tilesOf(acts[0]) : [];
  const isTile = tiles.length === 1 && ["which_tile", "fifth_copy"].includes(code);
  const label = isTile ? words.tile(tiles[0]) : choiceText(choice, code, snapshot, words);
  return html`
    <button type="button" class=${isTile ? "one-tile" : ""} aria-label=${label} onClick=${onPick}>
      ${tiles.length > 0 && html`
        <span class="asked-tiles" aria-hidden="true">
          ${tiles.map((text, at) => html`<${Small} key=${at} text=${text} />`)}
        </span>
      `}
      <span class="asked-said">${label}</span>
    </button>
  `;
}

// What would be true then: what happened, else what did not, else that all stays as it is.
function choiceText({ acts, goes }, code, snapshot, words) {
  const names = snapshot.seats.map(({ name }) => name);
  const told = (facts) => facts.map((fact) => factText(fact, names, words)).join(" · ");
  if (acts.length) return YES_OR_NO.includes(code) ? words.say("question.yes", { what: told(acts) }) : told(acts);
  if (goes.length) return words.say("question.take_back", { what: told(goes) });
  return words.say(code === "table_differs" ? "question.screen_right" : "question.none");
}

// The tiles of one fact: the called one first, of a hand the winning one last.
function tilesOf(fact) {
  if (fact.is === "Won") return [...(fact.hand ?? []), fact.tile].filter(Boolean);
  return [...("tile" in fact ? [fact.tile] : []), ...(fact.own ?? fact.tiles ?? [])].map((tile) => tile ?? "?");
}

function Small({ text }) {
  if (text === "?") return html`<span class="tile unseen"><span class="blank">?</span></span>`;
  return html`<span class="tile"><${Face} text=${text} /></span>`;
}

// Where the table differs from the record: what is missing there, what is there besides, and what is another tile.
function Differences({ differences, words, nameOf }) {
  const placeOf = ({ seat, zone }) => {
    const name = seat === null ? "" : nameOf(seat);
    return [name, words.say(`question.zone.${zone}`)].filter(Boolean).join(" · ");
  };
  return html`
    <ul class="differing">
      ${differences.map((one) => html`
        <li key=${`${one.zone}${one.seat}`}>
          <b>${placeOf(one)}</b>
          <span>${words.list(differing(one, words))}</span>
        </li>
      `)}
    </ul>
  `;
}

function differing({ missing, extra, other }, words) {
  return [
    ...missing.map((tile) => `− ${words.tile(tile)}`),
    ...extra.map((tile) => `+ ${words.tile(tile)}`),
    ...other.map(([written, there]) => `${words.tile(written)} → ${words.tile(there)}`),
  ];
}
