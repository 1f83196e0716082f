// What happened and what is to be seen, in sentences: `told` put in words, and names for
// everything on the table.
import * as box from '../made/box';
import { commas, list, say, saying, type Values as Words } from '../lib/words';
import type { Logged, Stock, Told, Values, View } from '../lib/protocol';

export const COLOURS = box.COLOURS.join('');

/** The same letters side by side: `oobS` becomes oo, b, S. */
export function heaps(letters: string): string[] {
  return letters.match(/(.)\1*/g) ?? [];
}

/** `3 blue goods`, `2 soldiers and 1 builder`, `nothing` */
export function cargoWords(letters: string): string {
  const parts = heaps(letters).map((heap) => {
    if (heap[0] === 'S') return say('cargo-soldiers', { soldiers: heap.length });
    if (heap[0] === 'B') return say('cargo-builders', { builders: heap.length });
    return say('cargo-goods', { count: heap.length, colour: say(`colour-${heap[0]}`) });
  });
  return list(parts) || say('cargo-none');
}

/** `2 green cards and 1 red card` */
export function cardWords(letters: string): string {
  return list(
    heaps(letters).map((heap) =>
      say('play-cards-of', { count: heap.length, colour: say(`colour-${heap[0]}`) }),
    ),
  );
}

/** `Venice`, or `square 5 (red)` */
export function placeWords(route: string[], place: number): string {
  const letter = route[place]!;
  if ('VMC'.includes(letter)) return say(`port-${letter}`);
  return say('play-square', { place, colour: say(`colour-${letter}`) });
}

/** How many goods of one colour someone has at most: all warehouses are drawn to that scale. */
export function tallest(view: View): number {
  const goods = view.state.warehouses.flatMap((own) => heaps(own.goods));
  return Math.max(0, ...goods.map((heap) => heap.length));
}

/** Everything in a port or warehouse, by letters. */
export function lying(stock: Stock): string {
  return stock.goods + 'S'.repeat(stock.soldiers) + 'B'.repeat(stock.builders);
}

/** `Ada’s ship 3, with green, red and yellow sails: on square 5 (red), bound for Venice, …` */
export function shipWords(view: View, names: string[], seat: number, number: number): string {
  const { at, to, cargo, adrift } = view.state.ships[seat]![number - 1]!;
  const said: string[] = [];
  if (at === null) said.push(say('play-ship-unplaced'));
  else {
    const letter = view.route[at]!;
    const place = placeWords(view.route, at);
    said.push(say('VMC'.includes(letter) ? 'play-ship-in' : 'play-ship-on', { place }));
    if (to && letter !== 'V' && letter !== 'C') {
      said.push(say('play-ship-bound', { port: say(`port-${to}`) }));
    }
    said.push(cargo ? say('play-ship-laden', { cargo: cargoWords(cargo) }) : say('play-ship-light'));
    if (adrift) said.push(say('play-ship-adrift'));
  }
  const sails = list([...view.fleets[seat]![number - 1]!].map((one) => say(`colour-${one}`)));
  return say('play-ship', {
    who: names[seat]!,
    ship: number,
    sails,
    what: commas(said),
  });
}

/** A sentence by its message, with what is put in; `laws` are the messages that cite its rules. */
interface Phrase {
  id: string;
  words: Words;
  laws: string[];
}

type Said = [id: string, words?: Words];
type Teller = (v: Values, view: View, names: string[]) => Said | Said[];

const port = (letter: string) => say(`port-${letter}`);

