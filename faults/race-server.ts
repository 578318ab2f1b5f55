// One server process of a race. With UNGUARDED set it decides without the line's lock and without
// the fences: the negative control, which must go wrong.

import { readConfig } from "../src/infra/config.ts";
import { openDatabase } from "../src/infra/database.ts";
import { createLog } from "../src/infra/log.ts";
import { statements, type Statements } from "../src/engine/statements.ts";
import { makeServer } from "../src/server.ts";

const config = readConfig(process.env, ".");
const log = createLog("error");
const database = await openDatabase(config, log, () => undefined);
// The stream's numbering is a guard of its own: two events of one line cannot share a number.
if (process.env.UNGUARDED) {
  await database.pool.query(`alter table event drop constraint if exists event_pkey`);
}
const server = await makeServer({
  config,
  log,
  database,
  ...(process.env.UNGUARDED ? { statements: unguarded() } : {}),
});
await server.app.listen({ host: config.host, port: config.port });
server.boxes.start();
server.deadlines.start();
process.send?.("ready");
process.on("SIGTERM", () => {
  void server
    .close()
    .then(() => database.close())
    .finally(() => process.exit(0));
});

function unguarded(): Statements {
  const remove = (text: string, part: RegExp) => {
    const without = text.replace(part, "");
    if (without === text) throw new Error(`there is no ${part} to take away`);
    return without;
  };
  return {
    ...statements,
    lock: remove(statements.lock, / for update/),
    progressTickets: remove(
      statements.progressTickets,
      / \+ 0 \/ \(t\.version = n\.from_version\)::int/,
    ),
    updateTickets: remove(
      statements.updateTickets,
      / \+ 0 \/ \(t\.version = n\.from_version\)::int/,
    ),
    updateLines: remove(statements.updateLines, / \+ 0 \/ \(l\.event_seq = n\.from_seq\)::int/),
  };
}
