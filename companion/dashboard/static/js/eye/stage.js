// The camera's picture, and over it what the eye makes of it: corners that can be moved, zones, tiles.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";

// The sides of the flat table between its corners: C above, B at the right, A below, D at the left.
const SIDES = ["C", "B", "A", "D"];
const STEP = 0.002;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const SURE = 0.9;

export function Stage({ shot, picture, corners, zones, tiles, words, isPhoto, fit, onMove }) {
  const drawing = useRef(null);
  const image = useRef(null);
  useEffect(() => {
    const shown = image.current;
    return () => shown.removeAttribute("href"); // a picture that is still loading is given up
  }, []);
  const pixel = usePixel(drawing, shot);
  const { width, height } = shot;
  const move = (at, point, isDone) => onMove(corners.map((old, k) => (k === at ? point : old)), isDone);
  const moving = useMoving(drawing, shot, onMove ? corners : null, move);
  const points = (shape) => shape.map(([x, y]) => `${x * width},${y * height}`).join(" ");
  return html`<div class="eye-stage">
    ${!isPhoto && html`<p class="eye-mark"><i aria-hidden="true"></i>${words.say("eye.mark")}</p>`}
    <svg
      ref=${drawing}
      class=${onMove ? "moves" : ""}
      viewBox=${`0 0 ${width} ${height}`}
      role="group"
      aria-label=${words.say("eye.picture")}
      ...${moving}
    >
      <image ref=${image} href=${picture} width=${width} height=${height} aria-hidden="true" />
      ${zones?.map(({ name, corners }) => html`<polygon
        key=${name}
        class=${`zone ${name.split(".")[0]}`}
        points=${points(corners)}
        stroke-width=${pixel}
      />`)}
      ${fit && html`<polygon class="before" points=${points(fit.before)} stroke-width=${2 * pixel} />`}
      ${corners && html`<polygon class="edge" points=${points(corners)} stroke-width=${2 * pixel} />`}
      ${corners && SIDES.map((side, at) => html`<${SideName}
        key=${side}
        side=${side}
        one=${corners[at]}
        other=${corners[(at + 1) % 4]}
        corners=${corners}
        shot=${shot}
        pixel=${pixel}
      />`)}
      ${fit && html`<${Moved} fit=${fit} shot=${shot} pixel=${pixel} words=${words} />`}
      ${tiles?.map((tile, at) => html`<${Read}
        key=${at}
        tile=${tile}
        points=${points(tile.quad)}
        shot=${shot}
        pixel=${pixel}
      />`)}
      ${onMove && corners?.map((_, at) => html`<${Corner}
        key=${at}
        at=${at}
        corners=${corners}
        shot=${shot}
        pixel=${pixel}
        words=${words}
        onMove=${move}
      />`)}
    </svg>
  </div>`;
}

// The corner that is nearest to the finger goes with it.
function useMoving(drawing, { width, height }, corners, move) {
  const held = useRef(null);
  /** @type {(event: PointerEvent) => [number, number]} */
  const place = (event) => {
    const matrix = drawing.current.getScreenCTM().inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [within(point.x / width), within(point.y / height)];
  };
  const begin = (event) => {
    if (!corners) return;
    held.current = nearest(corners, place(event), width, height);
    drawing.current.setPointerCapture(event.pointerId);
    move(held.current, place(event), false);
  };
  const follow = (event) => held.current !== null && move(held.current, place(event), false);
  const end = (event) => {
    if (held.current === null) return;
    const at = held.current;
    held.current = null;
    move(at, place(event), true);
  };
  const stop = () => (held.current = null);
  return { onPointerDown: begin, onPointerMove: follow, onPointerUp: end, onPointerCancel: stop };
}

