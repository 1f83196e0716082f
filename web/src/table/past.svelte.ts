// Looking at the moments of a game again, one after the other, or all of them as they happened.
// The address says which one is shown, so that it can be passed on.
import { api } from '../lib/api';
import type { Logged, View } from '../lib/protocol';
import { go } from '../lib/route.svelte';
import { act } from './act';
import { Pace } from './pace.svelte';

/** A moment of the past: the table after so many moves. */
export interface Moment {
  ply: number;
  n: number; // the entry after which it was so; 0 before the first
  view: View;
  hands: Record<string, string>;
}

/** How long a move stays to be read: where things move, and where they do not. */
const READ = { moving: 500, still: 1600 };

export class Past {
  moment = $state.raw<Moment | null>(null);
  /** The entry whose moment is to be shown; it is asked for one at a time. */
  wanted = $state.raw<{ n: number; ply: number } | null>(null);
  /** The moves are shown one after the other. */
  plays = $state(false);
  readonly pace = new Pace();
  /** What changes while a move is shown. */
  private scene = $state<{ view: View; hands: Record<string, string> } | null>(null);
  private asking = false;
  private run = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private wake: (() => void) | undefined;
  private readonly kept = new Map<number, Moment>();

  constructor(
    private readonly id: string,
    private readonly failed: () => void,
  ) {}

  get view(): View | null {
    return this.scene?.view ?? this.moment?.view ?? null;
  }

  get hands(): Record<string, string> | null {
    return this.scene?.hands ?? this.moment?.hands ?? null;
  }

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
      this.name();
    } catch {
      this.wanted = this.moment;
      this.failed();
    } finally {
      this.asking = false;
    }
  }

  /** Show these moves as they happened, from the moment that is looked at. */
  async play(moves: Logged[], reader: number | null, root: HTMLElement | null): Promise<void> {
    const run = ++this.run;
    const goes = () => this.run === run && this.moment !== null;
    this.plays = true;
    try {
      for (const [index, entry] of moves.entries()) {
        const next = await this.learn(entry);
        // the one after it is on its way meanwhile
        const later = moves[index + 1];
        if (later) this.learn(later).catch(() => undefined);
        if (!goes()) return;
        this.wanted = entry;
        await this.show(entry, reader, root);
        if (!goes()) return;
        this.moment = next;
        this.scene = null;
        this.name();
        if (later) await this.rest(this.pace.still ? READ.still : READ.moving);
        if (!goes()) return;
      }
    } catch {
      if (goes()) this.failed();
    } finally {
      if (this.run === run) this.pause();
    }
  }

  /** Stop there. */
  pause(): void {
    this.run += 1;
    this.plays = false;
    this.scene = null;
    this.wanted = this.moment;
    this.pace.skip();
    clearTimeout(this.resting);
    this.wake?.();
  }

  leave(): void {
    this.pause();
    this.wanted = null;
    if (!this.moment) return;
    this.moment = null;
    go(location.pathname, { replace: true });
  }

  private async show(entry: Logged, reader: number | null, root: HTMLElement | null): Promise<void> {
    this.pace.begin();
    if (!root || !this.pace.moves) return;
    const { view, hands } = this.moment!;
    this.scene = structuredClone({ view, hands });
    await act(entry, { view: this.scene.view, hands: this.scene.hands, reader }, root, this.pace);
  }

  private rest(ms: number): Promise<void> {
    return new Promise((done) => {
      this.wake = done;
      this.resting = setTimeout(done, ms);
    });
  }

  private name(): void {
    if (this.moment) go(`${location.pathname}?at=${this.moment.ply}`, { replace: true });
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
