// What the one at the screen is about to do: which ship they point at, what it is to load, and
// where it could sail. What is legal, and what it costs, all comes from the server.
import type { Course, Stop } from '../lib/protocol';
import type { Table } from './store.svelte';

export interface Way {
  course: Course;
  stop: Stop;
  cards: string; // what all steps up to there cost
  step: number; // 1 is the first
}

/** Something to be loaded, by its word in the notation: a colour, `soldiers`, `empty` … */
export interface Load {
  cargo: string;
  move: string;
}

/** The cards that a raid discards. */
export const cardsOf = (raid: string) => raid.split(' ')[2]!;

export class Orders {
  /** The ship whose course is shown, from 1. */
  ship = $state<number | null>(null);
  /** It stays so, whatever else the pointer passes. */
  pinned = $state(false);
  cargo = $state<string | null>(null);
  /** A place chosen before the cargo. */
  goal = $state<number | null>(null);
  /** The place that is pointed at. */
  over = $state<number | null>(null);
  /** The ship to be raided, as `SEAT.SHIP`, until the cards for it are chosen. */
  target = $state<string | null>(null);
  /** The pair of cards that is pointed at. */
  pair = $state<string | null>(null);
  /** To announce the end is meant, and not yet confirmed. */
  ending = $state(false);
  /** The dominion to be conquered, while there are mixes to choose from. */
  dominion = $state<string | null>(null);

  constructor(private readonly table: Table) {}

  readonly legal = $derived.by(() =>
    this.table.asked && !this.table.asking ? (this.table.own.legal ?? []) : [],
  );
  readonly courses = $derived.by(() =>
    this.legal.length ? (this.table.own.courses ?? []) : ([] as Course[]),
  );
  readonly ships = $derived(new Set(this.courses.map(({ ship }) => ship)));
  readonly raids = $derived.by(() => {
    const found = new Map<string, string[]>();
    for (const move of this.legal) {
      const [verb, target] = move.split(' ');
      if (verb === 'raid') found.set(target!, [...(found.get(target!) ?? []), move]);
    }
    return found;
  });
  readonly conquests = $derived.by(
    () =>
      new Map(
        (this.legal.length ? (this.table.own.conquests ?? []) : [])
          .filter(({ moves }) => moves.length)
          .map(({ dominion, moves }) => [dominion, moves]),
      ),
  );
  readonly placements = $derived(this.legal.filter((move) => move.startsWith('place')));
  /** Everywhere the ship can go, by place. */
  readonly ways = $derived.by(() => {
    const found = new Map<number, Way>();
    for (const course of this.courses) {
      if (course.ship !== this.ship) continue;
      let cards = '';
      course.stops.forEach((stop, index) => {
        cards += stop.card;
        found.set(stop.at, { course, stop, cards, step: index + 1 });
      });
    }
    return found;
  });
  /** What the ship could load, if there is a choice. */
  readonly loads = $derived.by((): Load[] => {
    const course = this.courses.find(({ ship, first }) => ship === this.ship && first.length > 1);
    return (course?.first ?? []).map((move) => ({ move, cargo: move.split(' ')[2]! }));
  });
  /** The port in which that lies. */
  readonly quay = $derived.by(() => {
    const { view, reader } = this.table;
    if (!this.loads.length || !view || reader === null || this.ship === null) return null;
    const at = view.state.ships[reader]?.[this.ship - 1]?.at;
    return at === 0 ? 'V' : at === view.route.length - 1 ? 'C' : null;
  });
  /** The ways to pay for the raid that is meant, as moves. */
  readonly pairs = $derived(this.target ? (this.raids.get(this.target) ?? []) : []);
  /** The cards that what is pointed at would cost. */
  readonly spent = $derived(
    (this.pairs.length === 1 && cardsOf(this.pairs[0]!)) ||
      (this.target !== null && this.pair) ||
      (this.over !== null && this.ways.get(this.over)?.cards) ||
      (this.goal !== null && this.ways.get(this.goal)?.cards) ||
      '',
  );

  /** A new decision: forget what was meant for the last one. */
  begin(): void {
    const only = this.ships.size === 1 && !this.raids.size ? [...this.ships][0]! : null;
    this.ship = only;
    this.pinned = only !== null;
    this.cargo = this.goal = this.over = this.target = this.pair = this.dominion = null;
    this.ending = false;
  }

  /** Point at a ship without choosing it yet. */
  point(ship: number): void {
    if (this.pinned || this.ship === ship || !this.ships.has(ship)) return;
    this.turnTo(ship);
  }

  /** Choose a ship. It sails only when its goal is chosen, too. */
  pick(ship: number): void {
    if (!this.ships.has(ship)) return;
    if (this.ship === ship && this.pinned && this.ships.size > 1) return this.drop();
    if (this.ship !== ship) this.turnTo(ship);
    this.pinned = true;
    this.target = this.dominion = null;
  }

  /** Choose none of them. */
  drop(): void {
    this.target = this.pair = this.dominion = null;
    this.ending = false;
    this.cargo = this.goal = this.over = null;
    if (this.ships.size === 1) return;
    this.ship = null;
    this.pinned = false;
  }

  load(cargo: string): void {
    if (!this.loads.some((load) => load.cargo === cargo)) return;
    this.cargo = cargo;
    this.pinned = true;
    if (this.goal !== null) this.sail(this.goal);
  }

  sail(place: number): void {
    const way = this.ways.get(place);
    if (!way) return;
    const { course, stop } = way;
    const begin = this.begins(course);
    if (begin === null) {
      this.goal = place; // what it is to load comes next
      this.pinned = true;
      return;
    }
    this.table.play([...begin, ...stop.then, ...stop.stay]);
  }

  /** Mean to raid a ship: two cards are too much to lose by one press that went astray. */
  raid(target: string): void {
    this.target = this.target === target || !this.raids.has(target) ? null : target;
    this.dominion = this.pair = null;
  }

  conquer(dominion: string): void {
    const moves = this.conquests.get(dominion) ?? [];
    if (moves.length === 1) this.table.play(moves);
    else this.dominion = this.dominion === dominion || !moves.length ? null : dominion;
    this.target = null;
  }

  private begins(course: Course): string[] | null {
    if (course.first.length < 2) return course.first;
    if (this.cargo === null) return null;
    return course.first.filter((move) => move.split(' ')[2] === this.cargo);
  }

  private turnTo(ship: number): void {
    this.ship = ship;
    this.cargo = this.goal = this.over = this.target = null;
  }
}
