// The house's own tiles: the page asks for faces row by row, shows what was read, and what was gained in the end.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Picks } from "/static/js/play/sheet.js";
import { ask, why } from "/static/js/eye/asking.js";
import { acceptedBy } from "/static/js/eye/desk.js";
import { Small } from "/static/js/eye/test.js";

const row = (suit, last) => Array.from({ length: last }, (_, at) => `${at + 1}${suit}`);
const GROUPS = {
  m: row("m", 9),
  p: row("p", 9),
  s: row("s", 9),
  z: row("z", 7),
  red: ["0m", "0p", "0s"],
  back: ["back"],
};
const WHOLE = [...GROUPS.m, ...GROUPS.p, ...GROUPS.s, ...GROUPS.z];
// How they are laid: a row of one suit is read from left to right, all faces row by row.
const LAY = { back: "eye.lay_backs", all: "eye.lay_rows" };
const MOST_ALIKE = 8;

export function Tiles(props) {
  const { words, show, shown } = props;
  const { group, faces, accepted, isBusy, said, report, ...acts } = useEnrolling(props);
  const mayLearn = accepted.length > 0 && !shown;
  return html`
    <h3>${words.say("eye.tab.tiles")}</h3>
    <p>${words.say("eye.enrol")}</p>
    <${Picks} label=${words.say("eye.group")} options=${groupOptions(words)} chosen=${group} onPick=${acts.pick} />
    ${shown
      ? html`<${Shown}
        shown=${shown}
        faces=${faces}
        words=${words}
        isBusy=${isBusy}
        onKeep=${acts.keep}
        onAgain=${() => show(null)}
      />`
      : html`
        <p class="eye-label">${words.say(LAY[group] ?? "eye.lay", { count: faces.length })}</p>
        <${Faces} faces=${faces} accepted=${accepted} words=${words} />
        <button type="button" class="confirm" disabled=${isBusy} onClick=${acts.take}>
          ${words.say(isBusy ? "eye.reading" : "eye.take")}
        </button>`}
    <p class="eye-said" role="status">${said}</p>
    ${mayLearn && html`<${Learn}
      accepted=${accepted}
      words=${words}
      isBusy=${isBusy}
      onLearn=${acts.learn}
      onForget=${acts.forget}
    />`}
    ${report && html`<${Report} report=${report} words=${words} />`}`;
}

// Which faces are asked for now, which were accepted, and what can be done with them: one thing after the other.
function useEnrolling({ desk, words, corners, show, askEye }) {
  const [group, choose] = useState("m");
  const [isBusy, setBusy] = useState(false);
  const [said, say] = useState("");
  const [report, setReport] = useState(null);
  const faces = group === "all" ? WHOLE : GROUPS[group];
  const doing = async (deed, body, then) => {
    setBusy(true);
    say("");
    let answer = await ask(deed, { key: desk.key, ...body });
    if (answer.error === "closed") answer = await askAgain(deed, body);
    setBusy(false);
    if (!answer) return; // the page shows why
    if (answer.error) say(why(answer, words, desk.kind));
    else then(answer);
  };
  const accepted = acceptedBy(desk);
  // The desk was closed meanwhile: it is taken again, and shown once more what is on this device. Where that is not all
  // that was accepted, nothing is learnt: people see first which faces are missing.
  const askAgain = async (deed, body) => {
    const key = await desk.renew(desk.key);
    const isLess = acceptedBy(desk).length < accepted.length;
    if (!key || (deed === "enrol" && isLess)) return null;
    if (deed === "accept") await ask("show", { key, corners, faces });
    return ask(deed, { key, ...body });
  };
  const pick = (name) => {
    show(null);
    choose(name);
  };
  const take = () => doing("show", { corners, faces }, show);
  const keep = () =>
    doing("accept", {}, (answer) => {
      desk.work.accepted.push({ photo: desk.work.photo, corners, faces });
      pick(nextGroup(answer.shown) ?? group);
    });
  const forget = () =>
    doing("forget", {}, () => {
      desk.work.accepted = [];
      show(null);
      setReport(null);
    });
  const learn = (name) =>
    doing("enrol", { name }, (answer) => {
      setReport(answer);
      askEye();
    });
  return { accepted, group, faces, isBusy, said, report, pick, take, keep, forget, learn };
}

