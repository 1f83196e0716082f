// The table as this page shows it. Entries come over the line at once and are shown one after the
// other; what can be done is asked only when everything has been shown.
import { tick } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { TableInfo } from '../lib/api';
import { keep, kept } from '../lib/kept';
import { addressOf, Live, type Line } from '../lib/live';
import {
  change,
  type Chat,
  type Entry,
  type Logged,
  type NowMessage,
  type Own,
  type Proof,
  type Result,
  type Said,
  type TableMessage,
  type Turn,
  type View,
} from '../lib/protocol';
import { botName } from '../lib/phrases';
import { say } from '../lib/words';
import { act } from './act';
import { fold, moveIn, standing } from './moments';
import { Pace } from './pace.svelte';
import { Past } from './past.svelte';
import { tell } from './tell';

type Queued = Entry | NowMessage | Extract<Said, { t: 'over' }>;

const GLANCE = 160; // letters
const NARROW_GLANCE = 110;
const SAID = 20; // things that happened, kept to be heard
const MANY = 40; // entries: who has been away for longer sees them pass more quickly

/** Something that happened, to be heard; `over`: who won is in it. */
interface Spoken {
  n: string;
  text: string;
  over: boolean;
}

export class Table {
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<number[]>([]);
  /** What is shown; it may be a few entries behind what is known. */
  view = $state<View | null>(null);
  log = $state.raw<Logged[]>([]);
  turn = $state.raw<Turn | null>(null);
  own = $state.raw<Own>({});
  hands = $state<Record<string, string>>({});
  chat = $state.raw<Chat[]>([]);
  here = $state.raw<string[]>([]);
  result = $state.raw<Result | null>(null);
  proof = $state.raw<Proof | null>(null);
  rematch = $state<string | null>(null);
  line = $state<Line>('opening');
  refused = $state(0);
  gone = $state(false);
  /** Something this page asked for is without an answer yet. */
  asking = $state(false);
  /** A calm word about something that did not work. */
  notice = $state('');
  /** The number of the rule that says why not. */
  noticeLaw = $state('');
  /** The rules that are looked up, by number. */
  laws = $state.raw<string[]>([]);
  /** When this turn's time is up, by our clock in milliseconds. */
  deadline = $state<number | null>(null);
  /** Showing what happened while nobody looked. */
  catchingUp = $state(false);
  /** Of several people at one screen, the one who sits before it. */
  atScreen = $state<number | null>(null);
  playing = $state(false);
  /** The page is narrow: less can be read at a glance. */
  narrow = $state(false);
  /** Whose move is being shown. */
  showing = $state<number | null>(null);

