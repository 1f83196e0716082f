// Lines of the chart that follow from where things lie. The counterpart of drawing/chart.py and
// drawing/coasts.py.
import type { Plan } from './layout';

const round = (value: number) => Math.round(value * 10) / 10;

/** The winds of a compass rose, over the whole sea: every second one, from the first or second. */
export function rhumbs(x: number, y: number, from: 0 | 1): string {
  let d = '';
  for (let wind = from; wind < 32; wind += 2) {
    const angle = (Math.PI * wind) / 16;
    d += `M${round(x)} ${round(y)}l${Math.round(1400 * Math.cos(angle))} ${Math.round(1400 * Math.sin(angle))}`;
  }
  return d;
}

/** A few strokes of the engraver's water, always in the same places. */
export function waves({ width, height, wide }: Plan): string {
  let d = '';
  for (let index = 0; index < (wide ? 46 : 60); index++) {
    const x = 26 + ((index * 0.618034) % 1) * (width - 62);
    const y = height * ((wide ? 0.4 : 0.2) + (wide ? 0.57 : 0.75) * ((index * 0.754878) % 1));
    d += `M${Math.round(x)} ${Math.round(y)}q4 -4 8 0q4 4 8 0q4 -4 8 0`;
  }
  return d;
}

/** A wavy half-oval coast from the eastern quay round to the western one. */
function shore(west: number, east: number, quay: number, low: number): string {
  const middle = (west + east) / 2;
  const half = (east - west) / 2 + 6;
  let d = '';
  for (let bay = 1; bay <= 30; bay++) {
    // two waves that never meet make it look unplanned
    const swell = 0.035 * Math.sin(bay * 1.7);
    const drift = 1 + 0.02 * Math.sin(bay * 2.9);
    const points = [
      [bay - 0.66, drift + swell],
      [bay - 0.33, drift - swell],
      [bay, drift],
    ].map(([part, rough]) => {
      const angle = (Math.PI * part!) / 30;
      const x = middle + half * rough! * Math.cos(angle);
      const y = quay + (low - quay) * rough! * Math.sin(angle);
      return `${round(x)} ${round(y)}`;
    });
    d += `C${points.join(' ')}`;
  }
  return d;
}

/** A rougher, straighter coast between two points. */
function coast(fromX: number, toX: number, y: number, rough: number): string {
  let d = '';
  const steps = 12;
  const each = (toX - fromX) / steps;
  for (let step = 0; step < steps; step++) {
    const rise = rough * Math.sin(step * 2.3 + 1);
    const x = fromX + each * (step + 1);
    d += `C${round(x - each * 0.7)} ${round(y + rise)} ${round(x - each * 0.3)} ${round(y - rise)} ${round(x)} ${round(y + rough * Math.sin(step * 1.9) * 0.5)}`;
  }
  return d;
}

/** The lands round the sea. */
export function lands(plan: Plan): string[] {
  const { V, C } = plan.ports;
  if (plan.wide) {
    const quay = V.quay.y + V.quay.height - 2;
    const low = quay + 118;
    return [
      `M-20 -20H${plan.width + 20}V${quay}H${C.x}${shore(V.x + V.width, C.x, quay, low)}H-20z`,
    ];
  }
  const venice = V.quay.y + V.quay.height - 4;
  const city = C.quay.y + 5;
  const south = plan.height + 20;
  return [
    `M-20 -20H${plan.width + 20}V${venice}${coast(plan.width + 20, -20, venice, 5)}z`,
    `M-20 ${south}V${city}${coast(-20, plan.width + 20, city, 5)}V${south}z`,
  ];
}

type Point = [x: number, y: number];

/** The way from a place to the next one towards Constantinople, as it is printed. */
function onward(plan: Plan, from: number): Point[] {
  const { V, C } = plan.ports;
  const last = plan.spots.length - 1;
  const before = plan.spots[from]!;
  const spot = plan.spots[from + 1]!;
  const here: Point = [spot.x, spot.y];
  if (from === 0) {
    const { x, y } = spot;
    return plan.wide
      ? [[V.x + 14, V.basin.y + 12], [V.x + 14, y - 60], here]
      : [[x, V.basin.y + V.basin.height - 4], here];
  }
  if (from + 1 === last) {
    const { x, y } = before;
    const side = C.x + C.width - 14;
    return plan.wide
      ? [[side, y - 60], [side, C.basin.y + 12]]
      : [[x, Math.max(C.basin.y + 4, y + plan.tile / 2 + 12)]];
  }
  if (before.way === spot.way) return [here];
  // round the bend, outside the squares
  const low = before.y + plan.tile / 2 + 9;
  const edge = before.x + before.way * (before.breadth / 2 - 6);
  const edge2 = spot.x - spot.way * (spot.breadth / 2 - 6);
  return [[edge, before.y], [edge, low], [edge2, low], [edge2, spot.y], here];
}

/** The same between any two places, either way, without the first of them. */
export function way(plan: Plan, from: number, to: number): Point[] {
  if (from > to) {
    const { x, y } = plan.spots[to]!;
    const back = way(plan, to, from).reverse().slice(from === plan.spots.length - 1 ? 0 : 1);
    return to === 0 ? back : [...back, [x, y]];
  }
  return Array.from({ length: to - from }, (_, index) => onward(plan, from + index)).flat();
}

export const lines = (points: Point[]) => points.map(([x, y]) => `L${round(x)} ${round(y)}`).join('');

/** The dotted line a navigator would prick from port to port. */
export function course(plan: Plan): string {
  return `M${lines(way(plan, 0, plan.spots.length - 1)).slice(1)}`;
}

const HILLS = [
  [-112, 22],
  [-90, 28],
  [-60, 38],
  [-36, 30],
  [18, 34],
  [40, 42],
  [80, 22],
  [100, 30],
];

/** Molehills, as charts draw mountains. */
export function hills(y: number): string {
  return HILLS.map(
    ([x, down]) => `M${x} ${y + down!}c4 -3 6 -13 10 -13s7 10 11 13m-9 -9c1 3 2 6 1 9`,
  ).join('');
}

/** A chart's graduated border: light and dark degrees. */
export function degrees(width: number, height: number, breadth: number): string {
  const half = breadth / 2;
  return (
    `M${breadth} ${half}H${width - breadth}M${width - breadth} ${height - half}H${breadth}` +
    `M${half} ${breadth}V${height - breadth}M${width - half} ${height - breadth}V${breadth}`
  );
}

/** Ripples under a ship, in its box of 100 by 100. */
export const RIPPLES = `M2 92${'q6 -5 12 0'.repeat(8)}`;
