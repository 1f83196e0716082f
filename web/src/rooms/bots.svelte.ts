// The computer's players, as the server offers them; asked once.
import { api } from '../lib/api';

const USUAL = ['mozzo', 'marinaio', 'capitano', 'ammiraglio'];

let names = $state(USUAL);
let asked = false;

export const bots = {
  get names() {
    return names;
  },
};

export async function learnBots(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    const found = (await api.bots()).map((bot) => bot.name);
    if (found.length > 0) names = found;
  } catch {
    asked = false; // the usual ones will do
  }
}
