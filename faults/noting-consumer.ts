// A consumer that writes down what it is handed, for faults/event-log.test.ts and its processes.

import type { Consumer } from "../src/events/consumers.ts";

export const notingConsumer: Consumer = {
  name: "noting",
  types: ["told"],
  from: "the beginning",
  async write(tx, events) {
    for (const { lineId, seq } of events) {
      await tx.query(`insert into taken_in (line_id, seq) values ($1, $2)`, [lineId, seq]);
    }
  },
};
