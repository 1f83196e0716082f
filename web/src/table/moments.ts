// Which moments of a game one can look at.
import type { Logged } from '../lib/protocol';

/** What was done and not taken back. */
export function standing(log: Logged[]): Logged[] {
  const found: Logged[] = [];
  for (const entry of log) {
    if (entry.move === 'undo') found.pop();
    else found.push(entry);
  }
  return found;
}

/** The move of which an address says that it was the last: `?at=12`. */
export function moveIn(search: string): number | null {
  const at = new URLSearchParams(search).get('at');
  return at !== null && /^\d{1,4}$/.test(at) ? Number(at) : null;
}
