// Guards against guessing passwords. After some wrong ones in a row, the next try has to wait, twice as long
// each time: for the address they come from and for the account they try, over all instances. A device that
// signed in before has a count of its own, so that nobody can keep people out of their own accounts by
// guessing wrong. Every try is counted before the password is looked at, since many may come at once, and
// taken back when it was right.

import { randomUUID } from "node:crypto";
import type pg from "pg";
import { inTransaction } from "../engine/transaction.ts";
import type { Clock } from "../infra/clock.ts";
import type { Secrets } from "../infra/secrets.ts";

export interface GuardDeps {
  pool: pg.Pool;
  secrets: Pick<Secrets, "derive">;
  clock: Clock;
  /** Wrong passwords in a row that cost nothing. */
  free: number;
}

interface Tried {
  email: string;
  /** null: nobody has this address. */
  userId: string | null;
  ip: string;
  /** The cookie that this browser was given when somebody signed in. */
  device: string | undefined;
}

export interface Try {
  /** Whole seconds to wait before another try is looked at; 0: this one counts. */
  waitSeconds: number;
  /** Wrong tries of this account in a row, this one among them. */
  failures: number;
  /** It was right after all. */
  succeeded(): Promise<void>;
  /** It does not count, and those before it still do. */
  takeBack(): Promise<void>;
}

interface Count {
  subject: string;
  failures: number;
  lastMs: number;
}

/** Somebody at a new device must get in while others guess: an account makes nobody wait for long. */
const longestSeconds = { address: 900, account: 60, device: 900 };
/** A count that nobody added to for so long starts anew. */
const forgottenAfterMs = 86_400_000;
const maxPeoplePerDevice = 8;

/** Pure: how long after a failure the next try is looked at. */
function waitSeconds(failures: number, free: number, longest: number): number {
  return failures < free ? 0 : Math.min(longest, 2 ** Math.min(failures - free, 30));
}

export class SignInGuard {
  readonly #deps: GuardDeps;

  constructor(deps: GuardDeps) {
    this.#deps = deps;
  }

  get free(): number {
    return this.#deps.free;
  }

  async begin({ email, userId, ip, device }: Tried): Promise<Try> {
    const known = userId === null ? undefined : this.#devicesIn(device).get(userId);
    // Addresses and accounts are personal: only their keyed hash is stored.
    const subject = (kind: Kind, name: string) =>
      `${kind}:${this.#deps.secrets.derive(`sign-in ${kind}`, name)}`;
    const subjects = known
      ? [subject("device", known)]
      : [subject("address", ip), subject("account", email.toLowerCase())];
    const { waitSeconds: wait, failures } = await this.#count(subjects);
    return {
      waitSeconds: wait,
      failures,
      succeeded: () => this.#takeBack(subjects, true),
      takeBack: () => this.#takeBack(subjects, false),
    };
  }

  /** The cookie's new value for a browser somebody signed in with; it keeps those who did before. */
  rememberDevice(device: string | undefined, userId: string): string {
    const devices = this.#devicesIn(device);
    const id = devices.get(userId) ?? randomUUID();
    devices.delete(userId);
    const newestFirst = [[userId, id] as const, ...devices].slice(0, maxPeoplePerDevice);
    return newestFirst
      .map(([user, each]) => `${user}.${each}.${this.#proof(user, each)}`)
      .join("~");
  }

  async sweep(): Promise<void> {
    await this.#deps.pool.query(
      `delete from sign_in_failures where last_at < $1::timestamptz - interval '1 day'`,
      [this.#deps.clock.fixed() ?? new Date()],
    );
  }

  #devicesIn(device: string | undefined): Map<string, string> {
    const parts = (device ?? "").split("~", maxPeoplePerDevice).map((part) => part.split("."));
    return new Map(
      parts
        .filter(([user, id, proof]) => user && id && proof === this.#proof(user, id))
        .map(([user, id]) => [user!, id!]),
    );
  }

  #proof(userId: string, deviceId: string): string {
    return this.#deps.secrets.derive("device", `${userId}.${deviceId}`);
  }

  #count(subjects: readonly string[]): Promise<{ waitSeconds: number; failures: number }> {
    const { pool, clock, free } = this.#deps;
    return inTransaction(pool, async (tx) => {
      const ordered = subjects.toSorted();
      await tx.query(
        `insert into sign_in_failures (subject, failures, last_at)
         select subject, 0, coalesce($2::timestamptz, clock_timestamp())
         from unnest($1::text[]) as subject
         on conflict (subject) do nothing`,
        [ordered, clock.fixed()],
      );
      const { rows } = await tx.query<Count & { nowMs: number }>(
        `select subject, failures, extract(epoch from last_at)::float8 * 1000 as "lastMs",
                extract(epoch from coalesce($2::timestamptz, clock_timestamp()))::float8 * 1000
                  as "nowMs"
         from sign_in_failures where subject = any($1::text[]) order by subject for update`,
        [ordered, clock.fixed()],
      );
      const nowMs = Math.max(...rows.map((row) => row.nowMs));
      const counts = rows.map((row) =>
        nowMs - row.lastMs > forgottenAfterMs ? { ...row, failures: 0 } : row,
      );
      const waits = counts.map(({ subject, failures, lastMs }) => {
        const kind = subject.slice(0, subject.indexOf(":")) as Kind;
        const seconds = waitSeconds(failures, free, longestSeconds[kind]);
        return seconds === 0 ? 0 : Math.ceil((lastMs + seconds * 1000 - nowMs) / 1000);
      });
      const wait = Math.max(0, ...waits);
      const failures = Math.max(...counts.map((count) => count.failures)) + (wait > 0 ? 0 : 1);
      if (wait > 0) return { waitSeconds: wait, failures };
      await tx.query(
        `update sign_in_failures as kept set failures = tried.failures + 1,
           last_at = to_timestamp($3::float8 / 1000)
         from unnest($1::text[], $2::int[]) as tried(subject, failures)
         where kept.subject = tried.subject`,
        [counts.map((count) => count.subject), counts.map((count) => count.failures), nowMs],
      );
      return { waitSeconds: 0, failures };
    });
  }

  /**
   * What was right ends an account's or a device's count. An address keeps what others did wrong from it:
   * somebody with one account could otherwise go on guessing at others.
   */
  async #takeBack(subjects: readonly string[], ends: boolean): Promise<void> {
    await this.#deps.pool.query(
      `update sign_in_failures
       set failures = case when $2 and subject not like 'address:%' then 0
                           else greatest(0, failures - 1) end
       where subject in (
         select subject from sign_in_failures where subject = any($1::text[])
         order by subject for update
       )`,
      [subjects, ends],
    );
  }
}

type Kind = keyof typeof longestSeconds;
