// What is known of a meld. Pure.

// An open kan of which nobody told whether a pon lay there before: where only the points are kept, all are.
export const isOfAnyKind = (meld) => meld.kind === "kakan" && meld.from === null;
