// People who use the servers: they come, call, cancel, move and take back. Those who hear nothing, or that
// nobody knows, asks again with the same key, maybe on another server, maybe without waiting.

import type { Order } from "../src/engine/order.ts";
import { troubleOf } from "../src/infra/database-errors.ts";
import { Refusal, refuse } from "../src/kernel/refusal.ts";
import type { Premises } from "./premises.ts";
import type { Process } from "./process.ts";
import * as orders from "./products.ts";
import type { Answer, By, Known, Rules } from "./products.ts";
import type { World } from "./world.ts";

/** A ticket, as somebody finds it who looks it up. */
export interface Found extends Known {
  product: string;
  state: string;
  version: number;
  level: number;
  rank: number;
  /** Where it was before its last step. */
  formerLineId: string | null;
  deadlineAt: number | null;
}

/** Looks a ticket up, where the order is made. */
export type Look = (ticketId: string) => Found | undefined;

export interface Submission {
  readonly host: Process;
  readonly sentAt: number;
  outcome: { answer: Answer | null } | { error: Error } | null;
}

export interface Request {
  readonly id: string;
  readonly what: string;
  /** The step that this order takes, and no other does for it. */
  readonly root: string;
  readonly idem: string | undefined;
  readonly make: (look: Look) => Order<Rules> | null;
  readonly submissions: Submission[];
  isDone: boolean;
}

const maxTries = 5;
const patienceMs = 12_000;

export type Fate = "answered" | "refused" | "unknown" | "broken" | "open";

export function fateOf({ outcome }: Submission): Fate {
  if (outcome === null) return "open";
  if ("answer" in outcome) return "answered";
  const { error } = outcome;
  if (error instanceof Refusal) {
    return ["BUSY", "SHUTTING_DOWN"].includes(error.code) ? "unknown" : "refused";
  }
  return troubleOf(error) ? "unknown" : "broken";
}

export class People {
  readonly requests: Request[] = [];
  readonly #world: World;
  readonly #premises: Premises;
  readonly #processes: Process[];
  readonly #look: Look;
  readonly #wants: { want: Want; weight: number }[];
  readonly #tickets: string[] = [];
  readonly #keyed: number;
  readonly #impatient: number;
  /** How many send a request again that was answered. */
  readonly #forgetful: number;
  /** How many go to the first server, so that it has the lines for itself. */
  readonly #toFirst: number;
  #open = 0;

