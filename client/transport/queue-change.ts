import type { components } from "../schema.ts";

type Schemas = components["schemas"];

/**
 * One thing that happened in a queue, as its stream says it: OpenAPI has no words for streams. The views are as
 * of the moment it was read.
 */
export interface QueueChange {
  seq: number;
  /** counter.joined, counter.called, … */
  type: string;
  at: string;
  actor: string;
  before: unknown;
  after: unknown;
  ticket: Schemas["Ticket"] | null;
  queue: Schemas["Queue"] | null;
  waiting: number;
}
