// A hospital with more doctors than fit beside each other: they are searched for, and sorted by department.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { newDoctor } from "./clinic.ts";
import { makeStage, tv, type Stage } from "./stage.ts";

const cardiologists = 13;
const eyeDoctors = 9;

let stage: Stage;
let cardiology: string;
before(async () => {
  stage = await makeStage();
  cardiology = await newDepartment("Cardiology");
  await newDoctors("Dr Heart", cardiologists, cardiology);
  await newDoctors("Dr Eye", eyeDoctors, await newDepartment("Eye clinic"));
});
afterEach(() => stage.closePages());
after(() => stage.close());

async function newDepartment(name: string): Promise<string> {
  const { body } = await stage.api("POST", "/v1/departments", { name });
  return (body as { id: string }).id;
}

async function newDoctors(name: string, count: number, departmentId: string): Promise<void> {
  for (let i = 1; i <= count; i += 1) {
    const { id } = await newDoctor(stage, { name: `${name} ${i}`, slots: 1 });
    await stage.api("PATCH", `/v1/resources/${id}`, { departmentId });
  }
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
  await page.getByRole("textbox", { name: "Search" }).fill("eye 2");
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
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: /Dr Heart 12/ }).click();
  await page.getByRole("button", { name: "Name, department…" }).click();
  await page.getByRole("button", { name: /Department/ }).click();
  await page.getByRole("option", { name: "Skin" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Doctor · Skin").waitFor();
});

test("with nine doctors and with twenty, no number covers a name, and it can be read from five metres", async () => {
  const { body } = await stage.api("GET", "/v1/opd/doctors");
  const ids = (body as { items: { id: string }[] }).items.map(({ id }) => id);
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
  assert.equal(await page.locator(".doctor").count(), (cardiologists + eyeDoctors) / 2);
});
