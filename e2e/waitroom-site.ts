// A small shop behind a waiting room, for browsers: the protected demo site of the tests.

import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import express from "express";
import type { Page } from "playwright-core";
import { expressGate } from "../client/gate-adapters.ts";
import { startSite, type TestSite } from "../test/visitor.ts";
import { freePort } from "../test/port.ts";
import { makeStage, type Stage } from "./stage.ts";

export interface DemoShop {
  roomId: string;
  url: string;
  site: TestSite;
  /** From now on the answers to passes are lost, after the gate has redeemed them; or no longer. */
  losePasses(lost: boolean): void;
  change(settings: object): Promise<void>;
  /** Takes a place before the visitor of the story does. */
  joinFirst(count: number): Promise<{ id: string; secret: string }[]>;
  stats(): Promise<{ waiting: number; active: number; admitted: number }>;
}

/** The phone is looked at again: the page does not wait for its next turn to ask. */
export const wake = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

export let stage: Stage;
const shops: DemoShop[] = [];

/** For a file of tests: a stage where people are let in, and shops that close after each story. */
export function useStage(): void {
  before(async () => {
    stage = await makeStage();
    stage.app.server.admission.start();
  });
  afterEach(async () => {
    await stage.closePages();
    for (const { site } of shops.splice(0)) await site.close();
  });
  after(() => stage.close());
}

export async function newShop(settings: object = {}): Promise<DemoShop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { status, body } = await stage.api("POST", "/v1/rooms", {
    name: "Spring sale",
    targetUrl: `${url}/sale`,
    maxActive: 1,
    admitPerSecond: 100,
    heartbeatSeconds: 60,
    joinsPerAddressPerMinute: 10_000,
    ...settings,
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { id: roomId } = body as { id: string };
  const shop = express();
  let passesLost = false;
  shop.use((request, response, next) => {
    if (passesLost && request.url.includes("tk_pass=")) {
      response.end = () => {
        request.socket.destroy();
        return response;
      };
    }
    next();
  });
  shop.use(expressGate({ url: stage.app.url, roomId, except: ["/favicon.ico"] }));
  shop.get("/{*path}", (request, response) => {
    response
      .type("html")
      .send(
        `<!doctype html><html lang="en"><title>Shop</title><h1>The shop</h1><p id="path">${request.path}</p>`,
      );
  });
  const site = await startSite(shop, port);
  const path = `/v1/rooms/${roomId}`;
  const opened: DemoShop = {
    roomId,
    url,
    site,
    losePasses(lost) {
      passesLost = lost;
    },
    async change(changes) {
      const answer = await stage.api("PATCH", path, changes);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    },
    async joinFirst(count) {
      const joined: { id: string; secret: string }[] = [];
      for (let i = 0; i < count; i++) {
        const answer = await stage.api("POST", `${path}/positions`, {});
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        joined.push(answer.body);
      }
      return joined;
    },
    stats: async () => (await stage.api("GET", `${path}/stats`)).body,
  };
  shops.push(opened);
  return opened;
}
