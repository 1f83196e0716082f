// Whoever plays by keyboard is led on: from a ship to its cargo, from there to the squares.
import { tick } from 'svelte';
import type { Orders } from './orders.svelte';

/** Whether a click came from the keyboard (or from a program that speaks for it). */
export const byKeyboard = (event: MouseEvent) => event.detail === 0;

/** Where the choice that is open was opened: there one goes on who does not mean it. */
export function opener(orders: Orders, reader: number | null): string {
  if (orders.ending) return '[data-action=end]';
  if (orders.target) return `[data-raid="${orders.target}"]`;
  if (orders.dominion) return `[data-conquer="${orders.dominion}"]`;
  return `[data-ship="${reader}.${orders.ship}"] button`;
}

export function lead(selector: string): void {
  void tick().then(() => document.querySelector<HTMLElement>(selector)?.focus());
}
