// What a batch knows: the loaded part of the locked resources' calendars, bookings, holds and the waitlist.
// Orders are decided one after another. Each works on a draft, and its changes become part of the state only
// when it is not refused.

import type { Line } from "../../kernel/line.ts";
import type { Notice } from "../../kernel/book.ts";
import type { Source } from "../../kernel/score.ts";
import type { Booking, Hold, UsedPart, Wait } from "./booking.ts";
import { placesIn, type Calendar, type Use } from "./rules.ts";
import type { Kind, Kinds, KindSettings } from "../kinds/kinds.ts";

/** A stretch of a resource's time that an order may look at. */
export interface Window {
  resourceId: string;
  from: number;
  to: number;
}

/** More has to be locked and loaded before this can be decided. */
export class NeedsMoreLocks extends Error {
  readonly windows: Window[];

  constructor(windows: Window[]) {
    super("more resources have to be looked at");
    this.windows = windows;
  }
}

export type Owner = "booking" | "hold" | "offer";

/** All that one booking, hold or offer uses. */
export interface Uses {
  owner: Owner;
  orgId: string;
  ownerId: string;
  parts: (UsedPart & { sole: boolean; occupies: boolean })[];
  expiresAt: number | null;
}

export interface Occupying {
  occupies: boolean;
  expiresAt?: number | null;
  /** A resource whose time is counted in another way: by a token. */
  except?: string | undefined;
}

/** A token that has to be taken, moved or given back in the same commit. */
export type TokenStep =
  | {
      do: "take";
      tokenId: string;
      patientId: string;
      doctorId: string;
      slotStart: number;
      source: Source;
      emergency: boolean;
    }
  | { do: "move"; tokenId: string; doctorId: string; slotStart: number }
  | { do: "cancel"; tokenId: string };

export interface Loaded {
  now: number;
  kinds: Kinds;
  lines: Map<string, Line>;
  calendars: Map<string, Calendar>;
  known: readonly Window[];
  bookings: Map<string, Booking>;
  holds: Map<string, Hold>;
  waits: Map<string, Wait>;
  settings: Map<string, Partial<KindSettings>>;
  /** When the first hold or offer on a resource expires, but for those that an order is there to end. */
  expiring: Map<string, number>;
}

export class BatchState {
  readonly now: number;
  readonly kinds: Kinds;
  readonly lines: Map<string, Line>;
  readonly calendars: Map<string, Calendar>;
  readonly bookings: Map<string, Booking>;
  readonly holds: Map<string, Hold>;
  readonly waits: Map<string, Wait>;
  readonly #known: Map<string, Window[]>;
  readonly #settings: Map<string, Partial<KindSettings>>;
  readonly #expiring: Map<string, number>;
  /** What the batch has made of them so far. */
  readonly #changed = new Map<string, Uses>();

  constructor(loaded: Loaded) {
    this.now = loaded.now;
    this.kinds = loaded.kinds;
    this.lines = loaded.lines;
    this.calendars = loaded.calendars;
    this.bookings = loaded.bookings;
    this.holds = loaded.holds;
    this.waits = loaded.waits;
    this.#known = Map.groupBy(loaded.known, ({ resourceId }) => resourceId);
    this.#settings = loaded.settings;
    this.#expiring = loaded.expiring;
  }

  knows({ resourceId, from, to }: Window): boolean {
    const windows = this.#known.get(resourceId) ?? [];
    return this.lines.has(resourceId) && windows.some((each) => each.from <= from && to <= each.to);
  }

