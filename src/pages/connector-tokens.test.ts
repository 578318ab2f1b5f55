import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { newVisitor } from "../../test/visitor.ts";
import { openRoom } from "../../test/waitroom.ts";

let app: TestApp;
before(async () => (app = await startApp()));
after(() => app.close());

test("a session has one token for a connector, for a minute, however often it is asked for", async () => {
  const knownUser = { customerId: "acme", eventId: "sale", secretKey: "0123456789abcdef-secret" };
  const room = await openRoom(app, { knownUser, maxActive: 1, sessionMinutes: 5 });
  const visitor = newVisitor();
  const page = `${app.url}/room/${room.id}`;
  await visitor.get(page);
  await app.admit();
  const token = async () => {
    const to = (await visitor.get(page)).headers.get("location");
    return to === null ? null : new URL(to).searchParams.get("queueittoken");
  };
  const first = await token();
  assert.match(first!, /^e_sale~q_/);
  app.clock.advance(59_000);
  assert.equal(await token(), first);
  app.clock.advance(1_000);
  assert.equal(await token(), null, "it has run out, and there is no other");
  assert.equal((await room.stats()).active, 1);
});
