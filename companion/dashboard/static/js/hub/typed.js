// What somebody types into a form lies over what the hub has: a field that nobody touched shows the hub's value, even
// after another page has changed it. What was sent stays in sight until the hub's news has it.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

// `typed` has the fields that were touched, and `put` puts a value into one of them. `settle` is told which fields were
// sent, and the answer: it has the revision of the news, or is null if nothing was done.
export function useTyped(evening) {
  const [typed, type] = useState({});
  const [said, hold] = useState({});
  const revision = evening?.revision ?? 0;
  useEffect(() => {
    const isKnown = ([name, value]) => said[name]?.value === value && said[name].revision <= revision;
    type((now) => Object.fromEntries(Object.entries(now).filter((field) => !isKnown(field))));
  }, [said, revision]);
  const put = (name) => (value) => {
    hold(({ [name]: _, ...others }) => others);
    type((before) => ({ ...before, [name]: value }));
  };
  const settle = (fields, answer) => {
    const heldBy = Object.entries(fields).map(([name, value]) => [name, { value, revision: answer?.revision ?? 0 }]);
    hold((before) => ({ ...before, ...Object.fromEntries(heldBy) }));
  };
  return { typed, put, settle };
}
