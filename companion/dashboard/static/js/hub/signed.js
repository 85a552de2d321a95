// A score as it is read: with its sign and one decimal.

export function scoreText(score, words) {
  /** @type {Intl.NumberFormatOptions} */
  const signed = { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return score === 0 ? "±0" : new Intl.NumberFormat(words.code, signed).format(score).replace("-", "−");
}
