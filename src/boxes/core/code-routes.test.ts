import assert from "node:assert/strict";
import { after as afterAll, before, test } from "node:test";
import { startApp, type TestApp } from "../../../test/app.ts";
import { act, holder, openBakery } from "../../../test/boxes.ts";
import { api } from "../../../test/http.ts";

let app: TestApp;
before(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test("a code is drawn for whoever holds it, and for nobody else", async () => {
  const box = await (await openBakery(app)).offer();
  const [mine, other] = [await box.reserve(), await box.reserve()];
  const path = `/v1/reservations/${mine.id}/qr.svg`;
  const drawn = await holder(app, mine).get(path);
  assert.equal(drawn.status, 200);
  assert.match(drawn.headers.get("content-type") ?? "", /image\/svg\+xml/);
  assert.equal(drawn.headers.get("cache-control"), "no-store");
  assert.match(drawn.body, /^<svg/);
  assert.notEqual(
    drawn.body,
    (await holder(app, other).get(`/v1/reservations/${other.id}/qr.svg`)).body,
  );
  assert.equal((await holder(app, other).get(path)).status, 404);
  assert.equal((await api(app, null).get(path)).status, 401);
});

test("without a box there is no code to draw", async () => {
  const box = await (await openBakery(app)).offer({ quantity: 1 });
  const taken = await box.reserve();
  const waiting = await box.waitlist();
  const path = `/v1/reservations/${waiting.id}/qr.svg`;
  assert.equal((await holder(app, waiting).get(path)).status, 404);
  await act(app, taken.id, "cancel");
  await act(app, waiting.id, "accept");
  assert.equal((await holder(app, waiting).get(path)).status, 200);
});
