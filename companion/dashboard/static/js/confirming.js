// A tap on Confirm while what was chosen is still being counted: it is done as soon as the count is there.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { isTooFast } from "/static/js/commands.js";

// The attributes of the button: whether its choice is being counted, whether a tap waits for that, and what a tap does.
// `of` is what was chosen, as text, null where something is missing. A tap waits no longer once something else is
// chosen, or the choice is refused; what was asked for too fast is asked for again, and the tap waits for that.
/** @param {{ of: string | null, seen: any, act: () => unknown }} choice */
export function useConfirm({ of, seen, act }) {
  const refused = seen?.refused;
  const isCounted = Boolean(seen) && !refused;
  const isRefused = Boolean(refused) && !isTooFast(refused);
  const [waits, wait] = useState(null);
  const isWaiting = waits !== null && waits === of && !isRefused;
  useEffect(() => {
    if (waits === null || (isWaiting && !isCounted)) return;
    wait(null);
    if (isWaiting) act();
  }, [waits, isWaiting, isCounted]);
  return {
    "aria-busy": of !== null && !isCounted && !isRefused,
    class: isWaiting && !isCounted ? "confirm waits" : "confirm",
    onClick: () => (isCounted ? act() : wait(of)),
  };
}
