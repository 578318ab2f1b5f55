// What one may be allowed to do, and which role brings it. Each part of the server declares the scopes of
// its own; an owner has all of them.

export type Role = "owner" | "admin" | "staff" | "viewer";

/** The least first; each has what those before it have. */
export const roles = ["viewer", "staff", "admin", "owner"] as const satisfies readonly Role[];

export type Scope = `${string}:${string}`;

export interface ScopeRule {
  readonly scope: Scope;
  /** The least role that has it. */
  readonly from: Role;
}

export class Scopes {
  readonly all: readonly [Scope, ...Scope[]];
  readonly #of: Readonly<Record<Role, readonly Scope[]>>;

  constructor(rules: readonly ScopeRule[]) {
    const all = rules.map(({ scope }) => scope);
    const twice = all.find((scope, i) => all.indexOf(scope) !== i);
    if (twice) throw new Error(`the scope ${twice} is declared twice`);
    const [first, ...others] = all;
    if (!first) throw new Error("there are no scopes");
    this.all = [first, ...others];
    const upTo = (role: Role) =>
      rules.filter(({ from }) => roles.indexOf(from) <= roles.indexOf(role)).map((r) => r.scope);
    this.#of = {
      viewer: upTo("viewer"),
      staff: upTo("staff"),
      admin: upTo("admin"),
      owner: this.all,
    };
  }

  of(role: Role): readonly Scope[] {
    return this.#of[role];
  }
}
