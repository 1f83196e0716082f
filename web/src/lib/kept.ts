// What this browser remembers. One that keeps nothing works as well, it only forgets.

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // full, or forbidden
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // nothing to forget
  }
}
