// Which moments of a game one can look at.
import type { Logged, Told } from '../lib/protocol';

/** What was done and not taken back. */
export function standing(log: Logged[]): Logged[] {
  const found: Logged[] = [];
  for (const entry of log) {
    if (entry.move === 'undo') found.pop();
    else found.push(entry);
  }
  return found;
}

/** One or several entries that are told as one; what is shown of them is the last one's moment. */
export interface Folded {
  entry: Logged;
  first: number;
  told: Told[];
}

/** A ship that comes to a place and stays there is told in one sentence. */
export function fold(log: Logged[], stands: (entry: Logged) => boolean): Folded[] {
  const found: Folded[] = [];
  for (const entry of log) {
    const { told, n, seat, by } = entry;
    const before = found.at(-1);
    const stays = told[0]?.[0] === 'stays';
    const voyage =
      before?.told.at(-1)?.[0] === 'reaches' &&
      before.entry.n === n - 1 &&
      before.entry.seat === seat &&
      before.entry.by === by;
    if (stays && voyage && stands(entry) && stands(before.entry)) {
      found[found.length - 1] = { entry, first: before.first, told: [...before.told, ...told] };
    } else found.push({ entry, first: n, told });
  }
  return found;
}

/** The move of which an address says that it was the last: `?at=12`. */
export function moveIn(search: string): number | null {
  const at = new URLSearchParams(search).get('at');
  return at !== null && /^\d{1,4}$/.test(at) ? Number(at) : null;
}
