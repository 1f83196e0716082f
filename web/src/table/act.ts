// Showing what happened: ships glide, cubes and cards fly, pirates strike. Each thing told first
// changes what is shown, as far as it goes; the entry's own changes then settle everything.
import { tick } from 'svelte';
import type { Logged, Port, State, View } from '../lib/protocol';
import { fly, strike } from './flight';
import type { Pace } from './pace.svelte';
import { COLOURS, heaps } from './tell';

const STEP = 330; // a ship's step
const FLIGHT = 320; // of a cube or a card

/** Takes these letters out of a text of letters, once each. */
function without(letters: string, taken: string): string {
  return [...taken].reduce((left, one) => left.replace(one, ''), letters);
}

function unload(port: { goods: string; soldiers: number; builders: number }, cargo: string): void {
  port.goods = without(port.goods, cargo.replace(/[SB]/g, ''));
  port.soldiers -= [...cargo].filter((one) => one === 'S').length;
  port.builders -= [...cargo].filter((one) => one === 'B').length;
}

const pictureOf = (letter: string) =>
  letter === 'S' ? 'soldier' : letter === 'B' ? 'builder' : `cube-${letter}`;

/** What is changed while it is shown. */
export interface Scene {
  readonly view: View | null;
  readonly hands: Record<string, string>;
  readonly reader: number | null;
}

export async function act(
  { told }: Pick<Logged, 'told'>,
  table: Scene,
  root: HTMLElement,
  pace: Pace,
): Promise<void> {
  if (!pace.moves) return;
  const view = table.view;
  if (!view) return;
  const { state } = view;
  const spot = (name: string) => root.querySelector<HTMLElement>(`[data-spot="${name}"]`);
  const shipAt = (seat: number, ship: number) =>
    root.querySelector<HTMLElement>(`[data-ship="${seat}.${ship}"]`);
  const send = (pictures: string[], from: Element | null, to: Element | null) =>
    fly(root, pictures, from, to, FLIGHT, pace);
  const hand = (seat: number) => (seat === table.reader && spot('hand')) || spot(`hand-${seat}`);

  for (const [kind, v] of told) {
    if (!pace.moves || table.view !== view) return;
    switch (kind) {
      case 'placed':
        state.ships[v.seat]!.forEach((ship, index) => {
          const to = v.ports[index] as Port;
          ship.at = to === 'V' ? 0 : view.route.length - 1;
          ship.to = to === 'V' ? 'C' : 'V';
        });
        await tick();
        await pace.wait(250);
        break;
      case 'filled':
        await send([...v.goods].map(pictureOf), spot('bag'), spot(`port-${v.port}`));
        fill(state, v.port as Port, v.goods);
        await tick();
        break;
      case 'dealt':
      case 'draws': {
        const seen = v.seat === table.reader && v.cards;
        const cards = seen ? [...v.cards!].map((one) => `card-${one}`) : Array<string>(v.count).fill('back');
        await send(cards, spot('deck'), hand(v.seat));
        break;
      }
      case 'raids': {
        const cards = [...v.cards!].map((one) => `card-${one}`);
        spend(table, state, v.seat, v.cards!);
        const ship = shipAt(v.whose, v.ship);
        void send(cards, hand(v.seat), spot('discards'));
        strike(ship, pace);
        await pace.wait(260);
        const target = state.ships[v.whose]![v.ship - 1]!;
        target.cargo = target.cargo.slice(0, -1);
        await send([pictureOf(v.loot)], ship, spot(`warehouse-${v.seat}`));
        break;
      }
      case 'sails': {
        const ship = state.ships[v.seat]![v.ship - 1]!;
        if (v.cargo) {
          const pictures = [...v.cargo].map(pictureOf);
          unload(state.ports[v.port as Port], v.cargo);
          await send(pictures, spot(`port-${v.port}`), shipAt(v.seat, v.ship));
          ship.cargo = v.cargo;
        }
        ship.to = v.to as Port;
        break;
      }
      case 'onward':
        Object.assign(state.ships[v.seat]![v.ship - 1]!, { to: v.to as Port, adrift: false });
        break;
      case 'reaches': {
        if (v.how === 'wind') {
          spend(table, state, v.seat, v.colour);
          void send([`card-${v.colour}`], hand(v.seat), spot('discards'));
          await pace.wait(140);
        }
        state.ships[v.seat]![v.ship - 1]!.at = v.place;
        await tick();
        await pace.wait(STEP + v.jumped * 60);
        break;
      }
      case 'arrives': {
        if (!v.cargo) break;
        const ship = state.ships[v.seat]![v.ship - 1]!;
        const own = state.warehouses[v.seat]!;
        const from = shipAt(v.seat, v.ship);
        ship.cargo = '';
        await send([...v.cargo].map(pictureOf), from, spot(`warehouse-${v.seat}`));
        own.goods = [...own.goods, ...v.cargo.replace(/[SB]/g, '')]
          .sort((a, b) => COLOURS.indexOf(a) - COLOURS.indexOf(b))
          .join('');
        break;
      }
      case 'conquers': {
        const pictures = [
          ...Array<string>(v.soldiers).fill('soldier'),
          ...Array<string>(v.builders).fill('builder'),
        ];
        const tile = root.querySelector(`[data-dominion="${v.dominion}"]`);
        await send(pictures, spot(`troops-${v.seat}`), tile);
        break;
      }
      case 'trains':
        await send(['soldier'], spot('reserve'), spot(`troops-${v.seat}`));
        break;
      case 'adrift':
      case 'turned':
        await pace.wait(200);
        break;
      default:
    }
  }
}

function fill(state: State, name: Port, goods: string): void {
  const port = state.ports[name];
  for (const heap of heaps(goods)) {
    if (heap[0] === 'S') port.soldiers += heap.length;
    else if (heap[0] === 'B') port.builders += heap.length;
    else port.goods += heap;
  }
  port.goods = [...port.goods]
    .sort((a, b) => COLOURS.indexOf(a) - COLOURS.indexOf(b))
    .join('');
}

/** Cards leave a hand before they lie in the discards. */
function spend(table: Scene, state: State, seat: number, cards: string): void {
  const known = table.hands[String(seat)];
  if (known !== undefined) table.hands[String(seat)] = without(known, cards);
  state.hands[seat] = state.hands[seat]!.slice(cards.length);
}
