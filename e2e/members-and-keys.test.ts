import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { codeNow } from "../test/totp.ts";
import { check } from "./axe.ts";
import { desktop, makeStage, owner, phone, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage({ motion: true });
});
afterEach(() => stage.closePages());
after(() => stage.close());

test("a colleague is invited, joins by the link, and gets another role", async () => {
  await stage.newQueue();
  const page = await stage.openConsole("/members");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail").fill("jonas@example.com");
  await page.getByLabel("Name", { exact: false }).last().fill("Jonas Weber");
  await page.getByRole("button", { name: "Make the invitation" }).click();
  const address = await page.getByRole("textbox", { name: "Send this link" }).inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Invited", { exact: true }).waitFor();

  const { pathname } = new URL(address);
  const colleague = await stage.open(pathname, desktop);
  await colleague.getByRole("heading", { name: "Join Northside Clinic" }).waitFor();
  await colleague.getByLabel("Choose a password").fill("another calm walk");
  await colleague.getByRole("button", { name: "Accept the invitation" }).click();
  await colleague.getByRole("heading", { name: "Queues" }).waitFor();
  await colleague.getByRole("link", { name: "Open desk" }).waitFor();
  assert.equal(await colleague.getByRole("button", { name: "New queue" }).count(), 0);
  assert.equal(await colleague.getByRole("link", { name: "Members" }).count(), 0);

  await page.reload();
  await page.getByRole("button", { name: /Role of Jonas Weber/ }).click();
  await page.getByRole("option", { name: /Admin/ }).click();
  await page.getByText("Jonas Weber is now Admin.").waitFor();
  await colleague.reload();
  await colleague.getByRole("link", { name: "Members" }).waitFor();

  const again = await stage.open(pathname, desktop);
  await again.getByText("This invitation is no longer valid").waitFor();
});

