// The languages of the page, in the menu's order: the one list (docs/languages.md). Python reads its JSON too.

export const LANGUAGES = [
  { "code": "en", "name": "English", "is_spoken": true },
  { "code": "de", "name": "Deutsch", "is_spoken": true, "marks": ".," },
  { "code": "fr", "name": "Français", "is_spoken": true, "marks": "\u202f,", "plurals": { "one": "i = 0,1" } },
  {
    "code": "ja", "name": "日本語", "is_spoken": true, "letters": "JP", "plurals": {},
    "comma": "、", "has_blanks": false, "counts_by_ten_thousands": true, "says_seat_first": true
  },
  {
    "code": "ko", "name": "한국어", "is_spoken": true, "letters": "KR", "plurals": {},
    "counts_by_ten_thousands": true, "says_seat_first": true
  },
  {
    "code": "zh", "name": "简体中文", "is_spoken": true, "letters": "SC", "plurals": {},
    "comma": "，", "has_blanks": false, "counts_by_ten_thousands": true, "says_seat_first": true
  }
];

export const codesWith = (field) => LANGUAGES.filter((language) => language[field]).map(({ code }) => code);

// Written with letters of their own, which are fetched: not every tablet has them.
export const OWN_LETTERS = codesWith("letters");
