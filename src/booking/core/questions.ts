// Questions without a decision: would this fit, and when are all of these resources free? Read without locks;
// a later decision checks again.

import type pg from "pg";
import { approximateNow, type Clock } from "../../infra/clock.ts";
import { invalid, Refusal, refuse } from "../../kernel/refusal.ts";
import { BatchState, Draft, type Window } from "./batch-state.ts";
import { calendarsOf, columnsOf, othersBy } from "./batch.ts";
import { codeOf, conflictsNow, conflictView, usedParts, type WishedPart } from "./conflicts.ts";
import type { Resources } from "./commands.ts";
import { faultsOfTime, partsFor, partsOutside, type Kinds } from "../kinds/kinds.ts";
import { iso } from "./parts.ts";
import { limits, minuteMs, startsFor } from "./rules.ts";
import type { BookingService } from "./service.ts";
import { statements } from "./statements.ts";
import type { TokenPort } from "./token-port.ts";
import { needOf, resourceIn } from "../waitlist/waitlist.ts";

export interface QuestionDeps {
  pool: pg.Pool;
  clock: Clock;
  kinds: Kinds;
  resources: Resources;
  tokens: TokenPort;
  bookings: BookingService;
}

export interface Question {
  kind: string;
  start: number;
  end: number;
  resources: readonly WishedPart[];
  patientId?: string | null | undefined;
  /** A booking or a hold that does not stand in the way. */
  except?: string | null | undefined;
}

export class Questions {
  readonly #deps: QuestionDeps;

  constructor(deps: QuestionDeps) {
    this.#deps = deps;
  }

  async check(orgId: string, question: Question) {
    const { kinds, bookings, clock } = this.#deps;
    const { start, end, resources, except } = question;
    const kind = { ...kinds.get(question.kind), needsPatient: false };
    const [...faults] = partsOutside(start, end, resources);
    if (faults.length > 0) throw invalid(faults);
    const passed = faultsOfTime(start, end, approximateNow(clock));
    if (passed) throw passed;
    const windows = bookings.windowsFor(kind.name, start, end, resources);
    const draft = await this.#look(orgId, windows);
    if (except) draft.dropUses("booking", except);
    const parts = usedParts(draft, kind, { start, end, parts: resources, patientId: null });
    if (parts instanceof Refusal) throw parts;
    const conflicts = conflictsNow(draft, parts);
    return {
      fits: conflicts.length === 0,
      code: conflicts.length === 0 ? null : codeOf(conflicts),
      conflicts: conflicts.map(conflictView),
    };
  }

  /** Stretches in which all of the resources have room for one booking of that length. */
  async free(
    orgId: string,
    wish: { kind: string; resources: readonly string[]; from: number; to: number; minutes: number },
  ) {
    const { kinds, bookings, clock } = this.#deps;
    const kind = { ...kinds.get(wish.kind), needsPatient: false };
    const now = approximateNow(clock);
    const { from, to, minutes } = wish;
    if (to <= from) throw invalid([{ field: "to", message: "must be after from" }]);
    if (to - from > limits.longestMs * 3) {
      throw invalid([{ field: "to", message: "must be at most 93 days after from" }]);
    }
    const lengthMs = minutes * minuteMs;
    const ids = wish.resources.map((resourceId) => ({ resourceId }));
    const windows = bookings.windowsFor(kind.name, from, to, ids);
    const draft = await this.#look(orgId, windows);
    const calendars = draft.calendars(windows);
    const whole = calendars.map((calendar) => ({
      resource: resourceIn(calendar),
      start: 0,
      end: lengthMs,
    }));
    const parts = partsFor(kind, { start: 0, end: lengthMs, parts: whole, patientId: null });
    if (parts instanceof Refusal) throw parts;
    const needs = parts.map((part) => needOf(kind, part, calendars));
    const earliest = Math.max(from, now);
    if (to - lengthMs < earliest) return [];
    return startsFor(needs, earliest, to - lengthMs, now).map(({ start, end }) => ({
      start: iso(start),
      end: iso(end + lengthMs),
    }));
  }

  async #look(orgId: string, windows: readonly Window[]): Promise<Draft> {
    const { pool, clock, kinds, resources, tokens } = this.#deps;
    const ids = [...new Set(windows.map(({ resourceId }) => resourceId))];
    const found = await resources.find(orgId, ids);
    const unknown = ids.find((id) => !found.some((each) => each.id === id));
    if (unknown) throw refuse("NOT_FOUND", "There is no such resource", { resourceId: unknown });
    const columns = columnsOf(windows, new Map(ids.map((id) => [id, orgId])));
    const [schedules, uses, others] = await Promise.all([
      pool.query<Record<string, unknown>>(statements.schedules, columns),
      pool.query<Record<string, unknown>>(statements.uses, columns),
      pool.query<Record<string, unknown>>(tokens.slotsSql, columns),
    ]);
    const now = approximateNow(clock);
    const state = new BatchState({
      now,
      kinds,
      lines: new Map(ids.map((id) => [id, { id } as never])),
      calendars: calendarsOf(schedules.rows, uses.rows, othersBy(others.rows, tokens, now)),
      known: windows,
      bookings: new Map(),
      holds: new Map(),
      waits: new Map(),
      settings: new Map(),
      expiring: new Map(),
    });
    return new Draft(state, orgId, "nobody");
  }
}
