// How fast things move, and whether at all: whoever wishes for less motion, or presses Escape,
// gets the end at once.

export class Pace {
  speed = 1;
  /** Nothing glides: ships are where they are. */
  still = $state(true);
  private skipping = false;
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');
  private readonly waits = new Set<() => void>();

  begin(): void {
    this.skipping = false;
    this.still = this.calm.matches;
  }

  get moves(): boolean {
    return !this.skipping && !this.calm.matches;
  }

  skip(): void {
    this.skipping = true;
    this.still = true;
    for (const end of [...this.waits]) end();
  }

  /** How long something takes that would take so many milliseconds. */
  time(ms: number): number {
    return this.moves ? ms / this.speed : 0;
  }

  wait(ms: number): Promise<void> {
    const time = this.time(ms);
    if (!time) return Promise.resolve();
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.waits.delete(end);
        done();
      };
      const timer = setTimeout(end, time);
      this.waits.add(end);
    });
  }

  /** Run this when someone skips, unless it is called off. */
  onSkip(end: () => void): () => void {
    this.waits.add(end);
    return () => this.waits.delete(end);
  }
}
