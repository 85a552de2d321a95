// What people can mean: `what` of the command `say`. Written by `python -m lab.page_types`.
// A seat is 0 to 3, a tile a text such as 5p.

interface Win {
  is: "Win";
  winners: Winner[];
  giver?: number | null;
  is_riichi_tile?: boolean;
}

interface Winner {
  seat: number;
  value?: HandValue | null;
  hand?: string[] | null;
  tile?: string | null;
  ura?: string[];
  local_yaku?: string[];
  melds?: MeldShown[];
  liable?: number | null;
  liable_for_kans?: number | null;
}

interface HandValue {
  han: number;
  fu: number;
  yakuman?: number;
  yaku?: [string, number][];
}

interface MeldShown {
  kind: "chi" | "pon" | "daiminkan" | "kakan" | "ankan";
  tiles?: (string | null)[];
}

interface Draw {
  is: "Draw";
  kind: "exhaustive" | "nagashi_mangan" | "kyuushu" | "suufon" | "suucha_riichi" | "suukaikan" | "sanchahou";
  tenpai?: number[] | null;
  nagashi?: number[];
  by?: number | null;
}

interface Tenpai {
  is: "Tenpai";
  seat: number;
  is_tenpai: boolean;
}

interface Indicator {
  is: "Indicator";
  tile: string | null;
  at?: number | null;
  hand?: number | null;
}

interface KanTiles {
  is: "KanTiles";
  seat: number;
  is_closed: boolean;
  tiles: (string | null)[];
}

interface ResultWas {
  is: "ResultWas";
  result: Win | Draw | Chombo;
  hand?: number | null;
}

interface Chombo {
  is: "Chombo";
  seat: number;
  why?: string;
}

interface RiichiWas {
  is: "RiichiWas";
  hand?: number | null;
  was?: number | null;
  seat?: number | null;
  is_open?: boolean | null;
  discard?: number | null;
}

interface KanForgotten {
  is: "KanForgotten";
  seat: number;
  is_closed: boolean;
  hand?: number | null;
}

interface DealWas {
  is: "DealWas";
  hand?: number | null;
  round_wind?: string | null;
  dealer?: number | null;
  honba?: number | null;
  kyoutaku?: number | null;
  points?: number[] | null;
}

interface TakeBack {
  is: "TakeBack";
  entries: number[];
}

interface ToldTwice {
  is: "ToldTwice";
  hand: number;
}

interface HandForgotten {
  is: "HandForgotten";
  result: Win | Draw | Chombo;
  before?: number | null;
  riichi?: number[];
  open_riichi?: number[];
}

interface HandDied {
  is: "HandDied";
  seat: number;
}

interface PenaltyGiven {
  is: "PenaltyGiven";
  seat: number;
  points: number;
}

interface TimeCalled {
  is: "TimeCalled";
}

interface DealerStopped {
  is: "DealerStopped";
}

interface WallBroken {
  is: "WallBroken";
  seat: number;
}

interface ChipsTaken {
  is: "ChipsTaken";
  seat: number;
  giver: number | null;
  chips: number;
}

interface SeatsBound {
  is: "SeatsBound";
  sides: string;
}

interface GamePaused {
  is: "GamePaused";
}

interface GameResumed {
  is: "GameResumed";
}

interface PlayerSubstituted {
  is: "PlayerSubstituted";
  seat: number;
  name: string;
}

interface PlayerRenamed {
  is: "PlayerRenamed";
  seat: number;
  name: string;
}

interface PlayerLeft {
  is: "PlayerLeft";
  seat: number;
}

interface PlayerReturned {
  is: "PlayerReturned";
  seat: number;
}

interface SeatsChanged {
  is: "SeatsChanged";
  order: number[];
  carried: "nothing" | "points" | "points_and_winds";
}

interface PointsSet {
  is: "PointsSet";
  points: number[];
  kyoutaku: number;
}

type Intention =
  | Win
  | Draw
  | Tenpai
  | Indicator
  | KanTiles
  | ResultWas
  | RiichiWas
  | KanForgotten
  | DealWas
  | TakeBack
  | ToldTwice
  | HandForgotten
  | Chombo
  | HandDied
  | PenaltyGiven
  | TimeCalled
  | DealerStopped
  | WallBroken
  | ChipsTaken
  | SeatsBound
  | GamePaused
  | GameResumed
  | PlayerSubstituted
  | PlayerRenamed
  | PlayerLeft
  | PlayerReturned
  | SeatsChanged
  | PointsSet;
