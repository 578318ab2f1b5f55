// A server with an owner, and the screens around it: a phone, a desk, a board. Every page is watched:
// an error in a page, or something its Content-Security-Policy had to stop, fails the test.

import assert from "node:assert/strict";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import { startApp, type TestApp, type TestAppOptions } from "../test/app.ts";
import { makeLink, type Link } from "./link.ts";

/** The size of a screen, and what else is unusual about the browser. */
export type Screen = BrowserContextOptions & { viewport: { width: number; height: number } };

export const phone = { viewport: { width: 390, height: 844 } };
export const desktop = { viewport: { width: 1280, height: 800 } };
export const tv = { viewport: { width: 1920, height: 1080 } };

export const owner = {
  organisation: "Northside Clinic",
  name: "Marta Lindqvist",
  email: "marta@example.com",
  password: "a calm morning walk",
};

export interface QueueOfTest {
  id: string;
  name: string;
}

export interface Stage {
  app: TestApp;
  link: Link;
  url: string;
  open(path: string, screen?: object): Promise<Page>;
  /** A page of the console, signed in as the owner. */
  openConsole(path: string, screen?: Screen): Promise<Page>;
  newQueue(settings?: object): Promise<QueueOfTest>;
  join(queue: QueueOfTest, name: string, more?: object): Promise<{ id: string; number: string }>;
  callNext(queue: QueueOfTest, desk: string): Promise<{ id: string; number: string }>;
  /** As the owner's program. */
  api(method: string, path: string, body?: object): Promise<{ status: number; body: never }>;
  /** Between two stories. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

async function launchBrowser(more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    // Pages that share a process start sooner.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--renderer-process-limit=1",
      ...more,
    ],
  });
}

let usual: Promise<Browser> | null = null;
let users = 0;
let goesAt: NodeJS.Timeout | undefined;

/** Most stages want the same browser: the next one of this process has the one that is there. */
async function takeBrowser(args: string[]): Promise<Browser> {
  if (args.length > 0) return launchBrowser(args);
  users += 1;
  clearTimeout(goesAt);
  return (usual ??= launchBrowser([]));
}

async function giveBack(browser: Browser): Promise<void> {
  if (browser !== (await usual)) return browser.close();
  users -= 1;
  if (users > 0) return;
  goesAt = setTimeout(() => {
    usual = null;
    void browser.close();
  }, 1_000);
}

export interface StageOptions {
  setUp?: boolean;
  env?: Record<string, string>;
  database?: TestAppOptions["database"];
  /** How the browser is started, besides. */
  browserArgs?: string[];
  /** What moves takes its time. Else everybody here prefers less motion: a sixth of the time. */
  motion?: boolean;
}

export async function makeStage(options: StageOptions = {}): Promise<Stage> {
  // Many people join from this one address.
  const env = { LIMIT_PUBLIC_WRITES_PER_MINUTE: "1000", ...options.env };
  const { database } = options;
  const app = await startApp({
    withoutKey: true,
    realTime: true,
    env,
    ...(database && { database }),
  });
  const link = await makeLink(app.url);
  const browser = await takeBrowser(options.browserArgs ?? []);
  const reducedMotion = options.motion ? "no-preference" : "reduce";
  const contexts = new Set<BrowserContext>();
  const faults: string[] = [];
  // A new browser needs 1.5 s of CPU to show the console, one that showed it before 0.6 s: the next
  // story gets the owner's desks of the last one.
  const desks = new Set<Page>();
  const freeDesks: Page[] = [];
  let session: Awaited<ReturnType<BrowserContext["storageState"]>> | undefined;

  async function api(method: string, path: string, body?: object) {
    const answer = await fetch(app.url + path, {
      method,
      headers: {
        authorization: `Bearer ${app.ownerKey}`,
        ...(body && { "content-type": "application/json" }),
        ...(method === "POST" && { "idempotency-key": crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as never };
  }

  async function signIn() {
    const context = await newContext({});
    const data = { email: owner.email, password: owner.password };
    const answer = await context.request.post("/v1/session", { data });
    assert.equal(answer.status(), 200, await answer.text());
    const state = await context.storageState();
    await context.close();
    return state;
  }

  function watch(page: Page): Page {
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      // The browser's own note on an answer that is no success: those are part of the stories.
      if (message.text().startsWith("Failed to load resource")) return;
      faults.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  /** Not those of other stages, which may be in the same browser. */
  async function newContext(options: object): Promise<BrowserContext> {
    const context = await browser.newContext({ reducedMotion, ...options, baseURL: link.url });
    contexts.add(context);
    context.once("close", () => contexts.delete(context));
    return context;
  }

  /** Each page is a computer of its own: one browser has six connections for all its tabs. */
  async function open(path: string, screen: object = phone): Promise<Page> {
    const context = await newContext(screen);
    const page = watch(await context.newPage());
    await page.goto(path);
    return page;
  }

  async function openConsole(path: string, screen: Screen = desktop): Promise<Page> {
    session ??= await signIn();
    const { viewport, ...unusual } = screen;
    const isUsual = Object.keys(unusual).length === 0;
    const free = isUsual ? freeDesks.pop() : undefined;
    if (free) {
      await free.setViewportSize(viewport);
      await free.goto(path);
      return free;
    }
    const desk = await open(path, { ...screen, storageState: session });
    if (isUsual) desks.add(desk);
    return desk;
  }

  /** As if nobody had been here, but for what the browser keeps of our scripts. */
  async function tidyDesk(desk: Page): Promise<void> {
    desk.removeAllListeners();
    await desk.unrouteAll({ behavior: "ignoreErrors" });
    // A page of ours without scripts: for an empty one the browser would take another process.
    await desk.goto("/healthz");
    await desk.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await desk.emulateMedia({ media: null, colorScheme: null, reducedMotion });
    await desk.context().clearCookies();
    await desk.context().addCookies(session!.cookies);
    watch(desk);
  }

  async function leave(context: BrowserContext): Promise<void> {
    const [page, ...others] = context.pages();
    if (!page || others.length > 0 || !desks.has(page)) return context.close();
    if (freeDesks.includes(page)) return;
    try {
      await tidyDesk(page);
      freeDesks.push(page);
    } catch {
      await context.close(); // a story that failed left it so
    }
  }

  async function newQueue(settings: object = {}): Promise<QueueOfTest> {
    const defaults = {
      name: "Blood tests",
      prefix: "BT",
      timezone: "Europe/Berlin",
      desks: ["1", "2", "3"],
    };
    const { status, body } = await api("POST", "/v1/queues", { ...defaults, ...settings });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  if (options.setUp !== false) {
    const { status, body } = await api("POST", "/v1/setup", owner);
    assert.equal(status, 201, JSON.stringify(body));
  }

  return {
    app,
    link,
    url: link.url,
    open,
    openConsole,
    newQueue,
    api,
    async join(queue, name, more = {}) {
      const { status, body } = await api("POST", `/v1/queues/${queue.id}/tickets`, {
        name,
        ...more,
      });
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    },
    async callNext(queue, desk) {
      return (await api("POST", `/v1/queues/${queue.id}/call-next`, { desk })).body;
    },
    async closePages() {
      link.mend(); // also where a story ended before it did
      await Promise.all([...contexts].map(leave));
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      await giveBack(browser);
      await link.close();
      await app.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** This computer already stands at a desk: what the dialog would have remembered. */
export async function standAt(page: Page, queue: QueueOfTest, desk: string): Promise<void> {
  await page.evaluate(
    ([id, name]) => localStorage.setItem(`turnkeeper.desk.${id}`, name!),
    [queue.id, desk],
  );
  await page.reload();
  await page.getByText(`This desk: ${desk}`).waitFor();
}

/** Goes on to another page of the console as a link does: what is loaded stays. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), path);
}
