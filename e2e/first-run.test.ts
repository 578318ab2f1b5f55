import assert from "node:assert/strict";
import { test } from "node:test";
import { desktop, makeStage, owner } from "./stage.ts";

test("from the first start to a printed poster, and in again the next day", async (t) => {
  const stage = await makeStage({ setUp: false });
  t.after(() => stage.close());
  const page = await stage.open("/", desktop);

  await page.getByRole("heading", { name: /Welcome/ }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/setup");
  await page.getByLabel("Organisation").fill(owner.organisation);
  await page.getByLabel("Your name").fill(owner.name);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Choose a password").fill(owner.password);
  await page.getByRole("button", { name: "Create" }).click();

  await page.getByRole("button", { name: "Make the first queue" }).click();
  await page.getByLabel("Name of the queue").fill("Blood tests");
  await page.getByText("Numbers look like BT-000123.").waitFor();
  await page.getByRole("button", { name: "Create queue" }).click();
  await page.getByRole("heading", { name: "Blood tests" }).waitFor();
  await page.getByText("Nobody is waiting").first().waitFor();

  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Add a desk" }).click();
  await page.getByLabel("Message to the people in line").fill("Please have your referral ready.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Poster to print" }).click();
  const code = page.getByRole("img", { name: /QR code/ });
  await code.waitFor();
  await page.waitForFunction(() => document.querySelector("img")!.naturalWidth > 0);
  await page.getByText("Please have your referral ready.").waitFor();
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.equal(sheets.match(/\/Type\s*\/Page[^s]/g)?.length, 1);
  assert.match(sheets, /\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/, "not A4");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
  assert.equal(await page.getByRole("banner").isVisible(), false);
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("button", { name: new RegExp(owner.organisation) }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("Password").waitFor();
  await page.goto("/members");
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("E-mail or password is wrong.").waitFor();
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Members" }).waitFor();
  assert.equal(new URL(page.url()).pathname, "/members");

  await page.goto("/setup");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});
