// What a house settles beside the play: dead hands, smaller penalties, time, wareme, chips. Each is offered where the
// rules have it.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { houseActs } from "/static/js/play/house_acts.js";
import { Picks, Sheet, Stepper } from "/static/js/play/sheet.js";

const FORMS = { dead_hand: DeadHand, penalty: Penalty, wareme: Wareme, chips: Chips };
const AT_ONCE = { time: { is: "TimeCalled" } };

// Each act is one line; a tap says it, or opens what has to be said with it.
/** @param {Props} props */
export function HouseActs(props) {
  const { snapshot, words, play } = props;
  const [open, setOpen] = useState("");
  /** @param {Intention} what */
  const tell = (what) => play.fromSheet(() => play.mean(what));
  return houseActs(snapshot).map((act) => html`
    <button
      type="button"
      key=${act}
      class=${`row-button house-${act}`}
      aria-expanded=${FORMS[act] && open === act}
      onClick=${() => (AT_ONCE[act] ? tell(AT_ONCE[act]) : setOpen(open === act ? "" : act))}
    >
      <b>${words.say(`play.${act}`)}</b>
    </button>
    ${open === act && html`<${FORMS[act]} ...${props} tell=${tell} />`}
  `);
}

export function HouseSheet(props) {
  const { words, play, args } = props;
  return html`
    <${Sheet}
      title=${words.say("play.house_acts")}
      side=${args.side}
      kind="house-sheet"
      words=${words}
      play=${play}
    >
      <${HouseActs} ...${props} />
    </${Sheet}>
  `;
}

function DeadHand({ snapshot, words, nameOf, tell }) {
  const living = snapshot.seats.filter(({ dead }) => !dead);
  return html`
    <p>${words.say("play.dead_hand_of")}</p>
    <${Picks}
      label=${words.say("play.dead_hand_of")}
      options=${living.map(({ seat }) => [seat, nameOf(seat)])}
      onPick=${(seat) => tell({ is: "HandDied", seat })}
    />
  `;
}

// It begins with the usual penalty; a referee may have named another.
function Penalty({ snapshot, words, nameOf, tell }) {
  const { penalty_to: to, penalty_points: usual } = snapshot.allows;
  const step = to === "others" ? 100 * (snapshot.players - 1) : to === "table" ? 1000 : 100;
  const [points, setPoints] = useState(usual);
  const given = Math.max(step, Math.round(points / step) * step);
  return html`
    <${Stepper}
      label=${words.say("play.penalty_points")}
      value=${given}
      step=${step}
      least=${step}
      onChange=${setPoints}
      words=${words}
    />
    <p>${words.say("play.penalty_by")}</p>
    <${Picks}
      label=${words.say("play.penalty_by")}
      options=${snapshot.seats.map(({ seat }) => [seat, nameOf(seat)])}
      onPick=${(seat) => tell({ is: "PenaltyGiven", seat, points: given })}
    />
  `;
}

function Wareme({ snapshot, words, nameOf, tell }) {
  const chosen = snapshot.seats.find(({ wareme }) => wareme)?.seat;
  return html`
    <p>${words.say("play.wareme_of")}</p>
    <${Picks}
      label=${words.say("play.wareme_of")}
      chosen=${chosen}
      options=${snapshot.seats.map(({ seat }) => [seat, nameOf(seat)])}
      onPick=${(seat) => tell({ is: "WallBroken", seat })}
    />
  `;
}

// Chips are usually for ippatsu, ura and red fives. At least one is offered, also where nobody has named the yaku.
const FOR_A_CHIP = { ippatsu: () => 1, ura_dora: (han) => han, aka_dora: (han) => han };

function usualChips(win) {
  const counted = (win?.yaku ?? []).map(([name, han]) => FOR_A_CHIP[name]?.(han) ?? 0);
  return Math.max(1, counted.reduce((sum, one) => sum + one, 0));
}

// Usually the winner gets them from whoever paid: that is chosen until somebody chooses otherwise, by the result as it
// stands.
function Chips({ snapshot, words, nameOf, tell }) {
  const win = snapshot.result?.wins[0];
  const usual = { to: win?.seat ?? null, from: win?.by === "ron" ? win.giver : null, chips: usualChips(win) };
  const [touched, touch] = useState({});
  const { to, from, chips } = { ...usual, ...touched };
  const set = (field) => (value) => touch((before) => ({ ...before, [field]: value }));
  const names = snapshot.seats.map(({ seat }) => [seat, nameOf(seat)]);
  const taken = { is: "ChipsTaken", seat: to, giver: from === to ? null : from, chips };
  return html`
    <p>${words.say("play.chips_to")}</p>
    <${Picks} label=${words.say("play.chips_to")} chosen=${to} options=${names} onPick=${set("to")} />
    <p>${words.say("play.chips_from")}</p>
    <${Picks}
      label=${words.say("play.chips_from")}
      chosen=${taken.giver}
      options=${[[null, words.say("play.chips_all")], ...names.filter(([seat]) => seat !== to)]}
      onPick=${set("from")}
    />
    <${Stepper}
      label=${words.say("play.chips_count")}
      value=${chips}
      least=${1}
      most=${1000}
      onChange=${set("chips")}
      words=${words}
    />
    <button type="button" class="confirm" disabled=${to === null} onClick=${() => tell(taken)}>
      ${words.say("play.confirm")}
    </button>
  `;
}
