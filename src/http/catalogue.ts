// What the parts of the server declare besides their routes: the codes of their refusals, their scopes, and
// the events that they write. Put together here for the documents, the access lists and the log of events;
// two parts that contradict each other are refused at the start.

import { commonCodes, type Codes } from "../kernel/refusal.ts";
import { Scopes, type Scope, type ScopeRule } from "./scopes.ts";

export interface Declares {
  /** As a heading in the documents. */
  readonly title: string;
  readonly codes?: Codes;
  readonly scopes?: readonly ScopeRule[];
  readonly events?: readonly EventFamily[];
}

/** Events whose types begin with one word. */
export interface EventFamily {
  readonly word: string;
  /** Who may see them. */
  readonly scope: Scope;
  /** What follows the word, with what it says. */
  readonly types: Readonly<Record<string, string>>;
}

export interface CodeGroup {
  readonly title: string;
  readonly codes: Codes;
}

export class Catalogue {
  readonly scopes: Scopes;
  readonly events: readonly EventFamily[];
  readonly codeGroups: readonly CodeGroup[];
  readonly codes: Codes;

  constructor(parts: readonly Declares[]) {
    this.scopes = new Scopes(parts.flatMap(({ scopes = [] }) => scopes));
    this.events = parts.flatMap(({ events = [] }) => events);
    for (const { word, scope } of this.events) {
      if (!this.scopes.all.includes(scope)) throw new Error(`no part declares the scope ${scope}`);
      if (this.events.filter((other) => other.word === word).length > 1) {
        throw new Error(`two parts write events that begin with "${word}."`);
      }
    }
    this.codeGroups = [
      { title: "Every request", codes: commonCodes },
      ...parts.flatMap(({ title, codes }) => (codes ? [{ title, codes }] : [])),
    ];
    const known: Record<string, Codes[string]> = {};
    for (const { title, codes } of this.codeGroups) {
      for (const [code, meaning] of Object.entries(codes)) {
        if (known[code]) throw new Error(`${title} declares ${code}, which is declared already`);
        known[code] = meaning;
      }
    }
    this.codes = known;
  }

  /** Every type of event there is. */
  get eventTypes(): string[] {
    return this.events.flatMap(({ word, types }) => Object.keys(types).map((t) => `${word}.${t}`));
  }
}
