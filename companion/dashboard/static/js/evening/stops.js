// Where a record ends early, and why: the companion says it by codes.

/** @returns {string} */
export function whyItStops({ why, hand, event, reason }, words) {
  const key = why === "nonsense" && hand ? "nonsense_in" : why;
  const said = words.has(`evening.import.why.${key}`) ? words.say(`evening.import.why.${key}`, { hand, event }) : "";
  const rule = words.has(`reason.${reason}`) ? words.say(`reason.${reason}`) : "";
  return [said, rule].filter(Boolean).join(" ");
}
