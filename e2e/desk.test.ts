import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { makeStage, standAt, type QueueOfTest, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await makeStage();
});
afterEach(() => stage.closePages());
after(() => stage.close());

const people = ["Amara Okafor", "Liam Byrne", "Sofia Rossi", "Chen Wei"];

async function openDesk(queue: QueueOfTest): Promise<Page> {
  const desk = await stage.openConsole(`/queues/${queue.id}`);
  await standAt(desk, queue, "2");
  return desk;
}

async function statuses(queue: QueueOfTest): Promise<string> {
  const all = "CALLED,SERVING,WAITING,SERVED,NO_SHOW,CANCELLED";
  const { body } = await stage.api("GET", `/v1/queues/${queue.id}/tickets?status=${all}&limit=200`);
  const { items } = body as { items: { sequence: number; status: string }[] };
  return items
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ status }) => status)
    .join(" ");
}

async function queueWith(names: string[], settings: object = {}): Promise<QueueOfTest> {
  const queue = await stage.newQueue(settings);
  for (const name of names) await stage.join(queue, name);
  return queue;
}

const cardOf = (desk: Page, number: string) => desk.getByRole("article", { name: number });
const rowOf = (desk: Page, name: string) => desk.getByRole("listitem").filter({ hasText: name });

test("a double click on call next calls one person", async () => {
  const queue = await queueWith(people);
  const desk = await openDesk(queue);
  await desk.getByRole("button", { name: "Call next" }).dblclick();
  await cardOf(desk, "BT-000001").waitFor();
  // The button is ready again only when the pause after a call is over.
  await desk.getByText("Up next: BT-000002").waitFor();
  assert.equal(await statuses(queue), "CALLED WAITING WAITING WAITING");
});

test("a call whose answer got lost is repeated, and still calls one person", async () => {
  const queue = await queueWith(people);
  const desk = await openDesk(queue);
  const loseTheAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await desk.route("**/call-next", loseTheAnswer, { times: 1 });
  await desk.keyboard.press("n");
  await cardOf(desk, "BT-000001").waitFor();
  await desk.getByText("Up next: BT-000002").waitFor();
  assert.equal(await statuses(queue), "CALLED WAITING WAITING WAITING");
});

test("a whole visit by keyboard: call, call again, serve, complete, undo, no-show", async () => {
  const queue = await queueWith(people);
  const desk = await openDesk(queue);
  await desk.keyboard.press("n");
  await cardOf(desk, "BT-000001")
    .getByText(/called 0:\d\d/)
    .waitFor();
  await desk.keyboard.press("r");
  await desk.getByText("Called 2 times").waitFor();
  await desk.keyboard.press("s");
  await cardOf(desk, "BT-000001")
    .getByText(/serving 0:\d\d/)
    .waitFor();
  await desk.keyboard.press("c");
  await desk.getByText("BT-000001 completed.").waitFor();
  await cardOf(desk, "BT-000001").waitFor({ state: "detached" });
  await desk.keyboard.press("u");
  await desk.getByText("Undone: BT-000001 is being served.").waitFor();
  await cardOf(desk, "BT-000001").waitFor();
  await desk.keyboard.press("c");
  await cardOf(desk, "BT-000001").waitFor({ state: "detached" });

  await desk.getByText("Up next: BT-000002").waitFor();
  await desk.keyboard.press("n");
  await cardOf(desk, "BT-000002").waitFor();
  await desk.keyboard.press("x");
  await desk.getByText("BT-000002 marked as no-show.").waitFor();
  assert.equal(await statuses(queue), "SERVED NO_SHOW WAITING WAITING");
});

test("letters typed into a field call nobody", async () => {
  const queue = await queueWith(people);
  const desk = await openDesk(queue);
  await desk.keyboard.press("/");
  await desk.keyboard.type("sncxu wei");
  await desk.getByText("Nobody waiting matches").waitFor();
  await desk.keyboard.press("Control+a");
  await desk.keyboard.type("wei");
  await rowOf(desk, "Chen Wei").waitFor();
  assert.equal(await rowOf(desk, "Liam Byrne").count(), 0);
  await desk.keyboard.press("Escape");
  await desk.getByRole("button", { name: "Add a person" }).click();
  await desk.getByLabel("Name", { exact: true }).fill("");
  await desk.keyboard.type("Nn");
  await desk.keyboard.press("Escape");
  await desk.getByRole("dialog").waitFor({ state: "detached" });
  await desk.keyboard.press("?");
  await desk.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await desk.keyboard.press("n");
  assert.equal(await statuses(queue), "WAITING WAITING WAITING WAITING");
});

test("somebody without a phone is added at the desk, with a priority", async () => {
  const priorities = [
    { key: "elderly", label: "Elderly" },
    { key: "standard", label: "Standard" },
  ];
  const queue = await queueWith(["Liam Byrne"], { priorities });
  const desk = await openDesk(queue);
  await desk.getByRole("button", { name: "Add a person" }).click();
  await desk.getByLabel("Name", { exact: true }).fill("Ingrid Berg");
  await desk.getByLabel("Mobile number").fill("0151 23456");
  await desk.getByText("Elderly", { exact: true }).click();
  await desk.getByRole("button", { name: "Add to the queue" }).click();
  await desk.getByText("Ingrid Berg has number BT-000002.").waitFor();
  await desk.getByText("Up next: BT-000002 Ingrid Berg").waitFor();
  await rowOf(desk, "Ingrid Berg").getByText("Elderly").waitFor();
});

