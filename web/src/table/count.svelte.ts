// The final scoring: counted set by set, once. Until it is done the page does not say who won.
import { SET_POINTS } from '../made/box';
import type { Table } from './store.svelte';

const END = 99;

export class Count {
  /** So many sets have been counted; after them come dominions and troops, then the sum. */
  step = $state(matchMedia('(prefers-reduced-motion: reduce)').matches ? END : 0);

  constructor(private readonly table: Table) {}

  /** The game is over; what was told of it last is who won. */
  private readonly over = $derived.by(
    () =>
      !!this.table.result || !!this.table.log.at(-1)?.told.some(([kind]) => kind === 'over'),
  );
  /** How many sets someone has at most. */
  readonly most = $derived.by(() =>
    Math.max(...(this.table.result?.sets ?? []).map((sizes) => sizes.length), 0),
  );
  readonly done = $derived(this.step >= this.most + 2);
  /** What the game has come to is not to be told yet. */
  readonly hides = $derived.by(() => this.over && !(this.done && this.table.result));

  /** A seat's points as far as they have been counted. */
  soFar(seat: number): number {
    const { result, view } = this.table;
    if (!result) return view?.state.warehouses[seat]?.goods.length ?? 0;
    const { goods, dominions, troops } = result.parts[seat]!;
    const sets = this.counted(seat).reduce((sum, size) => sum + SET_POINTS[size]!, 0);
    return goods + sets + (this.step > this.most ? dominions + troops : 0);
  }

  counted(seat: number): number[] {
    return this.table.result?.sets[seat]!.slice(0, this.step) ?? [];
  }

  skip(): void {
    this.step = END;
  }
}
