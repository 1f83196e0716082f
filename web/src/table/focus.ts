// Whoever plays by keyboard is led on: from a ship to its cargo, from there to the squares.
import { tick } from 'svelte';

/** Whether a click came from the keyboard (or from a program that speaks for it). */
export const byKeyboard = (event: MouseEvent) => event.detail === 0;

export function lead(selector: string): void {
  void tick().then(() => document.querySelector<HTMLElement>(selector)?.focus());
}