test("the last owner can neither step down nor leave", async () => {
  const page = await stage.openConsole("/members");
  await page.getByRole("button", { name: /Role of Marta/ }).click();
  await page.getByRole("option", { name: /Staff/ }).click();
  await page.getByText("An organisation needs at least one owner").waitFor();
  await page.getByRole("button", { name: "Remove: Marta Lindqvist" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("An organisation needs at least one owner").waitFor();
  await page
    .getByRole("button", { name: /Role of Marta.*|Owner/ })
    .first()
    .waitFor();
});

test("a key is shown once, works, and works no more when revoked", async () => {
  const page = await stage.openConsole("/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("What is it for?").fill("Kiosk in the hall");
  await page.getByRole("button", { name: "Make the key" }).click();
  await page.getByRole("heading", { name: "Copy the key now" }).waitFor();
  const key = await page.getByRole("textbox", { name: "New API key" }).inputValue();
  // A stray key press must not lose it.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "I have copied it" }).click();
  const ask = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${stage.app.url}/v1/queues`, { headers })).status;
  };
  assert.equal(await ask(), 200);
  await page.getByText("Kiosk in the hall").waitFor();
  assert.ok(!(await page.content()).includes(key));

  await page.getByRole("button", { name: "Revoke: Kiosk in the hall" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("“Kiosk in the hall” was revoked.").waitFor();
  assert.equal(await ask(), 401);
});

test("somebody in two organisations switches between them, and sees only the one", async () => {
  const page = await stage.openConsole("/queues");
  await page.getByRole("link", { name: "Open desk" }).waitFor();
  const made = await page.request.post("/v1/organisations", { data: { name: "Harbour Pharmacy" } });
  assert.equal(made.status(), 201, await made.text());
  await page.reload();
  await page.getByRole("button", { name: /Northside Clinic/ }).click();
  await page.getByRole("menuitem", { name: "Switch to Harbour Pharmacy" }).click();
  await page.getByRole("button", { name: /Harbour Pharmacy/ }).waitFor();
  await page.getByText("No queue yet").waitFor();
  await page.getByRole("button", { name: /Harbour Pharmacy/ }).click();
  await page.getByRole("menuitem", { name: "Switch to Northside Clinic" }).click();
  await page.getByRole("link", { name: "Open desk" }).waitFor();
});

test("a session that ended elsewhere leads to sign-in and back", async () => {
  const page = await stage.open("/keys", desktop);
  await page.getByLabel("E-mail").fill("marta@example.com");
  await page.getByLabel("Password").fill("a calm morning walk");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "API keys" }).waitFor();
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Queues" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("a password is changed, and the old one works no more", async () => {
  const page = await stage.openConsole("/members");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("E-mail").fill("ines@example.com");
  await page.getByRole("button", { name: "Make the invitation" }).click();
  const link = await page.getByRole("textbox", { name: "Send this link" }).inputValue();
  const hers = await stage.open(new URL(link).pathname, desktop);
  await hers.getByLabel("Your name").fill("Ines Falk");
  await hers.getByLabel("Choose a password").fill("the first one of mine");
  await hers.getByRole("button", { name: "Accept the invitation" }).click();

  await hers.getByRole("button", { name: /Ines Falk/ }).click();
  await hers.getByRole("menuitem", { name: "Your account" }).click();
  await hers.getByLabel("Current password").fill("a guess of somebody");
  await hers.getByLabel("New password").fill("the second one of mine");
  await hers.getByRole("button", { name: "Change password" }).click();
  await hers.getByText("This is not your password").waitFor();
  await hers.getByLabel("Current password").fill("the first one of mine");
  await hers.getByRole("button", { name: "Change password" }).click();
  await hers.getByText("Your password is changed.").waitFor();

  const again = await stage.open("/sign-in", desktop);
  await again.getByLabel("E-mail").fill("ines@example.com");
  await again.getByLabel("Password").fill("the first one of mine");
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.getByText("E-mail or password is wrong.").waitFor();
  await again.getByLabel("Password").fill("the second one of mine");
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await again.getByRole("heading", { name: "Queues" }).waitFor();
});

test("a second factor is set up with a phone, asked for when signing in, and removed", async () => {
  const { email, password } = owner;
  const page = await stage.open("/sign-in", desktop);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Queues" }).waitFor();
  await page.goto(`${stage.url}/account`);
  const part = page.locator("section").filter({ hasText: "Second factor" });
  await part.getByLabel("Password").fill(password);
  await part.getByRole("button", { name: "Set up a second factor" }).click();
  await page.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
  await check(page, "setting up a second factor", { also: [phone] });
  const secret = (await part.locator("code").textContent())!;
  await part.getByLabel("Code", { exact: true }).fill(codeNow(secret));
  await part.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("From now on signing in takes a code.").waitFor();
  await page.getByRole("button", { name: "Remove the second factor" }).waitFor();

  const other = await stage.open("/sign-in", desktop);
  await other.getByLabel("E-mail").fill(email);
  await other.getByLabel("Password").fill(password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByText("Your password is right.").waitFor();
  await check(other, "signing in with a code", { also: [phone] });
  await other.getByLabel("Code", { exact: true }).fill(codeNow(secret, 1));
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByRole("heading", { name: "Queues" }).waitFor();

  await part.getByLabel("Password").fill(password);
  await part.getByRole("button", { name: "Remove the second factor" }).click();
  await page.getByText("Signing in takes the password alone again.").waitFor();
});

test("how to use the API is told on a page that its policy lets work", async () => {
  const page = await stage.openConsole("/keys");
  await page.getByRole("link", { name: "How to use the API" }).click();
  await page.waitForURL(/\/docs/);
  // Made by the page's script, from our own document; the stage fails for whatever was stopped.
  await page.getByRole("heading", { name: "Turnkeeper" }).first().waitFor();
  await page.getByText("Who gets a scarce place, in what order, exactly once.").first().waitFor();
});
