// Waiting rooms for tests: the few steps that every story starts with.
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { startApp, type TestApp, type TestAppOptions } from "./app.ts";
import { api, type Answer } from "./http.ts";
import { startRedis, type TestRedis } from "./redis.ts";

export interface TestRoom {
  id: string;
  path: string;
  /** Somebody joins without a key; their answer. */
  join(sessionId?: string, more?: object): Promise<Answer["body"]>;
  change(settings: object): Promise<Answer>;
  stats(): Promise<Answer["body"]>;
}

let sessions = 0;

export async function openRoom(app: TestApp, settings: object = {}): Promise<TestRoom> {
  const { status, body } = await api(app).post("/v1/rooms", {
    name: "Sale",
    targetUrl: "https://shop.example/tickets",
    maxActive: 2,
    admitPerSecond: 1,
    heartbeatSeconds: 30,
    ...settings,
  });
  assert.equal(status, 201, JSON.stringify(body));
  const path = `/v1/rooms/${body.id}`;
  return {
    id: body.id,
    path,
    async join(sessionId = `session-number-${++sessions}`, more = {}) {
      const joined = await api(app).post(`${path}/positions`, { sessionId, ...more });
      assert.ok(joined.status === 201 || joined.status === 200, JSON.stringify(joined.body));
      return joined.body;
    },
    change: (patch) => api(app).patch(path, patch),
    stats: async () => (await api(app).get(`${path}/stats`)).body,
  };
}

/** What the holder of a position sees. */
export async function see(app: TestApp, position: { id: string; secret: string }) {
  const { status, body } = await api(app, position.secret).get(`/v1/positions/${position.id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export async function actOn(
  app: TestApp,
  position: { id: string; secret: string },
  act: string,
): Promise<Answer> {
  return api(app, position.secret).post(`/v1/positions/${position.id}/${act}`);
}

/** The same stories with positions in PostgreSQL and in Redis. */
export function onBothStores(
  stories: (app: () => TestApp, redis: () => TestRedis | null) => void,
  options: TestAppOptions = {},
): void {
  for (const where of ["PostgreSQL", "Redis"]) {
    describe(`positions in ${where}`, () => {
      let app: TestApp;
      let redis: TestRedis | null = null;
      before(async () => {
        redis = where === "Redis" ? await startRedis() : null;
        const env = { ...options.env, ...(redis ? { REDIS_URL: redis.url } : {}) };
        app = await startApp({ ...options, env });
      });
      after(async () => {
        await app.close();
        await redis?.stop();
      });
      stories(
        () => app,
        () => redis,
      );
    });
  }
}
