// npm run replay -- NAME: a consumer of the log starts anew from the first event, while servers run.

import { consumerNames, startAnew } from "./events/consumers.ts";
import { ConfigError, type Config } from "./infra/config.ts";
import { reachDatabase } from "./infra/reach-database.ts";

export async function replay(
  config: Config,
  name: string | undefined,
  say: (text: string) => void,
): Promise<void> {
  const database = await reachDatabase(config, say);
  try {
    const names = await consumerNames(database.pool);
    if (name === undefined || !names.includes(name)) {
      const known = names.map((each) => `"${each}"`).join(", ") || "none yet";
      throw new ConfigError(`Name a consumer, as in npm run replay -- NAME. There are: ${known}.`);
    }
    await startAnew(database.pool, name);
    say(
      `"${name}" starts anew from the first event. turnkeeper_consumer_lag_events says how far it is.`,
    );
  } finally {
    await database.close();
  }
}
