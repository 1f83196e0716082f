// On a narrow page the sentence lies over the chart's upper edge and the hand over its lower one.

const AIR = 8; // pixels

/** Scroll no further than needed for a ship, its course and its quay to lie between the two. */
export function bring(root: HTMLElement, ship: Element): void {
  const all = [ship, ...root.querySelectorAll('[data-place], button.heap')];
  const boxes = all.map((one) => one.getBoundingClientRect());
  const high = (name: string) => root.querySelector<HTMLElement>(name)?.offsetHeight ?? 0;
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const most = top - high('.top') - high('.hint') - AIR;
  const least = bottom + high('.own') + AIR - innerHeight;
  // where not all of it finds room, the ship's own end does
  const end = boxes[0]!.top < (top + bottom) / 2 ? most : least;
  const by = least <= most ? Math.min(Math.max(0, least), most) : end;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (Math.abs(by) > 1) scrollBy({ top: by, behavior: calm ? 'auto' : 'smooth' });
}
