// A doctor with slots that are still to come, whatever the time of day when the tests run: the doctor
// works where it is early in the morning now.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { instantOf, dateIn } from "../web/look/zone-time.ts";
import type { GivenToken, OpdSlot, Token } from "../web/wire/opd.ts";
import type { Screen, Stage } from "./stage.ts";

/** Where it is between this hour and the next. */
export function zoneWhereItIs(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return ahead === 0 ? "Etc/UTC" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

export const morningZone = () => zoneWhereItIs(7);

export interface DoctorOptions {
  name?: string;
  /** Of half an hour, from 10:00 on. */
  slots?: number;
  places?: number;
  reserve?: number;
}

export interface TestDoctor {
  id: string;
  name: string;
  timezone: string;
  date: string;
  at(time: string): string;
  give(patient: string, time: string, more?: object): Promise<GivenToken>;
  act(token: { id: string }, verb: string): Promise<void>;
  callNext(): Promise<Token>;
  slot(time: string): Promise<OpdSlot>;
  /** "1 Ana, 2 Bo" */
  list(time: string): Promise<string>;
}

export async function newDoctor(stage: Stage, options: DoctorOptions = {}): Promise<TestDoctor> {
  const { name = "Dr Asha Rao", slots = 2, places = 2, reserve = 0 } = options;
  const timezone = morningZone();
  const date = dateIn(Date.now(), timezone);
  const asked = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await stage.api(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id } = await asked<{ id: string }>("POST", "/v1/resources", {
    type: "doctor",
    name,
    timezone,
  });
  const end = `${10 + Math.floor(slots / 2)}:${slots % 2 === 0 ? "00" : "30"}`;
  await asked("PUT", `/v1/resources/${id}/availability`, {
    validFrom: date,
    slotMinutes: 30,
    tokensPerSlot: places,
    weekly: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: "10:00", end })),
  });
  await asked("PUT", `/v1/opd/doctors/${id}`, { capacity: null, emergencyReserve: reserve });
  const at = (time: string) => instantOf(date, time, timezone);

  const doctor: TestDoctor = {
    id,
    name,
    timezone,
    date,
    at,
    async give(patient, time, more = {}) {
      const { id: patientId } = await asked<{ id: string }>("POST", "/v1/patients", {
        name: patient,
      });
      const wish = { patientId, doctorId: id, slotStart: at(time), source: "walk_in", ...more };
      return asked<GivenToken>("POST", "/v1/opd/tokens", wish);
    },
    async act(token, verb) {
      await asked("POST", `/v1/opd/tokens/${token.id}/${verb}`);
    },
    callNext: () => asked<Token>("POST", `/v1/opd/doctors/${id}/call-next`, { date, early: true }),
    async slot(time) {
      const all = await asked<OpdSlot[]>("GET", `/v1/opd/slots?doctorId=${id}&date=${date}`);
      const slot = all.find(({ start }) => start === at(time));
      assert.ok(slot, `there is no slot at ${time}`);
      return slot;
    },
    async list(time) {
      const { allocated, waiting } = await doctor.slot(time);
      const placed = allocated.map(({ number, patientName }) => `${number} ${patientName}`);
      return [...placed, ...waiting.map(({ patientName }) => `– ${patientName}`)].join(", ");
    },
  };
  return doctor;
}

export async function openReception(
  stage: Stage,
  doctor: TestDoctor,
  screen?: Screen,
): Promise<Page> {
  const page = await stage.openConsole(`/opd?doctor=${doctor.id}`, screen);
  await page.getByRole("heading", { name: "Give a token" }).waitFor();
  return page;
}

export const slotCell = (page: Page, time: string) => page.getByRole("row", { name: time });

export const tokenRow = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ hasText: name });

/** Finds or adds somebody and gives a token; what is to be read out. */
export async function giveAtDesk(
  page: Page,
  name: string,
  button: "Give token" | "Emergency" = "Give token",
): Promise<string> {
  const next = page.getByRole("button", { name: "Next patient" });
  if (await next.isVisible()) await next.click();
  const field = page.getByRole("combobox", { name: "Patient" });
  const add = page.getByRole("button", { name: "Add and use" });
  // A list that changes under the pointer takes no press: whoever stands there presses again.
  for (let tries = 0; tries < 3 && !(await add.isVisible()); tries++) {
    // The page scrolls to the field first: a list that is open closes when its field moves.
    await field.click();
    await field.fill(name);
    await page.getByRole("option", { name: `Add “${name}”` }).click();
    await add.waitFor({ timeout: 5_000 }).catch(() => undefined);
  }
  await add.click();
  // Another story may have added somebody of that name.
  const other = page.getByRole("button", { name: "Add as somebody else" });
  await other
    .or(page.getByRole("button", { name: "Another patient" }))
    .first()
    .waitFor();
  if (await other.isVisible()) await other.click();
  await page.getByRole("button", { name: button }).click();
  await next.waitFor();
  return page.getByRole("region", { name: "Please read out" }).getByRole("status").innerText();
}

export async function choose(page: Page, name: string, item: string | RegExp): Promise<void> {
  await tokenRow(page, name)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
}
