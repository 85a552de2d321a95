// What a sheet tells the table, and what is said of the answer.

import { useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";

const NOTHING_TOLD = { of: null, refused: null, before: null, isTelling: false };

// A sheet closes once the table has taken what it tells, unless it `stays`. If the table refuses, the sheet stays open,
// with the reason and all that was chosen and typed; where somebody has closed it meanwhile, the page says the reason.
/**
 * @param {{ sheet: any, close: () => void }} open
 * @param {(notice: any) => void} setNotice
 * @returns {object}
 */
export function useFromSheet({ sheet, close }, setNotice) {
  const opened = useRef(sheet);
  opened.current = sheet;
  const telling = useRef(null);
  const [told, set] = useState(NOTHING_TOLD);
  const fromSheet = async (act, { stays = false } = {}) => {
    if (!stays && telling.current === sheet) return;
    telling.current = sheet;
    set(({ of, refused }) => ({ of: sheet, refused: null, before: of === sheet ? refused : null, isTelling: true }));
    const answer = await act();
    if (telling.current === sheet) telling.current = null;
    const isOpen = opened.current === sheet;
    const isSame = answer.status === "same";
    const refused = isOpen && answer.error ? answer : null;
    set((now) => (now.of === sheet ? { ...now, refused: isSame ? now.before : refused, isTelling: false } : now));
    if (refused) setNotice((old) => (old && old.told === refused.told ? null : old));
    else if (answer.error) setNotice(noticeOf(answer));
    else if (!stays && !isSame) close();
  };
  const { refused, isTelling } = told.of === sheet ? told : NOTHING_TOLD;
  return { fromSheet, refused, isTelling, forgetRefused: () => set((now) => ({ ...now, refused: null })) };
}

// What the page says of an answer: why something was refused, or that something was taken back or redone.
export function noticeOf({ error, reason, waivable, told }) {
  if (error) return { code: error, reason, waivable, told };
  return { undo: { code: "undone" }, redo: { code: "redone" } }[told?.kind] ?? null;
}
