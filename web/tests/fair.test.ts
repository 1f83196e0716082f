import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, Refusal, type TableInfo } from '../src/lib/api';
import { check, contribute, contribution, remembered, withdraw, type Proof } from '../src/lib/fair';

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

test('a part has to stand at its seat, and nothing where nothing was added', async () => {
  const part = 'ab'.repeat(16);
  const mine = { commitment: COMMITMENT, part, seat: 0, silent: [1] };
  expect(await check(GAME, mine)).toEqual([]);
  expect(await check(GAME, { ...mine, seat: 1, silent: [] })).toEqual(['fair-not-mine']);
  expect(await check(GAME, { ...mine, part: null, silent: [0] })).toEqual(['fair-silent-bad']);
  const bots = { ...GAME, players: [{ kind: 'marinaio' }, { kind: 'person' }] };
  expect(await check(bots, null)).toEqual(['fair-silent-bad']);
});

// What the server is asked, and what this browser holds by then.
const asked: { seat: number | null; part?: string; held: string | undefined }[] = [];
let refusal: Refusal | null = null;

const table = (changed: Partial<TableInfo> = {}) =>
  ({
    id: 't1',
    status: 'waiting',
    commitment: COMMITMENT,
    you: [1, 2],
    seats: [
      { seat: 0, kind: 'bot' },
      { seat: 1, kind: 'person', yours: true },
      { seat: 2, kind: 'person', yours: true },
      { seat: 3, kind: 'person' },
    ],
    ...changed,
  }) as TableInfo;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  asked.length = 0;
  refusal = null;
  vi.spyOn(api, 'sit').mockImplementation(async (_, seat, part) => {
    asked.push({ seat, part, held: remembered('t1')?.commitment });
    if (refusal) throw refusal;
    return table({ status: 'playing' });
  });
  vi.spyOn(api, 'table').mockImplementation(async () => table({ status: 'playing' }));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the commitment is remembered before anything is added', async () => {
  expect((await contribute(table())).status).toBe('playing');
  const part = asked[0]!.part!;
  expect(asked).toEqual([{ seat: 1, part, held: COMMITMENT }]);
  expect(remembered('t1')).toEqual({ commitment: COMMITMENT, part, seat: 1, silent: [0, 2] });
});

test('asked once more it is the same part, and the commitment the first one', async () => {
  refusal = new Refusal(0, 'offline', '');
  await expect(contribute(table())).rejects.toThrow();
  refusal = null;
  await contribute(table({ commitment: '00'.repeat(32) }));
  expect(asked[1]).toEqual(asked[0]);
});

test('where another browser was quicker, this one has no part', async () => {
  refusal = new Refusal(409, 'contributed', '');
  expect((await contribute(table())).status).toBe('playing');
  expect(remembered('t1')).toEqual({ commitment: COMMITMENT, part: null });
});

test('a seat that was taken, and one that was left, have no part of ours', async () => {
  refusal = new Refusal(409, 'seat-taken', '');
  await expect(contribute(table({ you: [] }), 3)).rejects.toThrow();
  expect(remembered('t1')?.part).toBeNull();
  refusal = null;
  await contribute(table({ you: [] }), 3);
  expect(asked[1]!.part).not.toBe(asked[0]!.part);
  withdraw('t1');
  expect(remembered('t1')).toEqual({ commitment: COMMITMENT, part: null });
});

test('nothing is added without a seat, or once the game has begun', async () => {
  await contribute(table({ you: [] }));
  await contribute(table({ status: 'playing' }));
  expect(asked).toEqual([]);
  withdraw('t1');
  expect(remembered('t1')).toBeNull();
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
