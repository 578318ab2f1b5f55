// Changing a schedule without forgetting those who rely on it. The transaction that writes the change also
// locks the commitments, checks them and, if the caller says so, settles them. So nobody can meanwhile take
// a place that the change removes.

import type { CommandContext } from "../engine/command-context.ts";
import type pg from "pg";
import { auditedWrite } from "../engine/audited-write.ts";
import { dryRun } from "../engine/transaction.ts";
import type { Clock } from "../infra/clock.ts";
import type { Refusal } from "../kernel/refusal.ts";
import { refuse } from "./refusals.ts";
import {
  leftOutside,
  type Commitment,
  type CommitmentPort,
  type ScheduleChange,
  type Settled,
} from "./commitments.ts";
import type { Plan } from "./plans.ts";
import type { Resource } from "./store.ts";
import { commitmentView, settledView } from "./view.ts";

export type Conflicts = "keep" | "move";

export interface Change {
  by: CommandContext;
  resource: Resource;
  operation: string;
  /** Without it a change that pushes somebody out is refused. */
  conflicts: Conflicts | undefined;
}

export interface ChangeDeps {
  pool: pg.Pool;
  clock: Clock;
  commitments: readonly CommitmentPort[];
}

export const maxListed = 1_000;

export async function carryOut<T>(
  { pool, clock, commitments: ports }: ChangeDeps,
  { by, resource, operation, conflicts }: Change,
  planIn: (tx: pg.ClientBase, now: Date) => Promise<Plan<T>>,
) {
  const write = { ...by, lineId: resource.id, operation, clock };
  const { answer, replayed } = await auditedWrite(pool, write, async (tx, now) => {
    const plan = await planIn(tx, now);
    const outside = await outsideByPort(tx, ports, resource, plan, now);
    if (!conflicts && outside.size > 0) throw commitmentsOutside([...outside.values()].flat());
    await plan.write(tx);
    const how = { conflicts: conflicts!, actor: by.actor, now };
    const settled = await settle(tx, outside, resource, plan, how);
    await follow(tx, ports, resource, plan, by.actor, now);
    await plan.finish?.(tx, settled);
    const shown = { made: plan.made, settled: settled.map(settledView) };
    const after = { ...plan.becomes, settled: shown.settled };
    return { type: plan.event, before: plan.was, after, answer: shown };
  });
  return { ...answer, replayed };
}

async function settle(
  tx: pg.ClientBase,
  outside: Map<CommitmentPort, Commitment[]>,
  { orgId, id: resourceId }: Resource,
  { after: schedule }: Plan<unknown>,
  how: Pick<ScheduleChange, "conflicts" | "actor" | "now" | "dryRun">,
): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const [port, commitments] of outside) {
    const change = { orgId, resourceId, schedule, outside: commitments, ...how };
    settled.push(...(await port.settle(tx, change)));
  }
  return settled;
}

async function follow(
  tx: pg.ClientBase,
  ports: readonly CommitmentPort[],
  { orgId, id: resourceId }: Resource,
  { after: schedule, ...plan }: Plan<unknown>,
  actor: string,
  now: Date,
): Promise<void> {
  const from = new Date(Math.max(plan.from, now.getTime()));
  const to = plan.to === null ? null : new Date(plan.to);
  if (to && to <= from) return;
  for (const port of ports) {
    await port.follow?.(tx, { orgId, resourceId, schedule, from, to, actor });
  }
}

/**
 * What would come of it. With `conflicts` it is really done and then taken back, so that what is
 * foretold cannot differ from what a write would do.
 */
export function foresee<T>(
  { pool, commitments: ports }: ChangeDeps,
  { by: { actor }, resource, conflicts }: Omit<Change, "operation">,
  now: Date,
  planIn: (tx: pg.ClientBase) => Promise<Plan<T>>,
): Promise<{ plan: Plan<T>; outside: Commitment[]; settled: Settled[] | undefined }> {
  return dryRun(pool, async (tx) => {
    const plan = await planIn(tx);
    const outside = await outsideByPort(tx, ports, resource, plan, now);
    const lost = [...outside.values()].flat();
    if (!conflicts) return { plan, outside: lost, settled: undefined };
    await plan.write(tx);
    const how = { conflicts, actor, now, dryRun: true };
    return { plan, outside: lost, settled: await settle(tx, outside, resource, plan, how) };
  });
}

/** Only ports that lose something. What is past cannot be helped and does not count. */
async function outsideByPort(
  tx: pg.ClientBase,
  ports: readonly CommitmentPort[],
  { orgId, id }: Resource,
  plan: Plan<unknown>,
  now: Date,
): Promise<Map<CommitmentPort, Commitment[]>> {
  const outside = new Map<CommitmentPort, Commitment[]>();
  const from = new Date(Math.max(plan.from, now.getTime()));
  const to = plan.to === null ? null : new Date(plan.to);
  if (to && to <= from) return outside;
  for (const port of ports) {
    const commitments = await port.lockAndList(tx, orgId, id, from, to);
    const lost = leftOutside(plan.before, plan.after, commitments);
    if (lost.length > 0) outside.set(port, lost);
  }
  return outside;
}

function commitmentsOutside(commitments: readonly Commitment[]): Refusal {
  const detail =
    `${commitments.length} tokens or bookings would be left outside; ` +
    `say conflicts: keep to leave them as they are, or move to find them other places`;
  const listed = commitments.slice(0, maxListed).map(commitmentView);
  return refuse("CLAIMS_OUTSIDE", detail, { claims: listed, claimsTotal: commitments.length });
}
