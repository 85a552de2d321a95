// Why something that was asked about devices was not done, in words.

export function why(error, words) {
  const known = `pairing.error.${error}`;
  return words.say(words.has(known) ? known : "pairing.error.other");
}