const tellers: Record<string, Teller> = {
  placed: (v, _, names) => {
    const [one, two, three] = [...v.ports].map(port) as [string, string, string];
    const id = v.chance ? 'log-placed-by-chance' : 'log-placed';
    return [id, { who: names[v.seat]!, one, two, three }];
  },
  filled: (v) => ['log-filled', { port: port(v.port), goods: cargoWords(v.goods) }],
  dealt: (v, _, names) => ['log-dealt', { who: names[v.seat]!, count: v.count }],
  raids: (v, _, names) => [
    'log-raid',
    {
      who: names[v.seat]!,
      whose: names[v.whose]!,
      ship: v.ship,
      cards: cardWords(v.cards ?? ''),
      loot: cargoWords(v.loot),
    },
  ],
  adrift: (v, _, names) => ['log-adrift', { whose: names[v.seat]!, ship: v.ship }],
  turned: (v, _, names) => [
    'log-turned-back',
    { whose: names[v.seat]!, ship: v.ship, port: port(v.to) },
  ],
  sails: (v, _, names) => [
    v.cargo ? 'log-sail' : 'log-sail-empty',
    {
      who: names[v.seat]!,
      ship: v.ship,
      cargo: cargoWords(v.cargo),
      port: port(v.port),
      to: port(v.to),
    },
  ],
  onward: (v, _, names) => [
    v.about ? 'log-about' : 'log-sail-from',
    { who: names[v.seat]!, ship: v.ship, to: port(v.to) },
  ],
  reaches: (v, view, names) => {
    const place = placeWords(view.route, v.place);
    if (v.how === 'first') {
      const id = v.jumped ? 'log-step-jump' : 'log-step';
      return [id, { ship: v.ship, place, jumped: v.jumped }];
    }
    const colour = say(`colour-${v.colour}`);
    return [`log-${v.how}`, { who: names[v.seat]!, ship: v.ship, colour, place }];
  },
  stays: (v, view) => ['log-stop', { ship: v.ship, place: placeWords(view.route, v.place) }],
  arrives: (v, _, names) => [
    v.cargo ? 'log-unloads' : 'log-arrives',
    { who: names[v.seat]!, ship: v.ship, port: port(v.port), cargo: cargoWords(v.cargo) },
  ],
  draws: (v, _, names) => ['log-draws', { who: names[v.seat]!, count: v.count }],
  reshuffled: () => ['log-reshuffled'],
  conquers: (v, _, names) => [
    'log-conquers',
    {
      who: names[v.seat]!,
      dominion: say(`dominion-${v.dominion}`),
      payment: cargoWords('S'.repeat(v.soldiers) + 'B'.repeat(v.builders)),
      points: v.points,
    },
  ],
  trains: (v, _, names) => ['log-trains', { who: names[v.seat]! }],
  end: (v, _, names) => {
    const told: Said =
      v.cause === 'announced'
        ? ['log-end-announced', { who: names[v.seat]! }]
        : v.cause === 'dominions'
          ? ['log-end-dominion', { dominion: say(`dominion-${v.dominion}`) }]
          : ['log-end-port', { port: port(v.port) }];
    return v.last ? [told, [`log-last-turns.${v.last}`]] : told;
  },
  limit: (v) => ['log-round-limit', { rounds: v.rounds }],
  over: (v, _, names) => {
    const { winners } = v;
    const id = winners.length === 1 ? 'log-wins' : 'log-shares';
    const who = list(winners.map((seat) => names[seat]!));
    return [['log-over'], [id, { who, points: v.points }]];
  },
  undone: (v, _, names) => ['play-log-undone', { who: names[v.seat]! }],
};

/** Cards someone got, if the one at the screen may read which. */
function ownCards(kind: string, v: Values, names: string[], reader: number | null): Said | null {
  if (v.seat !== reader || !v.cards || (kind !== 'draws' && kind !== 'dealt')) return null;
  const id = kind === 'draws' ? 'log-draws-own' : 'play-log-dealt-own';
  return [id, { who: names[v.seat]!, cards: cardWords(v.cards) }];
}

/** What is said in one sentence with the one before it; or null. */
function joined(before: Phrase | undefined, [kind, v]: Told, own: Phrase): Phrase | null {
  const id = before?.id.replace(/^play-/, '') ?? '';
  const words = { ...before?.words, ...own.words };
  const laws = [...(before?.laws ?? []), ...own.laws];
  if (kind === 'stays' && /^log-(step|on|wind)/.test(id)) {
    return { id: `play-${id}-stays`, words, laws };
  }
  if (kind === 'reaches' && v.how === 'first' && id === 'log-sail-from') {
    return { id: v.jumped ? 'play-log-onward-jump' : 'play-log-onward', words, laws };
  }
  return null;
}

function phrases(
  { told }: Pick<Logged, 'told'>,
  view: View,
  names: string[],
  reader: number | null,
): Phrase[] {
  const arrived = told.some(([kind]) => kind === 'arrives');
  const opening = told.some(([kind]) => kind === 'dealt');
  const found: Phrase[] = [];
  for (const one of told) {
    const [kind, v] = one;
    // a ship that comes into port at once needs no sentence for the step that brought it there
    if (arrived && kind === 'onward' && !v.about) continue;
    if (arrived && kind === 'reaches' && v.how === 'first') continue;
    const said = ownCards(kind, v, names, reader) ?? tellers[kind]?.(v, view, names) ?? [];
    const several = (Array.isArray(said[0]) ? said : said.length ? [said] : []) as Said[];
    for (const [name, words = {}] of several) {
      const id = opening && name === 'log-filled' ? 'play-log-stocked' : name;
      const own = { id, words, laws: [id] };
      const both = joined(found.at(-1), one, own);
      if (both) found.pop();
      found.push(both ?? own);
    }
  }
  return found;
}

/** The sentences of one entry. `reader` is the seat at the screen, whose cards may be named. */
export function tell(
  entry: Pick<Logged, 'told'>,
  view: View,
  names: string[],
  reader: number | null,
): string[] {
  return phrases(entry, view, names, reader).map(({ id, words }) => say(id, words));
}

/** The numbers of the rules by which all this happened: each message says its own. */
export function cited(entry: Pick<Logged, 'told'>, view: View): string[] {
  const laws = phrases(entry, view, [], null).flatMap(({ laws }) => laws);
  const rules = laws.map((id) => saying(`${id.split('.')[0]}.rule`));
  return [...new Set(rules.filter((rule): rule is string => !!rule))];
}
