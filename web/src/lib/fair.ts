// The provably fair shuffle: our part of the chance, and the check at the end.
// docs/server.md, “The shuffle”, tells how it works; fair.py is the other side.
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

/** Keep what was added to a table's chance, for the check at the end. */
export function remember(table: string, part: string): void {
  const tables = kept<string[]>('fair', []).filter((one) => one !== table);
  for (const old of tables.splice(0, tables.length - KEPT + 1)) forget(`fair:${old}`);
  keep('fair', [...tables, table]);
  keep(`fair:${table}`, part);
}

/** What this browser added to the table's chance, if it did. */
export function remembered(table: string): string | null {
  return kept<string | null>(`fair:${table}`, null);
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

export interface Played {
  commitment: string; // as it was shown before the game
  seed?: bigint; // the game's, where its record is at hand
  players: number;
  first: number;
  mine?: string | null; // the part this browser remembers
}

/** What does not hold, as names of messages; nothing if the shuffle was fair. */
export async function check(proof: Proof, played: Played): Promise<string[]> {
  if (!globalThis.crypto?.subtle) return ['fair-cannot'];
  if (proof.method !== METHOD) return ['fair-method-unknown'];
  const parts = proof.contributions;
  if (!isHex(proof.secret, 64) || !Array.isArray(parts) || parts.length !== played.players) {
    return ['fair-form-bad'];
  }
  if (!parts.every((part) => part === '' || isHex(part))) return ['fair-form-bad'];
  const faults: string[] = [];
  const bytes = Uint8Array.from(proof.secret.match(/../g)!, (pair) => parseInt(pair, 16));
  const hash = hex(await sha256(bytes));
  if (hash !== proof.commitment || hash !== played.commitment) faults.push('fair-commitment-bad');
  const { seed, lot } = await mixed(proof.secret, parts);
  if (played.seed !== undefined && seed !== played.seed) faults.push('fair-seed-bad');
  if (proof.by_lot && Number(lot % BigInt(played.players)) !== played.first) {
    faults.push('fair-lot-bad');
  }
  if (played.mine && !parts.includes(played.mine)) faults.push('fair-not-mine');
  return faults;
}
