// better-auth keeps a session under the token that the browser's cookie carries. Here the database only
// has the token's hash, so that somebody who reads it cannot take over a session. The tokens are random,
// so a plain hash is enough.

import { hash } from "node:crypto";
import type { DBAdapter, Where } from "@better-auth/core/db/adapter";
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { BetterAuthOptions } from "better-auth";
import { Kysely, PostgresDialect } from "kysely";
import type { Clock } from "../infra/clock.ts";
import type { AmbientPool } from "./ambient.ts";
import { onDatabaseTime } from "./database-time.ts";

export const tokenHash = (token: string): string => hash("sha256", token, "hex");

/** For better-auth's `database`. */
export function databaseWithHashes(pool: AmbientPool, clock: Clock) {
  const db = new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) });
  const make = kyselyAdapter(db, { type: "postgres", transaction: true });
  return (options: BetterAuthOptions): DBAdapter => hashing(onDatabaseTime(make(options), clock));
}

type Adapter = DBAdapter;
type Rest = Omit<Adapter, "transaction">;

function hashing<Kind extends Rest>(adapter: Kind): Kind {
  const own: Partial<Adapter> = {
    async create(input) {
      if (input.model !== "session") return adapter.create(input);
      const { token } = input.data as unknown as { token: string };
      const made = await adapter.create({
        ...input,
        data: { ...input.data, token: tokenHash(token) },
      });
      return { ...made, token } as never;
    },
    async findOne(input) {
      return withToken(input.where, await adapter.findOne(hashed(input)));
    },
    async findMany(input) {
      return adapter.findMany(hashed(input));
    },
    async update(input) {
      return withToken(input.where, await adapter.update(hashed(input)));
    },
    updateMany: (input) => adapter.updateMany(hashed(input)),
    delete: (input) => adapter.delete(hashed(input)),
    deleteMany: (input) => adapter.deleteMany(hashed(input)),
    count: (input) => adapter.count(hashed(input)),
  };
  if ("transaction" in adapter) {
    const { transaction } = adapter as unknown as Adapter;
    own.transaction = (work) => transaction((inner) => work(hashing(inner)));
  }
  return { ...adapter, ...own };
}

function hashed<Input extends { model: string; where?: Where[] | undefined }>(input: Input): Input {
  if (input.model !== "session" || !input.where) return input;
  const where = input.where.map((each) =>
    each.field === "token" ? { ...each, value: hashOf(each.value) } : each,
  );
  return { ...input, where };
}

function hashOf(value: Where["value"]): Where["value"] {
  return Array.isArray(value) ? (value as string[]).map(tokenHash) : tokenHash(value as string);
}

/** The caller who asked with the token gets it back: the cookie is made from it. */
function withToken<Row>(where: readonly Where[], row: Row): Row {
  const asked = where.find(({ field }) => field === "token");
  if (!row || !asked || typeof asked.value !== "string") return row;
  return { ...row, token: asked.value };
}
