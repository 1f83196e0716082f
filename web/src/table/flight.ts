// Things that fly over the table. Only transform and opacity move, so that it stays smooth.
import type { Pace } from './pace.svelte';

const SVG = 'http://www.w3.org/2000/svg';

function picture(name: string): HTMLElement {
  const card = name === 'back' || name.startsWith('card');
  const box = document.createElement('div');
  box.className = card ? 'flying card' : 'flying';
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', card ? '0 0 40 58' : '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#${name}`);
  use.setAttribute('width', card ? '40' : '24');
  use.setAttribute('height', card ? '58' : '24');
  svg.append(use);
  box.append(svg);
  return box;
}

function middle(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Whether any of it can be seen: nothing flies to where nobody looks. */
function inSight(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > -200 && top < innerHeight + 200;
}

/** These pictures, one a little after the other, from here to there. */
export async function fly(
  root: HTMLElement,
  names: string[],
  from: Element | null,
  to: Element | null,
  ms: number,
  pace: Pace,
): Promise<void> {
  const time = pace.time(ms);
  if (!time || !from || !to || !names.length || !(inSight(from) || inSight(to))) return;
  const [fromX, fromY] = middle(from);
  const [toX, toY] = middle(to);
  const lag = Math.min(45, 260 / names.length) / pace.speed;
  const flights = names.slice(0, 12).map((name, index) => {
    const thing = picture(name);
    root.append(thing);
    const spread = (index - (names.length - 1) / 2) * 7;
    const high = Math.min(fromY, toY) - 18;
    const path = [
      { transform: place(fromX + spread, fromY, 0.8), opacity: 0 },
      { transform: place(fromX + spread, fromY, 1), opacity: 1, offset: 0.12 },
      { transform: place((fromX + toX) / 2 + spread, (high + (fromY + toY) / 2) / 2, 1.15) },
      { transform: place(toX, toY, 0.8), opacity: 1, offset: 0.92 },
      { transform: place(toX, toY, 0.6), opacity: 0 },
    ];
    const flight = thing.animate(path, {
      duration: time,
      delay: index * lag,
      easing: 'ease-in-out',
      fill: 'both',
    });
    const callOff = pace.onSkip(() => flight.finish());
    return flight.finished
      .catch(() => undefined)
      .then(() => {
        callOff();
        thing.remove();
      });
  });
  await Promise.all(flights);
}

const place = (x: number, y: number, scale: number) =>
  `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;

/** Pirates: the ship shakes, and a red flash goes over it. */
export function strike(ship: Element | null, pace: Pace): void {
  const hull = ship?.querySelector('[data-shakes]');
  if (!hull || !pace.moves) return;
  const shake = [0, -4, 4, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px) rotate(${x}deg)` }));
  hull.animate(shake, { duration: pace.time(380) });
  const mark = ship!.querySelector('[data-strike]');
  mark?.animate(
    [
      { opacity: 0, transform: 'scale(0.4)' },
      { opacity: 1, transform: 'scale(1.1)', offset: 0.3 },
      { opacity: 0, transform: 'scale(1.3)' },
    ],
    { duration: pace.time(520) },
  );
}
