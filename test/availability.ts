// Resources for tests, and commitments on them that the test makes up.
import assert from "node:assert/strict";
import type {
  Commitment,
  CommitmentPort,
  ScheduleChange,
  Taken,
} from "../src/availability/service.ts";
import { newId } from "../src/infra/ids.ts";
import type { TestApp } from "./app.ts";
import { api, type Answer } from "./http.ts";

/** A Monday to Friday of the kind that most stories start with. */
export const officeHours = [0, 1, 2, 3, 4].flatMap((day) => [
  { day, start: "10:00", end: "12:00" },
  { day, start: "14:00", end: "16:00" },
]);

export const configuration = {
  validFrom: "2026-03-01",
  slotMinutes: 30,
  tokensPerSlot: 10,
  weekly: officeHours,
};

export interface TestResource {
  id: string;
  get(path: string): Promise<Answer>;
  configure(over?: object): Promise<Answer>;
  except(exception: object): Promise<Answer>;
  preview(body: object, query?: string): Promise<Answer>;
  /** Starts of the slots of one local date, as the wall clock in UTC shows them. */
  slotsOn(date: string): Promise<string[]>;
}

export async function newResource(app: TestApp, over: object = {}): Promise<TestResource> {
  const { status, body } = await api(app).post("/v1/resources", {
    type: "doctor",
    name: "Dr Rao",
    timezone: "UTC",
    ...over,
  });
  assert.equal(status, 201, JSON.stringify(body));
  const path = `/v1/resources/${body.id}`;
  return {
    id: body.id,
    get: (below) => api(app).get(`${path}${below}`),
    configure: (change = {}) =>
      api(app).put(`${path}/availability`, { ...configuration, ...change }),
    except: (exception) => api(app).post(`${path}/exceptions`, exception),
    preview: (content, query = "") =>
      api(app).post(`${path}/availability/preview${query}`, content),
    async slotsOn(date) {
      const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
      const slots = await api(app).get(`${path}/slots?from=${date}&to=${next}`);
      assert.equal(slots.status, 200, JSON.stringify(slots.body));
      return slots.body.map(({ start }: { start: string }) => start.slice(11, 16));
    },
  };
}

/** Stands in for a product that gives out tokens and takes bookings. */
export class MadeUpCommitments implements CommitmentPort {
  commitments: Commitment[] = [];
  settled: ScheduleChange[] = [];

  token(start: string, label = "Ana", minutes = 30): Commitment {
    return this.#add("token", start, minutes, label);
  }

  booking(start: string, minutes: number, label = "Surgery"): Commitment {
    return this.#add("booking", start, minutes, label);
  }

  #add(kind: Commitment["kind"], start: string, minutes: number, label: string): Commitment {
    const at = new Date(start);
    const end = new Date(at.getTime() + minutes * 60_000);
    const commitment = { kind, id: `${kind} ${label} ${start}`, start: at, end, label };
    this.commitments.push(commitment);
    return commitment;
  }

  async lockAndList(_tx: unknown, _orgId: string, _id: string, from: Date, to: Date | null) {
    return this.commitments.filter(({ start, end }) => end > from && (to === null || start < to));
  }

  async taken(_orgId: string, _id: string, from: Date, to: Date): Promise<Taken[]> {
    return this.commitments
      .filter(({ start, end }) => end > from && start < to)
      .map(({ start, end, kind }) => ({ start, end, places: 1, exclusive: kind === "booking" }));
  }

  async settle(_tx: unknown, change: ScheduleChange) {
    this.settled.push(change);
    const movedTo = new Date("2026-03-10T10:00:00Z");
    return change.outside.map((commitment) =>
      change.conflicts === "keep"
        ? { commitment, outcome: "kept" as const }
        : { commitment, outcome: "moved" as const, start: movedTo },
    );
  }
}

/** Many more like this one, numbered; past the API, which would take a minute for hundreds. */
export async function moreLike(app: TestApp, id: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const copy = (table: string, column: string, changes: string) => `insert into ${table}
    select (jsonb_populate_record(old, ${changes})).* from ${table} old
      cross join unnest($2::uuid[]) with ordinality as more(id, n) where old.${column} = $1`;
  for (const [table, column, changes] of [
    ["line", "id", "jsonb_build_object('id', more.id, 'group_id', more.id)"],
    [
      "availability_resource",
      "id",
      "jsonb_build_object('id', more.id, 'name', old.name || ' ' || more.n)",
    ],
    ["availability_configuration", "resource_id", "jsonb_build_object('resource_id', more.id)"],
  ] as const) {
    await app.pool.query(copy(table, column, changes), [id, ids]);
  }
  return ids;
}