  /** What the organisation has set for a kind, over what the kind says. */
  settingsFor(orgId: string, kind: Kind): KindSettings {
    return { ...kind.settings, ...this.#settings.get(`${orgId} ${kind.name}`) };
  }

  /** When holds and offers on a resource expire; the first of those that the batch left alone is enough. */
  expiring(resourceId: string, changed: ReadonlyMap<string, Uses>): number[] {
    const known = this.#expiring.get(resourceId);
    const anew = [...new Map([...this.#changed, ...changed]).values()]
      .filter((uses) => uses.expiresAt !== null && usesOn(uses, resourceId).length > 0)
      .map((uses) => uses.expiresAt!);
    return known === undefined ? anew : [known, ...anew];
  }

  apply(draft: Draft): void {
    for (const uses of draft.uses.values()) {
      this.#changed.set(uses.ownerId, uses);
      for (const [resourceId, calendar] of this.calendars) {
        const others = calendar.uses.filter((use) => use.ownerId !== uses.ownerId);
        const own = usesOn(uses, resourceId);
        if (own.length === 0 && others.length === calendar.uses.length) continue;
        this.calendars.set(resourceId, { ...calendar, uses: [...others, ...own] });
      }
    }
    for (const booking of draft.bookings.values()) this.bookings.set(booking.id, booking);
    for (const [id, hold] of draft.holds) {
      if (hold) this.holds.set(id, hold);
      else this.holds.delete(id);
    }
    for (const wait of draft.waits.values()) this.waits.set(wait.id, wait);
    for (const line of draft.lines.values()) this.lines.set(line.id, line);
  }
}

/** What one order changes, as far as it has come. */
export class Draft {
  readonly state: BatchState;
  readonly orgId: string;
  readonly actor: string;
  readonly uses = new Map<string, Uses>();
  readonly bookings = new Map<string, Booking>();
  readonly holds = new Map<string, Hold | null>();
  readonly waits = new Map<string, Wait>();
  readonly lines = new Map<string, Line>();
  readonly notices: Notice[] = [];
  readonly tokens: TokenStep[] = [];

  constructor(state: BatchState, orgId: string, actor: string) {
    this.state = state;
    this.orgId = orgId;
    this.actor = actor;
  }

  get now(): number {
    return this.state.now;
  }

  booking(id: string): Booking | undefined {
    return this.bookings.get(id) ?? this.state.bookings.get(id);
  }

  hold(id: string): Hold | null {
    return this.holds.has(id) ? this.holds.get(id)! : (this.state.holds.get(id) ?? null);
  }

  wait(id: string): Wait | undefined {
    return this.waits.get(id) ?? this.state.waits.get(id);
  }

  /** Those who wait, the first in line first. */
  waiting(): Wait[] {
    const all = new Map([...this.state.waits, ...this.waits]);
    return [...all.values()]
      .filter(({ status, orgId }) => status === "waiting" && orgId === this.orgId)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  /** The resource's calendar after what this order has done so far. */
  calendar(window: Window): Calendar {
    if (!this.state.knows(window)) throw new NeedsMoreLocks([window]);
    const calendar = this.state.calendars.get(window.resourceId)!;
    if (this.uses.size === 0) return calendar;
    const uses = calendar.uses.filter((use) => !this.uses.has(use.ownerId));
    const own = [...this.uses.values()].flatMap((each) => usesOn(each, window.resourceId));
    return { ...calendar, uses: [...uses, ...own] };
  }

  /** All of them or NeedsMoreLocks, before any of them is changed. */
  calendars(windows: readonly Window[]): Calendar[] {
    const missing = windows.filter((window) => !this.state.knows(window));
    if (missing.length > 0) throw new NeedsMoreLocks(missing);
    return windows.map((window) => this.calendar(window));
  }

  putUses(
    owner: Owner,
    ownerId: string,
    parts: readonly UsedPart[],
    { occupies, expiresAt = null, except }: Occupying,
  ): void {
    const used = parts.map((part) => {
      const calendar = this.state.calendars.get(part.resourceId);
      const places = calendar ? placesIn(calendar.hours, part.busyFrom, part.busyTill) : 1;
      const sole = part.whole || places === 1;
      return { ...part, sole, occupies: occupies && part.resourceId !== except };
    });
    this.uses.set(ownerId, { owner, orgId: this.orgId, ownerId, parts: used, expiresAt });
    if (expiresAt !== null && occupies)
      for (const part of parts) this.lookAt(part.resourceId, expiresAt);
  }

  dropUses(owner: Owner, ownerId: string): void {
    this.putUses(owner, ownerId, [], { occupies: false });
  }

  /** The resource's line is looked at by then at the latest. */
  lookAt(resourceId: string, at: number): void {
    const line = this.lines.get(resourceId) ?? this.state.lines.get(resourceId);
    if (!line || (line.deadlineAt !== null && line.deadlineAt <= at)) return;
    this.lines.set(resourceId, { ...line, deadlineAt: at });
  }

  /** Told in the stream of every resource it concerns. */
  tell(
    type: string,
    subjectId: string,
    resourceIds: Iterable<string>,
    after: object,
    before?: object,
  ): void {
    for (const lineId of new Set(resourceIds)) {
      if (!this.state.lines.has(lineId)) throw new Error(`resource ${lineId} is not locked`);
      this.notices.push({ lineId, type, subjectId, after, ...(before ? { before } : {}) });
    }
  }
}

function usesOn(uses: Uses, resourceId: string): Use[] {
  const { ownerId, expiresAt } = uses;
  return uses.parts
    .filter((part) => part.occupies && part.resourceId === resourceId)
    .map(({ busyFrom, busyTill, whole }) => ({
      ownerId,
      start: busyFrom,
      end: busyTill,
      whole,
      expiresAt,
    }));
}
