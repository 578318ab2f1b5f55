// Outside calendars: while a doctor is busy elsewhere, the resource counts as closed. A calendar is uploaded,
// or read regularly from its address by any instance. The last good copy counts until there is a newer one.

import type { CommandContext } from "../engine/command-context.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Interval } from "../availability/intervals.ts";
import { auditedWrite } from "../engine/audited-write.ts";
import { approximateNow, type Clock } from "../infra/clock.ts";
import { newId } from "../infra/ids.ts";
import type { Logger } from "../infra/log.ts";
import { checkLiteral, NotPublic } from "../infra/outbound.ts";
import type { Vault } from "../infra/vault.ts";
import { invalid, Refusal, refuse } from "../kernel/refusal.ts";
import type { Budgets } from "../platform/budgets.ts";
import { CalendarFault } from "./busy.ts";
import { calendarUrl, fetchCalendar, type FetchRules } from "./fetching.ts";
import * as store from "./outside-store.ts";
import type { Copy, OutsideCalendar } from "./outside-store.ts";
import type { CalendarReader } from "./reading.ts";

interface OutsideBusy {
  calendarId: string;
  name: string;
  busy: readonly Interval[];
}

/** What is needed of availability, whose tables nobody else touches. */
export interface HoursPort {
  getResource(orgId: string, id: string): Promise<{ timezone: string }>;
  isAsRead(orgId: string, id: string, outside: OutsideBusy): Promise<boolean>;
  setBusy(
    by: CommandContext,
    id: string,
    outside: OutsideBusy,
    change: {
      operation: string;
      event: string;
      conflicts: "keep" | "move";
      finish(tx: pg.ClientBase, now: Date, leftOutside: number): Promise<void>;
    },
  ): Promise<{ made: { calendarId: string }; replayed: boolean }>;
}

export interface OutsideDeps {
  pool: pg.Pool;
  /** Addresses are sealed in the database. */
  vault: Vault;
  clock: Clock;
  hours: HoursPort;
  reader: CalendarReader;
  fetching: FetchRules;
  budgets: Pick<Budgets, "check">;
  log: Logger;
}

export interface NewOutside {
  name: string;
  source: { url: string } | { ics: string };
  conflicts: "keep" | "move";
  refreshMinutes: number;
}

const dayMs = 86_400_000;
/** Far enough for a year of bookings; worked out anew every day. */
const daysAhead = 400;
const leaseMs = 120_000;
const longestPauseMs = 6 * 3_600_000;
/** Read together: at most so many of one organisation, of so many organisations. */
const chunk = 3;
const maxOrganisations = 10;
const everyMs = 5_000;

export class OutsideCalendars {
  readonly #deps: OutsideDeps;
  readonly #stop = new AbortController();
  #sweeping: Promise<number> | null = null;

  constructor(deps: OutsideDeps) {
    this.#deps = deps;
  }

