// The line to a table: keeps it up, keeps the entries in order, and loses or doubles no move.
//
// What this page plays waits in `asked` until its answer has come. After a broken line it is said
// again with the same number and id, so that the server can tell whether it was done already.
import type { Said } from './protocol';

/** How the line is: trying for the first time, up, trying again, or refused for good. */
export type Line = 'opening' | 'up' | 'down' | 'refused';

export interface Ear {
  heard(message: Said): void;
  line(now: Line, code: number): void;
}

interface Asked {
  n: number;
  id: string;
  moves: string[] | null; // null takes the last entry back
  tries: number;
}

export interface Wire {
  send(text: string): void;
  close(): void;
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

const UP = 1; // WebSocket.OPEN
const ANSWER = 4000; // after so long without an answer, say it again
const PING = 20_000;
const SILENCE = 8000; // a line that does not answer a ping in that time is broken
const DOUBT = 3000; // the same where there is reason to doubt it
const SLOWEST = 10_000; // between two tries

const FOR_GOOD = new Set([4401, 4403, 4404, 4409]);

export function addressOf(id: string): string {
  const { protocol, host } = location;
  const scheme = protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${host}/api/tables/${encodeURIComponent(id)}/live`;
}

export class Live {
  /** The last entry this page holds; null before there is a table. */
  number: number | null = null;
  /** How far the server's clock is ahead of ours, in seconds. */
  ahead = 0;

  private wire: Wire | null = null;
  private caughtUp = false;
  private asked: Asked | null = null;
  private tries = 0;
  private shut = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private answer: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setTimeout> | undefined;
  private pinged: { at: number; nearest: number } = { at: 0, nearest: Infinity };

  constructor(
    private readonly address: string,
    private readonly ear: Ear,
    private readonly since: number | null = null,
    private readonly dial: (address: string) => Wire = (a) => new WebSocket(a) as unknown as Wire,
  ) {
    this.open();
  }

  /** Whether something this page asked for is still without an answer. */
  get waiting(): boolean {
    return this.asked !== null;
  }

  /** Play these moves, as the next entries. False if something else is still on its way. */
  play(moves: string[]): boolean {
    return this.ask(moves);
  }

  undo(): boolean {
    return this.ask(null);
  }

  chat(text: string): boolean {
    return this.send({ t: 'chat', text });
  }

  back(): boolean {
    return this.send({ t: 'back' });
  }

  /** The network has come or gone, or someone looks again: no need to wait to see how the line is. */
  hurry(): void {
    if (this.shut) return;
    if (!this.wire) {
      this.tries = 0;
      this.open();
    } else if (this.wire.readyState === UP) {
      this.sayPing(DOUBT);
    }
  }

  close(): void {
    this.shut = true;
    clearTimeout(this.retry);
    this.drop();
  }

  private open(): void {
    clearTimeout(this.retry);
    this.drop();
    this.caughtUp = false;
    const begin =
      this.number !== null ? `?from=${this.number}` : this.since ? `?since=${this.since}` : '';
    const wire = this.dial(this.address + begin);
    this.wire = wire;
    wire.onopen = () => this.sayPing();
    wire.onmessage = ({ data }) => {
      if (this.wire === wire) this.take(JSON.parse(String(data)) as Said);
    };
    wire.onclose = ({ code }) => {
      if (this.wire === wire) this.lost(code);
    };
  }

  /** Let go of the line without minding what it still says. */
  private drop(): void {
    clearTimeout(this.answer);
    clearTimeout(this.ping);
    const old = this.wire;
    this.wire = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  private lost(code: number): void {
    this.drop();
    this.caughtUp = false;
    if (FOR_GOOD.has(code)) {
      this.shut = true;
      this.ear.line('refused', code);
      return;
    }
    this.ear.line(this.number === null ? 'opening' : 'down', code);
    // a little chance, so that not everyone comes back to a restarted server at the same moment
    const wait = Math.min(SLOWEST, 300 * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.retry = setTimeout(() => this.open(), wait);
  }

  private take(message: Said): void {
    if ('now' in message && typeof message.now === 'number') this.setClock(message.now, message.t);
    switch (message.t) {
      case 'pong':
        this.nextPing();
        return;
      case 'table':
        this.number = message.number;
        this.ear.heard(message);
        this.ready();
        return;
      case 'move':
        if (this.number === null || message.n <= this.number) return;
        if (message.n > this.number + 1) {
          this.open(); // something is missing: begin again from what we hold
          return;
        }
        this.number = message.n;
        this.answered(message.n, message.move);
        this.ear.heard(message);
        return;
      case 'now':
        if (this.number === null || message.number > this.number) {
          this.open();
          return;
        }
        this.ear.heard(message);
        this.ready();
        return;
      case 'done':
      case 'no':
        if (message.id !== undefined && message.id === this.asked?.id) this.forget();
        this.ear.heard(message);
        return;
      default:
        this.ear.heard(message);
    }
  }

  /** All that has happened is known here: from now on we may be asked and ask. */
  private ready(): void {
    this.caughtUp = true;
    this.tries = 0;
    this.ear.line('up', 0);
    if (this.asked) this.sayAsked();
  }

  private ask(moves: string[] | null): boolean {
    if (this.asked || this.number === null) return false;
    const id = Math.random().toString(36).slice(2) + Date.now().toString(36);
    this.asked = { n: this.number + 1, id, moves, tries: 0 };
    this.sayAsked();
    return true;
  }

  private sayAsked(): void {
    clearTimeout(this.answer);
    const { asked } = this;
    if (!asked || !this.caughtUp) return;
    const { n, id, moves } = asked;
    if (!this.send(moves ? { t: 'play', n, moves, id } : { t: 'undo', n, id })) return;
    asked.tries += 1;
    this.answer = setTimeout(() => {
      // no answer twice: the line is not what it seems
      if (asked.tries % 2) this.sayAsked();
      else this.open();
    }, ANSWER);
  }

  /** An entry has come; if it is the last of those we asked for, that was the answer. */
  private answered(n: number, move: string): void {
    const { asked } = this;
    if (!asked) return;
    const ours = asked.moves ?? ['undo'];
    if (n === asked.n + ours.length - 1 && ours.at(-1) === move) this.forget();
  }

  private forget(): void {
    clearTimeout(this.answer);
    this.asked = null;
  }

  private send(message: object): boolean {
    if (this.wire?.readyState !== UP) return false;
    this.wire.send(JSON.stringify(message));
    return true;
  }

  private sayPing(patience = SILENCE): void {
    clearTimeout(this.ping);
    this.pinged.at = performance.now();
    if (!this.send({ t: 'ping' })) return;
    this.ping = setTimeout(() => this.lost(4408), patience);
  }

  private nextPing(): void {
    clearTimeout(this.ping);
    this.ping = setTimeout(() => this.sayPing(), PING);
  }

  /** The quickest answer tells the time best; before there is one, any message will do. */
  private setClock(now: number, kind: Said['t']): void {
    if (kind === 'pong') {
      const took = (performance.now() - this.pinged.at) / 1000;
      if (took > this.pinged.nearest * 1.5) return;
      this.pinged.nearest = took;
      this.ahead = now + took / 2 - Date.now() / 1000;
    } else if (this.pinged.nearest === Infinity) {
      this.ahead = now - Date.now() / 1000;
    }
  }
}
