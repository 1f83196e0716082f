// What goes over the live line, as docs/live.md tells it.
import type { TableInfo } from './api';

export type Port = 'V' | 'C';
export type Phase = 'placement' | 'orders' | 'sailing' | 'closing' | 'over';

export interface Ship {
  at: number | null;
  to: Port | null;
  cargo: string;
  adrift: boolean;
}

export interface Stock {
  goods: string;
  soldiers: number;
  builders: number;
}

export interface Warehouse extends Stock {
  dominions: string[];
}

export interface State {
  turn: number;
  player: number;
  phase: Phase;
  ships: Ship[][];
  hands: string[];
  warehouses: Warehouse[];
  ports: Record<Port, Stock>;
  bag: string;
  deck: string;
  discards: string;
  soldier_reserve: number;
  builder_reserve: number;
  sailing: number | null;
  raided: boolean;
  end_called_by: number | null;
  free_dominions: string[];
}

export interface Rules {
  expansion: boolean;
  round_limit: number;
  dominions?: Record<string, [number, number]>;
  [option: string]: unknown;
}

export interface View {
  rules: Rules;
  players: number;
  first_player: number;
  route: string[];
  fleets: string[][];
  state: State;
  scores: number[];
}

/** The values of something that happened; each kind has some of them, see docs/live.md. */
export interface Values {
  seat: number;
  whose: number;
  ship: number;
  place: number;
  jumped: number;
  count: number;
  soldiers: number;
  builders: number;
  points: number;
  rounds: number;
  winners: number[];
  ports: string;
  port: string;
  to: string;
  goods: string;
  cargo: string;
  cards?: string;
  loot: string;
  dominion: string;
  how: 'first' | 'on' | 'wind';
  colour: string;
  cause: string;
  last?: string;
  chance: boolean;
  about: boolean;
}

/** Something that happened: its kind, and its values. */
export type Told = [string, Values];

export interface Turn {
  seat: number;
  phase: Phase;
  number: number;
  clock: { left: number; of: number } | null;
  undo: number | null; // the seat that may take back the last entry
  stand_in: boolean;
}

export interface Stop {
  at: number;
  then: string[];
  stay: string[];
  card: string;
}

export interface Course {
  ship: number;
  first: string[];
  stops: Stop[];
}

export interface Own {
  hands?: Record<string, string>;
  legal?: string[];
  courses?: Course[];
  conquests?: { dominion: string; moves: string[] }[];
}

/** What the log keeps of an entry. */
export interface Logged {
  n: number;
  ply: number;
  seat: number;
  move: string;
  by: 'person' | 'bot' | 'stand-in';
  told: Told[];
}

export interface Entry extends Logged {
  t: 'move';
  now: number;
  set: Record<string, unknown>;
  scores?: number[];
  turn?: Turn;
  own?: Own;
}

export interface Chat {
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

export interface Result {
  scores: number[];
  winners: number[];
  cause: string;
  sets: number[][];
  parts: { goods: number; sets: number; dominions: number; troops: number }[];
}

export type Proof = Record<string, unknown>;

export interface TableMessage {
  t: 'table';
  number: number;
  now: number;
  info: TableInfo;
  you: number[];
  view: View | null;
  log: Logged[];
  turn: Turn | null;
  own?: Own;
  chat: Chat[];
  here: string[];
  result?: Result;
  proof?: Proof;
}

export interface NowMessage {
  t: 'now';
  number: number;
  now: number;
  turn: Turn | null;
  own?: Own;
  info?: TableInfo;
  here?: string[];
}

export interface NoMessage {
  t: 'no';
  id?: string;
  why: string;
  rule?: string;
  reason?: string;
  number?: number;
}

/** Everything the server says. */
export type Said =
  | TableMessage
  | Entry
  | NowMessage
  | NoMessage
  | { t: 'over'; result: Result; proof?: Proof }
  | { t: 'seats'; info: TableInfo; you: number[]; now: number; turn: Turn | null }
  | ({ t: 'chat' } & Chat)
  | { t: 'here'; here: string[] }
  | { t: 'done'; id: string; number: number }
  | { t: 'rematch'; table: string }
  | { t: 'gone' }
  | { t: 'pong'; now: number };

/** Put what an entry changed into a state: `ships.SEAT.SHIP`, `ports.V`, or a whole field. */
export function change(state: State, set: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(set)) {
    const [field, first, second] = name.split('.') as [keyof State, string?, string?];
    if (field === 'ships' && first && second) {
      state.ships[Number(first)]![Number(second) - 1] = value as Ship;
    } else if (first) {
      (state[field] as Record<string, unknown>)[first] = value;
    } else {
      (state as unknown as Record<string, unknown>)[field] = value;
    }
  }
}
