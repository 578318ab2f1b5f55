// Takes orders about bookings. Most go into a lane and commit with whatever else is there. Orders that also
// take, move or give back a token have a transaction of their own, in which both are decided.

import type { CommandContext } from "../../engine/command-context.ts";
import type pg from "pg";
import type { Verdict } from "../../engine/batch-protocol.ts";
import { allSent } from "../../engine/connection.ts";
import type { Lanes } from "../../engine/engine.ts";
import type { Outcome } from "../../engine/order.ts";
import { inTransaction, isTakenByOthers, dryRun } from "../../engine/transaction.ts";
import { senderOf } from "../../engine/decide-in-transaction.ts";
import type { Clock } from "../../infra/clock.ts";
import { refuse, type Refusal } from "../../kernel/refusal.ts";
import type { Draft, TokenStep, Window } from "./batch-state.ts";
import { decideAll, load, sendWrites, tokenSteps, type BatchDeps } from "./batch.ts";
import type { KnownResource } from "../kinds/kinds.ts";
import type { BookingOrder } from "./order.ts";
import type { AfterCommit, PublicPerson, TokenPort } from "./token-port.ts";
import { widening } from "./widening.ts";

/** What bookings ask of availability; filled where everything is put together. */
export interface Resources {
  find(orgId: string, ids: readonly string[]): Promise<KnownResource[]>;
}

export interface DeskDeps extends BatchDeps {
  pool: pg.Pool;
  clock: Clock;
  lanes: Lanes<BookingOrder>;
  resources: Resources;
  tokens: TokenPort;
}

export interface Asked {
  by: CommandContext;
  windows: readonly Window[];
  bookingIds?: readonly string[];
  holdIds?: readonly string[];
  waitIds?: readonly string[];
  /** Holds and offers that it is there to end. */
  endingIds?: readonly string[];
  decide(draft: Draft, patientId: string | null): object | Refusal;
  /** For whom it is: found, or added in the same commit. */
  person?: PublicPerson | undefined;
  /** It takes, moves or gives back a token. */
  withToken?: boolean;
  /** It wants to know which tokens were refused, not only that one was. */
  perToken?: boolean;
  /** Taken back right after: somebody only wants to see what would become of it. */
  dryRun?: boolean;
}

/** Some tokens cannot be had; nothing was written. */
export class TokensRefused extends Error {
  /** By the token's id. */
  readonly refusals: ReadonlyMap<string, Refusal>;

  constructor(refusals: ReadonlyMap<string, Refusal>) {
    super("tokens were refused");
    this.refusals = refusals;
  }

  get first(): Refusal {
    return this.refusals.values().next().value!;
  }
}

const lockTimeoutMs = 4_000;

type Facts = Pick<KnownResource, "id" | "type" | "timezone">;

export class BookingCommands {
  readonly #deps: DeskDeps;
  /** What never changes of a resource. */
  readonly #facts = new Map<string, Facts>();

  constructor(deps: DeskDeps) {
    this.#deps = deps;
  }

  submit(asked: Asked): Promise<Outcome> {
    return widening(asked.windows, async (windows) =>
      this.#submit(asked, await this.#orderFor(asked, windows)),
    );
  }

  async #submit(asked: Asked, order: BookingOrder): Promise<Outcome> {
    const { pool, lanes } = this.#deps;
    try {
      if (asked.dryRun) return await dryRun(pool, (tx) => this.#alone(tx, order, true));
      const { withToken, person } = asked;
      if (!withToken && !person) return await lanes.post(order);
      let afterCommit: AfterCommit = [];
      const alone = (tx: pg.ClientBase) => {
        afterCommit = [];
        return person
          ? this.#forPerson(tx, asked, order, person, afterCommit)
          : this.#alone(tx, order, false, { afterCommit });
      };
      const outcome = await inTransaction(pool, alone, isTakenByOthers);
      for (const tell of afterCommit) tell();
      return outcome;
    } catch (error) {
      if (error instanceof TokensRefused && !asked.perToken) throw error.first;
      throw busyIfLocked(error);
    }
  }