test("people can be moved, corrected, transferred and removed from the list", async () => {
  const queue = await queueWith(people);
  const other = await stage.newQueue({ name: "Results", prefix: "R" });
  const desk = await openDesk(queue);
  const choose = async (name: string, item: string) => {
    await rowOf(desk, name)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await desk.getByRole("menuitem", { name: item }).click();
  };
  await choose("Chen Wei", "Move to the front");
  await desk.getByText("Up next: BT-000004 Chen Wei").waitFor();
  await choose("Chen Wei", "Change name or party");
  await desk.getByLabel("Name", { exact: true }).fill("Chen Wei-Li");
  await desk.getByRole("button", { name: "Save" }).click();
  await rowOf(desk, "Chen Wei-Li").waitFor();
  await choose("Amara Okafor", "Transfer to another queue");
  await desk.getByRole("button", { name: "Results" }).click();
  await rowOf(desk, "Amara Okafor").waitFor({ state: "detached" });
  await choose("Sofia Rossi", "Remove from the queue");
  await desk.getByText("BT-000003 removed.").waitFor();
  const { body } = await stage.api("GET", `/v1/queues/${other.id}/tickets`);
  assert.equal((body as { items: { name: string }[] }).items[0]?.name, "Amara Okafor");
  assert.equal(await desk.getByRole("heading", { name: "Waiting" }).innerText(), "Waiting 2");
});

test("pausing the queue at the desk stops new numbers, not the calls", async () => {
  const queue = await queueWith(people);
  const desk = await openDesk(queue);
  await desk.getByRole("button", { name: /State of the queue/ }).click();
  await desk.getByRole("option", { name: /Paused/ }).click();
  await desk.getByText("Paused: nobody new can take a number").waitFor();
  const customer = await stage.open(`/q/${queue.id}`);
  await customer.getByRole("heading", { name: "A short break" }).waitFor();
  await desk.keyboard.press("n");
  await cardOf(desk, "BT-000001").waitFor();
});

test("two desks see each other's calls at once", async () => {
  const queue = await queueWith(people);
  const second = await openDesk(queue);
  await stage.callNext(queue, "1");
  await second.getByRole("heading", { name: "At other desks" }).waitFor();
  await rowOf(second, "Amara Okafor").waitFor();
  await second.getByText("Up next: BT-000002 Liam Byrne").waitFor();
  await second.keyboard.press("n");
  await cardOf(second, "BT-000002").waitFor();
  assert.equal(await statuses(queue), "CALLED CALLED WAITING WAITING");
});

test("the desk is chosen once and remembered", async () => {
  const queue = await queueWith(people);
  const desk = await stage.openConsole(`/queues/${queue.id}`);
  await desk.getByRole("button", { name: "Call next" }).click();
  await desk.getByRole("button", { name: "3", exact: true }).click();
  await desk.getByText("This desk: 3").waitFor();
  await desk.reload();
  await desk.getByText("This desk: 3").waitFor();
  assert.equal(await statuses(queue), "WAITING WAITING WAITING WAITING");
});

test("a long queue is read in parts", async () => {
  const queue = await stage.newQueue();
  await Promise.all(
    Array.from({ length: 230 }, (_, index) => stage.join(queue, `Person ${index + 1}`)),
  );
  const desk = await openDesk(queue);
  await desk.getByRole("heading", { name: "Waiting 230" }).waitFor();
  const rows = desk.getByRole("region", { name: "Waiting" }).getByRole("listitem");
  assert.equal(await rows.count(), 200);
  await desk.getByRole("button", { name: "Show more" }).click();
  await rows.nth(229).waitFor();
  assert.equal(await desk.getByRole("button", { name: "Show more" }).count(), 0);
});

test("a shift of visits leaves nothing behind in the page", async () => {
  const queue = await stage.newQueue();
  await Promise.all(people.map((name) => stage.join(queue, name)));
  const desk = await openDesk(queue);
  const inspector = await desk.context().newCDPSession(desk);
  await inspector.send("Performance.enable");
  const kept = async () => {
    await inspector.send("HeapProfiler.collectGarbage");
    const { metrics } = await inspector.send("Performance.getMetrics");
    const figure = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return { nodes: figure("Nodes"), listeners: figure("JSEventListeners") };
  };
  const visits = async (count: number) => {
    for (let visit = 0; visit < count; visit += 1) {
      const { number } = await stage.join(queue, "Somebody");
      const { id } = await stage.callNext(queue, "2");
      await stage.api("POST", `/v1/tickets/${id}/complete`);
      if (visit === count - 1) await desk.getByText(number).first().waitFor();
    }
    await desk.getByText("Nobody is at your desk").waitFor();
    await desk.getByRole("heading", { name: `Waiting ${people.length}` }).waitFor();
  };
  await visits(10);
  const before = await kept();
  await visits(50);
  const after = await kept();
  assert.ok(after.nodes < before.nodes * 1.25, `${before.nodes} nodes became ${after.nodes}`);
  const listeners = `${before.listeners} listeners became ${after.listeners}`;
  assert.ok(after.listeners < before.listeners * 1.25, listeners);
});
