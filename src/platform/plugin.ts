// What every part of the server hands over, our own and plugins; server.ts puts a list of these together. A part asks for what
// it needs where it is made, and reaches into no other: a new one touches its own folder and one line.

import type { Overdue } from "../engine/deadlines.ts";
import type { Consumer } from "../events/consumers.ts";
import type { DataClass } from "../events/retention/classes.ts";
import type { Foundation } from "./foundation.ts";
import type { App } from "../http/app.ts";
import type { Declares } from "../http/catalogue.ts";
import type { Service } from "../infra/lifecycle.ts";
import type { PersonPart } from "../people/person.ts";

export interface Module {
  readonly name: string;
  routes?(app: App): void | Promise<void>;
  /** Opened and started in order, stopped in reverse. */
  readonly services?: readonly Service[];
  /** What to do when the time of a ticket or a line is up, by the product that the line is of. */
  readonly deadlines?: Readonly<Record<string, Overdue>>;
  /** What it follows in the log of events. */
  readonly consumers?: readonly Consumer[];
  /** What of its data goes when it was kept long enough. */
  readonly history?: readonly DataClass[];
  /** What it holds of people: to be handed over to them, and erased. */
  readonly people?: readonly PersonPart[];
}
/** A part from outside, besides those in server.ts. */
export interface Plugin {
  readonly declares?: Declares;
  module(on: Foundation): Module;
}