  async list(orgId: string, resourceId: string): Promise<OutsideCalendar[]> {
    const { hours, pool } = this.#deps;
    await hours.getResource(orgId, resourceId);
    return store.listCalendars(pool, this.#deps.vault, orgId, resourceId);
  }

  /** An uploaded one counts at once; one with an address when it was read for the first time. */
  async add(
    by: CommandContext,
    resourceId: string,
    input: NewOutside,
  ): Promise<{ calendar: OutsideCalendar; replayed: boolean }> {
    const { hours, pool } = this.#deps;
    const { timezone } = await hours.getResource(by.orgId, resourceId);
    const { calendarId, replayed } =
      "url" in input.source
        ? await this.#subscribe(by, resourceId, input, input.source.url)
        : await this.#upload(by, resourceId, timezone, input, input.source.ics);
    return {
      calendar: await store.findCalendar(pool, this.#deps.vault, by.orgId, resourceId, calendarId),
      replayed,
    };
  }

  async #subscribe(by: CommandContext, resourceId: string, input: NewOutside, address: string) {
    const { pool, clock, budgets } = this.#deps;
    const url = this.#checkedUrl(address);
    const write = { ...by, lineId: resourceId, operation: "calendars.add", clock };
    const { name, conflicts, refreshMinutes } = input;
    const { answer, replayed } = await auditedWrite(pool, write, async (tx, now) => {
      await budgets.check(tx, by.orgId, "calendars");
      const id = newId();
      const rest = { ics: null, busy: 0, leftOutside: 0, readAt: null, nextAt: now };
      const kept = { orgId: by.orgId, resourceId, id, name, conflicts, refreshMinutes };
      await store.insertCalendar(tx, this.#deps.vault, { ...kept, ...rest, url: url.href }, now);
      // The address is a secret of its owner's: the record has only where it is.
      const after = { calendarId: id, name, host: url.host };
      return { type: "availability.calendar_added", after, answer: { calendarId: id } };
    });
    return { ...answer, replayed };
  }

  async #upload(
    by: CommandContext,
    resourceId: string,
    timezone: string,
    input: NewOutside,
    ics: string,
  ) {
    const { hours, budgets } = this.#deps;
    const { name, conflicts, refreshMinutes } = input;
    const calendarId = newId();
    const busy = await this.#read(by.orgId, ics, timezone);
    const { made, replayed } = await hours.setBusy(
      by,
      resourceId,
      { calendarId, name, busy },
      {
        operation: "calendars.add",
        event: "availability.calendar_added",
        conflicts,
        finish: async (tx, now, leftOutside) => {
          await budgets.check(tx, by.orgId, "calendars");
          const kept = { orgId: by.orgId, resourceId, id: calendarId, name, conflicts };
          const nextAt = new Date(now.getTime() + dayMs);
          const read = { ics, busy: busy.length, leftOutside, readAt: now, nextAt };
          return store.insertCalendar(
            tx,
            this.#deps.vault,
            { ...kept, ...read, url: null, refreshMinutes },
            now,
          );
        },
      },
    );
    return { calendarId: made.calendarId, replayed };
  }

  /** A newer copy of one that was uploaded. */
  async replace(
    by: CommandContext,
    resourceId: string,
    id: string,
    ics: string,
  ): Promise<{ calendar: OutsideCalendar; replayed: boolean }> {
    const { hours, pool, clock } = this.#deps;
    const { timezone } = await hours.getResource(by.orgId, resourceId);
    const found = await store.findCalendar(pool, this.#deps.vault, by.orgId, resourceId, id);
    if (found.url !== null) {
      throw refuse("WRONG_STATE", "This calendar is read from its address, not uploaded");
    }
    const busy = await this.#read(by.orgId, ics, timezone);
    const mine = await store.claimOne(pool, this.#deps.vault, found, clock.fixed(), leaseMs);
    if (!mine) throw refuse("NOT_FOUND", "There is no such calendar");
    const copy = { ...mine, etag: null, modified: null };
    const { replayed } = await this.#save(by, copy, ics, busy, "calendars.replace");
    return {
      calendar: await store.findCalendar(pool, this.#deps.vault, by.orgId, resourceId, id),
      replayed,
    };
  }

  async remove(by: CommandContext, resourceId: string, id: string): Promise<{ replayed: boolean }> {
    const { hours, pool, vault } = this.#deps;
    await hours.getResource(by.orgId, resourceId);
    const found = await store
      .findCalendar(pool, vault, by.orgId, resourceId, id)
      .catch(ifKeyed(by));
    const outside = { calendarId: id, name: found?.name ?? "", busy: [] };
    return hours.setBusy(by, resourceId, outside, {
      operation: "calendars.remove",
      event: "availability.calendar_removed",
      conflicts: "keep",
      async finish(tx) {
        // Only a retry with the same key comes here for one that is gone, and is answered before.
        await store.deleteCalendar(
          tx,
          await store.findCalendar(tx, vault, by.orgId, resourceId, id),
        );
      },
    });
  }

  /** Reads it now, whenever it was due; says how it is afterwards. */
  async refresh(orgId: string, resourceId: string, id: string): Promise<OutsideCalendar> {
    const { hours, pool, clock } = this.#deps;
    await hours.getResource(orgId, resourceId);
    const found = await store.findCalendar(pool, this.#deps.vault, orgId, resourceId, id);
    const mine = await store.claimOne(pool, this.#deps.vault, found, clock.fixed(), leaseMs);
    if (mine) await this.#update(mine);
    return store.findCalendar(pool, this.#deps.vault, orgId, resourceId, id);
  }

  start(): void {
    void this.#loop();
  }

  async #loop(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.sweep().catch((error: Error) =>
        this.#deps.log.warn({ reason: error }, "calendars.failed"),
      );
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#sweeping?.catch(() => undefined);
  }

  /** Reads every calendar that is due; says how many. */
  sweep(): Promise<number> {
    this.#sweeping ??= this.#sweepAll().finally(() => (this.#sweeping = null));
    return this.#sweeping;
  }

  async #sweepAll(): Promise<number> {
    const { pool, clock } = this.#deps;
    let read = 0;
    // By organisation: one with slow calendars has the next ones read when these are.
    const under = new Map<string, Promise<unknown>>();
    for (;;) {
      const due = this.#stop.signal.aborted
        ? []
        : await store.claimDue(pool, this.#deps.vault, clock.fixed(), leaseMs, {
            limit: maxOrganisations - under.size,
            perOrg: chunk,
            except: [...under.keys()],
          });
      for (const [orgId, copies] of Map.groupBy(due, (copy) => copy.orgId)) {
        const all = Promise.all(copies.map((copy) => this.#update(copy)));
        under.set(
          orgId,
          all.finally(() => under.delete(orgId)),
        );
      }
      read += due.length;
      if (under.size === 0) return read;
      if (due.length === 0 || under.size >= maxOrganisations) await Promise.race(under.values());
    }
  }

  /** Never throws: what goes wrong is written down for those who look after the calendar. */
  async #update(copy: Copy): Promise<void> {
    const { hours, pool, fetching, log } = this.#deps;
    try {
      const { timezone } = await hours.getResource(copy.orgId, copy.resourceId);
      const fetched =
        copy.url === null
          ? ({ unchanged: true } as const)
          : await fetchCalendar(copy.url, validatorsOf(copy), fetching);
      const newest = fetched.unchanged ? copy : { ...copy, ...fetched };
      if (newest.ics === null) throw new CalendarFault("The other server sent nothing");
      const busy = await this.#busyIn(copy.orgId, newest.ics, timezone);
      const by = { orgId: copy.orgId, actor: "system" };
      await this.#save(by, newest, newest.ics, busy, "calendars.read");
    } catch (error) {
      // Somebody else has read it meanwhile, or it is gone.
      if (error instanceof Refusal && error.code !== "BUSY") return;
      const told = error instanceof CalendarFault;
      const host = copy.url === null ? null : URL.parse(copy.url)?.host;
      const about = { calendarId: copy.id, resourceId: copy.resourceId, host };
      if (told) log.warn({ ...about, reason: error }, "calendar.unreadable");
      else log.error({ ...about, err: error }, "calendar.failed");
      const failure = told ? error.message : "It could not be read; it will be tried again";
      const pauseMs = Math.min(
        this.#pauseMs(copy) * 2 ** Math.min(copy.failures, 10),
        longestPauseMs,
      );
      await store.saveFailure(pool, copy, failure, new Date(this.#now() + pauseMs));
    }
  }

  /** The copy, its state and what is closed by it are one commit; nothing is when it says the same. */
  async #save(by: CommandContext, copy: Copy, ics: string, busy: Interval[], operation: string) {
    const { hours, pool } = this.#deps;
    const { orgId, resourceId, id, name, etag, modified, conflicts } = copy;
    const outside = { calendarId: id, name, busy };
    const read = { ics, etag, modified, busy: busy.length };
    const when = (now: number) => ({
      readAt: new Date(now),
      nextAt: new Date(now + this.#pauseMs(copy)),
    });
    const asked = by.key !== undefined;
    if (!asked && (await hours.isAsRead(orgId, resourceId, outside))) {
      await store.saveRead(pool, copy, { ...read, ...when(this.#now()), leftOutside: null });
      return { replayed: false };
    }
    return hours.setBusy(by, resourceId, outside, {
      operation,
      event: "availability.calendar_read",
      conflicts,
      finish: (tx, now, leftOutside) =>
        store.saveRead(tx, copy, { ...read, ...when(now.getTime()), leftOutside }),
    });
  }

  async #read(orgId: string, ics: string, timezone: string): Promise<Interval[]> {
    try {
      return await this.#busyIn(orgId, ics, timezone);
    } catch (error) {
      throw error instanceof CalendarFault
        ? invalid([{ field: "ics", message: error.message }])
        : error;
    }
  }

  #busyIn(orgId: string, ics: string, timezone: string): Promise<Interval[]> {
    // From whole days on, so that reading it again within the day finds the same.
    const from = Math.floor(this.#now() / dayMs - 1) * dayMs;
    return this.#deps.reader.read(orgId, ics, { timezone, from, to: from + daysAhead * dayMs });
  }

  /** An address that can never work is told at once. */
  #checkedUrl(address: string): URL {
    try {
      const url = calendarUrl(address);
      checkLiteral(url, this.#deps.fetching.mayConnect);
      return url;
    } catch (error) {
      const isTheirs = error instanceof CalendarFault || error instanceof NotPublic;
      throw isTheirs ? invalid([{ field: "url", message: error.message }]) : error;
    }
  }

  #pauseMs({ url, refreshMinutes }: OutsideCalendar): number {
    return url === null ? dayMs : refreshMinutes * 60_000;
  }

  #now(): number {
    return approximateNow(this.#deps.clock);
  }
}

const validatorsOf = ({ ics, etag, modified }: Copy) =>
  ics === null ? { etag: null, modified: null } : { etag, modified };

/** A retry is answered from the record, also when there is nothing left to find. */
function ifKeyed({ key }: CommandContext) {
  return (error: unknown): null => {
    if (key !== undefined && error instanceof Refusal) return null;
    throw error;
  };
}
