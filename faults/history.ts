// Every request and every answer of a run, as its clients saw them. What the checker knows of promises
// that were made, it knows from here.

import { writeFileSync } from "node:fs";

export type Product = "counter" | "opd" | "booking" | "boxes" | "waitroom";

/** One try of an operation at one server. */
export interface Attempt {
  instance: number;
  startMs: number;
  endMs: number;
  /** 0: no answer came. */
  status: number;
  body: unknown;
}

/** What somebody wanted once: the same request with the same key, as often as it took. */
export interface Operation {
  n: number;
  client: string;
  product: Product;
  /** Such as "join". */
  name: string;
  method: string;
  path: string;
  sent: unknown;
  key: string | null;
  /** What it is about: the token that is cancelled, the queue that is joined. */
  subject: string;
  attempts: Attempt[];
}

export type Outcome =
  /** Somebody was told that it is done. */
  | "acknowledged"
  /** Each attempt was answered, and each answer was no. */
  | "refused"
  /** At least one attempt had no answer or "not known", and none was told that it is done. */
  | "unknown";

const isNotKnown = ({ status }: Attempt) => status === 0 || status >= 500 || status === 429;
const isDone = ({ status }: Attempt) => status >= 200 && status < 300;

export function outcomeOf({ attempts }: Pick<Operation, "attempts">): Outcome {
  if (attempts.some(isDone)) return "acknowledged";
  return attempts.length > 0 && !attempts.some(isNotKnown) ? "refused" : "unknown";
}

/** What was answered when it was done; undefined if it was not, or nobody knows. */
export function answerOf({ attempts }: Pick<Operation, "attempts">): unknown {
  return attempts.find(isDone)?.body;
}

export class History {
  readonly operations: Operation[] = [];

  begin(given: Omit<Operation, "n" | "attempts">): Operation {
    const operation = { n: this.operations.length, ...given, attempts: [] };
    this.operations.push(operation);
    return operation;
  }

  write(file: string): void {
    writeFileSync(file, this.operations.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
}
