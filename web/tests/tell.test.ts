import { expect, test } from 'vitest';
import type { Told, View } from '../src/lib/protocol';
import { cardWords, cargoWords, tell } from '../src/table/tell';

const view = { route: [...'VrbyMopgC'] } as unknown as View;
const names = ['Ada', 'Bruno'];
const say = (told: [string, object][], reader: number | null = null) =>
  tell({ told: told as unknown as Told[] }, view, names, reader);

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
