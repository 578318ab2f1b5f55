// One intention to join, however often it is sent. The key is made when the page loads; a second
// tap, a retry and a reload after a lost answer all carry it, so the server gives one ticket.

import { asProblem, newKey, Problem, request } from "../wire/request.ts";
import type { JoinedTicket } from "../wire/types.ts";

export interface JoinForm {
  name: string;
  mobile?: string;
  partySize: number;
}

interface InDoubt {
  key: string;
  form: JoinForm;
}

export class JoinAttempt {
  readonly #queueId: string;
  readonly #place: string;
  #key: string;
  /** What was sent and never answered: it may have given a ticket. */
  inDoubt: JoinForm | null;

  constructor(queueId: string) {
    this.#queueId = queueId;
    this.#place = `turnkeeper.joining.${queueId}`;
    const left = this.#stored();
    this.#key = left?.key ?? newKey();
    this.inDoubt = left?.form ?? null;
  }

  async send(form: JoinForm): Promise<JoinedTicket> {
    const before = this.inDoubt;
    this.#doubt(form);
    try {
      return this.#settled(await this.#post(form));
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === "NO_ANSWER") throw problem;
      // The form was changed after an answer got lost: the first one did give a ticket. Ask for it.
      if (problem.code === "IDEMPOTENCY_KEY_REUSED") {
        if (before) return this.#settled(await this.#post(before));
        this.#key = newKey();
        return this.#settled(await this.#post(form));
      }
      this.#clear();
      throw problem;
    }
  }

  async #post(form: JoinForm): Promise<JoinedTicket> {
    const path = `/v1/queues/${this.#queueId}/tickets`;
    // As a member of the public, also on a computer where somebody is signed in to the console.
    const ticket = await request<JoinedTicket>(path, {
      method: "POST",
      body: form,
      key: this.#key,
      withCookies: false,
    });
    if (!ticket) throw new Problem(500, "INTERNAL", "The server sent no ticket");
    return ticket;
  }

  #settled(ticket: JoinedTicket): JoinedTicket {
    this.#clear();
    return ticket;
  }

  #doubt(form: JoinForm): void {
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

  #stored(): InDoubt | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.#place) ?? "null") as InDoubt | null;
    } catch {
      return null;
    }
  }
}
