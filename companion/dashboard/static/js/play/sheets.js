// Which sheet lies open. Each is fetched when it is first opened; what all of them need is fetched before.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useLater, useRest } from "/static/js/later.js";
import { noticeOf } from "/static/js/play/from_sheet.js";
import { dress } from "/static/js/style.js";

// The file of each, the component in it, and the style sheets that it needs besides the one of all sheets.
const HOMES = {
  win: ["win", "WinSheet", "keys", "win"],
  edit: ["edit", "EditSheet", "keys", "win"],
  pick: ["picker", "PickSheet", "keys"],
  chi: ["picker", "ChiSheet", "keys"],
  kakan: ["picker", "KakanSheet", "keys"],
  riichi: ["riichi", "RiichiSheet"],
  kan: ["kan", "KanSheet", "keys", "kan"],
  held: ["held", "HeldSheet", "win"],
  draw: ["ends", "DrawSheet", "ends"],
  house: ["house", "HouseSheet"],
  reminders: ["reminding", "ReminderSheet", "reminders"],
  depth: ["depth", "DepthSheet"],
  deal: ["deal", "DealSheet"],
  sides: ["sides", "SidesSheet"],
  start: ["start", "StartSheet", "start"],
  dice: ["breaking", "BreakSheet", "dice"],
  finish: ["finish", "FinishSheet"],
  tea: ["../tea/main", "TeaSheet"],
  player: ["../tea/main", "PlayerSheet"],
  pairing: ["../pairing/main", "PairingSheet"],
  club: ["../club/main", "ClubSheet"],
  evening: ["looking_back", "LookingBack"],
  eye: ["../eye/main", "EyeSheet"],
  aloud: ["../aloud/sheet", "AloudSheet"],
  referee: ["../round/referee", "RefereeSheet"],
  keeping: ["keeping", "KeepingSheet"],
};

const SHEETS = "/static/css/sheets.css";

// What a sheet is about, where that can pass while the sheet lies open: others tell the table things too.
const handOf = ({ game, kyoku }) => kyoku && `${game} ${kyoku.deal}`;
const endOf = ({ wins, ryuukyoku, tenpai, chombo, payments }) =>
  JSON.stringify([wins, ryuukyoku, tenpai, chombo, payments]);
const gameOf = ({ game }) => game;
// How many tiles a player has discarded; those that were called are among them.
const discardsOf = ({ seats }, seat) => seats[seat]?.river.length;
const riichiOf = (snapshot, seat) => `${discardsOf(snapshot, seat)} ${Boolean(snapshot.seats[seat]?.riichi)}`;
// A tile is picked for one act: once somebody else has told that one, it would be said of the next.
const ACTS = {
  discard: (snapshot, { seat }) => discardsOf(snapshot, seat),
  riichi: (snapshot, { seat }) => riichiOf(snapshot, seat),
  ankan: ({ seats }, { seat }) => seats[seat]?.melds.length,
  indicator: ({ wall }) => JSON.stringify(wall?.indicators),
  indicator_seen: ({ wall }, { at }) => wall?.indicators[at],
};
const ABOUT = {
  win: handOf,
  edit: (snapshot) => snapshot.result && `${handOf(snapshot)} ${endOf(snapshot.result)}`,
  pick: (snapshot, args) => `${handOf(snapshot)} ${ACTS[args.why]?.(snapshot, args)}`,
  chi: (snapshot, { seat }) => `${handOf(snapshot)} ${discardsOf(snapshot, (seat || snapshot.players) - 1)}`,
  kakan: (snapshot, { seat }) => `${handOf(snapshot)} ${JSON.stringify(snapshot.seats[seat]?.melds)}`,
  riichi: (snapshot, { seat }) => `${handOf(snapshot)} ${riichiOf(snapshot, seat)}`,
  kan: handOf,
  held: (snapshot) => snapshot.result && handOf(snapshot),
  draw: handOf,
  house: handOf,
  depth: handOf,
  deal: ({ next }) => next?.name,
  sides: ({ game, sides, seats }) => JSON.stringify([game, sides, seats.map(({ name }) => name)]),
  finish: ({ game, final }) => `${game} ${Boolean(final)}`,
  tea: gameOf,
  player: gameOf,
  keeping: gameOf,
};

export function Sheets(props) {
  const { snapshot, play } = props;
  const [made, make] = useState({});
  const stands = useStanding(snapshot, play);
  const name = play.sheet?.name;
  // What every sheet needs is there at the first tap.
  const isAtRest = useRest();
  useLater(isAtRest, () => import("/static/js/play/sheet.js"), "Sheet");
  useEffect(() => {
    if (isAtRest) dress(SHEETS).catch(() => {});
  }, [isAtRest]);
  useEffect(() => {
    if (!name || made[name] || !HOMES[name]) return;
    const [file, component, ...styles] = HOMES[name];
    const dressed = [SHEETS, ...styles.map((style) => `/static/css/${style}.css`)].map(dress);
    Promise.all([import(`/static/js/play/${file}.js`), ...dressed]).then(
      ([module]) => make((old) => ({ ...old, [name]: module[component] })),
      play.notOpened,
    );
  }, [play.sheet]);
  const Named = made[name];
  if (!Named || !stands) return null;
  return html`<${Named} key=${JSON.stringify(play.sheet)} ...${props} args=${play.sheet} />`;
}

// Once the table has moved on from what a sheet is about, nothing that could be told by it is still true. What it
// has just told may be why: then the answer says what came of that.
function useStanding(snapshot, play) {
  const opened = useRef({});
  const about = ABOUT[play.sheet?.name]?.(snapshot, play.sheet);
  if (opened.current.sheet !== play.sheet) opened.current = { sheet: play.sheet, about };
  const stands = opened.current.about === about;
  const wasTelling = useRef(false);
  useEffect(() => {
    if (stands) wasTelling.current = play.isTelling;
    if (stands || play.isTelling) return;
    play.close();
    // That refusal was about the table as it was: it is still shown, but can no longer be waived.
    const answer = wasTelling.current && play.refused;
    play.say(noticeOf(answer ? { ...answer, waivable: false } : { error: "stale" }));
  }, [stands, play.isTelling]);
  return stands;
}
