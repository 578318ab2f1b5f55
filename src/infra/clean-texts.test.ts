// What was stored before texts and coordinates were checked is mended by a migration.

import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { emptyDatabase } from "../../test/database.ts";
import { migrate, migrationsFolder } from "./migrate.ts";
import { newId } from "./ids.ts";

test("names lose their control characters, texts keep their lines, coordinates are rounded", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "turnkeeper-migrations-"));
  const { pool, drop } = await emptyDatabase();
  t.after(async () => {
    await drop();
    await rm(folder, { recursive: true });
  });
  const names = (await readdir(migrationsFolder)).toSorted();
  const cleaning = names.find((name) => name.endsWith("_clean_texts.sql"))!;
  for (const name of names) {
    if (name < cleaning) await cp(join(migrationsFolder, name), join(folder, name));
  }
  await migrate(pool, folder);
  const [org, id, plain] = [newId(), newId(), newId()];
  const injected = "Room 1\r\nEND:VCALENDAR";
  await pool.query(
    `insert into availability_resource (org_id, id, type, name, timezone, active, created_at)
     values ($1, $2, 'ot', $3, 'UTC', true, now()), ($1, $4, 'ot', $5, 'UTC', true, now())`,
    [org, id, injected, plain, "Salle \\n 2 \\u0007"],
  );
  const details = { name: "Ba\u0007kery", latitude: 5e-324, longitude: null, town: "Gh\u202eent" };
  await pool.query(
    `insert into merchant (org_id, id, details, town, code_key, created_at)
     values ($1, $2, $3, 'gh\u202eent', '', now())`,
    [org, id, details],
  );
  const settings = { name: "De\tsk", message: "one\r\ntwo\u001b", desks: ["1\n2"], list: [] };
  await pool.query(
    `insert into queue (org_id, id, settings, created_at) values ($1, $2, $3, now())`,
    [org, id, settings],
  );
  await pool.query(
    `insert into room (org_id, id, settings, created_at, seed) values ($1, $2, $3, now(), '')`,
    [org, id, { name: "Sale\n", page: { texts: { en: { intro: "a\nb" } } }, maxActive: 5 }],
  );
  const applied = await migrate(pool);
  assert.equal(applied[0], cleaning);
  const { rows } = await pool.query(
    `select name from availability_resource order by id = $1 desc`,
    [id],
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ["Room 1  END:VCALENDAR", "Salle \\n 2 \\u0007"],
  );
  const [merchant] = (await pool.query(`select details, town from merchant`)).rows;
  assert.deepEqual(merchant, {
    details: { name: "Ba kery", latitude: 0, longitude: null, town: "Gh ent" },
    town: "gh ent",
  });
  const [queue] = (await pool.query(`select settings from queue`)).rows;
  assert.deepEqual(queue.settings, {
    name: "De sk",
    message: "one\ntwo",
    desks: ["1 2"],
    list: [],
  });
  const [room] = (await pool.query(`select settings from room`)).rows;
  const kept = { page: { texts: { en: { intro: "a\nb" } } }, maxActive: 5 };
  assert.deepEqual(room.settings, { name: "Sale", ...kept });
});
