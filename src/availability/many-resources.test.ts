// What a hospital has: five hundred doctors, rooms and theatres. Lists give what is in view.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { api } from "../../test/http.ts";

const types = ["doctor", "consultation_room", "ot", "lab", "other"];
const total = 500;

let app: TestApp;
let cardiology: string;
before(async () => {
  app = await startApp();
  cardiology = (await api(app).post("/v1/departments", { name: "Cardiology" })).body.id;
  for (let from = 0; from < total; from += 25) {
    await Promise.all(Array.from({ length: 25 }, (_, i) => make(from + i)));
  }
});
after(() => app.close());

/** Every tenth is in the department; the names are not in the order in which they are made. */
async function make(n: number): Promise<void> {
  const { status } = await api(app).post("/v1/resources", {
    type: types[n % types.length],
    name: `Resource ${String((n * 37) % total).padStart(3, "0")}`,
    timezone: "UTC",
    ...(n % 10 === 0 && { departmentId: cardiology }),
  });
  assert.equal(status, 201);
}

interface Item {
  id: string;
  name: string;
  type: string;
}

const namesOf = (items: Item[]) => items.map(({ name }) => name);

async function pages(query: string): Promise<Item[][]> {
  const found: Item[][] = [];
  for (let cursor = ""; ;) {
    const { status, body } = await api(app).get(`/v1/resources?${query}${cursor}`);
    assert.equal(status, 200);
    found.push(body.items);
    if (!body.nextCursor) return found;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

test("five hundred resources come by name, fifty at a time, each once", async () => {
  const found = await pages("sort=name");
  assert.deepEqual(
    found.map(({ length }) => length),
    Array.from({ length: 10 }, () => 50),
  );
  const names = namesOf(found.flat());
  assert.deepEqual(names, names.toSorted());
  assert.equal(new Set(names).size, total);
});

test("no page is longer than two hundred", async () => {
  assert.equal((await api(app).get("/v1/resources?limit=500")).status, 422);
  assert.equal((await pages("limit=200"))[0]!.length, 200);
});

test("every word of a search is somewhere in the name, or in that of the department", async () => {
  assert.deepEqual(namesOf((await pages("q=resource%20123")).flat()), ["Resource 123"]);
  const ofDepartment = (await pages("sort=name&q=CARDIO%20resource")).flat();
  assert.equal(ofDepartment.length, total / 10);
  assert.deepEqual((await pages("q=nobody")).flat(), []);
  for (const wild of ["%25", "_", "%5C"]) assert.deepEqual((await pages(`q=${wild}`)).flat(), []);
});

test("a list is narrowed by type, department and use", async () => {
  const ofDepartment = (await pages(`departmentId=${cardiology}&sort=name`)).flat();
  assert.equal(ofDepartment.length, total / 10);
  const doctors = (await pages(`departmentId=${cardiology}&type=doctor`)).flat();
  assert(doctors.length > 0 && doctors.every(({ type }) => type === "doctor"));
  assert.equal((await pages("departmentId=none")).flat().length, (total * 9) / 10);
  const [one] = ofDepartment;
  await api(app).patch(`/v1/resources/${one!.id}`, { active: false });
  assert.deepEqual(namesOf((await pages("active=false")).flat()), [one!.name]);
  assert.equal((await pages("active=true")).flat().length, total - 1);
});
