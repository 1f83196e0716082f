// Short hints for a first game: what things mean, there and then where they matter. Each is
// shown until it has been read once; all of them can be put away.
import { keep, kept } from '../lib/kept';
import type { Orders } from './orders.svelte';
import type { Table } from './store.svelte';

type Hint = { id: string; when: (table: Table, orders: Orders) => boolean };

const at = (phase: string) => (table: Table) => table.asked && table.turn?.phase === phase;
const orders = at('orders');

const HINTS: Hint[] = [
  { id: 'placement', when: at('placement') },
  { id: 'sail', when: (t, o) => orders(t) && !o.pinned },
  { id: 'load', when: (t, o) => orders(t) && o.loads.length > 0 },
  { id: 'squares', when: (t, o) => orders(t) && o.ship !== null && (!o.loads.length || o.cargo !== null) },
  { id: 'wind', when: (_, o) => [...o.ways.values()].some(({ cards }) => cards !== '') },
  { id: 'raid', when: (t, o) => orders(t) && o.raids.size > 0 },
  { id: 'adrift', when: (t) => orders(t) && mine(t).some(({ adrift }) => adrift) },
  { id: 'cards', when: (t) => orders(t) && t.view!.state.turn > t.view!.players },
  { id: 'sets', when: (t) => orders(t) && t.view!.state.warehouses.some(({ goods }) => goods) },
  { id: 'conquer', when: (_, o) => o.conquests.size > 0 },
  { id: 'end', when: (_, o) => o.legal.includes('end') },
  { id: 'called', when: (t) => t.view?.state.end_called_by !== null && !t.result },
];

const mine = (table: Table) => table.view?.state.ships[table.reader ?? -1] ?? [];

export class Hints {
  private read = $state<string[]>(kept('hints-read', []));
  off = $state(kept('hints-off', false));

  constructor(
    private readonly table: Table,
    private readonly orders: Orders,
  ) {}

  /** The one to show now, if any. */
  readonly now = $derived.by(() => {
    const { table, orders } = this;
    if (this.off || !table.you.length || !table.view || table.past || table.result) return null;
    if (table.playing || table.curtain) return null;
    return HINTS.find(({ id, when }) => !this.read.includes(id) && when(table, orders))?.id ?? null;
  });

  /** There may be some still: their place is kept. */
  readonly some = $derived.by(
    () =>
      !this.off &&
      this.table.you.length > 0 &&
      !this.table.result &&
      HINTS.some(({ id }) => !this.read.includes(id)),
  );

  close(id: string): void {
    this.read = [...this.read, id];
    keep('hints-read', this.read);
  }

  setOff(off: boolean): void {
    this.off = off;
    keep('hints-off', off);
    if (!off) {
      this.read = [];
      keep('hints-read', []);
    }
  }
}
