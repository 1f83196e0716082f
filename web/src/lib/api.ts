// The server's REST interface: the shapes of src/goldenhorn/server/forms.py, and one call for each.
import type { EDITIONS } from '../made/box';

export type Status = 'waiting' | 'playing' | 'over' | 'closed';
export type Edition = keyof typeof EDITIONS;

export interface SeatWish {
  kind: 'me' | 'shared' | 'bot' | 'open';
  name?: string;
  bot?: string;
}

export interface NewTable {
  seats: SeatWish[];
  edition?: Edition;
  expansion?: boolean;
  loading?: 'may' | 'must';
  emptied_ship?: 'may_turn' | 'must_return';
  last_turns?: 'finish_round' | 'one_more_each';
  placement?: 'free' | 'random';
  round_limit?: number;
  first?: number | 'lot';
  clock?: number | null;
  private?: boolean;
  watching?: boolean;
  stand_in?: string;
  contribution?: string; // or LATER, as in what follows
}

export interface QuickGame {
  players?: number;
  bot?: string;
  edition?: Edition;
  expansion?: boolean;
  name?: string;
  contribution?: string;
}

export interface SeatInfo {
  seat: number;
  kind: 'person' | 'bot' | 'open';
  name: string;
  bot: string | null;
  away: boolean;
  awaited: boolean; // the game begins once they have added their part of the chance
  yours: boolean;
}

export interface TableInfo {
  id: string;
  status: Status;
  players: number;
  rules: Record<string, unknown>;
  first: number | 'lot';
  clock: { turn: number; left: number | null } | null;
  private: boolean;
  watching: boolean;
  stand_in: string;
  seats: SeatInfo[];
  host: string;
  commitment: string;
  created: number;
  started: number | null;
  ended: number | null;
  moves: number;
  to_move: number | null;
  you: number[];
  result: { scores: number[]; winners: number[]; cause: string } | null;
  rematch: string | null;
}

export interface Tables {
  tables: TableInfo[];
  next: string | null;
}

export interface User {
  name: string;
  account: boolean;
  created: number;
  games: number;
  wins: number;
}

export interface Token {
  id: string;
  name: string;
  created: number;
  used: number | null;
  token?: string; // only in the answer that makes it
}

export interface Moment {
  ply: number;
  view: Record<string, unknown>;
  hands: Record<string, string>;
}

/** The server said no, or could not be heard. `reason` is a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number, // 0: nobody answered
    readonly error: string,
    readonly reason: string,
    readonly field?: string,
  ) {
    super(reason);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch('/api' + path, init);
  } catch {
    throw new Refusal(0, 'offline', '');
  }
  const text = await answer.text();
  let said: unknown = null;
  try {
    said = text ? JSON.parse(text) : null;
  } catch {
    // something on the way answered, not our server
  }
  if (answer.ok) return said as T;
  const problem = (said ?? {}) as { error?: string; reason?: string; field?: string };
  throw new Refusal(answer.status, problem.error ?? 'error', problem.reason ?? '', problem.field);
}

const at = (id: string, rest = '') => `/tables/${encodeURIComponent(id)}${rest}`;

export const api = {
  me: () => call<{ user: User | null }>('GET', '/me'),
  guest: (name: string) => call<{ user: User }>('POST', '/guest', { name }),
  account: (name: string, password: string) =>
    call<{ user: User }>('POST', '/account', { name, password }),
  signIn: (name: string, password: string) =>
    call<{ user: User }>('POST', '/session', { name, password }),
  signOut: () => call<null>('DELETE', '/session'),
  rename: (name: string) => call<{ user: User }>('PATCH', '/me', { name }),
  password: (old: string, fresh: string) =>
    call<null>('PUT', '/me/password', { old, new: fresh }),
  leave: (password: string | null) => call<null>('DELETE', '/me', { password }),
  tokens: () => call<{ tokens: Token[] }>('GET', '/tokens'),
  makeToken: (name: string) => call<Token>('POST', '/tokens', { name }),
  dropToken: (id: string) => call<null>('DELETE', `/tokens/${encodeURIComponent(id)}`),

  bots: () => call<{ name: string }[]>('GET', '/bots'),
  play: (game: QuickGame) => call<TableInfo>('POST', '/play', game),
  make: (table: NewTable) => call<TableInfo>('POST', '/tables', table),
  tables: (show: 'open' | 'mine' | 'watch', limit = 20, after = '') =>
    call<Tables>('GET', `/tables?show=${show}&limit=${limit}${after ? `&after=${after}` : ''}`),
  table: (id: string) => call<TableInfo>('GET', at(id)),
  sit: (id: string, seat: number | null, contribution?: string) =>
    call<TableInfo>('POST', at(id, '/seats'), { seat, contribution }),
  stand: (id: string) => call<TableInfo | null>('DELETE', at(id, '/seats')),
  close: (id: string) => call<null>('DELETE', at(id)),
  again: (id: string, contribution?: string) =>
    call<TableInfo>('POST', at(id, '/rematch'), { contribution }),
  record: (id: string) => call<Record<string, unknown>>('GET', at(id, '/record')),
  moment: (id: string, ply: number) => call<Moment>('GET', at(id, `/moments/${ply}`)),
};
