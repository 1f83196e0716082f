// Nothing on the chart lies over anything else, at whatever table and however wide.
import { describe, expect, it } from 'vitest';
import { lay, type Box } from '../src/table/layout';
import { ROUTES } from '../src/made/box';

const tables = ['2', '3', '4'].flatMap((players) =>
  [false, true].flatMap((expansion) => [false, true].map((wide) => ({ players, expansion, wide }))),
);

const over = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(tables)('$players players, expansion: $expansion, wide: $wide', (table) => {
  const { players, expansion, wide } = table;
  const route = [...ROUTES[players as keyof typeof ROUTES]];
  const plan = lay(
    { route, players: Number(players), rules: { expansion } } as Parameters<typeof lay>[0],
    wide,
  );
  const { V, C } = plan.ports;
  const half = plan.tile / 2;
  const boxes: Record<string, Box> = {
    ...(expansion ? { dominions: plan.dominions } : {}),
    piles: plan.piles,
    'the houses of Venice': V.skyline,
    'the houses of Constantinople': C.skyline,
    'the quay of Venice': V.quay,
    'the quay of Constantinople': C.quay,
    'the basin of Venice': V.basin,
    'the basin of Constantinople': C.basin,
  };
  plan.spots.slice(1, -1).forEach(({ x, y, breadth }, index) => {
    const width = Math.min(breadth, route[index + 1] === 'M' ? breadth : plan.tile);
    boxes[`place ${index + 1}`] = { x: x - width / 2, y: y - half, width, height: plan.tile };
  });

  it('has room for everything', () => {
    const all = Object.entries(boxes);
    for (const [name, box] of all) {
      expect(box.x, name).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width, name).toBeLessThanOrEqual(plan.width);
      expect(box.y + box.height, name).toBeLessThanOrEqual(plan.height);
    }
    const lapping = all.flatMap(([name, box], index) =>
      all.slice(index + 1).flatMap(([other, its]) => (over(box, its) ? [`${name}, ${other}`] : [])),
    );
    expect(lapping).toEqual([]);
  });
});
