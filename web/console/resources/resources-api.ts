// Resources and their hours, as the editor asks for them.

import type {
  Availability,
  Conflicts,
  Department,
  Exception,
  Hours,
  NewException,
  Preview,
  Resource,
  ResourceSlot,
  ResourceType,
  Settled,
} from "../../wire/availability.ts";
import { newKey } from "../../../client/transport/send.ts";
import { request } from "../../wire/request.ts";
import type { Page, Schemas } from "../../wire/types.ts";
import { all, get, post, present } from "../api.ts";

export type NewResource = Schemas["NewResource"];
export type ResourcePatch = Schemas["ResourcePatch"];

/** "keep" or "move"; without it a change that pushes somebody out is refused with their list. */
interface WithConflicts {
  conflicts?: Conflicts | undefined;
}

/** Local dates; from the first one until before the second one. */
interface Dates {
  from: string;
  to: string;
}

export type Table = Schemas["ResourceImport"];
export type ImportPreview = Schemas["ImportPreview"];

export type Closing = Schemas["NewExceptions"] & { end: string };
export type ClosingPreview = Schemas["ManyExceptionsPreview"];
export type ClosingResult = Schemas["ManyExceptions"]["items"][number];

/** So many in one request: it stays short, and what is done is seen. */
const closedAtOnce = 50;

function* portions({ resourceIds, ...rest }: Closing): Generator<Closing> {
  for (let from = 0; from < resourceIds.length; from += closedAtOnce) {
    yield { ...rest, resourceIds: resourceIds.slice(from, from + closedAtOnce) };
  }
}

export interface ResourceFilter {
  words: string;
  type: ResourceType | "any";
  /** An id, or "none". */
  department: string;
}

function queryOf({ words, type, department }: ResourceFilter): URLSearchParams {
  const query = new URLSearchParams({ sort: "name", limit: "50" });
  if (words.trim()) query.set("q", words.trim());
  if (type !== "any") query.set("type", type);
  if (department !== "any") query.set("departmentId", department);
  return query;
}

export const resourcesApi = {
  resources: () => all<Resource>("/v1/resources", 5),
  /** As many as are looked at. */
  page(filter: ResourceFilter, cursor: string | null, signal?: AbortSignal) {
    const query = queryOf(filter);
    if (cursor) query.set("cursor", cursor);
    return get<Page<Resource>>(`/v1/resources?${query}`, signal);
  },

  departments: () => all<Department>("/v1/departments", 1),
  addDepartment: async (name: string) =>
    present(await post<Department>("/v1/departments", { name })),
  renameDepartment: async (id: string, name: string) =>
    present(
      await request<Department>(`/v1/departments/${id}`, { method: "PATCH", body: { name } }),
    ),
  removeDepartment: (id: string) => request(`/v1/departments/${id}`, { method: "DELETE" }),

  resource: (id: string) => get<Resource>(`/v1/resources/${id}`),
  create: async (resource: NewResource) => present(await post<Resource>("/v1/resources", resource)),
  change: async (id: string, patch: ResourcePatch) =>
    present(await request<Resource>(`/v1/resources/${id}`, { method: "PATCH", body: patch })),

  slots: (id: string, { from, to }: Dates) =>
    get<ResourceSlot[]>(`/v1/resources/${id}/slots?from=${from}&to=${to}`),
  availability: (id: string) => get<Availability>(`/v1/resources/${id}/availability`),
  setHours: async (id: string, hours: Hours & WithConflicts & { confirmSeveral?: boolean }) =>
    present(
      await request<Hours & { settled: Settled[] }>(`/v1/resources/${id}/availability`, {
        method: "PUT",
        body: hours,
        key: newKey(),
      }),
    ),
  addException: async (id: string, exception: NewException & WithConflicts) =>
    present(
      await post<Exception & { settled: Settled[] }>(`/v1/resources/${id}/exceptions`, exception),
    ),
  removeException: async (id: string, exceptionId: string, conflicts?: Conflicts) => {
    const query = conflicts ? `?conflicts=${conflicts}` : "";
    const path = `/v1/resources/${id}/exceptions/${exceptionId}${query}`;
    return present(await request<Exception & { settled: Settled[] }>(path, { method: "DELETE" }));
  },

  previewImport: async (table: Table) =>
    present(
      await request<ImportPreview>("/v1/resources/import/preview", { method: "POST", body: table }),
    ),
  import: async (table: Table) =>
    present(await post<Schemas["ImportedResources"]>("/v1/resources/import", table)),

  async previewClosing(closing: Closing): Promise<ClosingPreview> {
    const all: ClosingPreview = { outside: [], outsideTotal: 0, resources: 0 };
    for (const portion of portions(closing)) {
      const path = "/v1/exceptions/preview";
      const options = { method: "POST", body: portion };
      const { outside, ...counts } = present(await request<ClosingPreview>(path, options));
      all.outside.push(...outside);
      all.outsideTotal += counts.outsideTotal;
      all.resources += counts.resources;
    }
    return all;
  },
  async close(closing: Closing, onDone: (done: number) => void): Promise<ClosingResult[]> {
    const results: ClosingResult[] = [];
    for (const portion of portions(closing)) {
      const answer = present(await post<{ items: ClosingResult[] }>("/v1/exceptions", portion));
      results.push(...answer.items);
      onDone(results.length);
    }
    return results;
  },

  /** What would come of it; nothing is written. */
  preview: async (
    id: string,
    change: (Hours | NewException) & WithConflicts,
    dates?: Dates,
    signal?: AbortSignal,
  ) => {
    const query = dates ? `?from=${dates.from}&to=${dates.to}` : "";
    const path = `/v1/resources/${id}/availability/preview${query}`;
    const options = { method: "POST", body: change, ...(signal && { signal }) };
    return present(await request<Preview>(path, options));
  },
};
