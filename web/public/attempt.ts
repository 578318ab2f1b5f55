// One intention to take a number or a box, however often it is sent. The key is made when the page
// loads; a second tap, a retry and a reload after a lost answer all carry it, so the server gives one.

import { asProblem, isUnknown, newKey, Problem, request } from "../wire/request.ts";

interface InDoubt<F> {
  key: string;
  form: F;
}

const placeOf = (path: string) => `turnkeeper.attempt.${path}`;

/** Whether something was sent there from this tab and never answered. */
export function isInDoubt(path: string): boolean {
  try {
    return sessionStorage.getItem(placeOf(path)) !== null;
  } catch {
    return false;
  }
}

export class Attempt<F extends object, T> {
  readonly #path: string;
  readonly #place: string;
  #key: string;
  /** What was sent and never answered: it may have done something. */
  inDoubt: F | null;

  /** `path` is where it is posted to. */
  constructor(path: string) {
    this.#path = path;
    this.#place = placeOf(path);
    const left = this.#stored();
    this.#key = left?.key ?? newKey();
    this.inDoubt = left?.form ?? null;
  }

  async send(form: F): Promise<T> {
    const before = this.inDoubt;
    this.#doubt(form);
    try {
      return this.#settled(await this.#post(form));
    } catch (error) {
      const problem = asProblem(error);
      if (isUnknown(problem)) throw problem;
      // The form was changed after an answer got lost: the first one did succeed. Ask for its answer.
      if (problem.code === "IDEMPOTENCY_KEY_REUSED") {
        if (before) return this.#settled(await this.#post(before));
        this.#key = newKey();
        return this.#settled(await this.#post(form));
      }
      this.#clear();
      throw problem;
    }
  }

  async #post(form: F): Promise<T> {
    // As a member of the public, also on a computer where somebody is signed in to the console.
    const answer = await request<T>(this.#path, {
      method: "POST",
      body: form,
      key: this.#key,
      withCookies: false,
    });
    if (!answer) throw new Problem(500, "INTERNAL", "The server sent an empty answer");
    return answer;
  }

  #settled(answer: T): T {
    this.#clear();
    return answer;
  }

  #doubt(form: F): void {
    this.inDoubt = form;
    try {
      sessionStorage.setItem(this.#place, JSON.stringify({ key: this.#key, form }));
    } catch {
      // Without storage a reload starts afresh; the key still guards this page's own retries.
    }
  }

  #clear(): void {
    this.inDoubt = null;
    try {
      sessionStorage.removeItem(this.#place);
    } catch {
      // As above.
    }
  }

  #stored(): InDoubt<F> | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.#place) ?? "null") as InDoubt<F> | null;
    } catch {
      return null;
    }
  }
}
