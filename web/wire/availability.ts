// Resources and their hours.

import type { Schemas } from "./types.ts";

export type Resource = Schemas["Resource"];
export type ResourceType = Resource["type"];
export type Department = Schemas["Department"];
export const resourceTypes = [
  "doctor",
  "consultation_room",
  "ot",
  "lab",
  "other",
] as const satisfies readonly ResourceType[];

/** Where two at once are nearly always a mistake: the server wants more than one confirmed. */
export const isForOne = (type: ResourceType) =>
  type === "ot" || type === "lab" || type === "consultation_room";

/** Hours on one weekday, as the clock on the wall shows them where the resource is. */
export type Window = Schemas["Window"];
export type Availability = Schemas["Availability"];
export type Configuration = Availability["configurations"][number];
export type Exception = Availability["exceptions"][number];

/** Of a change: what becomes of those who would be left outside. */
export type Conflicts = NonNullable<Schemas["NewException"]["conflicts"]>;
export type Hours = Omit<Configuration, "id" | "status" | "createdAt">;
export type NewException = Omit<Exception, "id" | "createdAt">;

export type Preview = Schemas["AvailabilityPreview"];
export type Claim = Preview["outside"][number];
export type Settled = NonNullable<Preview["settled"]>[number];
export type ResourceSlot = Schemas["Slot"];
