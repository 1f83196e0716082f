import { beforeEach, expect, test } from 'vitest';
import type { Course, Own } from '../src/lib/protocol';
import { Orders } from '../src/table/orders.svelte';
import type { Table } from '../src/table/store.svelte';

const laden: Course = {
  ship: 3,
  first: ['sail 3 b', 'sail 3 y', 'sail 3 empty'],
  stops: [
    { at: 1, then: [], stay: ['stop'], card: '' },
    { at: 2, then: ['on'], stay: ['stop'], card: '' },
    { at: 3, then: ['on', 'wind'], stay: [], card: 'g' },
  ],
};
const east: Course = { ship: 1, first: ['sail 1'], stops: [{ at: 8, then: [], stay: [], card: '' }] };
const west: Course = {
  ship: 2,
  first: ['sail 2 about'],
  stops: [{ at: 4, then: [], stay: ['stop'], card: '' }],
};
const on: Course = { ship: 2, first: ['sail 2'], stops: [{ at: 6, then: [], stay: ['stop'], card: '' }] };

let played: string[][];

function ordersFor(own: Own): Orders {
  const ships = [1, 2, 3].map(() => ({ at: 0, to: 'C', cargo: '', adrift: false }));
  const table = {
    asked: true,
    asking: false,
    own: { legal: ['…'], ...own },
    reader: 0,
    view: { route: [...'VrbyMopgC'], state: { ships: [ships] } },
    play: (moves: string[]) => played.push(moves),
  };
  const orders = new Orders(table as unknown as Table);
  orders.begin();
  return orders;
}

beforeEach(() => (played = []));

test('ship, cargo, square: the cargo first', () => {
  const orders = ordersFor({ courses: [laden, east] });
  orders.pick(3);
  expect(orders.loads.map(({ cargo }) => cargo)).toEqual(['b', 'y', 'empty']);
  expect(orders.quay).toBe('V');
  orders.load('b');
  orders.sail(2);
  expect(played).toEqual([['sail 3 b', 'on', 'stop']]);
});

test('or the square first', () => {
  const orders = ordersFor({ courses: [laden, east] });
  orders.pick(3);
  orders.sail(3);
  expect(played).toEqual([]);
  expect(orders.spent).toBe('g');
  orders.load('empty');
  expect(played).toEqual([['sail 3 empty', 'on', 'wind']]);
});

test('pointing shows a course, and the square is then one click', () => {
  const orders = ordersFor({ courses: [laden, on] });
  orders.point(2);
  expect([...orders.ways.keys()]).toEqual([6]);
  orders.sail(6);
  expect(played).toEqual([['sail 2', 'stop']]);
});

test('a chosen ship stays chosen whatever else is pointed at', () => {
  const orders = ordersFor({ courses: [laden, on] });
  orders.pick(3);
  orders.point(2);
  expect(orders.ship).toBe(3);
  orders.pick(3);
  expect(orders.ship).toBeNull();
});

test('a ship with one thing to do still waits for its goal', () => {
  const orders = ordersFor({ courses: [laden, east] });
  orders.point(1);
  orders.pick(1);
  expect(played).toEqual([]);
  orders.sail(8);
  expect(played).toEqual([['sail 1']]);
});

test('adrift, both directions are open', () => {
  const orders = ordersFor({ courses: [on, west] });
  orders.pick(2);
  expect([...orders.ways.keys()].sort()).toEqual([4, 6]);
  orders.sail(4);
  expect(played).toEqual([['sail 2 about', 'stop']]);
});

test('the only ship that can sail is chosen already, as is one under way', () => {
  const orders = ordersFor({ courses: [{ ...on, first: [] }] });
  expect(orders.ship).toBe(2);
  orders.sail(6);
  expect(played).toEqual([['stop']]);
});

test('a raid shows its cards before it is made', () => {
  const legal = ['raid 1.1 pp', 'raid 1.2 oo', 'raid 1.2 ob'];
  const orders = ordersFor({ legal, courses: [on] });
  orders.raid('1.1');
  expect(orders.pairs).toEqual(['raid 1.1 pp']);
  expect(orders.spent).toBe('pp');
  orders.raid('1.2');
  expect(orders.pairs).toEqual(['raid 1.2 oo', 'raid 1.2 ob']);
  expect(orders.spent).toBe('');
  orders.pair = 'ob';
  expect(orders.spent).toBe('ob');
  orders.raid('1.2');
  expect(orders.target).toBeNull();
  expect(played).toEqual([]);
});

test('what cannot be done does not react', () => {
  const orders = ordersFor({ courses: [on] });
  orders.pick(1);
  orders.sail(3);
  orders.load('b');
  orders.raid('1.1');
  orders.conquer('zara');
  expect(played).toEqual([]);
  expect(orders.ship).toBe(2);
});

test('one mix conquers at once, several are chosen from', () => {
  const conquests = [
    { dominion: 'zara', moves: ['conquer zara 2+0'] },
    { dominion: 'candia', moves: ['conquer candia 4+0', 'conquer candia 3+2'] },
  ];
  const orders = ordersFor({ conquests });
  orders.conquer('zara');
  expect(played).toEqual([['conquer zara 2+0']]);
  orders.conquer('candia');
  expect(orders.dominion).toBe('candia');
});
