// What somebody types into a form lies over what the hub has: what nobody touched is the hub's, also when another page
// has changed it. What was said stays in sight until the news of it comes.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

// The fields that were touched, a function that puts a value into one of them, and one that is told what came of saying
// some: `answer` has the revision of the news, or is null where nothing was done.
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
