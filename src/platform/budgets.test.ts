// What one organisation may make and ask is bounded, so that the others on the server have their share.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { newResource } from "../../test/availability.ts";
import { openResource } from "../../test/booking.ts";
import { eveningBox, openBakery } from "../../test/boxes.ts";
import { icsWith } from "../../test/calendars.ts";
import { api, newKey } from "../../test/http.ts";

const most = 3;
const kinds = [
  "queues",
  "rooms",
  "resources",
  "merchants",
  "boxTypes",
  "calendars",
  "bookingPages",
  "members",
  "apiKeys",
] as const;
type Kind = (typeof kinds)[number];

const variable = (kind: Kind) =>
  `LIMIT_${kind.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_PER_ORGANISATION`;

let app: TestApp;
/** Where one more is asked for, and with what. */
let asked: Record<Kind, { path: string; body: (n: number) => object }>;

before(async () => {
  app = await startApp({
    env: Object.fromEntries(kinds.map((kind) => [variable(kind), String(most)])),
  });
  const { id: merchantId } = await openBakery(app);
  const { id: resourceId } = await newResource(app);
  const { id: roomId } = await openResource(app);
  const timezone = "Europe/Berlin";
  const room = { targetUrl: "https://shop.example/", maxActive: 1, admitPerSecond: 1 };
  asked = {
    queues: {
      path: "/v1/queues",
      body: (n) => ({ name: `Q${n}`, prefix: "Q", timezone, numberReset: "never" }),
    },
    rooms: { path: "/v1/rooms", body: (n) => ({ name: `R${n}`, ...room }) },
    resources: {
      path: "/v1/resources",
      body: (n) => ({ type: "other", name: `R${n}`, timezone }),
    },
    merchants: {
      path: "/v1/merchants",
      body: (n) => ({ name: `M${n}`, timezone, currency: "EUR" }),
    },
    boxTypes: { path: `/v1/merchants/${merchantId}/box-types`, body: () => eveningBox },
    calendars: {
      path: `/v1/resources/${resourceId}/calendars`,
      // Both ways of adding one.
      body: (n) => ({
        name: `C${n}`,
        ...(n % 2 ? { url: `https://calendar.example/${n}.ics` } : { ics: icsWith() }),
      }),
    },
    bookingPages: {
      path: "/v1/booking-pages",
      body: (n) => ({ title: `P${n}`, kind: "room", minutes: 30, resourceIds: [roomId] }),
    },
    members: { path: "/v1/members", body: (n) => ({ email: `m${n}@example.org`, role: "staff" }) },
    apiKeys: { path: "/v1/api-keys", body: (n) => ({ name: `K${n}`, role: "staff" }) },
  };
});
after(() => app.close());

const usedOf = async (kind: Kind, key = app.ownerKey): Promise<number> => {
  const { body } = await api(app, key).get("/v1/organisation");
  assert.equal(body.usage[kind].most, most);
  return body.usage[kind].used;
};

for (const kind of kinds) {
  test(`no more ${kind} than allowed, however many are asked for at once`, async () => {
    const { path, body } = asked[kind];
    const owner = api(app);
    for (let n = await usedOf(kind); n < most - 1; n++) {
      assert.equal((await owner.post(path, body(n))).status, 201);
    }
    // Five for the last place: one has it.
    const key = newKey();
    const answers = await Promise.all(
      [10, 11, 12, 13, 14].map((n) => owner.post(path, body(n), { key: `${key}-${n}` })),
    );
    const made = answers.findIndex(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    assert.deepEqual(
      [made >= 0, refused.length],
      [true, 4],
      JSON.stringify(answers.map((answer) => [answer.status, answer.body])),
    );
    const { code, limit, most: told } = refused[0]!.body;
    assert.deepEqual([code, limit, told], ["LIMIT_REACHED", kind, most]);
    assert.equal(await usedOf(kind), most);
    // Whoever has it and asks again hears so.
    const again = await owner.post(path, body(10 + made), { key: `${key}-${10 + made}` });
    assert.deepEqual([again.status, again.body.id], [201, answers[made]!.body.id]);
  });
}

test("what one organisation has used up, another one has", async () => {
  const { body } = await api(app).post("/v1/organisations", { name: "Another" });
  assert.equal(await usedOf("queues", body.apiKey), 0);
  const { path, body: queue } = asked.queues;
  assert.equal((await api(app, body.apiKey).post(path, queue(1))).status, 201);
});

test("one that is given up makes room", async () => {
  const { body: keys } = await api(app).get("/v1/api-keys");
  const { id } = keys.items.find(({ role }: { role: string }) => role === "staff");
  assert.equal((await api(app).delete(`/v1/api-keys/${id}`)).status, 204);
  const { path, body } = asked.apiKeys;
  assert.equal((await api(app).post(path, body(20))).status, 201);
});
