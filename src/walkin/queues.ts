// Walk-in queues themselves: making them, changing what they are set to, and looking at them.

import type { CommandContext } from "../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import { newId } from "../infra/ids.ts";
import { waitingCount } from "../kernel/line.ts";
import { refuse } from "../kernel/refusal.ts";
import type { Budgets } from "../platform/budgets.ts";
import { countsOf } from "./stats.ts";
import type { Reports } from "./reports.ts";
import { ageingMsOf, type QueueSettings } from "./rules.ts";
import { settleInto } from "./settings-change.ts";
import * as store from "./store.ts";
import type { Queue } from "./store.ts";
import { boardView, publicView, queueView, type BoardView, type QueueView } from "./view.ts";

export interface QueuesDeps {
  pool: pg.Pool;
  clock: Clock;
  reports: Reports;
  budgets: Pick<Budgets, "check">;
}

const maxOnBoard = 12;
const maxOwnersKnown = 100_000;

export class Queues {
  readonly #deps: QueuesDeps;
  /** Which organisation a queue belongs to never changes. */
  readonly #owners = new Map<string, string>();

  constructor(deps: QueuesDeps) {
    this.#deps = deps;
  }

  async create(by: CommandContext, settings: QueueSettings) {
    const { pool, clock, reports, budgets } = this.#deps;
    const id = newId();
    const write = { ...by, lineId: id, operation: "createQueue", clock };
    const { answer, replayed } = await auditedWrite<QueueView>(pool, write, async (tx, now) => {
      await budgets.check(tx, by.orgId, "queues");
      const ageingMs = ageingMsOf(settings);
      await store.insertQueue(tx, { orgId: by.orgId, id, settings, ageingMs, now });
      const view = { id, ...settings, waiting: 0, createdAt: now.toISOString() };
      return { type: "counter.queue_created", after: settings, answer: view };
    });
    if (replayed) reports.replayed(by, answer.id);
    return { queue: answer, replayed };
  }

  async change(by: CommandContext, id: string, patch: Partial<QueueSettings>) {
    const { pool, clock, reports } = this.#deps;
    await this.queue(by.orgId, id);
    const write = { ...by, lineId: id, operation: "changeQueue", clock };
    const { answer, replayed } = await auditedWrite<QueueView>(pool, write, async (tx, now) => {
      const queue = (await store.findQueue(tx, id))!;
      const settings = { ...queue.settings, ...patch };
      await settleInto(tx, queue, settings, now.getTime());
      await store.saveSettings(tx, by.orgId, id, settings);
      const view = queueView({ ...queue, settings });
      const { settings: before } = queue;
      return { type: "counter.queue_changed", before, after: settings, answer: view };
    });
    if (replayed) reports.replayed(by, id);
    return { queue: answer, replayed };
  }

  /** The queue, if it belongs to the organisation that asks. */
  async queue(orgId: string, id: string): Promise<Queue> {
    const queue = await this.anyQueue(id);
    if (queue.orgId !== orgId) throw notThere();
    return queue;
  }

  async anyQueue(id: string): Promise<Queue> {
    const queue = await store.findQueue(this.#deps.pool, id);
    if (!queue) throw notThere();
    return queue;
  }

  /** Whose queue it is, for somebody who knows only its id. */
  async ownerOf(id: string): Promise<string> {
    const known = this.#owners.get(id);
    if (known) return known;
    const { orgId } = await this.anyQueue(id);
    if (this.#owners.size >= maxOwnersKnown) this.#owners.clear();
    this.#owners.set(id, orgId);
    return orgId;
  }

  async list(orgId: string, after: string | null, limit: number): Promise<QueueView[]> {
    return (await store.listQueues(this.#deps.pool, orgId, after, limit)).map(queueView);
  }

  async view(orgId: string, id: string): Promise<QueueView> {
    return queueView(await this.queue(orgId, id));
  }

  async publicView(id: string) {
    return publicView(await this.anyQueue(id));
  }

  async board(id: string): Promise<BoardView> {
    const { pool } = this.#deps;
    const [queue, shown] = await Promise.all([
      this.anyQueue(id),
      store.onBoard(pool, id, maxOnBoard),
    ]);
    return boardView(queue, shown);
  }

  async stats(orgId: string, id: string) {
    const { line, settings } = await this.queue(orgId, id);
    const counts = countsOf(line, settings.timezone, approximateNow(this.#deps.clock));
    return {
      waiting: waitingCount(line),
      calledToday: counts.called,
      servedToday: counts.served,
      noShowsToday: counts.noShows,
      cancelledToday: counts.cancelled,
      averageWaitSeconds: average(counts.waitMs, counts.called),
      averageServiceSeconds: average(counts.serviceMs, counts.served),
    };
  }
}

const notThere = () => refuse("NOT_FOUND", "There is no such queue");

function average(sumMs: number, count: number): number | null {
  return count === 0 ? null : Math.round(sumMs / count / 1000);
}
