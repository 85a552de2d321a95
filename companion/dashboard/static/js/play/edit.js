// A result that stands, put right: the same sheet as when it was told, and its entries are replaced.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { entriesOf } from "/static/js/play/correcting.js";
import { WinSheet } from "/static/js/play/win.js";

export function EditSheet(props) {
  const [entries, setEntries] = useState(null);
  useEffect(() => {
    entriesOf((fact) => fact.is === "Won").then(setEntries);
  }, []);
  if (!entries) return null;
  return html`<${WinSheet} ...${props} args=${{ ...props.args, seat: entries[0]?.fact.seat ?? 0, wins: standing(props.snapshot.result.wins, entries) }} />`;
}

function standing(wins, entries) {
  const [first] = wins;
  return {
    from: first.by === "tsumo" ? "tsumo" : first.giver,
    winners: wins.map((win) => ({ seat: win.seat, value: win.han === null ? null : { han: win.han, fu: win.fu, yakuman: win.yakuman }, liable: entries.find(({ fact }) => fact.seat === win.seat)?.fact.liable ?? null, isByTiles: false, tile: win.tile === "?" ? null : win.tile })),
    active: 0,
    isRiichiTile: false,
    edits: entries.map(({ seq }) => seq),
  };
}
