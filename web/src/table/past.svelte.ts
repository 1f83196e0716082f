// Looking at the moments of a game again, one after the other. The address says which one is
// shown, so that it can be passed on.
import { api } from '../lib/api';
import type { View } from '../lib/protocol';
import { go } from '../lib/route.svelte';

/** A moment of the past: the table after so many moves. */
export interface Moment {
  ply: number;
  n: number; // the entry after which it was so; 0 before the first
  view: View;
  hands: Record<string, string>;
}

export class Past {
  moment = $state.raw<Moment | null>(null);
  /** The entry whose moment is to be shown; it is asked for one at a time. */
  wanted = $state.raw<{ n: number; ply: number } | null>(null);
  private asking = false;
  private readonly kept = new Map<number, Moment>();

  constructor(
    private readonly id: string,
    private readonly failed: () => void,
  ) {}

  /** Show the moment after this entry; after none, the one before the first. */
  async look(entry: { n: number; ply: number } = { n: 0, ply: 0 }): Promise<void> {
    this.wanted = entry;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.wanted && this.wanted.n !== this.moment?.n) {
        const found = await this.learn(this.wanted);
        if (this.wanted) this.moment = found;
      }
      if (this.moment) go(`${location.pathname}?at=${this.moment.ply}`, { replace: true });
    } catch {
      this.wanted = this.moment;
      this.failed();
    } finally {
      this.asking = false;
    }
  }

  leave(): void {
    this.wanted = null;
    if (!this.moment) return;
    this.moment = null;
    go(location.pathname, { replace: true });
  }

  private async learn({ n, ply }: { n: number; ply: number }): Promise<Moment> {
    const known = this.kept.get(n);
    if (known) return known;
    const { view, hands } = await api.moment(this.id, ply);
    const found = { n, ply, view: view as unknown as View, hands };
    this.kept.set(n, found);
    return found;
  }
}
