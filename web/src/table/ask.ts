// The plain sentence that says what is going on, and what is asked of whom.
import { list, say } from '../lib/words';
import type { Orders } from './orders.svelte';
import type { Table } from './store.svelte';

export function ask(table: Table, orders: Orders): string {
  const { turn, result, names } = table;
  if (table.past) return say('play-past');
  if (result) {
    const who = list(result.winners.map((seat) => names[seat]!));
    const points = Math.max(...result.scores);
    return say(result.winners.length === 1 ? 'log-wins' : 'log-shares', { who, points });
  }
  if (!turn) return say('play-wait');
  const who = names[turn.seat] ?? '';
  if (turn.phase === 'over') return say('ask-over');
  if (table.asked) return wanted(table, orders);
  const seat = table.info?.seats[turn.seat];
  if (table.you.includes(turn.seat) && !turn.stand_in) return say(`ask-${turn.phase}`);
  if (seat?.away || turn.stand_in) return say('play-wait-stand-in', { who });
  if (seat?.kind === 'bot') return say('play-wait-bot', { who });
  return say(`wait-${turn.phase}`, { who });
}

function wanted(table: Table, orders: Orders): string {
  const phase = table.turn!.phase;
  if (phase !== 'orders') return say(`ask-${phase}`);
  if (orders.target) return say('play-ask-pair');
  if (orders.dominion) return say('play-ask-mix');
  const { ship } = orders;
  if (ship !== null && orders.loads.length && orders.cargo === null) {
    return orders.goal === null
      ? say('play-ask-load', { ship })
      : say('play-ask-load-now', { ship });
  }
  if (ship !== null) return say('play-ask-square', { ship });
  return say(orders.raids.size ? 'ask-orders' : 'ask-orders-raided');
}
