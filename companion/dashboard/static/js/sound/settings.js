// How this device sounds: kept on the device, as its language and layout are.

import { KINDS } from "/static/js/sound/announcements.js";

const KEY = "riichi-table-sound";
const DEFAULTS = { chimes: true, speech: false, volume: 0.5, muted: [], quiet: null };
export const VOLUMES = [0.15, 0.3, 0.5, 1];

export function keptSettings() {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return DEFAULTS;
  }
}

export function keepSettings(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A private window keeps nothing; this page sounds as chosen all the same.
  }
}

// What was kept by an older page, or by hand: only what is understood counts.
export function checked(kept) {
  const { chimes, speech, volume, muted, quiet } = { ...DEFAULTS, ...kept };
  return {
    chimes: chimes === true,
    speech: speech === true,
    volume: VOLUMES.includes(volume) ? volume : DEFAULTS.volume,
    muted: Array.isArray(muted) ? KINDS.filter((kind) => muted.includes(kind)) : [],
    quiet: [quiet?.from, quiet?.to].every(isHour) ? { from: quiet.from, to: quiet.to } : null,
  };
}

export const HOURS = [...Array(24).keys()];
const isHour = (hour) => HOURS.includes(hour);

// From 22 to 7 is a night: the hours may run over midnight.
export function isQuiet(quiet, hour) {
  if (!quiet || quiet.from === quiet.to) return false;
  const { from, to } = quiet;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}
