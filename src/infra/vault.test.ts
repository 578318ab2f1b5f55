import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { freshDatabase } from "../../test/database.ts";
import { loadSecrets, sealServerKeys } from "./secrets.ts";
import { MasterKeyError, MasterKeys } from "./vault.ts";

const folder = mkdtempSync(join(tmpdir(), "turnkeeper-vault-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const [old, fresh] = ["o".repeat(32), "n".repeat(32)];

test("what is sealed is opened for its purpose, by whoever has the key", () => {
  const vault = new MasterKeys({ keys: [old] });
  const sealed = vault.seal("a", "secret");
  assert.ok(!sealed.includes("secret") && sealed !== vault.seal("a", "secret"));
  assert.equal(vault.open("a", sealed), "secret");
  assert.throws(() => vault.open("b", sealed), "another row's");
  assert.throws(() => vault.open("a", `${sealed.slice(0, -4)}AAAA`), "tampered with");
  const other = new MasterKeys({ keys: [fresh] });
  assert.throws(() => other.open("a", sealed), MasterKeyError);
});

test("two keys: the first one seals, both open", () => {
  const sealed = new MasterKeys({ keys: [old] }).seal("a", "secret");
  const both = new MasterKeys({ keys: [fresh, old] });
  assert.equal(both.open("a", sealed), "secret");
  assert.equal(both.isCurrent(sealed), false);
  const again = both.seal("a", "secret");
  assert.equal(both.isCurrent(again), true);
  assert.equal(new MasterKeys({ keys: [fresh] }).open("a", again), "secret");
});

test("the key file is made once, for its owner alone, and a new key is taken up while we run", () => {
  const file = join(folder, "made", "master.key");
  const running = new MasterKeys({ file });
  assert.equal(running.ensure(), true);
  assert.equal(running.ensure(), false);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(new MasterKeys({ file }).ensure(), false, "another instance finds it");
  const before = running.seal("a", "secret");
  const rotating = new MasterKeys({ file });
  rotating.addKey();
  const sealed = running.seal("a", "secret");
  assert.ok(rotating.isCurrent(sealed) && !rotating.isCurrent(before));
  assert.equal(running.open("a", before), "secret");
  rotating.dropOldKeys();
  assert.equal(new MasterKeys({ file }).open("a", sealed), "secret");
  assert.throws(() => new MasterKeys({ file }).open("a", before), MasterKeyError);
  assert.equal(readFileSync(file, "utf8").trim().split("\n").length, 1);
});

test("server keys of an earlier version are sealed where they are, and mean the same", async () => {
  const { pool, drop } = await freshDatabase();
  try {
    const bytes = Buffer.alloc(32, 5);
    await pool.query(`insert into server_key (id, secret) values (1, $1)`, [bytes]);
    const vault = new MasterKeys({ keys: [old] });
    const { secrets } = await loadSecrets(pool, vault);
    const { rows } = await pool.query(`select secret, sealed from server_key`);
    assert.equal(rows[0].secret, null);
    assert.equal(vault.open("server key 1", rows[0].sealed), bytes.toString("base64url"));
    const again = await loadSecrets(pool, vault);
    assert.equal(again.secrets.derive("a", "b"), secrets.derive("a", "b"));

    // A new key takes over while servers with both run.
    const both = new MasterKeys({ keys: [fresh, old] });
    assert.equal(await sealServerKeys(pool, both), 1);
    assert.equal(await sealServerKeys(pool, both), 0);
    const after = await loadSecrets(pool, new MasterKeys({ keys: [fresh] }));
    assert.equal(after.secrets.derive("a", "b"), secrets.derive("a", "b"));
    await assert.rejects(loadSecrets(pool, vault), MasterKeyError);
  } finally {
    await drop();
  }
});

test("a database that is sealed already gets no new key in place of one that is gone", async () => {
  const { pool, drop } = await freshDatabase();
  try {
    await loadSecrets(pool, new MasterKeys({ keys: [old] }));
    const file = join(folder, "lost.key");
    await assert.rejects(
      loadSecrets(pool, new MasterKeys({ file })),
      /sealed under the master key/,
    );
    assert.throws(() => statSync(file), /ENOENT/);
    writeFileSync(file, `${old}\n`);
    const { madeMasterKey } = await loadSecrets(pool, new MasterKeys({ file }));
    assert.equal(madeMasterKey, false);
  } finally {
    await drop();
  }
});
