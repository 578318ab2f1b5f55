// A product that is made outside of src/ joins the server through one plugin, and has what ours have: routes
// with access rules, codes, scopes that keys are made with, places that are given once, deadlines,
// the log of events, consumers and services.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../app.ts";
import { api } from "../http.ts";
import { carPark } from "./car-park.ts";

const park = carPark();
let app: TestApp;
let parkId: string;

before(async () => {
  app = await startApp({ plugins: [park.plugin] });
  await app.server.start();
  const { status, body } = await api(app).post("/v1/car-parks", { places: 2 });
  assert.equal(status, 201);
  parkId = body.id;
});

const arrive = (plate: string, key?: string) =>
  api(app).post(`/v1/car-parks/${parkId}/cars`, { plate }, key ? { key } : {});

test("its places are given out once, and whoever comes later waits", async () => {
  const cars = await Promise.all(["A", "B", "C"].map((plate) => arrive(plate)));
  const statuses = cars.map(({ body }): string => body.status).toSorted();
  assert.deepEqual(statuses, ["ARRIVED", "ARRIVED", "WAITING"]);
  const numbers = cars.map(({ body }): string => body.number).toSorted();
  assert.deepEqual(numbers, ["1", "2", "3"]);
});

test("the same key is answered the same", async () => {
  const key = "once and for all";
  const [one, two] = [await arrive("D", key), await arrive("D", key)];
  assert.deepEqual(two.body, one.body);
});

test("what is not parked in time goes to the next", async () => {
  app.clock.advance(11 * 60_000);
  assert.equal(await app.sweep(), 2);
  const { body } = await api(app).get("/v1/events?types=parking");
  const types = body.items.map(({ type }: { type: string }) => type);
  assert.deepEqual(types.slice(0, 3), ["parking.opened", "parking.arrived", "parking.arrived"]);
  assert.equal(types.filter((type: string) => type === "parking.left").length, 2);
  await app.server.consumers.catchUp();
  assert.deepEqual(
    park.did.filter((what) => what === "parking.left"),
    ["parking.left", "parking.left"],
  );
});

test("its refusals are in the catalogue and on the page of errors", async () => {
  const { status, body } = await arrive("LORRY 1");
  assert.deepEqual([status, body.code, body.title], [409, "NO_LORRIES", "Lorries do not fit"]);
  const page = await api(app, null).get("/docs/errors");
  assert.ok(page.body.includes('id="no-lorries"'));
});

test("its scopes are known to roles and keys, and decide who may use it and see its events", async () => {
  const only = { name: "Barrier", scopes: ["parking:read"] };
  const { body: made } = await api(app).post("/v1/api-keys", only);
  assert.deepEqual([made.role, made.scopes], ["viewer", ["parking:read"]]);
  const barrier = api(app, made.key);
  assert.equal((await barrier.post("/v1/car-parks", { places: 1 })).status, 403);
  assert.ok((await barrier.get("/v1/events?types=parking")).body.items.length > 0);
  assert.deepEqual((await barrier.get("/v1/events?types=counter")).body.items, []);
});

test("its routes are in the document", async () => {
  const { body } = await api(app, null).get("/openapi.json");
  assert.ok(body.paths["/v1/car-parks/{id}/cars"].post);
});

test("a route that asks for a scope which nobody declares is refused at the start", async () => {
  const { declares: _, ...undeclared } = carPark().plugin;
  await assert.rejects(startApp({ plugins: [undeclared] }), /parking:operate: nobody declares it/);
});

test("a part that contradicts another is refused at the start", async () => {
  const { plugin } = carPark();
  await assert.rejects(startApp({ plugins: [plugin, plugin] }), /declared twice/);
});

test("nothing in src knows of it", () => {
  const server = readFileSync(new URL("../../src/server.ts", import.meta.url), "utf8");
  assert.ok(!server.includes("parking") && !server.includes("car-park"));
});

after(async () => {
  await app.close();
  assert.deepEqual(
    park.did.filter((what) => what.endsWith("ed")),
    ["opened", "started", "stopped"],
  );
});
