import { expect, test } from 'vitest';
import { check, contribution, type Proof } from '../src/lib/fair';

// as fair.py has it: mixed('00' * 32, ['ab' * 16, ''])
const SECRET = '00'.repeat(32);
const COMMITMENT = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';
const PROOF: Proof = {
  method: 'golden-horn-shuffle-1',
  commitment: COMMITMENT,
  secret: SECRET,
  contributions: ['ab'.repeat(16), ''],
  by_lot: false,
};
const GAME = {
  seed: '3142d58c154b3942d02dbdc01fa365f7',
  first_player: 0,
  players: [{}, {}],
  proof: PROOF,
};
const SEEN = { commitment: COMMITMENT, part: null };
const proving = (changed: Partial<Proof>) => check({ ...GAME, proof: { ...PROOF, ...changed } }, SEEN);

test('a contribution is 16 bytes, and never the same', () => {
  expect(contribution()).toMatch(/^[0-9a-f]{32}$/);
  expect(contribution()).not.toBe(contribution());
});

test('a fair shuffle', async () => {
  expect(await check(GAME, SEEN)).toEqual([]);
  expect(await check(GAME, null)).toEqual([]);
  expect(await check(GAME, { ...SEEN, part: 'ab'.repeat(16) })).toEqual([]);
});

test('what does not hold is named', async () => {
  const promised = { commitment: '00'.repeat(32), part: 'cd'.repeat(16) };
  expect(await check(GAME, promised)).toEqual(['fair-commitment-bad', 'fair-not-mine']);
  expect(await check({ ...GAME, seed: '1' }, SEEN)).toEqual(['fair-seed-bad']);
  expect(await check({ ...GAME, proof: undefined }, SEEN)).toEqual(['fair-form-bad']);
  expect(await proving({ method: 'other' })).toEqual(['fair-method-unknown']);
  expect(await proving({ secret: 'xyz' })).toEqual(['fair-form-bad']);
  expect(await proving({ contributions: [''] })).toEqual(['fair-form-bad']);
  expect(await proving({ contributions: ['AB', ''] })).toEqual(['fair-form-bad']);
});

test('the lot names the first player', async () => {
  const found = await Promise.all(
    [0, 1].map((first_player) =>
      check({ ...GAME, first_player, proof: { ...PROOF, by_lot: true } }, SEEN),
    ),
  );
  expect(found.filter((faults) => faults.length === 0)).toHaveLength(1);
  expect(found).toContainEqual(['fair-lot-bad']);
});
