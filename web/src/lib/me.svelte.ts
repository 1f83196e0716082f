// Who I am to the server. Remembered, so that the page need not wait for the answer to draw itself.
import { api, Refusal, type User } from './api';
import { forget, keep, kept } from './kept';
import { say } from './words';

let user = $state<User | null>(kept<User | null>('user', null));

export const me = {
  get user() {
    return user;
  },
};

/** A name for those who do not want to think of one: the one used here before, or any. */
export function anyName(): string {
  return kept('name', '') || otherName([]);
}

/** Any name but these. */
export function otherName(taken: string[]): string {
  const names = say('page-guest-names').split(/,\s*/).filter((name) => !taken.includes(name));
  return names[Math.floor(Math.random() * names.length)] ?? '';
}

/** From now on this is me; null: nobody. */
export function become(someone: User | null): void {
  user = someone;
  if (someone) {
    keep('user', someone);
    keep('name', someone.name);
  } else forget('user');
}

/** Ask the server who I am. */
export async function learnMe(): Promise<void> {
  try {
    become((await api.me()).user);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    // not heard: what is remembered will do
  }
}

/** A guest by that name, where there is nobody yet. */
export async function beSomeone(name: string): Promise<void> {
  if (user) return;
  become((await api.guest(name.trim())).user);
}
