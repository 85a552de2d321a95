// Where a card lies so that what it asks about stays in sight: of many places the one that covers least, near its
// usual place.

import { useLayoutEffect } from "/static/vendor/htm-preact-standalone.module.js";

const EDGE = 4;
const STEPS = 24;
const STILL_MS = 200;
// What each covered pixel costs, by what it shows; each pixel of the way from the usual place costs WAY.
const COSTS = { asked: 1000, points: 20, other: 3 };
const WAY = 60;
const OTHERS = "main :is(.tile, .half, .points, .reminder, .live, button)";

// `about` is a selector of what must be seen. A card that covers none of it stays where it is: a finger may
// be on its way.
export function useClearOf(card, about, reasons) {
  useLayoutEffect(() => {
    const last = allOf(about).filter((one) => !one.matches(".points")).at(-1);
    if (last && !isInside(boxOf(last))) last.scrollIntoView({ block: "center", behavior: "instant" });
    card.current.style.translate = "";
    lay(card.current, allOf(about));
    // A card as large as that leaves room only at one edge of the screen.
    if (!last || !shared(card.current.getBoundingClientRect(), boxOf(last))) return;
    last.scrollIntoView({ block: "start", behavior: "instant" });
    lay(card.current, allOf(about));
  }, reasons.slice(0, 1));
  useLayoutEffect(() => {
    const again = () => card.current && lay(card.current, allOf(about));
    let timer;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(again, STILL_MS);
    };
    again();
    // A picture that has come, or a page that was scrolled or turned, moves what lies below.
    const watcher = new ResizeObserver(again);
    watcher.observe(card.current);
    addEventListener("resize", later);
    addEventListener("scroll", later, { passive: true });
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      removeEventListener("resize", later);
      removeEventListener("scroll", later);
    };
  }, reasons);
}

function allOf(about) {
  const all = about ? [...document.querySelectorAll(about)] : [];
  return all.filter((one) => one.getClientRects().length);
}

function lay(card, asked) {
  const must = asked.map((one) => [boxOf(one), one.matches(".points") ? COSTS.asked / 10 : COSTS.asked]);
  const now = card.getBoundingClientRect();
  if (isInside(now) && must.every(([box]) => !shared(now, box))) return;
  card.style.translate = "";
  const usual = card.getBoundingClientRect();
  const rest = [...document.querySelectorAll(OTHERS)].map((one) => [
    boxOf(one),
    one.matches(".points") ? COSTS.points : COSTS.other,
  ]);
  const { x, y } = best(placesFor(usual), usual, [...must, ...rest]);
  if (x || y) card.style.translate = `calc(-50% + ${x}px) ${y}px`;
}

function boxOf(one) {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return { left: left - EDGE, top: top - EDGE, right: right + EDGE, bottom: bottom + EDGE };
}

function isInside({ left, top, right, bottom }) {
  return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
}

// The way to each place on the screen, the usual one first.
function placesFor({ left, top, width, height }) {
  const along = (room) => Array.from({ length: STEPS + 1 }, (_, at) => EDGE + (Math.max(0, room) * at) / STEPS);
  const rows = along(innerHeight - height - 2 * EDGE);
  const columns = along(innerWidth - width - 2 * EDGE);
  return [{ x: 0, y: 0 }, ...rows.flatMap((row) => columns.map((column) => ({ x: column - left, y: row - top })))];
}

function best(places, { left, top, right, bottom }, weighed) {
  let found = { cost: Infinity };
  for (const { x, y } of places) {
    const there = { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
    let cost = WAY * Math.hypot(x, y) + (isInside(there) ? 0 : 1e6);
    for (const [box, each] of weighed) cost += each * shared(there, box);
    if (cost < found.cost) found = { cost, x, y };
  }
  return found;
}

function shared(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
