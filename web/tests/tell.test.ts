import { expect, test } from 'vitest';
import type { Told, View } from '../src/lib/protocol';
import { cardWords, cargoWords, cited, tallest, tell } from '../src/table/tell';

const view = { route: [...'VrbyMopgC'] } as unknown as View;
const names = ['Ada', 'Bruno'];
const say = (told: [string, object][], reader: number | null = null) =>
  tell({ told: told as unknown as Told[] }, view, names, reader);
const cite = (told: [string, object][]) => cited({ told: told as unknown as Told[] }, view);

test('cargo and cards', () => {
  expect(cargoWords('bbb')).toBe('3 blue goods');
  expect(cargoWords('SSB')).toBe('2 soldiers and 1 builder');
  expect(cargoWords('')).toBe('nothing');
  expect(cardWords('ggr')).toBe('2 green cards and 1 red card');
});

test('a voyage', () => {
  expect(
    say([
      ['sails', { seat: 0, ship: 3, cargo: 'bbb', port: 'V', to: 'C' }],
      ['reaches', { seat: 0, ship: 3, place: 2, jumped: 1, how: 'first' }],
    ]),
  ).toEqual([
    'Ada loads 3 blue goods in Venice, and ship 3 leaves for Constantinople.',
    'Ship 3 jumps a full place and reaches square 2 (blue).',
  ]);
});

test('who comes into port at once is not told of the step', () => {
  expect(
    say([
      ['onward', { seat: 1, ship: 1, to: 'C', about: false }],
      ['reaches', { seat: 1, ship: 1, place: 8, jumped: 0, how: 'first' }],
      ['arrives', { seat: 1, ship: 1, port: 'C', cargo: 'oo' }],
    ]),
  ).toEqual(['Bruno’s ship 1 arrives in Constantinople and unloads 2 orange goods.']);
});

test('cards are named only to whoever drew them and sits at the screen', () => {
  const drawn: [string, object][] = [['draws', { seat: 0, count: 2, due: 2, cards: 'gr' }]];
  expect(say(drawn, 0)).toEqual(['Ada draws 1 green card and 1 red card.']);
  expect(say(drawn, 1)).toEqual(['Ada draws 2 cards.']);
  expect(say(drawn, null)).toEqual(['Ada draws 2 cards.']);
});

test('kinds that may come later are passed over', () => {
  expect(say([['sings', { seat: 0 }]])).toEqual([]);
});

test('a ship that sails on and stays is told in one sentence, which cites every rule of it', () => {
  const told: [string, object][] = [
    ['onward', { seat: 1, ship: 2, to: 'V', about: false }],
    ['reaches', { seat: 1, ship: 2, place: 5, jumped: 2, how: 'first' }],
    ['stays', { seat: 1, ship: 2, place: 5 }],
  ];
  expect(say(told)).toEqual([
    'Bruno’s ship 2 sails on towards Venice, jumps 2 full places to square 5 (orange) and stays there.',
  ]);
  expect(cite(told)).toEqual(['R5.1', 'R5.4', 'R5.5']);
});

test('on each kind of step a ship can stay', () => {
  for (const how of ['first', 'on', 'wind']) {
    const reaches = { seat: 0, ship: 1, place: 1, jumped: 0, how, colour: 'r' };
    const [said, ...more] = say([
      ['reaches', reaches],
      ['stays', { seat: 0, ship: 1, place: 1 }],
    ]);
    expect(said).toMatch(/square 1 \(red\) and stays there\.$/);
    expect(more).toEqual([]);
  }
});

test('how the ports begin is told otherwise than how they are filled again', () => {
  const filled: [string, object] = ['filled', { port: 'V', goods: 'oo' }];
  expect(say([filled])).toEqual(['Venice receives 2 orange goods.']);
  expect(cite([filled])).toEqual(['R5.3']);
  const begun: [string, object][] = [filled, ['dealt', { seat: 0, count: 5 }]];
  expect(say(begun)[0]).toBe('Venice begins with 2 orange goods.');
  expect(cite(begun)).toEqual(['R2.4', 'R2.5']);
});

test('one scale for all warehouses', () => {
  const state = { warehouses: [{ goods: 'oobbbb' }, { goods: '' }, { goods: 'ooooo' }] };
  expect(tallest({ state } as unknown as View)).toBe(5);
});
