// A hospital with more doctors than fit beside each other: they are searched for, and sorted by department.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { morningZone, newDoctor } from "./clinic.ts";
import { makeStage, tv, type Stage } from "./stage.ts";

const cardiologists = 13;
const eyeDoctors = 9;

let stage: Stage;
before(async () => {
  stage = await makeStage();
  const timezone = morningZone();
  const cardiology = await newDepartment("Cardiology");
  const eyes = await newDepartment("Eye clinic");
  for (let n = 1; n <= cardiologists; n += 1)
    await newDoctorIn(cardiology, `Dr Heart ${n}`, timezone);
  for (let n = 1; n <= eyeDoctors; n += 1) await newDoctorIn(eyes, `Dr Eye ${n}`, timezone);
});
afterEach(() => stage.closePages());
after(() => stage.close());

async function newDepartment(name: string): Promise<string> {
  const { body } = await stage.api("POST", "/v1/departments", { name });
  return (body as { id: string }).id;
}

/** Without hours: most of these stories are about finding them. */
async function newDoctorIn(departmentId: string, name: string, timezone: string): Promise<void> {
  const doctor = { type: "doctor", name, timezone, departmentId };
  assert.equal((await stage.api("POST", "/v1/resources", doctor)).status, 201);
}

test("at the reception a doctor among many is searched for, or chosen from the department", async () => {
  const page = await stage.openConsole("/opd");
  await page.getByRole("combobox", { name: "Find a doctor" }).fill("eye 7");
  await page.getByRole("option", { name: /Dr Eye 7/ }).click();
  const doctors = page.getByRole("radiogroup", { name: "Doctors" });
  await doctors.getByRole("radio", { name: /Dr Eye 7/, checked: true }).waitFor();
  assert.equal(await doctors.getByRole("radio").count(), eyeDoctors);
  await doctors.getByText("Dr Eye 3").click();
  await doctors.getByRole("radio", { name: /Dr Eye 3/, checked: true }).waitFor();
});

test("a board is made of a department", async () => {
  const page = await stage.openConsole("/opd");
  await page.getByRole("button", { name: "Board…" }).click();
  await page.getByText("0 chosen, at most 60").waitFor();
  await page.getByRole("button", { name: "Choose all of Cardiology" }).click();
  await page.getByText(`${cardiologists} chosen, at most 60`).waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("eye 2");
  await page.getByRole("dialog").getByText("Dr Eye 2").click();
  await page.getByText(`${cardiologists + 1} chosen, at most 60`).waitFor();
  const path = await page.getByRole("link", { name: "Open the board" }).getAttribute("href");
  assert.equal(path!.split("=")[1]!.split(",").length, cardiologists + 1);
});

test("in the list of resources, what is searched for is in sight", async () => {
  const page = await stage.openConsole("/resources");
  await page.getByText(`${cardiologists + eyeDoctors} found`).waitFor();
  await page.getByLabel("Search by name or department").fill("cardio 13");
  await page.getByText("1 found").waitFor();
  await page.getByRole("link", { name: /Dr Heart 13/ }).waitFor();
  await page.getByLabel("Search by name or department").fill("nobody");
  await page.getByRole("heading", { name: "Nothing found" }).waitFor();
});

