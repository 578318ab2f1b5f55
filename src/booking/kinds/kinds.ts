// Kinds of bookings: where the rules of a business come in. A kind is one file that says which
// resources it needs, how long it may be, how far ahead it must be asked for, what is needed before and
// after, what may be set for it, and whether it takes a token. kinds/index.ts lists them; everything
// else knows a kind only through this.

import { invalid, type FieldError, type Refusal } from "../../kernel/refusal.ts";
import { refuse } from "../refusals.ts";
import type { ResourceType, UsedPart } from "../core/booking.ts";
import { limits, minuteMs } from "../core/rules.ts";

export interface Requirement {
  /** What it is called in a booking of this kind: "surgeon". */
  role: string;
  types: readonly ResourceType[];
  least: number;
  most: number;
  /** There all the time; otherwise for a part of it. */
  throughout: boolean;
  /** Needs the resource for itself, however many places that has. */
  whole: boolean;
  beforeMinutes: number;
  afterMinutes: number;
}

/** What an organisation may set for a kind. */
export interface KindSettings {
  /** A request holds its time until it is decided; otherwise it holds nothing. */
  requestsHold: boolean;
  /** People without an account may ask for it. */
  publicRequests: boolean;
  /** How long before its start it has to be asked for, at least. */
  noticeMinutes: number;
  /** How long somebody from the waitlist has to take an offer. */
  offerMinutes: number;
}

export interface Kind {
  readonly name: string;
  readonly title: string;
  /** In this order: a resource fills the first role that it can. */
  readonly needs: readonly Requirement[];
  readonly minutes: { readonly least: number; readonly most: number };
  readonly needsPatient: boolean;
  /** Once approved it has a place in the doctor's slot instead of time of its own. */
  readonly takesToken: boolean;
  readonly settings: KindSettings;
}

export const usualSettings: KindSettings = {
  requestsHold: false,
  publicRequests: false,
  noticeMinutes: 0,
  offerMinutes: 30,
};

export class Kinds {
  readonly #byName: ReadonlyMap<string, Kind>;

  constructor(kinds: readonly Kind[]) {
    this.#byName = new Map(kinds.map((kind) => [kind.name, kind]));
  }

  all(): Kind[] {
    return [...this.#byName.values()];
  }

  /** The most that any resource of such a booking needs before and after. */
  around(name: string): { beforeMs: number; afterMs: number } {
    const { needs } = this.get(name);
    return {
      beforeMs: Math.max(...needs.map(({ beforeMinutes }) => beforeMinutes)) * minuteMs,
      afterMs: Math.max(...needs.map(({ afterMinutes }) => afterMinutes)) * minuteMs,
    };
  }

  get(name: string): Kind {
    const kind = this.#byName.get(name);
    if (kind) return kind;
    const known = [...this.#byName.keys()].join(", ");
    throw invalid([{ field: "kind", message: `must be one of ${known}` }]);
  }
}

export interface KnownResource {
  id: string;
  name: string;
  type: ResourceType;
  timezone: string;
  active: boolean;
}

export interface WantedPart {
  resource: KnownResource;
  start: number;
  end: number;
}

export interface Wanted {
  start: number;
  end: number;
  parts: readonly WantedPart[];
  patientId: string | null;
}

/** The parts with their roles and what is needed around them, or what is wrong with the wish. */
export function partsFor(kind: Kind, wanted: Wanted): UsedPart[] | Refusal {
  const faults = [...faultsOf(kind, wanted)];
  const counts = new Map<Requirement, number>();
  const parts: UsedPart[] = [];
  for (const [i, { resource, start, end }] of wanted.parts.entries()) {
    const open = kind.needs.filter(
      (each) =>
        (each.types as readonly string[]).includes(resource.type) &&
        (counts.get(each) ?? 0) < each.most,
    );
    const isWhole = start === wanted.start && end === wanted.end;
    const need = open.find(({ throughout }) => isWhole || !throughout);
    if (!need) {
      const message = open[0]
        ? `the ${open[0].role} is needed from the start to the end`
        : `${resource.name} is of type ${resource.type}, and a ${kind.name} has no (further) use for one`;
      faults.push({ field: `resources.${i}`, message });
      continue;
    }
    counts.set(need, (counts.get(need) ?? 0) + 1);
    parts.push({
      resourceId: resource.id,
      name: resource.name,
      type: resource.type,
      role: need.role,
      start,
      end,
      busyFrom: start - need.beforeMinutes * minuteMs,
      busyTill: end + need.afterMinutes * minuteMs,
      whole: need.whole,
    });
  }
  faults.push(...overlapsIn(parts));
  for (const need of kind.needs) {
    const count = counts.get(need) ?? 0;
    if (count >= need.least) continue;
    const message = `a ${kind.name} needs ${need.least} × ${need.role} (${need.types.join(" or ")})`;
    faults.push({ field: "resources", message });
  }
  return faults.length > 0 ? invalid(faults) : parts;
}

function* faultsOf(kind: Kind, wanted: Wanted): Generator<FieldError> {
  const { start, end, parts, patientId } = wanted;
  const minutes = (end - start) / minuteMs;
  const { least, most } = kind.minutes;
  if (end > start && (minutes < least || minutes > most)) {
    yield { field: "end", message: `a ${kind.name} is ${least} to ${most} minutes long` };
  }
  if (kind.needsPatient && patientId === null) {
    yield { field: "patientId", message: `a ${kind.name} is for a patient` };
  }
  yield* partsOutside(start, end, parts);
}

interface MaybeTimed {
  start?: number | undefined;
  end?: number | undefined;
}

/** Each part is a time inside the booking. */
export function* partsOutside(
  start: number,
  end: number,
  parts: readonly MaybeTimed[],
): Generator<FieldError> {
  if (end <= start) yield { field: "end", message: "must be after start" };
  for (const [i, part] of parts.entries()) {
    const [from, to] = [part.start ?? start, part.end ?? end];
    const field = `resources.${i}`;
    if (to <= from && end > start) yield { field: `${field}.end`, message: "must be after start" };
    else if (from < start || to > end) {
      const whole = [start, end].map((at) => new Date(at).toISOString());
      yield { field, message: `must lie inside the booking, ${whole[0]} to ${whole[1]}` };
    }
  }
}

/** A resource can be there twice, but not twice at the same time. */
function overlapsIn(parts: readonly UsedPart[]): FieldError[] {
  return parts.flatMap((part, i) => {
    const twice = parts
      .slice(0, i)
      .some(
        (other) =>
          other.resourceId === part.resourceId &&
          other.busyFrom < part.busyTill &&
          part.busyFrom < other.busyTill,
      );
    const message = `is ${part.name} twice at the same time`;
    return twice ? [{ field: `resources.${i}`, message }] : [];
  });
}

/** Times that no kind takes, whatever its rules. */
export function faultsOfTime(start: number, end: number, now: number): Refusal | null {
  if (end <= start) return invalid([{ field: "end", message: "must be after start" }]);
  if (end - start > limits.longestMs) {
    return invalid([{ field: "end", message: "must be at most 31 days after start" }]);
  }
  if (end > now + limits.aheadMs) {
    const last = new Date(now + limits.aheadMs).toISOString();
    return invalid([{ field: "end", message: `must be within five years, before ${last}` }]);
  }
  if (end <= now) {
    const interval = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    return refuse("TIME_PASSED", `That was over at ${interval.end}`, { interval });
  }
  return null;
}
