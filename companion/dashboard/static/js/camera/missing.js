// What stands in the way before anybody is asked for a camera, and what is said of it. Nothing here draws.

import { eachTimeShown } from "/static/js/asking.js";
import { heard } from "/static/js/commands.js";

const AGAIN_MS = 3_000;
// With each of these somebody has to do something on the phone, or at the companion. All else may pass by itself.
const STAYS = new Set(["ready", "needs_https", "no_camera", "no_phone", "pairing_needed", "role_too_low"]);

// Whether something at the companion may keep everybody from starting the camera; started anew, it may be otherwise.
export const isInTheWay = (code) => !["ready", "opening", "ended", "no_camera", "not_allowed"].includes(code);

// Asked until it is known. Answers how to stop.
export function askWhatIsMissing(tell, againMs = AGAIN_MS) {
  return eachTimeShown(() => {
    let isWanted = true;
    const asking = async () => {
      while (isWanted) {
        const code = await whatIsMissing();
        if (isWanted) tell(code);
        if (STAYS.has(code)) return;
        await new Promise((done) => setTimeout(done, againMs));
      }
    };
    asking();
    return () => {
      isWanted = false;
    };
  });
}

// A phone that is paired learns first whether the companion takes pictures from phones at all: where it does not,
// there may be no https page either.
async function whatIsMissing() {
  const me = await heard("/api/me");
  if (me.error) return me.error;
  const isPaired = ["scorer", "host"].includes(me.role);
  if (!isPaired) return globalThis.isSecureContext ? "pairing_needed" : "needs_https";
  const phone = await heard("/api/phone");
  if (phone.error) return phone.error;
  if (!globalThis.isSecureContext) return "needs_https";
  return navigator.mediaDevices ? "ready" : "no_camera";
}

export function said(code, words) {
  const key = [`eye.phone.${code}`, `notice.${code}`].find((one) => words.has(one));
  return words.say(key ?? "notice.other");
}
