import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import pg from "pg";
import { newId } from "../infra/ids.ts";
import { Refusal } from "../kernel/refusal.ts";
import { Premises } from "../../test/engine.ts";
import { TcpProxy } from "../../test/tcp-proxy.ts";
import { auditedWrite, type AuditedWrite } from "./audited-write.ts";
import { inTransaction } from "./transaction.ts";

let premises: Premises;
let proxy: TcpProxy;
let pool: pg.Pool;

before(async () => {
  premises = await Premises.open();
  await premises.database.pool.query(`create table note (id uuid primary key)`);
});

after(() => premises.database.drop());

beforeEach(async () => {
  const through = await TcpProxy.inFrontOf(premises.database.url);
  proxy = through.proxy;
  pool = new pg.Pool({ connectionString: through.url, max: 2 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
});

afterEach(async () => {
  await pool.end();
  await proxy.close();
});

const write = (tx: pg.PoolClient, id: string) => tx.query(`insert into note values ($1)`, [id]);

async function isWritten(id: string): Promise<boolean> {
  const { rowCount } = await premises.database.pool.query(`select from note where id = $1`, [id]);
  return rowCount === 1;
}

const isBusy = (error: unknown) => error instanceof Refusal && error.code === "BUSY";

test("a lost answer to COMMIT is told as not known, and nothing is done again", async () => {
  const id = newId();
  let runs = 0;
  proxy.cutAfter((sent) => sent.includes("commit"));
  const work = (tx: pg.PoolClient) => {
    runs += 1;
    return write(tx, id);
  };
  await assert.rejects(inTransaction(pool, work), isBusy);
  assert.equal(runs, 1);
  assert.equal(await isWritten(id), true);
});

test("a commit that PostgreSQL refuses is an error, not an unknown fate", async () => {
  await premises.database.pool.query(
    `create table if not exists late (id int primary key, of int references late deferrable initially deferred)`,
  );
  await assert.rejects(
    inTransaction(pool, (tx) => tx.query(`insert into late values (1, 7)`)),
    (error) => !isBusy(error),
  );
  assert.deepEqual((await pool.query(`select 1 as one`)).rows, [{ one: 1 }]);
});

test("with a key a lost answer to COMMIT is found again", async () => {
  const { orgId } = premises;
  const [id, key] = [newId(), newId()];
  const audited: AuditedWrite = { orgId, lineId: orgId, actor: "test", operation: "note", key };
  proxy.cutAfter((sent) => sent.includes("commit"));
  const { answer } = await auditedWrite(pool, audited, async (tx) => {
    await write(tx, id);
    return { type: "noted", after: {}, answer: { id } };
  });
  assert.equal(proxy.cuts, 1);
  assert.deepEqual(answer, { id });
  assert.equal(await isWritten(id), true);
});

test("a connection that did not answer is not used again", async () => {
  proxy.cutAfter((sent) => sent.includes("commit"));
  await assert.rejects(
    inTransaction(pool, (tx) => write(tx, newId())),
    isBusy,
  );
  assert.equal(pool.totalCount, 0);
  const id = newId();
  await inTransaction(pool, (tx) => write(tx, id));
  assert.equal(await isWritten(id), true);
});