// What can be taken hold of, by a finger or by the arrow keys.
function Corner({ at, corners, shot, pixel, words, onMove }) {
  const [x, y] = corners[at];
  const [left, top] = [x * shot.width, y * shot.height];
  const key = (event) => {
    const [right, down] = ARROWS[event.key] ?? [];
    if (right === undefined) return;
    event.preventDefault();
    const far = event.shiftKey ? 5 * STEP : STEP;
    onMove(at, [within(x + right * far), within(y + down * far)], true);
  };
  return html`<g
    class="corner"
    tabindex="0"
    role="button"
    aria-label=${words.say("eye.corner", { one: SIDES[(at + 3) % 4], other: SIDES[at] })}
    onKeyDown=${key}
  >
    <circle class="hold" cx=${left} cy=${top} r=${26 * pixel} />
    <circle class="ring" cx=${left} cy=${top} r=${11 * pixel} stroke-width=${3 * pixel} />
  </g>`;
}

// How far each corner would be moved, beside it.
function Moved({ fit, shot, pixel, words }) {
  return inward(fit.corners).map(([x, y], at) => html`<text
    key=${at}
    class="moved"
    x=${inside(x, shot.width, 60 * pixel)}
    y=${inside(y, shot.height, 20 * pixel)}
    font-size=${18 * pixel}
    stroke-width=${4 * pixel}
  >${words.say("eye.fit.mm", { count: words.number(Math.round(fit.moved_mm[at])) })}</text>`);
}

function SideName({ side, one, other, corners, shot, pixel }) {
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const [x, y] = [0, 1].map((axis) => 0.9 * ((one[axis] + other[axis]) / 2) + 0.1 * middle[axis]);
  return html`<text
    class="side"
    x=${x * shot.width}
    y=${y * shot.height}
    font-size=${22 * pixel}
    stroke-width=${4 * pixel}
  >${side}</text>`;
}

function Read({ tile, points, shot, pixel }) {
  const x = tile.quad.reduce((sum, corner) => sum + corner[0], 0) / 4;
  const low = Math.max(...tile.quad.map((corner) => corner[1]));
  return html`<g class=${`read ${kindOf(tile)}`}>
    <polygon points=${points} stroke-width=${2 * pixel} />
    ${tile.tile !== "back" && html`<${Sign}
      text=${tile.tile}
      x=${x * shot.width}
      y=${low * shot.height}
      pixel=${pixel}
    />`}
  </g>`;
}

// What was read, as the tile looks: its short name is for programs.
function Sign({ text, x, y, pixel }) {
  if (text === "unknown") {
    return html`<text x=${x} y=${y} font-size=${12 * pixel} stroke-width=${3 * pixel}>?</text>`;
  }
  const [width, height] = [19 * pixel, 26 * pixel];
  const place = { x: x - width / 2, y: y - height / 2, width, height };
  return html`<svg class="sign" ...${place} viewBox="0 0 190 260">
    <rect width="190" height="260" rx="20" fill="#fffdf6" /><use href=${`/static/tiles/sprite.svg#t-${text}`} />
  </svg>`;
}

function kindOf({ tile, confidence }) {
  if (tile === "unknown") return "strange";
  if (confidence < SURE) return "unsure";
  return tile === "back" ? "back" : "sure";
}

// How many units of the picture one pixel of the screen is: what is drawn over it is equally large on every screen.
function usePixel(drawing, shot) {
  const [pixel, setPixel] = useState(1);
  useEffect(() => {
    const measure = () => {
      const scale = drawing.current?.getScreenCTM()?.a;
      if (scale) setPixel(1 / scale);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(drawing.current);
    measure();
    return () => watch.disconnect();
  }, [shot.width, shot.height]);
  return pixel;
}

function nearest(corners, [x, y], width, height) {
  const far = corners.map((corner) => Math.hypot((corner[0] - x) * width, (corner[1] - y) * height));
  return far.indexOf(Math.min(...far));
}

// A little nearer to the middle of the table, beside its corners.
function inward(corners) {
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  return corners.map((corner) => corner.map((share, axis) => 0.85 * share + 0.15 * middle[axis]));
}

// A sign at a corner that lies beyond the picture stands at its edge.
function inside(share, side, margin) {
  return Math.min(side - margin, Math.max(margin, share * side));
}

function within(share) {
  return Math.min(1.2, Math.max(-0.2, share));
}
