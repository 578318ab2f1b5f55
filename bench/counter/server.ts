// The server of the HTTP benchmark, in a process of its own: the product as main.ts starts it, plus
// one route as a floor. The floor takes the same body through the same hooks and checks, and gives
// an answer of the same shape; it only leaves out what joining means.

import { randomUUID } from "node:crypto";
import { joined, joining } from "../../src/walkin/schemas.ts";
import type { App } from "../../src/http/app.ts";
import { keyOf } from "../../src/http/idempotency.ts";
import { idParams, problems } from "../../src/http/schemas.ts";
import { readConfig } from "../../src/infra/config.ts";
import { openDatabase } from "../../src/infra/database.ts";
import { newId } from "../../src/infra/ids.ts";
import { createLog } from "../../src/infra/log.ts";
import { migrate } from "../../src/infra/migrate.ts";
import { makeServer } from "../../src/server.ts";

const config = readConfig(process.env, import.meta.dirname);
const log = createLog(config.logLevel);
const database = await openDatabase(config, log, () => {});
await migrate(database.pool);
const server = await makeServer({
  config,
  log,
  database,
  plugins: [{ module: () => ({ name: "floor", routes: floor }) }],
});
await server.app.listen({ host: config.host, port: config.port });
process.send?.("ready");

process.once("SIGTERM", () => {
  void server
    .close()
    .then(() => database.close())
    .then(() => process.exit(0));
});

function floor(app: App): void {
  const secret = `tks_${randomUUID()}${randomUUID()}`;
  let sequence = 0;
  app.post(
    "/v1/bench/:id/tickets",
    {
      config: { access: "public" },
      schema: { params: idParams, body: joining, response: { 201: joined, ...problems } },
    },
    (request, reply) => {
      keyOf(request, "bench");
      sequence += 1;
      const { name, mobile = null, partySize } = request.body;
      return reply.code(201).send({
        id: newId(),
        queueId: request.params.id,
        queueName: "Main desk",
        number: `DEMO-${String(sequence).padStart(6, "0")}`,
        sequence,
        status: "WAITING",
        priority: "standard",
        name,
        mobile,
        partySize,
        position: sequence,
        estimatedWait: { fromSeconds: sequence, toSeconds: sequence * 2 },
        desk: null,
        joinedAt: new Date().toISOString(),
        calledAt: null,
        servingAt: null,
        endedAt: null,
        calls: 0,
        noShowAt: null,
        canUndo: false,
        from: null,
        secret,
      });
    },
  );
}
