// What the parts of the page are given. What is not named here has no type yet.

interface Answer {
  error?: string;
  [more: string]: any;
}

interface Said {
  what: Intention;
  waived?: string[];
}

// What this page tells the table; see js/play/playing.js.
interface Play {
  mean(what: Intention, more?: { waived?: string[] }): Promise<Answer>;
  tell(kind: "say", more: Said): Promise<Answer>;
  tell(kind: "undo" | "redo" | "finish" | "start" | "deal" | "depth" | "rules" | "waive" | "seen" | "answer", more?: object): Promise<Answer>;
  preview(kind: "say", more: Said, isAsked?: () => boolean): Promise<any>;
  previews(all: ["say", Said][], isAsked?: () => boolean): Promise<any>;
  tap(seat: number, action: string, more?: object): Promise<Answer>;
  [more: string]: any;
}

interface Props {
  play: Play;
  snapshot: any;
  choices: any;
  words: any;
  [more: string]: any;
}

// One who wins, while it is being said; see js/play/winning.js.
interface OneWinner {
  seat: number;
  value: { han: number; fu: number; yakuman: number } | null;
  isByTiles: boolean;
  tile: string | null;
  liable?: number | null;
  [more: string]: any;
}

interface WinBeingSaid {
  from: number | "tsumo" | null;
  winners: OneWinner[];
  active: number;
  isRiichiTile: boolean;
  edits: boolean;
}

// The forms of a correction say what was wrong, or null while something is missing; see js/evening/correct.js.
interface FormProps {
  say(what: Intention | null): void;
  [more: string]: any;
}

// What is agreed on beside the play; see js/tea/main.js.
interface TeaProps {
  telling: { tell(what: Intention): Promise<void>; [more: string]: any };
  [more: string]: any;
}
