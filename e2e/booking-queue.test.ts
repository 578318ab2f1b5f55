import { after, afterEach, before, test } from "node:test";
import { makeStage, type Stage } from "./stage.ts";
import { House } from "./theatres.ts";

let stage: Stage;
let house: House;
before(async () => {
  stage = await makeStage();
  house = new House(stage);
});
afterEach(() => stage.closePages());
after(() => stage.close());

const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };

test("a laboratory's day on its tablet: here, called, started, finished, and taken back", async () => {
  const lab = await house.resource("Lab Q", "lab");
  await house.book("Blood of Ana", [lab], "09:00", "09:30", { kind: "lab" });
  await house.book("Blood of Bo", [lab], "10:00", "10:30", { kind: "lab" });
  const address = `/resources/${lab.id}/queue`;
  const tablets = [await stage.openConsole(address, tablet), await stage.openConsole(address)];
  const [page, colleague] = tablets as [(typeof tablets)[0], (typeof tablets)[0]];
  const ana = page.getByRole("article", { name: "Blood of Ana" });
  const bo = page.getByRole("article", { name: "Blood of Bo" });
  await ana.getByText("expected").waitFor();
  await ana.getByRole("button", { name: "Make it an emergency" }).click();
  await ana.getByText("Emergency", { exact: true }).waitFor();
  await ana.getByRole("button", { name: "No emergency any more" }).click();
  await ana.getByText("Emergency", { exact: true }).waitFor({ state: "detached" });
  await bo.getByRole("button", { name: "Is here" }).click();
  await bo.getByText(/is here/).waitFor();
  // It is early in the morning: nobody is due, and who is here comes first.
  await page.getByRole("button", { name: /^Call next/ }).click();
  const early = page.getByRole("alertdialog", { name: "Nobody is due yet" });
  await early.getByText("Blood of Bo is next, at 10:00.").waitFor();
  await early.getByRole("button", { name: "Call them now" }).click();
  await page.getByText("Blood of Bo was called.").waitFor();
  await bo.getByRole("button", { name: "Start" }).click();
  await bo.getByText(/in progress/).waitFor();
  await bo.getByRole("button", { name: "Finish" }).click();
  await page.getByText("Done today: 1").waitFor();
  await colleague.getByText("Done today: 1").click();
  await colleague.getByRole("button", { name: "Take back Blood of Bo" }).click();
  await bo.getByText(/in progress/).waitFor();
});
