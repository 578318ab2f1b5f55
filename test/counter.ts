// Walk-in queues for tests: the few steps that every story starts with.
import assert from "node:assert/strict";
import type { TestApp } from "./app.ts";
import { api, type Answer, type Sending } from "./http.ts";

export interface TestQueue {
  id: string;
  /** Everybody below joins at the desk, so that no limit on the public is in the way. */
  join(name?: string, more?: object): Promise<Answer["body"]>;
  /** The called ticket, or null when nobody waits. */
  callNext(desk?: string): Promise<Answer["body"]>;
  /** Numbers of those who wait, in calling order, from all pages. */
  waiting(): Promise<string[]>;
  change(settings: object): Promise<Answer>;
  get(path?: string, sending?: Sending): Promise<Answer>;
}

/** Strict priorities, numbers that are never reset, unless the test says otherwise. */
export async function openQueue(app: TestApp, settings: object = {}): Promise<TestQueue> {
  const { status, body } = await api(app).post("/v1/queues", {
    name: "Reception",
    prefix: "A",
    timezone: "UTC",
    numberReset: "never",
    ...settings,
  });
  assert.equal(status, 201, JSON.stringify(body));
  const path = `/v1/queues/${body.id}`;
  return {
    id: body.id,
    async join(name = "Somebody", more = {}) {
      const joined = await api(app).post(`${path}/tickets`, { name, ...more });
      assert.equal(joined.status, 201, JSON.stringify(joined.body));
      return joined.body;
    },
    async callNext(desk = "1") {
      const called = await api(app).post(`${path}/call-next`, { desk });
      assert.ok(called.status === 200 || called.status === 204, JSON.stringify(called.body));
      return called.body;
    },
    async waiting() {
      const numbers: string[] = [];
      let cursor = "";
      do {
        const page = await api(app).get(`${path}/tickets?limit=200${cursor}`);
        numbers.push(...page.body.items.map((ticket: { number: string }) => ticket.number));
        cursor = page.body.nextCursor ? `&cursor=${page.body.nextCursor}` : "";
      } while (cursor);
      return numbers;
    },
    change: (patch) => api(app).patch(path, patch),
    get: (below = "", sending) => api(app).get(`${path}${below}`, sending),
  };
}

/** One of the verbs on a ticket, by staff: the ticket afterwards. */
export async function act(app: TestApp, ticketId: string, verb: string, body?: object) {
  const answer = await api(app).post(`/v1/tickets/${ticketId}/${verb}`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

export async function ticketNow(app: TestApp, ticketId: string): Promise<Answer["body"]> {
  return (await api(app).get(`/v1/tickets/${ticketId}`)).body;
}
