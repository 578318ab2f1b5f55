import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { check } from "./axe.ts";
import { desktop, makeStage, owner, phone, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage();
});
after(() => stage.close());

/** Browsers know passkeys by a name: this computer is localhost. */
const named = (path: string) => stage.app.url.replace("127.0.0.1", "localhost") + path;

/** A device that has passkeys and recognises its owner. */
async function giveDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, signs its owner in without a password, and is removed", async () => {
  const page = await stage.open("/healthz", desktop);
  await giveDevice(page);
  await page.goto(named("/account"));
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Your account" }).waitFor();

  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Laptop at reception");
  await dialog.getByLabel("Your password").fill("a guess of somebody");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("This is not your password").waitFor();
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await page.getByText("From now on you can sign in with this passkey.").waitFor();
  await page.getByText("Laptop at reception").waitFor();
  await page.getByText("Not used yet.").waitFor();
  await check(page, "an account with a passkey", { also: [phone] });
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await dialog.getByLabel("Name").fill("The same again");
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await dialog.getByText("This device already has a passkey for your account.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.context().clearCookies();
  await page.goto(named("/members"));
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await button.waitFor();
  await check(page, "signing in with a passkey", { also: [phone] });
  await button.click();
  await page.getByRole("heading", { name: "Members" }).waitFor();

  await page.goto(named("/account"));
  await page.getByText(/Last used on/).waitFor();
  await page.getByRole("button", { name: "Remove: Laptop at reception" }).click();
  await dialog.getByLabel("Your password").fill(owner.password);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("“Laptop at reception” was removed.").waitFor();

  await page.context().clearCookies();
  await page.goto(named("/sign-in"));
  await button.click();
  await page.getByText("This passkey is not known here.").waitFor();
});

test("at an address without a name the page says where passkeys work", async () => {
  const page = await stage.open("/sign-in", desktop);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText(/Passkeys only work at the console's own address/).waitFor();
});
