// Sentences that several rooms say.
import { Refusal, type SeatInfo, type TableInfo } from './api';
import { language, list, say, saying } from './words';

/** What went wrong, for people. */
export function trouble(problem: unknown): string {
  if (problem instanceof Refusal) {
    if (problem.status === 0) return say('trouble-offline');
    if (problem.reason && problem.status < 500) return problem.reason;
  }
  return say('trouble-server');
}

/** What one of the computer's players is called. */
export const botName = (bot: string) => saying(`bot-${bot}`) ?? bot;

export const botAbout = (bot: string) => saying(`bot-${bot}.about`) ?? '';

export function seatName(seat: SeatInfo): string {
  if (seat.kind === 'open') return say('table-free-seat');
  if (seat.kind === 'bot') return seat.name === seat.bot ? botName(seat.bot) : seat.name;
  return seat.away ? say('table-away', { name: seat.name }) : seat.name;
}

/** “30 seconds”, “3 days” */
export function time(seconds: number): string {
  if (seconds >= 86400) return say('clock-days', { count: Math.round(seconds / 86400) });
  if (seconds >= 3600) return say('clock-hours', { count: Math.round(seconds / 3600) });
  if (seconds >= 60) return say('clock-minutes', { count: Math.round(seconds / 60) });
  return say('clock-seconds', { count: Math.round(seconds) });
}

export const clock = (seconds: number | null | undefined) =>
  seconds ? say('clock-turn', { time: time(seconds) }) : say('clock-none');

export function day(at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at * 1000);
}

/** “Italian rules”, or that they are this table's own. */
export function rulesOf(edition: unknown): string {
  const named = saying(`edition-${String(edition)}`);
  return named ? say('table-rules', { edition: named }) : say('edition-custom');
}

/** The edition, the expansion, the clock: what is played at a table. */
export function terms(table: TableInfo): string[] {
  const { edition, expansion } = table.rules as { edition?: string; expansion?: boolean };
  return [
    rulesOf(edition),
    ...(expansion ? [say('expansion')] : []),
    clock(table.clock?.turn),
    ...(table.private ? [say('table-private')] : []),
  ];
}

/** How a table stands, in a few words. */
export function standing(table: TableInfo): string {
  const name = (seat: number) => {
    const found = table.seats[seat];
    return found ? seatName({ ...found, away: false }) : '';
  };
  switch (table.status) {
    case 'waiting':
      return say('table-waiting', { open: table.seats.filter((s) => s.kind === 'open').length });
    case 'closed':
      return say('table-closed');
    case 'over': {
      const winners = table.result?.winners ?? [];
      if (winners.length === 0) return say('table-over');
      if (winners.length > 1) return say('table-shared', { who: list(winners.map(name)) });
      if (table.you.includes(winners[0]!)) return say('table-you-won');
      return say('table-won', { who: name(winners[0]!) });
    }
    default:
      if (isMine(table)) return say('table-your-turn');
      return table.to_move === null
        ? say('table-moves', { moves: table.moves })
        : say('table-turn-of', { who: name(table.to_move) });
  }
}

/** Whether the table waits for me. */
export const isMine = (table: TableInfo) =>
  table.status === 'playing' && table.to_move !== null && table.you.includes(table.to_move);