test("a department is made, and a doctor is put into it", async () => {
  const page = await stage.openConsole("/resources");
  await page.getByRole("button", { name: "Departments…" }).click();
  await page.getByLabel("New department").fill("Skin");
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Rename Skin" }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("link", { name: /Dr Heart 12/ }).click();
  await page.getByRole("button", { name: "Name, department…" }).click();
  await page.getByRole("button", { name: /Department/ }).click();
  await page.getByRole("option", { name: "Skin" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Doctor · Skin").waitFor();
});

test("a holiday of the whole hospital is one exception for each", async () => {
  const page = await stage.openConsole("/resources");
  await page.getByRole("button", { name: "Close for a holiday…" }).click();
  await page.getByLabel("First day").fill("2031-12-25");
  await page.getByLabel("Reason").fill("Christmas");
  await page.getByRole("button", { name: "See what happens" }).click();
  await page.getByText("Nobody has a token or booking in that time.").waitFor();
  const all = cardiologists + eyeDoctors;
  await page.getByRole("button", { name: `Close all ${all}` }).click();
  await page.getByText(`${all} were closed.`).waitFor();
  const { body } = await stage.api("GET", "/v1/opd/doctors");
  const [first] = (body as { items: { id: string }[] }).items;
  const answer = await stage.api("GET", `/v1/resources/${first!.id}/availability`);
  const { exceptions } = answer.body as { exceptions: { reason: string }[] };
  assert.deepEqual(
    exceptions.map(({ reason }) => reason),
    ["Christmas"],
  );
});

test("with nine doctors and with twenty, no number covers a name, and it can be read from five metres", async () => {
  const { body } = await stage.api("GET", "/v1/opd/doctors");
  const ids = (body as { items: { id: string }[] }).items.map(({ id }) => id);
  const called = await newDoctor(stage, { name: "Dr Called Oluwaseun-Adebayo" });
  await called.give("Called One", "10:00");
  await called.callNext();
  ids.unshift(called.id);
  for (const count of [9, 20]) {
    const page = await stage.open(`/opd/board?doctors=${ids.slice(0, count).join(",")}`, tv);
    await page
      .locator(".doctor")
      .nth(count - 1)
      .waitFor();
    const rows = await page.locator(".doctor").evaluateAll((doctors) =>
      doctors.map((doctor) => {
        const boxOf = (selector: string) => doctor.querySelector(selector)!.getBoundingClientRect();
        const number = doctor.querySelector(".now")!;
        return {
          apart:
            boxOf("h2").right <= boxOf(".now").left && boxOf(".now").right <= boxOf(".then").left,
          inside: boxOf("h2").bottom <= doctor.getBoundingClientRect().bottom,
          digits: Number.parseFloat(getComputedStyle(number).fontSize),
        };
      }),
    );
    assert(
      rows.every(({ apart, inside }) => apart && inside),
      JSON.stringify(rows),
    );
    // Two and a half centimetres on a 43-inch TV, whose picture is 53.5 cm high.
    assert(
      rows.every(({ digits }) => digits >= 70),
      JSON.stringify(rows),
    );
  }
});

test("more than twenty doctors take turns on a screen", async () => {
  const { body } = await stage.api("GET", "/v1/opd/doctors");
  const ids = (body as { items: { id: string }[] }).items.map(({ id }) => id);
  const page = await stage.open(`/opd/board?doctors=${ids.join(",")}`, tv);
  await page.getByText("Page 1 of 2").waitFor();
  assert.equal(await page.locator(".doctor").count(), Math.ceil(ids.length / 2));
});

test("hours are copied from another doctor", async () => {
  const timezone = "Europe/Berlin";
  const made = await stage.api("POST", "/v1/resources", {
    type: "other",
    name: "Vaccinations",
    timezone,
  });
  const { id } = made.body as { id: string };
  await newDoctor(stage, { name: "Dr Model" });
  const page = await stage.openConsole(`/resources/${id}`);
  await page.getByRole("button", { name: "Copy hours from another…" }).click();
  await page.getByRole("combobox", { name: "Whose hours?" }).fill("Model");
  await page.getByRole("option", { name: /Dr Model/ }).click();
  await page.getByText("There are changes that are not saved.").waitFor();
  await page.getByRole("button", { name: "Save these hours" }).click();
  await page.getByText("The hours were saved.").waitFor();
  const { body } = await stage.api("GET", `/v1/resources/${id}/availability`);
  const [hours] = (body as { configurations: { weekly: unknown[]; slotMinutes: number }[] })
    .configurations;
  assert.deepEqual([hours!.weekly.length, hours!.slotMinutes], [7, 30]);
});

test("doctors are imported from a table, and its mistakes are seen before", async () => {
  const page = await stage.openConsole("/resources");
  await page.getByRole("button", { name: "Import…" }).click();
  const choose = (csv: string) =>
    page
      .getByLabel("File (.csv)")
      .setInputFiles({ name: "doctors.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await choose("name,type\nDr Import,nurse\n");
  await page.getByText("1 of 1 lines has a mistake.").waitFor();
  await page.getByText(/unknown type “nurse”/).waitFor();
  await choose("name,department,hours\nDr Import,Imports,Mon-Fri 09:00-12:00\nDr Second,,\n");
  await page.getByText("2 lines, without mistakes").waitFor();
  await page.getByText("These departments are new and are made with them: Imports.").waitFor();
  await page.getByRole("button", { name: "Import all 2" }).click();
  await page.getByText("2 were imported.").waitFor();
  await page.getByLabel("Search by name or department").fill("imports");
  await page.getByRole("link", { name: /Dr Import/ }).waitFor();
});
