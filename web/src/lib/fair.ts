// The provably fair shuffle: our part of the chance, and the check at the end.
// docs/server.md, “The shuffle”, tells how it works; fair.py is the other side.
// rooms/Proven.svelte does the check for a table and says how it went.
import { forget, keep, kept } from './kept';

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
  commitment: string; // the hash that was shown before the game
  part: string | null; // what this browser added
}

/** Keep what was promised and what was added at a table, for the check at the end. */
export function remember(table: string, commitment: string, part: string | null): void {
  const tables = kept<string[]>('fair', []).filter((one) => one !== table);
  for (const old of tables.splice(0, tables.length - KEPT + 1)) forget(`fair:${old}`);
  keep('fair', [...tables, table]);
  keep(`fair:${table}`, { commitment, part });
}

/** What this browser knows from before the game, if it was there. */
export function remembered(table: string): Seen | null {
  return kept<Seen | null>(`fair:${table}`, null);
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
  players: unknown[];
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
  if (seen?.part && !parts.includes(seen.part)) faults.push('fair-not-mine');
  return faults;
}
