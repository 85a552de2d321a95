// What this device may do at this table. Asked when the line comes back, for somebody may have sent it away meanwhile.

import { useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { heard as asked, isPassing, untilAnswered } from "/static/js/commands.js";

const RANKS = ["stranger", "spectator", "scorer", "host"];
const REFUSALS = ["pairing_needed", "role_too_low"];

// Until the companion has said otherwise nothing is hidden: it refuses what is not allowed anyway.
export function mayScore(me) {
  return !me || rank(me) >= RANKS.indexOf("scorer");
}

export function useMe(connection, play, reopen) {
  const [me, setMe] = useState(null);
  const before = useRef(null);
  const line = useRef("");
  const [ask, isAsking] = useAsking((heard) => {
    const old = before.current;
    before.current = heard;
    if (old && mayScore(old) && !mayScore(heard)) play.say({ code: "lost_role" });
    // The stream is cut for a device that is sent away: it must have been opened as that device.
    if (old && old.role !== heard.role) reopen();
    setMe((shown) => (JSON.stringify(shown) === JSON.stringify(heard) ? shown : heard));
  });
  const isRefused = REFUSALS.includes(play.notice?.code);
  useEffect(() => {
    // A line that opens for the first time says nothing new: what this device may do was asked a moment ago.
    const isFirstLine = line.current === "connecting" && connection === "live";
    line.current = connection;
    if (!isFirstLine || !(before.current || isAsking.current)) ask();
  }, [connection, isRefused]);
  return [me, ask];
}

// Asks what this device may do until the companion has said it; the newest asking counts. Returns how to ask, and
// whether an answer is still to come.
/** @returns {[() => void, { current: boolean }]} */
export function useAsking(hear) {
  const newest = useRef(hear);
  newest.current = hear;
  const stop = useRef(() => {});
  const isAsking = useRef(false);
  const ask = () => {
    stop.current();
    isAsking.current = true;
    stop.current = untilAnswered(
      () => asked("/api/me"),
      (me) => {
        isAsking.current = isPassing(me);
        if (!me.error) newest.current(me);
      },
    );
  };
  useEffect(() => () => stop.current(), []);
  return [ask, isAsking];
}

// The code in a photographed address: read once, and taken out of the address before anybody copies it.
export function codeOfAddress() {
  return taken(/^#pair=([\w-]{1,64})$/);
}

// The code of a club, with which its hub's page has opened this one.
export function clubCodeOfAddress() {
  return taken(/^#club=([\w.:[\]-]{3,80}\/[\w-]{8,80})$/);
}

function taken(form) {
  const found = form.exec(location.hash);
  if (!found) return "";
  history.replaceState(null, "", location.pathname + location.search);
  return found[1];
}

function rank(me) {
  return RANKS.indexOf(me.role);
}
