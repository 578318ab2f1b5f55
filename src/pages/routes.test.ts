import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startApp, type TestApp } from "../../test/app.ts";
import { openBakery } from "../../test/boxes.ts";
import { api } from "../../test/http.ts";
import { openQueue } from "../../test/counter.ts";

let app: TestApp;
let queueId: string;
before(async () => {
  app = await startApp();
  queueId = (await openQueue(app, { name: `Tea & <b>"cake"</b>` })).id;
});
after(() => app.close());

const html = { accept: "text/html" };
const read = (path: string, headers: Record<string, string> = html) =>
  fetch(app.url + path, { headers });

test("the join page comes with the queue's state already in it", async () => {
  const page = await read(`/q/${queueId}`);
  const text = await page.text();
  assert.equal(page.status, 200);
  assert.match(text, /waiting now/);
  assert.match(text, /<form/);
});

test("a queue's name is text, never markup", async () => {
  for (const path of [`/q/${queueId}`, `/board/${queueId}`]) {
    const text = await (await read(path)).text();
    assert.ok(!text.includes("<b>"), path);
    assert.ok(text.includes("&lt;b>") || text.includes("&#60;b&#62;"), path);
  }
});

test("no page lets in a script that is not one of our files", async () => {
  for (const path of [`/q/${queueId}`, `/board/${queueId}`, "/", "/sign-in"]) {
    const page = await read(path);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'/, path);
    assert.match(policy, /script-src 'self';/, path);
    assert.ok(!policy.includes("unsafe"), path);
    for (const [tag] of (await page.text()).matchAll(/<script[^>]*>/g)) {
      assert.match(tag, /src="\/assets\/|type="application\/json"/, path);
    }
  }
});

test("each console page gets a nonce of its own", async () => {
  const nonce = async () =>
    /nonce-([^']+)'/.exec(
      (await read("/queues")).headers.get("content-security-policy") ?? "",
    )?.[1];
  const [one, two] = [await nonce(), await nonce()];
  assert.ok(one && two && one !== two);
});

test("assets may be kept for ever, pages may not", async () => {
  const page = await read(`/q/${queueId}`);
  assert.equal(page.headers.get("cache-control"), "no-cache");
  const [, script] = /src="(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
  const asset = await read(script!);
  assert.equal(asset.status, 200);
  assert.match(asset.headers.get("cache-control") ?? "", /max-age=31536000, immutable/);
  assert.match(asset.headers.get("content-type") ?? "", /javascript/);
});

test("nothing but the assets is served from the build", async () => {
  for (const path of [
    "/assets/../server/pages.mjs",
    "/assets/%2e%2e/.vite/manifest.json",
    "/server/pages.mjs",
    "/.vite/manifest.json",
    "/assets/",
  ]) {
    assert.equal((await read(path)).status, 404, path);
  }
});

test("people get a page where there is nothing, programs get a problem", async () => {
  const lost = ["/nothing", "/q/nothing", `/q/${crypto.randomUUID()}`, `/board/x`, "/queues/a/b/c"];
  for (const path of lost) {
    const page = await read(path);
    assert.equal(page.status, 404, path);
    assert.match(page.headers.get("content-type") ?? "", /text\/html/, path);
    assert.match(await page.text(), /There is nothing here/, path);
  }
  for (const [path, headers] of [
    ["/v1/nothing", html],
    ["/nothing", { accept: "application/json" }],
  ] as const) {
    const answer = await read(path, headers);
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get("content-type") ?? "", /problem\+json/, path);
  }
  assert.equal((await api(app).post("/nothing")).status, 404);
});

test("a token's page and the hall's screen need ids, and show nothing by themselves", async () => {
  const id = crypto.randomUUID();
  for (const path of [`/k/${id}`, `/opd/board?doctors=${id},${id}`]) {
    const page = await read(path);
    assert.equal(page.status, 200, path);
    assert.match(page.headers.get("content-security-policy") ?? "", /script-src 'self';/, path);
    assert.match(await page.text(), /aria-busy="true"/, path);
  }
  const many = Array.from({ length: 61 }, () => id).join(",");
  const wrong = ["/k/x", "/opd/board", "/opd/board?doctors=x", `/opd/board?doctors=${many}`];
  for (const path of wrong) assert.equal((await read(path)).status, 404, path);
});

test("the shop page comes with what is out already in it, in the visitor's own formats", async () => {
  const bakery = await openBakery(app, { name: `Bread & <b>"cake"</b>`, town: "Ghent" });
  await bakery.offer({ title: "Evening bread" });
  const { organisation } = (await api(app).get("/v1/me")).body;
  const german = { ...html, "accept-language": "de-DE,de;q=0.9" };
  const text = await (await read(`/shop/${organisation.id}`, german)).text();
  assert.match(text, /Evening bread/);
  assert.match(text, /4,50\s€/);
  assert.ok(!text.includes("<b>"));
  const odd = { ...html, "accept-language": '"><script>' };
  assert.match(await (await read(`/shop/${organisation.id}`, odd)).text(), /€4\.50/);
  const elsewhere = await (await read(`/shop/${organisation.id}?town=Bruges`)).text();
  assert.ok(!elsewhere.includes("Evening bread"));
  for (const path of ["/shop/x", `/shop/${crypto.randomUUID()}`]) {
    assert.equal((await read(path)).status, 404, path);
  }
});

test("a reservation's page needs an id, and shows nothing by itself", async () => {
  const page = await read(`/r/${crypto.randomUUID()}`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /aria-busy="true"/);
  assert.equal((await read("/r/x")).status, 404);
  const worker = await read("/r/offline.js");
  assert.match(worker.headers.get("content-type") ?? "", /javascript/);
  assert.doesNotMatch(worker.headers.get("cache-control") ?? "", /immutable/);
});

test("the board takes its theme from the address, and nothing else", async () => {
  assert.match(await (await read(`/board/${queueId}?theme=dark`)).text(), /data-theme="dark"/);
  const odd = await (await read(`/board/${queueId}?theme=%22onload%3D`)).text();
  assert.ok(!odd.includes("data-theme"));
});
