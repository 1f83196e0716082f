// The provably fair shuffle: our part of the chance, and the check at the end.
// docs/server.md, “The shuffle”, tells how it works; fair.py is the other side.
// rooms/Proven.svelte does the check for a table and says how it went.
import { api, Refusal, type TableInfo } from './api';
import { forget, keep, kept } from './kept';

/** Instead of a part: the table is to wait for it until we have seen what the server promises. */
export const LATER = 'later';

const METHOD = 'golden-horn-shuffle-1';
const KEPT = 100; // so many tables' parts are remembered

export interface Proof {
  method: string;
  commitment: string;
  secret: string;
  contributions: string[];
  by_lot: boolean;
}

const hex = (bytes: Uint8Array) => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');

/** Sixteen bytes that nobody else chose, as hexadecimal digits. */
export function contribution(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

export interface Seen {
  commitment: string; // the hash that was shown before this browser added anything
  part: string | null; // what it added
  seat?: number; // and where
  silent?: number[]; // the seats that add nothing: of bots, and more of our own
}

function remember(table: string, seen: Seen): void {
  const tables = kept<string[]>('fair', []).filter((one) => one !== table);
  for (const old of tables.splice(0, tables.length - KEPT + 1)) forget(`fair:${old}`);
  keep('fair', [...tables, table]);
  keep(`fair:${table}`, seen);
}

/** What this browser knows from before the game, if it was there. */
export function remembered(table: string): Seen | null {
  return kept<Seen | null>(`fair:${table}`, null);
}

/** We have no part in that table's chance, or none any more. */
export function withdraw(table: string): void {
  const seen = remembered(table);
  if (seen) remember(table, { commitment: seen.commitment, part: null });
}

/** Add our part, sitting down for it where we do not sit yet, now that the commitment is known. */
export async function contribute(info: TableInfo, seat = info.you[0]): Promise<TableInfo> {
  if (info.status !== 'waiting' || seat === undefined) return info;
  const before = remembered(info.id);
  // Asked once more, after an answer was lost or in another window, it is the same.
  const part = before?.part ?? contribution();
  const silent = info.seats
    .filter((one) => one.kind === 'bot' || (one.yours && one.seat !== seat))
    .map((one) => one.seat);
  // Before it is sent: the game may begin, and even end, before the answer is here.
  const commitment = before?.commitment ?? info.commitment;
  remember(info.id, { commitment, part, seat, silent });
  try {
    return await api.sit(info.id, seat, part);
  } catch (problem) {
    const error = problem instanceof Refusal ? problem.error : '';
    if (['contributed', 'seat-taken', 'not-open'].includes(error)) withdraw(info.id);
    if (error === 'contributed') return api.table(info.id); // another browser of ours was quicker
    throw problem;
  }
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

const isHex = (text: unknown, length?: number) =>
  typeof text === 'string' &&
  /^[0-9a-f]{1,64}$/.test(text) &&
  (length === undefined || text.length === length);

/** The game's seed and the number of the lot, from the secret and everybody's parts. */
async function mixed(secret: string, parts: string[]): Promise<{ seed: bigint; lot: bigint }> {
  const lines = [METHOD, secret, ...parts].join('\n');
  const digits = hex(await sha256(new TextEncoder().encode(lines)));
  return {
    seed: BigInt('0x' + digits.slice(0, 32)),
    lot: BigInt('0x' + digits.slice(32, 48)),
  };
}

/** A finished game's record, as far as the shuffle goes. */
export interface Dealt {
  seed: string;
  first_player?: number;
  players: { kind?: string }[];
  proof?: Proof;
}

/** What does not hold, as names of messages; none if the shuffle was fair. */
export async function check(game: Dealt, seen: Seen | null): Promise<string[]> {
  const { proof, players } = game;
  if (!globalThis.crypto?.subtle) return ['fair-cannot'];
  if (!proof) return ['fair-form-bad'];
  if (proof.method !== METHOD) return ['fair-method-unknown'];
  const parts = proof.contributions;
  if (!isHex(proof.secret, 64) || !Array.isArray(parts) || parts.length !== players.length) {
    return ['fair-form-bad'];
  }
  if (!parts.every((part) => part === '' || isHex(part))) return ['fair-form-bad'];
  const faults: string[] = [];
  const bytes = Uint8Array.from(proof.secret.match(/../g)!, (pair) => parseInt(pair, 16));
  const hash = hex(await sha256(bytes));
  const promised = seen?.commitment ?? proof.commitment;
  if (hash !== proof.commitment || hash !== promised) faults.push('fair-commitment-bad');
  const { seed, lot } = await mixed(proof.secret, parts);
  if (seed !== BigInt('0x' + game.seed)) faults.push('fair-seed-bad');
  if (proof.by_lot && Number(lot % BigInt(players.length)) !== (game.first_player ?? 0)) {
    faults.push('fair-lot-bad');
  }
  if (seen?.part) {
    const there = seen.seat === undefined ? parts : [parts[seen.seat]];
    if (!there.includes(seen.part)) faults.push('fair-not-mine');
  }
  // What such seats add would be the server's own choice, and it could make it last.
  const bots = players.map(({ kind = 'person' }) => kind !== 'person');
  if (parts.some((part, at) => part && (bots[at] || seen?.silent?.includes(at)))) {
    faults.push('fair-silent-bad');
  }
  return faults;
}