  constructor(world: World, premises: Premises, processes: Process[], look: Look) {
    this.#world = world;
    this.#premises = premises;
    this.#processes = processes;
    this.#look = look;
    const { chance } = world;
    // Each history has its own mix, and does without some of it. In some nearly everything can be decided
    // from the cache.
    const mix = chance.pick([null, null, ...simpleMixes]);
    this.#wants = Object.entries(wants).map(([name, want]) => {
      const isLeftOut = name in ticketWants && chance.next() < (mix ? 0.8 : 0.3);
      const weight = mix ? (mix[name] ?? 1) : chance.between(1, 10);
      return { want, weight: isLeftOut ? 0 : weight };
    });
    this.#keyed = mix ? 1 : chance.pick([0.6, 0.95, 1]);
    this.#impatient = chance.pick([0, 0.05, 0.3]);
    this.#forgetful = chance.pick([0, 0.05, 0.3]);
    this.#toFirst = chance.pick([0, 0.8, 0.97]);
  }

  /** Nobody wants more, and nobody hears more: all are answered, or their process is gone. */
  get isServed(): boolean {
    return this.#open === 0 && this.unanswered.length === 0;
  }

  get unanswered(): Request[] {
    return this.requests.filter(({ submissions }) =>
      submissions.some(({ outcome, host }) => outcome === null && host.state !== "dead"),
    );
  }

  /** Some who come at about the same time. */
  arrive(count: number, withinMs: number): void {
    for (let i = 0; i < count; i++) {
      this.#open += 1;
      this.#world.after(this.#world.between(0, withinMs), () => this.#begin());
    }
  }

  #begin(): void {
    const { chance } = this.#world;
    const { newId, orgId } = this.#premises;
    const { want } = this.#weighted();
    const found = want(this.#premises, this.#world, this.#anyTicket());
    if (!found) {
      this.#open -= 1;
      return;
    }
    const id = `r${this.requests.length}`;
    const idem = chance.next() < this.#keyed ? newId() : undefined;
    const by: By = { orgId, actor: id, ...(idem && { idem, fingerprint: newId() }) };
    const request: Request = {
      id,
      what: found.what,
      root: found.root,
      idem,
      make: (look) => found.make(by, look),
      submissions: [],
      isDone: false,
    };
    this.requests.push(request);
    if (found.ticketId) this.#tickets.push(found.ticketId);
    this.#try(request);
    if (idem && chance.next() < this.#impatient) {
      this.#world.after(this.#world.between(0, 20), () => this.#try(request));
    }
  }

  #weighted() {
    const total = this.#wants.reduce((sum, { weight }) => sum + weight, 0);
    let left = this.#world.chance.below(total);
    return this.#wants.find(({ weight }) => (left -= weight) < 0)!;
  }

  #anyTicket(): Found | undefined {
    // Of those who came lately, mostly: what happens to one ticket at once is what is hard.
    const { chance } = this.#world;
    const last = this.#tickets.slice(chance.next() < 0.7 ? -6 : 0);
    return last.length === 0 ? undefined : this.#look(chance.pick(last));
  }

  #try(request: Request): void {
    const world = this.#world;
    if (request.submissions.length >= maxTries) return this.#finish(request);
    const there = this.#processes.filter(({ state }) => state !== "dead");
    if (there.length === 0) return world.after(100, () => this.#try(request));
    const isFirst = !request.isDone && world.chance.next() < this.#toFirst;
    const host = isFirst ? there[0]! : world.chance.pick(there);
    const submission: Submission = { host, sentAt: world.now, outcome: null };
    request.submissions.push(submission);
    world.after(world.between(0.1, 2), () => this.#submit(request, submission), host);
    world.after(patienceMs, () => {
      if (submission.outcome === null && !request.isDone) this.#again(request);
    });
  }

  #submit(request: Request, submission: Submission): void {
    const world = this.#world;
    const order = request.make(this.#look);
    world.note(submission.host.name, () => `${request.id} ${request.what}`);
    const settle = (outcome: NonNullable<Submission["outcome"]>) => {
      submission.outcome = outcome;
      world.note(submission.host.name, () => `${request.id} ${textOf(outcome)}`);
      const fate = fateOf(submission);
      if (fate === "unknown") return this.#again(request);
      this.#finish(request);
      if (!request.idem || world.chance.next() >= this.#forgetful) return;
      this.#open += 1;
      world.after(world.between(10, 3_000), () => {
        this.#open -= 1;
        this.#try(request);
      });
    };
    if (!order) return settle({ error: refuse("NOT_FOUND") });
    submission.host.engine.submit(order).then(
      ({ answer }) => settle({ answer: answer as Answer | null }),
      (error: Error) => settle({ error }),
    );
  }

  #again(request: Request): void {
    if (!request.idem) return this.#finish(request);
    this.#world.after(this.#world.between(10, 1_500), () => this.#try(request));
  }

  #finish(request: Request): void {
    if (request.isDone) return;
    request.isDone = true;
    this.#open -= 1;
  }
}

function textOf(outcome: NonNullable<Submission["outcome"]>): string {
  if ("answer" in outcome) return `→ ${JSON.stringify(outcome.answer)}`;
  const { error } = outcome;
  return `→ ${error instanceof Refusal ? error.code : `${error.name}: ${error.message}`}`;
}

interface Wanted {
  what: string;
  root: string;
  /** Of somebody new. */
  ticketId?: string;
  make(by: By, look: Look): Order<Rules> | null;
}

type Want = (premises: Premises, world: World, ticket: Found | undefined) => Wanted | null;

