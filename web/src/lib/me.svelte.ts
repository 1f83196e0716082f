// Who I am to the server. Remembered, so that the page need not wait for the answer to draw itself.
import { api, Refusal, type User } from './api';
import { forget, keep, kept } from './kept';

let user = $state<User | null>(kept<User | null>('user', null));

export const me = {
  get user() {
    return user;
  },
};

/** From now on this is me; null: nobody. */
export function become(someone: User | null): void {
  user = someone;
  if (someone) keep('user', someone);
  else forget('user');
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
