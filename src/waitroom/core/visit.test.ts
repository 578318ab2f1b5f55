import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../../../test/http.ts";
import { actOn, onBothStores, openRoom, see } from "../../../test/waitroom.ts";

onBothStores((app) => {
  test("a visit from the join to the end", async () => {
    const room = await openRoom(app(), { maxActive: 1 });
    const ann = await room.join();
    const bob = await room.join();
    assert.deepEqual([ann.status, ann.position, bob.position, bob.ahead], ["WAITING", 1, 2, 1]);
    assert.deepEqual([bob.queueLength, typeof bob.estimatedWait.toSeconds], [2, "number"]);
    await app().admit();
    const admitted = await see(app(), ann);
    assert.equal(admitted.status, "ADMITTED");
    assert.ok(admitted.redirectUrl.startsWith("https://shop.example/tickets?tk_pass="));
    const redeemed = await api(app(), null).post(`${room.path}/redeem`, { pass: admitted.pass });
    assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
    assert.equal((await see(app(), bob)).status, "WAITING");
    const again = await api(app(), null).post(`${room.path}/redeem`, { pass: admitted.pass });
    assert.deepEqual([again.status, again.body.code], [409, "PASS_USED"]);
    const headers = { cookie: `tk_session_${room.id}=${redeemed.body.session}` };
    const verified = await api(app(), null).get(`${room.path}/verify`, { headers });
    assert.equal(verified.status, 204);
    const done = await actOn(app(), ann, "complete");
    assert.deepEqual([done.status, done.body.status], [200, "COMPLETED"]);
    const stats = await room.stats();
    assert.deepEqual([stats.waiting, stats.active, stats.completed], [1, 0, 1]);
  });
});