  async #orderFor(asked: Asked, windows: readonly Window[]): Promise<BookingOrder> {
    const { by, bookingIds = [], holdIds = [], waitIds = [], endingIds = [], decide } = asked;
    const { orgId, actor, idem, fingerprint } = by;
    const resourceIds = [...new Set(windows.map(({ resourceId }) => resourceId))];
    const facts = await this.#factsOf(orgId, resourceIds);
    const shared = windows.filter(({ resourceId }) => facts.get(resourceId)!.type === "doctor");
    const dayIds = new Set(
      shared.flatMap(({ resourceId, from, to }) =>
        this.#deps.tokens.dayIds(resourceId, facts.get(resourceId)!.timezone, from, to),
      ),
    );
    return {
      orgId,
      actor,
      ...(idem === undefined ? {} : { idem }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
      lineIds: [...resourceIds, ...dayIds] as unknown as [string, ...string[]],
      dayIds: [...dayIds],
      windows,
      shared,
      bookingIds,
      holdIds,
      waitIds,
      endingIds,
      decide: (draft) => decide(draft, null),
    };
  }

  async #factsOf(orgId: string, ids: readonly string[]): Promise<Map<string, Facts>> {
    const key = (id: string) => `${orgId} ${id}`;
    const unknown = ids.filter((id) => !this.#facts.has(key(id)));
    if (unknown.length > 0) {
      if (this.#facts.size > 50_000) this.#facts.clear();
      for (const { id, type, timezone } of await this.#deps.resources.find(orgId, unknown)) {
        this.#facts.set(key(id), { id, type, timezone });
      }
    }
    return new Map(
      ids.map((id) => {
        const facts = this.#facts.get(key(id));
        if (!facts) throw refuse("NOT_FOUND", "There is no such resource", { resourceId: id });
        return [id, facts];
      }),
    );
  }

  /** Who was not known becomes a patient only with what they asked for. */
  async #forPerson(
    tx: pg.ClientBase,
    { by, decide }: Asked,
    order: BookingOrder,
    person: PublicPerson,
    afterCommit: AfterCommit,
  ): Promise<Outcome> {
    const { tokens } = this.#deps;
    await tx.query(`set local lock_timeout = ${lockTimeoutMs}`);
    const { id, isKnown } = await tokens.identify(tx, by.orgId, person);
    const own = { ...order, decide: (draft: Draft) => decide(draft, id) };
    const first = async (now: Date) => {
      if (!isKnown) await tokens.addPatient(tx, by, id, person, now);
    };
    return this.#alone(tx, own, false, { first, afterCommit });
  }

  async #alone(
    tx: pg.ClientBase,
    order: BookingOrder,
    dryRun: boolean,
    {
      first,
      afterCommit = [],
    }: { first?: (now: Date) => Promise<void>; afterCommit?: AfterCommit } = {},
  ): Promise<Outcome> {
    await tx.query(`set local lock_timeout = ${lockTimeoutMs}`);
    const sender = senderOf(tx);
    const options = { fixedNow: this.#deps.clock.fixed(), contended: new Set<string>() };
    const ready = await load(sender, [order], options, this.#deps);
    const decided = decideAll([order], ready);
    const outcome = outcomeOf(decided.verdicts[0]!);
    if (outcome.replayed || (dryRun && tokenSteps(decided).length === 0)) return outcome;
    await first?.(new Date(ready.state.now));
    await allSent(sendWrites(sender, decided, ready.state.now));
    const refusals = new Map<string, Refusal>();
    for (const step of tokenSteps(decided)) {
      const refusal = await this.#token(tx, order, step, afterCommit);
      if (refusal) refusals.set(step.tokenId, refusal);
    }
    if (refusals.size > 0) throw new TokensRefused(refusals);
    return outcome;
  }

  #token(
    tx: pg.ClientBase,
    { orgId, actor }: BookingOrder,
    step: TokenStep,
    afterCommit: AfterCommit,
  ) {
    const { tokens } = this.#deps;
    const by = { orgId, actor };
    switch (step.do) {
      case "take":
        return tokens.take(tx, by, step, afterCommit);
      case "move":
        return tokens.move(tx, by, step, afterCommit);
      case "cancel":
        return tokens.cancel(tx, by, step.tokenId, afterCommit);
    }
  }
}

function outcomeOf(verdict: Verdict): Outcome {
  switch (verdict.kind) {
    case "done":
      return verdict.outcome;
    case "refused":
      throw verdict.refusal;
    case "failed":
      throw verdict.error;
    default:
      throw new Error(`a booking could not be decided: ${verdict.kind}`);
  }
}

function busyIfLocked(error: unknown): unknown {
  if ((error as { code?: string }).code !== "55P03") return error;
  return refuse("BUSY", "The decision could not be made in time; try again", {
    retryAfterSeconds: 1,
  });
}
