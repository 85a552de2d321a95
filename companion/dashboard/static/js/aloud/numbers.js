// A number as the clips that say it in a language. Pure; `lab/voice` says how each clip sounds.

import { codesWith } from "/static/js/languages.js";

const BY_TEN_THOUSANDS = codesWith("counts_by_ten_thousands");
const ZERO_BETWEEN = "zh"; // 20,300 is "two wan zero three hundred" there

// Of a whole number from 0 to 999,999, or to 9,999,999 where people count by ten thousands: clips such as
// "n.25", "thousand", "n.300".
export function numberClips(number, code) {
  if (number === 0) return ["n.0"];
  return BY_TEN_THOUSANDS.includes(code) ? byTenThousands(number, code) : byThousands(number);
}

// "twenty-five, thousand, three hundred"; one to nine thousand have clips of their own ("mille", "tausend").
function byThousands(number) {
  const thousands = Math.floor(number / 1_000);
  const many = thousands > 9 ? [...underThousand(thousands), "thousand"] : digit(thousands, 1_000);
  return [...many, ...underThousand(number % 1_000)];
}

function byTenThousands(number, code) {
  const many = Math.floor(number / 10_000);
  const rest = number % 10_000;
  const first = many > 9 ? [...underTenThousand(many, code), "man"] : digit(many, 10_000);
  const isGap = code === ZERO_BETWEEN && many > 0 && rest > 0 && rest < 1_000;
  return [...first, ...(isGap ? ["n.0"] : []), ...underTenThousand(rest, code)];
}

function underTenThousand(number, code) {
  const hundreds = number % 1_000;
  const isGap = code === ZERO_BETWEEN && number >= 1_000 && hundreds > 0 && hundreds < 100;
  return [...digit(Math.floor(number / 1_000), 1_000), ...(isGap ? ["n.0"] : []), ...underThousand(hundreds)];
}

function underThousand(number) {
  const rest = number % 100;
  return [...digit(Math.floor(number / 100), 100), ...(rest ? [`n.${rest}`] : [])];
}

function digit(count, unit) {
  return count ? [`n.${count * unit}`] : [];
}
