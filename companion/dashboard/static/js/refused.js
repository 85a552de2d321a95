// Why the last thing that was told was not done: what is told next begins without it.

import { useState } from "/static/vendor/htm-preact-standalone.module.js";

// The refusal, null where there is none, and a function that tells and returns the answer.
export function useRefused() {
  const [refused, refuse] = useState(null);
  async function told(act) {
    refuse(null);
    const answer = await act();
    if (answer.error) refuse(answer);
    return answer;
  }
  return [refused, told];
}