  readonly pace = new Pace();
  private readonly looking: Past;
  /** Who may take back the last move that is known, be it shown yet or not. */
  private undoer = $state<number | null>(null);
  private readonly live: Live;
  private readonly queue: Queued[] = [];
  private root: HTMLElement | null = null;
  /** Everyone who has had the table open while we had. */
  private readonly met = new SvelteSet<string>();
  private returning = false; // said that we are back, and still away
  private noted: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.looking = new Past(id, () => this.note(say('play-no-moment')));
    const seen = kept<number>(`seen:${id}`, 0);
    this.live = new Live(
      addressOf(id),
      { heard: (message) => this.heard(message), line: (now, code) => this.lineIs(now, code) },
      // a link to a moment is followed at once
      seen > 0 && moveIn(location.search) === null ? seen : null,
    );
  }

  readonly names = $derived(
    (this.info?.seats ?? []).map(({ name, bot, seat }) => name || (bot ? botName(bot) : say(`arms-${seat}`))),
  );
  /** The moment of the past that is looked at. */
  readonly past = $derived.by(() => this.looking.moment);
  /** What was done and not taken back: after each of them is a moment to look at. */
  readonly standing = $derived(standing(this.log));
  /** How many of them were done at the moment that is looked at, or will be at once. */
  readonly pastStep = $derived.by(() => {
    const n = this.looking.wanted?.n ?? 0;
    return n ? this.standing.findIndex((entry) => entry.n === n) + 1 : 0;
  });
  /** What the page shows: the past someone looks at, or now. */
  readonly shown = $derived.by(() => this.looking.view ?? this.view);
  /** Nothing glides. */
  readonly still = $derived.by(() => (this.past ? this.looking.pace : this.pace).still);
  /** The past is shown move by move. */
  readonly replays = $derived.by(() => this.looking.plays);
  readonly away = $derived(
    this.you.some((seat) => this.info?.seats[seat]?.away) && this.info?.status === 'playing',
  );
  /** Several people share this screen, and it is another's turn than the one who sits there. */
  readonly curtain = $derived(
    this.you.length > 1 &&
      !this.result &&
      !this.playing &&
      this.turn !== null &&
      this.turn.phase !== 'over' &&
      this.you.includes(this.turn.seat) &&
      this.turn.seat !== this.atScreen,
  );
  /** The seat for whose eyes the page is: nobody's while the curtain is up. */
  readonly reader = $derived(
    this.curtain ? null : this.you.length > 1 ? this.atScreen : (this.you[0] ?? null),
  );
  /** The one at the screen may take back what they have just done. */
  readonly mayUndo = $derived(this.undoer !== null && this.undoer === this.reader && !this.past);
  /** It is for the one at the screen to decide, and everything is ready for it. */
  readonly asked = $derived(
    this.turn !== null &&
      this.turn.seat === this.reader &&
      !this.turn.stand_in &&
      !!this.own.legal?.length &&
      !this.playing &&
      !this.past,
  );
  /** What has just happened, in sentences fit for whoever sits at the screen. */
  private readonly news = $derived.by(() => {
    if (!this.view) return [];
    const { past } = this;
    const log = past ? this.log.filter(({ n }) => n === past.n) : this.log.slice(-4).reverse();
    for (const entry of log) {
      const said = this.inWords(entry, this.view);
      if (said.length) return said;
    }
    return [];
  });
  readonly spoken = $derived(this.news.join(' '));
  /** Since the page was opened, each as it was said when it was shown. */
  private happened = $state.raw<Spoken[]>([]);
  /** What a screen reader says as it comes, one thing after the other, with nothing left out. */
  readonly announced = $derived.by(() => {
    if (this.curtain) return [];
    const { past, happened } = this;
    return past ? [...happened, { n: `past-${past.n}`, text: this.spoken, over: false }] : happened;
  });
  /** The turn it belongs to, as much as can be read at a glance: how it began, and how it stands. */
  readonly latest = $derived.by(() => {
    const { view, past } = this;
    if (!view) return '';
    const log = past ? this.log.filter(({ n }) => n <= past.n) : this.log;
    const last = log.at(-1);
    const from = log.findLastIndex(({ seat, move }) => seat !== last?.seat || move === 'undo');
    const begun = last?.move === 'undo' ? log.slice(-1) : log.slice(from + 1);
    const stands = new Set(this.standing);
    const said = fold(begun, (entry) => stands.has(entry))
      .map(({ entry, told }) => ({
        ...entry,
        told: told.filter(([kind]) => kind !== 'filled' && kind !== 'dealt'),
      }))
      .flatMap((entry, index) =>
        index ? tell(entry, view, this.names, this.reader) : this.inWords(entry, view),
      );
    const all = said.join(' ');
    const ends = `${said[0]} … ${said.at(-1)}`;
    if (!this.narrow) return all.length <= GLANCE ? all : ends;
    const short = [all, ends, this.spoken].find(({ length }) => length <= NARROW_GLANCE);
    return short ?? `… ${said.at(-1)}`;
  });
  readonly hand = $derived.by(() => {
    if (this.reader === null || this.curtain) return null;
    return (this.looking.hands ?? this.hands)[String(this.reader)] ?? '';
  });

  /** The element in which things fly about. */
  setRoot(root: HTMLElement | null): void {
    this.root = root;
  }

  close(): void {
    this.live.close();
    this.looking.pause();
    this.pace.skip();
  }

  hurry(): void {
    this.live.hurry();
    if (document.visibilityState === 'visible') void this.showAll();
  }

  play(moves: string[]): void {
    if (!this.asked || this.asking) return;
    this.note('');
    this.asking = this.live.play(moves);
  }

  undo(): void {
    if (this.asking || !this.mayUndo) return;
    this.note('');
    this.asking = this.live.undo();
  }

  /** Someone who sits there has not got the table open, as far as one can know: of several people
   * at one screen only the host's name is told. */
  absent(seat: number): boolean {
    const { info, here } = this;
    const one = info?.seats[seat];
    if (!info || one?.kind !== 'person' || one.yours || one.away || this.result) return false;
    if (info.status !== 'playing' || this.line !== 'up' || here.includes(one.name)) return false;
    const hosting = info.seats.some(({ yours, name }) => yours && name === info.host);
    return hosting || one.name === info.host || !here.includes(info.host) || this.met.has(one.name);
  }

  /** Say it for a while, and by which rule it is so. */
  note(text: string, law = ''): void {
    clearTimeout(this.noted);
    this.notice = text;
    this.noticeLaw = law;
    if (text) this.noted = setTimeout(() => this.note(''), law ? 15_000 : 7000);
  }

  say(text: string): boolean {
    return this.live.chat(text);
  }

  back(): void {
    this.returning = true;
    this.live.back();
  }

  sit(): void {
    this.happened = [];
    this.atScreen = this.turn?.seat ?? null;
  }

  skip(): void {
    this.pace.skip();
  }

  lookBack(entry: Logged): void {
    this.looking.pause();
    void this.looking.look(entry);
  }

  /** The moment after so many of the standing entries. */
  lookAt(step: number): void {
    this.looking.pause();
    const last = this.standing.length;
    void this.looking.look(this.standing[Math.max(0, Math.min(step, last)) - 1]);
  }

  /** Show the moves from the moment that is looked at, or stop; from the last one, all of them. */
  replay(): void {
    if (this.replays) return this.looking.pause();
    const from = this.pastStep < this.standing.length ? this.pastStep : 0;
    void this.playFrom(from);
  }

  private async playFrom(step: number): Promise<void> {
    if (step !== this.pastStep) await this.looking.look(this.standing[step - 1]);
    await this.looking.play(this.standing.slice(step), this.reader, this.root);
  }

  toNow(): void {
    this.looking.leave();
  }

  private meet(here: string[]): void {
    this.here = here;
    for (const name of here) this.met.add(name);
  }

  private lineIs(now: Line, code: number): void {
    this.line = now;
    if (now === 'refused') this.refused = code;
    if (now !== 'up') this.asking = this.live?.waiting ?? false;
  }

  private heard(message: Said): void {
    if ('turn' in message && message.turn) this.undoer = message.turn.undo;
    switch (message.t) {
      case 'table':
        this.begin(message);
        break;
      case 'move':
        this.asking = this.live.waiting;
        this.queue.push(message);
        void this.showAll();
        break;
      case 'now':
      case 'over':
        if (message.t === 'now') {
          if (message.info) this.info = message.info;
          if (message.here) this.meet(message.here);
        }
        this.queue.push(message);
        void this.showAll();
        break;
      case 'seats':
        this.info = message.info;
        this.you = message.you;
        if (!this.away) this.returning = false;
        if (message.turn && !this.queue.length) this.setTurn(message.turn, message.now);
        break;
      case 'chat':
        this.chat = [...this.chat, message];
        break;
      case 'here':
        this.meet(message.here);
        break;
      case 'rematch':
        this.rematch = message.table;
        break;
      case 'gone':
        this.gone = true;
        break;
      case 'done':
        this.asking = this.live.waiting;
        break;
      case 'no':
        this.asking = this.live.waiting;
        this.note(this.why(message.why, message.reason), message.rule);
        break;
      default:
    }
  }

  private why(why: string, reason?: string): string {
    if (why === 'time' && this.returning) return say('play-no-time-bot');
    if (why === 'illegal' || why === 'undo') return reason || say(`play-no-${why}`);
    const known = ['number', 'seat', 'slow', 'over', 'waiting', 'time', 'away', 'unavailable'];
    return say(known.includes(why) ? `play-no-${why}` : 'play-no-form');
  }

  private begin(message: TableMessage): void {
    this.queue.length = 0;
    this.pace.skip();
    this.happened = [];
    this.info = message.info;
    this.you = message.you;
    this.view = message.view;
    this.log = message.log;
    this.own = message.own ?? {};
    this.hands = { ...(message.own?.hands ?? {}) };
    this.chat = message.chat;
    this.meet(message.here);
    this.result = message.result ?? null;
    this.proof = message.proof ?? null;
    this.rematch = message.info.rematch;
    this.asking = this.live?.waiting ?? false;
    this.setTurn(message.turn, message.now);
    this.remember(message.number);
    const asked = moveIn(location.search);
    if (asked === null) this.looking.leave();
    else if (!this.past) this.lookAt(asked);
  }

  /** One entry for itself; a step is told with the name of whoever sails. */
  private inWords(entry: Logged, view: View): string[] {
    const said = tell(entry, view, this.names, this.reader);
    const [kind, values] = entry.told[0] ?? [];
    const step = kind === 'stays' || (kind === 'reaches' && values?.how !== 'wind');
    if (!step) return said;
    const [first = '', ...others] = said;
    return [say('play-said', { who: this.names[entry.seat]!, said: first }), ...others];
  }

  private setTurn(turn: Turn | null, now: number): void {
    this.turn = turn;
    // a bot had to finish our turn first
    if (this.returning && this.away && turn && !turn.stand_in) this.live.back();
    const left = turn?.clock?.left;
    const ahead = this.live?.ahead ?? now - Date.now() / 1000;
    this.deadline = left === undefined ? null : (now + left - ahead) * 1000;
  }

  private remember(number: number): void {
    if (document.visibilityState === 'visible') keep(`seen:${this.id}`, number);
  }

  /** Show what waits to be shown, one after the other; while nobody looks it goes on waiting. */
  private async showAll(): Promise<void> {
    if (this.playing || document.visibilityState !== 'visible') return;
    this.playing = true;
    this.pace.begin();
    while (this.queue.length) {
      const next = this.queue[0]!;
      const entries = this.queue.filter(({ t }) => t === 'move').length;
      this.catchingUp = entries > 3 || (this.catchingUp && entries > 0);
      this.pace.speed = entries > MANY ? 6 : entries > 12 ? 2.5 : entries > 3 ? 1.5 : 1;
      if (next.t === 'move') await this.show(next);
      if (this.queue[0] !== next) continue; // a whole table came in between
      this.queue.shift();
      if (next.t !== 'move') this.settle(next);
    }
    this.catchingUp = false;
    this.showing = null;
    this.playing = false;
  }

  private async show(entry: Entry): Promise<void> {
    const { view } = this;
    if (!view) return;
    this.log = [...this.log, entry];
    this.announce(entry, view);
    this.showing = entry.move === 'undo' ? null : entry.seat;
    if (this.root && !this.past) await act(entry, this, this.root, this.pace);
    if (this.view !== view) return;
    change(view.state, entry.set);
    if (entry.scores) view.scores = entry.scores;
    this.take(entry.own);
    if (entry.turn) this.setTurn(entry.turn, entry.now);
    this.remember(entry.n);
    await tick();
  }

  private announce(entry: Entry, view: View): void {
    const text = this.inWords(entry, view).join(' ');
    const over = entry.told.some(([kind]) => kind === 'over');
    if (text) this.happened = [...this.happened, { n: `${entry.n}`, text, over }].slice(-SAID);
  }

  private take(own: Own | undefined): void {
    Object.assign(this.hands, own?.hands ?? {});
    this.own = own ?? {};
  }

  private settle(message: Exclude<Queued, Entry>): void {
    if (message.t === 'over') {
      this.result = message.result;
      this.proof = message.proof ?? null;
    } else {
      this.take(message.own);
      this.setTurn(message.turn, message.now);
    }
  }
}
