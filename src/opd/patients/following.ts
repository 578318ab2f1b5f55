// Tokens follow the record of their patient: when its name is corrected, and when it becomes part of another one.

import type pg from "pg";
import type { CommandContext } from "../../engine/command-context.ts";
import { decideInTransaction } from "../../engine/decide-in-transaction.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Transition } from "../../kernel/policy.ts";
import { refuse } from "../refusals.ts";
import * as orders from "../core/orders.ts";
import type { Token, TokenData } from "../core/rules.ts";
import { findTokens } from "../core/store.ts";
import { dayOf } from "../days/days.ts";
import { tokensInUse, visitsOf } from "./visits.ts";

export type Holder = Pick<TokenData, "patientId" | "patientName">;

/** Somebody may still decide about these: they change under the lock of their day. */
const recentMs = 2 * 86_400_000;
const mostRecent = 100;

export async function decidableTokens(
  tx: pg.ClientBase,
  orgId: string,
  patientId: string,
  now: Date,
): Promise<Token[]> {
  const inUse = await tokensInUse(tx, orgId, patientId);
  const latest = await visitsOf(tx, orgId, patientId, null, mostRecent);
  const recent = latest.filter(
    ({ state, data }) => state !== "done" || data.slotEnd > now.getTime() - recentMs,
  );
  return [...new Map([...inUse, ...recent].map((token) => [token.id, token])).values()];
}

/** The days of the tokens, and other lines, in the order in which everybody locks. Index: line_by_id. */
export async function lockLines(
  tx: pg.ClientBase,
  tokens: readonly Token[],
  more: readonly string[] = [],
): Promise<void> {
  await tx.query(`select 1 from line where id = any($1::uuid[]) order by id for update`, [
    [...new Set([...tokens.map(dayOf), ...more])],
  ]);
}

/** In a transaction that has locked their days. All of them, or it is refused with those that cannot follow. */
export async function renameTokens(
  tx: pg.ClientBase,
  clock: Clock,
  { orgId, actor, requestId }: CommandContext,
  tokens: readonly Token[],
  holder: Holder,
): Promise<Transition[]> {
  const now = await findTokens(
    tx,
    orgId,
    tokens.map(({ id }) => id),
  );
  const renamed = now.map((token) => orders.rename({ orgId, actor, requestId }, token, holder));
  const transitions: Transition[] = [];
  const observed = renamed.map((order): orders.OpdOrder => ({
    ...order,
    answer(at, decision) {
      transitions.push(...decision.transitions);
      return order.answer(at, decision);
    },
  }));
  const verdicts = await decideInTransaction(tx, clock, observed);
  const conflicts = verdicts.flatMap((verdict, i) => {
    if (verdict.kind === "failed") throw verdict.error;
    if (verdict.kind !== "refused") return [];
    const { id, data } = now[i]!;
    return [{ date: data.date, tokenId: id, otherTokenId: verdict.refusal.extra["tokenId"] }];
  });
  if (conflicts.length > 0) {
    const dates = [...new Set(conflicts.map(({ date }) => date))].join(", ");
    const detail = `Both have an active token for ${dates}; cancel one of them first`;
    throw refuse("BOTH_HAVE_TOKENS", detail, { tokens: conflicts });
  }
  return transitions;
}