/** A step of a ticket that is there already, for a ticket of these products. */
function onTicket(
  what: string,
  root: string,
  of: readonly string[],
  make: (by: By, ticket: Found) => Order<Rules>,
): Want {
  return (_premises, _world, ticket) => {
    if (!ticket || !of.includes(ticket.product)) return null;
    const { ticketId } = ticket;
    return {
      what: `${what} ${short(ticketId)}`,
      root,
      make: (by, look) => {
        const found = look(ticketId);
        return found ? make(by, found) : null;
      },
    };
  };
}

const simple = (what: orders.Simple, root: string, of = ["desk", "clinic", "shop"]): Want =>
  onTicket(what, root, of, (by, ticket) =>
    orders.step(orders.products[ticket.product]!, by, ticket, what),
  );

const short = (id: string) => id.slice(0, 8);

const ticketWants: Record<string, Want> = {
  start: simple("start", "started"),
  cancel: simple("cancel", "ended"),
  finish: simple("finish", "ended"),
  front: simple("front", "put back", ["desk"]),
  back: simple("back", "put back", ["desk"]),
  expire: onTicket("expire", "ended", ["desk", "clinic", "shop"], (by, ticket) =>
    orders.step(orders.products[ticket.product]!, by, ticket, "expire", ticket.version),
  ),
  ask: onTicket("ask", "changed", ["desk"], orders.ask),
  undo: onTicket("undo", "undone", ["desk", "shop"], (by, ticket) =>
    orders.undo(orders.products[ticket.product]!, by, ticket, ticket.formerLineId ?? ticket.lineId),
  ),
  transfer: (premises, world, ticket) => {
    const to = world.chance.pick(premises.desks);
    return onTicket("transfer", "moved", ["desk"], (by, found) => orders.transfer(by, found, to))(
      premises,
      world,
      ticket,
    );
  },
  relocate: (premises, world, ticket) => {
    const slot = world.chance.below(3);
    return onTicket("relocate", "moved", ["clinic"], (by, found) =>
      orders.relocate(by, found, slot),
    )(premises, world, ticket);
  },
};

const simpleMixes: Record<string, number>[] = [
  { join: 40, call: 12, allocate: 0, reserve: 0, resize: 0 },
  { join: 0, call: 0, allocate: 40, reserve: 0 },
];

export const wants: Record<string, Want> = {
  ...ticketWants,
  join: ({ desks, newId }, { chance }) => {
    const [line, ticketId, priority] = [chance.pick(desks), newId(), chance.below(3)];
    return {
      what: `join ${short(ticketId)} at ${short(line)} with priority ${priority}`,
      root: "arrived",
      ticketId,
      make: (by) => orders.join(by, line, ticketId, priority),
    };
  },
  call: ({ desks }, { chance }) => {
    const line = chance.pick(desks);
    return {
      what: `call next at ${short(line)}`,
      root: "taken",
      make: (by) => orders.callNext(by, line),
    };
  },
  allocate: ({ clinic, newId }, { chance }) => {
    const wish = {
      ticketId: newId(),
      slot: chance.below(3),
      patient: `patient ${chance.below(chance.pick([6, 100]))}`,
      priority: chance.pick([0, 1, 1, 1, 2, 2, 2]),
    };
    return {
      what: `allocate ${short(wish.ticketId)} for ${wish.patient}`,
      root: "arrived",
      ticketId: wish.ticketId,
      make: (by) => orders.allocate(by, clinic, wish),
    };
  },
  resize: ({ clinic }, { chance }) => {
    const [slot, capacity] = [chance.below(3), chance.between(1, 5)];
    return {
      what: `resize slot ${slot} to ${capacity}`,
      root: "resized",
      make: (by) => orders.resize(by, clinic, slot, capacity),
    };
  },
  reserve: ({ shop, newId }, { chance }) => {
    const [ticketId, priority, places] = [newId(), chance.below(3), chance.pick([1, 1, 2])];
    return {
      what: `reserve ${places} as ${short(ticketId)}`,
      root: "arrived",
      ticketId,
      make: (by) => orders.reserve(by, shop, ticketId, priority, places),
    };
  },
};
