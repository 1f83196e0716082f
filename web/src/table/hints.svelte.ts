// Short hints for a first game: what things mean, there and then where they matter. What is most
// particular to the moment comes first. Each is shown until it has been read or the thing was
// done; all of them can be put away.
import { keep, kept } from '../lib/kept';
import type { Told } from '../lib/protocol';
import type { Orders } from './orders.svelte';
import type { Table } from './store.svelte';

type Hint = {
  id: string;
  when: (table: Table, orders: Orders) => boolean;
  /** Who did this needs no hint any more: a move of theirs, or what was told of it. */
  done?: (move: string, told: Told[]) => boolean;
  after?: string; // makes no sense before this one
};

const at = (phase: string) => (table: Table) => table.asked && table.turn?.phase === phase;
const orders = at('orders');
const verb = (name: string) => (move: string) => move.split(' ')[0] === name;
const arrives = (ports: string) => (_: string, told: Told[]) =>
  told.some(([kind, { port }]) => kind === 'arrives' && ports.includes(port));
const loads = (cargo: string) => (move: string) => move.split(' ')[2] === cargo;

/** The chosen ship could sail to one of these places. */
const leads = ({ view }: Table, { ways }: Orders, letters: string) =>
  [...ways.keys()].some((place) => letters.includes(view!.route[place]!));
const mine = (table: Table) => table.view?.state.ships[table.reader ?? -1] ?? [];

const HINTS: Hint[] = [
  { id: 'placement', when: at('placement'), done: verb('place') },
  // a ship has been chosen
  { id: 'soldiers', when: (_, o) => offers(o, 'soldiers'), done: loads('soldiers') },
  { id: 'builders', when: (_, o) => offers(o, 'builders'), done: loads('builders') },
  {
    id: 'load',
    when: (t, o) => orders(t) && o.loads.length > 0 && o.cargo === null,
    done: (move) => verb('sail')(move) && /^[opgrby]$/.test(move.split(' ')[2] ?? ''),
  },
  {
    id: 'wind',
    when: (_, o) => [...o.ways.values()].some(({ cards }) => cards !== ''),
    done: verb('wind'),
  },
  { id: 'modone', when: (t, o) => leads(t, o, 'M'), done: arrives('M') },
  { id: 'cards', when: (t, o) => leads(t, o, 'VC'), done: arrives('VC') },
  { id: 'squares', when: (t, o) => orders(t) && o.ways.size > 0, done: verb('on') },
  // what else can be done
  { id: 'end', when: (_, o) => o.legal.includes('end'), done: verb('end') },
  { id: 'conquer', when: (_, o) => o.conquests.size > 0, done: verb('conquer') },
  { id: 'called', when: (t) => t.view?.state.end_called_by !== null && !t.result },
  { id: 'raid', when: (t, o) => orders(t) && o.raids.size > 0, done: verb('raid'), after: 'sail' },
  { id: 'adrift', when: (t) => orders(t) && mine(t).some(({ adrift }) => adrift) },
  { id: 'sail', when: orders, done: verb('sail') },
  { id: 'sets', when: (t) => orders(t) && t.view!.state.warehouses.some(({ goods }) => goods) },
];

function offers(orders: Orders, cargo: string): boolean {
  return orders.cargo === null && orders.loads.some((load) => load.cargo === cargo);
}

export class Hints {
  private read = $state<string[]>(kept('hints-read', []));
  off = $state(kept('hints-off', false));
  /** What was done before this entry does not count: somebody wants to read all of it again. */
  private since = $state(0);

  constructor(
    private readonly table: Table,
    private readonly orders: Orders,
  ) {
    // what has been done need not be said in the next game either
    $effect(() => {
      if (this.known.some(({ id }) => !this.read.includes(id))) this.learn([]);
    });
  }

  /** What has been done in this game. */
  private readonly known = $derived.by(() => {
    const { log, you } = this.table;
    const own = log.filter(
      ({ n, seat, by }) => n > this.since && you.includes(seat) && by !== 'stand-in',
    );
    return HINTS.filter(({ done }) => done && own.some(({ move, told }) => done(move, told)));
  });
  private readonly left = $derived.by(() => {
    const gone = new Set([...this.read, ...this.known.map(({ id }) => id)]);
    return HINTS.filter(({ id, after }) => !gone.has(id) && (!after || gone.has(after)));
  });

  /** The one to show now, if any. */
  readonly now = $derived.by(() => {
    const { table, orders } = this;
    if (this.off || !table.you.length || !table.view || table.past || table.result) return null;
    if (table.playing || table.curtain) return null;
    return this.left.find(({ when }) => when(table, orders))?.id ?? null;
  });

  close(id: string): void {
    this.learn([id]);
  }

  private learn(ids: string[]): void {
    this.read = [...new Set([...this.read, ...this.known.map(({ id }) => id), ...ids])];
    keep('hints-read', this.read);
  }

  setOff(off: boolean): void {
    this.off = off;
    keep('hints-off', off);
    if (!off) {
      this.since = this.table.log.at(-1)?.n ?? 0;
      this.read = [];
      keep('hints-read', []);
    }
  }
}
