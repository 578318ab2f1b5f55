// better-auth goes by this machine's clock, and everything else here by the database's. So what it writes and
// asks for is put into the database's time on the way there, and what it reads into this machine's on the way
// back: however wrong the machine's clock is, sessions, keys and challenges end when the database says so.

import type { DBAdapter, Where } from "@better-auth/core/db/adapter";
import type { Clock } from "../infra/clock.ts";

type Rest = Omit<DBAdapter, "transaction">;
type Row = Record<string, unknown>;

/** Those that end. */
const models = new Set(["session", "verification", "apikey"]);

/** How far this machine's clock is ahead. A clock that a test moves is not one that machines have. */
function aheadMs(clock: Clock): number {
  return clock.fixed() === null ? Date.now() - clock.now() : 0;
}

export function onDatabaseTime<Kind extends Rest>(adapter: Kind, clock: Clock): Kind {
  const moved = <Value>(value: Value, ms: number): Value =>
    (value instanceof Date ? new Date(value.getTime() + ms) : value) as Value;
  const rowMoved = <Some>(row: Some, ms: number): Some =>
    row === null || typeof row !== "object"
      ? row
      : (Object.fromEntries(
          Object.entries(row as Row).map(([name, value]) => [name, moved(value, ms)]),
        ) as Some);
  const there = <Some>(row: Some) => rowMoved(row, -aheadMs(clock));
  const back = <Some>(row: Some) => rowMoved(row, aheadMs(clock));
  const asked = <Input extends { model: string; where?: Where[] | undefined }>(input: Input) => {
    if (!models.has(input.model) || !input.where) return input;
    return { ...input, where: input.where.map((each) => there(each)) };
  };
  // Keys are made by us, in the database's time already.
  const isOurs = (model: string) => !models.has(model) || model === "apikey";

  const own: Partial<DBAdapter> = {
    async create(input) {
      if (isOurs(input.model)) return adapter.create(input);
      return back(await adapter.create({ ...input, data: there(input.data) }));
    },
    async findOne(input) {
      const row = await adapter.findOne(asked(input));
      return (models.has(input.model) ? back(row) : row) as never;
    },
    async findMany(input) {
      const rows = await adapter.findMany(asked(input));
      return (models.has(input.model) ? rows.map((row) => back(row)) : rows) as never;
    },
    async update(input) {
      if (isOurs(input.model)) return adapter.update(asked(input));
      const row = await adapter.update({ ...asked(input), update: there(input.update) });
      return back(row) as never;
    },
    updateMany: (input) => adapter.updateMany(asked(input)),
    delete: (input) => adapter.delete(asked(input)),
    deleteMany: (input) => adapter.deleteMany(asked(input)),
    count: (input) => adapter.count(asked(input)),
    async consumeOne(input) {
      const row = await adapter.consumeOne(asked(input));
      return (models.has(input.model) ? back(row) : row) as never;
    },
  };
  if ("transaction" in adapter) {
    const { transaction } = adapter as unknown as DBAdapter;
    own.transaction = (work) => transaction((inner) => work(onDatabaseTime(inner, clock)));
  }
  return { ...adapter, ...own };
}
