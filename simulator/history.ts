// One history: what a seed makes of servers, people, a database, a network and faults; and whether
// everything that was promised held.

import { Faults } from "./faults.ts";
import { allGuards, type Guards } from "./guards.ts";
import { Network } from "./network.ts";
import { People, type Found } from "./people.ts";
import { openPremises } from "./premises.ts";
import { SimulatedPostgres } from "./postgres/postgres.ts";
import { ticketKey } from "./postgres/tables.ts";
import type { Process } from "./process.ts";
import { beginningOf, compareWithReference } from "./reference.ts";
import { checkEnd, CommitRules, Findings, Violation, type RuleName } from "./rules.ts";
import { World } from "./world.ts";

export interface History {
  readonly seed: number;
  readonly violation: Violation | null;
  readonly trace: string;
  readonly requests: number;
  readonly commits: number;
}

interface Options {
  isTraced?: boolean;
  guards?: Partial<Guards>;
  /** Looks for nothing else. */
  rule?: RuleName;
}

/** Faults and locks are over long before; an order not answered by then never is. */
const limitMs = 120_000;

export async function play(seed: number, options: Options = {}): Promise<History> {
  const world = new World(seed, options.isTraced ?? false);
  const guards = { ...allGuards, ...options.guards };
  const findings = new Findings(options.rule ?? null);
  const commitRules = new CommitRules(findings);
  const postgres = new SimulatedPostgres(world, guards, (commit) =>
    commitRules.check(postgres, commit),
  );
  const network = new Network(world, postgres);
  const premises = openPremises(world, postgres);
  const beginning = beginningOf(postgres);
  commitRules.begin(beginning.tickets);
  const processes: Process[] = [];
  const look = (ticketId: string) => find(postgres, premises.orgId, ticketId);
  const people = new People(world, premises, processes, look);
  const faults = new Faults(world, postgres, network, premises, processes);

  const { chance } = world;
  for (let i = chance.between(1, 3); i > 0; i--) faults.startProcess();
  const lastsMs = chance.pick([200, 2_000, 10_000]);
  faults.plan(lastsMs);
  for (let bursts = chance.between(2, 8); bursts > 0; bursts--) {
    const withinMs = chance.pick([0.5, 20, lastsMs / 4]);
    world.after(world.between(0, lastsMs), () => people.arrive(chance.between(1, 16), withinMs));
  }

  let violation: Violation | null = null;
  try {
    await world.run(() => false, lastsMs * 1.3);
    faults.heal();
    if (!(await world.run(() => faults.areOver && people.isServed, limitMs))) {
      const detail = people.unanswered.map(({ id, what }) => `${id} (${what})`).join(", ");
      findings.add("everybody is answered", detail);
    }
    if (!(await close(world, processes))) {
      findings.add("everybody is answered", "an engine does not close");
    }
    await world.run(() => postgres.sessions.size === 0, limitMs);
    checkEnd(findings, postgres, people.requests);
    const requests = new Map(people.requests.map((request) => [request.id, request]));
    const difference = compareWithReference(beginning, postgres, requests);
    if (difference) findings.add("it is as if one order came after another", difference);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = error;
  }
  return {
    seed,
    violation,
    trace: world.trace,
    requests: people.requests.length,
    commits: postgres.commits.length,
  };
}

/** False: one of them never does. */
async function close(world: World, processes: readonly Process[]): Promise<boolean> {
  let open = 0;
  for (const process of processes) {
    if (process.state === "dead") continue;
    open += 1;
    world.after(0, () => void process.engine.close().then(() => (open -= 1)), process);
  }
  return world.run(() => open === 0, limitMs);
}

export function find(
  { tables }: SimulatedPostgres,
  orgId: string,
  ticketId: string,
): Found | undefined {
  const ticket = tables.ticket.seenAt(ticketKey(orgId, ticketId), null);
  if (!ticket) return undefined;
  const { line_id: lineId, state, version, level, rank, previous } = ticket;
  const { group_id: groupId, product } = tables.line.seenAt(lineId, null)!;
  const former = previous === null ? null : (JSON.parse(previous) as { lineId?: string });
  return {
    ticketId,
    lineId,
    groupId,
    product,
    state,
    version,
    level,
    rank,
    formerLineId: former && (former.lineId ?? lineId),
    deadlineAt: ticket.deadline_at,
  };
}
