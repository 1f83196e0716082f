// Where everything lies on the chart, in units of the drawing: side by side on a wide page,
// with the route wound back and forth on a narrow one. The counterpart of drawing/layout.py.
import { BERTHS } from '../made/box';
import type { Port, View } from '../lib/protocol';

export interface Spot {
  x: number;
  y: number;
  turn: number; // degrees
  breadth: number;
  way: 1 | -1; // to the right or to the left lies Constantinople
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PortBox extends Box {
  skyline: Box;
  quay: Box;
  basin: Box;
}

export interface Plan {
  wide: boolean;
  width: number;
  height: number;
  ports: Record<Port, PortBox>;
  spots: Spot[]; // by place; those of the two ports are the middles of their basins
  tile: number; // a square's side
  berths: number;
  dominions: Box;
  piles: Box;
}

/** Where a ship lies: the middle of its picture, and how large it is. */
export interface Berth {
  x: number;
  y: number;
  size: number;
  way: 1 | -1;
}

export const NARROW = 640; // pages narrower than this wind the route

export function lay(view: Pick<View, 'route' | 'players' | 'rules'>, wide: boolean): Plan {
  return wide ? layWide(view) : layNarrow(view);
}

/** A wide chart's breadth to its height. */
export function proportion(view: Pick<View, 'route' | 'players' | 'rules'>): number {
  const { width, height } = layWide(view);
  return width / height;
}

type Table = Pick<View, 'route' | 'players' | 'rules'>;

function berthsOf(table: Table): number {
  return BERTHS[String(table.players) as keyof typeof BERTHS] || 2;
}

/** How much room each place between the ports takes, in squares. */
function shares(table: Table): number[] {
  return table.route.slice(1, -1).map((one) => (one === 'M' ? 0.86 * berthsOf(table) : 1));
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

function portBox(x: number, y: number, width: number, sky: Box, quay: number, basin: number) {
  const top = sky.y + sky.height;
  return {
    x,
    y,
    width,
    height: top + quay + basin - y,
    skyline: sky,
    quay: { x, y: top, width, height: quay },
    basin: { x, y: top + quay + 8, width, height: basin - 8 },
  };
}

/** The city on the near shore of a narrow chart: its ships lie between it and the route. */
function nearBox(x: number, y: number, width: number, sky: Box, quay: number, basin: number) {
  const top = y + basin;
  const skyline = { ...sky, y: top + quay + 20 };
  return {
    x,
    y,
    width,
    height: skyline.y + sky.height - y,
    skyline,
    quay: { x, y: top, width, height: quay },
    basin: { x, y, width, height: basin - 14 },
  };
}

/** The houses and the quay of a port. */
export function town({ skyline, quay }: PortBox): Box {
  const y = Math.min(skyline.y, quay.y);
  const end = Math.max(skyline.y + skyline.height, quay.y + quay.height);
  return { ...skyline, y, height: end - y };
}

/** Whether a port's ships lie above its quay, as seen on the chart. */
export const near = ({ basin, quay }: PortBox) => basin.y < quay.y;

function middle(box: Box, way: 1 | -1): Spot {
  const { x, y, width, height } = box;
  return { x: x + width / 2, y: y + height / 2, turn: 0, breadth: width, way };
}

function layWide(table: Table): Plan {
  const width = 1180;
  const lower = table.rules.expansion ? 26 : 0; // soldiers need a second row on the quays
  const parts = shares(table);
  const room = 1104;
  const unit = Math.min(room / sum(parts), 132);
  const tile = Math.min(unit - 4, 118);
  const deeper = Math.max(0, tile - 98); // few squares are large, and need more sea below the ports
  const ports = Object.fromEntries(
    (['V', 'C'] as const).map((port) => {
      const x = port === 'V' ? 24 : width - 24 - 320;
      const sky = { x, y: 50, width: 320, height: 112 };
      return [port, portBox(x, 20, 320, sky, 32 + lower, 138)];
    }),
  ) as Record<Port, PortBox>;
  const spots = [middle(ports.V.basin, 1)];
  let x = (width - unit * sum(parts)) / 2;
  for (const share of parts) {
    const at = x + (share * unit) / 2;
    const across = (at - width / 2) / (room / 2);
    spots.push({
      x: at,
      y: 374 + lower + deeper + 50 * (1 - across ** 2),
      turn: (Math.atan((-2 * 50 * across) / (room / 2)) * 180) / Math.PI,
      breadth: share * unit,
      way: 1,
    });
    x += share * unit;
  }
  spots.push(middle(ports.C.basin, 1));
  return {
    wide: true,
    width,
    height: 528 + lower + deeper * 1.5,
    ports,
    spots,
    tile,
    berths: berthsOf(table),
    dominions: { x: 362, y: 70, width: 456, height: 92 },
    piles: { x: 382, y: lower ? 174 : 76, width: 416, height: 44 },
  };
}

const GAP = 22; // between the rows of the wound route, for the squares' signs

function layNarrow(table: Table): Plan {
  const width = 380;
  const lower = table.rules.expansion ? 40 : 0;
  const edge = 14;
  const broad = width - 2 * edge;
  const top = lower ? 84 : 12; // the dominions lie above Venice
  const sky = { x: edge, y: top + 22, width: 180, height: 63 };
  const basin = table.players > 2 ? 110 : 84; // two rows of ships, or one
  const venice = portBox(edge, top, broad, sky, 30 + lower, basin);
  const parts = shares(table);
  const rows = Math.max(2, Math.ceil(sum(parts) / 5.1));
  const lines: number[][] = [[]];
  parts.forEach((share, index) => {
    const line = lines.at(-1)!;
    const held = sum(line.map((one) => parts[one]!));
    if (line.length && lines.length < rows && held + share / 2 > sum(parts) / rows) lines.push([]);
    lines.at(-1)!.push(index);
  });
  const unit = Math.min(84, ...lines.map((line) => broad / sum(line.map((one) => parts[one]!))));
  const tile = unit - 5;
  const spots = [middle(venice.basin, 1)];
  let y = venice.y + venice.height + 10 + tile / 2;
  lines.forEach((line, row) => {
    const way = row % 2 ? -1 : 1;
    const long = sum(line.map((one) => parts[one]!)) * unit;
    // each row begins at the side where the one before it ended
    let x = row === 0 ? edge : way === 1 ? edge : width - edge;
    if (lines.length === 1) x = (width - long) / 2;
    for (const one of line) {
      const breadth = parts[one]! * unit;
      spots.push({ x: x + (way * breadth) / 2, y, turn: 0, breadth, way });
      x += way * breadth;
    }
    y += tile + GAP + (line.some((one) => table.route[one + 1] === 'M') ? 12 : 0);
  });
  const low = y - tile / 2 - GAP + 16;
  const city = nearBox(edge, low, broad, { ...sky, x: width - edge - 180 }, 30 + lower, basin + 6);
  spots.push(middle(city.basin, 1));
  return {
    wide: false,
    width,
    height: low + city.height + 12,
    ports: { V: venice, C: city },
    spots,
    tile,
    berths: berthsOf(table),
    dominions: { x: edge, y: 12, width: broad, height: 66 },
    piles: {
      x: 204,
      y: lower ? top + 2 : top + 8,
      width: width - edge - 204,
      height: lower ? 82 : 64,
    },
  };
}

/** Where every ship lies; null for those that have no place yet. */
export function moor(view: View, plan: Plan): (Berth | null)[][] {
  const found: (Berth | null)[][] = view.fleets.map((fleet) => fleet.map(() => null));
  const here = new Map<number, [number, number][]>();
  view.state.ships.forEach((fleet, seat) =>
    fleet.forEach(({ at }, ship) => {
      if (at !== null) here.set(at, [...(here.get(at) ?? []), [seat, ship]]);
    }),
  );
  for (const [at, ships] of here) {
    const letter = view.route[at]!;
    const berths =
      letter === 'V' || letter === 'C'
        ? inBasin(plan.ports[letter].basin, ships.length, plan)
        : letter === 'M'
          ? inModone(plan.spots[at]!, Math.max(plan.berths, ships.length), plan)
          : onSquare(plan.spots[at]!, ships.length, plan);
    ships.forEach(([seat, ship], index) => (found[seat]![ship] = berths[index]!));
  }
  return found;
}

function inBasin({ x, y, width, height }: Box, count: number, plan: Plan): Berth[] {
  let size = 0;
  let columns = 1;
  for (let across = 1; across <= count; across++) {
    const rows = Math.ceil(count / across);
    // with room between them for pennants, and for what glows round them
    const fits = Math.min(plan.wide ? 82 : 60, width / across / 1.1, height / rows / 1.08);
    if (fits > size) [size, columns] = [fits, across];
  }
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const across = Math.min(columns, count - row * columns);
    const pitch = Math.min(width / columns, size * 1.25);
    return {
      x: x + width / 2 + ((index % columns) - (across - 1) / 2) * pitch,
      // on a narrow chart close to the quay: Modone's tower may stand right below
      y: plan.wide
        ? y + ((row + 0.5) * height) / rows
        : y + 6 + (row + 0.5) * Math.min((height - 6) / rows, size * 1.1),
      size,
      way: 1,
    };
  });
}

function inModone(spot: Spot, count: number, plan: Plan): Berth[] {
  const pitch = spot.breadth / count;
  return Array.from({ length: count }, (_, at) => ({
    x: spot.x + spot.way * (at - (count - 1) / 2) * pitch,
    y: spot.y + plan.tile * 0.24,
    size: Math.min(pitch, plan.tile),
    way: spot.way,
  }));
}

function onSquare(spot: Spot, count: number, plan: Plan): Berth[] {
  // a square holds one ship; a state that says more is drawn all the same
  const size = plan.tile * (count === 1 ? 1.02 : 0.7);
  return Array.from({ length: count }, (_, at) => ({
    x: spot.x + (at - (count - 1) / 2) * size * 0.5,
    y: spot.y - plan.tile * 0.03,
    size,
    way: spot.way,
  }));
}

/** Middles of Modone's berths, for drawing its docks. */
export const docks = inModone;
