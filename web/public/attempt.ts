// One intention to take a number or a box, however often it is sent. The key is made when the page
// loads; a second tap, a retry and a reload after a lost answer all carry it, so the server gives one.

import { asProblem } from "../../client/transport/problem.ts";
import { newKey } from "../../client/transport/send.ts";
import { isUnknown, request } from "../wire/request.ts";

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

export interface Attempt<F extends object, T> {
  /** What was sent before this page was loaded and never answered: it may have done something. */
  left: F | null;
  send(form: F): Promise<T>;
}

/**
 * `path` is where it is posted to. Not a class: private fields, as older phones need them written, cost the
 * page half a kilobyte.
 */
export function attemptAt<F extends object, T>(path: string): Attempt<F, T> {
  const place = placeOf(path);
  const left = stored<F>(place);
  let key = left?.key ?? newKey();
  let inDoubt = left?.form ?? null;

  async function post(form: F): Promise<T> {
    // As a member of the public, also on a computer where somebody is signed in to the console.
    const options = { method: "POST", body: form, key, withCookies: false };
    const answer = await request<T>(path, options);
    if (!answer) throw new Error("The server sent an empty answer");
    keep(null);
    return answer;
  }

  function keep(form: F | null): void {
    inDoubt = form;
    try {
      if (form) sessionStorage.setItem(place, JSON.stringify({ key, form }));
      else sessionStorage.removeItem(place);
    } catch {
      // Without storage a reload starts afresh; the key still guards this page's own retries.
    }
  }

  async function send(form: F): Promise<T> {
    const before = inDoubt;
    keep(form);
    try {
      return await post(form);
    } catch (error) {
      const problem = asProblem(error);
      if (isUnknown(problem)) throw problem;
      // The form was changed after an answer got lost: the first one did succeed. Ask for its answer.
      if (problem.code === "IDEMPOTENCY_KEY_REUSED") {
        if (before) return post(before);
        key = newKey();
        return post(form);
      }
      keep(null);
      throw problem;
    }
  }

  return { left: inDoubt, send };
}

function stored<F>(place: string): InDoubt<F> | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null") as InDoubt<F> | null;
  } catch {
    return null;
  }
}
