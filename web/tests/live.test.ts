import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Live, type Line, type Wire } from '../src/lib/live';
import { change, type Said, type State } from '../src/lib/protocol';

class FakeWire implements Wire {
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor(readonly address: string) {}
  send(text: string) {
    const message = JSON.parse(text);
    if (message.t !== 'ping') this.sent.push(message);
  }
  close() {
    this.readyState = 3;
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

let wires: FakeWire[];
let heard: Said[];
let lines: Line[];
const wire = () => wires.at(-1)!;
const numbers = () => heard.flatMap((said) => (said.t === 'move' ? [said.n] : []));

function line(since: number | null = null): Live {
  const ear = { heard: (said: Said) => heard.push(said), line: (now: Line) => lines.push(now) };
  return new Live('ws://x/live', ear, since, (address) => {
    wires.push(new FakeWire(address));
    return wire();
  });
}
const table = (number: number) => wire().say({ t: 'table', number, now: 1, chat: [], log: [] });
const move = (n: number, text = 'on', ply = n) =>
  wire().say({ t: 'move', n, ply, seat: 0, move: text, by: 'person', now: 1, told: [], set: {} });

beforeEach(() => {
  vi.useFakeTimers();
  [wires, heard, lines] = [[], [], []];
});
afterEach(() => vi.useRealTimers());

test('entries come once, in order', () => {
  line();
  table(3);
  move(4);
  move(4);
  move(3);
  move(5);
  expect(numbers()).toEqual([4, 5]);
});

test('a gap is filled by asking again from what is held', () => {
  const live = line();
  table(3);
  move(6);
  expect(numbers()).toEqual([]);
  expect(wires).toHaveLength(2);
  expect(wire().address).toBe('ws://x/live?from=3');
  for (const n of [4, 5, 6]) move(n);
  wire().say({ t: 'now', number: 6, now: 1, turn: null });
  expect(numbers()).toEqual([4, 5, 6]);
  expect(live.number).toBe(6);
});

test('what has no answer is said again with the same number and id', () => {
  const live = line();
  table(3);
  expect(live.play(['sail 1 b', 'stop'])).toBe(true);
  const [first] = wire().sent;
  expect(first).toMatchObject({ t: 'play', n: 4, moves: ['sail 1 b', 'stop'] });
  vi.advanceTimersByTime(4100);
  expect(wire().sent).toEqual([first, first]);
  move(4, 'sail 1 b');
  expect(live.waiting).toBe(true);
  move(5, 'stop');
  expect(live.waiting).toBe(false);
});

test('a second play waits for the answer to the first', () => {
  const live = line();
  table(3);
  live.play(['done']);
  expect(live.play(['done'])).toBe(false);
  expect(wire().sent).toHaveLength(1);
});

test('after a broken line the same is said again, and a lost answer ends it', () => {
  const live = line();
  table(3);
  live.play(['done']);
  const [asked] = wire().sent;
  wire().breaks();
  expect(lines.at(-1)).toBe('down');
  vi.advanceTimersByTime(1000);
  expect(wire().address).toBe('ws://x/live?from=3');
  expect(wire().sent).toEqual([]);
  wire().say({ t: 'now', number: 3, now: 1, turn: null });
  expect(wire().sent).toEqual([asked]);
  wire().say({ t: 'done', id: asked!.id, number: 4 });
  expect(live.waiting).toBe(false);
});

test('an answer that came before the line broke is not asked for again', () => {
  const live = line();
  table(3);
  live.play(['done']);
  wire().breaks();
  vi.advanceTimersByTime(1000);
  move(4, 'done');
  wire().say({ t: 'now', number: 4, now: 1, turn: null });
  expect(wire().sent).toEqual([]);
  expect(live.waiting).toBe(false);
});

test('a refusal ends the asking and is heard', () => {
  const live = line();
  table(3);
  live.play(['wind']);
  wire().say({ t: 'no', id: wire().sent[0]!.id, why: 'number', number: 5 });
  expect(live.waiting).toBe(false);
  expect(heard.at(-1)).toMatchObject({ t: 'no', why: 'number' });
});

test('taking back has a number, too, and its entry is the answer', () => {
  const live = line();
  table(3);
  live.undo();
  expect(wire().sent[0]).toMatchObject({ t: 'undo', n: 4 });
  move(4, 'undo', 2);
  expect(live.waiting).toBe(false);
  expect(live.number).toBe(4);
});

test('who was away begins where they left', () => {
  const live = line(7);
  expect(wire().address).toBe('ws://x/live?since=7');
  table(7);
  for (const n of [8, 9]) move(n);
  wire().say({ t: 'now', number: 9, now: 1, turn: null });
  expect(numbers()).toEqual([8, 9]);
  expect(live.number).toBe(9);
});

test('it tries again more and more slowly, at once when told to hurry, and never after a refusal', () => {
  const live = line();
  for (let times = 0; times < 8; times++) {
    wire().breaks();
    vi.advanceTimersByTime(13_000);
  }
  expect(wires).toHaveLength(9);
  wire().breaks();
  live.hurry();
  expect(wires).toHaveLength(10);
  wire().breaks(4403);
  vi.advanceTimersByTime(60_000);
  live.hurry();
  expect(wires).toHaveLength(10);
  expect(lines.at(-1)).toBe('refused');
});

test('a line that answers no ping is given up', () => {
  line();
  wire().onopen!();
  table(3);
  wire().say({ t: 'pong', now: 1 });
  vi.advanceTimersByTime(20_000);
  expect(wires).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(wires).toHaveLength(2);
});

test('changes lead to the state after, and back again', () => {
  const ship = { at: 0, to: 'C' as const, cargo: '', adrift: false };
  const port = { goods: 'oo', soldiers: 0, builders: 0 };
  const state = { ships: [[ship], [ship]], ports: { V: port, C: port }, player: 0 } as unknown as State;
  const before = structuredClone(state);
  change(state, { 'ships.1.1': { ...ship, at: 2, cargo: 'oo' }, 'ports.V': { ...port, goods: '' }, player: 1 });
  expect(state.ships[1]![0]).toMatchObject({ at: 2, cargo: 'oo' });
  expect(state.ships[0]![0]).toEqual(ship);
  expect([state.ports.V.goods, state.ports.C.goods, state.player]).toEqual(['', 'oo', 1]);
  change(state, { 'ships.1.1': ship, 'ports.V': port, player: 0 });
  expect(state).toEqual(before);
});
