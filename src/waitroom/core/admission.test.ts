import assert from "node:assert/strict";
import { test } from "node:test";
import { onBothStores, openRoom, see } from "../../../test/waitroom.ts";

onBothStores((app) => {
  test("every room is served, however many older ones there are", async () => {
    const room = await openRoom(app());
    const { rows } = await app().pool.query(
      `with made as (
         insert into line (org_id, id, group_id, product)
         select r.org_id, older.id, older.id, 'waitroom' from room r,
                lateral (select lpad(n::text, 32, '0')::uuid as id from generate_series(1, 10001) n) older
          where r.id = $1 returning org_id, id)
       insert into room (org_id, id, settings, seed, created_at)
       select made.org_id, made.id, r.settings, r.seed, r.created_at from made, room r where r.id = $1
       returning id`,
      [room.id],
    );
    assert.equal(rows.length, 10_001);
    const visitor = await room.join();
    await app().admit();
    assert.equal((await see(app(), visitor)).status, "ADMITTED");
  });
});
