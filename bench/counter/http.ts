// Joins through HTTP, 256 connections, against what the same server does on a POST that checks the
// same body and gives an answer of the same shape without touching the database.

import { fork, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Figures } from "../harness.ts";
import { speedUp, takeTurns } from "../harness.ts";
import { httpLoad } from "../http-load.ts";
import type { Part } from "../report.ts";
import { freePort } from "../../test/port.ts";
import type { Pace } from "./pace.ts";

const connections = 256;

export async function http(url: string, pace: Pace): Promise<Part> {
  pace.progress("Through HTTP");
  const port = await freePort();
  const apiKey = randomBytes(24).toString("base64url");
  const server = await startServer(url, port, apiKey);
  const base = `http://127.0.0.1:${port}`;
  const authorization = `Bearer ${apiKey}`;

  async function load(path: (queueId: string) => string): Promise<Figures> {
    const queueId = await newQueue(base, authorization);
    const body = { name: "Ada Lovelace", partySize: 2 };
    const headers = { Authorization: authorization };
    return httpLoad({
      port,
      path: path(queueId),
      headers,
      body,
      callers: connections,
      ...pace.phase,
    });
  }

  try {
    const sides = [
      {
        name: "HTTP POST without a database, 256 connections",
        measure: () => load((id) => `/v1/bench/${id}/tickets`),
      },
      {
        name: "HTTP joins, 256 connections",
        measure: () => load((id) => `/v1/queues/${id}/tickets`),
      },
    ] as const;
    const measured = await takeTurns(pace.rounds, sides, pace.progress);
    return {
      measured,
      findings: [
        {
          name: "httpJoinsVsNoDatabase",
          says: "joins through HTTP : the same POST without a database",
          ratio: speedUp(measured[1], measured[0]),
          target: { atLeast: 0.5 },
        },
      ],
    };
  } finally {
    await stop(server);
  }
}

async function startServer(url: string, port: number, apiKey: string): Promise<ChildProcess> {
  const server = fork(fileURLToPath(import.meta.resolve("./server.ts")), {
    // The log is written as ever, to nobody: where it goes is not what is measured.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: url,
      HOST: "127.0.0.1",
      PORT: String(port),
      TURNKEEPER_API_KEY: apiKey,
      LIMIT_KEY_REQUESTS_PER_MINUTE: "1000000000",
      TURNKEEPER_MASTER_KEY: "m".repeat(32),
    },
  });
  await Promise.race([
    once(server, "message"),
    once(server, "exit").then(([code]) => {
      throw new Error(`the server ended with ${String(code)} before it was ready`);
    }),
  ]);
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
}

async function newQueue(base: string, authorization: string): Promise<string> {
  const answer = await fetch(`${base}/v1/queues`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ name: "Main desk", prefix: "DEMO" }),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  const queue = (await answer.json()) as { id: string };
  return queue.id;
}
