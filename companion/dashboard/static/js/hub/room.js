// For a television: a hand that is over, step by step and by itself, with the points; then the next one.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Television } from "/static/js/broadcast/tv.js";
import { useAsked } from "/static/js/asking.js";
import { stepsOf } from "/static/js/evening/replay.js";
import { useFit } from "/static/js/fit.js";
import { Clock } from "/static/js/hub/clock.js";
import { gameOf, keyOf, placeOf, titleOf, usePast } from "/static/js/hub/replays.js";
import { roundText } from "/static/js/hub/tables.js";
import { useStyle } from "/static/js/style.js";

const STYLES = ["/static/css/pieces.css", "/static/css/relay.css"];
const STEP_MS = 1_500;
const RESULT_MS = 20_000;
const AGAIN_MS = 2_000;

// The hands with the best wins in turn, of the newest round in which somebody has won (without a tournament, of all
// hands); or the one hand that the address names.
export function Room(props) {
  const { club, words } = props;
  const past = usePast();
  const [turn, next] = useState(0);
  const isDressed = useStyle(...STYLES);
  const asked = location.hash.slice("#room=".length);
  if (!isDressed || !past) return null;
  const named = past.hands.find((hand) => keyOf(hand) === asked);
  const shown = named
    ? [{ hand: named, title: placeOf(named, club, words) }]
    : past.best.map((best) => ({ hand: best.hand, title: titleOf(best, club, words) }));
  if (shown.length === 0) return html`<${Waiting} ...${props} hands=${past.hands} />`;
  const { hand, title } = shown[turn % shown.length];
  return html`<${Playing}
    key=${`${turn} ${keyOf(hand)}`}
    ...${props}
    hand=${hand}
    title=${title}
    onEnd=${() => next(turn + 1)}
  />`;
}

// Before the first hand that can be shown here: how far each table is.
export function Waiting({ club, words, connection, hands }) {
  const { evening, tables } = club;
  const box = useFit([club.seq, words]);
  const why = words.say(hands.length > 0 ? "hub.replay.no_win" : "hub.replay.none");
  return html`<main class=${`hub-screen line-${connection}`}>
    <header>
      ${evening && html`<h1>
        ${evening.title} · ${words.say("hub.round.of", { number: evening.begun || 1, rounds: evening.rounds })}
      </h1>`}
      <${Clock} club=${club} words=${words} />
    </header>
    <div class="screen-body" ref=${box}>
      ${evening ? html`<p>${why}</p>` : html`<h1>${why}</h1>`}
      <ul class="screen-places">
        ${club.order.map((id) => tables[id] && html`<li key=${id}>
          <b class="name">${tables[id].name}</b> <span>${stateOf(tables[id], words)}</span>
        </li>`)}
      </ul>
    </div>
  </main>`;
}

export function stateOf({ is_here: isHere, is_newer: isNewer, game }, words) {
  if (!isHere) return words.say("hub.away");
  if (!game) return words.say(isNewer ? "hub.trouble.newer" : "hub.no_game");
  const round = game.round && roundText(game.round, words);
  return [round, words.say(`hub.state.${game.state}`)].filter(Boolean).join(" · ");
}

function Playing({ words, connection, hand, title, onEnd }) {
  const [told, askHand, error] = useAsked(`${gameOf(hand)}/${hand.hand}`, 0);
  const steps = told ? stepsOf(told.hand) : [];
  const [at, isByItself] = useSteps(steps.length, onEnd);
  const [snapshot, askStep] = useAsked(steps.length ? `${gameOf(hand)}/at/${steps[at].seq}` : null, 0);
  // Nobody stands beside a television to try again.
  useAgain(told === null, error === "not_found" ? onEnd : askHand);
  useAgain(snapshot === null, askStep);
  const shown = useRef(null);
  if (snapshot) shown.current = { snapshot, at };
  if (!shown.current) return null;
  const caption = `${title} · ${words.say("evening.step.of", { at: shown.current.at + 1, all: steps.length })}`;
  return html`<${Television}
    snapshot=${{ ...shown.current.snapshot, final: null }}
    words=${words}
    nameOf=${(seat) => hand.names[seat] ?? ""}
    connection=${connection}
    age=${0}
    caption=${isByItself ? caption : `❚❚ ${caption}`}
  />`;
}

// What could not be read is asked for again until it can be.
function useAgain(isMissing, ask) {
  const newest = useRef(ask);
  newest.current = ask;
  useEffect(() => {
    if (!isMissing) return undefined;
    const timer = setInterval(() => newest.current(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMissing]);
}

// One step after the other by itself; an arrow key stops that and steps, the space bar stops or resumes it.
function useSteps(count, onEnd) {
  const [at, go] = useState(0);
  const [isByItself, letRun] = useState(true);
  useEffect(() => {
    if (!count || !isByItself) return undefined;
    const isLast = at === count - 1;
    const timer = setTimeout(() => (isLast ? onEnd() : go(at + 1)), isLast ? RESULT_MS : STEP_MS);
    return () => clearTimeout(timer);
  }, [at, count, isByItself]);
  useEffect(() => {
    const pressed = ({ key }) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (key === " ") letRun((old) => !old);
      if (!by || !count) return;
      letRun(false);
      go((old) => Math.min(count - 1, Math.max(0, old + by)));
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [count]);
  return [at, isByItself];
}
