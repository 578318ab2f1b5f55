// A short list kept on this phone, the newest first. Storage may be refused (private windows): then
// nothing is remembered and all else works.

const atMost = 20;

export interface StoredList<T> {
  all(): T[];
  /** In front, in place of the one with the same id. */
  put(one: T): void;
  drop(id: string): void;
}

export function storedList<T>(place: string, idOf: (one: T) => string): StoredList<T> {
  function all(): T[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
      return Array.isArray(stored) ? (stored as T[]) : [];
    } catch {
      return [];
    }
  }
  const without = (id: string) => all().filter((one) => idOf(one) !== id);
  function write(list: T[]): void {
    try {
      localStorage.setItem(place, JSON.stringify(list));
    } catch {
      // Nothing to do: the page's own address still carries its secret.
    }
  }
  return {
    all,
    put: (one) => write([one, ...without(idOf(one))].slice(0, atMost)),
    drop: (id) => write(without(id)),
  };
}