function groupOptions(words) {
  const names = ["all", "m", "p", "s", "z", "red"].map((group) => [group, words.say(`eye.group.${group}`)]);
  return [...names, ["back", words.say("eye.back")]];
}

function nextGroup(accepted) {
  return Object.keys(GROUPS).find((name) => GROUPS[name].some((face) => !accepted.includes(face)));
}

function Faces({ faces, accepted, words }) {
  const kind = (face) => (accepted.includes(face) ? "done" : "");
  return html`<p class="eye-faces">
    ${faces.map((face) => html`<${Small} key=${face} tile=${face} words=${words} kind=${kind(face)} />`)}
  </p>`;
}

function Shown({ shown, faces, words, isBusy, onKeep, onAgain }) {
  const { read, fits } = shown;
  const isBacks = faces[0] === "back";
  return html`
    <p><b>${verdict(shown, faces, words)}</b></p>
    <ol class="eye-pairs">
      ${read.map(({ tile, said }, at) => {
        const differs = said && !isBacks && plain(tile) !== plain(said);
        return html`<li key=${at} class=${differs ? "differs" : ""}>
          <${Small} tile=${said || tile} words=${words} />
          ${differs && html`<small>${words.say("eye.read_as")}</small><${Small} tile=${tile} words=${words} />`}
        </li>`;
      })}
    </ol>
    <div class="eye-bar">
      <button type="button" onClick=${onAgain}>${words.say("eye.again")}</button>
      ${fits && html`<button type="button" class="confirm" disabled=${isBusy} onClick=${onKeep}>
        ${words.say("eye.right")}
      </button>`}
    </div>`;
}

function verdict({ read, fits, agreeing }, faces, words) {
  if (faces[0] === "back") return fits ? words.say("eye.backs", { count: read.length }) : words.say("eye.backs_not");
  if (!fits) return words.say("eye.fits_not", { found: read.length, faces: faces.length });
  return words.say("eye.agreeing", { agreeing, faces: read.length });
}

function plain(tile) {
  return tile[0] === "0" ? `5${tile[1]}` : tile;
}

function Learn({ accepted, words, isBusy, onLearn, onForget }) {
  const [name, setName] = useState("");
  const missing = WHOLE.filter((face) => !accepted.includes(face));
  const submit = (event) => {
    event.preventDefault();
    onLearn(name.trim() || words.say("eye.usual_name"));
  };
  return html`<form class="eye-learn" onSubmit=${submit}>
    <p>${missing.length ? words.say("eye.missing", { count: missing.length }) : words.say("eye.complete")}</p>
    ${missing.length > 0 && html`<${Faces} faces=${missing} accepted=${accepted} words=${words} />`}
    <label>
      ${words.say("eye.name")}
      <input
        maxlength="40"
        value=${name}
        placeholder=${words.say("eye.usual_name")}
        onInput=${(event) => setName(event.target.value)}
      />
    </label>
    <div class="eye-bar">
      <button type="button" onClick=${onForget}>${words.say("eye.forget")}</button>
      <button type="submit" class="confirm" disabled=${isBusy}>${words.say("eye.learn")}</button>
    </div>
  </form>`;
}

function Report({ report, words }) {
  const share = (value) => words.number(Math.round(value * 1_000) / 10);
  const alike = report.confusions.slice(0, MOST_ALIKE);
  return html`<section class="eye-report" role="status">
    <p><b>${words.say("eye.learnt", { count: report.faces })}</b></p>
    <p>${words.say("eye.gained", { before: share(report.before), after: share(report.after) })}</p>
    ${alike.length > 0 && html`
      <p>${words.say("eye.alike")}</p>
      <ul class="eye-alike">
        ${alike.map(([one, other]) => html`<li key=${one + other}>
          <${Small} tile=${one} words=${words} />
          <${Small} tile=${other} words=${words} />
        </li>`)}
      </ul>`}
  </section>`;
}
