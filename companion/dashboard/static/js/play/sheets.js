// Which sheet lies open. Those that are seldom needed are fetched when they are.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

const HOMES = {
  win: ["win", "WinSheet"],
  edit: ["edit", "EditSheet"],
  pick: ["picker", "PickSheet"],
  chi: ["picker", "ChiSheet"],
  kakan: ["picker", "KakanSheet"],
  draw: ["ends", "DrawSheet"],
  reminders: ["reminding", "ReminderSheet"],
  depth: ["depth", "DepthSheet"],
  deal: ["deal", "DealSheet"],
  sides: ["sides", "SidesSheet"],
  start: ["start", "StartSheet"],
  dice: ["breaking", "BreakSheet"],
  finish: ["finish", "FinishSheet"],
  pairing: ["../pairing/main", "PairingSheet"],
  evening: ["looking_back", "LookingBack"],
  eye: ["../eye/main", "EyeSheet"],
};

export function Sheets(props) {
  const { play } = props;
  const [made, make] = useState({});
  const name = play.sheet?.name;
  useEffect(() => {
    if (!name || made[name] || !HOMES[name]) return;
    const [file, component] = HOMES[name];
    import(`/static/js/play/${file}.js`).then((module) => make((old) => ({ ...old, [name]: module[component] })));
  }, [name]);
  const Named = made[name];
  return name && Named ? html`<${Named} key=${JSON.stringify(play.sheet)} ...${props} args=${play.sheet} />` : null;
}
