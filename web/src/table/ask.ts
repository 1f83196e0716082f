// The plain sentence that says what is going on, and what is asked of whom.
import { list, say } from '../lib/words';
import type { Orders } from './orders.svelte';
import type { Table } from './store.svelte';
import { cargoWords } from './tell';

export function ask(table: Table, orders: Orders): string {
  const { turn, result, names } = table;
  if (table.past) return say(table.past.n ? 'play-past' : 'play-past-before');
  if (result) {
    const who = list(result.winners.map((seat) => names[seat]!));
    const points = Math.max(...result.scores);
    return say(result.winners.length === 1 ? 'log-wins' : 'log-shares', { who, points });
  }
  if (!turn) return say('play-wait');
  if (table.showing !== null) return shown(table, table.showing);
  const who = names[turn.seat] ?? '';
  if (turn.phase === 'over') return say('ask-over');
  if (table.curtain) return say('play-pass', { who });
  if (table.asked) return wanted(table, orders);
  const seat = table.info?.seats[turn.seat];
  if (table.you.includes(turn.seat) && !turn.stand_in) return say(begins(table));
  if (seat?.away || turn.stand_in) {
    const own = table.you.length === 1 && table.you.includes(turn.seat);
    return own ? say('play-wait-stand-in-own') : say('play-wait-stand-in', { who });
  }
  if (seat?.kind === 'bot') return say('play-wait-bot', { who });
  return say(`wait-${turn.phase}`, { who });
}

/** What a phase begins with. */
function begins({ turn, own }: Table): string {
  const raids = own.legal?.some((move) => move.startsWith('raid'));
  return turn!.phase === 'orders' && !raids ? 'ask-orders-raided' : `ask-${turn!.phase}`;
}

/** Whose move is being shown. */
function shown(table: Table, seat: number): string {
  return say(seat === table.reader ? 'play-shown-own' : 'play-shown', { who: table.names[seat] ?? '' });
}

/** The raid that is meant, and what it brings. */
function raiding(table: Table, orders: Orders): string {
  const [seat, ship] = orders.target!.split('.').map(Number) as [number, number];
  const loot = cargoWords(table.view!.state.ships[seat]![ship - 1]!.cargo.slice(-1));
  const whose = table.names[seat] ?? '';
  return say('play-ask-raid', { whose, ship, loot, count: orders.pairs.length });
}

function wanted(table: Table, orders: Orders): string {
  const phase = table.turn!.phase;
  if (orders.ending) return say('play-ask-end-sure');
  if (phase === 'closing' && orders.legal.includes('end')) return say('play-ask-end');
  if (orders.target && orders.pairs.length) return raiding(table, orders);
  if (orders.dominion) return say('play-ask-mix');
  if (phase !== 'orders') return say(`ask-${phase}`);
  const { ship } = orders;
  if (ship !== null && orders.loads.length && orders.cargo === null) {
    return orders.goal === null
      ? say('play-ask-load', { ship })
      : say('play-ask-load-now', { ship });
  }
  if (ship !== null) return say('play-ask-square', { ship });
  return say(begins(table));
}
