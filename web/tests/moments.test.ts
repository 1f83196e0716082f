import { expect, test } from 'vitest';
import type { Logged } from '../src/lib/protocol';
import { fold, moveIn, standing } from '../src/table/moments';

const entry = (n: number, move: string): Logged => ({ n, ply: n, seat: 0, move, by: 'person', told: [] });

test('what was taken back does not stand, nor does taking it back', () => {
  const log = ['sail 1 b', 'on', 'undo', 'stop', 'undo', 'undo', 'sail 2 o'].map((move, at) => entry(at + 1, move));
  expect(standing(log).map(({ n }) => n)).toEqual([7]);
  expect(standing(log.slice(0, 4)).map(({ n }) => n)).toEqual([1, 4]);
});

test('a moment is asked for by a number', () => {
  expect(moveIn('?at=12')).toBe(12);
  expect(moveIn('?x=1&at=0')).toBe(0);
  for (const none of ['', '?at=', '?at=-1', '?at=1e3', '?at=99999']) expect(moveIn(none)).toBeNull();
});

test('to stay belongs to the step before it, unless that was taken back', () => {
  const told = (kind: string) => [[kind, {}]] as unknown as Logged['told'];
  const log = [
    { ...entry(1, 'sail 1'), told: told('reaches') },
    { ...entry(2, 'stop'), told: told('stays') },
    { ...entry(3, 'sail 1'), told: told('reaches'), seat: 1 },
    { ...entry(4, 'undo'), told: told('undone'), seat: 1 },
    { ...entry(5, 'stop'), told: told('stays'), seat: 1 },
  ];
  const folded = fold(log, ({ n }) => n !== 3);
  expect(folded.map(({ first, entry: { n } }) => [first, n])).toEqual([
    [1, 2],
    [3, 3],
    [4, 4],
    [5, 5],
  ]);
  expect(folded[0]!.told.map(([kind]) => kind)).toEqual(['reaches', 'stays']);
});
